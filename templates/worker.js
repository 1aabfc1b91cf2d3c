// Without a connection: the files that pages are made of, and a page that says so. What is on the
// table always comes from the server.
"use strict";
const KEPT = "companion-{{ version }}";
const AWAY = "{{ url_for('trust.offline') }}";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([AWAY, {% for file in files %}"{{ file }}"{{ ', ' if not loop.last }}{% endfor %}])));
});
self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(AWAY)));
  else if (request.method === "GET" && request.url.includes("/static/")) {
    event.respondWith(caches.match(request).then((found) => found || fetch(request)));
  }
});
