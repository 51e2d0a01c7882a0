"""What every odd PDF of `make_pdfs` must give: its text, its blocks, and what is said about it."""

from __future__ import annotations

from functools import cache

import pytest

import make_pdfs
from chunkforge.document import Document
from chunkforge.errors import ExtractionError, PasswordRequired
from chunkforge.extract import extract
from chunkforge.extract.pdf import Rules, reading
from chunkforge.steps import finish
from pdf_writer import Pdf
from tools.pins import ROOT

TEXTS = {
    "stream_without_length": "Issue of 1293",
    "stream_with_short_length": "A small length, and an odd number of digits",
    "wrong_offsets": "Hello weir",
    "no_cross_reference": "Hello weir",
    "cut_off": "The first page\n\nThe second page\n\nThe third page",
    "loops": "Hello weir\n\nIn the form",
    "object_streams": "Hello weir",
    "bomb": "Hello weir",
    "bomb_of_runs": "Hello weir",
    "deep_nesting": "Hello weir",
    "operators_in_array": "Grandes clientèles, et marchés",
    "font_by_graphics_state": "I should be courier!",
    "euc_japanese": "あいうえお",
    "embedded_encoding": "Source map \U00028a40",
    "glyphs_in_ascii_order": "Volumes and rates",
    "glyphs_in_no_order": "Hello weir",
    "type3_numbered": "à À â Â é É",
    "ligatures": "Efficient finance staff",
    "four_directions": "runs east\n\nruns north\n\nruns west\n\nruns south",
    "turned_page": "Line 0 of the turned page Line 1 of the turned page Line 2 of the turned page",
    "outside_the_page": "Inside",
    "drawn_twice": "Thank you for using it",
    "scripts": "flows of 12 m³ of H2O were measured.¹",
    "spaced_letters": "rain on the lake\n\nand text set as usual",
    "accents_of_their_own": "a naïve café",
    "tabular": "Country\tPeople\tArea\nAustria\t8.9\t83,879\nBelgium\t11.5\t30,689\nDenmark\t5.8\t42,951",
    "hidden_layer": "Shown words",
    "invisible_below": "Hello weir, and good morning",
    "scanned_with_text": "Recognised text of a scan",
    "hebrew": "שלום עולם, מה שלום 15 כולם?",
    "encrypted_for_nobody": "Hello weir",
    "encrypted_aes128_for_nobody": "Hello weir",
    "encrypted_rc4": "Hello weir",
    "japanese": "第二条第一項の表の青色の灯火の項第三号中「含む。」を加える。\n\n歩行者は進行することができること\n\n"
    "道路を横断してはならないこと",
    "form": "Example for a form\n\nFirst name:\n\nColour:\n\nFirst name: Alice\n\ncolour: red, blue\n\nSeen\n\n"
    "The second page of the form",
}


@cache
def made(name: str) -> Document:
    """Read the file of a name."""
    return extract(f"{name}.pdf", make_pdfs.MAKERS[name]())


def shape(document: Document) -> list[tuple[str, int, str]]:
    """Kind, level and text of every block."""
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_exactly_what_a_reader_sees(name: str):
    assert made(name).text == TEXTS[name]


@pytest.mark.parametrize(
    "name", sorted(set(TEXTS) - {"glyphs_in_no_order", "no_cross_reference", "cut_off", "bomb", "bomb_of_runs"})
)
def test_readable_files_need_no_warning(name: str):
    assert made(name).warnings == ()


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("glyphs_in_no_order", ["pdf.undecodable-pages"]),
        ("no_cross_reference", ["pdf.repaired"]),
        ("cut_off", ["pdf.repaired"]),
        ("bomb", ["pdf.slow"]),
        ("bomb_of_runs", ["pdf.slow"]),
    ],
)
def test_what_went_wrong_is_said(name: str, codes: list[str]):
    assert [warning.code for warning in made(name).warnings] == codes


def test_what_comes_before_damage_in_a_stream_is_kept():
    assert made("damaged_flate").text.startswith("Line number 0 of many Line number 1 of many")


def test_pages_whose_fonts_do_not_tell_their_characters_are_named():
    (warning,) = made("glyphs_in_no_order").warnings
    assert "these pages" in warning
    assert warning.values["list"] == "1"
    assert warning.values["count"] == len("Volumes and rates of flow")


def test_a_scan_is_refused_with_a_way_out():
    with pytest.raises(ExtractionError, match=r"3 pages but no text layer.*OCR") as refused:
        made("scan")
    assert refused.value.notice.code == "pdf.no-text"


HANDBOOK = (ROOT / "samples" / "handbook.pdf").read_bytes()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_a_file_that_is_cut_off_before_its_content_is_no_scan(share: float):
    with pytest.raises(ExtractionError, match=r"handbook\.pdf .* damaged or cut off.*Download it again") as refused:
        extract("handbook.pdf", HANDBOOK[: round(len(HANDBOOK) * share)])
    assert refused.value.notice.code == "pdf.cut-off"


@pytest.mark.parametrize(("share", "pages"), [(0.7, "9-19"), (0.9, "17-19")])
def test_pages_that_a_file_breaks_off_before_are_no_scans(share: float, pages: str):
    document = extract("handbook.pdf", HANDBOOK[: round(len(HANDBOOK) * share)])
    (warning,) = document.warnings
    assert (warning.code, warning.values) == ("pdf.cut-off-pages", {"list": pages})
    assert "Download it again" in warning


def test_a_page_whose_content_breaks_off_before_its_text_is_no_scan():
    pdf = Pdf()
    pdf.page("", entries="/Contents 50 0 R")
    pdf.add("<< /Length 44 >>\nstream\nBT /F1 24 Tf 72 700 Td (The only page) Tj ET\nendstream", number=50)
    data = pdf.data()
    assert extract("a.pdf", data).text == "The only page"
    with pytest.raises(ExtractionError) as refused:
        extract("a.pdf", data[: data.index(b"72 700 Td")])
    assert refused.value.notice.code == "pdf.cut-off"


def test_a_scan_whose_parts_had_to_be_found_by_searching_stays_a_scan():
    pdf = Pdf()
    pdf.page("0 0 100 100 re f")
    with pytest.raises(ExtractionError) as refused:
        extract("scan.pdf", pdf.data(xref=False))
    assert refused.value.notice.code == "pdf.no-text"


def test_blocks_never_overlap_and_never_begin_or_end_blank():
    for name in sorted(set(make_pdfs.MAKERS) - {"scan"}):
        document = made(name)
        end = 0
        for _, _, text in shape(document):
            assert text == text.strip()
        for block in document.blocks:
            assert end <= block.start < block.end <= len(document.text)
            end = block.end


@pytest.mark.parametrize(("rule", "dropped"), [("crop", "Cutting mark 17"), ("overprints", "Thank you for using it")])
def test_a_rule_that_is_off_leaves_the_text(rule: str, dropped: str):
    name = {"crop": "outside_the_page", "overprints": "drawn_twice"}[rule]
    data = make_pdfs.MAKERS[name]()
    with_rule = extract(f"{name}.pdf", data)
    without = finish(reading(f"{name}.pdf", data, rules=Rules(**{rule: False})))
    assert [change.text for change in with_rule.changes] == [dropped]
    assert without.changes == ()
    assert without.text.count(dropped) == with_rule.text.count(dropped) + 1


def test_headings_of_tagged_files_are_those_of_the_tags():
    document = made("tagged")
    assert shape(document)[0] == ("heading", 2, "A heading in body size")
    assert [(change.kind, change.text) for change in document.changes] == [("artifact", "Header of the page")]


def test_headings_that_only_the_outline_tells_are_found():
    found = [(level, text) for kind, level, text in shape(made("outlined")) if kind == "heading"]
    assert found == [(1, "Reading"), (2, "The staff"), (2, "The notebook"), (1, "Repair")]


def test_prose_drawn_row_by_row_is_read_by_columns():
    left, right = (text for _, _, text in shape(made("row_by_row")))
    assert left == f"left {make_pdfs.PLAIN} {make_pdfs.PLAIN}"
    assert right == f"right {make_pdfs.PLAIN} {make_pdfs.PLAIN}"


def test_two_columns_read_down_one_and_then_the_other():
    document = made("two_columns")
    expected = [("heading", 1, "On reading a gauge by hand")]
    expected += [
        ("paragraph", 0, make_pdfs.without_marks(make_pdfs.prose(2 * number + column, 12)))
        for number in (1, 2, 3)
        for column in (0, 1)
    ]
    assert shape(document) == expected
    numbers = [(change.text, change.page) for change in document.changes if change.kind == "page-number"]
    assert numbers == [("1", 1), ("2", 2), ("3", 3)]
    assert all(document.page_of(block.start) == max(1, (i + 1) // 2) for i, block in enumerate(document.blocks))


def test_a_book_is_read_without_its_heads_and_over_its_page_breaks():
    document = made("book")
    expected = [("heading", 1, "The book of the weir")]
    for number, chapter in enumerate(make_pdfs.CHAPTERS, 1):
        expected.append(("heading", 2, f"{number} {chapter}"))
        pages = (2 * number, 2 * number + 1)
        texts = [make_pdfs.without_marks(make_pdfs.prose(2 * page + i)) for page in pages for i in (0, 1)]
        expected += [("paragraph", 0, text) for text in texts[:2]]
        expected.append(("paragraph", 0, make_pdfs.NOTE.format(chapter)))
        expected.append(("paragraph", 0, f"{make_pdfs.OPEN.format(chapter)} {make_pdfs.TURNED[chapter]}"))
        expected += [("paragraph", 0, text) for text in texts[2:]]
    assert shape(document) == expected
    heads = [change.text for change in document.changes if change.kind == "running-head"]
    assert heads == [
        "2 THE BOOK OF THE WEIR",
        "RAIN 3",
        "4 THE BOOK OF THE WEIR",
        "ICE 5",
        "6 THE BOOK OF THE WEIR",
        "DROUGHT 7",
    ]


@pytest.mark.parametrize("lines", [["The one line of every page"], ["Weir 4", "3"]])
def test_what_stands_alone_on_every_page_is_no_running_head(lines):
    pdf = Pdf()
    for number in range(1, 5):
        texts = [line.replace("3", str(number)) for line in lines]
        pdf.page("".join(f"BT /F1 12 Tf 72 {770 - 720 * i} Td ({text}) Tj ET " for i, text in enumerate(texts)))
    document = extract("labels.pdf", pdf.data())
    assert (
        document.text.split()
        == " ".join(" ".join(line.replace("3", str(number)) for line in lines) for number in range(1, 5)).split()
    )
    assert not document.changes


def test_a_page_begins_inside_the_paragraph_that_runs_over_it():
    document = made("book")
    start = int(document.page_starts[2])
    assert document.text[start:].startswith(make_pdfs.TURNED["Rain"])
    assert document.page_range(start - 30, start + 5) == (2, 3)


def test_joined_hyphens_are_told_where_they_happened():
    document = made("two_columns")
    joined = [change for change in document.changes if change.kind == "hyphen"]
    assert joined
    for change in joined:
        around = document.text[max(0, change.offset - len(change.text)) : change.offset + len(change.text)]
        assert change.text in around
        assert document.page_of(change.offset) == change.page


def test_hyphens_stay_where_the_rule_is_off():
    data = make_pdfs.two_columns()
    document = finish(reading("a.pdf", data, rules=Rules(hyphens=False)))
    assert "- " in document.text
    assert not any(change.kind == "hyphen" for change in document.changes)


def test_a_locked_file_asks_for_its_password_and_opens_with_either():
    data = make_pdfs.encrypted_aes128(b"weir", b"sluice")
    with pytest.raises(PasswordRequired, match=r"\.pdf is locked with a password"):
        extract("locked.pdf", data)
    with pytest.raises(PasswordRequired, match=r"does not open .*\.pdf"):
        extract("locked.pdf", data, password="dam")
    assert extract("locked.pdf", data, password="weir").text == "Hello weir"
    assert extract("locked.pdf", data, password="sluice").text == "Hello weir"


def test_revision_6_opens_with_the_password_of_its_owner():
    data = make_pdfs.encrypted(b"weir", b"sluice")
    assert extract("locked.pdf", data, password="sluice").text == "Hello weir"
