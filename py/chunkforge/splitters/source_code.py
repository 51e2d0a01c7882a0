"""Source code: which of the library's languages a document is written in, if any."""

from __future__ import annotations

import re

from chunkforge.document import Document

_SUFFIXES = {
    **dict.fromkeys((".c", ".h"), "c"),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".hh", ".hpp"), "cpp"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), "js"),
    **dict.fromkeys((".ts", ".tsx", ".mts"), "ts"),
    **dict.fromkeys((".py", ".pyi"), "python"),
    **dict.fromkeys((".kt", ".kts"), "kotlin"),
    **dict.fromkeys((".ex", ".exs"), "elixir"),
    **dict.fromkeys((".tex", ".sty"), "latex"),
    **dict.fromkeys((".cob", ".cbl"), "cobol"),
    **dict.fromkeys((".ps1", ".psm1"), "powershell"),
    **dict.fromkeys((".bas", ".frm", ".cls"), "visualbasic6"),
    ".go": "go",
    ".java": "java",
    ".php": "php",
    ".proto": "proto",
    ".r": "r",
    ".rst": "rst",
    ".rb": "ruby",
    ".rs": "rust",
    ".scala": "scala",
    ".swift": "swift",
    ".lua": "lua",
    ".hs": "haskell",
    ".sol": "sol",
    ".cs": "csharp",
}
_INTERPRETER = re.compile(r"#![^\n]*\b(python|node|ruby|php|lua)")
_INTERPRETED = {"python": "python", "node": "js", "ruby": "ruby", "php": "php", "lua": "lua"}
# Lines that prose does not have; a document is code when many of its lines are like that.
_TELLING = {
    "python": r"(?:def|class) \w+.*:$|(?:from [\w.]+ )?import [\w.]+|(?:return|raise|elif|except)\b",
    "go": r"(?:func|package|import) [\w(\"]|\w+(?:, \w+)* := ",
    "rust": r"(?:pub )?(?:fn|struct|enum|impl|mod|use) [\w:<]+|let (?:mut )?\w+",
    "java": r"(?:public|private|protected) [\w<>\[\] ]+[({]|import [\w.]+;|@Override",
    "js": r"(?:export )?(?:const|let|var|function|class) \w+.*[{;=(]$|(?:import|export) .* from ['\"]",
    "cpp": r"#include [<\"]|(?:void|int|double|float|char|auto|std::\w+) \w+.*[;{]$",
}
_PATTERNS = {language: re.compile(rf"^[ \t]*(?:{lines})", re.MULTILINE) for language, lines in _TELLING.items()}
_LOOKED_AT = 20_000  # characters
_SHARE = 0.12  # of the lines


def source_language(document: Document) -> str | None:
    """Tell the language of a document of source code, as LangChain's `from_language` spells it.

    Args:
        document: the document.

    Returns:
        The language; `None` for prose, for markup that has headings of its own, and where in doubt.
    """
    suffix = document.name[document.name.rfind(".") :].lower() if "." in document.name else ""
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    interpreter = _INTERPRETER.match(document.text)
    if interpreter is not None:
        return _INTERPRETED[interpreter[1]]
    if suffix not in {"", ".txt"}:
        return None
    head = document.text[:_LOOKED_AT]
    lines = sum(1 for line in head.split("\n") if line.strip())
    language, found = max(
        ((language, len(pattern.findall(head))) for language, pattern in _PATTERNS.items()), key=lambda pair: pair[1]
    )
    return language if found >= max(3, _SHARE * lines) else None
