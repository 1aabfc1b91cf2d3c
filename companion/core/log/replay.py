"""Replay of a record, the one way to a table's state."""

from collections.abc import Mapping

from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.language import ENGLISH, use_language


def replay_record(record: object, games: Mapping[str, Game]) -> Log:
    """Replay a record. Raises Refused for the record (entry None) or its first bad entry."""
    log = Log(parse_setup(record, games))
    assert isinstance(record, dict)
    log.enter_all(record["log"])
    return log


def record_result(record: object, games: Mapping[str, Game]) -> dict[str, object]:
    """Judge a record: the result that ``companion replay`` prints, in English everywhere."""
    with use_language(ENGLISH):
        try:
            table = replay_record(record, games).table
        except Refused as wrong:
            said = {"error": wrong.code, "message": wrong.message}
            return {"ok": False, "entry": wrong.entry, **said}
        return {"ok": True, "game": table.setup.game.slug, **table.setup.game.result(table)}
