"""Reading a PDF in steps: progress, cancelling, refusals."""

from __future__ import annotations

import gzip
from pathlib import Path

import pdfminer
import pytest

import make_pdfs
from chunkforge.errors import Cancelled, ExtractionError
from chunkforge.extract import NeedsCMaps, add_cmap, extract, extracting
from chunkforge.extract.pdf import Limits, Rules, predefined, reading
from chunkforge.steps import Progress, finish
from pdf_writer import HELVETICA, Pdf


def test_pages_are_told_one_by_one_with_their_text():
    steps: list[Progress] = []
    document = finish(extracting("many.pdf", make_pdfs.many_pages()), steps.append)
    assert [(step.done, step.total, step.unit) for step in steps] == [(n, 300, "pages") for n in range(1, 301)]
    assert all(f"So ends page {step.done}." in step.partial.replace("\n", " ") for step in steps)
    assert len(document.page_starts) == 300


def test_cancelling_keeps_the_pages_that_were_read():
    steps = extracting("many.pdf", make_pdfs.many_pages())
    for _ in range(3):
        next(steps)
    with pytest.raises(StopIteration) as end:
        steps.throw(Cancelled())
    document = end.value.value
    assert "So ends page 3." in document.text
    assert "So ends page 4." not in document.text
    assert [warning.code for warning in document.warnings] == ["pdf.unread"]
    assert document.warnings[0].values == {"count": 297, "pages": 300}


def test_closing_stops_at_once():
    steps = extracting("many.pdf", make_pdfs.many_pages())
    next(steps)
    steps.close()
    with pytest.raises(StopIteration):
        next(steps)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.pdf", b"", "extract.empty"),
        ("a.pdf", b"a letter", "pdf.not-a-pdf"),
        ("a.pdf", b"%PDF-1.7\nand nothing else", "pdf.broken"),
        ("a.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj", "pdf.broken"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name: str, data: bytes, code: str):
    with pytest.raises(ExtractionError) as refused:
        extract(name, data)
    assert refused.value.notice.code == code
    assert name in str(refused.value)


@pytest.mark.parametrize(
    ("entry", "broken"),
    [
        (b"/StdCF << /CFM /AESV2 /Length 16 >>", b"/StdCF (x)"),
        (b"/StdCF << /CFM /AESV2 /Length 16 >>", b"/StdCF 5"),
        (b"/CF <<", b"/CF 3 /None <<"),
        (b"/V 4", b"/V []"),
        (b"/R 4", b"/R <<>>"),
        (b"/P -4", b"/P (no)"),
        (b"/U <", b"/U 1 /None <"),
    ],
)
def test_a_damaged_description_of_the_encryption_ends_in_a_sentence(entry: bytes, broken: bytes):
    data = make_pdfs.encrypted_aes128()
    assert entry in data
    with pytest.raises(ExtractionError) as refused:
        extract("a.pdf", data.replace(entry, broken))
    assert refused.value.notice.code in {"pdf.encryption", "pdf.password"}


def test_an_unknown_encryption_is_refused():
    data = make_pdfs.encrypted_rc4().replace(b"/Filter /Standard /V 4", b"/Filter /Adobe.X /V 4")
    with pytest.raises(ExtractionError) as refused:
        extract("a.pdf", data)
    assert refused.value.notice.code == "pdf.encryption"


def test_a_pdf_is_known_by_its_content_whatever_its_name():
    assert extract("report", make_pdfs.drawn_twice()).text == "Thank you for using it"
    assert extract("report.txt", make_pdfs.drawn_twice()).text == "Thank you for using it"


def test_a_file_that_is_over_its_time_says_how_much_is_missing():
    rules = Rules(limits=Limits(file_seconds=-1.0))
    with pytest.raises(ExtractionError):
        finish(reading("many.pdf", make_pdfs.many_pages(), rules=rules))


def test_a_page_of_too_many_pieces_is_read_in_part():
    document = finish(reading("many.pdf", make_pdfs.two_columns(), rules=Rules(limits=Limits(pieces=20))))
    assert [warning.code for warning in document.warnings] == ["pdf.slow"]
    assert document.warnings[0].values["list"] == "1-3"


def test_everything_unpacked_together_is_bounded():
    rules = Rules(limits=Limits(file_bytes=1000))
    with pytest.raises(ExtractionError) as refused:
        finish(reading("a.pdf", make_pdfs.object_streams() * 1, rules=Rules(limits=Limits(file_bytes=10))))
    assert refused.value.notice.code == "pdf.too-large"
    assert finish(reading("a.pdf", make_pdfs.object_streams(), rules=rules)).text == "Hello weir"


def test_missing_cmaps_are_asked_for_and_used_once_handed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    folder = Path(pdfminer.__file__).parent / "cmap"
    monkeypatch.setattr(predefined, "files", predefined.Files(tmp_path / "trimmed"))
    data = make_pdfs.euc_japanese()
    asked: list[str] = []
    text = ""
    while not text:
        try:
            text = extract("a.pdf", data).text
        except NeedsCMaps as needed:
            asked += needed.names
            for name in needed.names:
                add_cmap(name, (folder / f"{name}.json.gz").read_bytes())
    assert text == "あいうえお"
    assert sorted(asked) == ["EUC-H", "to-unicode-Adobe-Japan1"]


def test_a_cmap_that_nobody_has_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(predefined, "files", predefined.Files(tmp_path / "trimmed"))
    data = make_pdfs.euc_japanese().replace(b"/EUC-H", b"/Own-H")
    for name in ("to-unicode-Adobe-Japan1", "Own-H"):
        add_cmap(name, b"")
    with pytest.raises(ExtractionError, match="do not tell which characters"):
        extract("a.pdf", data)


def test_names_of_cmaps_never_lead_out_of_their_folder(tmp_path: Path):
    (tmp_path / "cmap").mkdir()
    (tmp_path / "secret.json.gz").write_bytes(gzip.compress(b'{"CODE2CID": {}}'))
    assert predefined.Files(tmp_path / "cmap").load("../secret") is None


def test_bullets_from_the_private_part_of_a_symbol_font_are_bullets():
    pdf = Pdf()
    texts = pdf.stream(b"1 beginbfchar <41> <F0B7> endbfchar")
    font = pdf.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /ToUnicode {texts} 0 R >>")
    lines = "".join(f"/S 10 Tf 72 {y} Td (A) Tj /F1 10 Tf 15 0 Td (point {y}) Tj -87 -{y} Td " for y in (700, 686))
    pdf.page(f"BT {lines} ET", {"S": font, "F1": HELVETICA})
    document = extract("a.pdf", pdf.data())
    assert document.text == "• point 700\n• point 686"
    assert [block.kind for block in document.blocks] == ["list"]
