"""The separators that LangChain's `from_language` uses, in langchain-text-splitters 1.1.3.

Version 0.3.11 has no `r`, and beside that cuts Kotlin at `case`, C# at `implements` and Elixir at `while` too.
"""

from __future__ import annotations

from chunkforge.errors import SettingsError


def _lines(words: str) -> tuple[str, ...]:
    """Write the pattern of a line that begins with a word, for each of some words."""
    return tuple(f"\n{word.replace('_', ' ')} " for word in words.split())


_PLAIN = ("\n\n", "\n", " ", "")
SEPARATORS: dict[str, tuple[str, ...]] = {
    "cpp": (*_lines("class void int float double if for while switch case"), *_PLAIN),
    "go": (*_lines("func var const type if for switch case"), *_PLAIN),
    "java": (*_lines("class public protected private static if for while switch case"), *_PLAIN),
    "kotlin": (
        *_lines("class public protected private internal companion fun val var if for while when else"),
        *_PLAIN,
    ),
    "js": (*_lines("function const let var class if for while switch case default"), *_PLAIN),
    "ts": (
        *_lines("enum interface namespace type class function const let var if for while switch case default"),
        *_PLAIN,
    ),
    "php": (*_lines("function class if foreach while do switch case"), *_PLAIN),
    "proto": (*_lines("message service enum option import syntax"), *_PLAIN),
    "python": ("\nclass ", "\ndef ", "\n\tdef ", *_PLAIN),
    "r": (
        "\nfunction ",
        "\nsetClass\\(",
        "\nsetMethod\\(",
        "\nsetGeneric\\(",
        "\nif ",
        "\nelse ",
        "\nfor ",
        "\nwhile ",
        "\nrepeat ",
        "\nlibrary\\(",
        "\nrequire\\(",
        *_PLAIN,
    ),
    "rst": ("\n=+\n", "\n-+\n", "\n\\*+\n", "\n\n.. *\n\n", *_PLAIN),
    "ruby": (*_lines("def class if unless while for do begin rescue"), *_PLAIN),
    "rust": (*_lines("fn const let if while for loop match"), *_PLAIN),
    "scala": (*_lines("class object def val var if for while match case"), *_PLAIN),
    "swift": (*_lines("func class struct enum if for while do switch case"), *_PLAIN),
    "markdown": ("\n#{1,6} ", "```\n", "\n\\*\\*\\*+\n", "\n---+\n", "\n___+\n", *_PLAIN),
    "latex": (
        "\n\\\\chapter{",
        "\n\\\\section{",
        "\n\\\\subsection{",
        "\n\\\\subsubsection{",
        "\n\\\\begin{enumerate}",
        "\n\\\\begin{itemize}",
        "\n\\\\begin{description}",
        "\n\\\\begin{list}",
        "\n\\\\begin{quote}",
        "\n\\\\begin{quotation}",
        "\n\\\\begin{verse}",
        "\n\\\\begin{verbatim}",
        "\n\\\\begin{align}",
        "$$",
        "$",
        " ",
        "",
    ),
    "html": (
        "<body",
        "<div",
        "<p",
        "<br",
        "<li",
        "<h1",
        "<h2",
        "<h3",
        "<h4",
        "<h5",
        "<h6",
        "<span",
        "<table",
        "<tr",
        "<td",
        "<th",
        "<ul",
        "<ol",
        "<header",
        "<footer",
        "<nav",
        "<head",
        "<style",
        "<script",
        "<meta",
        "<title",
        "",
    ),
    "sol": (
        *_lines("pragma using contract interface library constructor type function event modifier error struct enum"),
        *_lines("if for while do_while assembly"),
        *_PLAIN,
    ),
    "csharp": (
        *_lines("interface enum delegate event class abstract public protected private static return if continue for"),
        *_lines("foreach while switch break case else try throw finally catch"),
        *_PLAIN,
    ),
    "cobol": (
        "\nIDENTIFICATION DIVISION.",
        "\nENVIRONMENT DIVISION.",
        "\nDATA DIVISION.",
        "\nPROCEDURE DIVISION.",
        "\nWORKING-STORAGE SECTION.",
        "\nLINKAGE SECTION.",
        "\nFILE SECTION.",
        "\nINPUT-OUTPUT SECTION.",
        "\nOPEN ",
        "\nCLOSE ",
        "\nREAD ",
        "\nWRITE ",
        "\nIF ",
        "\nELSE ",
        "\nMOVE ",
        "\nPERFORM ",
        "\nUNTIL ",
        "\nVARYING ",
        "\nACCEPT ",
        "\nDISPLAY ",
        "\nSTOP RUN.",
        "\n",
        " ",
        "",
    ),
    "c": (*_lines("class void int float double if for while switch case"), *_PLAIN),
    "lua": (*_lines("local function if for while repeat"), *_PLAIN),
    "haskell": (
        "\nmain :: ",
        "\nmain = ",
        "\nlet ",
        "\nin ",
        "\ndo ",
        "\nwhere ",
        "\n:: ",
        "\n= ",
        "\ndata ",
        "\nnewtype ",
        "\ntype ",
        "\nmodule ",
        "\nimport ",
        "\nqualified ",
        "\nimport qualified ",
        "\nclass ",
        "\ninstance ",
        "\ncase ",
        "\n| ",
        "\n= {",
        "\n, ",
        *_PLAIN,
    ),
    "elixir": (*_lines("def defp defmodule defprotocol defmacro defmacrop if unless case cond with for do"), *_PLAIN),
    "powershell": (*_lines("function param if foreach for while switch class try catch finally"), *_PLAIN),
    "visualbasic6": (
        "\\n(?!End\\s)(?:Public|Private|Friend|Global|Static)\\s+?Sub\\s+",
        "\\n(?!End\\s)(?:Public|Private|Friend|Global|Static)\\s+?Function\\s+",
        "\\n(?!End\\s)(?:Public|Private|Friend|Global|Static)\\s+?Property\\s+(?:Get|Let|Set)\\s+",
        "\\n(?!End\\s)(?:Public|Private|Friend|Global|Static)\\s+?Type\\s+",
        "\\n(?!End\\s)(?:Public|Private|Friend|Global|Static)\\s+?Enum\\s+",
        "\\n(?!End\\s)If\\s+",
        "\\nElseIf\\s+",
        "\\nElse\\s+",
        "\\nSelect\\s+Case\\s+",
        "\\nCase\\s+",
        "\\nFor\\s+",
        "\\nDo\\s+",
        "\\nWhile\\s+",
        "\\nWith\\s+",
        "\\n\\n",
        "\\n",
        " ",
        "",
    ),
}


def separators_of(language: str) -> tuple[str, ...]:
    """Give the separators of a language, all regular expressions.

    Args:
        language: its name as the library spells it, such as `python` or `markdown`.

    Returns:
        The separators, coarsest first.

    Raises:
        SettingsError: the library has none for that language.
    """
    if language not in SEPARATORS:
        raise SettingsError(
            "settings.language",
            "There are no separators for the language {language}. Choose one of {known}.",
            language=language,
            known=", ".join(SEPARATORS),
        )
    return SEPARATORS[language]
