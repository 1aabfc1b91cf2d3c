// What only a secure context has: a worker that shows a page of its own without a connection.
(() => {
  "use strict";
  const { worker } = document.currentScript.dataset;
  navigator.serviceWorker?.register(worker).catch(() => { /* the app works without it */ });
})();
