// What a button or a link stands for, so that it can be asked later whether it still does: what is
// tapped counts only for the question that it was tapped at.
//   answers.of(thing)              what it stands for now
//   answers.stands(answer, thing)  whether it still does
//   answers.words(thing)           by what it is called: its player, or all that is said of it
//   answers.late(words, leaves)    tells by "companion:late" that what is called so was not entered;
//                                  leaves: once the next page is there
self.answers = (() => {
  "use strict";
  const MEANS = ["name", "value", "href", "question", "said"];
  const question = () => document.getElementById("asked")?.textContent;
  const words = (thing) => {
    const said = (thing.querySelector(".seat-name") || thing).cloneNode(true);
    for (const seen of said.querySelectorAll("[aria-hidden=true]")) seen.remove();
    return said.textContent.replace(/\s+/g, " ").trim();
  };
  const of = (thing) => {
    const { name, value, href } = thing.control || thing;
    return {
      id: thing.id,
      kind: document.getElementById("ask")?.dataset.kind,
      name, value, href,
      question: thing.closest("#board") && !thing.matches("summary") ? question() : null,
      said: thing.matches("button") ? thing.textContent : null,
    };
  };
  const stands = (answer, thing) => {
    const now = of(thing);
    return thing.isConnected && !thing.disabled && MEANS.every((key) => answer[key] === now[key]);
  };
  const late = (called, leaves = false) =>
    document.dispatchEvent(new CustomEvent("companion:late", { detail: { words: called, leaves } }));
  return { of, stands, words, late };
})();
