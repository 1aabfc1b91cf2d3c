// All that the question says is seen: where a name is as long as a line, a language twice as long
// as another or the type is large, the panel writes it smaller, a step at a time, until it fits.
//   .ask[data-tight="1"] to [data-tight="3"]
(() => {
  "use strict";
  const STEPS = 3;
  const SAID = ".ask-text, .ask-text > .headline, .ask-text > .ask-question, .ask-text > .ask-hint, .ask-actions";
  const isCut = (part) => part.scrollHeight > part.clientHeight + 1;

  const fit = () => {
    const ask = document.querySelector(".table-screen .ask");
    if (!ask) return;
    ask.removeAttribute("data-tight");
    const parts = [ask, ...ask.querySelectorAll(SAID)];
    for (let step = 1; step <= STEPS && parts.some(isCut); step++) ask.dataset.tight = step;
  };
  for (const event of ["DOMContentLoaded", "htmx:afterSettle"]) document.addEventListener(event, fit);
  addEventListener("resize", fit);
})();
