"""Where two other readers agree on a file, ours must agree with them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from statistics import mean

import pypdfium2
import pytest

from agreement import is_right_to_left, pair_f1, word_f1, words
from chunkforge.extract.pdf import Rules, reading
from chunkforge.steps import finish


def poppler(file: Path) -> str:
    """The text by `pdftotext -raw`."""
    command = ["pdftotext", "-raw", "-nopgbrk", str(file), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def pdfium(file: Path) -> str:
    """The text by pdfium."""
    document = pypdfium2.PdfDocument(file)
    return "\n".join(page.get_textpage().get_text_range() for page in document).replace("\ufffe", "-")


@pytest.mark.parity
@pytest.mark.slow
def test_we_agree_with_those_who_agree(shared: Path):
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext")
    everything = Rules(furniture=False, hyphens=False, forms=False)
    in_words, in_pairs = [], []
    for file in sorted((shared / "cases" / "pdf").glob("*.pdf")):
        if file.stem == "aes-128":
            continue
        others = [poppler(file), pdfium(file)]
        if word_f1(*others) < 0.9 or is_right_to_left(others[0]) or not words(others[0]):
            continue
        ours = finish(reading(file.name, file.read_bytes(), rules=everything)).text
        in_words.append(mean(word_f1(ours, other) for other in others))
        in_pairs.append(mean(pair_f1(ours, other) for other in others))
    assert len(in_words) >= 10
    assert mean(in_words) >= 0.99
    assert mean(in_pairs) >= 0.98
