// Cards tapped on a picture of the pack: what is missing is in sight, and the last card ends it.
//   form[data-cards="5"]   is sent with so many cards tapped; [data-missing] in it counts down
//   [data-done]            came with an answer: its form is sent by its button
(() => {
  "use strict";
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form[data-cards]");
    if (!form) return;
    const missing = form.dataset.cards - form.querySelectorAll("input[name=cards]:checked").length;
    form.querySelectorAll("[data-missing]").forEach((count) => { count.textContent = missing; });
    if (missing === 0 && form.checkValidity()) form.requestSubmit();
  });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const button = target.closest?.("[data-done]")?.querySelector("button");
    button?.form.requestSubmit(button);
  });
})();
