"""Long work as generators: each yields its progress, so that a caller may show it, breathe, or stop.

A step generator is closed to cancel it. Its return value is the result of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long step has come.

    `done` of `total` `unit`s ("pages", "characters", "settings"); `total` is 0 while unknown.
    `partial` is text that is usable already, such as that of the page just read.
    """

    done: int
    total: int
    unit: str
    partial: str = ""


Steps = Generator[Progress, None, T]


def finish(steps: Steps[T], progress: Callable[[Progress], object] | None = None) -> T:
    """Run a step generator to its end.

    Args:
        steps: the generator.
        progress: called with each `Progress`, if given.

    Returns:
        The generator's return value.
    """
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # StopIteration.value is Any in typeshed
        if progress is not None:
            progress(step)


def reported(steps: Steps[T], report: Callable[[Progress], Progress]) -> Steps[T]:
    """Pass a step generator on as a part of larger work.

    Args:
        steps: the part.
        report: turns its progress into that of the whole.

    Returns:
        The part's return value.
    """
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # StopIteration.value is Any in typeshed
        yield report(step)
