"""What other splitters got wrong, each with the value that is right; the numbers are those of the reported cases."""

import json

import numpy as np
import pytest

from chunkforge.chunks import Chunks
from chunkforge.document import Block, Document
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, advice, split, split_source
from chunkforge.tokenizers import load_tokenizer
from chunkforge.worker_api.shelf import unseen_values
from unit.splitters.material import OURS
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()


def cut(text: str, strategy: str, size: int, overlap: int = 0, **options: object) -> Chunks:
    return split(Document("d.txt", text), TOKENIZER, SplitSettings(strategy, size, overlap, **options))


def texts(chunks: Chunks) -> list[str]:
    return [chunks.text(i) for i in range(len(chunks))]


def test_1_repeated_text_gets_its_own_position():
    chunks = cut("round round", "recursive", 5, 4, length="characters", separators=(" ", ""))
    assert texts(chunks) == ["round", "roun", "round"]
    assert chunks.starts.tolist() == [0, 6, 6]


@pytest.mark.parametrize("name", STRATEGIES)
def test_2_offsets_are_characters_whatever_the_size_counts(name):
    text = "Größe naïve 日本語 🙂. " * 30
    chunks = cut(text, name, 20)
    for i in range(len(chunks)):
        assert i in chunks.replaced or text[chunks.starts[i] : chunks.ends[i]] == chunks.text(i)


def test_3_a_boundary_never_falls_inside_a_character():
    chunks = cut("ä猫🙂", "fixed", 1)
    assert texts(chunks) == ["ä", "猫", "🙂"]
    family = "👩\u200d👩\u200d👧"
    assert texts(cut(f"{family}{family}", "fixed", 1)) == [family, family]


def test_4_offsets_are_code_points():
    chunks = cut("🚀 x", "recursive", 1, length="characters")
    assert [(a, b) for a, b in zip(chunks.starts, chunks.ends, strict=True) if "x" in "🚀 x"[a:b]] == [(2, 3)]


def test_5_the_text_is_never_decoded_from_tokens():
    text = "Éclair CAFÉ  naïve\u00a0Straße İstanbul"
    for name in OURS:
        assert "".join(texts(cut(text, name, 1000))) == text


@pytest.mark.parametrize("name", OURS)
def test_6_no_chunk_exceeds_the_limit_overlap_and_trail_included(name):
    text = "# A rather long heading of the document\n\n" + "One sentence with some words. " * 40 + "x" * 200
    block = Block("heading", 0, text.index("\n"), 1)
    document = Document("d.md", text, (block,))
    for size, overlap in ((4, 3), (7, 6), (20, 10), (20, 19)):
        chunks = split(document, TOKENIZER, SplitSettings(name, size, overlap))
        assert chunks.tokens.max() <= size
        assert not chunks.over_limit.any()


def test_7_overlap_that_does_nothing_is_said():
    settings = SplitSettings("recursive", 12, 2, length="characters")
    chunks = split(Document("d", "unbreakable\n\nunbreakable"), TOKENIZER, settings)
    assert chunks.overlaps.tolist() == [0, 0]
    assert "advice.no-overlap" in [notice.code for notice in advice(settings, chunks)]


def test_8_counts_are_those_of_the_given_tokenizer():
    chunks = cut("Splitting a text into chunks. " * 20, "sentence", 30)
    assert chunks.tokens.tolist() == [TOKENIZER.count(text) for text in texts(chunks)]


def test_9_a_word_too_long_for_wordpiece_counts_once_and_is_named_as_unseen():
    vocab = {"[UNK]": 0, "a": 1, "##a": 2, "see": 3}
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": vocab}
    model["max_input_chars_per_word"] = 100
    file = {"version": "1.0", "pre_tokenizer": {"type": "BertPreTokenizer"}, "model": model}
    tokenizer = load_tokenizer(json.dumps(file).encode())
    text = f"see {'a' * 101} see {'a' * 100}"
    chunks = split(Document("d.txt", text), tokenizer, SplitSettings("recursive", 102))
    assert texts(chunks) == [f"see {'a' * 101} see", "a" * 100]
    assert chunks.tokens.tolist() == [3, 100]
    assert unseen_values(tokenizer, text, tokenizer.encode(text))["words"] == [{"text": "a" * 60 + "…", "count": 1}]


def test_10_long_runs_cost_no_more_than_other_text():
    # Ten times the run within far less than a hundred times the steps: counted, not timed.
    def steps(n: int, name: str) -> int:
        counted = 0
        source = Source(Document("d", "_" * n), TOKENIZER)
        plain = source.tokenized.counts

        def counts(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
            nonlocal counted
            counted += int((ends - starts).sum())
            return plain(starts, ends)

        object.__setattr__(source.tokenized, "counts", counts)
        split_source(source, SplitSettings(name, 100, 10))
        return counted

    for name in OURS:
        assert steps(20_000, name) < 30 * steps(2_000, name)


def test_11_a_special_token_in_the_text_is_ordinary_text():
    text = "see <|endoftext|> here"
    for name in STRATEGIES:
        assert "<|endoftext|>" in "".join(texts(cut(text, name, 1000)))


def test_12_a_trail_over_half_of_the_size_is_shortened_from_the_top_and_said_so():
    headings = ["The outermost heading of them all", "The middle heading", "Inner"]
    text = (
        "".join(f"{'#' * (i + 1)} {title}\n\nSome text.\n\n" for i, title in enumerate(headings)) + "More text. " * 30
    )
    document = extract("d.md", text.encode())
    full = split(document, TOKENIZER, SplitSettings("heading", 200, 0))
    assert full.prefix(2) == "The outermost heading of them all > The middle heading\n\n"
    short = split(document, TOKENIZER, SplitSettings("heading", 24, 0))
    assert short.prefix(len(short) - 1) == "Inner\n\n"
    assert short.tokens.max() <= 24
    assert [notice.code for notice in short.notices] == ["split.trail-shortened"]


def test_13_headings_follow_commonmark():
    text = "---\ntitle: x\n---\n\nFirst\n=====\n\ntext\n\n````\n```\n# no heading\n```\n````\n\n## Second\n\nmore\n"
    chunks = split(extract("d.md", text.encode()), TOKENIZER, SplitSettings("heading", 500))
    titles = [trail[-1] if (trail := chunks.headings(i)) else "" for i in range(len(chunks))]
    assert [title.strip("# =\n") for title in titles if title] == ["First", "Second"]


def test_14_tabs_and_fixed_spaces_stay_in_code():
    text = "\tgo\u00a0run\n\tgo\u00a0build\n"
    for name in OURS:
        assert "go\u00a0run" in texts(cut(text, name, 1000))[0]
    assert cut(text, "recursive", 1000).text(0) == text.strip()


def test_14_a_byte_order_mark_and_carriage_returns_change_no_chunk():
    plain = "First line.\n\nSecond line.\n" * 20
    dressed = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    for name in STRATEGIES:
        chunks = [
            split(extract("d.txt", data), TOKENIZER, SplitSettings(name, 20)) for data in (plain.encode(), dressed)
        ]
        assert texts(chunks[0]) == texts(chunks[1])


def test_15_a_table_is_cut_between_rows():
    rows = "".join(f"| cell {i} | other cell {i} |\n" for i in range(40))
    document = Document("d.md", rows, (Block("table", 0, len(rows)),))
    for name in ("paragraph", "sentence", "recursive-sentence"):
        chunks = split(document, TOKENIZER, SplitSettings(name, 40))
        assert len(chunks) > 1
        assert all(text.startswith("|") and text.endswith("|") for text in texts(chunks))


def test_15_entities_stay_as_they_are_written():
    assert texts(cut("a &amp;lt; b", "paragraph", 100)) == ["a &amp;lt; b"]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("text", ["", " \n\t ", "\n\n\n"])
def test_15_empty_and_blank_input_give_no_chunk_of_ours(name, text):
    chunks = cut(text, name, 10)
    assert not len(chunks) or (STRATEGIES[name].library and text)


def test_15_sentences_without_spaces_are_found():
    parts = ["今日は天気がいい。", "明日は雨です。"]
    assert texts(cut("".join(parts), "sentence", max(map(TOKENIZER.count, parts)))) == parts
