// Runs a script by the engine's own Python, a folder lying at /made: node run.mjs ENGINE FOLDER
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , engine, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/made", folder);
python.runPython(readFileSync(0, "utf8"));
