"""README shows what is so: its table is measured, its example runs, its commands and links exist."""

import doctest
import re

import pytest

from build import _parser
from tools.pins import ROOT
from tools.sample_table import BEGIN, END, measure, table, with_table

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ["README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))]
TOKENS = 0.05  # the scoring model differs a little between processors, and with it the last of the retrieved chunks


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.strip().splitlines()]


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


@pytest.fixture(scope="module")
def measured(site):
    return measure(site)


def test_the_table_is_what_the_command_writes(measured):
    shown = rows(README.partition(BEGIN)[2].partition(END)[0])
    made = rows(table(measured))
    assert [row[:4] + row[5:6] for row in shown] == [row[:4] + row[5:6] for row in made]
    for shown_row, made_row in zip(shown[2:], made[2:], strict=True):
        for column in (4, 6):
            assert number(shown_row[column]) == pytest.approx(number(made_row[column]), rel=TOKENS)


def test_what_is_said_about_the_table_holds(measured):
    """The paragraph under the table: which answers are missed, and how far behind they are ranked."""
    static = {str(row.settings): row for row in measured["static"]}
    found = {name: [query.found for query in row.queries] for name, row in static.items()}
    for name in ("recursive 1024/200", "recursive 512/50", "fixed 512/0", "heading 1024/0", "heading 512/0"):
        assert static[name].answers_found == 4
    assert static["heading 512/0"].retrieved_tokens < 4000 / 3
    assert found["recursive 256/25"] == found["recursive 128/0"] == [(True, True), (False,), (True,)]
    assert static["recursive 256/25"].queries[1].first_hit_rank <= 24
    assert static["recursive 128/0"].queries[1].first_hit_rank > 45
    assert found["fixed 96/0"] == [(True, True), (True,), (False,)]
    assert static["fixed 96/0"].queries[2].first_hit_rank > 80
    assert next(row for row in measured["bm25"] if str(row.settings) == "heading 512/0").answers_found == 4


def test_writing_the_table_leaves_the_rest_alone():
    assert with_table(f"a\n{BEGIN}\nold\n{END}\nb\n", "new") == f"a\n{BEGIN}\nnew\n{END}\nb\n"


def test_the_example_gives_what_it_shows(site, monkeypatch):
    monkeypatch.chdir(site.parent)
    source = README.partition("```pycon\n")[2].partition("```")[0].replace('Path("dist")', f'Path("{site.name}")')
    example = doctest.DocTestParser().get_doctest(source, {}, "README", "README.md", 0)
    report = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)


def test_the_commands_exist():
    commands = set(re.findall(r"python3 build\.py ([a-z-]+)", README))
    assert {"serve", "test", "dist", "sample-table"} <= commands
    for command in commands:
        assert _parser().parse_known_args([command])[0].command == command


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    folder = (ROOT / page).parent
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-") for line in re.findall(r"(?m)^#+ (.*)$", text)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings
        elif not target.startswith("https://"):
            assert (folder / target).exists(), target


def test_every_folder_it_names_exists():
    tree = README.partition("## What is where")[2].partition("## Licence")[0]
    parents: list[str] = []
    for indent, name in re.findall(r"(?m)^( {4,})([\w./]+)  ", tree):
        depth = len(indent) // 4 - 1
        parents[depth:] = [name]
        assert (ROOT / "/".join(parents)).exists(), name
