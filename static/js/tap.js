// A tap is one tap.
//   A tap at the spot of the last one that counted, within 350 ms of it, is that one once more: it
//   does nothing, on whatever page it lands, nor does any gesture begin with it. So is a tap on the
//   very button that is on its way. What was tapped shakes then, and [data-once] says so beside it;
//   likewise where another device has just entered what could be tapped there (see elsewhere.js).
//   A tap counts for what the finger came down on, as long as it stands for the same (made while
//   another is on its way: as long as it would be entered after it): a browser looks anew at what
//   lies under the finger when it lifts. Where none makes a click (a long touch, a palm on the
//   glass, a finger that slips on its button) there is one all the same.
//   A tap made while another is on its way is kept, by keyboard too. When the answer is there it is
//   entered if its own answer still stands: the same entry, or the same seat for the same kind of
//   question. Otherwise [data-late] says that it was not; "companion:late" tells of others, and,
//   with leaves, on the next page. After "companion:gesture" the press lifted last is no tap.
// Typed fields and Retry are excused: there, two taps are two.
(() => {
  "use strict";
  const AGAIN = 350;
  const NEAR = 36;
  const CLICKS = 150;
  const TOLD = 1200;
  const SHAKE = [{ translate: 0 }, { translate: "-6px" }, { translate: "6px" }, { translate: 0 }];
  const TYPED = "input:not([type=radio]):not([type=checkbox]), select, textarea";
  const FREE = `[data-retry], [data-retry] *, ${TYPED}`;
  const BEFORE = "companion-tap";
  const LATE = "companion-late";
  const isSending = () => document.documentElement.hasAttribute("data-sending");
  const presses = new Map();
  const told = new Set();
  let last = null;
  let kept = null;
  let silent = 0;

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

  const submitter = (target) => target.closest?.("button:not([type=button])");
  const thingOf = (target) => {
    const thing = target?.closest?.("a, button, label, summary, input, select, textarea");
    return thing?.control || thing || null;
  };
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const show = () => {
    const notice = document.querySelector("[data-late]");
    if (!notice) return;
    notice.hidden = !told.size;
    notice.querySelector("[data-late-what]").textContent = [...told].join(", ");
  };
  const say = (words) => {
    told.add(words);
    show();
  };
  const hush = () => {
    if (!told.size) return;
    told.clear();
    show();
  };
  const sayOnce = ({ target, clientX, clientY }, entered) => {
    const words = document.querySelector("[data-once]");
    if (!words) return;
    words.textContent = entered ? words.dataset.elsewhere.replace("{entry}", entered) : words.dataset.twice;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) target.closest("a, button, label, summary")?.animate(SHAKE, 200);
    words.hidden = false;
    const inside = (at, half, all) => Math.max(half, Math.min(at, all - half));
    words.style.left = `${inside(clientX, words.offsetWidth / 2, innerWidth)}px`;
    words.style.top = `${inside(clientY - 48, words.offsetHeight / 2, innerHeight)}px`;
    clearTimeout(silent);
    silent = setTimeout(() => { words.hidden = true; }, TOLD);
  };
  // An entry says all of itself; anything else answers the question that it was tapped at.
  const standing = ({ id, kind, name, value, question }) => {
    const now = answers.of(document.body);
    const seat = id && now.kind === kind && document.getElementById(id);
    if (seat && seat.name === name && !seat.disabled) return seat;
    const isIt = (button) => button.value === value && (name === "entry" || answers.of(button).question === question);
    return [...document.getElementsByName(name)].find((button) => button.matches("button:not(:disabled)") && isIt(button));
  };
  const isLate = (press) => {
    if (!press.answer || answers.stands(press.answer, press.thing)) return false;
    if (press.isAhead && standing(press.answer) === press.thing) return false;
    if (press.thing.matches("button")) say(press.words);
    return true;
  };

  document.addEventListener("pointerdown", (event) => {
    const tap = { x: event.clientX, y: event.clientY, at: timeOf(event) };
    const thing = thingOf(event.target);
    const isSent = thing?.matches(".is-sent, .is-pending");
    const entered = elsewhere.had(tap);
    const again = isSent || entered || (!event.target.closest(FREE) && isAgain(tap, stored(BEFORE)));
    for (const [pointer, { isLifted }] of presses) if (isLifted) presses.delete(pointer);
    presses.set(event.pointerId, {
      again, thing, answer: thing && answers.of(thing), words: thing && answers.words(thing), isAhead: isSending(),
    });
    hush();
    if (!again) return store(BEFORE, tap);
    event.stopImmediatePropagation();
    if (thing) sayOnce(event, entered);
  }, true);

  const click = (press) => {
    press.isOver = true;
    if (!isLate(press)) press.thing.click();
  };
  document.addEventListener("pointerup", ({ pointerId, pointerType, clientX, clientY }) => {
    const press = presses.get(pointerId);
    if (!press) return;
    press.isLifted = true;
    last = press;
    if (!press.thing || press.again || press.isClicked) return;
    press.isOver = isLate(press);
    const isTouched = pointerType !== "mouse" && press.thing.closest("#board") && !press.thing.matches(TYPED);
    if (press.isOver || !isTouched || thingOf(document.elementFromPoint(clientX, clientY)) !== press.thing) return;
    press.timer = setTimeout(click, CLICKS, press);
  }, true);
  document.addEventListener("pointercancel", ({ pointerId }) => presses.delete(pointerId), true);
  document.addEventListener("companion:gesture", () => {
    if (!last) return;
    clearTimeout(last.timer);
    last.isOver = true;
    hush();
  });

  // A key taps the middle of its button.
  const isElsewhere = (target) => {
    const { x, y, width, height } = target.getBoundingClientRect();
    const spot = { x: x + width / 2, y: y + height / 2, at: Date.now() };
    const entered = elsewhere.had(spot);
    if (entered) sayOnce({ target, clientX: spot.x, clientY: spot.y }, entered);
    return Boolean(entered);
  };
  document.addEventListener("companion:typed", (event) => { if (isElsewhere(event.target)) event.preventDefault(); });

  const pressOf = (event) => {
    if (!event.isTrusted || (event.detail === 0 && !event.clientX)) return null;
    return presses.get(event.pointerId) || last;
  };
  const isAstray = (press, target) => {
    if (press.again || press.isOver) return true;
    if (thingOf(target) === press.thing) return isLate(press);
    if (press.thing?.matches("button")) say(press.words);
    return true;
  };
  document.addEventListener("click", (event) => {
    const press = pressOf(event);
    clearTimeout(press?.timer);
    const button = submitter(event.target);
    if (press) press.isClicked = true;
    else if (button && isElsewhere(button)) return stop(event);
    if (press && isAstray(press, event.target)) stop(event);
    else if (button?.form && isSending()) {
      stop(event);
      if (kept) say(kept.words);
      kept = { ...answers.of(button), words: answers.words(button) };
    }
  }, true);

  // A key that is held down is pressed once.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  }, true);

  document.addEventListener("companion:answered", ({ detail }) => {
    if (!kept || detail.leaves) return;
    const tap = kept;
    kept = null;
    const button = detail.drawn && standing(tap);
    if (button) button.form.requestSubmit(button);
    else say(tap.words);
  });
  document.addEventListener("companion:late", ({ detail: { words, leaves } }) => {
    if (leaves) kept = { words };
    else say(words);
  });
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
