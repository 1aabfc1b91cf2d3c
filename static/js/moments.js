// What just happened, for the eye, the ear and the hand: a few chips fly from who paid to who was
// paid, and, where this device wants it, a click and a buzz. Never in the way of a tap.
(() => {
  "use strict";
  const FLIGHT = 300;
  const LAST = 100;
  const MOST = 12;
  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let seen = document.getElementById("board")?.dataset.version;
  let audio = null;

  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const fly = ([x, y], [toX, toY], place) => {
    const chip = document.createElement("span");
    chip.className = "flying-chip";
    document.body.append(chip);
    const move = (left, top) => `translate(${left}px, ${top}px)`;
    const flight = chip.animate(
      [{ transform: move(x, y) }, { transform: move((x + toX) / 2, (y + toY) / 2 - 40) }, { transform: move(toX, toY) }],
      { duration: FLIGHT, delay: Math.min(place * 12, LAST), easing: "ease-in-out", fill: "both" },
    );
    flight.finished.finally(() => chip.remove());
  };
  const chips = (board) => {
    const payers = [...board.querySelectorAll(".delta.is-loss")];
    const paid = [...board.querySelectorAll(".delta.is-gain")];
    if (!payers.length || !paid.length) return;
    const each = payers.length * paid.length > MOST ? 1 : Math.max(1, Math.floor(4 / (payers.length * paid.length)));
    // Everything is measured before the first chip is laid: the page is laid out once.
    const pairs = payers.map(middle).flatMap((from) => paid.map((to) => [from, middle(to)]));
    const few = pairs.filter((_, place) => place % Math.ceil((pairs.length * each) / MOST) === 0);
    few.forEach(([from, to], place) => {
      for (let chip = 0; chip < each; chip += 1) fly(from, to, place + chip * 2);
    });
  };
  const click = () => {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = 1400;
    loudness.gain.setValueAtTime(0.12, audio.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.06);
    tone.connect(loudness).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.07);
  };

  document.addEventListener("companion:painted", () => {
    const board = document.getElementById("board");
    if (!board || board.dataset.version === seen) return;
    seen = board.dataset.version;
    if (!still.matches) chips(board);
    if (root.dataset.sound === "on") click();
    if (root.dataset.buzz === "on") navigator.vibrate?.(15);
  });
})();
