"""The core asks nothing of numpy while it is imported: the page's snapshot holds the one, and cannot hold the other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import chunkforge

IMPORTED = """
import sys, types

class Promised(types.ModuleType):
    def __getattr__(self, name):
        raise AssertionError(f"numpy was asked for {name}")

sys.modules["numpy"] = Promised("numpy")
sys.modules["numpy"].__spec__ = None
sys.modules["numpy.typing"] = types.ModuleType("numpy.typing")
sys.modules["numpy.typing"].NDArray = sys.modules["numpy.typing"].ArrayLike = list
import chunkforge.worker_api
print(sorted(name for name in sys.modules if name.startswith("numpy")))
"""


def test_the_core_is_imported_without_numpy():
    folder = Path(chunkforge.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", IMPORTED], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "['numpy', 'numpy.typing']"
