"""The tokenizers against js-tiktoken and against themselves, in one Chromium: `python3 build.py bench tokenizers`.

cl100k over English prose, with offsets, by a new tokenizer and again by the same; js-tiktoken gives ids only. Both
sides in turn, medians of seven. Then texts that make naive merging quadratic, each against English of the same length;
then the load of XLM-R's file against its JSON.
"""

from __future__ import annotations

import shutil
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from pydoc_data.topics import topics

from tools.bench import Row, at_most, opened_page, print_and_write
from tools.fetch import Fetcher
from tools.fixtures import fixture_path, npm_archive
from tools.pins import project_pins
from tools.store import Store, cache_root

PAGE = Path(__file__).with_name("tokenizers_page")


def table(figures: dict[str, float]) -> Iterator[Row]:
    """Put the figures of the page (milliseconds) against what is wanted."""
    once = f"{figures['very first']:.0f} ms the very first time, which unpacks the tables"
    for what, ours, least, note in (("the first time", "first", 0.5, once), ("again", "again", 5.0, "")):
        ratio = figures["theirs"] / figures[ours]
        name = f"cl100k on English {what}, throughput of js-tiktoken's"
        yield Row(name, figures[ours], figures["theirs"], "ms", ratio, f"≥ {least:g}", ratio >= least, note)
    for what in ("letters", "underscores", "ideographs"):
        yield at_most(20, f"{what}, time of English's", (figures[what], figures[f"{what} in English"]))
    ratio = figures["load"] / figures["json"]
    name = "load of XLM-R, time of its JSON's"
    yield Row(name, figures["load"], figures["json"], "ms", ratio, "< 5", ratio < 5)


def fill(folder: Path) -> None:
    """Put the texts, XLM-R's file and js-tiktoken beside the page."""
    fetcher = Fetcher(Store(cache_root()), project_pins())
    shutil.copyfile(fixture_path("xlmr", fetcher), folder / "xlmr.json")
    with tarfile.open(npm_archive("js-tiktoken", fetcher.store)) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (folder / "unpacked/package").rename(folder / "js-tiktoken")
    (folder / "english.txt").write_text("\n".join(topics.values()), encoding="utf-8")


def rows(site: Path) -> Iterator[Row]:
    """Run the page in Chromium on a built site's runtime and core."""
    with opened_page(PAGE, site, fill) as opened:
        page = opened()
        page.wait_for_function("() => window.bench", timeout=60_000)
        yield from table(page.evaluate("() => window.bench()"))


if __name__ == "__main__":
    sys.exit(print_and_write("tokenizers", __doc__, rows))
