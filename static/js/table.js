// A second tablet keeps up: asks every few seconds whether the table has changed. Not while the
// page is hidden, a tap is on its way, or something on the board is chosen, typed or open.
(() => {
  "use strict";
  const EVERY = 3000;
  const board = () => document.getElementById("board");

  const isTouched = (field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  const isInUse = () =>
    [...board().querySelectorAll("input:not([type=hidden])")].some(isTouched) ||
    board().querySelector("details[open]") !== null;

  const look = () => {
    const { poll, seen } = board().dataset;
    htmx.ajax("GET", `${poll}?seen=${seen}`, { source: "#board", target: "#board", swap: "morph" });
  };
  setInterval(() => {
    const busy = document.documentElement.classList.contains("is-busy");
    if (board() && document.visibilityState === "visible" && !busy && !isInUse()) look();
  }, EVERY);
})();
