// What is tapped and typed on a sheet ends by itself.
//   form[data-cards="5"]   is sent with so many cards tapped; [data-missing] in it counts down
//   form[data-whole]       is sent once something is tapped in every .number-line
//   [data-done]            came with an answer: its form is sent by its button
//   [data-next]            a typed number: Enter goes on to the next one, after the last it is sent
(() => {
  "use strict";
  const tapped = (part) => part.querySelectorAll("input:not([type=radio]):checked").length;
  const isWhole = (form) =>
    [...form.querySelectorAll(".number-line")].every((line) => line.querySelector("input:checked"));
  const send = (form) => { if (form.checkValidity()) form.requestSubmit(); };

  document.addEventListener("change", ({ target }) => {
    const form = target.form;
    if (form?.matches("[data-whole]") && isWhole(form)) send(form);
    if (!form?.matches("[data-cards]")) return;
    const missing = form.dataset.cards - tapped(form);
    form.querySelectorAll("[data-missing]").forEach((count) => { count.textContent = missing; });
    if (missing === 0) send(form);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-next]")) return;
    const fields = [...event.target.form.querySelectorAll("[data-next]")];
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.select();
  });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const button = target.closest?.("[data-done]")?.querySelector("button");
    button?.form.requestSubmit(button);
  });
})();
