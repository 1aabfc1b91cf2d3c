// A second tablet keeps up: asks every few seconds whether the table has changed. Not while the
// page is hidden, a tap is on its way or lost, or something on the board is chosen, typed or open.
(() => {
  "use strict";
  const EVERY = 3000;
  const board = () => document.getElementById("board");
  const bar = () => document.getElementById("offline");
  let ours = false;

  const isTouched = (field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  const isInUse = () =>
    document.documentElement.classList.contains("is-busy") ||
    [...board().querySelectorAll("input:not([type=hidden])")].some(isTouched) ||
    board().querySelector("details[open]") !== null;

  const show = (lost) => {
    if (lost) bar().querySelector("[data-offline-text]").textContent = bar().dataset.offline;
    bar().hidden = !lost;
    ours = lost;
  };
  const look = async () => {
    const { poll, version } = board().dataset;
    const answer = await fetch(`${poll}?version=${version}`, { headers: { "HX-Request": "true" } });
    if (ours) show(false);
    if (answer.status !== 200) return;
    const text = await answer.text();
    if (board()?.dataset.version === version && !isInUse()) htmx.swap(board(), text, { swapStyle: "morph" }, { contextElement: board() });
  };
  setInterval(() => {
    const tapLost = !bar().hidden && !ours;
    if (!board() || document.visibilityState !== "visible" || tapLost || isInUse()) return;
    look().catch(() => show(true));
  }, EVERY);
})();
