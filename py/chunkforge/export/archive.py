"""The one zip that a session leaves behind."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip's earliest date: the same content gives the same bytes


def archive(files: Mapping[str, str]) -> bytes:
    """Pack text files.

    Args:
        files: text by file name.

    Returns:
        The bytes of a zip, equal for equal content.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, text in files.items():
            target.writestr(zipfile.ZipInfo(name, EPOCH), text.encode("utf-8", "surrogatepass"), zipfile.ZIP_DEFLATED)
    return out.getvalue()
