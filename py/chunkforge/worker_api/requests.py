"""Answers the page's requests: long ones step by step, with progress, cancel, and room for others in between."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from chunkforge.errors import Cancelled
from chunkforge.steps import Progress, Steps
from chunkforge.worker_api.answers import Answer, Array, error_values

BREATH = 0.04  # seconds of work between two looks at what the page has sent meanwhile


class Reply(Protocol):
    """Hands a message to the page."""

    def __call__(self, kind: str, request: int, values: str, arrays: Mapping[str, Array], /) -> None:
        """Send it.

        Args:
            kind: `done`, `failed` or `progress`.
            request: the number the page gave its request.
            values: JSON.
            arrays: the answer's arrays by name.
        """


Handler = Callable[..., Answer | Steps[Answer]]


async def _turn() -> None:
    await asyncio.sleep(0)


class Requests:
    """Runs handlers under request numbers.

    Requests of one lane wait for each other in order; those of different lanes take turns at every breath. A request
    without a lane runs at once, between the breaths of others.
    """

    def __init__(
        self,
        handlers: Mapping[str, Handler],
        lanes: Mapping[str, str],
        reply: Reply,
        *,
        turn: Callable[[], Awaitable[None]] = _turn,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Set up.

        Args:
            handlers: by method; each takes the request's parameters by keyword.
            lanes: the lane of each method that has one.
            reply: hands messages to the page.
            turn: lets waiting messages in.
            clock: seconds, for the breaths.
        """
        self._handlers = handlers
        self._lanes = lanes
        self._reply = reply
        self._turn = turn
        self._clock = clock
        self._locks = {lane: asyncio.Lock() for lane in lanes.values()}
        self._cancelled: set[int] = set()
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    def cancel(self, request: int) -> None:
        """Stop a request at its next breath, or at once if it waits for its lane.

        Its work is told by `Cancelled`; what keeps the part that is done goes on from there to its end.
        """
        self._cancelled.add(request)
        if request in self._waiting:
            self._waiting[request].cancel()

    async def call(self, request: int, method: str, params: str, data: Sequence[Any] = ()) -> None:
        """Answer one request; whatever happens, exactly one `done` or `failed` is sent.

        Args:
            request: its number.
            method: the handler's name.
            params: JSON object of the handler's keyword parameters.
            data: for a handler that takes `data`: byte strings, or JavaScript's ArrayBuffers.
        """
        try:
            keywords: dict[str, Any] = json.loads(params)
            if len(data):
                keywords["data"] = [item if isinstance(item, bytes) else item.to_bytes() for item in data]
            lane = self._lanes.get(method)
            if lane is None:
                answer = await self._finish(request, self._handlers[method](**keywords))
            else:
                await self._take(self._locks[lane], request)
                try:
                    self._stop_if_cancelled(request)
                    answer = await self._finish(request, self._handlers[method](**keywords))
                finally:
                    self._locks[lane].release()
            values = json.dumps(answer.values, ensure_ascii=False)
        except Exception as error:  # noqa: BLE001 - the page tells its user whatever went wrong
            self._reply("failed", request, json.dumps(error_values(error)), {})
        else:
            self._reply("done", request, values, answer.arrays)
        finally:
            self._cancelled.discard(request)

    async def _take(self, lane: asyncio.Lock, request: int) -> None:
        self._waiting[request] = asyncio.ensure_future(lane.acquire())
        try:
            await self._waiting[request]
        except asyncio.CancelledError:
            raise Cancelled from None
        finally:
            del self._waiting[request]

    async def _finish(self, request: int, work: Answer | Steps[Answer]) -> Answer:
        if isinstance(work, Answer):
            return work
        breathed = self._clock()
        stopping = False
        fresh: list[str] = []
        while True:
            try:
                step = work.throw(Cancelled()) if stopping else next(work)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # StopIteration.value is Any in typeshed
            stopping = False
            if step.partial:
                fresh.append(step.partial)
            if self._clock() - breathed >= BREATH:
                self._reply("progress", request, _progress(step, fresh), {})
                fresh.clear()
                await self._turn()
                breathed = self._clock()
                stopping = request in self._cancelled
                self._cancelled.discard(request)

    def _stop_if_cancelled(self, request: int) -> None:
        if request in self._cancelled:
            raise Cancelled


def _progress(step: Progress, fresh: list[str]) -> str:
    """Tell how far the work has come; `fresh` are the texts that were read since this was last told."""
    return json.dumps({"done": step.done, "total": step.total, "unit": step.unit, "fresh": fresh}, ensure_ascii=False)
