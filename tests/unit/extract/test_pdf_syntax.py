"""Objects and content streams, right and wrong ones."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfminer.pdftypes import PDFObjRef
from pdfminer.psparser import LIT

from chunkforge.extract.pdf import syntax
from chunkforge.extract.pdf.content import operations
from chunkforge.extract.pdf.streams import inflate, unlzw, unrun


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"17", 17),
        (b"-.5", -0.5),
        (b"+4.", 4.0),
        (b"--5", -5.0),
        (b"5-3", 5.0),
        (b".", 0.0),
        (b"true", True),
        (b"null", None),
        (b"/Name#20x", LIT("Name x")),
        (b"(a(b)c\\)\\n\\101\\\r\nd\\7)", b"a(b)c)\nAd\x07"),
        (b"(a\r\nb\rc)", b"a\nb\nc"),
        (b"<48 65 6C6>", b"Hel`"),
        (b"<zz4>", b"@"),
        (b"[1 [2] (x)]", [1, [2], b"x"]),
        (b"<< /A 1 /B << /C [/D] >> >>", {"A": 1, "B": {"C": [LIT("D")]}}),
        (b"<< /A 1 2 /B 3 /C >>", {"A": 1, "B": 3}),
        (b"<< /A [1 2 /B 3 endobj", {"A": [1, 2, LIT("B"), 3]}),
        (b"% comment\n[1 % another\n2]", [1, 2]),
        (b"] >> 5", 5),
        (b"(never closed", b"never closed"),
    ],
)
def test_objects_are_read_whatever_their_state(source: bytes, expected: object):
    found, _ = syntax.parse(source, 0)
    assert found == expected
    assert type(found) is type(expected)


def test_references_are_told_from_numbers():
    found, _ = syntax.parse(b"[1 0 R 2 0 3 0 R 4 0 RG]", 0)
    assert [entry.objid if isinstance(entry, PDFObjRef) else entry for entry in found] == [1, 2, 0, 3, 4, 0]


@pytest.mark.parametrize("source", [b"", b"endobj", b"] ] ]", b"<< " * 500])
def test_where_no_object_is_it_is_said(source: bytes):
    with pytest.raises(syntax.SyntaxFault):
        syntax.parse(source, 0)


@given(st.binary(max_size=300))
def test_any_bytes_end_in_an_object_or_a_fault(source: bytes):
    try:
        _, end = syntax.parse(source, 0)
    except syntax.SyntaxFault:
        return
    assert 0 <= end <= len(source)


@pytest.mark.parametrize(
    ("length", "expected"),
    [(5, b"hello"), (2, b"hello"), (500, b"hello"), (None, b"hello"), (-3, b"hello")],
)
def test_a_length_is_believed_only_where_the_stream_ends_there(length: int | None, expected: bytes):
    data = b"stream\r\nhello\nendstream endobj"
    start = syntax.stream_start(data, 0)
    assert start == 8
    assert data[start : syntax.stream_end(data, start, length)] == expected


def numbers(*values: float) -> list[float]:
    """Operands as they are read."""
    return [float(value) for value in values]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"/F1 12 Tf 1 0 0 1 72 700 Tm", [(b"Tf", [LIT("F1"), 12.0]), (b"Tm", numbers(1, 0, 0, 1, 72, 700))]),
        (b"[(a)-20.5(b)<43>]TJ", [(b"TJ", [[b"a", -20.5, b"b", b"C"]])]),
        (b"0 0 m 10 10 l 5 5 10 10 re f (x) Tj", [(b"Tj", [b"x"])]),
        (b"1 0 0 RG 5 w 0 0 m S (x) Tj", [(b"RG", numbers(1, 0, 0)), (b"w", [5.0]), (b"Tj", [b"x"])]),
        (b"((a)b) Tj", [(b"Tj", [b"(a)b"])]),
        (b'1 2 (a(b)) "', [(b'"', [1.0, 2.0, b"a(b)"])]),
        (b"[(a) 0.5 Tc (b)] TJ", [(b"TJ", [[b"a", b"b"]])]),
        (b"[(a) (b) ET", [(b"ET", [[b"a", b"b"]])]),
        (b"/P << /MCID 3 >> BDC", [(b"BDC", [LIT("P"), {"MCID": 3.0}])]),
        (b"BI /W 1 ID \x00\xffEI\x01\x02 (no) EI Q", [(b"Q", [])]),
        (b"BI /W 1 never ending", []),
        (b"% (comment) Tj\n(x)Tj", [(b"Tj", [b"x"])]),
        (b"   ", []),
    ],
)
def test_operators_come_with_their_operands(source: bytes, expected: list[tuple[bytes, list[object]]]):
    assert list(operations(source)) == expected


@given(st.binary(max_size=400))
def test_any_content_ends(source: bytes):
    for operator, operands in operations(source):
        assert isinstance(operator, bytes)
        assert isinstance(operands, list)


def reference_lzw(data: bytes) -> bytes:
    """Encode by LZW, one clear code first, as simply as it can be said."""
    table = {bytes([i]): i for i in range(256)}
    codes, width, word, bits = [(256, 9)], 9, b"", 0
    for byte in data:
        longer = word + bytes([byte])
        if longer in table:
            word = longer
            continue
        codes.append((table[word], width))
        table[longer] = len(table) + 2
        width = max(9, (len(table) + 2 + 1).bit_length()) if len(table) + 2 < 4095 else width
        if len(table) + 2 >= 4094:
            codes.append((256, width))
            table, width = {bytes([i]): i for i in range(256)}, 9
        word = bytes([byte])
    if word:
        codes.append((table[word], width))
    length = 0
    for code, size in codes:
        bits = bits << size | code
        length += size
    return (bits << -length % 8).to_bytes((length + 7) // 8, "big")


@given(st.binary(max_size=600))
def test_lzw_gives_back_what_was_coded(data: bytes):
    assert unlzw(reference_lzw(data), 10_000) == data


@pytest.mark.parametrize(
    ("runs", "data"),
    [(b"\x02abc\x80z", b"abc"), (b"\xfea\x00b", b"aaab"), (b"\x05ab", b"ab"), (b"\x90", b""), (b"", b"")],
)
def test_runs_are_undone_as_far_as_they_go(runs: bytes, data: bytes):
    assert unrun(runs, 10_000) == data


@given(st.binary(max_size=3000), st.integers(0, 3000))
def test_a_cut_stream_gives_its_beginning(data: bytes, cut: int):
    packed = zlib.compress(data)
    assert data.startswith(inflate(packed[:cut], 10_000))
    assert inflate(packed, 10_000) == data


@pytest.mark.parametrize("header", [b"", b"\0\0"])
def test_a_stream_without_its_header_is_unpacked(header: bytes):
    text = b"BT /F1 12 Tf (the same words) Tj (and others) Tj ET"
    assert inflate(header + zlib.compress(text)[2:], 10_000) == text


def test_a_stream_gives_no_more_than_its_limit():
    assert inflate(zlib.compress(bytes(1_000_000)), 1000) == bytes(1000)
    assert unrun(b"\x81\0" * 1_000_000, 1000) == bytes(1000)
