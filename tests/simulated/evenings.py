"""Lawful evenings of all eight games, as records: what truly happened, from hidden deals."""

import random
from collections.abc import Callable
from typing import Any

from companion.core.cards import PACK
from companion.core.chips import ShortOfAnte
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from tests.simulated.dealer import FAMILY, NAMES, Dealer
from tests.simulated.seats import RICH

Raw = dict[str, Any]
Record = dict[str, Any]

# Hands of an evening, or rounds, on average.
HANDS = 3

# In so many evenings a hand is broken off, or dealt again after a misdeal.
BROKEN_OFF = 0.1

# Before so many hands somebody sits down.
JOINED = 0.1

# What somebody may begin with: less than an ante, too.
PURSES = (0, 10, 40, 60, 100, 200)


class OnePileMiscounted(Dealer):
    """Deals one player a card more or less than are due; the dummy makes up for it."""

    miscounts = 0.25

    def piles_miscounted(self, order: list[str]) -> tuple[str, str]:
        piles = ["dummy", self.rng.choice(order)]
        self.rng.shuffle(piles)
        return piles[0], piles[1]


class ComingAndGoing(OnePileMiscounted):
    """An evening that somebody may join, go from, and come back to."""

    seated: tuple[str, ...] = ()

    def somebody_joins(self) -> None:
        self.seated = self.seated or self.players
        most = min(all_games()[self.game].max_players, len(NAMES))
        if not self.hands or len(self.seated) >= most or self.rng.random() > JOINED:
            return
        guest, beside = NAMES[len(self.seated)], self.rng.choice(self.players)
        self.enter("join", player=guest, left_of=beside, chips=self.rng.choice(PURSES[1:]))
        self.purses[guest] = RICH
        at = self.seated.index(beside) + 1
        self.seated = (*self.seated[:at], guest, *self.seated[at:])
        self.players = tuple(p for p in self.seated if p in (*self.players, guest))

    def somebody_leaves(self) -> None:
        self.seated = self.seated or self.players
        gone = [p for p in self.seated if p not in self.players]
        if gone and self.rng.random() < 0.4:
            self.enter("return", player=gone[0])
            self.players = tuple(p for p in self.seated if p in (*self.players, gone[0]))
            return
        least = max(3, all_games()[self.game].min_players)
        others = [p for p in self.players if p != self.dealer]
        if self.hands and len(self.players) > least and self.rng.random() < 0.3:
            gone = self.rng.choice(others)
            self.enter("leave", player=gone)
            self.players = tuple(p for p in self.players if p != gone)


class Purses:
    """An evening as it is entered, with loans, purchases and counts between the hands."""

    def __init__(self, record: Record, rng: random.Random) -> None:
        self.rng = rng
        self.record = record
        self.log = Log(parse_setup({**record, "log": []}, all_games()))

    def enter(self, raw: Raw) -> None:
        lends = "borrow" in self.log.setup.game.entries
        if raw["do"] == "deal" and lends and self.rng.random() < 0.6:
            self.money()
        while not self._entered(raw):
            pass

    def _entered(self, raw: Raw) -> bool:
        try:
            self.log.enter(raw)
        except ShortOfAnte as short:
            self.bring(short.player, short.missing)
            return False
        return True

    def bring(self, player: str, missing: int) -> None:
        """Lend or sell the missing chips."""
        chips = self.log.table.ledger.chips
        lenders = [p for p in self.log.table.others(player) if chips[p] >= missing + 20]
        if lenders and self.rng.random() < 0.5:
            lender = self.rng.choice(lenders)
            self.log.enter({"do": "borrow", "player": player, "from": lender, "chips": missing})
        else:
            self.log.enter({"do": "buy-in", "player": player, "chips": missing})

    def money(self) -> None:
        table, rng = self.log.table, self.rng
        player = rng.choice(table.present)
        chips = table.ledger.chips
        entries: list[Raw] = [
            {"do": "buy-in", "player": player, "chips": rng.choice((5, 10, 20))},
            {"do": "count", "of": player, "chips": chips[player] + rng.randint(-3, 3)},
        ]
        sources = [p for p in (*table.others(player), *table.pot_accounts()) if chips[p] > 5]
        if sources:
            source, lent = rng.choice(sources), rng.choice((2, 3, 5))
            entries.append({"do": "borrow", "player": player, "from": source, "chips": lent})
        owed = [n for n in table.ledger.ious if chips.get(n.issuer)]
        for note in owed[:1] if sources else ():
            most = min(note.chips, chips[note.issuer])
            entries.append({"do": "repay", "player": note.issuer, "to": note.holder, "chips": most})
            entries.append({"do": "pay", "from": source, "to": player, "chips": lent})
        raw = rng.choice(entries)
        if raw["do"] in table.setup.game.entries and raw["chips"] >= 0:
            self.log.enter(raw)


def stops(game: str, rng: random.Random) -> Record:
    """An evening of the stops family."""
    dealer = ComingAndGoing(rng.randrange(1 << 30), 0.0, game)
    seated = dealer.players
    for _ in range(rng.randint(1, 2 * HANDS)):
        dealer.somebody_leaves()
        dealer.somebody_joins()
        dealer.play_hand(chips_only=rng.random() < 0.2)
        if dealer.announced or len(dealer.hands) == dealer.options["rounds"]:
            break
    chips = {name: rng.choice(PURSES) for name in seated}
    record = {**dealer.record, "players": list(chips), "chips": chips}
    unfinished = rng.choice((_broken_off, _misdealt)) if rng.random() < BROKEN_OFF else None
    return _entered(record, unfinished(dealer.log, rng) if unfinished else dealer.log, rng)


def _entered(record: Record, log: list[Raw], rng: random.Random) -> Record:
    purses = Purses(record, rng)
    for raw in log:
        purses.enter(raw)
    return {**record, "log": [*purses.log.raw_entries]}


def _misdealt(log: list[Raw], rng: random.Random) -> list[Raw]:
    """Find out in the first half of a hand that it was a misdeal, and deal it again."""
    deal, cut, _ = _cut(log, rng)
    dealt = [raw for raw in log[:cut] if raw["do"] != "last-hand"]
    return [*dealt, {"do": "misdeal"}, *log[deal:]]


def _cut(log: list[Raw], rng: random.Random) -> tuple[int, int, int]:
    """Draw a hand: the places of its deal, of an entry in its first half, and of its end."""
    deals = [place for place, raw in enumerate(log) if raw["do"] == "deal"]
    at = rng.randrange(len(deals))
    deal, end = deals[at], [*deals, len(log)][at + 1]
    return deal, rng.randint(deal + 1, deal + max(1, (end - deal) // 2)), end


def _broken_off(log: list[Raw], rng: random.Random) -> list[Raw]:
    """Break one of the hands off in its first half, and go on with the next."""
    _, cut, end = _cut(log, rng)
    between = [raw for raw in log[cut:end] if raw["do"] in ("leave", "return", "join")]
    return [*log[:cut], {"do": "break-off"}, *between, *log[end:]]


class _Played:
    """An evening of another game, entered as it is played."""

    def __init__(self, game: str, rng: random.Random, most: int, **options: Any) -> None:
        self.rng = rng
        players = list(NAMES[: rng.randint(3, most)])
        self.record: Record = {
            "format": 1,
            "game": game,
            "options": options,
            "players": players,
            "dealer": rng.choice(players),
        }
        self.purses = Purses(self.record, rng)

    @property
    def table(self) -> Any:
        return self.purses.log.table

    def enter(self, do: str, **keys: Any) -> None:
        self.purses.enter({"do": do, **keys})

    def somebody_leaves(self) -> None:
        table = self.table
        if table.hand and len(table.present) > 3 and self.rng.random() < 0.2:
            gone = self.rng.choice([p for p in table.present if p != table.dealer])
            self.enter("leave", player=gone)

    def whole(self) -> Record:
        return {**self.record, "log": [*self.purses.log.raw_entries]}


def wanagan(game: str, rng: random.Random) -> Record:
    """An evening of Wanagan: some reveals shown card by card, some only awarded."""
    played = _Played(game, rng, 6)
    for _ in range(HANDS - 1):
        played.somebody_leaves()
        played.enter("deal")
        while played.table.phase != "between-hands":
            if rng.random() < 0.5:
                _reveal(played)
            else:
                _awards(played)
    return played.whole()


def _reveal(played: _Played) -> None:
    table, phase = played.table, played.table.phase
    pack = played.rng.sample(PACK, 52)
    for player in table.clockwise(table.dealer):
        cards, pack = pack[:5], pack[5:]
        if played.rng.random() < 0.4:
            cards = [cards[0], *[c for c in pack if c[:-1] == cards[0][:-1]][:1], *cards[1:]][:5]
            pack = [card for card in pack if card not in cards]
        _show(played, player, cards)
    if phase == "final":
        played.enter("award", pot="jackpot")
    else:
        played.enter("next")


def _show(played: _Played, player: str, cards: list[str]) -> None:
    claims: list[dict[str, str]] = [{}, *({"as": pot} for pot in played.table.pots)]
    for claim in claims:
        try:
            played.enter("show", player=player, cards=cards, **claim)
        except Refused:
            continue
        return


def _awards(played: _Played) -> None:
    table, rng = played.table, played.rng
    winners = rng.sample(table.present, len(table.present))
    if table.phase == "final":
        played.enter("award", pot="jackpot", players=winners[:1])
        return
    filled = [cup for cup in table.pots_at_stake if table.ledger.chips["pot:" + cup]]
    for cup in rng.sample(filled, min(len(filled), len(winners), rng.randint(1, 4))):
        played.enter("award", pot=cup, players=[winners.pop()])
    played.enter("next")


def oh_claire(game: str, rng: random.Random) -> Record:
    """Some hands of Oh Claire!, bids and tricks by chance, near each other."""
    played = _Played(game, rng, 5)
    for _ in range(HANDS + 3):
        played.somebody_leaves()
        if len(played.table.active_players) < 3:
            break
        played.enter("deal")
        while played.table.phase == "bids":
            _bid(played)
        played.enter("tricks", took=_tricks(played.table, rng))
    return played.whole()


def _bid(played: _Played) -> None:
    table, rng = played.table, played.rng
    wanted = min(table.size, max(0, round(rng.gauss(table.size / len(table.active_players), 1.2))))
    for tricks in (wanted, wanted - 1, wanted + 1):
        if 0 <= tricks <= table.size:
            try:
                played.enter("bid", player=table.turn, tricks=tricks)
            except Refused:
                continue
            return


def _tricks(table: Any, rng: random.Random) -> dict[str, int]:
    took = {player: table.bids[player] for player in table.active_players}
    while (off := table.size - sum(took.values())) != 0:
        player = rng.choice(table.active_players)
        if off > 0 or took[player]:
            took[player] += 1 if off > 0 else -1
    return took


def kids_rummy(game: str, rng: random.Random) -> Record:
    """Some rounds of Kids Rummy, scored by points or by cards."""
    mode = rng.choice(("target", "target", "elimination"))
    played = _Played(game, rng, 6, mode=mode, target=rng.choice((100, 150)))
    for _ in range(HANDS * 3):
        played.somebody_leaves()
        if played.table.is_decided:
            break
        played.enter("deal")
        playing = played.table.active_players
        out = rng.choice((*playing, *playing, None))
        held = {p: rng.sample(PACK, rng.randint(1, 4)) for p in playing if p != out}
        if len({card for cards in held.values() for card in cards}) == sum(map(len, held.values())):
            played.enter("score", out=out, cards=held)
        else:
            points = {p: 5 * rng.randint(1, 10) for p in held}
            played.enter("score", out=out, points=points)
    return played.whole()


EVENINGS: dict[str, Callable[[str, random.Random], Record]] = {
    **dict.fromkeys(FAMILY, stops),
    "wanagan": wanagan,
    "oh-claire": oh_claire,
    "kids-rummy": kids_rummy,
}


def evening(game: str, rng: random.Random) -> Record:
    """A lawful evening of a game, without its end."""
    return EVENINGS[game](game, rng)
