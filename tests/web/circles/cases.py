"""Tables of cases for the pages of a circle, as `tests.web.cases` has them for those of a table.

A case begins on the circle's first page. Besides opening, following, and posting it may say:

    file look date,game,Ann,Bob / 2024-03-01,Boodle,1,-1     a spreadsheet is looked at, or added
    confirm /book/worth worth=0.10   an amount is sent, and again with what was understood of it
    as member, as look, as keeper                            at a device that comes by an invitation
    names Ann Bob | balances -60 60 | days 2023-05-06        what the circle has then
"""

from typing import Any

from werkzeug.test import TestResponse

from companion.store.evenings import list_latest_evenings
from tests.web.cases import Visit
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of


class CircleVisit(Visit):
    """A circle, the device at which a case is, and the page that it shows."""

    def __init__(self, keeper: CircleDevice) -> None:
        self.keeper: Any = keeper
        self.device = self.keeper
        self.page = keeper.look()

    def come(self, who: str) -> None:
        self.device = self.keeper if who == "keeper" else self.keeper.guest(who)
        self.page = self.device.look()

    def do(self, deed: str) -> TestResponse:
        if deed.startswith("/?"):
            asked: TestResponse = self.device.get(deed.removeprefix("/"))
            return asked
        if deed.startswith("file "):
            _, do, table = deed.split(" ", 2)
            answer: TestResponse = self.device.upload(table.replace(" / ", "\n"), do)
            return answer
        if not deed.startswith("confirm "):
            return super().do(deed)
        told = deed.removeprefix("confirm ")
        answer = self.fill("post", told)
        if answer.status_code != 200:
            return answer
        return self.fill("post", f'{told} understood="{page_of(answer.text).value("understood")}"')

    def shown(self, kind: str, words: list[str]) -> tuple[object, object]:
        if kind == "balances":
            return self.keeper.balances, [*map(int, words)]
        if kind == "days":
            return [past.day for past in self.keeper.stored(list_latest_evenings, 9)], words
        assert kind == "names", kind
        return self.keeper.names, words


def visit_circle(keeper: CircleDevice, case: str) -> None:
    """Do at the pages of a circle what a case says, line by line."""
    visitor = CircleVisit(keeper)
    for line in case.split("\n"):
        visitor.step(line)
