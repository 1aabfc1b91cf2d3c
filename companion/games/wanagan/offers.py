"""What a table of Wanagan is asked: a deal, what each cup goes to, the next reveal, the final."""

from dataclasses import replace

from companion.core.asking import next_deal, possible
from companion.core.ledger import POT
from companion.core.moves import moves_line
from companion.core.offers import Ask, Blank, Offer, Which, Who
from companion.core.sentences import say
from companion.core.shelf import apply, refusal
from companion.core.words import Pot, chips, listed
from companion.games.wanagan.entries import Next
from companion.games.wanagan.game import (
    ANTES,
    FINAL,
    JACKPOT,
    REVEALS,
    WanaganTable,
    judge,
    open_pots,
    winners_so_far,
    yet_to_show,
)
from companion.games.wanagan.words import hand_words

STAGES = {
    "hand-1": "First reveal",
    "overtime-1": "Overtime 1",
    "overtime-2": "Overtime 2",
    "overtime-3": "Overtime 3",
}


def ask(table: WanaganTable) -> Ask:
    """Say what the table must be asked now."""
    phases = {**dict.fromkeys(REVEALS, _reveal), FINAL: _final, "over": _over}
    return replace(phases.get(table.phase, _deal)(table), badges=_badges(table))


def _over(_: WanaganTable) -> Ask:
    return Ask("over", "The evening is over")


def _deal(table: WanaganTable) -> Ask:
    packs = "one pack" if table.packs == 1 else "two packs"
    question, why = next_deal(table, "Round", f"out {packs}", table.options.rounds)
    deal = Offer({"do": "deal"}, f"Ante {sum(ANTES.values())} each")
    end = [Offer({"do": "end"}, "End the evening")] if table.hand else []
    return Ask(table.phase, question, why, buttons=possible(table, deal, *end))


def _reveal(table: WanaganTable) -> Ask:
    after, buttons = _next(table)
    cups, winners = open_pots(table), _may_win(table)
    award = (Which("pot", cups), Who("players", winners, several=True))
    return Ask(
        "reveal",
        f"{STAGES[table.phase]}: who wins which cup?",
        after or "Tap a cup, then the player who takes it; or enter what everybody shows.",
        buttons=(*buttons, *_shows(table), *_shared(table)),
        blank=Blank({"do": "award"}, "Award a cup", award) if cups and winners else None,
    )


def _final(table: WanaganTable) -> Ask:
    pot = chips(table.ledger.chips[POT + JACKPOT])
    award = {"do": "award", "pot": JACKPOT}
    judged = [Offer(award, f"By the cards: {listed(judge(table, JACKPOT))}")]
    nobody = Offer({**award, "players": []}, "Nobody: it stays")
    by_cards = judged if table.shown and not yet_to_show(table) else []
    return Ask(
        "final",
        f"Final for the jackpot of {pot}: who has the best five cards?",
        "Gather all cards for a draw. Tap the winner, or enter what everybody shows.",
        buttons=(*possible(table, *by_cards, nobody), *_shows(table), *_shared(table)),
        blank=Blank(award, "Award the jackpot", (Who("players", _may_win(table), several=True),)),
    )


def _badges(table: WanaganTable) -> dict[str, tuple[str, ...]]:
    badges: dict[str, tuple[str, ...]] = {
        player: (str(hand_words(shown.claim, shown.strength)),)
        for player, shown in table.shown.items()
    }
    for pot, winners in table.awarded.items():
        for player in winners:
            badges[player] = (*badges.get(player, ()), str(say("won {pot}", pot=Pot(pot))))
    return badges


def _may_win(table: WanaganTable) -> tuple[str, ...]:
    """List who has won nothing in this reveal yet."""
    had = winners_so_far(table)
    return tuple(player for player in table.present if player not in had)


def _shows(table: WanaganTable) -> tuple[Offer, ...]:
    """Offer to enter the cards of the player who shows next."""
    return tuple(
        Offer({"do": "show", "player": player}, f"{player} shows", form=True)
        for player in yet_to_show(table)[:1]
    )


def _shared(table: WanaganTable) -> tuple[Offer, ...]:
    shared = Offer({"do": "award"}, "Several share it", form=True)
    return (shared,) if open_pots(table) else ()


def _next(table: WanaganTable) -> tuple[str, tuple[Offer, ...]]:
    """Say what closing the reveal does now, and offer it; if it cannot be: why not."""
    raw = {"do": "next"}
    why = refusal(table, raw)
    if why:
        return why, ()
    then = apply(table, Next(), table.entry + 1)
    assert isinstance(then, WanaganTable)
    won = moves_line([move for move in then.ledger.moves if move.why != "swept"])
    return f"By the cards: {won}." if won else "", (Offer(raw, _next_words(then)),)


def _next_words(then: WanaganTable) -> str:
    if then.phase in REVEALS:
        return f"On to {STAGES[then.phase].lower()}"
    swept = sum(move.chips for move in then.ledger.moves if move.why == "swept")
    if then.phase == FINAL:
        return f"Sweep {chips(swept)} into the jackpot" if swept else "On to the final"
    return "All cups are won: end the round"
