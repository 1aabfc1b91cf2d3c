// Every device keeps up: boards come by a stream in the moment in which the table changes. Where
// there is none, this asks every few seconds whether it has. What comes is kept back while a tap
// is on its way or lost, or something on the board is chosen or typed.
(() => {
  "use strict";
  const EVERY = 3000;
  const script = document.currentScript;
  const board = () => document.getElementById("board");
  const bar = () => document.getElementById("offline");
  const shown = () => Number(board().dataset.version);
  const at = board()?.dataset.at;
  if (!at || !script.dataset.live) return;
  let ours = false;
  let up = false;
  let kept = null;
  let port = null;

  const isTouched = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const isInUse = () =>
    document.documentElement.hasAttribute("data-sending") ||
    [...board().querySelectorAll("input:not([type=hidden])")].some(isTouched);

  const show = (lost) => {
    if (lost) bar().querySelector("[data-offline-text]").textContent = bar().dataset.offline;
    bar().hidden = !lost;
    ours = lost;
  };
  const swap = (html) => elsewhere.change(() => {
    htmx.swap(board(), html, { swapStyle: "morph" }, { contextElement: board() });
  });
  const take = () => {
    if (!kept || !board() || isInUse()) return;
    const { version, html, again } = kept;
    kept = null;
    if (version > shown() || (again && version === shown())) swap(html);
  };
  const look = async () => {
    const version = shown();
    const answer = await fetch(`${board().dataset.poll}?version=${version}`, { headers: { "HX-Request": "true" } });
    if (ours) show(false);
    if ([403, 404, 410].includes(answer.status)) location.reload();
    if (answer.status !== 200) return;
    const html = await answer.text();
    if (shown() === version && !isInUse()) swap(html);
  };
  const tapLost = () => !bar().hidden && !ours;
  const seen = () => document.visibilityState === "visible";
  setInterval(() => {
    if (!board() || !seen() || tapLost() || isInUse()) return;
    take();
    if (!up) look().catch(() => show(true));
  }, EVERY);

  const hear = ({ data }) => {
    if ("up" in data) up = data.up;
    else if (data.gone) location.reload();
    else if (!kept || data.version >= kept.version) kept = data;
    if (up && ours) show(false);
    take();
  };
  const say = (more) => port?.postMessage({ at, version: shown(), ...more });
  const greet = () => {
    if (!seen()) return say({ bye: true });
    say({ live: script.dataset.live });
    if (!tapLost() && !isInUse()) look().catch(() => show(true));
  };
  const begin = (made) => {
    port = made;
    port.onmessage = hear;
    port.start?.();
    say({ live: script.dataset.live });
    document.addEventListener("visibilitychange", greet);
    addEventListener("pagehide", () => say({ bye: true }));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) greet(); });
  };
  const beginHere = () => {
    const here = document.createElement("script");
    here.onload = () => {
      const { port1, port2 } = new MessageChannel();
      self.companionLive(port1);
      begin(port2);
    };
    here.src = script.dataset.worker;
    document.head.append(here);
  };
  try { begin(new SharedWorker(script.dataset.worker).port); } catch { beginHere(); }

  document.addEventListener("companion:painted", () => { if (board()) say(); });
  for (const over of ["companion:answered", "change"]) document.addEventListener(over, () => setTimeout(take), true);
  addEventListener("online", () => { if (seen()) look().catch(() => show(true)); });
})();
