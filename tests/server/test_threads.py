"""Threads that work for a loop: what they find or what goes wrong is told where it is awaited."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, get_ident
from typing import Any

import pytest
from werkzeug.testapp import test_app as some_app

from companion.machine import long_work as work
from companion.server.gateway import Gateway
from companion.server.threads import Threads


def running(whole: Any) -> Any:
    """Run in a thread, which has no loop, as this one may have."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(whole)).result(timeout=20)


async def done(most: int, jobs: list[Callable[[], Any]]) -> list[Any]:
    """Do so much at once in so many threads; give what came of it."""
    threads = Threads(most)
    try:
        return await asyncio.gather(*map(threads.work, jobs), return_exceptions=True)
    finally:
        threads.close()


def test_results_and_errors_come_to_those_who_wait_for_them() -> None:
    found, wrong = running(done(2, [lambda: "found", lambda: 1 // 0]))
    assert found == "found"
    assert isinstance(wrong, ZeroDivisionError)


def test_there_are_as_many_threads_as_are_needed_and_no_more() -> None:
    async def one_by_one() -> set[int]:
        threads = Threads(5)
        return {await threads.work(get_ident) for _ in range(20)}

    together = Barrier(3)
    assert running(done(3, [lambda: together.wait(20)] * 3))
    assert len(set(running(done(3, [get_ident] * 20)))) <= 3
    assert len(running(one_by_one())) == 1


def test_whoever_waits_for_nothing_any_more_disturbs_nobody() -> None:
    async def left() -> str:
        threads, goes_on = Threads(1), Event()
        threads.work(lambda: goes_on.wait(20)).cancel()
        goes_on.set()
        return await threads.work(lambda: "next")

    assert running(left()) == "next"


@pytest.mark.parametrize("stays", [True, False])
def test_who_has_gone_while_waiting_for_a_turn_is_not_worked_for(stays: bool) -> None:
    ends, sent = Event(), []

    async def gone() -> None:
        gateway = Gateway(some_app, work.LIGHT + 1, 1, dict.fromkeys)
        many = [gateway._in_thread("other", ends.wait, 20) for _ in range(work.LIGHT)]
        others = asyncio.gather(*many)
        await asyncio.sleep(0)
        comes = [{"type": "http.request"}] + [{"type": "http.disconnect"}] * (not stays)

        async def receive() -> Any:
            return comes.pop(0) if comes else await asyncio.Event().wait()

        async def send(told: Any) -> None:
            sent.append(told["type"])

        asked = asyncio.ensure_future(gateway(SCOPE, receive, send))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        ends.set()
        await asyncio.gather(asked, others)

    running(gone())
    assert bool(sent) == stays


SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "scheme": "http",
    "method": "GET",
    "headers": [],
    "server": None,
    "client": ("one", 1),
    "raw_path": b"/",
    "query_string": b"",
}
