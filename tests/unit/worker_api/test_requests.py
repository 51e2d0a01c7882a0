"""Requests are each answered once, can be stopped, show progress, and let others in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

import own_loop
from chunkforge.errors import PasswordRequired
from chunkforge.steps import Progress
from chunkforge.worker_api.answers import Answer
from chunkforge.worker_api.requests import Requests


class Sent(list[tuple[str, int, Any]]):
    """What the page was sent, in order."""

    def __call__(self, kind: str, request: int, values: str, _arrays: object, /) -> None:
        self.append((kind, request, json.loads(values)))

    def of(self, request: int) -> list[tuple[str, Any]]:
        return [(kind, values) for kind, number, values in self if number == request]


def slow(steps: int, log: list[str] | None = None) -> Callable[[], Iterator[Progress]]:
    def work(name: str = "") -> Iterator[Progress]:
        for done in range(steps):
            if log is not None:
                log.append(f"{name}{done}")
            yield Progress(done, steps, "pages")
        return Answer({"steps": steps})

    return work


def requests(sent: Sent, handlers: dict[str, Any], lanes: dict[str, str] | None = None) -> Requests:
    ticks = count()
    return Requests(
        handlers, lanes or {}, sent, clock=lambda: float(next(ticks))
    )  # every step is long enough to breathe


def test_an_answer_carries_the_number_of_its_request():
    sent = Sent()
    own_loop.run(requests(sent, {"hello": lambda name: Answer({"hello": name})}).call(7, "hello", '{"name": "猫"}'))
    assert sent == [("done", 7, {"hello": "猫"})]


def test_long_work_shows_its_progress():
    sent = Sent()
    own_loop.run(requests(sent, {"read": slow(3)}).call(1, "read", "{}"))
    assert [values["done"] for kind, values in sent.of(1) if kind == "progress"] == [0, 1, 2]
    assert sent[-1] == ("done", 1, {"steps": 3})


def test_an_error_arrives_with_its_type_code_sentence_and_values():
    def fail() -> Answer:
        raise PasswordRequired("pdf.password", "{name} opens only with a password.", name="a.pdf")

    sent = Sent()
    own_loop.run(requests(sent, {"fail": fail}).call(1, "fail", "{}"))
    values = {"type": "PasswordRequired", "code": "pdf.password", "values": {"name": "a.pdf"}}
    assert sent == [("failed", 1, values | {"message": "a.pdf opens only with a password."})]


def test_an_error_nobody_foresaw_is_an_answer_too():
    sent = Sent()
    own_loop.run(requests(sent, {"fail": lambda: 1 / 0}).call(1, "fail", "{}"))
    [(kind, values)] = sent.of(1)
    assert kind == "failed"
    assert values["code"] == "internal"
    assert "ZeroDivisionError" in values["message"]


def test_a_method_that_does_not_exist_is_refused():
    sent = Sent()
    own_loop.run(requests(sent, {}).call(1, "nothing", "{}"))
    assert sent[0][0] == "failed"


def test_a_cancelled_request_stops_at_its_next_breath_and_closes_its_work():
    closed = []

    def work() -> Iterator[Progress]:
        try:
            for done in range(1000):
                yield Progress(done, 1000, "pages")
        finally:
            closed.append(True)

    async def scenario() -> None:
        answering = requests(sent, {"work": work})
        task = asyncio.create_task(answering.call(1, "work", "{}"))
        await asyncio.sleep(0)
        answering.cancel(1)
        await task

    sent = Sent()
    own_loop.run(scenario())
    assert sent[-1][:2] == ("failed", 1)
    assert sent[-1][2]["type"] == "Cancelled"
    assert len(sent) < 10
    assert closed


def test_a_request_cancelled_while_it_waits_never_starts():
    async def scenario() -> None:
        answering = requests(sent, {"read": slow(3, log)}, {"read": "reading"})
        first = asyncio.create_task(answering.call(1, "read", '{"name": "a"}'))
        second = asyncio.create_task(answering.call(2, "read", '{"name": "b"}'))
        await asyncio.sleep(0)
        answering.cancel(2)
        await asyncio.gather(first, second)

    sent, log = Sent(), []
    own_loop.run(scenario())
    assert log == ["a0", "a1", "a2"]
    assert sent.of(2)[0][1]["type"] == "Cancelled"


def test_a_request_cancelled_while_it_waits_is_answered_at_once():
    async def scenario() -> None:
        answering = requests(sent, {"read": slow(50)}, {"read": "reading"})
        tasks = [asyncio.create_task(answering.call(number, "read", "{}")) for number in (1, 2, 3)]
        await asyncio.sleep(0)
        answering.cancel(2)
        await asyncio.gather(*tasks)

    sent = Sent()
    own_loop.run(scenario())
    ends = [request for kind, request, _ in sent if kind != "progress"]
    assert ends == [2, 1, 3]


def test_requests_of_one_lane_wait_for_each_other_and_other_lanes_take_turns():
    async def scenario() -> None:
        answering = requests(sent, {"read": slow(2, log), "measure": slow(2, log)}, {"read": "r", "measure": "m"})
        await asyncio.gather(
            answering.call(1, "read", '{"name": "a"}'),
            answering.call(2, "read", '{"name": "b"}'),
            answering.call(3, "measure", '{"name": "m"}'),
        )

    sent, log = Sent(), []
    own_loop.run(scenario())
    assert log.index("a1") < log.index("b0")
    assert log.index("m0") < log.index("a1")


def test_a_request_without_a_lane_is_answered_in_the_middle_of_long_work():
    async def scenario() -> None:
        answering = requests(sent, {"read": slow(50), "mark": Answer}, {"read": "reading"})
        long = asyncio.create_task(answering.call(1, "read", "{}"))
        await asyncio.sleep(0)
        await answering.call(2, "mark", "{}")
        await long

    sent = Sent()
    own_loop.run(scenario())
    assert sent.index(("done", 2, {})) < sent.index(("done", 1, {"steps": 50}))


@pytest.mark.parametrize("failing", [False, True])
def test_a_lane_is_free_again_after_success_and_failure(failing):
    def work() -> Answer:
        if failing:
            raise ValueError("no")
        return Answer()

    async def scenario() -> None:
        answering = requests(sent, {"work": work}, {"work": "lane"})
        await answering.call(1, "work", "{}")
        await answering.call(2, "work", "{}")

    sent = Sent()
    own_loop.run(scenario())
    assert [request for _, request, _ in sent] == [1, 2]
