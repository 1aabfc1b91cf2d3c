"""Turns go round the addresses: who sends much waits for itself, not the others for it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.turns import WAITING, Crowded, Turns


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
