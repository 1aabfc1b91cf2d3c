// All that the question says is seen: where a name is as long as a line, a language twice as long
// as another or the type is large, the panel writes it smaller, a step at a time, until it fits.
// Large type becomes usual first.
//   .ask[data-zoom="less"], [data-zoom="none"]; .ask[data-tight="1"] to [data-tight="3"]
(() => {
  "use strict";
  const ZOOM = [["zoom", "less"], ["zoom", "none"]];
  const TIGHT = [["tight", "1"], ["tight", "2"], ["tight", "3"]];
  const SAID = ".ask-text, .ask-text > .headline, .ask-text > .ask-question, .ask-text > .ask-hint, .ask-actions, .ask-actions .button > span:not(.visually-hidden)";

  const fit = () => {
    const ask = document.querySelector(".table-screen .ask");
    if (!ask) return;
    ask.removeAttribute("data-zoom");
    ask.removeAttribute("data-tight");
    const isLarge = document.documentElement.dataset.type === "large";
    // A pixel is lost in rounding, but of large type it is seen.
    const slack = isLarge ? 0 : 1;
    const parts = [ask, ...ask.querySelectorAll(SAID)];
    for (const [what, step] of isLarge ? [...ZOOM, ...TIGHT] : TIGHT) {
      if (!parts.some((part) => part.scrollHeight > part.clientHeight + slack)) return;
      ask.dataset[what] = step;
    }
  };
  for (const event of ["DOMContentLoaded", "htmx:afterSettle"]) document.addEventListener(event, fit);
  addEventListener("resize", fit);
})();
