// What takes two taps in one gesture: from a card to the last one of the run, or between that card
// and the seat, or between a pot and who wins it.
//   [data-card] in the picture of leads: from the card led to the card on which the run ends; straight
//   up or down is no run, but the move of a finger that would scroll
//   [data-card] of a run, and a lit seat: from one to the other, either way
//   a pot that is chosen first, and a lit seat: likewise
(() => {
  "use strict";
  const FAR = 24;
  let from = null;

  const end = (target) => target?.closest?.("#board button.tile[data-card], #board .onward [data-card], #board label.saucer, #board button.seat.is-lit");
  const isSeat = (element) => element.matches(".seat");
  const lies = (element) => element.matches(".onward *");
  const isPot = (element) => element.matches(".saucer");

  const send = (button, last) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "upto", value: last });
    button.form.append(field);
    try { button.form.requestSubmit(button); } finally { field.remove(); }
  };
  const give = (pot, seat) => {
    pot.control.checked = true;
    seat.form.requestSubmit(seat);
  };
  const join = (one, other) => {
    if (isPot(one) && isSeat(other)) give(one, other);
    else if (isSeat(one) && isPot(other)) give(other, one);
    else if (isSeat(one) && lies(other)) send(one, other.dataset.card);
    else if (lies(one) && isSeat(other)) send(other, one.dataset.card);
    else if (one.matches("button.tile") && other.matches("button.tile")) send(one, other.dataset.card);
  };

  document.addEventListener("pointerdown", (event) => {
    if (from && !event.isPrimary) return;
    const element = event.button ? null : end(event.target);
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    from = element && { element, answer: answers.of(element), pointer, x, y };
  });
  document.addEventListener("pointerup", ({ pointerId, clientX: x, clientY: y }) => {
    if (from?.pointer !== pointerId) return;
    const { element, answer, ...start } = from;
    from = null;
    if (document.getElementById("ahead") || Math.hypot(x - start.x, y - start.y) < FAR) return;
    const other = end(document.elementFromPoint(x, y));
    if (!other || other === element || (other.matches("button.tile") && Math.abs(x - start.x) < FAR)) return;
    document.dispatchEvent(new CustomEvent("companion:gesture"));
    const isSending = document.documentElement.hasAttribute("data-sending");
    if (isSending || !answers.stands(answer, element)) answers.late(answers.words(element));
    else join(element, other);
  });
  document.addEventListener("pointercancel", () => { from = null; });
})();
