"""An entry of several players: what each tells of it alone, and the whole when all have."""

from collections.abc import Iterator, Mapping

from companion.core.entries.entry import Raw
from companion.core.entries.reading import quote_input
from companion.core.entries.writing import serialize_entry
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.offers import JointPrompt
from companion.core.sentences import say
from companion.core.words import NameList


def is_partial_answer(asked: JointPrompt, raw: Raw, player: str) -> bool:
    """Say whether an entry, as far as it is written, is about nobody but a player who is asked."""
    is_it = raw.get("do") == asked.do and player in asked.players
    return is_it and all(name == player for name in _named(raw))


def _named(raw: Raw) -> Iterator[object]:
    for key, value in raw.items():
        if key != "do":
            yield from value if isinstance(value, dict) else (value,)


def check_partial_answer(table: Table, asked: JointPrompt, raw: Raw, player: str) -> None:
    """Refuse (`bad-count`, `unknown-card`) what a player cannot have to tell."""
    told = {key: value for key, value in raw.items() if key != "do"}
    number = _of(told.get(asked.number.key), player)
    cards = _of(told.get(asked.cards), player) if asked.cards else None
    if asked.out_field and told == {asked.out_field: player}:
        return
    if len(told) == 1 and cards and isinstance(cards, list):
        _check_cards(table, cards)
    elif len(told) == 1 and type(number) is int:
        _check_number(asked, number, player)
    else:
        raise Refused("bad-count", "What does {player} report?", player=player)


def _of(values: object, player: str) -> object:
    return values.get(player) if isinstance(values, dict) else None


def _check_cards(table: Table, cards: list[object]) -> None:
    for card in cards:
        if card not in table.cards:
            raise Refused("unknown-card", "There is no card {card}.", card=quote_input(card))


def _check_number(asked: JointPrompt, number: int, player: str) -> None:
    least, most = asked.number.least, asked.number.most
    if number < least or (most is not None and number > most) or number % asked.step:
        raise Refused("bad-count", "{player} cannot have {number}.", player=player, number=number)


def combine_answers(asked: JointPrompt, parts: Mapping[str, Raw]) -> Raw | None:
    """Put an entry together from what each player has told; None while somebody has not.

    Raises Refused (`bad-count`) where nobody, or more than one, would have gone out.
    """
    if any(player not in parts for player in asked.players):
        return None
    made = dict(serialize_entry(asked.entry))
    for player in asked.players:
        for key, value in parts[player].items():
            made[key] = {**made.get(key, {}), **value} if isinstance(value, dict) else value
    _check_out(asked, parts, made)
    return made


def _check_out(asked: JointPrompt, parts: Mapping[str, Raw], made: Raw) -> None:
    out = [
        player for player in asked.players if asked.out_field and asked.out_field in parts[player]
    ]
    if len(out) > 1:
        raise Refused("bad-count", "{players} cannot all have gone out.", players=NameList(out))
    if asked.out_field and asked.out_field not in made:
        raise Refused(
            "bad-count", "Still to be answered: {question}", question=say("Who went out?")
        )
