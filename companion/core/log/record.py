"""The record of a table: the format of its JSON, and the set-up that it describes."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from companion.core.accounts import NAME_RULE, is_name
from companion.core.entries.parsing import MAX_NUMBER, quote_input
from companion.core.entries.schema import Raw
from companion.core.errors import InvalidValue, Refused
from companion.core.game import Game, H, Setup, Table
from companion.core.options import option_values
from companion.core.sentences import Fact
from companion.core.words import Series

FORMAT = 1
MAX_ENTRIES = 20_000

_REQUIRED_KEYS = {"format", "game", "players", "dealer", "log"}
_OPTIONAL_KEYS = {"options", "chips", "made"}


class SetupRecord(TypedDict):
    """The set-up of a table, as the JSON of a record has it."""

    format: int
    game: str
    players: list[str]
    dealer: str
    options: NotRequired[dict[str, object]]
    chips: NotRequired[int | dict[str, int]]


class Record(SetupRecord):
    """A table as JSON: its set-up and log; `made` has the time and the author of each entry."""

    log: Sequence[Raw]
    made: NotRequired[Sequence[object]]


def parse_setup(record: object, games: Mapping[str, Game]) -> Setup:
    """Return the set-up of a record; `games` are those by slug. Raises Refused (`bad-record`)."""
    if not isinstance(record, dict):
        raise _bad("A record must be a JSON object.")
    missing, extra = _REQUIRED_KEYS - record.keys(), record.keys() - _REQUIRED_KEYS - _OPTIONAL_KEYS
    if missing or extra:
        raise _bad_keys(missing, extra)
    # not isinstance: True is an int, too
    if type(record["format"]) is not int or record["format"] != FORMAT:
        raise _bad(
            "The format must be {known}, not {given}.",
            known=FORMAT,
            given=quote_input(record["format"]),
        )
    _check_log(record["log"], record.get("made", record["log"]))
    slug = record["game"]
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise _bad("There is no game “{game}”.", game=quote_input(slug))
    players = parse_players(record["players"], game)
    dealer = record["dealer"]
    if not isinstance(dealer, str) or dealer not in players:
        raise _bad("The dealer “{dealer}” is not one of the players.", dealer=quote_input(dealer))
    options = parse_options(record.get("options", {}), game)
    chips = parse_starting_chips(record.get("chips", game.starting_chips), players)
    return Setup(game, options, players, dealer, chips)


def _bad(template: str, /, **facts: Fact) -> Refused:
    return Refused("bad-record", template, **facts)


def _bad_keys(missing: set[str], extra: set[str]) -> Refused:
    keys = Series(sorted(_REQUIRED_KEYS | _OPTIONAL_KEYS))
    if missing:
        return _bad(
            "The key “{key}” is missing. A record can have the keys {keys}.",
            keys=keys,
            key=min(missing),
        )
    return _bad(
        "A record can have only the keys {keys}, not “{key}”.",
        keys=keys,
        key=quote_input(min(extra)),
    )


def _check_log(log: object, authors: object) -> None:
    if not isinstance(log, list):
        raise _bad("The log must be a list of entries.")
    if len(log) > MAX_ENTRIES:
        raise _bad(
            "A log can have at most {most} entries, not {number}.",
            most=MAX_ENTRIES,
            number=len(log),
        )
    if not isinstance(authors, list) or len(authors) != len(log):
        raise _bad("The list of who made each entry must be as long as the log.")


def parse_players(value: object, game: Game) -> tuple[str, ...]:
    """Return the names of the players, clockwise. Raises Refused (`bad-record`)."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _bad("The players must be a list of names.")
    if not game.min_players <= len(value) <= game.max_players:
        raise _bad(
            "{game} is for {fewest} to {most} players, not {number}.",
            game=game.name,
            fewest=game.min_players,
            most=game.max_players,
            number=len(value),
        )
    for name in value:
        check_player_name(name, value)
    return tuple(value)


def check_player_name(name: str, names: list[str]) -> None:
    """Raise Refused (`bad-record`) unless `name` may be a name, and is once in `names`."""
    if not is_name(name):
        raise _bad(
            "“{name}” cannot be used as a name. A name must have {rule}.",
            rule=NAME_RULE,
            name=quote_input(name),
        )
    if names.count(name) > 1:
        raise _bad("{name} is listed twice.", name=name)


def parse_options(value: object, game: Game[Table, H]) -> H:
    """Return the options of a table: those in the JSON `value`, and the game's defaults for others.

    Raises Refused (`bad-record`) for an unknown option or an invalid value.
    """
    if not isinstance(value, dict):
        raise _bad("The house rules must be a JSON object.")
    options_by_name = {option.name: option for option in game.options}
    values = dict(option_values(game.defaults))
    for name, raw in value.items():
        if name not in options_by_name:
            raise _bad("{game} has no house rule “{name}”.", game=game.name, name=quote_input(name))
        option = options_by_name[name]
        try:
            values[name] = option.parse(raw)
        except InvalidValue as error:
            raise _bad(
                "The house rule “{label}” ({name}) must be {wanted}, not {value}.",
                label=option.label,
                name=name,
                wanted=error.reason,
                value=quote_input(raw),
            ) from None
    return type(game.defaults)(**values)


def parse_starting_chips(value: object, players: tuple[str, ...]) -> dict[str, int]:
    """Return the starting chips by player, from one number or from one for each.

    Raises Refused (`bad-record`).
    """
    chips: dict[str, object] = value if isinstance(value, dict) else dict.fromkeys(players, value)
    if chips.keys() != set(players):
        raise _bad("Enter a number of chips for every player, and for nobody else.")
    purses = {player: _parse_purse(player, amount) for player, amount in chips.items()}
    return {player: purses[player] for player in players}


def _parse_purse(player: str, amount: object) -> int:
    if type(amount) is not int or not 0 <= amount <= MAX_NUMBER:
        raise _bad(
            "{player} must start with 0 to {most} chips, not {given}.",
            player=player,
            most=MAX_NUMBER,
            given=quote_input(amount),
        )
    return amount
