"""Every sentence that the core can say to a person, read from its source: what a locale file has to translate."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from tools.pins import ROOT

SAID_BY = {
    "Notice",
    "ExtractionError",
    "PasswordRequired",
    "UnsupportedTokenizer",
    "TableError",
    "SettingsError",
    "WorkbenchError",
}


@dataclass(frozen=True)
class Sentence:
    """An English template, and the names of the values that are given with it."""

    template: str
    values: frozenset[str]


def core_sentences(folder: Path = ROOT / "py" / "chunkforge") -> dict[str, list[Sentence]]:
    """Find them by their codes; one code may be said in several places."""
    found: dict[str, list[Sentence]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or len(call.args) < 2 or _name(call.func) not in SAID_BY:
                continue
            code, template = (_text(argument, constants) for argument in call.args[:2])
            if code is None or template is None:
                continue  # errors.py passing on what it was given
            values = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
            found.setdefault(code, []).append(Sentence(template, values))
    found["cancelled"] = [Sentence("Stopped. What was finished before is kept.", frozenset())]
    return found


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _text(node: ast.expr, constants: dict[str, object]) -> str | None:
    value = constants.get(node.id) if isinstance(node, ast.Name) else getattr(node, "value", None)
    return value if isinstance(value, str) else None
