from itertools import pairwise

import pytest

from chunkforge.splitters.sentences import sentence_starts


def sentences(text: str) -> list[str]:
    bounds = [0, *sentence_starts(text), len(text)]
    return [part.strip() for a, b in pairwise(bounds) if (part := text[a:b]).strip()]


@pytest.mark.parametrize(
    "parts",
    [
        ["He left.", "She stayed!", "Why?", "Nobody knows…", "Really?!", "Yes."],
        ["今日は天気がいい。", "明日は雨です。", "本当\uff1f", "はい\uff01"],
        ["「行こう。」", "と彼は言った。"],
        ["यह पहला वाक्य है।", "यह दूसरा है॥", "तीसरा।"],
        ["ما اسمك؟", "اسمي سامي.", "هذا نص\u06d4"],
        ["He said “Stop.”", "Then he left.", "(It was late.)", "So he ran."],
        ["Mr. Smith met Dr. J. Brown at 3.5 km.", "They talked."],
        ["See Fig. 3 and e.g. Table 2, approx. 4.2 vs. 5.", "Done."],
        ["Am 3. Mai begann es.", "Vgl. Abs. 2 und z.B. Nr. 5.", "Ende."],
        ["It uses 3.14.", "Then 2.71 came."],
        ["He waited... and waited.", "Then he went."],
    ],
)
def test_sentences_end_where_a_reader_ends_them(parts):
    assert sentences(" ".join(parts)) == parts


def test_the_number_of_a_list_item_ends_no_sentence():
    assert sentences("1. First item\n2. Second item") == ["1. First item\n2. Second item"]


def test_long_rows_of_stops_and_blanks_cost_what_their_length_costs():
    assert sentence_starts("." * 200_000 + "x") == []
    assert sentence_starts("?" + "'" * 200_000 + "x") == []
