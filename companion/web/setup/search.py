"""Games and house rules found by words, in the language that is spoken and by their slugs."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.core.game import Game
from companion.core.variants import Known
from companion.games import games
from companion.web.setup.fields import RuleField


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was searched for, and which names of other games its house rules go by."""

    game: Game
    known: tuple[Known, ...]


def found_games(text: str) -> Iterator[FoundGame]:
    """Find games by their own words, or by those of house rules that they are known by."""
    for game in games().values():
        own = _says(text, (game.slug, game.name, game.about, *game.words))
        known = tuple(known for known in game.known if _finds(text, known, own=own))
        if own or known:
            yield FoundGame(game, known)


def named_rules(game: Game) -> FoundGame:
    """Return a game with the house rules by which it is played as another one."""
    return FoundGame(game, tuple(known for known in game.known if not known.cousin))


def _finds(text: str, known: Known, *, own: bool) -> bool:
    """Say whether rules go by a name that is sought; ``own``: their game goes by it."""
    names = (known.slug, known.name, *known.names)
    if known.cousin:
        return bool(text) and _says(text, names)
    return own or _says(text, (*names, known.about))


def found_rules(rules: Iterable[RuleField], text: str) -> frozenset[str]:
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
