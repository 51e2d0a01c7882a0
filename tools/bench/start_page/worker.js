import { loadPyodide } from "./runtime/pyodide.mjs";

const python = await loadPyodide({ indexURL: new URL("./runtime/", import.meta.url).href, packages: ["numpy"] });
python.runPython("import numpy; numpy.zeros(3).sum()");
postMessage("ready");
