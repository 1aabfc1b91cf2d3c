"""Turns go round the addresses: who sends much waits for itself, not the others for it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any

import pytest
from werkzeug import testapp

from companion.core.budget import breathe
from companion.machine import long_work as work
from companion.machine.long_work import Place
from companion.server.gateway import Gateway
from companion.server.proxies import Proxies
from companion.server.turns import WAITING, Crowded, Turns


def running(work: Any) -> Any:
    """Run in a thread, which has no loop, as this one may have."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result(timeout=20)


async def served(turns: Turns, waiting: str, leave: int | None = None) -> str:
    """Let one letter after the other wait, one place being taken; give who was let in, in turn."""
    order: list[str] = []

    async def go(address: str) -> None:
        async with turns.turn(address):
            order.append(address)

    async with turns.turn("first"):
        tasks = [asyncio.ensure_future(go(address)) for address in waiting]
        await asyncio.sleep(0)
        if leave is not None:
            tasks[leave].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with turns.turn("last"):
        return "".join(order)


def test_of_those_who_wait_each_address_has_its_turn() -> None:
    assert running(served(Turns(1), "aaaaabcb")) == "abcabaaa"


def test_whoever_leaves_the_line_holds_nobody_up() -> None:
    assert running(served(Turns(1), "aab", leave=0)) == "ba"


def test_too_many_of_one_address_are_told_and_others_let_in() -> None:
    async def crowd() -> str:
        turns = Turns(1)
        async with turns.turn("first"):
            tasks = [asyncio.ensure_future(turns.turn("a").__aenter__()) for _ in range(WAITING)]
            await asyncio.sleep(0)
            with pytest.raises(Crowded):
                await turns.turn("a").__aenter__()
            other = asyncio.ensure_future(turns.turn("b").__aenter__())
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.sleep(0)
        await asyncio.wait_for(other, 5)
        return "in"

    assert running(crowd()) == "in"


def test_a_turn_that_is_ended_early_is_handed_on_once() -> None:
    async def early() -> str:
        turns, goes_on = Turns(1), asyncio.Event()
        order: list[str] = []

        async def go(letter: str) -> None:
            async with turns.turn(letter):
                order.append(letter)
                await goes_on.wait()

        async with turns.turn("first") as end:
            tasks = [asyncio.ensure_future(go(letter)) for letter in "ab"]
            await asyncio.sleep(0)
            end()
            end()
            await asyncio.sleep(0.01)
            order.append("first")
            goes_on.set()
        await asyncio.gather(*tasks)
        return " ".join(order)

    assert running(early()) == "a first b"


def test_behind_a_proxy_each_visitor_has_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.gateway.LIGHT", 1)
    monkeypatch.setattr("companion.server.gateway.LATE", 20)
    assert running(answered_behind_a_proxy("aaaaab")) == "aabaaa"


async def answered_behind_a_proxy(visitors: str) -> str:
    """Let visitors ask at one time, one being answered after the other; give who was, in turn."""
    order: list[str] = []
    all_here = Event()

    def app(environ: Any, start: Any) -> list[bytes]:
        all_here.wait(20)
        order.append(environ["HTTP_X_FORWARDED_FOR"][-1])
        start("200 OK", [])
        return []

    gateway = Gateway(app, 1, 1, dict.fromkeys, Proxies(1))
    asked = [asyncio.ensure_future(asks(gateway, f"2001:db8:0:{one}::{one}")) for one in visitors]
    await asyncio.sleep(0.05)
    all_here.set()
    await asyncio.gather(*asked)
    gateway.close()
    return "".join(order)


async def asks(gateway: Gateway, forwarded: str) -> None:
    """Ask as a proxy does that is on this machine."""

    async def receive() -> Any:
        if told:
            await asyncio.Event().wait()
        told.append(True)
        return {"type": "http.request"}

    async def send(_: Any) -> None:
        """Take it."""

    told: list[bool] = []
    scope: Any = {"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET"}
    scope |= {"server": None, "client": ("127.0.0.1", 1), "raw_path": b"/", "query_string": b""}
    await gateway({**scope, "headers": [(b"x-forwarded-for", forwarded.encode())]}, receive, send)


def test_what_waits_for_long_work_leaves_its_place_to_others() -> None:
    async def waiting() -> str:
        loop, place_left = asyncio.get_running_loop(), asyncio.Event()
        place = Place(place_left.set, loop.call_soon_threadsafe)
        turns, others = work.Turns(), Event()

        def long() -> str:
            with turns.take():
                others.wait(20)
                return "done"

        done = loop.run_in_executor(None, place.work, long)
        await asyncio.wait_for(place_left.wait(), 20)
        others.set()
        place.leave()
        return await done

    assert running(waiting()) == "done"


def test_what_waits_for_a_lock_leaves_its_place_to_others() -> None:
    async def waiting() -> None:
        loop, place_left = asyncio.get_running_loop(), asyncio.Event()
        place = Place(place_left.set, loop.call_soon_threadsafe)
        lock = Lock()

        def locked() -> None:
            with work.holding(lock):
                pass

        lock.acquire()
        done = loop.run_in_executor(None, place.work, locked)
        try:
            await asyncio.wait_for(place_left.wait(), 20)
        finally:
            lock.release()
        await done

    running(waiting())


def test_what_waits_for_anything_else_lets_others_in_after_a_moment() -> None:
    async def all_of_them() -> bool:
        gateway, done = Gateway(testapp.test_app, work.LIGHT + 1, 1, dict.fromkeys), Event()
        waiting = [gateway._in_thread("one", done.wait, 20) for _ in range(work.LIGHT)]
        other = gateway._in_thread("other", done.set)
        return all((await asyncio.gather(*waiting, other))[:-1])

    assert running(all_of_them())


def test_long_work_pauses_while_others_work_for_less_time_than_it_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter((0.0, 0.03, 0.04, 1.04, 2.0))
    monkeypatch.setattr(work, "monotonic", lambda: next(clock))
    pauses: list[float] = []
    monkeypatch.setattr(work._light, "wait_for_none", pauses.append)
    place = Place(lambda: None, lambda leave: leave())
    with work.Turns().take():
        breathe()
        breathe()
        place.leave()
        breathe()
    assert pauses == [pytest.approx(0.0025), work.LONGEST_PAUSE]
