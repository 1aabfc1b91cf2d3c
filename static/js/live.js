// One stream for all tabs of a browser, which holds six connections to a server at most: where it
// can it runs as a SharedWorker, else in the one tab that is seen.
//   a tab says    { live, at, version }   it looks at an address, and shows a version of it
//                 { at, version }         it shows another version now
//                 { bye }                 it is not seen any more
//   and is told   { up }                  whether messages come
//                 { at, version, html, again }   the board; again: of the same version
//                 { at, gone }            this address is not good any more
"use strict";
{
  const QUIET = 40_000;
  const SOON = 1_000;
  const LATER = 5_000;
  const BEHIND = 500;
  const tabs = new Map();
  let source = null;
  let asked = "";
  let again = 0;
  let silence = 0;
  let opening = 0;
  let catching = 0;
  let up = false;

  const tell = (message) => {
    for (const [port, tab] of tabs) if (!message.at || tab.at === message.at) port.postMessage(message);
  };
  const setUp = (now) => {
    up = now;
    tell({ up });
  };
  const close = () => {
    clearTimeout(again);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
  const lost = (wait) => {
    close();
    setUp(false);
    again = setTimeout(open, wait * (1 + Math.random()));
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => lost(0), QUIET);
    if (!up) setUp(true);
  };
  const drawn = (isAgain) => ({ data }) => {
    heard();
    const [head, ...lines] = data.split("\n");
    const [at, version] = head.split(" ");
    tell({ at, version: Number(version), html: lines.join("\n"), again: isAgain });
  };
  const wanted = () => {
    const oldest = new Map();
    for (const { at, version } of tabs.values()) oldest.set(at, Math.min(version, oldest.get(at) ?? version));
    return [...oldest];
  };
  const open = () => {
    close();
    const boards = wanted();
    asked = boards.map(([at]) => at).sort().join();
    if (!boards.length) return;
    const query = boards.map(([at, version]) => `at=${encodeURIComponent(at)}~${version}`).join("&");
    source = new EventSource(`${[...tabs.values()][0].live}?${query}`);
    source.onopen = heard;
    source.onerror = () => lost(source.readyState === EventSource.CLOSED ? LATER : SOON);
    source.addEventListener("beat", heard);
    source.addEventListener("board", drawn(false));
    source.addEventListener("again", drawn(true));
    source.addEventListener("gone", ({ data }) => tell({ at: data, gone: true }));
  };
  // The tab that has tapped has its board by the answer, and nothing comes for it: another one of
  // this browser that looks at the same asks for itself.
  const catchUp = () => {
    catching = 0;
    const newest = new Map();
    for (const { at, version } of tabs.values()) newest.set(at, Math.max(version, newest.get(at) ?? version));
    if ([...tabs.values()].some(({ at, version }) => version < newest.get(at))) open();
  };
  const hear = (port, { live, at, version, bye }) => {
    if (bye) tabs.delete(port);
    else tabs.set(port, { ...tabs.get(port), at, version, ...(live && { live }) });
    if (live) port.postMessage({ up });
    clearTimeout(opening);
    if (wanted().map(([address]) => address).sort().join() !== asked) opening = setTimeout(open, 20);
    if (tabs.size > 1) catching ||= setTimeout(catchUp, BEHIND);
  };
  const connect = (port) => {
    port.onmessage = ({ data }) => hear(port, data);
    port.start?.();
  };
  if ("onconnect" in self) self.onconnect = ({ ports }) => connect(ports[0]);
  else self.companionLive = connect;
}
