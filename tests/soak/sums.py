"""Random evenings of circles: their seasons and books are what the saved records add up to."""

import csv
import io
import random
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask

from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.log.replay import load_stored_log
from companion.core.work_limit import WorkLimitExceeded
from companion.games import all_games
from companion.store import database
from companion.store.circle_export import export_circle
from companion.store.circles import add_table_to_circle, create_circle
from companion.store.entries import StaleVersion, Tap, append_entry, create_table
from companion.store.evenings import (
    correct_evening,
    delete_evening,
    import_results,
    list_latest_evenings,
)
from companion.store.models import Circle
from companion.store.money import get_balances, set_chip_value
from companion.store.names import rename_player, update_person
from companion.store.people import list_people, merge_people
from companion.store.tables import get_version, load_table
from tests.evenings import in_chips
from tests.quick import migrated_app
from tests.simulated.evenings import evening
from tests.soak.figures import Figures
from tests.soak.kills import BUY

Raw = dict[str, Any]

# Evenings of a circle, and what a chip is worth there.
EVENINGS, CENTS = 10, 5
# Entries at the end of an evening that are tapped one by one, and how many of them are changes.
TAPPED, CHANGES = 40, 0.1
REFUSED = (Refused, WorkLimitExceeded, StaleVersion)
# The columns of a season's file that are added up here, and those of games by points.
ADDED = ("Result", "Evenings", "Hands", "Hands won", "First", "Second", "Third", "Points")
OTHERWISE = {"Points scored": "Result"}
PODIUM = {1: 3, 2: 2, 3: 1}


@dataclass
class Sums:
    """What the evenings of a circle add up to, by game and person, and everybody's cents."""

    by_game: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    cents: Counter[str] = field(default_factory=Counter)

    def add(self, one: Raw, names: list[str], span: str) -> None:
        """Add an evening of a circle's file if it is in a span; money is of all time."""
        counted = _by_record(one["record"]) if "record" in one else _by_results(one)
        person = {player: names[number] for player, number in one["seats"].items()}
        if counted.is_over and all_games()[one["game"]].unit == "chips":
            for player, result in counted.results.items():
                self.cents[person[player]] += CENTS * result
        counts = counted.hands if "record" in one else counted.is_over
        if one["day"].startswith(span) and counts:
            for player, numbers in counted.figures():
                self.by_game[one["game"]][person[player]].update(numbers)


@dataclass
class Counted:
    """The results and places of an evening, and who played and won each of its hands."""

    results: Mapping[str, int]
    places: Mapping[str, int]
    is_over: bool
    hands: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)

    def figures(self) -> Iterator[tuple[str, Mapping[str, int]]]:
        for player, result in self.results.items():
            place = self.places[player]
            first, second, third = (int(place == at) for at in (1, 2, 3))
            hands = sum(player in played for played, _ in self.hands.values())
            won = sum(player in winners for _, winners in self.hands.values())
            yield player, {
                "Result": result, "Evenings": 1, "Hands": hands, "Hands won": won,
                "First": first, "Second": second, "Third": third, "Points": PODIUM.get(place, 0),
            }  # fmt: skip


def _by_results(one: Raw) -> Counted:
    standing = one["facts"]["standing"]
    fewest = all_games()[one["game"]].highlights.fewer_is_better
    order = sorted(standing.values(), reverse=not fewest)
    places = {player: order.index(number) + 1 for player, number in standing.items()}
    return Counted(standing, places, one["facts"]["over"])


def _by_record(record: Raw) -> Counted:
    """Play the entries that count of a record, each once, on a new table."""
    setup = parse_setup({**record, "log": [], "made": []}, all_games())
    active, _ = load_stored_log(setup, record["log"])
    anew = Log(setup)
    last, hands = _figures(anew.table), {}
    for line in active.lines:
        hand = anew.table.hand if anew.table.in_hand else 0
        anew.enter(dict(line.raw))
        table = anew.table
        if not table.in_hand:
            last = _figures(table)
            if hand == table.hand > 0:  # it has not been misdealt
                winners = tuple(setup.game.winners(table))
                hands[table.hand] = tuple(table.hand_players), winners
            hands = {number: who for number, who in hands.items() if number <= table.hand}
    return Counted(*last, hands)


def _figures(table: Table) -> tuple[Mapping[str, int], Mapping[str, int], bool]:
    """Return everybody's result and place, and whether the evening is over."""
    game, shown, is_over = table.setup.game, table.setup.game.result(table), table.phase == "over"
    if game.result_lines:
        places = {line.player: line.place for line in table.tally or game.result_lines(table)}
    if game.unit != "chips":
        return dict(shown["scores"]), places, is_over
    results = {player: _chips_of(table, shown, player) for player in table.seats}
    if not game.result_lines:
        stake = table.ledger.bought if table.options.ranked_by == "chips" else {}
        merits = {player: result + stake.get(player, 0) for player, result in results.items()}
        order = sorted(merits.values(), reverse=True)
        places = {player: order.index(merit) + 1 for player, merit in merits.items()}
    return results, places, is_over


def _chips_of(table: Table, shown: Raw, player: str) -> int:
    """Return the chips that a player has or is owed, without those bought or owed."""
    owed = sum(note["chips"] for note in shown.get("notes", ()) if note["to"] == player)
    owes = sum(note["chips"] for note in shown.get("notes", ()) if note["from"] == player)
    cups = sum(shown.get("cups", {}).get(player, {}).values())
    return int(shown["chips"][player]) + owed - owes + cups - table.ledger.bought[player]


def change(log: list[Raw], chance: random.Random) -> Raw:
    """Draw a change: of any entry into any other, or of the order of things."""
    number = chance.choice((0, chance.randrange(len(log) + 1), len(log) - 1))
    other = chance.choice([*log[-200:], BUY])
    changes: list[Raw] = [
        {"do": "undo"},
        {"do": "redo"},
        {"do": "amend", "entry": number, "with": chance.choice((other, None))},
        {"do": "insert", "before": number, "entry": other},
    ]
    return chance.choice(changes)


def tapped(token: str, raw: Raw) -> bool:
    """Make an entry as a tablet does; False: it is refused."""
    version = get_version(token)
    try:
        append_entry(token, Tap(version, f"{version}", lambda _: raw, by="a tablet"))
    except REFUSED:
        return False
    return True


class Evenings:
    """A circle in a house, whose evenings are tapped, changed and put right by chance."""

    def __init__(self, app: Flask, chance: random.Random) -> None:
        self.app, self.chance = app, chance
        self.circle: Circle = create_circle("Ours")
        self.tokens: list[str] = []
        set_chip_value(self.circle.id, "", CENTS, "EUR")

    def play(self) -> None:
        """Store an evening, and do something to those there are."""
        if self.chance.random() < 0.15:
            self._results()
        else:
            self._table()
        for _ in range(self.chance.randrange(4) if self.tokens else 0):
            act = self.chance.choice((self._rename, self._merge, self._correct, self._edit))
            with suppress(*REFUSED):
                act()
        latest = list_latest_evenings(self.circle.id, 99)
        if latest and self.chance.random() < 0.05:
            delete_evening(self.circle.id, self.chance.choice(latest).id)

    def _table(self) -> None:
        whole = self._drawn()
        log = whole["log"]
        at = self.chance.randint(0, max(0, len(log) - TAPPED // 2))
        later = self.chance.random() < 0.2
        token = create_table(
            {**whole, "log": []}, log[:at], circle=None if later else self.circle.id
        )
        coming = iter(log[at:])
        for _ in range(TAPPED):
            is_change = self.chance.random() < CHANGES
            tapped(token, change(log, self.chance) if is_change else next(coming, BUY))
        if self.chance.random() < 0.7:
            tapped(token, {"do": "end"})
        if later:
            add_table_to_circle(token, self.circle.id)
        self.tokens.append(token)

    def _drawn(self) -> Raw:
        """Draw an evening of any game; some are misdealt after somebody has left."""
        slug = self.chance.choice([*all_games()])
        whole = evening(slug, self.chance)
        if slug == "michigan-kitty" and self.chance.random() < 0.3:
            whole = in_chips(self.chance.randint(4, 6), self.chance.randint(1, 4))
            leaves = {"do": "leave", "player": self.chance.choice(whole["players"])}
            whole["log"] += [{"do": "deal"}, {"do": "misdeal"}, leaves, {"do": "deal"}]
        return whole

    def _results(self) -> None:
        chips, day = self.chance.randint(1, 90), self._day()
        game = self.chance.choice(("boodle", "michigan-kitty", "kids-rummy"))
        names = self.chance.sample(("Ann", "Bob", "Guest", "Uncle", "Aunt"), 3)
        results = dict(zip(names, (chips, chips, 5), strict=True))
        if game != "kids-rummy":
            results = dict(zip(names, (chips, -chips, 0), strict=True))
        waits = self.chance.random() < 0.3
        import_results(self.circle.id, [EveningResult(day, game, results)], waits=waits)

    def _day(self) -> str:
        year, month = self.chance.choice(("2024", "2025")), self.chance.randint(1, 12)
        return f"{year}-{month:02}-{self.chance.randint(1, 28):02}"

    def _rename(self) -> None:
        person = self.chance.choice(list_people(self.circle.id))
        name = f"{str(person.name)[:9]} {self.chance.randrange(100)}"
        if self.chance.random() < 0.5:
            token = self.chance.choice(self.tokens)
            player = self.chance.choice(load_table(token).table.seats)
            rename_player(token, get_version(token), player, name)
        else:
            update_person(self.circle.id, person.id, name, (0, 0), hidden=False)

    def _merge(self) -> None:
        persons = [one.id for one in list_people(self.circle.id)]
        merge_people(self.circle.id, *self.chance.sample(persons, 2))

    def _correct(self) -> None:
        for past in list_latest_evenings(self.circle.id, 2):
            standing = past.facts["standing"]
            if past.by_results:
                mixed = self.chance.sample([*standing.values()], len(standing))
                standing = dict(zip(standing, mixed, strict=True))
            correct_evening(self.circle.id, past, EveningResult(self._day(), past.game, standing))

    def _edit(self) -> None:
        token = self.chance.choice(self.tokens)
        log = [*load_table(token).log.raw_entries] or [BUY]
        for _ in range(3):
            tapped(token, change(log, self.chance))

    def differences(self) -> Iterator[str]:
        """Yield the differences of a season's file or the book from the circle's own file."""
        file: Any = export_circle(self.circle)
        names = [one["name"] for one in file["people"]]
        for span in ("", "2024", "2025-03"):
            sums = Sums()
            for one in file["evenings"]:
                sums.add(one, names, span)
            for slug in all_games():
                wanted = {
                    who: {key: numbers[key] for key in ADDED}
                    for who, numbers in sums.by_game.get(slug, {}).items()
                }
                shown = self._season(slug, span)
                if wanted != shown:
                    yield f"{slug} in {span or 'all'}: {shown} are not {wanted}"
        number = {one.id: str(one.name) for one in list_people(self.circle.id)}
        book = {number[who]: cents for who, cents in get_balances(self.circle.id).items() if cents}
        if book != {who: cents for who, cents in sums.cents.items() if cents}:
            yield f"the book: {book} is not {sums.cents}"

    def _season(self, slug: str, span: str) -> dict[str, dict[str, int]]:
        query = f"season={span or 'all'}&game={slug}"
        text = self.app.test_client().get(f"/c/{self.circle.token}/season.csv?{query}").text
        _, head, *rows = [row for row in csv.reader(io.StringIO(text)) if row]
        titles = [OTHERWISE.get(title, title) for title in head]
        lines = [dict(zip(titles, row, strict=True)) for row in rows]
        return {line["Player"]: {key: int(line[key]) for key in ADDED} for line in lines}


def run(seed: int, evenings: int) -> Figures:
    """Play so many evenings in circles of ten; 500 stands for one whose sums differ."""
    figures, chance = Figures(f"{evenings} evenings of circles"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = f"sqlite:///{folder}/companion.sqlite"
        app = migrated_app(Path(folder), SQLALCHEMY_DATABASE_URI=file, WTF_CSRF_ENABLED=False)
        with app.app_context():
            for number in range(0, evenings, EVENINGS):
                began, some = time.monotonic(), Evenings(app, chance)
                for _ in range(EVENINGS):
                    some.play()
                found = [*some.differences()]
                said = f"circle {number // EVENINGS}: {found}"
                figures.note(500 if found else 200, time.monotonic() - began, said, most=600)
        database.close_connections(app)
    return figures
