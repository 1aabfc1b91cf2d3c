// Lost connection: a banner that stays, with [data-retry]. A request names the table that it was
// drawn for, so sending it again is safe.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let lost = null;

  const showOffline = (text) => {
    find("[data-offline-text]").textContent = text;
    find("#offline").hidden = false;
  };
  const connected = () => { lost = null; find("#offline").hidden = true; };
  const fail = (text) => (event) => {
    const { elt, requestConfig } = event.detail;
    lost = { elt, submitter: requestConfig?.triggeringEvent?.submitter };
    showOffline(text);
  };
  const retry = () => {
    const { elt, submitter } = lost || {};
    if (!elt || !elt.isConnected) {
      fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {});
    } else if (elt instanceof HTMLFormElement) {
      elt.requestSubmit(submitter && submitter.isConnected ? submitter : undefined);
    } else {
      elt.click();
    }
  };

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr?.status > 0 && detail.xhr.status < 500) connected();
  });
  document.addEventListener("htmx:sendError", fail("No connection. The last tap may not have been entered."));
  document.addEventListener("htmx:timeout", fail("No answer. The last tap may not have been entered."));
  document.addEventListener("htmx:responseError", fail("Something went wrong. Look at the table before you tap again."));
  addEventListener("offline", () => showOffline("No connection."));
  addEventListener("online", () => { if (!lost) connected(); });
  document.addEventListener("click", ({ target }) => { if (target.closest("[data-retry]")) retry(); });
})();
