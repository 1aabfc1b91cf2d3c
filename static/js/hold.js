// A seat or a card of the picture that is held shows how its player goes on. The finger slides to
// where that ends and lets go; resting there it goes on from there. Lifted where it came down it
// has tapped. The picture shown is inert: only what of it lies under the finger counts. Where another
// device was quicker "companion:late" says so.
//   [data-ahead]           held, this link or this plate shows the picture of that address
(() => {
  "use strict";
  const HOLD = 350;
  const FAR = 24;
  const NEAR = 10;
  let press = null;
  let lifted = -HOLD;

  const ask = () => document.getElementById("ask");
  const shown = () => document.getElementById("ahead");
  const held = (target) => target.closest?.("#board button.seat[name=entry], #board button.tile[name=entry], #board [data-ahead]");
  const address = (end) => {
    if (end?.name !== "entry") return end?.dataset.ahead;
    return ask()?.dataset.ahead && `${ask().dataset.ahead}?entry=${encodeURIComponent(end.value)}`;
  };
  const isFar = ({ x, y }) => Math.hypot(x - press.spot.x, y - press.spot.y) > (shown() ? NEAR : FAR);
  const under = ({ x, y }) => [...shown().querySelectorAll("button, a")].find((end) => {
    const box = end.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });

  const show = async (picture) => {
    const asked = press;
    const answer = await fetch(picture).catch(() => null);
    const html = answer?.status === 200 && await answer.text();
    if (!html || press !== asked || asked.picture !== picture) return;
    shown()?.remove();
    ask().insertAdjacentHTML("beforeend", html);
    Object.assign(press, { spot: press.at, moved: false, end: null });
  };
  const rest = (picture) => {
    clearTimeout(press.timer);
    press.picture = picture;
    if (picture) press.timer = setTimeout(show, HOLD, picture);
  };
  const leave = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  const over = () => {
    leave();
    shown()?.remove();
  };

  document.addEventListener("pointerdown", (event) => {
    if (press && !event.isPrimary) return;
    over();
    const button = held(event.target);
    const picture = address(button);
    if (!picture || event.button || document.documentElement.hasAttribute("data-sending")) return;
    const spot = { x: event.clientX, y: event.clientY };
    press = { pointer: event.pointerId, spot, at: spot, moved: false, end: null };
    rest(picture);
  });
  document.addEventListener("pointermove", ({ clientX: x, clientY: y, pointerId, buttons }) => {
    if (press?.pointer !== pointerId) return;
    if (!buttons) return over();
    press.at = { x, y };
    press.moved ||= isFar(press.at);
    if (!press.moved) return;
    if (press.end && !shown()) return;
    const end = shown() && under(press.at);
    if (end === press.end && shown()) return;
    press.end?.classList.remove("is-under");
    press.end = end;
    end?.classList.add("is-under");
    rest(address(end));
  });
  document.addEventListener("pointerup", ({ timeStamp, pointerId }) => {
    if (press?.pointer !== pointerId) return;
    const { moved, end } = press;
    lifted = timeStamp;
    leave();
    if (moved && (end || shown())) document.dispatchEvent(new CustomEvent("companion:gesture"));
    if (!moved || !end) shown()?.remove();
    else if (end.isConnected) end.click();
    else answers.late(answers.words(end));
  });
  document.addEventListener("pointercancel", ({ pointerId }) => { if (press?.pointer === pointerId) over(); });
  for (const away of ["blur", "visibilitychange"]) addEventListener(away, over);
  // Some open a menu for a long touch, when it ends.
  document.addEventListener("contextmenu", (event) => {
    if (press || shown() || event.timeStamp - lifted < HOLD) event.preventDefault();
  });
})();
