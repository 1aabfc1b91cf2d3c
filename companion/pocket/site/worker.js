// Python and the app, beside the page. It is told { start } once, and says { page, isFull }, the one that
// was shown last, or { failed }; then { request } with a port for the answer, one at a time, and { page }.
import { loadPyodide } from "./engine/pyodide.mjs";
import { mount, openFiles } from "./files.js";

const DATA = "/data";
const ENGINE = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
let pocket = null;
let toPy = null;
let isFull = false;

const fetched = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const inflated = async (name) => {
  const { body } = await fetch(name);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
};

// A pack is the length of its list (4 bytes), the list of paths and lengths, and the files.
const unpack = (FS, pack) => {
  const length = new DataView(pack.buffer).getUint32(0, true);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const cut = path.lastIndexOf("/");
    FS.mkdirTree(path.slice(0, cut));
    FS.createDataFile(path.slice(0, cut), path.slice(cut + 1), pack.subarray(at, at + size), true, true, true);
    at += size;
  }
};

const start = async ({ site, version }) => {
  const indexURL = new URL("engine/", location).href;
  const opened = await openFiles(site);
  isFull = opened.isFull;
  const beginning = inflated("python.gz");
  const packs = ["libraries.zst", "program.zst"].map(fetched);
  const python = await loadPyodide({
    indexURL,
    stdLibURL: `${indexURL}none.zip`,
    lockFileContents: { packages: {}, info: ENGINE },
    env: { PYTHONPATH: "/lib/python3.14", PYTHONOPTIMIZE: "2", HOME: "/home" },
    fsInit: async (FS) => {
      unpack(FS, await beginning);
      mount(FS, DATA, opened.files);
    },
  });
  const decompress = python.runPython("from compression import zstd; lambda packed: zstd.decompress(packed.to_bytes())");
  for (const pack of packs) {
    const whole = decompress(await pack);
    unpack(python.FS, whole.toJs());
    whole.destroy();
  }
  python.runPython("import importlib, sys; importlib.invalidate_caches(); sys.path.append('/app')");
  pocket = python.pyimport("companion.pocket.app").BrowserApp(DATA);
  pocket.open(version);
  toPy = python.toPy;
};

const answer = ({ method, url, headers, body }, port) => {
  try {
    const sent = [toPy(headers), toPy(body)];
    const drawn = pocket.answer(method, url, ...sent);
    const [status, told, page] = drawn.toJs();
    for (const lent of [...sent, drawn]) lent.destroy();
    port.postMessage({ status, headers: told, body: page }, [page.buffer]);
  } catch (error) {
    console.error(error);
    port.postMessage(null);
  }
};

self.onmessage = async ({ data, ports }) => {
  if (data.request) answer(data.request, ports[0]);
  else if ("page" in data) pocket.remember_page(data.page);
  else {
    try {
      await start(data.start);
      self.postMessage({ page: pocket.page, isFull });
    } catch (error) {
      console.error(error);
      self.postMessage({ failed: { name: isFull ? "QuotaExceededError" : error.name, message: String(error.message).trim().split("\n").pop() } });
    }
  }
};
