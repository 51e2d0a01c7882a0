"""Small public PDFs that other readers are known to fail on: what must be found in each, and in what order."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import pytest

from agreement import words
from chunkforge.document import Document
from chunkforge.errors import PasswordRequired
from chunkforge.extract import extract
from chunkforge.extract.pdf import Rules, reading
from chunkforge.steps import finish


class Case(NamedTuple):
    """Pages, least and most words, and phrases in their order."""

    pages: int
    fewest: int
    most: int
    phrases: tuple[str, ...]


CASES = {
    "multicolumn": Case(
        3,
        1060,
        1100,
        (
            "This is a sample document with two columns filled with Lorem Ipsum text.",
            "Vivamus viverra fermentum felis. Donec nonummy pellentesque ante. Phasellus adipiscing",
            "Quisque ullamcorper placerat ipsum. Cras nibh.",
            "Austria",
        ),
    ),
    "bug1019475_1": Case(
        1,
        258,
        268,
        (
            "This Ecma Standard defines the Source map format, used for mapping transpiled source code back",
            "Support source-level debugging allowing bidirectional mapping",
            "was adopted by the General Assembly",
        ),
    ),
    "issue6132": Case(
        1,
        430,
        446,
        (
            "Efficient Arithmetic in Finite Field Extensions with Application in Elliptic Curve Cryptography",
            "finite fields, fast arithmetic",
            "1 Introduction",
        ),
    ),
    "issue1350": Case(
        3,
        440,
        570,
        (
            "Please call 617-387-7625 (Everett) or 978-499-7625",
            "Limit 1 voucher per person; limit 3 vouchers as gifts",
            "Thank you for using BuyWithMe.com!",
        ),
    ),
    "issue7665": Case(1, 2, 2, ("Issue 7665",)),
    "issue1293r": Case(1, 2, 2, ("Issue 1293",)),
    "issue6108": Case(1, 11, 12, ("ASCIIHexDecode filter, small Length, size diff is more than 135 bytes",)),
    "operator-in-TJ-array": Case(1, 5, 5, ("Grandes Clientèles, Financements et Marchés",)),
    "issue11656": Case(1, 24, 28, ("שלום עולם", "כמו כל הילדים")),
    "kampo": Case(1, 2300, 2400, ("第二条第一項の表の青色の灯火の項第三号中", "歩行者は")),
    "noembed-eucjp": Case(1, 5, 5, ("あいうえお",)),
    "issue18117": Case(1, 8, 24, ("abc defghijklmno pqrstuvw xyz0123456789", "\U000289c0")),
    "french_diacritics": Case(1, 28, 30, ("à À â Â ä Ä ç Ç é É è È ê Ê ë Ë î Î ï Ï ô Ô ù Ù û Û ü Ü",)),
    "rotated": Case(1, 10, 14, ("Rotated text",)),
    "pdflatex-outline": Case(
        4, 1370, 1420, ("Contents", "blind text like this gives you information about the selected font")
    ),
    "libreoffice-form": Case(1, 16, 22, ("Example for a Form", "Gender:", "Agree to privacy policy")),
    "google-doc-document": Case(
        1, 178, 190, ("Explicit is better than implicit.", "Namespaces are one honking great idea")
    ),
    "issue7454": Case(1, 44, 56, ("Garanties couvertes par le contrat conseillé", "Crédit")),
    "extgstate": Case(1, 4, 4, ("I should be courier!",)),
}


def data(shared: Path, name: str) -> bytes:
    """The bytes of a case."""
    return (shared / "cases" / "pdf" / f"{name}.pdf").read_bytes()


def squeezed(text: str) -> str:
    """What phrases are compared by."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).casefold()


def counted(text: str) -> int:
    """Words as the cases count them: runs of letters, every ideograph for one; bullets and dashes for none."""
    return sum(any(letter.isalnum() for letter in word) for word in words(text))


@pytest.mark.parity
@pytest.mark.parametrize("name", CASES)
def test_every_named_case_is_read(shared: Path, name: str):
    case = CASES[name]
    everything = Rules(furniture=False, hyphens=False, forms=False)
    document = finish(reading(name, data(shared, name), rules=everything))
    assert len(document.page_starts) == case.pages
    assert case.fewest <= counted(document.text) <= case.most
    assert document.warnings == ()
    text, position = squeezed(finish(reading(name, data(shared, name), rules=Rules(furniture=False))).text), 0
    for phrase in case.phrases:
        position = text.index(squeezed(phrase), position) + 1


@pytest.mark.parity
def test_a_locked_case_opens_with_its_password(shared: Path):
    with pytest.raises(PasswordRequired):
        extract("aes-128.pdf", data(shared, "aes-128"))
    assert extract("aes-128.pdf", data(shared, "aes-128"), password="foo").text == "Secret!"


def blocks(shared: Path, name: str, kind: str) -> list[str]:
    """The texts of a case's blocks of one kind."""
    document: Document = extract(f"{name}.pdf", data(shared, name))
    return [document.text[block.start : block.end] for block in document.blocks if block.kind == kind]


@pytest.mark.parity
def test_the_question_mark_ends_the_hebrew_line(shared: Path):
    assert blocks(shared, "issue11656", "paragraph")[0].startswith("שלום עולם מה שלום כולם?")


@pytest.mark.parity
def test_columns_of_single_characters_are_long_lines(shared: Path):
    first = blocks(shared, "kampo", "paragraph")[0]
    assert first.startswith("第二条第一項の表の青色の灯火の項第三号中「含む。")
    assert len(first) > 40


@pytest.mark.parity
def test_form_values_come_from_the_fields(shared: Path):
    assert "First Name: Alice" in blocks(shared, "libreoffice-form", "paragraph")


@pytest.mark.parity
def test_sections_are_headings_and_contents_are_not(shared: Path):
    found = blocks(shared, "pdflatex-outline", "heading")
    assert found[0] == "Contents"
    assert found[1:] == [f"{number} {name}" for number, name in enumerate(("Foo", "Bar", "Baz") * 3, 1)]
    assert blocks(shared, "pdflatex-outline", "table")[0].split("\n")[0] == "1\tFoo\t2"


@pytest.mark.parity
def test_rows_of_a_table_have_a_tab_between_cells(shared: Path):
    (table,) = blocks(shared, "multicolumn", "table")
    assert "Austria\t8.9\t83,879\tVienna\tGerman" in table.split("\n")


@pytest.mark.parity
def test_page_numbers_far_from_the_edge_are_removed(shared: Path):
    document = extract("multicolumn.pdf", data(shared, "multicolumn"))
    removed = [(change.text, change.page) for change in document.changes if change.kind == "page-number"]
    assert removed == [("1", 1), ("2", 2), ("3", 3)]
