"""Tables of cases for the pages of a table: what is done on them, and what they show then.

A case is a sentence; below it stand lines, and after ``=>`` what is seen then:

    whoever sits out is back with two taps
        /more/player?player=Cal
        tap "Sit out or leave"
        /more => button "Cal is back"
        tap "Cal is back" => log Cal leaves; Cal returns

The first line lays the table, as in `tests.core.table`: ``boodle, chips=50: deal; swap``. Then:

    Ann 3C; stop                     entries, tapped one after another
    / or /more/pot?pot=kitty         the board, or a page of the table, is opened
    /log/3 do=play cards=4C,5C       the same, with fields filled in
    tap "Deal hand 1"                the button with these words, or that begins so
    follow "Count the cards again"   the link with these words
    fill sell player=Bob chips=3     the form of an entry: ``fill out on out …`` on a sheet
    post /memory/table aid=off       another form; ``post /log entry: undo`` sends an entry
    late 0: Ann buys in 5            the same, tapped on the screen as it was before that entry
    run KC: Bob JC                   a play that goes on up to a card
    hold Bob KC                      the plate that makes an entry is held: what comes is seen ahead
    house /rules/boodle              a page that is none of the table's
    explain Cal 9D                   what may have been tapped wrong where this cannot be entered
    take amend 4: Ann 8D             one of the ways to put that right
    as Bob, as watch: undo           at a device that comes by an invitation from here on; as table
    as another                       at another device that comes by the address of the table itself
    not swap                         it is not accepted: 422, or ``not undo (403)``

What may be seen, between commas:

    "words" | no "words" | title "words" | h2 "words" | th "words"
    .badge "out"                     something of this class has it | only .badge "out" | no .badge
    #preview "3♦"                    the same of an id | row "Ann 5 +2" | rows "Ann 5 +2; Bob 3 −2"
    button "words" | no button "words" | button "words": Ann skips | link /more | no link /more
    log Ann leaves; end              all that was entered since the table was laid | log nothing
    saves amend 3: nothing           what the first button for an entry makes | saves nothing
    choices key-player Ann Bob       all of this name that can be chosen | choice key-pot AS
    ticked key-cards 2C 3C | Ann 92 | pot:kitty 2 | seats Ann Bob Cal | dealer Cal
    plates Ann passes                what a tap on each plate enters
"""

import json
import re
from itertools import chain
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.core.table import read_rows, spell_out, split_setup
from tests.evenings import record
from tests.notation import entries, entry
from tests.web.pages import Element, page_of
from tests.web.tapping import Guest, Table, buttons

# What is done but entries, and what is refused; what is read.
WORDS_OF_DEEDS = "tap follow fill post file confirm late run hold house explain take as not"
DEEDS = ("/", *(f"{word} " for word in WORDS_OF_DEEDS.split()))
REFUSED = re.compile(r"not (.+?)(?: [(](\d+)[)])?")
WORDS = re.compile(r'(?:((?:only )?[.#\w-]+) )?"([^"]*)"(?:: (.+))?')
FIELD = re.compile(r'(\S+?)=("[^"]*"|\S*)')
# Commas between quotes part nothing.
COMMA = re.compile(r', (?=(?:[^"]*"[^"]*")*[^"]*$)')


def read_cases(text: str, **short: str) -> list[Any]:
    """Read a table of cases as parameters; a line that stands deeper goes on with the one above."""
    return [
        pytest.param(spell_out("\n".join(lines), **short), id=sentence)
        for sentence, lines in read_rows(re.sub(r"\n {8,}", " ", text))
    ]


def visit(app: Flask, case: str, **setup: Any) -> "Visit":
    """Lay a table, set up so unless the case says otherwise; do what it says, line by line."""
    laid, *steps = case.split("\n")
    if laid.startswith(DEEDS):
        laid, steps = "", [laid, *steps]
    log, arrow, seen = laid.partition("=>")
    visitor = Visit(app, log.strip(), setup)
    for step in [arrow + seen, *steps]:
        visitor.step(step)
    return visitor


class Visit:
    """A table, the device at which a case is, and the page that it shows."""

    def __init__(self, app: Flask, laid: str, setup: dict[str, Any]) -> None:
        told, log = split_setup(laid)
        told = setup | told
        kept = {key: told.pop(key) for key in ("dealer", "chips") if key in told}
        players = {"players": told.pop("players").split()} if "players" in told else {}
        game = told.pop("game", "michigan-kitty")
        self.table = self.device = Table(app, record(game, **players, **kept, options=told), log)
        self.page, self.laid = self.table.page, len(self.table.log)

    def step(self, line: str) -> None:
        """Do what a line says, or prove that it is refused; then prove what is seen."""
        deed, _, seen = map(str.strip, line.partition("=>"))
        if deed.startswith("as "):
            who, _, deed = deed.removeprefix("as ").partition(": ")
            self.come(who)
        if refused := REFUSED.fullmatch(deed):
            self.require(refused[1], int(refused[2] or 422))
        else:
            for part in [deed] if deed.startswith(DEEDS) else filter(None, deed.split("; ")):
                self.require(part, 200, 303)
        for sight in COMMA.split(seen) if seen else ():
            self.see(sight)

    def come(self, who: str) -> None:
        """Go on at the table itself, or at the device of a guest."""
        if who != "table" and not self.table.invited:
            self.table.invite()
        self.device = self.table if who == "table" else Guest(self.table, who)
        self.page = self.device.page = self.device.look()

    def require(self, deed: str, *statuses: int) -> None:
        """Do one thing, prove how it is answered, and look at the page that comes then."""
        answer = self.do(deed)
        assert answer.status_code in statuses, (deed, answer.status, self.page.said)
        leads = answer.headers.get("HX-Redirect") or answer.location
        on_sheet = re.match(r"fill \S+ on ", deed) and 200 in statuses
        assert leads or not on_sheet, f"{deed}: the sheet stays open"
        if leads:
            self.page = self.device.page = page_of(self.device.client.get(leads).text)
        elif not answer.data:
            self.page = self.device.page = self.device.look()
        elif answer.mimetype == "text/html":
            self.page = page_of(answer.text)
        if deed == "/":
            self.device.page = self.page

    def do(self, deed: str) -> TestResponse:
        """Open a page, send a form, or tap."""
        kind, _, rest = deed.partition(" ")
        if deed.startswith("/"):
            return self.device.get(kind.removesuffix("/") + query(rest))
        if kind == "house":
            return self.device.client.get(rest)
        if kind == "follow":
            return self.device.get(self.page.link(rest.strip('"')).removeprefix(self.device.url))
        if kind == "tap":
            taps = self.taps(rest.strip('"'))
            assert taps, (rest, [*buttons(self.page)])
            return self.device.tap(taps[0])
        if f"{kind} " not in DEEDS:
            return self.device.tap(deed)
        if kind == "take":
            return self.device.post("/wrong", **self.way(entry(rest)))
        return (self.fill if kind in ("fill", "post") else self.make)(kind, rest)

    def make(self, kind: str, rest: str) -> TestResponse:
        """Tap on a screen of before or to the end of a run, or ask about an entry."""
        told, _, made = rest.rpartition(": ")
        raw = json.dumps(one_card(entry(made)))
        if kind in ("explain", "hold"):
            return self.device.get("/wrong" if kind == "explain" else "/ahead", entry=raw)
        screen = {"version": int(told)} if kind == "late" else {"upto": told}
        return self.device.send(entry=raw, **screen)

    def fill(self, kind: str, rest: str) -> TestResponse:
        """Send a form."""
        what, _, rest = rest.partition(" ")
        if rest.startswith("entry: "):
            return self.device.post(what, entry=json.dumps(entry(rest.removeprefix("entry: "))))
        if kind == "post":
            return self.device.post(what, **fields(rest))
        sheet, rest = rest.split(" ", 2)[1:] if rest.startswith("on ") else ("", rest)
        keys = {f"key-{name}": value for name, value in fields(rest).items()}
        return self.device.send(do=what, **({"sheet": sheet} if sheet else {}), **keys)

    def way(self, raw: Any) -> dict[str, str]:
        """The fields that take a way to put something right, which must be among those offered."""
        ways = [*map(json.loads, self.page.values("entry", "button"))]
        assert one_card(raw) in map(one_card, ways), ways
        then = self.page.values("then")[:1]
        return {"entry": json.dumps(one_card(raw)), **({"then": then[0]} if then else {})}

    def taps(self, words: str) -> list[Any]:
        """What the button with these words makes, or those that begin so."""
        found = buttons(self.page)
        return [raw for said, raw in found.items() if said == words] or [
            raw for said, raw in found.items() if said.startswith(words)
        ]

    def see(self, sight: str) -> None:
        """Prove that one thing is seen, or that it is not."""
        told = sight.removeprefix("no ")
        kind, _, rest = told.partition(" ")
        if words := WORDS.fullmatch(told):
            seen: object = self.reads(words[1] or "", words[2], words[3])
        elif kind == "link":
            seen = self.device.url + rest in self.page.links
        elif kind.startswith((".", "#")):
            seen = bool(self.parts(kind))
        else:
            seen, wanted = self.shown(kind, rest.split())
            assert (seen == wanted) != sight.startswith("no "), (sight, seen)
            return
        assert seen != sight.startswith("no "), (sight, self.page.said, [*buttons(self.page)])

    def reads(self, kind: str, words: str, makes: str | None) -> bool:
        """Whether the page, a part of it, or one of its buttons has these words."""
        if kind == "button":
            wanted = [one_card(entry(makes))] if makes else None
            return bool(self.taps(words)) and wanted in (None, [*map(one_card, self.taps(words))])
        if kind.startswith("only "):
            return self.parts(kind.removeprefix("only ")) == [words]
        if kind.startswith((".", "#")):
            return any(words in part for part in self.parts(kind))
        if kind == "chosen":
            return self.page.selected() == words.split(", ")
        if kind in ("row", "rows"):
            return words in self.rows() if kind == "row" else words == "; ".join(self.rows())
        if kind in ("h2", "th"):
            return words in self.parts(kind)
        assert kind in ("", "title"), kind
        return words in (self.page.title if kind else self.page.said)

    def parts(self, kind: str) -> list[str]:
        """The words of everything of a class, or of what has an id."""
        name, found = kind[1:], self.page.elements
        if kind[0] == "#":
            return [one.said for one in found if one.get("id") == name]
        if kind[0] == ".":
            return [one.said for one in found if name in one.get("class").split()]
        return [one.said for one in self.page.all(kind)]

    def rows(self) -> list[str]:
        """The rows of tables, without their heads."""
        cells = [one for one in self.page.elements if one.tag in ("th", "td")]
        cells = [cell for cell in cells if cell.get("scope") != "col"]
        found = (range(row.first, row.last) for row in self.page.all("tr"))
        told = (" ".join(cell.said for cell in cells if cell.first in row) for row in found)
        return [*filter(None, told)]

    def shown(self, kind: str, words: list[str]) -> tuple[object, object]:
        """What was entered, is chosen or owned, and what it should be."""
        if kind in ("log", "saves"):
            taps = map(json.loads, self.page.values("entry", "button")[:1])
            made = self.table.log[self.laid :] if kind == "log" else taps
            wanted = [] if words == ["nothing"] else entries(" ".join(words))
            return [*map(one_card, made)], [*map(one_card, wanted)]
        if kind == "ticked":
            return self.page.checked(words[0]), words[1:]
        if kind in ("choice", "choices"):
            of_tag = (self.page.values(words[0], tag) for tag in ("input", "button"))
            found = [*dict.fromkeys(filter(None, chain.from_iterable(of_tag)))]
            return (found, words[1:]) if kind == "choices" else (words[1] in found, True)
        if kind == "plates":
            seats = (tap for tap in self.page.all("button", name="entry") if is_seat(tap))
            wanted = entries(" ".join(words))
            return [json.loads(tap.get("value")) for tap in seats], [*map(one_card, wanted)]
        if kind == "seats":
            return [*self.table.state.seats], words
        if kind == "dealer":
            return self.table.state.dealer, words[0]
        return self.table.chips[kind], int(words[0])


def is_seat(element: Element) -> bool:
    return "seat" in element.get("class").split()


def fields(text: str) -> dict[str, Any]:
    """Read ``player=Bob cards=KH,KS name="Sundays at Ann's"``."""
    pairs = ((name, value.strip('"')) for name, value in FIELD.findall(text))
    return {name: value.split(",") if "," in value else value for name, value in pairs}


def query(text: str) -> str:
    return f"?{urlencode(fields(text), doseq=True)}" if text else ""


def one_card(raw: Any) -> Any:
    """An entry, in which a play of one card has it alone, as buttons make it."""
    if isinstance(raw, dict):
        cards = raw.get("cards", ()) if raw.get("do") == "play" else ()
        one = {"card": cards[0]} if len(cards) == 1 else {}
        kept = {key: one_card(value) for key, value in raw.items() if not one or key != "cards"}
        return {**kept, **one}
    return [one_card(item) for item in raw] if isinstance(raw, list) else raw
