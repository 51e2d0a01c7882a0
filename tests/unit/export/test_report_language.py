"""The report and README.txt speak the language of whoever exports: every sentence, plural form and number."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser

import pytest

import chunkforge as cf
from chunkforge.export import IN_ENGLISH, Pair, Phrases, SourceFile
from chunkforge.export.english import ENGLISH
from chunkforge.export.numerals import NUMERALS
from chunkforge.export.report.scorers import conclusion
from chunkforge.measure import Lean
from chunkforge.scoring import Bm25
from chunkforge.splitters import STRATEGIES
from chunkforge.tokenizers import estimate
from tools.pins import ROOT

FOLDER = ROOT / "web" / "locales"
OTHERS = sorted(set(NUMERALS) - {"en"})
WORDS = "qwx vbn zrt plk mfg hjd"
TEXT = "\n\n".join(f"{WORDS} {place} {WORDS} {place}." for place in range(400))
NUMBERS = (0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 112, 999, 1_000, 1_234, 9_999, 10_000, 12_345, 1_234_567)
SHARES = (0.0, 0.004, 0.005, 0.125, 0.285, 0.29, 0.995, 1.0)
MADE = [
    SourceFile(what, "one.json", "ab" * 32) for what in ("boundary tokenizer", "scoring model", "scoring tokenizer")
]


def locale(code: str) -> dict[str, str | dict[str, str]]:
    return json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))


def phrases(code: str) -> Phrases:
    return Phrases.given({"language": code, "texts": locale(code)})


def forms(value: object) -> list[str]:
    return list(value.values()) if isinstance(value, dict) else [str(value)]


class Text(HTMLParser):
    """What a reader sees of a page, and of its pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(html.partition("</style>")[2])

    def handle_data(self, data):
        self.text += f"\n{data}"


@pytest.fixture(scope="module")
def bench() -> cf.Workbench:
    """A session with a pair, a query that cannot be ranked, rows left out, and queries over the budget."""
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    workbench.add(cf.Document("1.md", TEXT))
    for place in (1, 22, 333):
        query = workbench.add_query(f"qwx {place}")
        workbench.mark(query, 1, TEXT.index(f"{place}."), TEXT.index(f"{place}.") + 2)
    grid = [cf.SplitSettings("recursive", size, length="characters") for size in (60, 90, 100_000)]
    workbench.compare([*grid, cf.SplitSettings("haystack-passage", 7), cf.SplitSettings("chonkie-recursive", 40)], 1200)
    workbench.mark(workbench.add_query("ghjkl"), 1, 0, 3)
    workbench.compare(grid, 1200)
    return workbench


SETTINGS = cf.SplitSettings("recursive", 60, length="characters")


def files(bench: cf.Workbench, spoken: Phrases = IN_ENGLISH, settings: cf.SplitSettings = SETTINGS) -> dict[str, str]:
    pair = (bench.rows[0].key, bench.rows[1].key)
    data = bench.export(settings, 1200, pair=pair, with_text=True, files=MADE, phrases=spoken)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def english_left(text: str, code: str) -> list[str]:
    """Pieces of the core's English that stand in a text and in no sentence of the language."""
    own = "\n".join(form for value in locale(code).values() for form in forms(value))
    pieces = {
        piece.strip(" .,;:()/")
        for value in ENGLISH.values()
        for form in forms(value)
        for piece in re.split(r"\{\w+\}", form)
    }
    worded = (re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)") for piece in pieces if re.search("[a-z]{2}", piece))
    return sorted(piece.pattern for piece in worded if piece.search(text) and not piece.search(own))


def test_english_is_what_the_page_says_under_the_same_keys():
    page = locale("en")
    assert {key: page.get(key) for key in ENGLISH} == ENGLISH
    assert {key for key in page if key.startswith(("report.", "readme."))} <= set(ENGLISH)


def test_every_unit_of_a_size_and_every_scorer_has_a_word():
    assert {f"unit.{strategy.unit}" for strategy in STRATEGIES.values()} <= set(ENGLISH)
    assert {"unit.characters", "scorer.static", "scorer.bm25", "scorer.fusion"} <= set(ENGLISH)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    "strategy", ["recursive", "langchain-markdown", "chonkie-recursive", "haystack-passage", "fixed"]
)
def test_no_english_is_left(bench, code, strategy):
    characters = {"length": "characters"} if "length" in STRATEGIES[strategy].options else {}
    made = files(bench, phrases(code), cf.SplitSettings(strategy, 60, **characters))
    assert f'<html lang="{code}">' in made["report.html"]
    assert english_left(Text(made["report.html"]).text, code) == []
    assert english_left(made["README.txt"], code) == []
    assert not re.search(r"\{\w+\}", made["report.html"].partition("</style>")[2] + made["README.txt"])
    assert english_left(made["README.txt"].replace(str(locale(code)["readme.title"]), "chunkforge export"), code)


@pytest.mark.parametrize("code", OTHERS)
def test_what_machines_read_is_the_same_in_every_language(bench, code):
    english, other = files(bench), files(bench, phrases(code))
    assert {name for name in english if english[name] != other[name]} == {"report.html", "README.txt"}


@pytest.mark.parametrize("code", sorted(NUMERALS))
@pytest.mark.parametrize("second", [(2, 1), (1, 2), (1, 1)])
@pytest.mark.parametrize("first", [(2, 1), (1, 1)])
def test_what_scorers_lead_to_is_said_with_every_name_filled_in(bench, code, first, second):
    pair = Pair(bench.rows[0], bench.rows[1], [Lean("static", *first), Lean("bm25", *second)])
    assert not re.search(r"[{}]|\(\)|:? [.,;]", conclusion(pair, phrases(code)))


def test_german_has_its_numbers_and_forms(bench):
    text = Text(files(bench, phrases("de"))["report.html"]).text
    characters = f"{len(TEXT):,}".replace(",", ".")
    assert f"\n, {characters} Zeichen" in text
    assert "\n1.200 Tokens je Frage, also " in text
    assert re.search(r"\d von 4 Antworten gefunden, Zufallsniveau \d+\u00a0%\. ", text)
    assert "F\u00fcr 1 Frage l\u00e4sst sich keine Rangfolge bilden" in text
    assert "\nRekursiv (LangChain) 60/0 Zeichen, BM25, Budget 1.200: " in text
    assert "Ausgelassen: 2 Einstellungen, die gemessen wurden, bevor sich" in text


def test_polish_has_its_numbers_and_forms(bench):
    text = Text(files(bench, phrases("pl"))["report.html"]).text
    characters = f"{len(TEXT):,}".replace(",", "\u00a0")
    assert len(TEXT) >= 10_000
    assert f"\n, {characters} znak" in text
    assert "\n1200 token\u00f3w na zapytanie, czyli " in text
    assert re.search(r"Znaleziono \d z 4 odpowiedzi, poziom losowy \d+%\. ", text)
    assert "Pomini\u0119to 2 ustawienia zmierzone przed zmian\u0105" in text
    spoken = phrases("pl")
    told = [spoken.say("count.chunks", count=count) for count in (1, 2, 5, 12, 22, 25, 101, 12_345)]
    assert told == [
        "1 fragment",
        "2 fragmenty",
        "5 fragment\u00f3w",
        "12 fragment\u00f3w",
        "22 fragmenty",
        "25 fragment\u00f3w",
        "101 fragment\u00f3w",
        "12\u00a0345 fragment\u00f3w",
    ]


@pytest.mark.parametrize(
    ("code", "thousand", "ten", "million", "share"),
    [
        ("de", "1.234", "12.345", "1.234.567", "29\u00a0%"),
        ("en", "1,234", "12,345", "1,234,567", "29%"),
        ("es", "1234", "12.345", "1.234.567", "29\u00a0%"),
        ("fr", "1\u202f234", "12\u202f345", "1\u202f234\u202f567", "29\u00a0%"),
        ("id", "1.234", "12.345", "1.234.567", "29%"),
        ("pl", "1234", "12\u00a0345", "1\u00a0234\u00a0567", "29%"),
    ],
)
def test_numbers_have_the_form_of_the_language(code, thousand, ten, million, share):
    spoken = Phrases(code, {})
    assert [spoken.whole(number) for number in (1_233.5, 12_345, 1_234_567)] == [thousand, ten, million]
    assert spoken.percent(0.285 + 0.005) == share


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")
def test_numbers_and_plural_forms_are_those_of_intl():
    program = f"""
      const told = {{}};
      for (const code of {json.dumps(sorted(NUMERALS))}) {{
        const numbers = new Intl.NumberFormat(code), rules = new Intl.PluralRules(code);
        const percents = new Intl.NumberFormat(code, {{ style: "percent", maximumFractionDigits: 0 }});
        told[code] = [
          {json.dumps(NUMBERS)}.map((one) => numbers.format(one)),
          {json.dumps(SHARES)}.map((one) => percents.format(one)),
          {json.dumps(NUMBERS)}.map((one) => rules.select(one)),
        ];
      }}
      console.log(JSON.stringify(told));
    """
    done = subprocess.run(["node", "-e", program], check=True, capture_output=True)
    ours = {
        code: [
            [numerals.whole(number) for number in NUMBERS],
            [numerals.percent(share) for share in SHARES],
            [numerals.form(number) for number in NUMBERS],
        ]
        for code, numerals in NUMERALS.items()
    }
    assert ours == json.loads(done.stdout)


def test_a_page_can_send_nothing_but_text():
    sent = {
        "language": "de",
        "texts": {"report.title": "<b>{x}</b>", "report.query": 3, "report.rank": {"other": None}},
    }
    spoken = Phrases.given(sent)
    assert spoken.language == "de"
    assert [spoken.say(key) for key in ("report.title", "report.query", "report.rank")] == [
        "<b>{x}</b>",
        ENGLISH["report.query"],
        ENGLISH["report.rank"],
    ]
    for wrong in ({}, {"language": 'x" onload="y', "texts": {}}, {"language": ["de"]}, {"language": "de", "texts": []}):
        assert Phrases.given(wrong) is IN_ENGLISH


def test_a_translation_and_a_name_with_braces_are_text(bench):
    spoken = Phrases("de", {"report.title": "<img src=x>", "notice.of": "{name}: {text}"})
    html = files(bench, spoken)["report.html"]
    assert "&lt;img src=x&gt;" in html
    assert "<img" not in html
    assert spoken.say("notice.of", name="{text}", text="{name}") == "{text}: {name}"


def test_a_missing_sentence_is_english_with_the_english_form():
    assert Phrases("pl", {}).say("count.chunks", count=2) == "2 chunks"
