"""Actions on a set-up that only change the form: seats, pots, games, searched house rules."""

import json
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.core.errors import InvalidValue, Refused
from companion.core.game import Game, NamedVariant
from companion.core.sentences import say
from companion.games import all_games
from companion.store.presets import delete_preset, list_presets, save_preset
from companion.web.base.security import device_id
from companion.web.base.urls import is_row_id
from companion.web.components.entry_form import FormData
from companion.web.games import screen_of
from companion.web.setup.form import (
    RULE_PREFIX,
    RuleField,
    build_form,
    option_texts,
    pad_seats,
    seats_of,
    set_options,
)


def apply_action(fields: FormData, game: Game, do: str) -> Game:
    """Apply the action `do`, as `seat-remove:2`, and return the game. Raises InvalidValue."""
    verb, _, argument = do.partition(":")
    if verb not in ACTIONS:
        raise InvalidValue(say("Companion could not read this tap. Reload the page and tap again."))
    try:
        ACTIONS[verb](fields, game, argument)
    except Refused as error:
        raise InvalidValue(error.sentence) from None
    return game_from_form(fields)


def game_from_form(fields: FormData) -> Game:
    return game_or_default(fields.get("game", ""))


def game_or_default(slug: str) -> Game:
    games = all_games()
    return games.get(slug, next(iter(games.values())))


def _choose_game(fields: FormData, _: Game, argument: str) -> None:
    """Change the game but not the players; set its own house rules, or those of a variant."""
    slug, rules = argument.partition(":")[::2]
    fields["game"] = slug
    game = game_from_form(fields)
    _reset_rules(fields, game, "")
    for name in ("chips", "same_board"):
        fields.poplist(name)
    names = [name for name in fields.getlist("names") if name]
    fields.setlist("names", pad_seats(game, names))
    if rules:
        _use_variant(fields, game, rules)


def _reset_rules(fields: FormData, _: Game, __: str) -> None:
    for name in [name for name in fields if name.startswith(RULE_PREFIX) or name == "antes"]:
        fields.poplist(name)


# seats


def _read_rows(fields: FormData) -> list[tuple[str, str]]:
    return seats_of(fields.getlist("names"), fields.getlist("purses"))


def _write_rows(fields: FormData, rows: list[tuple[str, str]]) -> None:
    fields.setlist("names", [name for name, _ in rows])
    fields.setlist("purses", [purse for _, purse in rows])


def _next_seat(fields: FormData, game: Game, _: str) -> None:
    """Add a seat if all seats have a name."""
    if all(name.strip() for name, _ in _read_rows(fields)):
        _add_seat(fields, game, "")


def _add_seat(fields: FormData, game: Game, _: str) -> None:
    rows = _read_rows(fields)
    if len(rows) >= game.max_players:
        raise InvalidValue(
            say("{game} takes at most {most} players.", game=game.name, most=game.max_players)
        )
    _write_rows(fields, [*rows, ("", "")])


def _seat_person(fields: FormData, game: Game, name: str) -> None:
    """Seat a member of the circle on the first seat without a name."""
    _next_seat(fields, game, "")
    rows = _read_rows(fields)
    index = next(index for index, (seat_name, _) in enumerate(rows) if not seat_name.strip())
    rows[index] = (name, rows[index][1])
    _write_rows(fields, rows)


def _remove_seat(fields: FormData, game: Game, argument: str) -> None:
    rows, index = _read_rows(fields), _seat_index(fields, argument)
    del rows[index]
    dealer = _dealer_index(fields)
    if index <= dealer:
        # The seats after the one that is gone move up.
        fields["dealer"] = str(dealer - 1 if index < dealer else 0)
    _write_rows(fields, rows if len(rows) >= game.min_players else [*rows, ("", "")])


def _move_seat(step: int) -> Callable[[FormData, Game, str], None]:
    """Return the action that moves a player by `step` seats, with chips and the deal."""

    def move(fields: FormData, _: Game, argument: str) -> None:
        rows, index = _read_rows(fields), _seat_index(fields, argument)
        target = (index + step) % len(rows)
        rows[index], rows[target] = rows[target], rows[index]
        dealer = _dealer_index(fields)
        fields["dealer"] = str({index: target, target: index}.get(dealer, dealer))
        _write_rows(fields, rows)

    return move


def _seat_index(fields: FormData, argument: str) -> int:
    if argument not in map(str, range(len(fields.getlist("names")))):
        raise InvalidValue(say("There is no such seat."))
    return int(argument)


def _draw_dealer(fields: FormData, _: Game, __: str) -> None:
    """Choose the first dealer at random among those who have a name."""
    seats = [index for index, (name, _) in enumerate(_read_rows(fields)) if name.strip()]
    if not seats:
        raise InvalidValue(say("Enter the names before you draw for the deal."))
    fields["dealer"] = str(secrets.choice(seats))


def _dealer_index(fields: FormData) -> int:
    return fields.get("dealer", 0, type=int)


# the board


def _set_board(fields: FormData, game: Game, pots: list[str]) -> None:
    """Set the pots of the board. Raises InvalidValue if they make no board."""
    option = next((option for option in game.options if option.is_board), None)
    if option is None:
        raise InvalidValue(say("{game} has no board to change.", game=game.name))
    antes = dict(zip(_pots(fields, game), fields.getlist("antes"), strict=False))
    try:
        fields.setlist(RULE_PREFIX + option.name, option_texts(option.parse(pots)))
        fields.setlist("antes", [antes.get(pot, "") for pot in pots])
    except InvalidValue as error:
        raise InvalidValue(say("The board needs {wanted}.", wanted=error.reason)) from None
    fields["same_board"] = "1"


def _pots(fields: FormData, game: Game) -> list[str]:
    rule = build_form(game, fields).board
    return [] if rule is None else list(rule.pots)


def _choose_board(fields: FormData, game: Game, name: str) -> None:
    if name not in game.boards.named_boards:
        raise InvalidValue(say("There is no such board."))
    _set_board(fields, game, list(game.boards.named_boards[name]))


def _add_pot(fields: FormData, game: Game, pot: str) -> None:
    _set_board(fields, game, [*_pots(fields, game), pot])


def _add_typed_pot(fields: FormData, game: Game, _: str) -> None:
    _add_pot(fields, game, screen_of(game).board.parse_pot(fields))


def _remove_pot(fields: FormData, game: Game, pot: str) -> None:
    _set_board(fields, game, [other for other in _pots(fields, game) if other != pot])


# house rules that this device keeps


def _use_rules(fields: FormData, game: Game, argument: str) -> None:
    for preset in list_presets(device_id(), game.slug):
        if str(preset.id) == argument:
            set_options(fields, game, json.loads(preset.options))
            return
    raise InvalidValue(say("These house rules are no longer saved here."))


def _use_variant(fields: FormData, game: Game, name: str) -> None:
    variant = next((variant for variant in game.variants if variant.slug == name), None)
    if variant is None:
        raise InvalidValue(say("There are no house rules with that name."))
    set_options(fields, game, variant.options)
    fields["same_board"] = "1"


def _save_rules(fields: FormData, game: Game, _: str) -> None:
    form = build_form(game, fields)
    rule_field = next((rule for rule in form.all_rules if rule.process_errors), None)
    if rule_field is not None:
        why = str(rule_field.process_errors[0])
        raise InvalidValue(say("{rule}: {why}", rule=rule_field.option.label, why=why))
    save_preset(device_id(), game.slug, fields.get("rules_name", "").strip(), form.options)
    fields["rules_name"] = ""


def _delete_rules(_: FormData, __: Game, argument: str) -> None:
    if is_row_id(argument):
        delete_preset(device_id(), int(argument))


# The effect of an action on the fields, by its verb.
ACTIONS: dict[str, Callable[[FormData, Game, str], None]] = {
    "game": _choose_game,
    "next": _next_seat,
    "seat-add": _add_seat,
    "seat-remove": _remove_seat,
    "seat-person": _seat_person,
    "seat-up": _move_seat(-1),
    "seat-down": _move_seat(1),
    "seat-draw": _draw_dealer,
    "rules-find": lambda *_: None,  # a search only changes which house rules are shown
    "rules-usual": _reset_rules,
    "rules-use": _use_rules,
    "rules-known": _use_variant,
    "rules-keep": _save_rules,
    "rules-drop": _delete_rules,
    "board": _choose_board,
    "pot-add": _add_pot,
    "pot-remove": _remove_pot,
    "pot-typed": _add_typed_pot,
}


@dataclass(frozen=True, slots=True)
class GameMatch:
    """A game that matches a search, and its variants that do."""

    game: Game
    variants: tuple[NamedVariant, ...]


def search_games(text: str) -> Iterator[GameMatch]:
    """Yield the games that match a search by their own words or those of their variants."""
    for game in all_games().values():
        own = _matches(text, (game.slug, game.name, game.tagline, *game.words))
        variants = tuple(v for v in game.variants if _matches_variant(text, v, own=own))
        if own or variants:
            yield GameMatch(game, variants)


def game_with_variants(game: Game) -> GameMatch:
    """Return a game as a search result, with all its variants but those that are other games."""
    return GameMatch(game, tuple(variant for variant in game.variants if not variant.cousin))


def _matches_variant(text: str, variant: NamedVariant, *, own: bool) -> bool:
    """Return whether a variant matches a search; `own` is whether its game matches."""
    names = (variant.slug, variant.name, *variant.names)
    if variant.cousin:
        return bool(text) and _matches(text, names)
    return own or _matches(text, (*names, variant.about))


def search_rules(rules: Iterable[RuleField], text: str) -> frozenset[str]:
    """Return the names of the fields of house rules whose labels or choices match a search."""
    return frozenset(
        rule.name
        for rule in rules
        if _matches(text, (rule.option.label, *(words for _, words in rule.option.choices)))
    )


def _matches(text: str, texts: Iterable[object]) -> bool:
    """Return whether every word of a search is in one of `texts`."""
    content = _normalize(" ".join(map(str, texts)))
    return all(word in content for word in _normalize(text).split())


def _normalize(text: str) -> str:
    """Return a text without capitals and accents."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
