// What just happened, for the eye, the ear and the hand: a few chips fly from who paid to who was
// paid, many out of a kitty that is won, and, where this device wants it, a sound and a buzz. At the
// end of the evening the podium rises, and a tap anywhere lets it stand. Never in the way of a tap.
(() => {
  "use strict";
  const FLIGHT = 300;
  const LAST = 100;
  const MOST = 12;
  const BURST = 600;
  const MANY = 18;
  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let seen = document.getElementById("board")?.dataset.version;

  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const move = ([left, top]) => ({ transform: `translate(${left}px, ${top}px)` });
  const fly = (way, timing) => {
    const chip = document.createElement("span");
    chip.className = "flying-chip";
    document.body.append(chip);
    const flight = chip.animate(way.map(move), { easing: "ease-in-out", fill: "both", ...timing });
    flight.finished.finally(() => chip.remove());
  };
  const across = ([x, y], [toX, toY], place) =>
    fly([[x, y], [(x + toX) / 2, (y + toY) / 2 - 40], [toX, toY]], { duration: FLIGHT, delay: Math.min(place * 12, LAST) });
  // Round about the saucer first, each chip another way, then together to the winner.
  const burst = (board) => {
    const won = board.querySelector(":is([data-kind=kitty], [data-kind=jackpot]).is-empty .delta.is-loss");
    const winner = won && board.querySelector(".seat .delta.is-gain");
    if (!winner) return;
    const [[x, y], to] = [middle(won), middle(winner)];
    for (let chip = 0; chip < MANY; chip += 1) {
      const [turn, far] = [chip * 2.4, 40 + (chip * 37) % 70];
      const out = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
      fly([[x, y], out, to], { duration: BURST - LAST, delay: (chip * 29) % LAST });
    }
  };
  const chips = (board) => {
    const payers = [...board.querySelectorAll(".delta.is-loss")].filter((paid) => paid.getClientRects().length);
    const paid = [...board.querySelectorAll(".delta.is-gain")];
    if (!payers.length || !paid.length) return;
    const each = payers.length * paid.length > MOST ? 1 : Math.max(1, Math.floor(4 / (payers.length * paid.length)));
    // Everything is measured before the first chip is laid: the page is laid out once.
    const pairs = payers.map(middle).flatMap((from) => paid.map((to) => [from, middle(to)]));
    const few = pairs.filter((_, place) => place % Math.ceil((pairs.length * each) / MOST) === 0);
    few.forEach(([from, to], place) => {
      for (let chip = 0; chip < each; chip += 1) across(from, to, place + chip * 2);
    });
  };
  const rising = () => document.querySelector(".podium.is-new");
  const wants = (sense) => root.dataset[sense] === "on";
  const play = (board) => {
    if (board.querySelector(".won")) sounds.chord();
    else if (board.querySelector(".pot .delta.is-loss")) sounds.rattle();
    else sounds.tick();
  };

  document.addEventListener("companion:painted", () => {
    const board = document.getElementById("board");
    if (!board || board.dataset.version === seen) return;
    seen = board.dataset.version;
    if (!still.matches) {
      chips(board);
      burst(board);
    }
    if (wants("sound") && !rising()) play(board);
    if (wants("buzz")) navigator.vibrate?.(15);
  });
  // Each step of the podium sounds as it rises.
  document.addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName !== "step-up" || !wants("sound")) return;
    if (target.matches(".podium-1")) sounds.chord();
    else sounds.tick();
  });
  for (const tap of ["pointerdown", "keydown"]) {
    document.addEventListener(tap, () => {
      if (!rising()) return;
      for (const motion of document.getElementById("board").getAnimations({ subtree: true })) motion.finish();
    }, true);
  }
})();
