// [data-wake="on"] anywhere on the page: the screen stays awake. Where a browser has a lock for it
// that is used. On plain http none has; there a small silent video keeps phones and tablets awake,
// from the first tap on. Where neither works [data-sleepy] says how to set the device.
(() => {
  "use strict";
  const { webm, mp4 } = document.currentScript.dataset;
  let lock = null;
  let video = null;

  const isWanted = () => Boolean(document.querySelector('[data-wake="on"]')) && document.visibilityState === "visible";
  const sleepy = () => {
    const line = document.querySelector("[data-sleepy]");
    if (!line) return;
    line.hidden = false;
    addEventListener("pointerdown", () => { line.hidden = true; }, { once: true });
  };
  const made = () => {
    const film = document.createElement("video");
    Object.assign(film, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true, className: "awake" });
    for (const [src, type] of [[webm, "video/webm"], [mp4, "video/mp4"]]) film.append(Object.assign(document.createElement("source"), { src, type }));
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    document.documentElement.append(film);
    return film;
  };
  const play = () => {
    if (navigator.wakeLock) return;
    if (!isWanted()) return video?.pause();
    video ??= made();
    if (video.paused) video.play().catch(sleepy);
  };
  const wake = async () => {
    if (video && !isWanted()) video.pause();
    if (!isWanted() && lock) { lock.release(); lock = null; }
    if (!isWanted() || lock || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };
  document.addEventListener("click", play);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("companion:painted", wake);
  addEventListener("pageshow", wake);
})();
