// The page that stays: it has Python in a worker, and the app's pages in a frame.
(() => {
  "use strict";
  const BASE = new URL("./", location).pathname;
  const INSIDE = `${BASE}in/`;
  const WHERE = `companion-where ${BASE}`;
  const SITE = `companion${BASE.replaceAll("/", "-")}`;
  const { version } = document.documentElement.dataset;
  const languages = JSON.parse(document.getElementById("words").textContent);
  const wished = navigator.languages.map((tag) => tag.split("-")[0]).find((code) => code in languages) || "en";
  const words = languages[wished].sentences;
  const status = document.getElementById("status");
  const bar = document.querySelector("progress");
  const frame = document.getElementById("pages");
  let worker = null;
  document.documentElement.lang = wished;
  document.documentElement.dir = languages[wished].direction;

  const say = (key, detail = "") => {
    status.textContent = `${words[key]} ${detail}`.trim();
    bar.hidden = !["fetching", "starting"].includes(key);
  };
  const LACKS = {
    serviceWorker: () => "serviceWorker" in navigator,
    locks: () => "locks" in navigator,
    storage: () => navigator.storage?.getDirectory && "FileSystemFileHandle" in self,
    modules: () => "DecompressionStream" in self && "any" in Promise,
  };
  const WRONG = { QuotaExceededError: "full", SecurityError: "refused", NotAllowedError: "refused", InvalidStateError: "refused", UnknownError: "refused", NotSupportedError: "lacking" };
  const fail = ({ name, message }, otherwise = "failed") => (name in WRONG ? say(WRONG[name]) : say(otherwise, message));

  // A house whose certificate is not trusted yet: no browser keeps anything there.
  const isOfHouse = async () => {
    const { headers } = await fetch("../trust/companion-house.crt", { method: "HEAD" });
    return (headers.get("Content-Type") || "").includes("x509");
  };
  const failToFetch = async (error) => {
    if (error.name !== "SecurityError" || !await isOfHouse().catch(() => false)) return fail(error, "unfetched");
    const link = document.getElementById("trust");
    link.textContent = words.trust;
    link.hidden = false;
    return say("untrusted");
  };

  // Where the evenings cannot be opened, the file that they are in can be taken elsewhere.
  const offerFile = async () => {
    worker.terminate();
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(SITE);
    const file = await (await folder.getFileHandle("companion.sqlite")).getFile();
    const link = document.getElementById("rescue");
    link.href = URL.createObjectURL(file);
    link.textContent = words.rescue;
    link.hidden = !file.size;
  };

  const warn = (sentence, done = () => {}) => {
    const note = document.getElementById("note");
    note.querySelector("p").textContent = sentence;
    note.hidden = false;
    note.querySelector("button").onclick = () => { note.hidden = true; done(); };
  };
  // What Safari deletes after seven days, unless it is on the home screen.
  const isInstalled = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  const warnOfSafari = () => {
    const warned = `companion-warned ${BASE}`;
    if (!/^Apple/.test(navigator.vendor) || !/Mac|iP/.test(navigator.platform) || isInstalled() || localStorage.getItem(warned)) return;
    warn(words.safari, () => localStorage.setItem(warned, "yes"));
  };

  const follow = () => {
    const { location: at, document: page } = frame.contentWindow;
    if (!at.pathname.startsWith(INSIDE)) return;
    const path = at.pathname.slice(INSIDE.length) + at.search;
    history.replaceState(null, "", `#${path}`);
    worker.postMessage({ page: path });
    document.title = page.title;
    if (path.startsWith("t/")) navigator.storage.persist?.();
  };
  const show = (last, isFull) => {
    frame.addEventListener("load", follow);
    frame.src = INSIDE + (location.hash.slice(1) || last);
    frame.addEventListener("load", () => { document.body.classList.add("is-open"); if (isFull) warn(words.crowded); else warnOfSafari(); }, { once: true });
    addEventListener("hashchange", () => frame.contentWindow.location.replace(INSIDE + location.hash.slice(1)));
  };

  const startPython = () => {
    worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      if ("page" in data) return show(data.page, data.isFull);
      fail(data.failed);
      return offerFile();
    };
    worker.onerror = () => say("lacking");
    navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
      if (data.request) worker.postMessage(data, ports);
    });
    navigator.serviceWorker.startMessages();
    worker.postMessage({ start: { site: SITE, version } });
  };

  const fetchAll = async () => {
    say("fetching");
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data.fetched) bar.value = data.fetched;
      if (data.unfetched) fail(data.unfetched, "unfetched");
    });
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((now) => { navigator.serviceWorker.addEventListener("controllerchange", now, { once: true }); });
  };

  // One page has the files; another one says so, and takes over when that is closed.
  const alone = (work) => navigator.locks.request(`companion ${BASE}`, { ifAvailable: true }, async (lock) => {
    if (lock) return work();
    say("elsewhere");
    new BroadcastChannel(WHERE).postMessage("where");
    return false;
  }).then((done) => (done === false ? navigator.locks.request(`companion ${BASE}`, work) : done));
  const run = async () => {
    new BroadcastChannel(WHERE).onmessage = () => { document.title = `● ${document.title}`; };
    try {
      await fetchAll();
    } catch (error) {
      return failToFetch(error);
    }
    say("starting");
    bar.removeAttribute("value");
    startPython();
    return new Promise(() => {});
  };

  if (!self.isSecureContext) say("insecure");
  else if (Object.values(LACKS).some((has) => !has())) say("lacking");
  else alone(run).catch(fail);
})();
