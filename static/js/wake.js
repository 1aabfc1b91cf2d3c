// [data-wake="on"] anywhere on the page: the screen stays awake.
(() => {
  "use strict";
  let lock = null;
  const wake = async () => {
    const wanted = Boolean(document.querySelector('[data-wake="on"]')) && document.visibilityState === "visible";
    if (!wanted && lock) { lock.release(); lock = null; }
    if (!wanted || lock || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("htmx:afterSettle", wake);
  addEventListener("pageshow", wake);
})();
