"""Words on the pages of a circle: names of people and games, dates, spans and records."""

from collections.abc import Iterable, Mapping
from datetime import date

from companion.circles.statistics import DEAREST, MOST_POTS, QUICKEST, SeasonRecord
from companion.core.accounts import Pot
from companion.core.game import Game
from companion.core.review import HighlightKind
from companion.core.sentences import say, say_plural
from companion.core.words import Chips, Points, localize
from companion.games import all_games
from companion.language import current_language, use_language
from companion.store.circles import NAMELESS
from companion.store.models import Person
from companion.store.totals import SEPARATOR, YEAR
from companion.web.language import sheet_language

_COSTS = {"chips": Chips.words, "points": Points.words}
COMMON_RECORD_KINDS = {
    QUICKEST: HighlightKind(
        record_title=say("Quickest hand"), amount=say_plural("{n} second", "{n} seconds", n=0)
    ),
    MOST_POTS: HighlightKind(
        record_title=say("Most pots in one hand"), amount=say_plural("{n} pot", "{n} pots", n=0)
    ),
}

ALL_YEARS = say("All years")
WAITS = say(
    "These results will not count in any season or balance until the keeper has accepted them."
)

# How places become points, in words.
SCALES = {
    "podium": say("3, 2, and 1 for the first three"),
    "beaten": say("1 for each player beaten"),
    "wins": say("1 for winning"),
}


def record_kinds(game: Game | None) -> Mapping[str, HighlightKind]:
    """Return the kinds of records of a game, its own first; without a game the common ones."""
    own = game.highlights.kinds if game else {}
    unit = game.unit if game else "chips"
    dearest = HighlightKind(record_title=say("Costliest hand"), amount=_COSTS[unit])
    return {**own, DEAREST: dearest, **COMMON_RECORD_KINDS}


def record_texts(kind: str, best: SeasonRecord, game: Game | None) -> tuple[str, str]:
    """Return the title and the amount of the record `best`, in the words of its game.

    For example `Largest kitty` and `31 chips`, or `Most pots in one hand` and `3 pots`.
    """
    highlight_kind = record_kinds(game)[kind]
    amount = highlight_kind.amount.with_facts(n=best.number)
    if best.pot:
        amount = say("{amount} from {pot}", amount=amount, pot=Pot(best.pot))
    with use_language(sheet_language(game) if game else current_language()):
        return str(highlight_kind.record_title), str(amount)


class Names(dict[int, str]):
    """The names of people by id; `Erased person` for an id that is not among them."""

    def __missing__(self, person: int) -> str:
        return str(NAMELESS)


def names_of(people: Iterable[Person]) -> Names:
    """Return the name of each person by id; several with erased names are numbered."""
    people = [*people]
    erased = [person.id for person in people if person.name is None]
    is_single = len(erased) == 1
    names = {who: f"{NAMELESS}{'' if is_single else f' {n}'}" for n, who in enumerate(erased, 1)}
    return Names((person.id, person.name or names[person.id]) for person in people)


def game_text(slug: str) -> str:
    """Return the name of a game; the slug itself if this version has no such game."""
    game = all_games().get(slug)
    return slug if game is None else localize(game.name)


def day_text(day: str) -> str:
    """Return a stored day in the reader's language."""
    return current_language().day(date.fromisoformat(day))


def span_text(span: str) -> str:
    """Return a stored span in the reader's language; all years for "".

    For example `2026`, `July 2026`, or `March 2026 – July 2026`.
    """
    if len(span) <= YEAR:
        return span or str(ALL_YEARS)
    months = (date.fromisoformat(f"{month}-01") for month in span.split(SEPARATOR))
    return " – ".join(map(current_language().month, months))


def month_text(month: str) -> str:
    """Return the short name of a month, for a list below its year."""
    return current_language().short_month(date.fromisoformat(f"{month}-01"))
