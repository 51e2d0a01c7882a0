/* Compiles modules of the standard library with the runtime that will run them: node bytecode.mjs RUNTIME OUT
 * The names of the modules, one a line, come on standard input. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, out] = process.argv.slice(2);
const COMPILE = `
import importlib._bootstrap_external as loader, importlib.util, zipfile
wanted = set(open("/names").read().split())
root = "/lib/python314.zip/"
with zipfile.ZipFile("/in.zip") as source, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for name in sorted(source.namelist()):
        if name.endswith("/"):
            continue
        data = source.read(name)
        if name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") in wanted and name.endswith(".py"):
            code = compile(data, root + name, "exec", dont_inherit=True, optimize=0)
            data = loader._code_to_hash_pyc(code, importlib.util.source_hash(data), False)
            name += "c"
        target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
`;

const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(`${runtime}/python_stdlib.zip`)));
python.FS.writeFile("/names", new Uint8Array(readFileSync(0)));
python.runPython(COMPILE);
writeFileSync(out, python.FS.readFile("/out.zip"));
