// What another device enters is tapped here too by whoever hears it, and by then the board asks for
// what comes next. For SOON after such a change nothing counts that is tapped where, before it, the
// same player's same entry was: [data-elsewhere] says why beside it, and the next tap counts. The
// clock is this device's: it runs from when the board was seen to change, however slow the network.
//   elsewhere.change(swap)  changes the board to what another device has entered
//   elsewhere.had(spot)     what has just been entered elsewhere that could be tapped at a spot; ""
self.elsewhere = (() => {
  "use strict";
  const SOON = 420;
  const WHO = ["player", "players", "pot"];
  let changes = [];

  const board = () => document.getElementById("board");
  const version = () => Number(board().dataset.version);
  const read = ({ form, name, value }) => {
    if (name === "entry" || name === "dealt") return JSON.parse(value);
    const { do: does, "key-player": player } = form.elements;
    return { do: does?.value, player: player?.value, [name.replace("key-", "")]: value };
  };
  // A control may leave open what another one adds: a pot and its winner are two taps.
  const isOf = (entry) => (raw) =>
    raw.do === entry.do && WHO.every((key) => !raw[key] || String(raw[key]) === String(entry[key]));
  const spots = () =>
    [...board().querySelectorAll("button[name], label")].filter(({ form }) => form).map((thing) => ({
      box: thing.getBoundingClientRect(), raw: read(thing.control || thing),
    }));
  const change = (swap) => {
    const [before, shown] = [spots(), version()];
    swap();
    const { lately = "[]", said } = board().dataset;
    const entries = version() > shown ? JSON.parse(lately).slice(shown - version()) : [];
    const taken = before.filter(({ raw }) => entries.some((entry) => isOf(entry)(raw)));
    changes = [...changes.slice(-3), { at: Date.now(), said, boxes: taken.map(({ box }) => box) }];
  };
  const holds = ({ x, y }) => (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const had = (spot) =>
    changes.find(({ at, boxes }) => spot.at - at < SOON && boxes.some(holds(spot)))?.said ?? "";
  return { change, had };
})();
