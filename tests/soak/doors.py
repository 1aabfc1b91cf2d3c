"""The doors of the real screen: from a table that is wrong to the ways that its page offers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from companion.core.entries.schema import parse_entry
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from companion.store.entries import create_table
from companion.web.components.entry_form import EntryFormField, entry_form_fields
from companion.web.log.report import entry_from_report
from tests.quick import migrated_app
from tests.simulated.mistaken import Mistaken
from tests.web.pages import Element, Page, page_of

Raw = dict[str, Any]


# What the sheet of a player offers.
ON_A_SHEET = ("borrow", "repay", "buy-in", "pay")


class Doors:
    """A house whose tables are walked through, by links and buttons that are on their pages."""

    def __init__(self, folder: Path) -> None:
        self.app = migrated_app(folder, WTF_CSRF_ENABLED=False)
        self.client = self.app.test_client()

    def logs(self, made: Mistaken) -> Iterator[Log]:
        """Give the log as each way would leave it that is shown for what somebody saw."""
        setup = {**made.record, "log": []}
        with self.app.app_context():
            token = create_table(setup, [*made.log.raw_entries])
        page = self.into(f"/t/{token}", made)
        for raw, changes in _ways(page, made) if page else ():
            yield _with(made, raw, changes)

    def into(self, table: str, made: Mistaken) -> Page | None:
        """Go to the page of wrong taps; None where no door leads there from what was seen."""
        board = self.look(table)
        if made.refused is None:
            return self.follow(board, "/wrong?finding=")
        is_offered = any(_does(made, json.loads(b.get("value"))) for b in _buttons(board))
        if is_offered or made.refused["do"] in ON_A_SHEET:
            tapped = {"entry": json.dumps(made.refused), "version": board.value("version")}
            answer = self.client.post(f"{table}/entries", data=tapped)
            return self.follow(page_of(answer.text), "/wrong?entry=")
        door = self.follow(board, "/wrong/else")
        return self.told(table, door, made) if door else None

    def look(self, address: str) -> Page:
        return page_of(self.client.get(address, follow_redirects=True).text)

    def follow(self, page: Page, part: str) -> Page | None:
        """Follow the link on a page whose address has this part."""
        found = [a.get("href") for a in page.all("a") if part in a.get("href")]
        return self.look(found[-1]) if found else None

    def told(self, table: str, door: Page, made: Mistaken) -> Page | None:
        """Tell what happened: by seat and button, or by a form that is filled in."""
        assert made.refused is not None
        where = door.all("form", **{"class": "happened"})[0].get("action")
        for who in [seat.get("value") for seat in door.all("input", name="player")]:
            for button in _buttons(door):
                raw = json.loads(button.get("value"))
                if _does(made, entry_from_report(made.log.table, raw, who)):
                    return self.look(f"{where}?{urlencode({'player': who, **_sent(button)})}")
        address = f"/wrong/else/{made.refused['do']}"
        forms = [button.get("formaction") for button in door.all("button")]
        if not any(form.endswith(address) for form in forms):
            return None
        form = self.look(f"{table}{address}")
        typed = [*_typed(made.log.table, made.refused)]
        shown = {name.get("name") for name in (*form.all("input"), *form.all("button"))}
        if {name for name, _ in typed} - shown:
            return None
        action = form.all("form", method="get")[0].get("action")
        return self.look(f"{action}?{urlencode([('look', 1), *typed])}")


def _buttons(page: Page) -> list[Element]:
    return page.all("button", name="entry")


def _sent(button: Element) -> dict[str, str]:
    return {"entry": button.get("value")}


def _does(made: Mistaken, raw: Raw) -> bool:
    """Whether an entry says what really happened, if only the first of several cards in a row.

    The piles of a deal are counted on the sheet that posts it.
    """
    assert made.refused is not None
    kinds, wanted = made.log.setup.game.kinds, dict(made.refused)
    if len(wanted.get("cards", ())) > 1 and wanted["do"] == "play":
        wanted["cards"] = wanted["cards"][:1]
    wanted.pop("piles", None)
    try:
        return parse_entry(dict(raw), kinds) == parse_entry(wanted, kinds)
    except Refused:
        return False


def _typed(table: Table, raw: Raw) -> Iterator[tuple[str, object]]:
    """Yield the values filled into the form of an entry, by field."""
    for field in entry_form_fields(table, raw):
        yield from _filled(field) if field.value is not None else ()


def _filled(field: EntryFormField) -> Iterator[tuple[str, object]]:
    if isinstance(field.value, dict):
        yield from ((f"{field.name}:{who}", value) for who, value in field.value.items())
    elif isinstance(field.value, list):
        yield from ((field.name, value) for value in field.value)
    else:
        typed = field.widget in ("number", "count")
        yield f"{field.name}-typed" if typed else field.name, field.value


def _ways(page: Page, made: Mistaken) -> Iterator[tuple[Raw | None, Raw]]:
    """Give every way: the entry that it makes, or what changes of the set-up.

    A show that was forgotten is typed on the sheet that asks for its cards.
    """
    for button in page.all("button", name="entry"):
        yield json.loads(button.get("value")), {}
    for button in page.all("button", name="setup"):
        yield None, json.loads(button.get("value"))
    for forgotten in made.truth.raw_entries[made.slipped : made.slipped + 1]:
        if any(_asks_for(link.get("href"), forgotten) for link in page.all("a")):
            yield forgotten, {}


def _asks_for(address: str, raw: Raw) -> bool:
    """Whether an address is of the sheet for the cards that somebody shows."""
    parts = urlsplit(address)
    shows = raw["do"] == "show" and parts.path.endswith("/more/show")
    return shows and parse_qs(parts.query).get("player") == [raw["player"]]


def _with(made: Mistaken, raw: Raw | None, changes: Raw) -> Log:
    """Give a log with one way taken."""
    if raw is None:
        options = {**made.record.get("options", {}), **changes.get("options", {})}
        record = {**made.record, **changes, "options": options, "log": []}
        anew = Log(parse_setup(record, all_games()))
        anew.enter_all(made.log.raw_entries)
        return anew
    twin = made.log.copy()
    twin.enter(raw)
    return twin
