"""Broken files end in text or in a sentence: never in a crash, never in a hang."""

from __future__ import annotations

import contextlib
import faulthandler
import random
import re
import subprocess
import sys

import pytest

import make_pdfs
from chunkforge.errors import ExtractionError
from chunkforge.extract.pdf import Limits, Rules, reading
from chunkforge.steps import finish

FILES = (
    "object_streams",
    "embedded_encoding",
    "type3_numbered",
    "tagged",
    "hidden_layer",
    "form",
    "book",
    "japanese",
    "outlined",
    "encrypted_rc4",
    "encrypted_aes128_for_nobody",
)
SECONDS = 10.0  # after which a file counts as hung, and ends the run
OBJECT = re.compile(rb"\d+ 0 obj.*?endobj", re.DOTALL)


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 3, 10, 60))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    """A stretch taken out, or the end."""
    start = rng.randrange(len(data))
    return data[:start] + data[min(len(data), start + rng.randrange(1, len(data))) :]


def swapped(data: bytes, rng: random.Random) -> bytes:
    """Two objects in each other's place."""
    spans = [match.span() for match in OBJECT.finditer(data)]
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def renumbered(data: bytes, rng: random.Random) -> bytes:
    """A reference led elsewhere, or a number made absurd."""
    numbers = [match.span() for match in re.finditer(rb"(?<=[ \[])\d+(?= )", data)]
    start, end = rng.choice(numbers)
    return data[:start] + rng.choice((b"1", b"2", b"3", b"-1", b"99999999", b"1e9", b"0")) + data[end:]


MUTATIONS = (flipped, cut, swapped, renumbered)


@pytest.mark.parametrize("name", FILES)
def test_two_hundred_mutations_of_a_file_end_well(name: str):
    data = make_pdfs.MAKERS[name]()
    rng = random.Random(name)
    rules = Rules(limits=Limits(page_seconds=2.0, file_seconds=6.0))
    for number in range(200):
        mutated = MUTATIONS[number % len(MUTATIONS)](data, rng)
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        with contextlib.suppress(ExtractionError):
            document = finish(reading("mutated.pdf", mutated, rules=rules))
            assert document.text or document.warnings
            assert len(document.page_starts)
        faulthandler.cancel_dump_traceback_later()


# The high-water mark is of this process alone; getrusage would tell that of the one that started it, too.
PEAK = """
import re, sys
from pathlib import Path
sys.path[:0] = {path!r}
import make_pdfs
from chunkforge.extract import extract
for name in ("bomb", "bomb_of_runs", "deep_nesting", "loops", "many_pages"):
    extract(name, make_pdfs.MAKERS[name]())
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def test_bombs_stay_under_half_a_gigabyte():
    run = subprocess.run([sys.executable, "-c", PEAK.format(path=sys.path)], capture_output=True, check=True, text=True)
    assert int(run.stdout) < 500_000
