"""What a table of Kids Rummy is asked: a deal, who went out, the end."""

from dataclasses import replace

from companion.core.asking import next_deal, possible
from companion.core.offers import Ask, Offer
from companion.core.words import listed
from companion.games.kids_rummy.game import RummyTable, cards_to_deal, standings

GOALS = {
    "target": "Whoever reaches {} ends the game: the fewest points win.",
    "single": "One round: whoever goes out wins.",
    "elimination": "Whoever reaches {} is out: the last one left wins.",
}


def goal(table: RummyTable) -> str:
    """Say what the game is played to."""
    return GOALS[table.options.mode].format(table.target)


def ask(table: RummyTable) -> Ask:
    """Say what the table must be asked now."""
    asked = {"play": _score, "over": _over}.get(table.phase, _deal)(table)
    return replace(asked, badges=dict.fromkeys(table.out, ("out of the game",)))


def best(table: RummyTable) -> tuple[str, ...]:
    """Name who is in the first place."""
    return tuple(line.player for line in standings(table) if line.place == 1)


def _leading(table: RummyTable) -> str:
    return f"{listed(best(table))} win{'s' if len(best(table)) == 1 else ''}"


def _deal(table: RummyTable) -> Ask:
    cards = cards_to_deal(table)
    question, why = next_deal(table, "Round", f"{cards} cards each")
    deal = Offer({"do": "deal"}, f"Dealt: {cards} cards each")
    end = (Offer({"do": "end"}, f"End the game: {_leading(table)}"),) if table.hand else ()
    if why and table.is_decided:
        question = f"{_leading(table)}!"
    return Ask(table.phase, question, why, buttons=possible(table, deal, *end))


def _score(table: RummyTable) -> Ask:
    return Ask(
        "play",
        "Who went out?",
        "Tap the player who has no cards left.",
        seats={p: (Offer({"do": "score", "out": p}, p, form=True),) for p in table.playing},
        buttons=(Offer({"do": "score", "out": None}, "Nobody: blocked", form=True),),
    )


def _over(table: RummyTable) -> Ask:
    return Ask("over", f"{_leading(table)}!")
