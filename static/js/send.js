// Every entry goes out with its token and its button, one at a time. While one is on its way <html>
// has data-sending, and "companion:answered" tells when it is over: whether the screen was drawn
// anew, or is left for another page. The button looks pressed until then (is-sent), so that nothing
// is painted while the answer comes. Only an answer that is late is seen to be awaited (is-late): no
// style hangs on data-sending, so that a tap costs no second look at every element.
(() => {
  "use strict";
  const root = document.documentElement;
  const LATE = 400;
  let busy = null;
  let sent = null;
  let timer = 0;
  const setBusy = (xhr, button) => {
    busy = xhr;
    root.toggleAttribute("data-sending", Boolean(xhr));
    sent?.classList.remove("is-sent");
    sent = button;
    sent?.classList.add("is-sent");
    clearTimeout(timer);
    if (xhr) timer = setTimeout(() => root.classList.add("is-late"), LATE);
    else if (root.classList.contains("is-late")) root.classList.remove("is-late");
  };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const token = document.querySelector('meta[name="csrf-token"]')?.content;
    if (token && detail.verb !== "get") detail.headers["X-CSRFToken"] = token;
    const submitter = detail.triggeringEvent?.submitter;
    if (submitter?.name && !(submitter.name in detail.parameters)) {
      detail.parameters[submitter.name] = submitter.value;
    }
  });
  // Asked before htmx queues a request: what was not held back as a tap must not wait for its turn.
  document.addEventListener("htmx:confirm", (event) => {
    if (busy && event.detail.verb !== "get") event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    const { verb, triggeringEvent } = detail.requestConfig;
    if (verb !== "get") setBusy(detail.xhr, triggeringEvent?.submitter);
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (xhr !== busy) return;
    const leaves = Boolean(xhr.getResponseHeader("HX-Redirect"));
    if (!leaves) setBusy(null);
    const drawn = xhr.status >= 200 && xhr.status < 300;
    document.dispatchEvent(new CustomEvent("companion:answered", { detail: { leaves, drawn } }));
  });
  addEventListener("pageshow", () => setBusy(null));
})();
