"""What lets pdfminer be imported where `cryptography` is not installed.

pdfminer takes three names of that package at import and uses them only in methods that `security.py` replaces. So
the stand-in has the names and nothing behind them, and stays in `sys.modules` only while the import runs.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_NAMES = {
    "cryptography": (),
    "cryptography.hazmat": (),
    "cryptography.hazmat.backends": ("default_backend",),
    "cryptography.hazmat.primitives": (),
    "cryptography.hazmat.primitives.ciphers": ("Cipher", "algorithms", "modes"),
}


@contextmanager
def cryptography_optional() -> Iterator[None]:
    """Import in this context what asks for `cryptography`, whether it is installed or not."""
    if "cryptography" in sys.modules or importlib.util.find_spec("cryptography") is not None:
        yield
        return
    for name, members in _NAMES.items():
        module = ModuleType(name)
        for member in members:
            setattr(module, member, None)
        sys.modules[name] = module
    try:
        yield
    finally:
        for name in _NAMES:
            del sys.modules[name]
