"""Tables at every moment of every game, a circle, and the pages that they have then."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

from tests.evenings import NAMES, in_chips, renamed
from tests.notation import entries
from tests.serving import Server

Log = list[dict[str, Any]]

FOUR = ("Ann", "Bob", "Cal", "Dee")
EVIL = (
    "<script>window.evil = 1</script>",
    '"><img src=x onerror="window.evil=1">',
    "נועה ושרה",
    "W" * 40,
    "👩‍👩‍👧‍👦 Familie 🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉",
    "Bartholomew Smythe-Featherstonehaugh II.",
)

PAGES = {
    "deal": ("", "/setup", "/seats", "/rules", "/more", "/more/join", "/tally", "/log"),
    "dummy": ("",),
    "auction": ("",),
    "lead": ("", "/more", "/wrong"),
    "follow": ("", "/more/player?player={0}", "/log", "/log/2?do=skip&player={0}", "/log/2/before"),
    "found": ("", "/log", "/log/3", "/log/1?remove=1"),
    "chips-only": ("", "/more", "/more/out", "/wrong?chips:{0}=7&chips:pot:AS=4"),
    "done": ("", "/more/player?player={0}", "/log", "/log/2?chips=3", "/tally", "/wrong"),
    "last": ("",),
    "over": ("", "/more", "/log", "/tally", "/circle"),
    "enforce": ("",),
    "poker": ("", "/more/show?player={1}", "/more/award"),
    "blocked": ("", "/more/totals"),
    "cups": ("", "/more/dump"),
    "wanagan": ("", "/more/show?player={0}", "/more/award", "/log"),
    "oh-claire bids": ("",),
    "oh-claire": ("", "/log/1", "/more/tricks", "/tally"),
    "kids-rummy": ("", "/more/score?out={0}", "/more/score?out=-", "/log"),
}


# The pages of a circle; people, evenings and payments by their places in its file, from 1.
CIRCLE = (
    *("", "?season=all", "/games/michigan-kitty", "/games/kids-rummy", "/people/1"),
    *("/evenings", "/evenings/1", "/evenings/2", "/book", "/book/payments/1", "/people"),
    *("/results", "/span", "/span?first=2024-03"),
)


def tables(seats: tuple[str, ...] = FOUR) -> dict[str, tuple[str, Log]]:
    """A game and its log for every moment."""
    names = NAMES[: len(seats)]
    sit = dict(zip(names, seats, strict=True))
    kitty = {moment: ("michigan-kitty", log) for moment, log in _kitty(names).items()}
    logs = {**kitty, **_others(names)}.items()
    return {moment: (game, renamed(entries(log), sit)) for moment, (game, log) in logs}


@dataclass(frozen=True)
class Place:
    """A page of a table at some moment of its game."""

    moment: str
    page: str
    record: dict[str, Any]

    def laid(self, server: Server) -> str:
        """Lay the table; give the address of the page."""
        return server.url + self.path(server.import_table, server.text)

    def path(self, bring: Callable[[dict[str, Any]], str], _: Callable[[str], str]) -> str:
        """Bring the record to an app; give the path of the page there."""
        return bring(self.record) + self.page


@dataclass(frozen=True)
class CirclePlace(Place):
    """A page of a circle, which is laid from its file."""

    def path(self, bring: Callable[[dict[str, Any]], str], read: Callable[[str], str]) -> str:
        """Bring the file; find under which number of the app the page is."""
        home = bring(self.record)
        numbered = re.fullmatch(r"/(people|evenings|book/payments)/(\d+)", self.page)
        if numbered is None:
            return home + self.page
        kind, at = numbered.groups()
        where = {"people": "/people", "evenings": "/evenings", "book/payments": "/book"}[kind]
        found = re.findall(rf'{home}/{kind}/(\d+)[/"]', read(home + where))
        return f"{home}/{kind}/{sorted({*map(int, found)})[int(at) - 1]}"


def places(seats: tuple[str, ...] = FOUR) -> list[Place]:
    found = []
    for moment, (game, log) in tables(seats).items():
        players = seats[: 4 if "claire" in moment else None]
        record = {"format": 1, "game": game, "players": list(players), "dealer": players[-1]}
        pages = [page.format(*map(quote, seats)) for page in PAGES[moment]]
        found += [Place(moment, page, {**record, "log": log}) for page in pages]
    return found


def circle_places(seats: tuple[str, ...] = FOUR) -> list[Place]:
    return [CirclePlace("circle", page, circle_file(seats)) for page in CIRCLE]


def circle_file(seats: tuple[str, ...] = FOUR) -> dict[str, Any]:
    """A circle that has played, and owes: an evening in chips, one of points, one by results."""
    name = " & ".join(seats)[:60].strip()
    looks = [{"colour": at % 10, "symbol": at % 10, "hidden": False} for at in range(len(seats))]
    by_name = {player: at for at, player in enumerate(seats)}
    chips = in_chips(len(seats), 6, seats)
    points = {player: 5 * at for at, player in enumerate(seats[1:4], 1)}
    rummy: Log = [{"do": "deal"}, {"do": "score", "out": seats[0], "points": points}]
    records = [
        {**chips, "log": [*chips["log"], {"do": "end"}]},
        {**chips, "game": "kids-rummy", "players": [*seats[:4]], "dealer": seats[3], "log": rummy},
    ]
    records[1].pop("chips")
    lines = [{"player": player, "place": at, "result": -at} for at, player in enumerate(seats, 1)]
    standing = {line["player"]: line["result"] for line in lines}
    facts = {"hands": 0, "over": True, "lines": lines, "standing": standing}
    old = {"key": "old", "game": "boodle", "day": "2024-03-01", "seats": by_name}
    paid = {"payer": 1, "payee": 0, "cents": 50, "made": "2026-07-05T20:00:00+00:00"}
    line = {"evening": 0, "made": "2026-07-04T23:00:00+00:00", "amends": False}
    return {
        "format": 1,
        "circle": blake2b(name.encode(), digest_size=8).hexdigest(),
        "name": name,
        "scale": "podium",
        "shows_findings": True,
        "currency": "EUR",
        "people": [{"name": seat, **look} for seat, look in zip(seats, looks, strict=True)],
        "worths": [{"since": "", "cents": 5}],
        "evenings": [
            *(_evening(f"{at}", record, by_name) for at, record in enumerate(records)),
            {**old, "facts": facts, "hands": []},
        ],
        "book": [
            {**line, "person": at, "cents": cents} for at, cents in enumerate((150, -100, -50))
        ],
        "payments": [{**paid, "undone": None, "evening": 0, "booked": 3}],
    }


def _evening(key: str, record: dict[str, Any], by_name: dict[str, int]) -> dict[str, Any]:
    seats = {player: by_name[player] for player in record["players"]}
    when = {"day": "2026-07-04", "began": "2026-07-04T18:00:00+00:00"}
    return {"key": key, "game": record["game"], **when, "seats": seats, "record": record}


def crowds() -> list[Place]:
    """The pages of a long evening of ten players."""
    record = in_chips(players=10, hands=30)
    pages = ("", "/log", "/tally", "/wrong", "/more", "/seats")
    return [Place("crowd", page, record) for page in pages]


def _kitty(names: Sequence[str]) -> dict[str, str]:
    """The moments of Michigan Kitty, by what was entered up to them."""
    led = "deal; swap; Ann 3C; Bob 4C 5C"
    chips = "deal; swap; Ann borrows 12 from Bob; Cal borrows 1 from pot:QKD; chips-only"
    done = f"{chips}; Ann out {' '.join(f'{name} 3' for name in names[1:])}"
    return {
        "deal": "",
        "dummy": "deal",
        "auction": "deal; Ann bids 2",
        "lead": "deal; swap",
        "follow": led,
        "found": f"{led}; stop; Bob 2D; stop; Bob 6C",
        "chips-only": chips,
        "done": f"{done}; undo; redo",
        "last": f"{done}; last-hand; deal; swap",
        "over": f"{done}; end",
    }


def _others(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Moments of the other games."""
    piles = " ".join(f"{name} 2" for name in names)
    stopped = f"deal {piles} dummy {52 - 2 * len(names)}; keep; Ann JC; stop"
    skips = "; ".join(f"{name} skips" for name in names)
    bids = "; ".join(f"{name} bids {at} tricks" for at, name in enumerate(names[:4]))
    return {
        "enforce": ("boodle", "deal; keep; Ann JC; stop; Ann 4D; stop; Ann 3C"),
        "poker": ("michigan-rummy-classic", f"{stopped}; Ann 2D"),
        "blocked": ("michigan-rummy-tournament", f"{stopped}; {skips}"),
        "cups": ("great-lakes", "deal; keep; Ann JC"),
        "wanagan": ("wanagan", "deal"),
        "oh-claire bids": ("oh-claire", "deal"),
        "oh-claire": ("oh-claire", f"deal; {bids}"),
        "kids-rummy": ("kids-rummy", "deal"),
    }
