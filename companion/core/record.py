"""The table record: from JSON to a set-up table, and back."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Refused
from companion.core.game import Game, H, Setup, Table
from companion.core.options import values_of
from companion.core.reading import MOST, NAME_RULE, is_name, shown
from companion.core.sentences import Fact

FORMAT = 1
MOST_ENTRIES = 20_000
"""How long a log may be."""

_NEEDED = {"format", "game", "players", "dealer", "log"}
_OPTIONAL = {"options", "chips", "made"}


def read_setup(record: object, games: Mapping[str, Game]) -> Setup:
    """Read everything of a record but its log. Raises Refused (`bad-record`, entry None)."""
    if not isinstance(record, dict):
        raise _bad("A record is an object.")
    missing, extra = _NEEDED - record.keys(), record.keys() - _NEEDED - _OPTIONAL
    if missing or extra:
        keys = ", ".join(sorted(_NEEDED | _OPTIONAL))
        fault = f"“{shown(min(missing or extra))}” is {'missing' if missing else 'unknown'}"
        raise _bad(f"A record has the keys {keys}: {fault}.")
    if type(record["format"]) is not int or record["format"] != FORMAT:
        raise _bad(f"The format must be {FORMAT}, not {shown(record['format'])}.")
    _check_log(record["log"], record.get("made"), dated="made" in record)
    slug = record["game"]
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise _bad(f"There is no game “{shown(slug)}”.")
    players = read_players(record["players"], game)
    dealer = record["dealer"]
    if not isinstance(dealer, str) or dealer not in players:
        raise _bad(f"The dealer “{shown(dealer)}” is not one of the players.")
    options = read_options(record.get("options", {}), game)
    chips = read_chips(record.get("chips", game.chips), players)
    return Setup(game, options, players, dealer, chips)


def _bad(template: str, /, **facts: Fact) -> Refused:
    return Refused("bad-record", template, **facts)


def _check_log(log: object, made: object, *, dated: bool) -> None:
    if not isinstance(log, list):
        raise _bad("The log must be a list of entries.")
    if len(log) > MOST_ENTRIES:
        raise _bad(f"A log has at most {MOST_ENTRIES} entries, not {len(log)}.")
    if dated and (not isinstance(made, list) or len(made) != len(log)):
        raise _bad("What says who made each entry must be a list as long as the log.")


def read_players(value: object, game: Game) -> tuple[str, ...]:
    """Read who sits where, clockwise. Raises Refused (`bad-record`)."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _bad("The players must be a list of names.")
    if not game.fewest <= len(value) <= game.most:
        raise _bad(f"{game.name} is for {game.fewest} to {game.most} players, not {len(value)}.")
    for name in value:
        check_name(name, value)
    return tuple(value)


def check_name(name: str, names: list[str]) -> None:
    """Check one of the players' names. Raises Refused (`bad-record`)."""
    if not is_name(name):
        raise _bad(f"A name has {NAME_RULE}: not “{shown(name)}”.")
    if names.count(name) > 1:
        raise _bad(f"{name} is named twice.")


def read_options(value: object, game: Game[Table, H]) -> H:
    """Give all options of a table: its own where it has set them, else the game's.

    Raises Refused (`bad-record`) for an unknown option or a value it cannot have.
    """
    if not isinstance(value, dict):
        raise _bad("The options must be an object.")
    known = {option.name: option for option in game.options}
    read = dict(values_of(game.defaults))
    for name, chosen in value.items():
        if name not in known:
            raise _bad("{game} has no option “{name}”.", game=game.name, name=shown(name))
        try:
            read[name] = known[name].read(chosen)
        except ValueError as wrong:
            raise _bad(
                "The option {name} must be {wanted}, not {value}.",
                name=name,
                wanted=wrong.args[0],
                value=shown(chosen),
            ) from None
    return type(game.defaults)(**read)


def read_chips(value: object, players: tuple[str, ...]) -> dict[str, int]:
    """Read what each player starts with, in chips. Raises Refused (`bad-record`)."""
    chips: dict[str, Any] = value if isinstance(value, dict) else dict.fromkeys(players, value)
    if chips.keys() != set(players):
        raise _bad("The chips must name exactly the players.")
    for player, amount in chips.items():
        if type(amount) is not int or not 0 <= amount <= MOST:
            raise _bad(f"{player} must start with 0 to {MOST} chips, not {shown(amount)}.")
    return {player: chips[player] for player in players}
