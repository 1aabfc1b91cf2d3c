"""The facts of an evening and of its hands: plain data that is stored beside the log."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, TypedDict

from companion.core.game import Table
from companion.core.handlers import current_tally
from companion.core.log.log import Log

# A feat as it is stored: its kind, the player, how much, the pot.
FeatFact = tuple[str, str | None, int, str]


class HandFacts(TypedDict):
    """The facts of a finished hand.

    `order` are the players from the dealer's left, the dealer last. `standing` has all results
    after the hand, `found` the number of findings by player. `dealt` and `ended` are the numbers of
    the entries that began and ended the hand.
    """

    hand: int
    dealer: str
    order: list[str]
    winners: list[str]
    standing: dict[str, int]
    found: dict[str, int]
    feats: list[FeatFact]
    dealt: int
    ended: int


class EveningFacts(TypedDict):
    """The facts up to the last finished hand: lines of the tally, and all results by player."""

    hands: int
    over: bool
    lines: list[dict[str, Any]]
    standing: dict[str, int]


def hand_facts(table: Table) -> HandFacts:
    """Return the facts of the hand that has just ended."""
    game = table.setup.game
    return {
        "hand": table.hand,
        "dealer": table.dealer,
        "order": [*table.in_turn(table.hand_players)],
        "winners": [*game.winners(table)],
        "standing": dict(game.current_results(table)),
        "found": dict(
            Counter(finding.player for finding in game.review.findings(table) if finding.player)
        ),
        "feats": [*game.highlights.collect(table)],
        "dealt": table.dealt_by,
        "ended": table.ended_by,
    }


def evening_facts(table: Table) -> EveningFacts:
    """Return the facts of an evening up to the end of its last finished hand."""
    last = table.before_deal if table.in_hand and table.before_deal else table
    return {
        "hands": last.hand,
        "over": last.phase == "over",
        "lines": [*map(asdict, current_tally(last))],
        "standing": dict(last.setup.game.current_results(last)),
    }


def facts_from_log(log: Log, since: int = 0) -> tuple[EveningFacts, dict[int, HandFacts]]:
    """Return the facts of an evening, and those of hands by number.

    Only hands that end after at least `since` lines of the log are included. Raises Refused if the
    log does not replay.
    """
    hands: dict[int, HandFacts] = {}
    for table, upcoming in log.replay_from(since):
        # entries between hands, such as cards shown, still belong to the hand before them
        ended = table.hand and not table.in_hand
        if ended and (upcoming is None or upcoming.hand_delta > 0):
            hands[table.hand] = hand_facts(table)
    return evening_facts(table), hands


def rename_in_evening_facts(facts: EveningFacts, names: Mapping[str, str]) -> EveningFacts:
    """Return the facts of an evening with players renamed by `names`, from old to new."""
    return {
        **facts,
        "lines": [line | {"player": _new_name(line["player"], names)} for line in facts["lines"]],
        "standing": _by_name(facts["standing"], names),
    }


def rename_in_hand_facts(hand: HandFacts, names: Mapping[str, str]) -> HandFacts:
    """Return the facts of a hand with players renamed by `names`, from old to new."""
    return {
        **hand,
        "dealer": _new_name(hand["dealer"], names),
        "order": [_new_name(player, names) for player in hand["order"]],
        "winners": [_new_name(player, names) for player in hand["winners"]],
        "standing": _by_name(hand["standing"], names),
        "found": _by_name(hand["found"], names),
        "feats": [
            (kind, player and _new_name(player, names), number, pot)
            for kind, player, number, pot in hand["feats"]
        ],
    }


def _new_name(player: str, names: Mapping[str, str]) -> str:
    return names.get(player, player)


def _by_name(numbers: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    return {_new_name(player, names): number for player, number in numbers.items()}


def changes_by_hand(hands: list[HandFacts]) -> Iterator[dict[str, int]]:
    """Yield for each hand of an evening how it changed the results, by player."""
    before: dict[str, int] = {}
    for hand in hands:
        yield {p: now - before.get(p, 0) for p, now in hand["standing"].items()}
        before = hand["standing"]
