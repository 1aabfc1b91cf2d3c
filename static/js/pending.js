// A tap that did not get through stays on its button, also over a reload, and is sent again by
// itself until there is an answer of ours. It is the same tap each time, so it is entered once; if the
// table has gone on meanwhile it is not entered, and "companion:late" tells what was wanted.
(() => {
  "use strict";
  const KEPT = "companion-pending";
  const LONGEST = 8000;
  const BUSY = [429, 503];
  const OURS = [200, 409, 422];
  const root = document.documentElement;
  const board = () => document.getElementById("board");
  let tap = null;
  let wait = 0;
  let timer = 0;
  let sending = false;
  let onItsWay = null;

  const store = (kept) => {
    try {
      if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
      else sessionStorage.removeItem(KEPT);
    } catch { /* this page only */ }
  };
  const stored = () => {
    try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; }
  };
  const mark = (on) => {
    root.toggleAttribute("data-sending", on);
    root.classList.toggle("is-late", on);
    for (const button of document.querySelectorAll("#board .is-pending")) button.classList.remove("is-pending");
    if (!on) return;
    const banner = document.getElementById("offline");
    banner.querySelector("[data-offline-text]").textContent = banner.dataset.kept;
    banner.hidden = false;
    const isIt = ({ name, value }) => name === tap.name && value === tap.value;
    [...board().querySelectorAll("button[name]")].find(isIt)?.classList.add("is-pending");
  };
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const isBoard = (answer, html) => OURS.includes(answer.status) && !answer.headers.has("HX-Retarget") && html.includes(' id="board"');
  const over = (status, html) => {
    const { words } = tap;
    tap = null;
    store(null);
    mark(false);
    tell("companion:connected");
    if (!html) {
      answers.late(words, true);
      return location.reload();
    }
    htmx.swap(board(), html, { swapStyle: "morph" }, { contextElement: board() });
    if (status === 409) answers.late(words);
    tell("companion:answered", { leaves: false, drawn: status === 200 });
  };
  const later = () => {
    clearTimeout(timer);
    wait = Math.min(LONGEST, wait * 2 || 1000);
    timer = setTimeout(send, wait);
  };
  const send = async () => {
    if (!tap || sending) return;
    sending = true;
    clearTimeout(timer);
    try {
      const token = document.querySelector('meta[name="csrf-token"]').content;
      const answer = await fetch(tap.action, {
        method: "POST",
        headers: { "HX-Request": "true", "X-CSRFToken": token },
        body: new URLSearchParams(tap.fields),
      });
      const html = await answer.text();
      if (isBoard(answer, html)) over(answer.status, html);
      else if (answer.status >= 400 && answer.status < 500 && !BUSY.includes(answer.status)) over(answer.status);
    } catch { /* no answer: it is sent again */ }
    sending = false;
    if (tap) later();
  };
  const isTap = ({ elt, requestConfig }) =>
    requestConfig?.verb === "post" && requestConfig.triggeringEvent?.submitter && elt.closest("#board");
  const tapOf = ({ requestConfig }) => {
    const button = requestConfig.triggeringEvent.submitter;
    return {
      page: location.pathname,
      action: requestConfig.path,
      fields: [...requestConfig.formData].filter(([name]) => name !== "csrf_token"),
      name: button.name,
      value: button.value,
      words: answers.words(button),
    };
  };
  const keep = ({ detail }) => {
    if (!isTap(detail)) return;
    tap = tapOf(detail);
    store(tap);
    wait = 0;
    mark(true);
    later();
  };
  const soon = () => { if (tap) send(); };

  // Whoever leaves the page meanwhile finds the tap again. It is stored once it is sent, and
  // thrown away once its answer is drawn: neither is in the way of a tap.
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (!isTap(detail)) return;
    onItsWay = detail.xhr;
    setTimeout(() => { if (onItsWay === detail.xhr) store(tapOf(detail)); });
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr !== onItsWay || detail.xhr.status === 0) return;
    onItsWay = null;
    setTimeout(() => { if (!tap && !onItsWay) store(null); });
  });
  document.addEventListener("htmx:sendError", keep);
  document.addEventListener("htmx:timeout", keep);
  document.addEventListener("htmx:responseError", (event) => { if (BUSY.includes(event.detail.xhr.status)) keep(event); });
  document.addEventListener("companion:retry", (event) => {
    if (!tap) return;
    event.preventDefault();
    send();
  });
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", soon);
  addEventListener("pageshow", () => {
    const kept = stored();
    if (tap || !board() || kept?.page !== location.pathname) return;
    tap = kept;
    mark(true);
    send();
  });
})();
