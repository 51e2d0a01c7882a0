"""The PDFs that the tests of extraction read: each makes one file, and its name says what is odd about it.

`python -m tests.make_pdfs folder` writes them all, to be looked at.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from functools import cache
from hashlib import md5, sha256, sha384, sha512
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from pdf_writer import HELVETICA, Pdf, Sheet, broken, escaped, lines_at

LOREM = (
    "The gauge at the old weir has been read by hand every morn|ing since the turn of the cen|tury, and the "
    "note|books fill two shelves of the small office above the sluice. Who|ever reads it writes down the height, the "
    "weather and any|thing else that seems worth remem|ber|ing, from ice along the banks to a swan on the para|pet. "
    "No|body has ever been told what to leave out."
)
PLAIN = LOREM.replace("|", "")
WORDS = (
    "ac|count bank cal|en|dar dis|tance eve|ning flood gauge height hun|dred ice jour|nal keep|er lake mea|sure "
    "morn|ing note|book of|fice para|pet quar|ter rain riv|er sluice staff sum|mer tem|per|a|ture under value wa|ter "
    "weath|er win|ter"
)


def prose(seed: int, sentences: int = 5) -> str:
    """Sentences of made-up words, others for each seed; a `|` where a word may be divided."""
    choice = WORDS.split()
    state = seed * 7919 + 17
    result = []
    for _ in range(sentences):
        words = []
        for _ in range(11):
            state = (state * 1103515245 + 12345) % (1 << 31)
            words.append(choice[state // 65536 % len(choice)])
        words[0] = words[0].capitalize()
        result.append(" ".join(words) + ".")
    return " ".join(result)


def without_marks(text: str) -> str:
    """Prose as it reads undivided."""
    return text.replace("|", "")


MAKERS: dict[str, Callable[[], bytes]] = {}


def named(maker: Callable[[], bytes]) -> Callable[[], bytes]:
    """Keep a maker under its name; what it makes is made once."""
    once = cache(maker)
    MAKERS[maker.__name__] = once
    return once


def one_page(content: str | bytes, **page: object) -> bytes:
    """A file of one page."""
    pdf = Pdf()
    pdf.page(content, **page)  # type: ignore[arg-type]
    return pdf.data()


HELLO = "BT /F1 24 Tf 72 700 Td (Hello weir) Tj ET"


# Damage


@named
def stream_without_length() -> bytes:
    """No /Length at all."""
    return _raw_stream(b"BT /F1 12 Tf 20 20 Td (Issue of 1293) Tj ET", "", None)


@named
def stream_with_short_length() -> bytes:
    """A /Length that ends within the stream, whose filter has an odd number of digits."""
    content = b"BT /F1 12 Tf 20 20 Td (A small length, and an odd number of digits) Tj ET "
    return _raw_stream(content.hex().encode()[:-1] + b">", "/Filter /ASCIIHexDecode", 20)


def _raw_stream(data: bytes, entries: str, length: int | None) -> bytes:
    pdf = Pdf()
    contents = pdf.stream(data, entries, length=length)
    resources = f"/Resources << /Font << /F1 {HELVETICA} >> >>"
    page = f"<< /Type /Page /MediaBox [0 0 400 50] /Contents {contents} 0 R {resources} >>"
    pdf.pages.append(pdf.add(page))
    return pdf.data()


@named
def wrong_offsets() -> bytes:
    """A cross-reference table that points beside every object."""
    data = one_page(HELLO)
    table = data.index(b"xref\n0")
    head, tail = data[:table], data[table:]
    start = tail.index(b"trailer")
    entries = tail[:start].replace(b"00000 n", b"00000 n").split(b"\n")
    moved = [b"%010d 00000 n " % (int(entry[:10]) + 7) if entry.endswith(b"n ") else entry for entry in entries]
    return head + b"\n".join(moved) + tail[start:]


@named
def no_cross_reference() -> bytes:
    """Neither table nor trailer."""
    pdf = Pdf()
    pdf.page(HELLO)
    return pdf.data(xref=False)


@named
def cut_off() -> bytes:
    """The last third is missing."""
    pdf = Pdf()
    for word in ("first", "second", "third", "fourth"):
        pdf.page(f"BT /F1 24 Tf 72 700 Td (The {word} page) Tj ET")
    data = pdf.data()
    return data[: len(data) * 2 // 3]


@named
def loops() -> bytes:
    """A page tree, a cross-reference chain and a form that all lead back to themselves."""
    pdf = Pdf()
    form = pdf.add("", number=20)
    pdf.page(HELLO + " /X1 Do", resources=f"/XObject << /X1 {form} 0 R >>")
    body = b"/X1 Do BT /F1 12 Tf 72 600 Td (In the form) Tj ET"
    pdf.stream(body)
    number = max(pdf.objects)
    pdf.objects[form] = pdf.objects.pop(number).replace(
        b"<<",
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X1 20 0 R >> /Font << /F1 "
        + HELVETICA.encode()
        + b" >> >>",
        1,
    )
    pdf.pages.append(2)
    data = pdf.data()
    start = data.index(b"xref\n0")
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % start)


@named
def object_streams() -> bytes:
    """All objects but the streams in an object stream, found by a cross-reference stream with a predictor."""
    content = zlib.compress(HELLO.encode())
    inner = {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 "
        f"{HELVETICA} >> >> >>",
    }
    bodies, header = "", []
    for number, body in inner.items():
        header.append(f"{number} {len(bodies)}")
        bodies += body + " "
    head = " ".join(header) + "\n"
    packed = zlib.compress((head + bodies).encode())
    out = bytearray(b"%PDF-1.5\n")
    places = {}
    for number, entries, data in (
        (4, "/Filter /FlateDecode", content),
        (5, f"/Type /ObjStm /N {len(inner)} /First {len(head)} /Filter /FlateDecode", packed),
    ):
        places[number] = len(out)
        out += (
            f"{number} 0 obj\n<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream\nendobj\n"
        )
    start = places[6] = len(out)
    rows = [(0, 0, 0), (2, 5, 0), (2, 5, 1), (2, 5, 2), (1, places[4], 0), (1, places[5], 0), (1, places[6], 0)]
    table = [bytes((kind, *value.to_bytes(3, "big"), third)) for kind, value, third in rows]
    above, predicted = bytes(5), b""
    for row in table:
        predicted += b"\2" + bytes((a - b) & 255 for a, b in zip(row, above, strict=True))
        above = row
    data = zlib.compress(predicted)
    out += (
        f"6 0 obj\n<< /Type /XRef /Size 7 /W [1 3 1] /Root 1 0 R /Filter /FlateDecode /Length {len(data)} "
        "/DecodeParms << /Predictor 12 /Columns 5 >> >>\nstream\n"
    ).encode()
    out += data + f"\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


@named
def damaged_flate() -> bytes:
    """A compressed stream with a wrong byte near its end."""
    text = " ".join(f"BT /F1 10 Tf 72 {700 - 12 * i} Td (Line number {i} of many) Tj ET" for i in range(40))
    data = bytearray(zlib.compress(text.encode()))
    data[-20] ^= 0xFF
    return _raw_stream(bytes(data), "/Filter /FlateDecode", len(data)).replace(b"[0 0 400 50]", b"[0 0 612 792]")


@named
def bomb() -> bytes:
    """Sixty megabytes of blanks in sixty kilobytes, and text before it."""
    packer = zlib.compressobj(9)
    data = packer.compress(b"BT /F1 12 Tf 20 20 Td (Hello weir) Tj ET")
    blanks = b" " * (1 << 20)
    for _ in range(60):
        data += packer.compress(blanks)
    return _raw_stream(data + packer.flush(), "/Filter /FlateDecode", None)


@named
def bomb_of_runs() -> bytes:
    """Almost four gigabytes of blanks in sixty kilobytes: run lengths that are themselves packed."""
    text = b"BT /F1 12 Tf 20 20 Td (Hello weir) Tj ET"
    runs = bytes((len(text) - 1,)) + text + b"\x81 " * 30_000_000
    return _raw_stream(zlib.compress(runs, 9), "/Filter [/FlateDecode /RunLengthDecode]", None)


@named
def deep_nesting() -> bytes:
    """A dictionary nested a hundred thousand deep."""
    pdf = Pdf()
    pdf.page(HELLO)
    pdf.add("<< /A " * 100_000 + ">> " * 100_000)
    return pdf.data()


# Fonts


@named
def operators_in_array() -> bytes:
    """State operators inside a TJ array."""
    return one_page("BT /F1 12 Tf 72 700 Td [(Grandes) 0.5 Tc -300 (client\\350les,) 0 g -300 (et march\\351s)] TJ ET")


@named
def font_by_graphics_state() -> bytes:
    """The font is set by gs."""
    pdf = Pdf()
    font = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
    pdf.page(
        "/G1 gs BT 72 700 Td (I should be courier!) Tj ET",
        resources=f"/ExtGState << /G1 << /Font [{font} 0 R 24] >> >>",
    )
    return pdf.data()


@named
def euc_japanese() -> bytes:
    """A composite font that is not embedded, by a predefined CMap."""
    pdf = Pdf()
    font = _composite(pdf, "/EUC-H", "Japan1")
    pdf.page(b"BT /F1 24 Tf 72 700 Td <A4A2A4A4A4A6A4A8A4AA> Tj ET", {"F1": font})
    return pdf.data()


def _composite(pdf: Pdf, encoding: str, ordering: str, extra: str = "", widths: str = "") -> int:
    descendant = pdf.add(
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin /CIDSystemInfo "
        f"<< /Registry (Adobe) /Ordering ({ordering}) /Supplement 2 >> {widths} >>"
    )
    return pdf.add(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding {encoding} "
        f"/DescendantFonts [{descendant} 0 R] {extra} >>"
    )


@named
def embedded_encoding() -> bytes:
    """An encoding CMap of the file's own, with codes of one byte and of two, and text by code."""
    pdf = Pdf()
    cmap = pdf.stream(
        b"begincmap 1 begincodespacerange <00> <7f> endcodespacerange 1 begincodespacerange <8000> <ffff> "
        b"endcodespacerange 1 begincidrange <20> <7e> 500 endcidrange 1 begincidchar <8001> 700 endcidchar endcmap",
        "/Type /CMap /CMapName /Own",
    )
    texts = pdf.stream(
        b"begincmap 1 beginbfrange <20> <7e> <0020> endbfrange 1 beginbfchar <8001> <D862DE40> endbfchar endcmap"
    )
    font = _composite(pdf, f"{cmap} 0 R", "Identity", f"/ToUnicode {texts} 0 R", "/DW 500")
    pdf.page(b"BT /F1 24 Tf 72 700 Td (Source map ) Tj <8001> Tj ET", {"F1": font})
    return pdf.data()


@named
def glyphs_in_ascii_order() -> bytes:
    """Identity-H without any table: glyphs stand in the order of ASCII."""
    pdf = Pdf()
    font = _composite(pdf, "/Identity-H", "Identity", widths="/DW 500")
    codes = "".join(f"{ord(letter) - 29:04x}" for letter in "Volumes and rates")
    pdf.page(f"BT /F1 24 Tf 72 700 Td <{codes}> Tj ET", {"F1": font})
    return pdf.data()


@named
def glyphs_in_no_order() -> bytes:
    """Identity-H without any table in a font whose glyphs stand in an order of their own."""
    pdf = Pdf()
    font = _composite(pdf, "/Identity-H", "Identity", widths="/DW 500")
    pdf.objects[font] = pdf.objects[font].replace(b"/Ryumin", b"/Calibri")
    codes = "".join(f"{ord(letter) - 29:04x}" for letter in "Volumes and rates of flow")
    pdf.page(f"BT /F1 24 Tf 72 700 Td <{codes}> Tj ET", {"F1": font})
    pdf.page(HELLO)
    return pdf.data()


@named
def type3_numbered() -> bytes:
    """A Type 3 font whose glyph names are numbers, one show operator a letter."""
    pdf = Pdf()
    glyph = pdf.stream(b"500 0 0 0 500 500 d1 0 0 400 400 re f")
    letters = "àÀâÂéÉ"
    codes = sorted(ord(letter) for letter in letters)
    names = " ".join(f"{code} /a{code}" for code in codes)
    font = pdf.add(
        f"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs "
        f"<< {' '.join(f'/a{code} {glyph} 0 R' for code in codes)} >> /Encoding << /Differences [{names}] >> "
        f"/FirstChar 0 /LastChar 255 /Widths [{' '.join(['500'] * 256)}] >>"
    )
    shown = " ".join(f"1 0 0 1 {72 + 30 * i} 700 Tm <{ord(letter):02x}> Tj" for i, letter in enumerate(letters))
    pdf.page(f"BT /F1 20 Tf {shown} ET", {"F1": font})
    return pdf.data()


@named
def ligatures() -> bytes:
    """Ligatures as single characters, and one code that stands for three."""
    pdf = Pdf()
    texts = pdf.stream(
        b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar <01> <FB01> <02> <006600660069> "
        b"<03> <FB00> endbfchar 1 beginbfrange <20> <7e> <0020> endbfrange endcmap"
    )
    font = pdf.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode {texts} 0 R >>")
    pdf.page(b"BT /F1 12 Tf 72 700 Td (E\\002cient \\001nance sta\\003) Tj ET", {"F1": font})
    return pdf.data()


# Placement


@named
def four_directions() -> bytes:
    """Text that runs in four directions."""
    ways = {"1 0 0 1": "east", "0 1 -1 0": "north", "-1 0 0 -1": "west", "0 -1 1 0": "south"}
    shown = " ".join(f"{matrix} 300 400 Tm (runs {name}) Tj" for matrix, name in ways.items())
    return one_page(f"BT /F1 12 Tf {shown} ET")


@named
def turned_page() -> bytes:
    """A page whose text is turned by its /Rotate."""
    lines = "".join(f"0 1 -1 0 {100 + 14 * i} 100 Tm (Line {i} of the turned page) Tj " for i in range(3))
    return one_page(f"BT /F1 12 Tf {lines} ET", entries="/Rotate 90")


@named
def outside_the_page() -> bytes:
    """Printer's marks outside the crop box."""
    return one_page(
        "BT /F1 12 Tf 150 400 Td (Inside) Tj 0 320 Td (Cutting mark 17) Tj ET", entries="/CropBox [100 100 500 700]"
    )


@named
def drawn_twice() -> bytes:
    """Bold by drawing twice, with a small shift."""
    return one_page("BT /F1 12 Tf 72 700 Td (Thank you for using it) Tj 0.3 0 Td (Thank you for using it) Tj ET")


@named
def scripts() -> bytes:
    """Powers, indices and marks of footnotes."""
    return one_page(
        "BT /F1 10 Tf 72 700 Td (flows of 12 m) Tj /F1 6 Tf 4 Ts (3) Tj /F1 10 Tf 0 Ts ( of H) Tj "
        "/F1 6 Tf -2 Ts (2) Tj "
        "/F1 10 Tf 0 Ts (O were measured.) Tj /F1 6 Tf 4 Ts (1) Tj ET"
    )


@named
def spaced_letters() -> bytes:
    """A heading set with space between its letters, among lines set without."""
    gaps = "".join(
        f"({letter}) -900 " if last else f"({letter}) -300 " for letter, last in _letters("rain on the lake")
    )
    return one_page(f"BT /F1 12 Tf 72 700 Td [{gaps}] TJ 0 -40 Td (and text set as usual) Tj ET")


def _letters(text: str) -> list[tuple[str, bool]]:
    return [(letter, after == " ") for letter, after in zip(text, text[1:] + " ", strict=True) if letter != " "]


@named
def accents_of_their_own() -> bytes:
    """Accents drawn back over the letter, as TeX does."""
    return one_page(
        "BT /F1 12 Tf 72 700 Td [(a na) ] TJ [(\\250) 333 (\\151ve caf) ] TJ [(\\264) 450 (e)] TJ ET",
    )


@named
def tabular() -> bytes:
    """A table whose cells are placed one by one, one of its columns narrow."""
    rows = [
        ("Country", "People", "Area"),
        ("Austria", "8.9", "83,879"),
        ("Belgium", "11.5", "30,689"),
        ("Denmark", "5.8", "42,951"),
    ]
    shown = "".join(
        f"1 0 0 1 {x} {700 - 14 * i} Tm {escaped(cell)} Tj "
        for i, row in enumerate(rows)
        for x, cell in zip((72, 122, 220), row, strict=True)
    )
    return one_page(f"BT /F1 10 Tf {shown} ET")


# Marked content


@named
def tagged() -> bytes:
    """A tagged file: a heading by its tag alone, a header as an artifact."""
    pdf = Pdf()
    below = lines_at(["longer and goes on over the line to the next,", "and the one after it."], 72, 672)
    content = (
        "/Artifact << /Type /Pagination >> BDC BT /F1 9 Tf 72 760 Td (Header of the page) Tj ET EMC "
        "/H2 << /MCID 0 >> BDC BT /F1 10 Tf 72 700 Td (A heading in body size) Tj ET EMC "
        "/P << /MCID 1 >> BDC BT /F1 10 Tf 72 684 Td (Text of the paragraph under the heading, which is) Tj ET "
        f"{below} EMC"
    )
    page = pdf.page(content)
    kids = f"<< /S /Headline /Pg {page} 0 R /K 0 >> << /S /P /Pg {page} 0 R /K [1] >>"
    pdf.catalog = f"/MarkInfo << /Marked true >> /StructTreeRoot << /RoleMap << /Headline /H2 >> /K [{kids}] >>"
    return pdf.data()


@named
def hidden_layer() -> bytes:
    """A layer that is switched off, as marked content and as a form."""
    pdf = Pdf()
    off, on = (pdf.add(f"<< /Type /OCG /Name ({name}) >>") for name in ("off", "on"))
    form = pdf.stream(
        b"BT /F1 12 Tf 72 600 Td (Draft stamp) Tj ET", f"/Subtype /Form /BBox [0 0 612 792] /OC {off} 0 R"
    )
    pdf.page(
        "/OC /P1 BDC BT /F1 12 Tf 72 700 Td (Hidden words) Tj ET EMC "
        "/OC /P2 BDC BT /F1 12 Tf 72 680 Td (Shown words) Tj ET EMC /X1 Do",
        resources=f"/Properties << /P1 {off} 0 R /P2 {on} 0 R >> /XObject << /X1 {form} 0 R >>",
    )
    pdf.catalog = f"/OCProperties << /OCGs [{off} 0 R {on} 0 R] /D << /OFF [{off} 0 R] >> >>"
    return pdf.data()


@named
def invisible_below() -> bytes:
    """Invisible text under visible text that says it better."""
    return one_page(
        "BT 3 Tr /F1 12 Tf 72 700 Td (Helo wier) Tj ET BT 0 Tr /F1 12 Tf 72 700 Td (Hello weir, and good morning) Tj ET"
    )


@named
def scanned_with_text() -> bytes:
    """A scan with the invisible layer of a text recognition."""
    return one_page("BT 3 Tr /F1 12 Tf 72 700 Td (Recognised text of a scan) Tj ET")


@named
def scan() -> bytes:
    """Pages without any text."""
    pdf = Pdf()
    for _ in range(3):
        pdf.page("0 0 100 100 re f")
    return pdf.data()


@named
def form() -> bytes:
    """A form with values, one of them a password, one hidden, and a note typed onto the page."""
    pdf = Pdf()
    fields = [
        pdf.add(
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /TU (First name) /V (Alice) /Rect [200 690 300 705] >>"
        ),
        pdf.add("<< /Type /Annot /Subtype /Widget /FT /Ch /T (colour) /V [(red) (blue)] /Rect [200 660 300 675] >>"),
        pdf.add("<< /Type /Annot /Subtype /Widget /FT /Tx /Ff 8192 /T (pin) /V (4711) /Rect [200 630 300 645] >>"),
        pdf.add("<< /Type /Annot /Subtype /Widget /FT /Tx /F 2 /T (secret) /V (nobody sees) /Rect [0 0 9 9] >>"),
        pdf.add("<< /Type /Annot /Subtype /FreeText /Contents (\\376\\377\\000S\\000e\\000e\\000n) /Rect [0 0 9 9] >>"),
        pdf.add("<< /Type /Annot /Subtype /Text /Contents (a comment) /Rect [0 0 9 9] >>"),
    ]
    pdf.page(
        "BT /F2 16 Tf 72 740 Td (Example for a form) Tj /F1 10 Tf 0 -47 Td (First name:) Tj 0 -30 Td (Colour:) Tj ET",
        entries=f"/Annots [{' '.join(f'{field} 0 R' for field in fields)}]",
    )
    pdf.page("BT /F1 10 Tf 72 700 Td (The second page of the form) Tj ET")
    return pdf.data()


# Whole documents


@named
def two_columns() -> bytes:
    """An article in two columns, a title across both, divided words, a page number below."""
    pdf = Pdf()
    for number in (1, 2, 3):
        content = []
        if number == 1:
            content.append("BT /F2 18 Tf 120 740 Td (On reading a gauge by hand) Tj ET")
        for column, x in enumerate((72, 318)):
            lines = broken(prose(2 * number + column, 12), 9, 222)
            content.append(lines_at(lines, x, 700, 11, 9))
        content.append(f"BT /F1 9 Tf 300 90 Td ({number}) Tj ET")
        pdf.page("\n".join(content))
    return pdf.data()


CHAPTERS = ("Rain", "Ice", "Drought")
OPEN = "This sentence about {} goes on and on until there is no room left for it, and then it turns over"
TURNED = {"Rain": "to the page behind it.", "Ice": "and ends there, as it must.", "Drought": "without a word more."}
NOTE = "A note about {}, in small type below the text, has nothing to do with it."


@named
def book() -> bytes:
    """A book: a title page, alternating running heads, chapters that open a page, a paragraph over a page's end."""
    pdf = Pdf()
    title = Sheet()
    title.heading("The book of the weir", 24)
    pdf.page(title.content())
    for number in range(2, 8):
        sheet = Sheet()
        chapter = CHAPTERS[(number - 2) // 2]
        if number % 2:
            sheet.show(f"{chapter.upper()}    {number}", 300, 752, 8)
            sheet.set(TURNED[chapter], after=0)
        else:
            sheet.show(f"{number}    THE BOOK OF THE WEIR", 72, 752, 8)
            sheet.heading(f"{number // 2} {chapter}", 16)
        sheet.set(prose(2 * number), indent=15, after=0)
        sheet.set(prose(2 * number + 1), indent=15, after=0)
        if number % 2 == 0:
            sheet.set(OPEN.format(chapter), indent=15)
            sheet.set(NOTE.format(chapter), 7, leading=9)
        pdf.page(sheet.content())
    return pdf.data()


@named
def japanese() -> bytes:
    """Japanese in horizontal lines, then set downwards by placing single characters in two columns."""
    pdf = Pdf()
    font = _composite(pdf, "/UniJIS-UTF16-H", "Japan1")

    def encoded(text: str) -> str:
        return text.encode("utf-16-be").hex()

    lines = ["第二条第一項の表の青色の灯火の項", "第三号中「含む。」を加える。"]
    shown = "".join(f"<{encoded(line)}> Tj 0 -14 Td " for line in lines)
    columns = ["歩行者は進行することができること", "道路を横断してはならないこと"]
    placed = "".join(
        f"1 0 0 1 {400 - 30 * i} {600 - 10 * j} Tm <{encoded(letter)}> Tj "
        for i, column in enumerate(columns)
        for j, letter in enumerate(column)
    )
    pdf.page(f"BT /F1 10 Tf 72 700 Td {shown} ET BT /F1 10 Tf {placed} ET", {"F1": font})
    return pdf.data()


@named
def hebrew() -> bytes:
    """Hebrew as it looks, from left to right."""
    pdf = Pdf()
    logical = "שלום עולם, מה שלום 15 כולם?"
    visual = "?םלוכ 15 םולש המ ,םלוע םולש"
    assert sorted(visual) == sorted(logical)
    texts = pdf.stream(
        b"begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfrange <0020> <007e> <0020> "
        b"<05d0> <05ea> <05d0> endbfrange endcmap"
    )
    font = _composite(pdf, "/Identity-H", "Identity", f"/ToUnicode {texts} 0 R", "/DW 500")
    pdf.page(f"BT /F1 12 Tf 300 700 Td <{visual.encode('utf-16-be').hex()}> Tj ET", {"F1": font})
    return pdf.data()


@named
def row_by_row() -> bytes:
    """Prose in two columns, drawn row by row across both."""
    left = broken(" ".join(["left " + PLAIN, PLAIN]), 9, 220)
    right = broken(" ".join(["right " + PLAIN, PLAIN]), 9, 220)
    shown = "".join(
        f"1 0 0 1 72 {700 - 11 * i} Tm {escaped(a)} Tj 1 0 0 1 320 {700 - 11 * i} Tm {escaped(b)} Tj "
        for i, (a, b) in enumerate(zip(left, right, strict=True))
    )
    return one_page(f"BT /F1 9 Tf {shown} ET")


@named
def outlined() -> bytes:
    """Headings that only the outline tells from text."""
    pdf = Pdf()
    sheet = Sheet()
    titles = ["Reading", "The staff", "The notebook", "Repair"]
    for title in titles:
        sheet.set(title)
        sheet.set(prose(len(title)))
    pdf.page(sheet.content())
    one, two, three, four, root = 30, 31, 32, 33, 34
    pdf.add(f"<< /First {one} 0 R /Last {four} 0 R >>", root)
    pdf.add(f"<< /Title (Reading) /First {two} 0 R /Next {four} 0 R >>", one)
    pdf.add(f"<< /Title (The staff) /Next {three} 0 R >>", two)
    pdf.add("<< /Title (The notebook) >>", three)
    pdf.add("<< /Title (Repair) >>", four)
    pdf.catalog = f"/Outlines {root} 0 R"
    return pdf.data()


@named
def many_pages() -> bytes:
    """Three hundred pages."""
    return _many_pages("")


def many_pages_with_heads() -> bytes:
    """Three hundred pages under one running head."""
    return _many_pages("Minutes of the weir board")


def many_pages_before_japanese() -> bytes:
    """Three hundred pages, and one more whose font needs a predefined CMap."""
    pdf = Pdf()
    _add_pages(pdf)
    pdf.page(b"BT /F1 24 Tf 72 700 Td <A4A2A4A4A4A6A4A8A4AA> Tj ET", {"F1": _composite(pdf, "/EUC-H", "Japan1")})
    return pdf.data()


def _many_pages(head: str) -> bytes:
    pdf = Pdf()
    _add_pages(pdf, head)
    return pdf.data()


def _add_pages(pdf: Pdf, head: str = "") -> None:
    for number in range(300):
        sheet = Sheet()
        if head:
            sheet.show(head, 72, 780, 8)
        sheet.set(without_marks(prose(number)) + f" So ends page {number + 1}.")
        pdf.page(sheet.content())


# Encryption


def _aes(key: bytes, vector: bytes, data: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def _hash_r6(password: bytes, salt: bytes, vector: bytes = b"") -> bytes:
    key = sha256(password + salt + vector).digest()
    number, last = 0, 0
    while number < 64 or last > number - 32:
        encrypted = _aes(key[:16], key[16:32], (password + key + vector) * 64)
        remainder = int.from_bytes(encrypted[:16], "big") % 3
        key = (sha256, sha384, sha512)[remainder](encrypted).digest()
        last = encrypted[-1]
        number += 1
    return key[:32]


def _padded(data: bytes) -> bytes:
    count = 16 - len(data) % 16
    return data + bytes([count]) * count


def _with_encryption(encrypt_for: Callable[[int], bytes], entries: str) -> bytes:
    """Put a content stream, encrypted for the number of its object, and the dictionary that tells how into a file."""
    pdf = Pdf()
    pdf.page("")
    (contents,) = (number for number, body in pdf.objects.items() if b"stream" in body)
    pdf.objects[contents] = pdf.objects.pop(pdf.stream(encrypt_for(contents)))
    encrypt = pdf.add(f"<< /Filter /Standard {entries} >>")
    pdf.trailer = f"/Encrypt {encrypt} 0 R /ID [<00> <00>]"
    return pdf.data()


def encrypted(user: bytes = b"", owner: bytes = b"owner") -> bytes:
    """AES-256 of revision 6."""
    secret, vector = bytes(range(32)), bytes(16)
    salts = [bytes([i]) * 8 for i in range(1, 5)]
    u = _hash_r6(user, salts[0]) + salts[0] + salts[1]
    ue = _aes(_hash_r6(user, salts[1]), vector, secret)
    o = _hash_r6(owner, salts[2], u) + salts[2] + salts[3]
    oe = _aes(_hash_r6(owner, salts[3], u), vector, secret)
    values = " ".join(f"/{key} <{value.hex()}>" for key, value in (("U", u), ("UE", ue), ("O", o), ("OE", oe)))
    return _with_encryption(
        lambda _: vector + _aes(secret, vector, _padded(HELLO.encode())),
        f"/V 5 /R 6 /Length 256 /P -4 {values} /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF",
    )


PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def _rc4(key: bytes, data: bytes) -> bytes:
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


def _rc4_twenty(key: bytes, data: bytes) -> bytes:
    for i in range(20):
        data = _rc4(bytes(byte ^ i for byte in key), data)
    return data


def encrypted_aes128(user: bytes = b"", owner: bytes = b"owner", method: str = "AESV2") -> bytes:
    """AES-128, or with `V2` RC4, by crypt filters of revision 4."""
    key = md5((owner + PADDING)[:32]).digest()
    for _ in range(50):
        key = md5(key).digest()
    o = _rc4_twenty(key, (user + PADDING)[:32])
    key = md5((user + PADDING)[:32] + o + (-4).to_bytes(4, "little", signed=True) + b"\0").digest()
    for _ in range(50):
        key = md5(key).digest()
    u = _rc4_twenty(key, md5(PADDING + b"\0").digest()) + bytes(16)
    vector = bytes(range(16))

    def encrypt_for(number: int) -> bytes:
        salted = key + number.to_bytes(3, "little") + bytes(2)
        if method == "AESV2":
            return vector + _aes(md5(salted + b"sAlT").digest(), vector, _padded(HELLO.encode()))
        return _rc4(md5(salted).digest(), HELLO.encode())

    return _with_encryption(
        encrypt_for,
        f"/V 4 /R 4 /Length 128 /P -4 /U <{u.hex()}> /O <{o.hex()}> "
        f"/CF << /StdCF << /CFM /{method} /Length 16 >> >> /StmF /StdCF /StrF /StdCF",
    )


@named
def encrypted_rc4() -> bytes:
    """RC4 by a crypt filter, open to everybody."""
    return encrypted_aes128(method="V2")


@named
def encrypted_aes128_for_nobody() -> bytes:
    """AES-128, open to everybody."""
    return encrypted_aes128()


@named
def encrypted_for_nobody() -> bytes:
    """A file that opens without a password."""
    return encrypted()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, maker in MAKERS.items():
        (folder / f"{name}.pdf").write_bytes(maker())
