"""In the browser's Python every tokenizer gives the ids and offsets of the reference, as it does elsewhere."""

from __future__ import annotations

import json

import pytest

from golden_file import golden, same
from tools.fixtures import fixture_path

pytestmark = pytest.mark.browser

# Our name of the file, and the golden rows' name of the tokenizer.
TOKENIZERS = {
    "bert-base-uncased": "bert-uncased",
    "cl100k_base": "cl100k_base",
    "gpt2": "gpt2",
    "xlmr": "xlmr-me5",
    "mistral-v1.model": "sp-mistral-v1-bpe",
}
# A page of the same site without the page's own policy, so that Python may be started in it by the test.
START = """async () => {
    const { loadPyodide } = await import("/runtime/pyodide.mjs");
    self.python = await loadPyodide({ indexURL: "/runtime/", packages: ["chunkforge"] });
}"""
ENCODE = """async ([name, files]) => {
    for (const file of files) {
        python.FS.writeFile(`/tmp/${file}`, new Uint8Array(await (await fetch(`/golden/${file}`)).arrayBuffer()));
    }
    python.globals.set("name", name);
    return python.runPython(`
import json
from chunkforge.worker_api.shelf import read_tokenizer

with open(f"/tmp/{name}", "rb") as file, open("/tmp/texts.json", encoding="ascii") as texts:
    tokenizer = read_tokenizer(name.removesuffix(".json"), file.read())
    rows = {}
    for key, text in json.load(texts).items():
        encoding = tokenizer.encode(text)
        columns = [column.tolist() for column in (encoding.ids, encoding.starts, encoding.ends)]
        rows[key] = [*columns, tokenizer.count(text)]
json.dumps([list(tokenizer.special_before), list(tokenizer.special_after), rows])
`);
}"""


def test_in_the_browser_every_hard_text_has_the_ids_and_offsets_of_the_reference(context, page, site_url, fetcher):
    texts, rows = golden()
    files = {fixture_path(name, fetcher).name: fixture_path(name, fetcher) for name in TOKENIZERS}

    def serve(route):
        file = route.request.url.rpartition("/")[2]
        if file == "page.html":
            route.fulfill(body="<title>golden</title>", content_type="text/html")
        elif file == "texts.json":
            route.fulfill(body=json.dumps(texts))
        else:
            route.fulfill(path=files[file])

    context.route("**/golden/*", serve)
    page.goto(f"{site_url}golden/page.html")
    page.evaluate(START)
    wrong = []
    for name, theirs in TOKENIZERS.items():
        file = fixture_path(name, fetcher).name
        before, after, found = json.loads(page.evaluate(ENCODE, [file, [file, "texts.json"]]))
        mine = [row for row in rows if row["tok"] == theirs]
        assert len(mine) >= 86, name
        for row in mine:
            ids, starts, ends, count = found[row["text"]]
            offsets = [at for pair in zip(starts, ends, strict=True) for at in pair]
            offsets = [0, 0] * len(before) + offsets + [0, 0] * len(after)
            good = same([*before, *ids, *after], row, "ids") and count == len(ids)
            good &= same(starts, row, "st") if "st" in row or "st_sha" in row else same(offsets, row, "off")
            wrong += [] if good else [(name, row["text"])]
    assert wrong == []
