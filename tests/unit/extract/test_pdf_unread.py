"""What a PDF holds beside its pages is said, since it is not read."""

from __future__ import annotations

import pytest

from chunkforge.extract import extract
from pdf_writer import Pdf


@pytest.mark.parametrize(
    ("catalog", "codes"),
    [
        ("", []),
        ("/AcroForm << /Fields [] >>", []),
        ("/AcroForm << /Fields [] /XFA [(template) (data)] >>", ["pdf.xfa"]),
        ("/AcroForm << /XFA null >> /Names << /Dests << >> >>", []),
        ("/Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) >>] >> >>", ["pdf.attachments"]),
        ("/AcroForm 99 0 R /Names (nonsense)", []),
    ],
)
def test_forms_of_another_kind_and_attachments_are_named(catalog: str, codes: list[str]):
    pdf = Pdf(catalog=catalog)
    pdf.page("BT /F1 10 Tf 72 700 Td (The page itself is read.) Tj ET")
    document = extract("a.pdf", pdf.data())
    assert document.text == "The page itself is read."
    assert [warning.code for warning in document.warnings] == codes


def test_a_file_of_which_only_attachments_are_encrypted_needs_no_password():
    pdf = Pdf(catalog="/Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) >>] >> >>")
    pdf.page("BT /F1 10 Tf 72 700 Td (The page itself is read.) Tj ET")
    secret = "00" * 32
    encrypt = pdf.add(
        f"<< /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /U <{secret}> /O <{secret}> /StmF /Identity /StrF /Identity "
        "/EFF /StdCF /CF << /StdCF << /CFM /AESV2 /AuthEvent /EFOpen /Length 16 >> >> >>"
    )
    pdf.trailer = f"/Encrypt {encrypt} 0 R /ID [<00> <00>]"
    document = extract("a.pdf", pdf.data())
    assert document.text == "The page itself is read."
    assert [warning.code for warning in document.warnings] == ["pdf.attachments"]
