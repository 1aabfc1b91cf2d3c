"""What a table of Oh Claire! is asked: a deal, the bids in turn, the tricks, the end."""

from dataclasses import replace

from companion.core.asking import next_deal, possible
from companion.core.ledger import POT
from companion.core.offers import Ask, Offer
from companion.core.words import chips, listed
from companion.games.oh_claire.game import (
    JACKPOT,
    SIZES,
    OhClaireTable,
    barred_bid,
    jackpot_winners,
    makers,
)


def ask(table: OhClaireTable) -> Ask:
    """Say what the table must be asked now."""
    asked = {"bids": _bids, "tricks": _tricks, "over": _over}.get(table.phase, _deal)(table)
    return replace(asked, badges=_badges(table))


def _deal(table: OhClaireTable) -> Ask:
    size = SIZES[table.hand] if table.hand < len(SIZES) else 0
    question, why = next_deal(table, "Hand", f"{size} cards each")
    deal = Offer({"do": "deal"}, f"Dealt: {size} cards each")
    end = [Offer({"do": "end"}, _end_words(table))] if table.hand else []
    return Ask(table.phase, question, why or _made(table), buttons=possible(table, deal, *end))


def _end_words(table: OhClaireTable) -> str:
    pot = table.ledger.chips[POT + JACKPOT]
    if table.hand < len(SIZES) and len(table.playing) > 1:
        return "End here and count up"
    return f"Count up: the jackpot of {chips(pot)} to {listed(jackpot_winners(table))}"


def _made(table: OhClaireTable) -> str:
    if not table.hand:
        return "Everybody bids the tricks that he will take, exactly."
    return f"{listed(makers(table))} made the bid in hand {table.hand}."


def _bids(table: OhClaireTable) -> Ask:
    so_far = f"Bid so far: {sum(table.bids.values())}." if table.bids else ""
    barred = barred_bid(table)
    why = f"then the bids would add up to {table.size}, the number of tricks"
    tiles = tuple(
        Offer(
            {"do": "bid", "player": table.turn, "tricks": tricks},
            str(tricks),
            barred=why if tricks == barred else "",
        )
        for tricks in range(table.size + 1)
    )
    question = f"How many of {table.size} tricks does {table.turn} bid?"
    return Ask("bids", question, so_far, tiles=tiles, player=table.turn)


def _tricks(table: OhClaireTable) -> Ask:
    total = sum(table.bids.values())
    fight = "too many" if total > table.size else "too few"
    return Ask(
        "tricks",
        "Who took how many tricks?",
        f"{table.size} tricks, {total} bid: {abs(total - table.size)} {fight}.",
        buttons=(Offer({"do": "tricks"}, "Enter the tricks", form=True),),
    )


def _over(table: OhClaireTable) -> Ask:
    best = [line.player for line in table.tally or () if line.place == 1]
    hint = "Chips in the purse and in the cups count."
    return Ask("over", f"{listed(best)} won", hint)


def _badges(table: OhClaireTable) -> dict[str, tuple[str, ...]]:
    return {player: _badge(table, player) for player in table.present}


def _badge(table: OhClaireTable, player: str) -> tuple[str, ...]:
    if player in table.out:
        return ("out",)
    if table.phase in ("bids", "tricks"):
        return (f"bids {table.bids[player]}",) if player in table.bids else ()
    if player not in table.took:
        return ()
    if player in makers(table):
        return ("made it",)
    return (f"took {table.took[player]}, bid {table.bids[player]}",)
