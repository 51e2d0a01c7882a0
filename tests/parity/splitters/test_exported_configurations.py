"""Every exported configuration, run without our package in sight, gives the chunks that were measured."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections import Counter as Counts
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.export.configurations import configurations
from chunkforge.export.heading_files import HEADINGS, heading_files
from chunkforge.extract import extract
from chunkforge.scoring import Bm25
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, split_source
from chunkforge.tokenizers import Tokenizer, load_sentencepiece, load_tokenizer
from chunkforge.workbench import Workbench
from parity.splitters.conftest import CACHE_NAME, corpora, random_documents
from parity.splitters.libraries import MAKERS, Counter
from tools.fetch import Fetcher
from tools.fixtures import fixture_path
from tools.pins import ROOT

pytestmark = pytest.mark.parity

Load = Callable[[str], tuple[Tokenizer, Counter]]

BY_TOKENS = [SplitSettings(name, 40, 10) for name in MAKERS if STRATEGIES[name].unit == "tokens"]
BY_UNITS = [SplitSettings(name, 5, 2) for name in MAKERS if STRATEGIES[name].unit != "tokens"]
BY_CHARACTERS = [SplitSettings(name, 200, 40, "characters") for name in MAKERS if "length" in STRATEGIES[name].options]
WITH_OPTIONS = [
    SplitSettings("recursive", 40, 10, separators=("\n\n", '"""', "\\"), keep_separator="end"),
    SplitSettings("recursive", 40, 10, separators=(r"\s+", r"(?<=\.)"), is_separator_regex=True),
    SplitSettings("recursive", 40, 10, strip_whitespace=False),
    SplitSettings("recursive", 40, 10, language="markdown", keep_separator=False),
    SplitSettings("langchain-markdown", 40, 10, headers_to_split_on=("#",), strip_headers=False),
    SplitSettings("llamaindex-sentence", 40, 10, paragraph_separator="\n\n", secondary_chunking_regex=""),
    SplitSettings("llamaindex-token", 40, 10, separator="\n", backup_separators=(". ",), keep_whitespaces=True),
    SplitSettings("haystack-word", 5, 2, split_threshold=2),
]
FOR_FILES = [SplitSettings(name, 40, 10) for name in ("recursive", "llamaindex-sentence", "chonkie-sentence")]
# The pipeline of somebody who pasted the files: it knows their names and nothing of us.
PIPELINE = """
import importlib.util, json, sys
sys.path.insert(0, ".")
for name in sys.modules:
    assert not name.startswith("chunkforge")
names, texts = json.load(sys.stdin)
found = []
for name in names:
    spec = importlib.util.spec_from_file_location("pasted", name)
    pasted = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pasted)
    found.append([pasted.split(text) for text in texts])
print()
print(json.dumps(found))
"""


def run(folder: Path, sources: list[str], texts: list[str]) -> list[list[list[str]]]:
    names = [f"configuration_{i}.py" for i in range(len(sources))]
    for name, source in zip(names, sources, strict=True):
        (folder / name).write_text(source, "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    answer = subprocess.run(
        [sys.executable, "-c", PIPELINE],
        cwd=folder,
        env={**environment, "TIKTOKEN_CACHE_DIR": str(folder), "HAYSTACK_TELEMETRY_ENABLED": "False"},
        input=json.dumps([names, texts]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout.splitlines()[-1])


def assert_same(folder: Path, settings: list[SplitSettings], tokenizer: Tokenizer, texts: list[str]) -> None:
    written = [list(configurations(setting, tokenizer).values()) for setting in settings]
    assert all(len(files) == 1 for files in written)
    found = run(folder, [source for (source,) in written], texts)
    for i, text in enumerate(texts):
        source = Source(Document("d", text), tokenizer)
        for setting, chunks in zip(settings, found, strict=True):
            ours = split_source(source, setting)
            assert [ours.text(k) for k in range(len(ours))] == chunks[i], str(setting)


def test_configurations_counted_by_ranks_characters_and_units(
    tokenizers: Load, fetcher: Fetcher, shared: Path, tmp_path: Path
):
    tokenizer, _ = tokenizers("cl100k_base")
    (tmp_path / CACHE_NAME).write_bytes(fixture_path("cl100k_base", fetcher).read_bytes())
    # tiktoken itself refuses a special token, and LlamaIndex a character above the size: neither stands in these.
    texts = [text[:8_000] for text in corpora(shared).values()] + random_documents(25)
    assert_same(tmp_path, [*BY_TOKENS, *BY_UNITS, *BY_CHARACTERS, *WITH_OPTIONS], tokenizer, [t for t in texts if t])


def test_configurations_counted_by_a_tokenizer_file(fetcher: Fetcher, tmp_path: Path):
    data = fixture_path("bert-base-uncased", fetcher).read_bytes()
    (tmp_path / "tokenizer.json").write_bytes(data)
    texts = [text for text in random_documents(25) if text]
    assert_same(tmp_path, FOR_FILES, load_tokenizer(data, "tokenizer.json"), texts)


def test_configurations_counted_by_a_sentencepiece_model(fetcher: Fetcher, tmp_path: Path):
    data = fixture_path("mistral-v3.model", fetcher).read_bytes()
    (tmp_path / "tokenizer.model").write_bytes(data)
    texts = [text for text in random_documents(25) if text]
    assert_same(
        tmp_path,
        FOR_FILES,
        load_sentencepiece(data, "tokenizer.model"),
        texts,
    )


@pytest.mark.parametrize("name", ["cl100k_base", "bert-base-uncased", "mistral-v3.model", "botchan-bpe.model"])
def test_the_heading_splitter_that_is_shipped_gives_the_measured_chunks_without_us(
    name: str, tokenizers: Load, fetcher: Fetcher, tmp_path: Path
):
    data = fixture_path(name, fetcher).read_bytes()
    stored, tokenizer = tokenizer_of(name, data, tokenizers)
    (tmp_path / stored).write_bytes(data)
    section = "Some words of text, and Mr. Smith's. A second sentence follows it here.\n\n"
    long = "".join(
        f"{'#' * (1 + i % 3)} Heading number {i}\n\n{section * (i % 5)}- item\n- item\n\n" for i in range(12)
    )
    indented = (
        "# Handbook\n\n  ## Leave\n\nTwenty days a year.\n\nSick\n  ===\n\nCall in. 🙂 \ufb01ne\u2028  e\u0301 猫 ①\n"
    )
    # Words so long that they are cut between their visible characters.
    whole = "".join(
        f"# {part}\n\n{part * 60}\n\n" for part in ("\u0915\u094d\u0937", "\u0600\u0661", "a\u0e33", "\ua960\uac00")
    )
    texts = [long, indented, whole, *(text for text in random_documents(60) if text.strip())]
    setting = SplitSettings("heading", 50, 10)
    files = configurations(setting, tokenizer)
    assert "chunkforge." not in "".join(files.values())
    documents = [extract(f"{i}.md", text.encode()) for i, text in enumerate(texts)]
    ours = {i: split_source(Source(document, tokenizer), setting) for i, document in enumerate(documents)}
    table = heading_files(CorpusChunks.of(ours))[HEADINGS]
    (tmp_path / HEADINGS).write_text(table, "utf-8")
    (tmp_path / "heading_splitter.py").write_text(files["heading_splitter.py"], "utf-8")
    configuration = files["heading_configuration.py"]
    (found,) = run(tmp_path, [configuration], [document.text for document in documents])
    assert len(ours[0]) > 10
    for chunks, theirs in zip(ours.values(), found, strict=True):
        assert [chunks.text(i) for i in range(len(chunks))] == theirs
    # Where Markdown shows its headings, the file finds them without the table.
    (tmp_path / HEADINGS).unlink()
    (alone,) = run(tmp_path, [configuration], [document.text for document in documents[:3]])
    assert alone == found[:3]


def tokenizer_of(name: str, data: bytes, tokenizers: Load) -> tuple[str, Tokenizer]:
    """A tokenizer, and the name that its file must have for an exported configuration to find it."""
    if name.endswith(".model"):
        return name, load_sentencepiece(data, name)
    if name == "cl100k_base":
        return CACHE_NAME, tokenizers(name)[0]
    return "tokenizer.json", load_tokenizer(data, "tokenizer.json")


def test_a_strategy_of_our_own_has_no_library_configuration(tokenizers: Load):
    tokenizer, _ = tokenizers("cl100k_base")
    for name, strategy in STRATEGIES.items():
        if not strategy.library and name != "heading":
            assert configurations(SplitSettings(name, 40, 10), tokenizer) == {}


EXPORTED = """
import json, sys
from pathlib import Path
sys.path.insert(0, ".")
from heading_configuration import split
assert not [name for name in sys.modules if name.startswith("chunkforge")]
tables = json.loads(Path("headings.json").read_text("utf-8"))
texts = [(one["document"], Path(one["file"]).read_text("utf-8")) for one in tables]
print(json.dumps([[name, chunk] for name, text in texts for chunk in split(text, name)]))
"""
HTML = "<h1>Leave</h1><p>Ask early.</p><h2>Parental</h2><p>{long}</p><h2>Sick</h2><p>Call in.</p>"


def word_file() -> bytes:
    file = docx.Document()
    for level, title in ((1, "Travel"), (2, "Hotels"), (2, "Trains"), (1, "Expenses")):
        file.add_heading(title, level)
        file.add_paragraph("Keep the receipt, and send it in before the month ends. " * 20)
    stored = io.BytesIO()
    file.save(stored)
    return stored.getvalue()


def test_the_exported_heading_splitter_gives_the_exported_chunks_of_documents_whose_text_shows_no_headings(
    fetcher: Fetcher, tmp_path: Path
):
    data = fixture_path("bert-base-uncased", fetcher).read_bytes()
    bench = Workbench(tokenizer=load_tokenizer(data, "tokenizer.json"), scorer=Bm25())
    html = HTML.replace("{long}", "Twenty six weeks, for every employee. " * 40).encode()
    bench.add(extract("handbook.pdf", (ROOT / "samples" / "handbook.pdf").read_bytes()))
    bench.add(extract("travel.docx", word_file()))
    bench.add(extract("leave.html", html))
    document = extract("leave.html", html)
    bench.add(Document("leave.html", document.text))  # the same text and name, without its headings
    with zipfile.ZipFile(io.BytesIO(bench.export(SplitSettings("heading", 512), 4096))) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "tokenizer.json").write_bytes(data)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    answer = subprocess.run(
        [sys.executable, "-c", EXPORTED], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    exported = [json.loads(line) for line in (tmp_path / "chunks.jsonl").read_text("utf-8").splitlines()]
    assert json.loads(answer.stdout) == [[chunk["document"], chunk["text"]] for chunk in exported]
    counts = Counts(chunk["document"] for chunk in exported)
    assert (counts["handbook.pdf"], counts["travel.docx"]) == (88, 4)
    assert counts["leave.html"] > counts["leave.html (2)"]
