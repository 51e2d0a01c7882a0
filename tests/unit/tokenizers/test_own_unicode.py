"""Tokens depend on the tables that come with the code, never on the Unicode version of the running Python."""

from __future__ import annotations

import ast
import hashlib
import unicodedata
from pathlib import Path

import pytest

from chunkforge import tokenizers
from chunkforge.tokenizers.unicode_tables import table

FILES = sorted(Path(tokenizers.__file__).parent.glob("*.py"))
ALWAYS = {"casefold", "lower", "upper", "title", "capitalize", "swapcase", "splitlines"}
ALWAYS |= {f"is{kind}" for kind in ("space", "digit", "alpha", "alnum", "numeric", "decimal", "lower", "upper")}
WITHOUT_ARGUMENT = {"strip", "lstrip", "rstrip", "split", "rsplit"}
NO_DOCUMENT = {
    ("charset", "parse_ranges"),  # the tables themselves
    ("decimals", "value"),  # figures in a file
    ("models", "find_model"),  # a name that somebody typed
    ("normalizers", "apply"),  # ASCII only
    ("pattern", "escape"),  # the source of a pattern
    ("pattern", "folded"),  # ASCII only
    ("tiktoken", "parse_ranks"),  # bytes
    ("unicode_forms", "_second_parts"),  # code points in hexadecimal
    ("unicode_tables", "lowercase"),  # the tables themselves
    ("unicode_tables", "unicode_property"),  # names of tables
}
FORMS = "039813b90e9bcd9213dea5cefc2d50b32b4ee59df0704dcc6324cf770f6ef405"


def found_in(tree: ast.AST, within: str = "") -> set[str]:
    """The functions that call what the running Python's Unicode decides."""
    found = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in ALWAYS or (name in WITHOUT_ARGUMENT and not node.args):
                found.add(within)
        found |= found_in(node, node.name if isinstance(node, ast.FunctionDef) else within)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_method_of_str_that_knows_unicode_meets_a_document(file: Path):
    found = {(file.stem, name) for name in found_in(ast.parse(file.read_text(encoding="utf-8")))}
    assert found == {known for known in NO_DOCUMENT if known[0] == file.stem}


def test_only_the_normalization_forms_ask_python_for_unicode():
    asking = set()
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            if "unicodedata" in names:
                asking.add(file.stem)
    assert asking == {"unicode_forms"}


def test_what_the_forms_ask_for_is_the_same_in_every_python():
    hashed = hashlib.sha256()
    for c in map(chr, table("normalizable")):
        forms = [unicodedata.normalize(form, c) for form in ("NFC", "NFD", "NFKC", "NFKD")]
        # As ASCII, since `repr` escapes what the running Python calls unprintable.
        hashed.update(ascii([forms, unicodedata.combining(c), unicodedata.decomposition(c)]).encode())
    assert hashed.hexdigest() == FORMS
