"""What may be tapped wrong in every game: entries made twice, forgotten, or beside another."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from companion.core.accounts import Account, Pot
from companion.core.cards import beside
from companion.core.entries import common as e
from companion.core.entries.entry import Entry, Raw, read
from companion.core.entries.writing import written
from companion.core.game import Table
from companion.core.offers import Ask, Offer
from companion.core.sentences import Sentence, say
from companion.core.slip import LATE, Slip
from companion.core.words import Card, Chips, NameList

Slips = Callable[[Table, Entry], Iterable[Slip]]
"""What lists the slips that an entry may be, by the table before it."""

Amounts = Collection[int]
"""By how many chips something differs from what was counted."""

TYPED = (-2, -1, 1, 2)
"""By so much a number is mistaken that is tapped or typed."""


def replaced(raw: Raw, **keys: object) -> Raw:
    """Give an entry with other values for some of its keys."""
    return {**raw, **keys}


def taken_out(entry: Entry, before: Entry | None) -> Slip:
    """Think of an entry that was tapped twice, or that never happened."""
    twice = before is not None and before.do == entry.do
    words = say("Tapped twice: {said}") if twice else say("That did not happen: {said}")
    return Slip(f"{'twice' if twice else 'never'} {entry.do}", (), words.about(said=entry.said()))


def exchanged(raw: Raw, after: Raw) -> Iterator[Slip]:
    """Think of two in a row who were tapped the other way round."""
    one, other = raw.get("player"), after.get("player")
    if one and other and raw["do"] == after["do"] and one != other:
        words = say("{player} and {other} were tapped the other way round", player=one, other=other)
        new, then = replaced(raw, player=other), replaced(after, player=one)
        yield Slip("turned round", (new,), words, then=then)


def undone(table: Table, raw: Raw, taken_back: Iterable[Raw]) -> Iterator[Slip]:
    """Think of what was taken back before an entry, but did happen."""
    for other in taken_back:
        if other != raw:
            words = say("Taken back, but it did happen: {said}", said=entry_said(table, other))
            yield Slip("undone", (other, raw), words)


def late_undone(table: Table, taken_back: Iterable[Raw]) -> Iterator[Slip]:
    """Think of what was taken back last, but did happen."""
    for slip in undone(table, {}, taken_back):
        yield replace(slip, kind=f"{LATE}undone", instead=slip.instead[:1])


def offers_of(asked: Ask) -> Iterator[Offer]:
    """List all whole answers to a question."""
    for offer in (
        *(offer for offers in asked.seats.values() for offer in offers),
        *asked.pots.values(),
        *asked.tiles,
        *asked.buttons,
    ):
        if not offer.form:
            yield offer


def _answers(table: Table) -> Iterator[tuple[Raw, Sentence]]:
    """List what could be entered at a table, each with its words."""
    game = table.setup.game
    for offer in offers_of(game.ask(table)):
        yield offer.raw, entry_said(table, offer.raw)


def entry_said(table: Table, raw: Raw) -> Sentence:
    """Say in words what an entry says."""
    return read(dict(raw), table.setup.game.kinds).said()


def offered_instead(table: Table, entry: Entry, raw: Raw) -> Iterator[Slip]:
    """Think of every other answer that was offered, and of each as forgotten before."""
    for other, words in _answers(table):
        if other == raw:
            continue
        yield Slip("offered", (other,), words, other["do"] == entry.do)
        yield Slip("forgotten", (other, raw), say("Before that: {said}", said=words))


def late(table: Table, amounts: Amounts) -> Iterator[Slip]:
    """Think of what may have happened last and is not entered yet."""
    for raw, words in _answers(table):
        yield _late(raw, words)
    for raw in _unfinished(table):
        yield _late(raw, entry_said(table, raw))
    if "buy-in" in table.setup.game.entries and table.phase != "over":
        yield from _late_money(table, amounts)


def _unfinished(table: Table) -> list[Raw]:
    """List the ways in which a hand may have ended that was not played to its end."""
    ways = (e.BreakOff.do, e.Misdeal.do) if table.in_hand else ()
    return [{"do": do} for do in ways if do in table.setup.game.entries]


def late_instead(table: Table, slips: Slips) -> Iterator[Slip]:
    """Think of what a game declares in place of the answer that nobody does what is asked."""
    for offer in offers_of(table.setup.game.ask(table)):
        nobody = read(dict(offer.raw), table.setup.game.kinds) if offer.nobody else None
        for slip in slips(table, nobody) if nobody else ():
            if len(slip.instead) == 1:
                yield replace(slip, kind=f"{LATE}{slip.kind}")


def _late(raw: Raw, words: Sentence) -> Slip:
    return Slip(LATE + raw["do"], (raw,), words)


def _late_money(table: Table, amounts: Amounts) -> Iterator[Slip]:
    for chips in sorted(amounts):
        for player in table.present:
            for raw in _money(table, player, chips):
                yield _late(raw, entry_said(table, raw))


def _money(table: Table, player: str, chips: int) -> Iterator[Raw]:
    pays = "pay" in table.setup.game.entries
    yield written(e.BuyIn(player, chips))
    for other in (*table.others(player), *table.pot_accounts()):
        yield written(e.Borrow(player, other, chips))
        yield written(e.Repay(player, other, chips))
        if pays:
            yield written(e.Pay(player, other, chips))


# the entries that games share


def shared_slips(table: Table, entry: Entry, raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    """Think of other players, pots and amounts of the entries that games share."""
    made: dict[str, Callable[[], Iterator[Slip]]] = {
        e.Deal.do: lambda: _left_before(table, raw),
        e.Award.do: lambda: _awarded(table, raw),
        e.BreakOff.do: lambda: _ended_otherwise(table, raw),
        e.Misdeal.do: lambda: _ended_otherwise(table, raw),
        e.Leave.do: lambda: _others(table, raw, say("{player} left"), say("Did {player} leave?")),
        e.Return.do: lambda: _others(
            table, raw, say("{player} came back"), say("Did {player} come back?")
        ),
        e.Pay.do: lambda: _paid(table, raw, amounts),
        e.Borrow.do: lambda: _borrowed(table, raw, amounts),
        e.Repay.do: lambda: _amounts(raw, amounts),
        e.BuyIn.do: lambda: _bought(table, raw, amounts),
        e.Join.do: lambda: _amounts(raw, amounts),
        e.Count.do: lambda: _counted(table, raw, amounts),
    }
    return made[entry.do]() if entry.do in made else iter(())


def _left_before(table: Table, raw: Raw) -> Iterator[Slip]:
    for player in table.present:
        gone = written(e.Leave(player))
        words = say("{player} had left before the deal", player=player)
        asks = say("Had {player} left before the deal?")
        yield Slip("forgotten leave", (gone, raw), words, asks=asks)
    for player in table.seats:
        if player not in table.present:
            back = written(e.Return(player))
            words = say("{player} had come back before the deal", player=player)
            asks = say("Had {player} come back before the deal?")
            yield Slip("forgotten return", (back, raw), words, asks=asks)


def _ended_otherwise(table: Table, raw: Raw) -> Iterator[Slip]:
    for other in _unfinished(table):
        if other != raw:
            yield Slip("unfinished", (other,), entry_said(table, other))


def _others(table: Table, raw: Raw, words: Sentence, asks: Sentence) -> Iterator[Slip]:
    for player in table.seats:
        if player != raw["player"]:
            near = raw["player"] in table.present and neighbours(table, player, raw["player"])
            told = words.about(player=player)
            yield Slip("player", (replaced(raw, player=player),), told, near, asks)


def neighbours(table: Table, one: str, other: str) -> bool:
    """Say whether two players sit beside each other."""
    return table.left_of(one) == other or table.left_of(other) == one


def shown_by(table: Table, player: str, other: str, entry: Entry) -> Slip:
    """Think of cards that a player has shown, not the other: the entry would be so."""
    words = say("{player} showed these cards, not {other}", player=player, other=other)
    near = player in table.present and neighbours(table, player, other)
    return Slip("shown-by", (written(entry),), words, near, say("Did {player} show these cards?"))


def cards_beside(
    player: str, cards: tuple[str, ...], showing: Callable[[tuple[str, ...]], Entry]
) -> Iterator[Slip]:
    """Think of a card beside one that a player has shown; ``showing`` makes the entry of cards."""
    for card in cards:
        for other in beside(card):
            entry = showing(tuple(other if each == card else each for each in cards))
            words = say("{player} showed {card}, not {other}")
            told = words.about(player=player, card=Card(other), other=Card(card))
            near, asks = other[-1] == card[-1], say("Did {player} show {card}?")
            yield Slip("shown", (written(entry),), told, near, asks)


def _awarded(table: Table, raw: Raw) -> Iterator[Slip]:
    for players in ((), *((player,) for player in table.present)):
        if raw.get("players") != list(players):
            words = say("{pot} went to {players}", pot=Pot(raw["pot"]), players=NameList(players))
            nobody = say("Nobody won {pot}", pot=Pot(raw["pot"]))
            asks = say("Did {pot} go to {players}?", pot=Pot(raw["pot"]), players=NameList(players))
            told = words if players else nobody
            yield Slip("winner", (replaced(raw, players=[*players]),), told, asks=asks)
    for pot in table.pots:
        if pot != raw["pot"]:
            words = say("It was {pot} that was won", pot=Pot(pot))
            asks = say("Was it {pot} that was won?")
            yield Slip("pot", (replaced(raw, pot=pot),), words, asks=asks)


def _amounts(raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    had = raw["chips"]
    for chips in mistyped(had, amounts):
        made = replaced(raw, chips=chips)
        words = say("{chips}, not {had}", chips=Chips(chips), had=had)
        yield Slip("amount", (made,), words, asks=say("How many: {chips}?"))


def mistyped(had: int, amounts: Amounts) -> list[int]:
    """List what a number may have been that was typed wrong."""
    near = {had + by for by in TYPED} | {had * 10, had // 10}
    near |= {had + by for by in amounts} | {had - by for by in amounts}
    return sorted(chips for chips in near if chips > 0 and chips != had)


def _bought(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    yield from _others(table, raw, say("{player} bought chips"), say("Did {player} buy chips?"))
    yield from _amounts(raw, amounts)


def _borrowed(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    yield from _others(table, raw, say("{player} borrowed"), say("Did {player} borrow?"))
    yield from _amounts(raw, amounts)
    for source in (*table.present, *table.pot_accounts()):
        if source != raw["from"]:
            words = say("{account} lent the chips", account=Account(source))
            asks = say("Did {account} lend the chips?")
            yield Slip("lender", (replaced(raw, **{"from": source}),), words, asks=asks)


def _paid(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    yield from _amounts(raw, amounts)
    for account in (*table.present, *table.pot_accounts()):
        if account not in (raw["from"], raw["to"]):
            by = say("{account} paid", account=Account(account))
            to = say("{account} was paid", account=Account(account))
            who, whom = say("Did {account} pay?"), say("Was {account} paid?")
            yield Slip("payer", (replaced(raw, **{"from": account}),), by, asks=who)
            yield Slip("paid", (replaced(raw, to=account),), to, asks=whom)


def _counted(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Slip]:
    yield from _amounts(raw, amounts)
    for account in (*table.present, *table.pot_accounts()):
        if account != raw["of"]:
            words = say("It was {account} that was counted", account=Account(account))
            asks = say("Was it {account} that was counted?")
            yield Slip("account", (replaced(raw, of=account),), words, asks=asks)
