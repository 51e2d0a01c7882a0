"""The static scorer against tokenising, averaging and comparing every chunk by itself."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunkforge.errors import TableError
from chunkforge.scoring import EmbeddingTable, StaticModel, ranking
from chunkforge.scoring.parts import Parts
from chunkforge.scoring.prefix_sums import summing
from chunkforge.scoring.static_index import StaticIndex
from chunkforge.steps import Progress, finish
from unit.scoring.slow_scoring import PieceTokenizer, cosines, split

ROWS = 60


def table(dimensions: int = 24, zero_point: int = 0, seed: int = 5, largest: int = 127) -> EmbeddingTable:
    rows = np.random.default_rng(seed).integers(-largest, largest + 1, (ROWS, dimensions), dtype=np.int8)
    rows[7] = zero_point  # a token that means nothing, as unused ones do
    return EmbeddingTable(rows, 0.01, zero_point)


texts = st.text("abcd  \n.", min_size=0, max_size=120)


@st.composite
def splits(draw):
    """A text, and chunks of every kind: slices, with prefixes that end in white space or do not, and replaced ones."""
    text = draw(texts)
    place = st.integers(0, len(text))
    spans = sorted(tuple(sorted(pair)) for pair in draw(st.lists(st.tuples(place, place), max_size=8)))
    prefixes = draw(st.lists(st.text("abc \n", max_size=8), min_size=1, max_size=3))
    prefix_of = [draw(st.integers(-1, len(prefixes) - 1)) for _ in spans]
    replaced = {i: draw(texts) for i in range(len(spans)) if draw(st.integers(0, 5)) == 0}
    return split(text, spans, prefixes=prefixes, prefix_of=prefix_of, replaced=replaced)


queries = st.lists(st.text("abcd ", max_size=12), max_size=3)


@settings(deadline=None)
@given(
    corpus=st.lists(splits(), max_size=3),
    asked=queries,
    zero_point=st.sampled_from([0, -128, 90]),
    leading_space=st.booleans(),
)
@example(corpus=[split("  a", [(1, 3)])], asked=["a"], zero_point=0, leading_space=True)
def test_scores_equal_those_of_every_chunk_tokenised_alone(corpus, asked, zero_point, leading_space):
    tokenizer = PieceTokenizer(ROWS, leading_space=leading_space)
    model = StaticModel(table(zero_point=zero_point), tokenizer)
    scores = finish(model.scoring([(finish(model.reading(c.document.text)), c) for c in corpus], asked))
    chunk_texts = [chunks.text(i) for chunks in corpus for i in range(len(chunks))]
    expected = cosines(table(zero_point=zero_point), tokenizer, chunk_texts, asked)
    np.testing.assert_allclose(scores, expected, atol=1e-12)


@settings(deadline=None, max_examples=40)
@given(st.lists(splits(), min_size=2, max_size=5), queries)
def test_scores_do_not_depend_on_what_was_scored_before(corpus, asked):
    text = corpus[0].document.text
    model = StaticModel(table(), PieceTokenizer(ROWS))
    read = finish(model.reading(text))
    for chunks in corpus:
        spans = [(min(a, len(text)), min(b, len(text))) for a, b in zip(chunks.starts, chunks.ends, strict=True)]
        again = split(text, spans, prefixes=chunks.prefixes, prefix_of=chunks.prefix_of, replaced=chunks.replaced)
        fresh = StaticModel(table(), PieceTokenizer(ROWS))
        for some in (asked, asked[::-1], [*asked, "abc"]):
            expected = finish(fresh.scoring([(finish(fresh.reading(text)), again)], some))
            np.testing.assert_array_equal(finish(model.scoring([(read, again)], some)), expected)


@pytest.mark.parametrize("zero_point", [0, 90])
def test_chunks_whose_sums_pass_sixteen_bits_stay_exact(zero_point):
    text = "abc aab bca " * 500
    rows = np.full((ROWS, 8), 127, np.int8)
    rows[:, 4:] = np.random.default_rng(0).integers(-128, 128, (ROWS, 4))
    steep = EmbeddingTable(rows, 1.0, zero_point)
    tokenizer = PieceTokenizer(ROWS)
    chunks = split(text, [(0, len(text)), (1, 3000), (4, 8), (3000, 5001)])
    model = StaticModel(steep, tokenizer)
    scores = finish(model.scoring([(finish(model.reading(text)), chunks)], ["abc", "bca aab"]))
    expected = cosines(steep, tokenizer, [chunks.text(i) for i in range(len(chunks))], ["abc", "bca aab"])
    np.testing.assert_allclose(scores, expected, atol=1e-12)


@pytest.mark.parametrize("spacing", [8, 16, 64])
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_spans_of_any_length_with_cut_words_and_leads_over_the_steepest_rows_sum_exactly(spacing, data):
    rows = np.array([[127, -128, 127], [-128, 127, 127], [127, -128, -128], [0, 1, -1]], np.int8)
    runs_of_rows = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 700)), max_size=6)

    def drawn() -> np.ndarray:
        runs = data.draw(runs_of_rows)
        return np.repeat(np.array([row for row, _ in runs], np.int32), np.array([n for _, n in runs], np.intp))

    ids, edge_ids = drawn(), drawn()
    leads = [drawn() for _ in range(data.draw(st.integers(0, 2)))]
    place = st.integers(0, len(ids))
    spans = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=12))
    firsts, lasts = np.array(spans, np.intp).T
    owners = st.lists(st.integers(0, len(spans) - 1), min_size=len(edge_ids), max_size=len(edge_ids)).map(sorted)
    edge_of = np.array(data.draw(owners), np.intp)
    lead_of = np.array(data.draw(st.lists(st.integers(-1, len(leads) - 1), min_size=len(spans), max_size=len(spans))))
    parts = Parts(firsts, lasts, edge_ids, edge_of, lead_of.astype(np.intp), leads, len(leads))
    index = StaticIndex(EmbeddingTable(rows, 1.0), finish(summing(rows, ids, spacing, np.int16)))
    expected = []
    for i, (first, last) in enumerate(spans):
        lead = leads[lead_of[i]] if lead_of[i] >= 0 else ids[:0]
        expected.append(rows[np.concatenate((lead, ids[first:last], edge_ids[edge_of == i]))].sum(0, dtype=np.int64))
    np.testing.assert_array_equal(index.vectors(parts), expected)


def test_equal_chunks_score_exactly_equal_and_keep_their_order():
    text = "abc dad bab cab\n" * 400
    chunks = split(text, [(16 * i, 16 * i + 15) for i in range(400)])
    model = StaticModel(table(dimensions=101), PieceTokenizer(ROWS))
    scores = finish(model.scoring([(finish(model.reading(text)), chunks)], ["bab"]))
    assert len(set(scores[0].tolist())) == 1
    assert ranking(scores)[0].tolist() == list(range(400))


def test_chunks_and_queries_without_tokens_score_zero():
    model = StaticModel(table(), PieceTokenizer(ROWS))
    chunks = split("ab   cd", [(0, 2), (2, 5), (3, 3), (5, 7)])
    scores = finish(model.scoring([(finish(model.reading("ab   cd")), chunks)], ["", "cd"]))
    assert scores[0].tolist() == [0, 0, 0, 0]
    assert scores[1, 1:3].tolist() == [0, 0]
    assert scores[1, 3] == pytest.approx(1)


def test_an_empty_corpus_and_no_queries_give_empty_scores():
    model = StaticModel(table(), PieceTokenizer(ROWS))
    empty = finish(model.reading(""))
    assert finish(model.scoring([], ["ab"])).shape == (1, 0)
    assert finish(model.scoring([(empty, split("", []))], [])).shape == (0, 0)
    text = "ab cd " * 50
    assert finish(model.scoring([(finish(model.reading(text)), split(text, [(0, 300)]))], [])).shape == (0, 1)


def test_a_query_that_the_table_knows_nothing_of_is_said():
    model = StaticModel(table(), PieceTokenizer(ROWS))
    notice = model.notice("  ")
    assert notice is not None
    assert notice.code == "scoring.silent-query"
    assert model.notice("ab") is None


def test_a_tokenizer_with_more_tokens_than_the_table_is_refused():
    small = EmbeddingTable(table().rows[:3], 1.0)
    model = StaticModel(small, PieceTokenizer(ROWS))
    with pytest.raises(TableError, match="rows for 3 tokens"):
        finish(model.reading("abc bcd cda dab"))
    with pytest.raises(TableError, match="rows for 3 tokens"):
        model.embed("abc bcd cda dab")


def test_a_small_memory_changes_the_spacing_and_not_the_scores():
    text = "abcab dcb a bcd " * 300
    chunks = split(text, [(i, i + 70) for i in range(0, len(text) - 70, 37)])
    scores = []
    for memory in (0, 20_000, 1 << 30):
        model = StaticModel(table(), PieceTokenizer(ROWS), memory=memory)
        scores.append(finish(model.scoring([(finish(model.reading(text)), chunks)], ["bcd a"])))
    np.testing.assert_array_equal(scores[0], scores[2])
    np.testing.assert_array_equal(scores[1], scores[2])


def test_long_work_reports_progress_and_can_be_stopped():
    text = "abc " * 20_000
    model = StaticModel(table(), PieceTokenizer(ROWS))
    steps: list[Progress] = []
    read = finish(model.reading(text), steps.append)
    assert [step.unit for step in steps[:2]] == ["characters", "tokens"]
    chunks = split(text, [(4 * i, 4 * i + 40) for i in range(4000)])
    scoring = model.scoring([(read, chunks), (read, chunks)], ["abc"])
    first = next(scoring)
    assert first.unit == "chunks"
    assert 0 < first.done < first.total == 8000
    scoring.close()
    finish(model.scoring([(read, chunks)], ["abc"]), steps.append)
    assert steps[-1].done == steps[-1].total == 4000


def test_queries_that_were_stopped_half_way_are_scored_in_full_the_next_time():
    text = "abcab dcb a bcd " * 30
    chunks = split(text, [(i, i + 40) for i in range(0, 400, 40)])
    model = StaticModel(table(), PieceTokenizer(ROWS))
    read = finish(model.reading(text))
    finish(model.scoring([(read, chunks)], ["abc"]))
    stopped = model.scoring([(read, chunks)], ["abc", "dcb"])
    next(stopped)
    stopped.close()
    scores = finish(model.scoring([(read, chunks)], ["dcb", "abc", "bcd"]))
    expected = cosines(
        table(), PieceTokenizer(ROWS), [chunks.text(i) for i in range(len(chunks))], ["dcb", "abc", "bcd"]
    )
    np.testing.assert_allclose(scores, expected, atol=1e-12)


def test_a_query_with_tokens_beyond_the_table_is_refused_as_a_document_is():
    small = EmbeddingTable(table().rows[:3], 1.0)
    model = StaticModel(small, PieceTokenizer(ROWS))
    read = finish(model.reading(""))
    with pytest.raises(TableError, match="rows for 3 tokens"):
        finish(model.scoring([(read, split("", []))], ["abc bcd cda dab"]))
