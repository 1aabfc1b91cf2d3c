// Plain forms, which htmx does not send. One is sent once, and only when the server answers: otherwise
// the browser would show a page of its own in place of what was typed.
(() => {
  "use strict";
  // Under a version that it does not have, a file is asked for each time.
  const script = document.currentScript.src + 0;
  let reached = null;

  const over = (form) => delete form.dataset.sent;
  const send = (form, submitter) => {
    reached = form;
    form.requestSubmit(submitter);
    reached = null;
    // What it finds may be the page that is there.
    if (form.method === "get") over(form);
  };
  const ask = async (form, event) => {
    const { submitter } = event;
    form.dataset.sent = "yes";
    await htmx.ajax("HEAD", script, { event, swap: "none" }).catch(() => {});
    if (document.getElementById("offline").hidden) send(form, submitter);
    else over(form);
  };

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const isOurs = window.htmx && form !== reached && !form.closest("[hx-boost='true']");
    if (event.defaultPrevented || !isOurs) return;
    const sent = document.querySelector("form[data-sent]");
    if (!sent) ask(form, event);
    else if (sent !== form) answers.late(answers.words(submitter), true);
    event.preventDefault();
  });
  addEventListener("pageshow", () => document.querySelectorAll("form").forEach(over));
})();
