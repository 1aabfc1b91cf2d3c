// The table by keyboard: a card by typing it (8c), a seat by its place, clockwise from the left (0:
// the tenth, or the nearest one), n for nobody, u for undo, ? for help. Every key taps what can be tapped now; nothing is known here of any game.
(() => {
  "use strict";
  const WAIT = 900;
  let typed = "";
  let meant = null;
  let timer = 0;
  const find = (selector) => document.querySelector(`#board ${selector}`);
  const tapped = (element) => { element?.click(); return Boolean(element); };

  // What is printed on the court cards here, by what the table calls them.
  const court = Object.fromEntries(document.body.dataset.court.toLowerCase().split(" ").map((letters, at) => [letters, "jqka"[at]]));
  const called = (text) => text.replace(/^[a-z]+(?=[a-z]$)/, (letters) => court[letters] || letters);
  const cards = [..."23456789jqka", "10", ...Object.keys(court)].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const goesOn = (text) => text === "0" || cards.some((card) => card.startsWith(text));
  const card = (text) => find(`[data-card="${called(text).toUpperCase()}"]`);
  const place = (text) => (text === "0" ? ':is([data-seat="10"], [data-seat=mine])' : `[data-seat="${text}"]`);
  const seat = (text) => (/^([1-9]|10|0)$/.test(text) ? find(`${place(text)} > :is(button, a, .seat-choice)`) : null);
  const help = () => { location.assign(document.querySelector("[data-help]").dataset.help); return true; };
  const forget = () => { typed = ""; clearTimeout(timer); };

  // A number is a seat once nothing has gone on with it: neither in a moment nor with the next key.
  // It counts for the question at which it was typed, or, typed ahead, for the next one.
  const end = () => {
    const chosen = seat(typed);
    forget();
    if (!chosen || !meant || answers.stands(meant, chosen)) return tapped(chosen);
    answers.late(answers.words(chosen));
  };
  const press = (key) => {
    if (typed && !goesOn(typed + key)) end();
    if (key === "?") return help();
    // a plate that passes goes before a button that says nobody buys
    if (key === "n" && !typed) return tapped(find(".seat-place [data-key=n]") || find("[data-key=n]"));
    if (key === "u" && !typed) return tapped(find(".button-undo:not(:disabled)"));
    if (!goesOn(typed + key)) return false;
    typed += key;
    clearTimeout(timer);
    const chosen = seat(typed);
    if (chosen && !chosen.dispatchEvent(new Event("companion:typed", { bubbles: true, cancelable: true }))) return !forget();
    meant = chosen && !document.documentElement.hasAttribute("data-sending") && answers.of(chosen);
    timer = setTimeout(end, chosen ? WAIT : WAIT * 2);
    if (!cards.includes(typed)) return true;
    const match = card(typed);
    forget();
    return tapped(match);
  };

  document.addEventListener("pointerdown", forget);
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
    if (/^[0-9a-z?]$/i.test(key) && press(key.toLowerCase())) event.preventDefault();
  });
})();
