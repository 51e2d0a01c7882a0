import { loadPyodide } from "../runtime/pyodide.mjs";

const python = await loadPyodide({ packages: ["numpy"] });
python.runPython("import numpy; numpy.zeros(3).sum()");
postMessage("ready");
