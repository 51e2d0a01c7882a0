import numpy as np
import pytest

from chunkforge.chunks import Chunks, Cut
from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, split
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()

INVOICE_PAGES = [
    "INVOICE 2024-117\n\nNorthwind Office Supplies\n12 Harbour Street\n\n"
    + "\n\n".join(f"Item {i}: paper, white, A4, {i * 3} reams. Delivered on day {i}." for i in range(1, 8)),
    "Continued from page 1\n\n"
    + "\n\n".join(f"Item {i}: envelopes, {i} boxes at 7.10 each." for i in range(8, 20))
    + "\n\nTotal due within 30 days. Please quote the invoice number.",
]


def invoice() -> Document:
    text = "\n\n".join(INVOICE_PAGES)
    return Document("invoice.pdf", text, (), np.array([0, text.index("Continued")], np.int32))


def texts(chunks: Chunks) -> list[str]:
    return [chunks.text(i) for i in range(len(chunks))]


def cut(text: str, strategy: str, size: int, overlap: int = 0, **options: object) -> Chunks:
    return split(Document("d.txt", text), TOKENIZER, SplitSettings(strategy, size, overlap, **options))


def test_smaller_chunks_of_a_two_page_invoice_are_more_and_cost_more_in_all():
    wide = split(invoice(), TOKENIZER, SplitSettings("pages", 500, 50))
    narrow = split(invoice(), TOKENIZER, SplitSettings("pages", 100, 20))
    assert len(narrow) > len(wide) > 1
    assert narrow.tokens.sum() > wide.tokens.sum() > TOKENIZER.count(invoice().text)


def test_a_chunk_of_the_invoice_that_reaches_over_the_page_says_so():
    wide, narrow = (split(invoice(), TOKENIZER, SplitSettings("pages", *limit)) for limit in ((500, 50), (100, 20)))
    assert [wide.pages(i) for i in range(len(wide))] == [(1, 2), (2, 2), (2, 2)]
    pages = [narrow.pages(i) for i in range(len(narrow))]
    assert pages == sorted(pages)
    assert pages[0] == (1, 1)
    assert (1, 2) in pages
    assert pages[-1] == (2, 2)


def test_page_aware_overlap_is_at_most_half_a_chunk():
    chunks = split(invoice(), TOKENIZER, SplitSettings("pages", 100, 99))
    for i, shared in enumerate(chunks.overlaps.tolist()):
        assert TOKENIZER.count(chunks.text(i)[:shared]) <= 50


def test_overlap_starts_at_a_word():
    text = "alpha beta gamma delta epsilon zeta eta theta iota kappa " * 10
    chunks = cut(text, "sentence", 30, 10)
    assert (chunks.overlaps[1:] > 0).all()
    assert all(start == 0 or text[start - 1].isspace() for start in chunks.starts)


def test_a_paragraph_that_fits_is_never_cut():
    paragraphs = [f"Paragraph {i} has a few words. And a second sentence." for i in range(12)]
    chunks = cut("\n\n".join(paragraphs), "paragraph", 80)
    assert all(part in paragraphs for text in texts(chunks) for part in text.split("\n\n"))
    assert set(chunks.cuts[:-1]) == {Cut.BLANK_LINE}


def test_paragraphs_kept_whole_are_flagged_over_the_limit():
    text = "Short one.\n\n" + "A long paragraph of many words. " * 20 + "\n\nShort again."
    chunks = cut(text, "paragraph", 30, keep_paragraphs=True)
    assert len(chunks) == 3
    assert chunks.over_limit.tolist() == [False, True, False]


def test_sections_start_anew_at_hash_and_capital_lines():
    text = "# One\n\ntext a\n\nGENERAL TERMS\n\ntext b\n\n## Two\n\ntext c"
    assert texts(cut(text, "sections", 500)) == ["# One\n\ntext a", "GENERAL TERMS\n\ntext b", "## Two\n\ntext c"]


def test_recursive_with_sentences_cuts_at_the_coarsest_place_that_fits():
    chunks = cut(
        "One two. Three four.\nFive six.\n\nSeven.",
        "recursive-sentence",
        TOKENIZER.count("One two. Three four.\nFive six."),
    )
    assert texts(chunks) == ["One two. Three four.\nFive six.", "Seven."]
    assert list(chunks.cuts) == [Cut.BLANK_LINE, Cut.END]


def test_fixed_windows_step_by_size_minus_overlap():
    text = "the text of the words " * 50
    starts = TOKENIZER.encode(text).starts
    chunks = cut(text, "fixed", 10, 3)
    assert chunks.starts.tolist() == starts[0 : len(starts) : 7][: len(chunks)].tolist()
    assert (chunks.tokens[:-1] == 10).all()


def test_a_heading_goes_with_the_text_below_it_and_the_trail_with_what_follows():
    text = "# Guide\n\n## Install\n\nRun it.\n\n## Use\n\n" + "Call it. " * 30
    chunks = split(extract("d.md", text.encode()), TOKENIZER, SplitSettings("heading", 40, 0))
    assert chunks.text(0) == "# Guide\n\n## Install\n\nRun it."
    assert chunks.text(1).startswith("Guide\n\n## Use\n\nCall it.")
    assert chunks.text(2).startswith("Guide > Use\n\nCall it.")


def test_a_strategy_refuses_options_it_does_not_have():
    with pytest.raises(SettingsError, match="separators"):
        cut("a", "fixed", 5, separators=("x",))
    with pytest.raises(SettingsError, match="length"):
        cut("a", "sentence", 5, length="characters")
    with pytest.raises(SettingsError, match="Choose one of"):
        cut("a", "unknown", 5)


def test_every_strategy_names_its_options_as_settings_do():
    known = set(SplitSettings.__dataclass_fields__)
    for strategy in STRATEGIES.values():
        assert set(strategy.options) <= known
        SplitSettings(strategy.id, strategy.size, strategy.overlap)
