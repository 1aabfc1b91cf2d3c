// A run in one gesture: from a card to the last one of the run, or between that card and the seat.
//   [data-card] in the picture of leads: from the card led to the card on which the run ends
//   [data-card] of a run, and a lit seat: from one to the other, either way
(() => {
  "use strict";
  const FAR = 24;
  let from = null;

  const end = (target) => target?.closest?.("#board button.tile[data-card], #board .onward [data-card], #board button.seat.is-lit");
  const isSeat = (element) => element.matches(".seat");
  const lies = (element) => element.matches(".onward *");

  const send = (button, last) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "upto", value: last });
    button.form.append(field);
    button.form.requestSubmit(button);
    field.remove();
  };
  const join = (one, other) => {
    if (isSeat(one) && lies(other)) send(one, other.dataset.card);
    else if (lies(one) && isSeat(other)) send(other, one.dataset.card);
    else if (one.matches("button.tile") && other.matches("button.tile")) send(one, other.dataset.card);
  };

  document.addEventListener("pointerdown", (event) => {
    const element = end(event.target);
    from = element && { element, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointerup", (event) => {
    const start = from;
    from = null;
    if (document.getElementById("ahead")) return;
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
    const other = end(document.elementFromPoint(event.clientX, event.clientY));
    if (other && other !== start.element && start.element.isConnected && !document.documentElement.hasAttribute("data-sending")) join(start.element, other);
  });
  document.addEventListener("pointercancel", () => { from = null; });
})();
