"""The English of the report and of README.txt: what `web/locales/en.json` says under the same keys."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str | Mapping[str, str]] = {
    # What the page says too
    "chart.caption": "Answers found against tokens retrieved. Each dot is a setting; the bar joined to it is its "
    "chance level. The table holds the same numbers.",
    "chart.left-out": {
        "one": "{count} setting is left out: it retrieves nothing, or every chunk there is.",
        "other": "{count} settings are left out: they retrieve nothing, or every chunk there is.",
    },
    "chart.point": "{setting}: {found} of {asked} answers, chance {chance}, {tokens} tokens a query",
    "chart.x": "tokens a query",
    "compare.cheapest": {
        "one": "Of the settings tried, the one that returned every marked answer ({asked}) with the fewest retrieved "
        "tokens is {settings}: {tokens} tokens a query.",
        "other": "Of the settings tried, those that returned every marked answer ({asked}) with the fewest retrieved "
        "tokens are {settings}: {tokens} tokens a query.",
    },
    "compare.cheapest.none": {
        "one": "None of the settings tried returned the marked answer without retrieving every chunk.",
        "other": "None of the settings tried returned all {asked} marked answers without retrieving every chunk.",
    },
    "compare.column.budget": "Budget",
    "compare.column.embed": "Tokens to embed",
    "compare.column.found": "Answers found",
    "compare.column.k": "Chunks retrieved",
    "compare.column.setting": "Setting",
    "compare.found.value": "{found} of {asked}",
    "compare.k.value": "{k} of {chunks}",
    "compare.no-overlap": "{size} without overlap",
    "count.characters": {"one": "{count} character", "other": "{count} characters"},
    "count.chunks": {"one": "{count} chunk", "other": "{count} chunks"},
    "count.tokens": {"one": "{count} token", "other": "{count} tokens"},
    "documents.pages": {"one": "{count} page", "other": "{count} pages"},
    "estimate.characters / 3.8, CJK 1": "characters / 3.8, one a CJK character",
    "estimate.characters / 4": "characters / 4",
    "help.chance": "The chance level is what random retrieval of as many chunks would score; a figure means little "
    "unless it stands well above it.",
    "marks.found": "found",
    "marks.missed": "missed",
    "notice.of": "{name}: {text}",
    "pair.scorers.flips": "This direction flips with the scorer: {first} found more for more queries under "
    "{firstUnder}, {second} under {secondUnder}.",
    "pair.scorers.holds": "This direction holds under every scorer: {setting} found more for more queries.",
    "pair.scorers.level": "Under none of the scorers did either find more for more queries.",
    "pair.scorers.one": "{scorer}: {first} found more for {ahead}, {second} for {behind}.",
    "pair.scorers.partly": "This direction is there under {under} only: {setting} found more for more queries. Under "
    "{level}, neither did.",
    "queries.no-rank": "not ranked",
    "queries.unmarked": "No passage marked",
    "ranking.page": "p. {page}",
    "ranking.pages": "p. {page}\u2013{last}",
    "reader.title": "Document",
    "scorer.bm25": "BM25",
    "scorer.fusion": "Both, fused",
    "scorer.static": "Static model",
    "scorers.title": "Scorers side by side",
    "settings.budget": "Budget, tokens a query",
    "settings.overlap": "Overlap",
    "settings.overlap.none": "this strategy has none",
    "settings.scorer": "Scorer",
    "settings.size": "Size",
    "settings.size.value": "{count} {unit}",
    "settings.strategy": "Strategy",
    "settings.tokenizer": "Boundary tokenizer",
    "summary.over-mean": {
        "one": "About {count} chunk by the mean length; it holds {tokens} a query, more than the budget of {budget}.",
        "other": "About {count} chunks by the mean length; they hold {tokens} a query, more than the budget of "
        "{budget}.",
    },
    "summary.over-size": {
        "one": "{count} chunk of the chosen size fits, but it holds {tokens} a query, more than the budget of "
        "{budget}: some chunks exceed the size.",
        "other": "{count} chunks of the chosen size fit, but they hold {tokens} a query, more than the budget of "
        "{budget}: some chunks exceed the size.",
    },
    "summary.retrieved.none": "No query yet",
    "summary.unranked": {
        "one": "No chunk can be ranked for {count} question: its answers count as missed, with 0 tokens.",
        "other": "No chunk can be ranked for {count} questions: their answers count as missed, with 0 tokens.",
    },
    "summary.unranked-unmarked": {
        "one": "No chunk can be ranked for {count} question: it enters the mean with 0 tokens.",
        "other": "No chunk can be ranked for {count} questions: they enter the mean with 0 tokens.",
    },
    "tokenizer.estimate.note": "All token counts are estimates ({estimate}), no model\u2019s own. Choose your "
    "model\u2019s tokenizer before you use the numbers.",
    "unit.characters": {"one": "character", "other": "characters"},
    "unit.passages": {"one": "passage", "other": "passages"},
    "unit.tokens": {"one": "token", "other": "tokens"},
    "unit.words": {"one": "word", "other": "words"},
    # The report
    "report.title": "How well these documents are retrieved",
    "report.holds": "This page holds figures, file names and queries.",
    "report.quotes": "Marked passages and retrieved chunks are quoted.",
    "report.no-quotes": "It holds no other text of the documents.",
    "report.found": {
        "one": "{found} of {count} answer found, chance level {chance}.",
        "other": "{found} of {count} answers found, chance level {chance}.",
    },
    "report.unclaimed": "Nothing is marked, so nothing is claimed.",
    "report.cost": "{tokens} a query, {chunks}, {embed} to embed.",
    "report.k-none": "Not one chunk fits the budget, so nothing can be found.",
    "report.k-all": "Every chunk fits the budget, so everything is found by arithmetic.",
    "report.unmarked": "Nothing is marked, so the rows show costs and no scores.",
    "report.library": "{strategy}, as {library} splits",
    "report.budget": "{tokens} a query, so {chunks}",
    "report.estimated": "{name} (estimate)",
    "report.comparison": "Comparison",
    "report.row": "{setting}, {scorer}, budget {budget}",
    "report.chance": "Chance level",
    "report.mean": "Tokens a query, mean",
    "report.other-tokenizer": {
        "one": "Left out: {count} setting measured with another tokenizer, so its tokens are others. comparison.csv "
        "has it.",
        "other": "Left out: {count} settings measured with another tokenizer, so their tokens are others. "
        "comparison.csv has them.",
    },
    "report.out-of-date": {
        "one": "Left out: {count} setting measured before documents, queries or marks changed, and not again since.",
        "other": "Left out: {count} settings measured before documents, queries or marks changed, and not again since.",
    },
    "report.chart": "Answers found against tokens retrieved",
    "report.chart.filled": "The dot of the exported setting is filled.",
    "report.chart.words": "The chart in words",
    "report.scorers": "The exported setting, its chunks ranked by each scorer.",
    "report.pair": "{first} beside {second}",
    "report.queries": "Queries under this setting",
    "report.query": "Query",
    "report.rank": "Rank of the first hit",
    "report.retrieved": "Tokens retrieved",
    "report.marked": "Marked passages",
    "report.chunks": "Retrieved chunks, best first",
    "report.place": "{document}, characters {start} to {end}",
    "report.made-from": "Made from",
    "report.file.boundary tokenizer": "boundary tokenizer",
    "report.file.scoring model": "scoring model",
    "report.file.scoring tokenizer": "scoring tokenizer",
    # README.txt
    "readme.title": "chunkforge export",
    "readme.report": "the whole result as one page that loads nothing and runs nothing: settings, comparison, chart, "
    "every query. It holds file names and queries.",
    "readme.comparison": "one setting a line, UTF-8. strategy, size and overlap, both in unit. options: what the "
    "strategy takes beside them, JSON. scorer: what ranked the chunks. budget_tokens: tokens that retrieval may spend "
    "on a query. k: chunks retrieved, floor(budget / size); where size counts no tokens, their mean number in a chunk "
    "stands for it. n_chunks: chunks in the index. answers_found of answers_asked: marked spans that a retrieved "
    "chunk overlaps. chance_level: share, 0 to 1, that k chunks picked at random would find. "
    "retrieved_tokens_a_query: tokens, mean; where no chunk can be ranked for a query, 0, and its answers count as "
    "missed. tokens_to_embed: tokens of all chunks together. Empty cells: nothing was marked. boundary_tokenizer: "
    "what counted the tokens. An apostrophe stands before a cell that a spreadsheet would take for a formula. The "
    "setting above is there once a scorer. Lines of different tokenizers are not to be compared.",
    "readme.labels": "one query a line: question, and references with document, content, start_index and end_index "
    "(code points, end exclusive). Holds the marked text. Imported again, it gives the same queries and marks.",
    "readme.chunks": "one chunk a line: id, document, start, end, pageStart, pageEnd, tokens, headings, text. start "
    "and end count Unicode code points in the document\u2019s canonical text (line feeds only, no byte-order mark), "
    "end exclusive. They come from the splitting itself, not from a search, so they are right where a text repeats.",
    "readme.prefix.heading": "In {count} of {chunks} chunks text begins with the trail of headings, which start and "
    "end leave out; what follows it is the document from start to end.",
    "readme.prefix.records": "In {count} of {chunks} chunks text begins with the header of its table, which start and "
    "end leave out; what follows it is the document from start to end.",
    "readme.rewritten": "In {count} of {chunks} chunks text is not the document from start to end; start and end are "
    "the stretch that it was made from. The reason: {why}.",
    "readme.why.joined": "the library joins pieces with its own separator and without the white space around them",
    "readme.why.markdown": "the library strips each line, joins lines anew and leaves out header lines and empty ones",
    "readme.why.tokens": "the library decodes windows of tokens, and one that begins or ends inside a character shows "
    "U+FFFD there",
    "readme.slices": "In every chunk text is the document from start to end.",
    "readme.tokens": "tokens counts the text with the boundary tokenizer, without special tokens. pageStart and "
    "pageEnd count from 1; null where the source has no pages. tokensEstimated is true where tokens are an estimate, "
    "else it is not there. Holds the whole text.",
    "readme.array": "the same as one JSON array.",
    "readme.splitter": "the splitter itself, which {file} imports and gives its numbers.",
    "readme.configuration": "the same splitter with these numbers filled in.",
    "readme.no-splitter": "No stock splitter makes this strategy\u2019s chunks, so it leaves with its chunks only, "
    "without a configuration.",
    "readme.no-estimate": "There is no configuration file, because a splitter would count with a real tokenizer.",
    "readme.headings": "where the headings of each document stand: start, end (code points), level, title. A PDF, a "
    "Word file and HTML show none in their text, so the configuration reads them here, by the SHA-256 of the text. In "
    "any other text it looks for headings as Markdown writes them, and gives other chunks where it finds others.",
    "readme.texts": "the documents\u2019 canonical texts, whole. The configuration makes exactly the chunks of "
    "chunks.jsonl from them.",
}
