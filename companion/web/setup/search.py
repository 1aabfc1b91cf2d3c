"""Games and house rules found by words, in the language that is spoken and by their slugs."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.core.game import Game
from companion.core.variants import NamedVariant
from companion.games import all_games
from companion.web.setup.fields import RuleField


@dataclass(frozen=True, slots=True)
class GameMatch:
    """A game that was searched for, and which names of other games its house rules go by."""

    game: Game
    known: tuple[NamedVariant, ...]


def search_games(text: str) -> Iterator[GameMatch]:
    """Find games by their own words, or by those of house rules that they are known by."""
    for game in all_games().values():
        own = _says(text, (game.slug, game.name, game.tagline, *game.words))
        known = tuple(known for known in game.variants if _finds(text, known, own=own))
        if own or known:
            yield GameMatch(game, known)


def named_rules(game: Game) -> GameMatch:
    """Return a game with the house rules by which it is played as another one."""
    return GameMatch(game, tuple(known for known in game.variants if not known.cousin))


def _finds(text: str, known: NamedVariant, *, own: bool) -> bool:
    """Say whether rules go by a name that is sought; ``own``: their game goes by it."""
    names = (known.slug, known.name, *known.names)
    if known.cousin:
        return bool(text) and _says(text, names)
    return own or _says(text, (*names, known.about))


def search_rules(rules: Iterable[RuleField], text: str) -> frozenset[str]:
    """Find house rules by their labels and their values in words; give the names of the fields."""
    return frozenset(
        rule.name
        for rule in rules
        if _says(text, (rule.option.label, *(words for _, words in rule.option.choices)))
    )


def _says(text: str, said: Iterable[object]) -> bool:
    """Say whether every word of a search is somewhere in what is said."""
    heard = _plain(" ".join(map(str, said)))
    return all(word in heard for word in _plain(text).split())


def _plain(text: str) -> str:
    """Leave out capitals and accents."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
