"""Replay of a stored or an imported record, and records with renamed players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.entries import standard as e
from companion.core.entries.fields import EntryField, FieldKind
from companion.core.entries.schema import Entry, Raw, check_references, entry_fields, parse_entry
from companion.core.entries.standard import Amend, Insert
from companion.core.errors import Refused
from companion.core.game import Game, Setup
from companion.core.log.log import Log, ReplayError
from companion.core.log.record import SetupRecord, check_player_name, parse_setup
from companion.core.log.timeline import EDITS, Kinds, action_name, list_replacements
from companion.core.work_limit import WorkLimitExceeded, work_limit
from companion.language import ENGLISH, use_language


def load_checked_log(setup: Setup, raws: Sequence[Raw], entries: int, seconds: float) -> Log:
    """Return the log of an imported record, with every entry checked as if it were entered.

    If that takes too many replayed `entries` or `seconds`, only its lines are replayed, and the
    other entries parsed. Raises Refused with the number of the first entry that is refused.
    """
    log = Log(setup)
    try:
        with work_limit(entries, seconds):
            log.enter_all(raws)
    except WorkLimitExceeded:
        _check_entries(setup, raws)
        log, error = load_stored_log(setup, raws)
        if error is not None:
            raise error from None
    return log


class _RecordNames(NamedTuple):
    """The names that entries of a record may refer to."""

    present: set[str]
    cards: Collection[str]
    pots: Collection[str]


def _check_entries(setup: Setup, raws: Sequence[Raw]) -> None:
    """Raise Refused, with its number, for the first entry with a bad field or reference.

    Entries that are not active are checked, too.
    """
    table = setup.game.new_table(setup)
    names = _RecordNames({*table.present}, table.cards, table.pots)
    for number, raw in enumerate(raws):
        try:
            for entry in _iterate_entries(number, raw, setup.game.kinds):
                check_references(entry, names)
                if isinstance(entry, e.Join):  # nobody leaves: a later entry may name them
                    names.present.add(entry.player)
        except Refused as error:
            error.entry = number
            raise


def _iterate_entries(number: int, raw: Raw, kinds: Kinds) -> Iterator[Entry]:
    """Yield an entry, or the entries inside an amend or insert. Raises Refused."""
    entry = parse_entry(raw, {**kinds, **EDITS})
    if isinstance(entry, Amend | Insert):
        for change in list_replacements(entry, number, kinds):
            yield from (line.entry for line in change.lines)
    else:
        yield entry


def load_stored_log(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    """Return a stored log, of which only the lines are replayed, and None.

    If it does not replay, return its longest part that does, and the error of the next entry.
    """
    log, error = _try_load(setup, raws)
    if error is None:
        return log, None
    # a search for the longest part that replays
    log, good, bad = Log(setup), 0, len(raws)
    while bad - good > 1:
        number = error.line.number if isinstance(error, ReplayError) else error.entry or 0
        halfway = (good + bad) // 2
        # up to the entry that fails, or halfway
        probe = number if good < number < bad else good + 1 if good == number else halfway
        probe_log, probe_error = _try_load(setup, raws[:probe])
        if probe_error is None:
            log, good = probe_log, probe
        else:
            bad, error = probe, probe_error
    fault = error.refusal if isinstance(error, ReplayError) and error.line.number == good else error
    fault.entry = good
    return log, fault


def _try_load(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    log = Log(setup)
    try:
        log.append_accepted(raws)
    except Refused as error:
        return log, error
    except WorkLimitExceeded:
        raise
    except Exception:  # an error of our code: what is before that entry can still be played
        return log, Refused("bad-entry", "This entry can no longer be read.")
    return log, None


# Fields with players; no pot can have a player's name.
NAME_FIELDS = (
    FieldKind.PLAYER,
    FieldKind.PLAYERS,
    FieldKind.NEWCOMER,
    FieldKind.ANYBODY,
    FieldKind.ACCOUNT,
    FieldKind.ANY_ACCOUNT,
)

# Fields with a value for each player.
PER_PLAYER_FIELDS = (FieldKind.NUMBERS, FieldKind.HANDS)

NameMap = Mapping[str, str]


def plan_names(log: Log, old: str, new: str) -> NameMap:
    """Return the renames, from old to new name, that give player `old` the name `new`.

    A player whose joining was undone may have the name `new` in the log, and gets the name `old`;
    so the log replays as before. Raises Refused (`unknown-player`, `bad-record`).
    """
    seats = log.table.seats
    if old not in seats:
        raise Refused("unknown-player", "Nobody named {player} is at this table.", player=old)
    check_player_name(new, [*(name for name in seats if name != old), new])
    return {old: new, new: old}


def rename_in_setup(setup: SetupRecord, names: NameMap) -> SetupRecord:
    chips = setup.get("chips")
    players = [names.get(name, name) for name in setup["players"]]
    setup_record: SetupRecord = {
        **setup,
        "players": players,
        "dealer": names.get(setup["dealer"], setup["dealer"]),
    }
    if isinstance(chips, dict):
        setup_record["chips"] = {names.get(name, name): n for name, n in chips.items()}
    return setup_record


def rename_in_entry(raw: Raw, kinds: Kinds, names: NameMap) -> Raw:
    """Return an entry's JSON with players renamed; one not of `kinds` is returned unchanged."""
    kind = kinds.get(action_name(raw)) or EDITS.get(action_name(raw))
    if kind is None:
        return raw
    keys = entry_fields(kind)
    return {
        name: _rename_value(value, keys[name], kinds, names) if name in keys else value
        for name, value in raw.items()
    }


def _rename_value(value: Any, key: EntryField, kinds: Kinds, names: NameMap) -> Any:
    if key.kind is FieldKind.ENTRY:
        return _rename_inside(value, kinds, names)
    if key.kind in PER_PLAYER_FIELDS and isinstance(value, dict):
        choices = {name for name, _ in key.choices}
        return {n if n in choices else names.get(n, n): item for n, item in value.items()}
    if key.kind in NAME_FIELDS:
        is_list = isinstance(value, list)
        return [names.get(n, n) for n in value] if is_list else names.get(value, value)
    return value


def _rename_inside(value: Any, kinds: Kinds, names: NameMap) -> Any:
    """Rename in the entries inside an amend or insert."""
    if isinstance(value, list):
        return [
            {**change, "with": _rename_inside(change["with"], kinds, names)} for change in value
        ]
    return rename_in_entry(value, kinds, names) if isinstance(value, dict) else value


def replay_record(record: object, games: Mapping[str, Game]) -> Log:
    """Return the log of a record.

    Raises Refused, whose `entry` is the number of the first bad entry; None if the set-up is bad.
    """
    log = Log(parse_setup(record, games))
    assert isinstance(record, dict)
    log.enter_all(record["log"])
    return log


def record_result(record: object, games: Mapping[str, Game]) -> dict[str, object]:
    """Return the result that `companion replay` prints for a record, with messages in English."""
    with use_language(ENGLISH):
        try:
            table = replay_record(record, games).table
        except Refused as error:
            fault = {"error": error.code, "message": error.message}
            return {"ok": False, "entry": error.entry, **fault}
        return {"ok": True, "game": table.setup.game.slug, **table.setup.game.result(table)}
