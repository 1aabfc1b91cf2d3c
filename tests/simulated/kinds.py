"""The kinds of slips: the entries tapped instead of what happened, by kind and by game."""

import random
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

from companion.core.cards import NEXT, adjacent_cards
from companion.core.log.log import Log
from tests.simulated.dealer import FAMILY

Raw = dict[str, Any]
Taps = list[Raw]


class Moment(NamedTuple):
    """What truly happens, ``raw``, at a log that is right so far; ``then`` follows."""

    log: Log
    raw: Raw
    then: Raw
    rng: random.Random

    @property
    def table(self) -> Any:
        return self.log.table

    @property
    def hand(self) -> Any:
        return self.table.current_hand

    @property
    def do(self) -> str:
        do: str = self.raw["do"]
        return do

    def after(self, raw: Raw) -> Any:
        """The table as the screen shows it after a tap."""
        twin = self.log.copy()
        twin.enter(raw)
        return twin.table


Maker = Callable[[Moment], Iterator[Taps]]


def forgotten(*kinds: str) -> Maker:
    """A slip: an entry of one of these kinds is not tapped."""

    def taps(moment: Moment) -> Iterator[Taps]:
        if moment.do in kinds:
            yield []

    return taps


def tapped_in_hand(do: str) -> Maker:
    """A slip: something is tapped besides, while a hand is played."""

    def taps(moment: Moment) -> Iterator[Taps]:
        if moment.table.in_hand:
            yield [{"do": do}, moment.raw]

    return taps


def _others(moment: Moment, key: str = "player") -> Iterator[Taps]:
    for player in moment.table.present:
        if player != moment.raw[key]:
            yield [{**moment.raw, key: player}]


def _cards(raw: Raw) -> list[str]:
    return list(raw["cards"]) if "cards" in raw else [raw["card"]]


def _play(player: str, cards: list[str]) -> Raw:
    return {"do": "play", "player": player, "cards": cards}


def _follows(moment: Moment) -> bool:
    return moment.do == "play" and moment.hand.lead is None


def wrong_seat(moment: Moment) -> Iterator[Taps]:
    if _follows(moment):
        yield from _others(moment)


def wrong_card(moment: Moment) -> Iterator[Taps]:
    if moment.do == "play" and moment.hand.lead and len(_cards(moment.raw)) == 1:
        for card in adjacent_cards(_cards(moment.raw)[0]):
            yield [_play(moment.raw["player"], [card])]


def no_stop(moment: Moment) -> Iterator[Taps]:
    if _follows(moment):
        yield [{"do": "stop"}]


def no_follow(moment: Moment) -> Iterator[Taps]:
    if moment.do == "stop":
        for player in moment.table.present:
            yield [_play(player, [moment.hand.next_card])]


def skip_too_many(moment: Moment) -> Iterator[Taps]:
    if moment.do == "play" and moment.hand.lead and not moment.hand.lead.free:
        skip = {"do": "skip", "player": moment.raw["player"]}
        then = moment.after(skip)
        if then.current_hand.lead:
            yield [skip, {**moment.raw, "player": then.current_hand.lead.player}]


def skip_twice(moment: Moment) -> Iterator[Taps]:
    if moment.do == "skip":
        then = moment.after(moment.raw).current_hand
        if then.lead and not then.lead.free:
            yield [moment.raw, {"do": "skip", "player": then.lead.player}]


def follow_twice(moment: Moment) -> Iterator[Taps]:
    if moment.do == "play":
        then = moment.after(moment.raw).current_hand
        if then.next_card:
            yield [moment.raw, _play(moment.raw["player"], [then.next_card])]


def run_length(moment: Moment) -> Iterator[Taps]:
    if moment.do == "play":
        cards = _cards(moment.raw)
        more = NEXT.get(cards[-1])
        if more:
            yield [{**_play(moment.raw["player"], [*cards, more])}]
        if len(cards) > 1:
            yield [{**_play(moment.raw["player"], cards[:-1])}]


def bid_or_pass(moment: Moment) -> Iterator[Taps]:
    if moment.do == "bid":
        yield [{"do": "pass", "player": moment.raw["player"]}]
    if moment.do == "pass":
        high = moment.hand.auction.high[1] if moment.hand.auction.high else 0
        for chips in range(high + 1, high + 4):
            yield [{"do": "bid", "player": moment.raw["player"], "chips": chips}]


def auction_twice(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("bid", "pass"):
        then = moment.after(moment.raw)
        if then.phase == "dummy":
            turn, raw = then.current_hand.auction.turn, moment.raw
            chips = {"chips": 2 * raw["chips"]} if moment.do == "bid" else {}
            yield [raw, {"do": moment.do, "player": turn, **chips}]


def wrong_price(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("bid", "sell"):
        for chips in (-2, -1, 1, 2):
            yield [{**moment.raw, "chips": moment.raw["chips"] + chips}]


def wrong_buyer(moment: Moment) -> Iterator[Taps]:
    if moment.do == "sell":
        yield from _others(moment)
    if moment.do in ("swap", "keep"):
        yield [{"do": "keep" if moment.do == "swap" else "swap"}]


def follow_forgotten(moment: Moment) -> Iterator[Taps]:
    """A follow is not tapped, and the run that stops after it is."""
    if _follows(moment) and moment.then["do"] == "stop":
        yield []


def shown_card(moment: Moment) -> Iterator[Taps]:
    if moment.do == "show":
        for at, card in enumerate(moment.raw["cards"]):
            for other in adjacent_cards(card):
                cards = [*moment.raw["cards"]]
                cards[at] = other
                yield [{**moment.raw, "cards": cards}]


def shown_by(moment: Moment) -> Iterator[Taps]:
    if moment.do == "show":
        yield from _others(moment)


MONEY = ("borrow", "buy-in", "repay", "count", "pay")


def money_player(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("borrow", "buy-in"):
        yield from _others(moment)
    if moment.do == "pay":
        yield from _others(moment, "to")
    if moment.do in ("borrow", "pay"):
        for source in (*moment.table.present, *moment.table.pot_accounts()):
            if source != moment.raw["from"]:
                yield [{**moment.raw, "from": source}]
    if moment.do == "count":
        yield from _others(moment, "of")


def money_amount(moment: Moment) -> Iterator[Taps]:
    if moment.do in MONEY:
        chips = moment.raw["chips"]
        for wrong in (chips - 1, chips + 1, 10 * chips, chips // 10):
            yield [{**moment.raw, "chips": wrong}]


def wrong_pot(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("collect", "award"):
        for pot in moment.table.pots:
            if pot != moment.raw["pot"]:
                yield [{**moment.raw, "pot": pot}]


def wrong_winner(moment: Moment) -> Iterator[Taps]:
    if moment.do == "collect":
        yield from _others(moment)
    if moment.do == "award" and len(moment.raw.get("players", ())) < 2:
        for player in moment.table.present:
            if moment.raw.get("players") != [player]:
                yield [{**moment.raw, "players": [player]}]


def wrong_out(moment: Moment) -> Iterator[Taps]:
    if moment.do == "out":
        left, winner = moment.raw["left"], moment.raw["player"]
        for player in left:
            counts = {winner: left[player], **left}
            del counts[player]
            yield [{"do": "out", "player": player, "left": counts}]


def cards_left(moment: Moment) -> Iterator[Taps]:
    key = {"out": "left", "totals": "points"}.get(moment.do)
    if key:
        for player, count in moment.raw[key].items():
            for by in (-1, 1):
                yield [{**moment.raw, key: {**moment.raw[key], player: count + by}}]


def miscounted(moment: Moment) -> Iterator[Taps]:
    if moment.do == "deal" and "piles" in moment.raw:
        yield [{"do": "deal"}]


def follow_just_forgotten(moment: Moment) -> Iterator[Taps]:
    if _follows(moment) and moment.then["do"] != "stop":
        yield []


def one_missed(moment: Moment) -> Iterator[Taps]:
    """A follow is not tapped; whoever follows is tapped after it, each with a card too low."""
    if _follows(moment) and moment.then["do"] == "play":
        yield []


def one_too_many(moment: Moment) -> Iterator[Taps]:
    """A follow is tapped twice; whoever follows is tapped after it, each with a card too high."""
    if _follows(moment):
        then = moment.after(moment.raw).current_hand
        if then.next_card and then.lead is None:
            yield [moment.raw, _play(moment.raw["player"], [then.next_card])]


def neighbours_exchanged(moment: Moment) -> Iterator[Taps]:
    """Two who play one after the other are tapped the other way round."""
    then = moment.then
    goes_on = _follows(moment) and moment.after(moment.raw).current_hand.lead is None
    if goes_on and then["do"] == "play" and then["player"] != moment.raw["player"]:
        yield [{**moment.raw, "player": then["player"]}]


def undone_too_many(moment: Moment) -> Iterator[Taps]:
    """One undo too many: it takes back the entry before the wrong tap, too."""
    if moment.log.next_undo is not None and moment.table.in_hand and moment.do != "deal":
        yield [{"do": "undo"}, moment.raw]


def another_left(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("leave", "return"):
        yield from _others(moment)


# a hand that is not finished, an evening that is not over


def other_unfinished(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("break-off", "misdeal"):
        yield [{"do": "misdeal" if moment.do == "break-off" else "break-off"}]


def ended_too_soon(moment: Moment) -> Iterator[Taps]:
    if moment.do == "deal" and moment.table.hand:
        yield [{"do": "end"}, moment.raw]


def deal_forgotten(moment: Moment) -> Iterator[Taps]:
    if moment.raw == {"do": "deal"}:
        yield []


# Oh Claire!


def bid_by_one(moment: Moment) -> Iterator[Taps]:
    if moment.do == "bid":
        for by in (-1, 1):
            yield [{**moment.raw, "tricks": moment.raw["tricks"] + by}]


def trick_to_another(moment: Moment) -> Iterator[Taps]:
    if moment.do == "tricks":
        took = moment.raw["took"]
        for one, other in permutations(took, 2):
            if took[one]:
                yield [
                    {"do": "tricks", "took": {**took, one: took[one] - 1, other: took[other] + 1}}
                ]


def bid_twice(moment: Moment) -> Iterator[Taps]:
    if moment.do == "bid":
        turn = moment.after(moment.raw).turn
        if turn:
            yield [moment.raw, {**moment.raw, "player": turn}]


def tricks_exchanged(moment: Moment) -> Iterator[Taps]:
    if moment.do == "tricks":
        yield from _exchanged(moment.raw, "took")


def _exchanged(raw: Raw, key: str) -> Iterator[Taps]:
    names = list(raw[key])
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if raw[key][one] != raw[key][other]:
                swapped = {**raw[key], one: raw[key][other], other: raw[key][one]}
                yield [{**raw, key: swapped}]


# Wanagan


def next_too_soon(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("award", "show"):
        yield [{"do": "next"}, moment.raw]


def next_twice(moment: Moment) -> Iterator[Taps]:
    if moment.do == "next":
        yield [moment.raw, moment.raw]


def show_forgotten(moment: Moment) -> Iterator[Taps]:
    if moment.do in ("show", "award") and moment.table.setup.game.slug == "wanagan":
        yield []


def wrong_claim(moment: Moment) -> Iterator[Taps]:
    if moment.do == "show" and "as" in moment.raw:
        for pot in moment.table.pots:
            if pot != moment.raw["as"]:
                yield [{**moment.raw, "as": pot}]


# Kids Rummy


def wrong_score(moment: Moment) -> Iterator[Taps]:
    if "points" in moment.raw:
        for player, points in moment.raw["points"].items():
            for wrong in (points - 5, points + 5, 10 * points, points + 10):
                yield [{**moment.raw, "points": {**moment.raw["points"], player: wrong}}]


def scores_exchanged(moment: Moment) -> Iterator[Taps]:
    for key in ("points", "cards"):
        if moment.do == "score" and key in moment.raw:
            yield from _exchanged(moment.raw, key)


def who_was_out(moment: Moment) -> Iterator[Taps]:
    if moment.do == "score" and moment.raw["out"]:
        key = "points" if "points" in moment.raw else "cards"
        scores, out = moment.raw[key], moment.raw["out"]
        for player in scores:
            counts = {out: scores[player], **scores}
            del counts[player]
            yield [{**moment.raw, "out": player, key: counts}]


ENDED: dict[str, Maker] = {"ended-too-soon": ended_too_soon, "deal-forgotten": deal_forgotten}
UNFINISHED: dict[str, Maker] = {**ENDED, "broken-off": tapped_in_hand("break-off")}
STOPS: dict[str, Maker] = {
    **UNFINISHED,
    "misdeal-tapped": tapped_in_hand("misdeal"),
    "misdeal-for-break-off": other_unfinished,
    "break-off-forgotten": forgotten("break-off", "misdeal"),
    "wrong-seat": wrong_seat,
    "wrong-card": wrong_card,
    "no-stop": no_stop,
    "no-follow": no_follow,
    "skip-too-many": skip_too_many,
    "skip-twice": skip_twice,
    "miscounted": miscounted,
    "follow-twice": follow_twice,
    "run-length": run_length,
    "bid-or-pass": bid_or_pass,
    "auction-twice": auction_twice,
    "wrong-price": wrong_price,
    "wrong-buyer": wrong_buyer,
    "follow-forgotten": follow_forgotten,
    "shown-card": shown_card,
    "shown-by": shown_by,
    "money-player": money_player,
    "money-amount": money_amount,
    "money-forgotten": forgotten(*MONEY, "leave", "return"),
    "wrong-pot": wrong_pot,
    "wrong-winner": wrong_winner,
    "wrong-out": wrong_out,
    "cards-left": cards_left,
    "one-missed": one_missed,
    "one-too-many": one_too_many,
    "neighbours-exchanged": neighbours_exchanged,
    "undone-too-many": undone_too_many,
    "entry-forgotten": forgotten("bid", "pass", "next"),
    "another-left": another_left,
    "stop-late": forgotten("stop"),
    "skip-late": forgotten("skip"),
    "follow-late": follow_just_forgotten,
}
WANAGAN: dict[str, Maker] = {
    **UNFINISHED,
    "wrong-pot": wrong_pot,
    "wrong-winner": wrong_winner,
    "shown-card": shown_card,
    "shown-by": shown_by,
    "wrong-claim": wrong_claim,
    "show-forgotten": show_forgotten,
    "next-too-soon": next_too_soon,
    "next-twice": next_twice,
    "entry-forgotten": forgotten("bid", "pass", "next"),
    "money-player": money_player,
    "money-amount": money_amount,
    "money-forgotten": forgotten(*MONEY, "leave", "return"),
}
OH_CLAIRE: dict[str, Maker] = {
    **ENDED,
    "bid-by-one": bid_by_one,
    "bid-twice": bid_twice,
    "entry-forgotten": forgotten("bid", "pass", "next"),
    "trick-to-another": trick_to_another,
    "tricks-exchanged": tricks_exchanged,
    "leave-forgotten": forgotten("leave"),
}
KIDS_RUMMY: dict[str, Maker] = {
    **ENDED,
    "wrong-score": wrong_score,
    "scores-exchanged": scores_exchanged,
    "who-was-out": who_was_out,
    "leave-forgotten": forgotten("leave"),
}
# The slips that people make oftener than others, and how often beside them: who is tapped, which
# card, and a stop that is not tapped yet. Nobody has measured it; all others count once.
OFTEN = dict.fromkeys(("wrong-seat", "wrong-card", "stop-late"), 2)

# The first dealer was set up wrong: no tap, but what the taps stand on.
DEALER = "wrong-dealer"

# Two players sit the other way round than was set up, or play by another house rule.
SEATS, RULE = "wrong-seats", "wrong-rule"

# The evening was ended as if the last hand had been another one, or none: its coins differ.
WON = "wrong-end"

KINDS: dict[str, dict[str, Maker]] = {
    **dict.fromkeys(FAMILY, STOPS),
    "wanagan": WANAGAN,
    "oh-claire": OH_CLAIRE,
    "kids-rummy": KIDS_RUMMY,
}
