"""The modules of the standard library that a start imports, compiled: half of a first visit went into compiling them.

Bytecode belongs to one release of Python, so the pinned runtime itself makes it, under Node. What comes out is pinned
by its hash like everything else of others. Where there is no Node, or where it makes other bytes, the released
library stays, and only the first visit is slower.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.store import cache_root, sha256_of

LIBRARY = "python_stdlib.zip"
COMPILED = "66ae53d5e18bc41fa61c0575fd5230948cbd12dea99a4e607c4e0b42c10ea78c"
SCRIPT = Path(__file__).with_suffix(".mjs")
MODULES = """
__future__ _colorize _compat_pickle _frozen_importlib _frozen_importlib_external _markupbase _opcode_metadata
_py_warnings _pyodide _pyodide._base _pyodide._core_docs _pyodide._future_helper _pyodide._importhook
_pyodide.docs_argspec _pyodide.docstring _pyodide.jsbind _ssl _weakrefset annotationlib ast asyncio
asyncio.base_events asyncio.base_futures asyncio.base_subprocess asyncio.base_tasks asyncio.constants
asyncio.coroutines asyncio.events asyncio.exceptions asyncio.format_helpers asyncio.futures asyncio.graph
asyncio.locks asyncio.log asyncio.mixins asyncio.protocols asyncio.queues asyncio.runners asyncio.selector_events
asyncio.sslproto asyncio.staggered asyncio.streams asyncio.subprocess asyncio.taskgroups asyncio.tasks asyncio.threads
asyncio.timeouts asyncio.transports asyncio.trsock asyncio.unix_events base64 bisect bz2 codeop collections
compression compression._common compression._common._streams compression.zstd compression.zstd._zstdfile concurrent
concurrent.futures concurrent.futures._base contextlib contextvars copy copyreg csv ctypes ctypes._endian dataclasses
datetime dis email encodings encodings.aliases encodings.cp437 encodings.utf_8 enum fnmatch functools glob heapq html
html.entities html.parser importlib importlib._abc importlib._bootstrap importlib._bootstrap_external importlib.abc
importlib.metadata importlib.metadata._collections importlib.metadata._functools importlib.metadata._itertools
importlib.metadata._meta importlib.resources importlib.resources._common importlib.resources._functional
importlib.resources.abc inspect json json.decoder json.encoder json.scanner keyword linecache locale logging lzma
numbers opcode operator pathlib pathlib._os pickle platform pyodide pyodide._package_loader pyodide._state
pyodide.code pyodide.common pyodide.ffi pyodide.webloop random re re._casefix re._compiler re._constants re._parser
reprlib selectors shutil signal socket ssl string struct subprocess sysconfig tarfile tempfile textwrap threading
token tokenize traceback types typing warnings weakref zipfile zipfile._path zipfile._path.glob
"""


def compile_library(runtime: Path) -> bool:
    """Put the library with compiled modules in the place of the released one.

    Args:
        runtime: the site's folder of the runtime, complete.

    Returns:
        Whether that could be done.
    """
    kept = cache_root() / "compiled" / COMPILED / LIBRARY
    if not (kept.is_file() and sha256_of(kept) == COMPILED) and not _made(runtime, kept):
        return False
    shutil.copyfile(kept, runtime / LIBRARY)
    return True


def _made(runtime: Path, target: Path) -> bool:
    node = shutil.which("node")
    if node is None:
        print("Node is not installed: the standard library is served uncompiled, and first visits take longer.")
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".new")
    command = [node, str(SCRIPT), str(runtime.resolve()), str(fresh)]
    done = subprocess.run(command, input=MODULES, capture_output=True, check=False, text=True)
    if done.returncode or sha256_of(fresh) != COMPILED:
        reason = done.stderr.strip().splitlines()[-1:] or ["it made other bytes than those that are pinned"]
        print(f"Node did not compile the standard library ({reason[0]}); it is served as released.", file=sys.stderr)
        return False
    fresh.replace(target)
    return True
