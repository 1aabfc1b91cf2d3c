// What HTML and htmx cannot do alone. No rule of any game is in here.
//   [data-wake="on"]       anywhere on the page: the screen stays awake
//   [data-theme-toggle]    button: light <-> dark, remembered
//   [data-retry]           button: sends again what was lost
//   [data-focus]           gets the focus when a swap took it away
//   [data-print]           button: prints the page
//   [data-step][data-for]  button: steps a number field up or down, within its bounds
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector) => document.querySelector(selector);

  // Theme
  const isDark = () =>
    (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const toggleTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("companion-theme", root.dataset.theme); } catch { /* not kept */ }
  };

  // Numbers to tap instead of typing
  const step = (button) => {
    const field = document.getElementById(button.dataset.for);
    const wanted = Number(field.value) + Number(button.dataset.step);
    if (wanted < Number(field.min) || wanted > Number(field.max)) return;
    field.value = wanted;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // Screen stays awake during a hand
  let lock = null;
  const wake = async () => {
    const wanted = Boolean(find('[data-wake="on"]')) && document.visibilityState === "visible";
    if (!wanted && lock) { lock.release(); lock = null; }
    if (!wanted || lock || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };

  // Lost connection. A request names the entry it was drawn for, so sending it again is safe.
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

  // One tap at a time: what is tapped while an entry is on its way is dropped.
  let busy = null;
  const setBusy = (xhr) => {
    busy = xhr;
    root.classList.toggle("is-busy", Boolean(xhr));
  };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const token = find('meta[name="csrf-token"]')?.content;
    if (token && detail.verb !== "get") detail.headers["X-CSRFToken"] = token;
    const submitter = detail.triggeringEvent?.submitter;
    if (submitter?.name && !(submitter.name in detail.parameters)) {
      detail.parameters[submitter.name] = submitter.value;
    }
  });
  // Asked before htmx queues a request: a second tap must not wait for its turn.
  document.addEventListener("htmx:confirm", (event) => {
    if (busy && event.detail.verb !== "get") event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb !== "get") setBusy(detail.xhr);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr === busy) setBusy(null);
    if (detail.xhr?.status > 0 && detail.xhr.status < 500) connected();
  });
  document.addEventListener("htmx:sendError", fail("No connection. The last tap may not have been entered."));
  document.addEventListener("htmx:timeout", fail("No answer. The last tap may not have been entered."));
  document.addEventListener("htmx:responseError", fail("Something went wrong. The last tap was not entered."));
  addEventListener("offline", () => showOffline("No connection."));
  addEventListener("online", () => { if (!lost) connected(); });

  // Plain forms, without htmx, are sent once too.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.closest("[hx-boost='true']")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
    setBusy(null);
    wake();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) toggleTheme();
    else if (event.target.closest("[data-retry]")) retry();
    else if (event.target.closest("[data-print]")) print();
    else if (event.target.closest("[data-step]")) step(event.target.closest("[data-step]"));
  });
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("htmx:afterSettle", () => {
    wake();
    if (document.activeElement === document.body) find("[data-focus]")?.focus({ preventScroll: true });
  });
})();
