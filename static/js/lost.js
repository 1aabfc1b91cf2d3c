// Lost connection: a banner that stays, with [data-retry]. A request names the table that it was
// drawn for, so sending it again is safe; a tap on the table is by pending.js. What is said of it the
// banner has with it: data-lost, data-silent, data-failed, data-offline; but a server that asks to
// wait says why. While it is shown a link leads nowhere unless the server answers: the browser would
// show a page of its own. A board is changed for nothing but a board: what another program on the way
// has answered is a failure.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let lost = null;

  const showOffline = (why, words) => {
    const banner = find("#offline");
    banner.querySelector("[data-offline-text]").textContent = words || banner.dataset[why];
    banner.hidden = false;
  };
  const connected = () => { lost = null; find("#offline").hidden = true; };
  const fail = (why) => (event) => {
    const { elt, requestConfig } = event.detail;
    const { submitter, type, target: source } = requestConfig?.triggeringEvent || {};
    lost = { elt, source, type, submitter, answer: submitter && answers.of(submitter), words: submitter && answers.words(submitter) };
    const { status, responseText } = event.detail.xhr;
    showOffline(why, status === 429 && /^[^<]/.test(responseText) && responseText);
  };
  const leave = (go) => fetch(location.href, { method: "HEAD" }).then(go, () => {});
  const retry = () => {
    const { elt, source, type, submitter, answer, words } = lost || {};
    if (!elt || !elt.isConnected) {
      leave(() => location.reload());
    } else if (type !== "submit") {
      htmx.trigger(source || elt, type);
    } else if (!submitter || answers.stands(answer, submitter)) {
      source.requestSubmit(submitter);
    } else {
      connected();
      answers.late(words);
    }
  };

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const isOther = detail.requestConfig.verb === "get" && document.documentElement.hasAttribute("data-sending");
    const status = detail.xhr?.status;
    if (!isOther && status > 0 && status < 500 && status !== 429) connected();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "board" || detail.serverResponse.includes(' id="board"')) return;
    detail.shouldSwap = false;
    detail.isError = true;
  });
  document.addEventListener("htmx:sendError", fail("lost"));
  document.addEventListener("htmx:timeout", fail("silent"));
  document.addEventListener("htmx:responseError", fail("failed"));
  addEventListener("offline", () => { if (find("#offline[data-offline]")) showOffline("offline"); });
  addEventListener("online", () => { if (!lost) connected(); });
  document.addEventListener("companion:connected", connected);
  document.addEventListener("click", (event) => {
    const { target, defaultPrevented: isHtmx } = event;
    const link = target.closest("a[href]:not([target], [href^='#'])");
    if (link && !isHtmx && !find("#offline").hidden) {
      event.preventDefault();
      leave(() => location.assign(link.href));
    }
    const asked = target.closest("[data-retry]") && new CustomEvent("companion:retry", { cancelable: true });
    if (asked && document.dispatchEvent(asked)) retry();
  });
})();
