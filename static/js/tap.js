// A tap is one tap.
//   Of two taps at one spot within 350 ms the second is the first once more, and does nothing,
//   on whatever page it lands; nor does any gesture begin with it.
//   A tap made while another is on its way is kept, by keyboard too. When the answer is there it is entered if its
//   own answer still stands: the same entry, or the same seat for the same kind of question.
//   Otherwise [data-late] says that it was not; "companion:late" may tell of others (null: none).
// Typed fields and Retry are excused: there, two taps are two.
// companionWords(button) gives the words by which a button is told: its player, or all that is said.
self.companionWords = (button) => {
  const said = (button.querySelector(".seat-name") || button).cloneNode(true);
  for (const seen of said.querySelectorAll("[aria-hidden=true]")) seen.remove();
  return said.textContent.replace(/\s+/g, " ").trim();
};
(() => {
  "use strict";
  const AGAIN = 350;
  const NEAR = 36;
  const FREE = "[data-retry], [data-retry] *, input:not([type=radio]):not([type=checkbox]), select, textarea";
  const BEFORE = "companion-tap";
  const LATE = "companion-late";
  const root = document.documentElement;
  let press = null;
  let kept = null;

  const stored = (key) => {
    try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
  };
  const store = (key, value) => {
    try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* this page only */ }
  };

  // When the finger came down, by the clock on the wall: the last page had another one.
  const timeOf = (event) => Date.now() - Math.min(Math.max(performance.now() - event.timeStamp, 0), 5000);
  const isAgain = (tap, before) =>
    Boolean(before) && tap.at - before.at < AGAIN && Math.hypot(tap.x - before.x, tap.y - before.y) < NEAR;

  const answerOf = (button) => ({
    id: button.id,
    name: button.name,
    value: button.value,
    kind: document.getElementById("ask")?.dataset.kind,
    words: companionWords(button),
  });
  const submitter = (target) => target.closest?.("button:not([type=button])");
  const isSame = (one, other) => one.name === other.name && one.value === other.value;
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  document.addEventListener("pointerdown", (event) => {
    const tap = { x: event.clientX, y: event.clientY, at: timeOf(event) };
    const button = submitter(event.target);
    const again = !event.target.closest(FREE) && isAgain(tap, stored(BEFORE));
    press = { again, button, answer: button && answerOf(button) };
    store(BEFORE, tap);
    say(null);
    if (again) event.stopImmediatePropagation();
  }, true);

  document.addEventListener("click", (event) => {
    if (!event.isTrusted || (event.detail === 0 && !event.clientX)) press = null;
    const button = submitter(event.target);
    if (press?.again) stop(event);
    else if (press?.button && press.button === button && !isSame(press.answer, answerOf(button))) {
      stop(event);
      say(press.answer.words);
    } else if (button?.form && root.hasAttribute("data-sending")) {
      stop(event);
      if (kept) say(kept.words);
      kept = answerOf(button);
    }
  }, true);

  // A button that was replaced between press and release is not clicked.
  document.addEventListener("pointerup", () => {
    if (press?.button && !press.again && !press.button.isConnected) say(press.answer.words);
  }, true);

  // A key that is held down is pressed once.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  }, true);

  const say = (words) => {
    const notice = document.querySelector("[data-late]");
    if (!notice) return;
    notice.hidden = !words;
    if (words) notice.querySelector("[data-late-what]").textContent = words;
  };

  const standing = ({ id, kind, name, value }) => {
    const seat = id && document.getElementById("ask")?.dataset.kind === kind && document.getElementById(id);
    if (seat && seat.name === name && !seat.disabled) return seat;
    return [...document.querySelectorAll("button[name]:not(:disabled)")].find((button) => isSame(button, { name, value }));
  };
  document.addEventListener("companion:answered", ({ detail }) => {
    if (!kept || detail.leaves) return;
    const tap = kept;
    kept = null;
    const button = detail.drawn && standing(tap);
    if (button) button.form.requestSubmit(button);
    else say(tap.words);
  });
  document.addEventListener("companion:late", ({ detail }) => say(detail));
  addEventListener("pagehide", () => {
    if (kept) store(LATE, kept.words);
    kept = null;
  });
  addEventListener("pageshow", () => {
    const words = stored(LATE);
    store(LATE, null);
    if (words) say(words);
  });
})();
