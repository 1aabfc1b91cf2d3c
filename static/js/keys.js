// The table by keyboard: a card by typing it (8c), a seat by its number, n for nobody, u for undo,
// ? for help. Every key taps what can be tapped now; nothing is known here of any game.
(() => {
  "use strict";
  const WAIT = 900;
  let typed = "";
  let timer = 0;
  const find = (selector) => document.querySelector(`#board ${selector}`);
  const tapped = (element) => { element?.click(); return Boolean(element); };

  // What is printed on the court cards here, by what the table calls them.
  const court = Object.fromEntries(document.body.dataset.court.toLowerCase().split(" ").map((letters, at) => [letters, "jqka"[at]]));
  const called = (text) => text.replace(/^[a-z]+(?=[a-z]$)/, (letters) => court[letters] || letters);
  const named = (text) => /^(10|[2-9ajqk])[cdhs]$/.test(text) && find(`[data-card="${text.toUpperCase()}"]`);
  const card = (text) => named(called(text));
  const seat = (text) => /^([1-9]|10|0)$/.test(text) && find(`#seat-${text === "0" ? 10 : text}:is(button, a), .seat-choice:has(#seat-${text === "0" ? 10 : text})`);
  const forget = () => { typed = ""; clearTimeout(timer); };

  // A number is a seat only when no suit has followed it for a moment.
  const later = () => {
    const place = seat(typed);
    forget();
    tapped(place);
  };
  const press = (key) => {
    if (key === "?") return tapped(document.querySelector("[data-help]"));
    if (key === "n" && !typed) return tapped(find("[data-key=n]"));
    if (key === "u" && !typed) return tapped(find(".button-undo:not(:disabled)"));
    typed = (typed + key).slice(-3);
    clearTimeout(timer);
    const match = card(typed) || card(typed.slice(-2));
    if (match) { forget(); return tapped(match); }
    timer = setTimeout(later, seat(typed) ? WAIT : WAIT * 2);
    return true;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
    if (/^[0-9a-z?]$/i.test(key) && press(key.toLowerCase())) event.preventDefault();
  });
})();
