// Files that the browser keeps for this site (OPFS) as files of Python: what SQLite writes and
// syncs is on the disk when it goes on. They are known beforehand and never removed: to remove one
// is to empty it, and SQLite takes an empty journal for none.
const NAMES = ["companion.sqlite", "companion.sqlite-journal", "before.sqlite", "device.json"];
const FULL = 51;
const PROBE = 2 ** 21;
const TRIES = 50;

const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

// The worker of a page that was just closed may hold a file for a moment still.
const openFile = async (folder, name) => {
  const file = await folder.getFileHandle(name, { create: true });
  for (let tries = 0; ; tries += 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === TRIES) throw error;
      await pause(100);
    }
  }
};

const hasRoom = (handle) => {
  const size = handle.getSize();
  try {
    return handle.write(new Uint8Array(PROBE), { at: size }) === PROBE;
  } catch {
    return false;
  } finally {
    handle.truncate(size);
  }
};

export const openFiles = async (site) => {
  if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype)) throw new DOMException("", "NotSupportedError");
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(site, { create: true });
  const opened = [];
  for (const name of NAMES) opened.push([name, await openFile(folder, name)]);
  const isFull = !hasRoom(opened[1][1]);
  // A disk that is full is told of before an evening begins; one that is here can still be read.
  if (isFull && !opened[0][1].getSize()) throw new DOMException("", "QuotaExceededError");
  return { files: opened, isFull };
};

const writeAll = (FS, handle, bytes, at) => {
  try {
    if (handle.write(bytes, { at }) === bytes.length) return bytes.length;
  } catch { /* it is as full as where less is written */ }
  throw new FS.ErrnoError(FULL);
};

export const mount = (FS, folder, files) => {
  const handles = new Map(files);
  FS.mkdirTree(folder);
  const { node: above } = FS.lookupPath(folder);
  const unlink = above.node_ops.unlink;
  above.node_ops = { ...above.node_ops, unlink: (parent, name) => (handles.has(name) ? handles.get(name).truncate(0) : unlink(parent, name)) };
  for (const [name, handle] of handles) {
    const node = FS.create(`${folder}/${name}`);
    const setattr = node.node_ops.setattr;
    Object.defineProperty(node, "usedBytes", { get: () => handle.getSize(), set: () => {} });
    node.node_ops = { ...node.node_ops, setattr: (of, attributes) => {
      if (attributes.size !== undefined) handle.truncate(attributes.size);
      else setattr(of, attributes);
    } };
    node.stream_ops = {
      ...node.stream_ops,
      read: (_, buffer, offset, length, at) => handle.read(buffer.subarray(offset, offset + length), { at }),
      write: (_, buffer, offset, length, at) => writeAll(FS, handle, buffer.subarray(offset, offset + length), at),
      fsync: () => { handle.flush(); return 0; },
    };
  }
};
