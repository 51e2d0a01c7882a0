"""The requests of the comparison: rows, grids, pairs, and scorers side by side."""

from __future__ import annotations

from itertools import product

from chunkforge.errors import SettingsError, WorkbenchError
from chunkforge.measure import agreement, cheapest_complete, compare_two
from chunkforge.measurement import RowKey
from chunkforge.settings import WITHOUT_OVERLAP
from chunkforge.steps import Steps
from chunkforge.workbench import Refused, Workbench
from chunkforge.worker_api.answers import (
    Answer,
    Values,
    error_values,
    row_key,
    row_values,
    split_settings,
    standing_values,
)


class Comparing:
    """A part of the page's requests; a row is named by the values it was described with."""

    _workbench: Workbench

    def record(self, settings: Values, scorer: str, budget: int) -> Answer:
        """Make a row of a setting that was measured and has been settled on."""
        key = RowKey(split_settings(settings), scorer, checked_budget(budget), self._workbench.tokenizer.name)
        self._workbench.remember([key])
        return Answer({})

    def rows(self, budget: int | None = None) -> Answer:
        """Tell the comparison so far: its rows, the cheapest complete ones, and those that stand on something else.

        `missing` is how many settings have no figures for the present state and the given budget.
        """
        standings = self._workbench.standings
        rows = [row.measured for row in standings if row.comparable and row.measured]
        places = {row.key: place for place, row in enumerate(rows)}
        return Answer(
            {
                "rows": [standing_values(row) for row in standings if row.comparable],
                "cheapest": [places[row.key] for row in cheapest_complete(rows)],
                "stale": [standing_values(row) for row in standings if not row.comparable],
                "missing": 0 if budget is None else len(self._workbench.missing(budget)),
            }
        )

    def compare(self, grid: Values, budget: int) -> Steps[Answer]:
        """Measure a grid of settings: every strategy with every size and overlap that fit together.

        A strategy without overlap is measured once a size.
        `length` in the grid is what sizes count, for the strategies that leave the choice; `options` hold
        for those that take them. A setting that cannot be measured is left out; `refused` says why.
        """
        common = {**grid.get("options", {}), "length": grid["length"]}
        settings = [
            split_settings({**common, "strategy": strategy, "size": size, "overlap": overlap})
            for strategy in grid["strategies"]
            for size, overlap in product(grid["sizes"], [0] if strategy in WITHOUT_OVERLAP else grid["overlaps"])
            if overlap < size
        ]
        refused: list[Values] = []
        steps = self._workbench.comparing(settings, checked_budget(budget), _noting(refused))
        return Answer({"measured": len((yield from steps)), "refused": refused})

    def measure_again(self, budget: int) -> Steps[Answer]:
        """Measure the settings tried that lack figures for the present state and this budget; see `compare`."""
        refused: list[Values] = []
        steps = self._workbench.measuring_again(checked_budget(budget), _noting(refused))
        return Answer({"measured": (yield from steps), "refused": refused})

    def forget_row(self, row: Values) -> Answer:
        """Take a row out of the comparison."""
        self._workbench.forget(self._key(row))
        return Answer({})

    def restore_rows(self, rows: list[Values]) -> Answer:
        """Take up the settings that an earlier worker had tried; they are to be measured again."""
        self._workbench.remember(self._key(row) for row in rows)
        return Answer({})

    def compare_pair(self, first: Values, second: Values) -> Answer:
        """Tell where two rows of the comparison part, and whether that could be luck; no row wins."""
        rows = {row.key: row for row in self._workbench.rows}
        keys = [self._key(first), self._key(second)]
        if any(key not in rows for key in keys):
            raise WorkbenchError(
                "workbench.no-row",
                "One of the two settings has not been measured on the present marks. Measure it again.",
            )
        parted = compare_two(rows[keys[0]], rows[keys[1]])
        return Answer(
            {
                "firstBetter": list(parted.first_better),
                "secondBetter": list(parted.second_better),
                "p": parted.p,
                "moreNeeded": parted.more_needed,
            }
        )

    def scorers(self, settings: Values, budget: int) -> Steps[Answer]:
        """Measure one setting by every scorer, over the same chunks."""
        rows = yield from self._workbench.scorers_apart(split_settings(settings), checked_budget(budget))
        return Answer({"rows": [row_values(row) for row in rows]})

    def compare_scorers(self, first: Values, second: Values) -> Steps[Answer]:
        """Tell whether two settings part the same way under every scorer."""
        leans = yield from self._workbench.leaning(self._key(first), self._key(second))
        told = [
            {"scorer": lean.scorer, "first": lean.first, "second": lean.second, "side": lean.side} for lean in leans
        ]
        return Answer({"leans": told, "agreement": agreement(leans)})

    def _key(self, row: Values) -> RowKey:
        return row_key(row, self._workbench.tokenizer.name)


def checked_budget(budget: int) -> int:
    """Refuse a budget that no chunk could fit."""
    if budget < 1:
        raise SettingsError(
            "settings.budget", "A budget of {budget} tokens cannot be used. Choose 1 or more.", budget=budget
        )
    return budget


def _noting(refused: list[Values]) -> Refused:
    """Note why a setting was left out."""
    return lambda _, error: refused.append(error_values(error))
