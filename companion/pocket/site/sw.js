// Above are FILES: names, sizes and sums. They come from a cache that is filled once; what lies
// below in/ is answered by Python in the worker of the one page that has it. A new version, whose page
// has another sum, waits until no page is open.
const BASE = new URL("./", location).pathname;
const OURS = `companion ${BASE} `;
const CACHE = OURS + FILES.at(-1).at(-1);
const EMPTY = [204, 205, 304];

const tell = async (message) => {
  for (const page of await clients.matchAll({ type: "window", includeUncontrolled: true })) page.postMessage(message);
};
// A file is asked for by its sum: what an older version has is not fetched again.
const fetched = async (file, sum) => {
  const address = `${file}?${sum}`;
  const answer = await caches.match(address) || await fetch(address, { integrity: sum });
  if (!answer.ok) throw new Error(file);
  await (await caches.open(CACHE)).put(address, answer);
};
const fill = async () => {
  const all = FILES.reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  await Promise.all(FILES.map(async ([file, size, sum]) => {
    await fetched(file, sum);
    done += size;
    await tell({ fetched: done / all });
  }));
};
const dropOlder = async () => {
  const older = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await clients.claim();
};

const asked = async (request) => {
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), Referer: request.referrer };
  const { method, url } = request;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = pages.filter((page) => page.frameType === "top-level");
  const answers = shells.map((shell) => new Promise((answered, failed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data ? answered(data) : failed());
    shell.postMessage({ request: { method, url, headers, body } }, [port2]);
  }));
  const answer = await Promise.any(answers);
  return new Response(EMPTY.includes(answer.status) ? null : answer.body, answer);
};

const stored = async (file) => (await (await caches.open(CACHE)).match(file, { ignoreSearch: true })) || fetch(file);

self.addEventListener("install", (event) => event.waitUntil(fill().catch(async (error) => {
  await tell({ unfetched: { name: error.name, message: error.message } });
  throw error;
})));
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(BASE)) return;
  const file = pathname.slice(BASE.length);
  if (!file.startsWith("in/")) event.respondWith(stored(file === "index.html" ? "./" : file || "./"));
  else if (request.destination === "document") event.respondWith(Response.redirect(`${BASE}#${file.slice(3)}${search}`));
  else event.respondWith(asked(request).catch(() => Response.error()));
});
