"""Candidates for a repair: mistaps that all games know, and set-ups with one change."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

from companion.core.accounts import Account, Pot
from companion.core.cards import adjacent_cards
from companion.core.entries import standard as e
from companion.core.entries.schema import Entry, Raw, parse_entry
from companion.core.errors import Refused
from companion.core.game import Setup, Table
from companion.core.options import option_values
from companion.core.prompts import Offer, Prompt
from companion.core.review import LATE, Mistap, mistap
from companion.core.sentences import Sentence, quote, say
from companion.core.words import Card, Chips, NameList

# Returns the possible mistaps of an entry, from the table before it.
ListMistaps = Callable[[Table, Entry], Iterable[Mistap]]

# By how many chips something differs from what was counted.
Amounts = Collection[int]

# By so much a number is mistaken that is tapped or typed.
NEAR_STEPS = (-2, -1, 1, 2)


def removal_mistap(entry: Entry, raw: Raw, before: Raw) -> Mistap:
    """Return the mistap that `entry` never happened, or was a second tap if `before` is like it.

    A second tap is likelier if both are of one player; only then it is called that.
    """
    second = before.get("do") == entry.do
    near = second and before.get("player") == raw.get("player")
    words = say("{said} was tapped twice") if near else say("{said} did not happen")
    kind = f"{'twice' if second else 'never'} {entry.do}"
    return mistap(kind, words.with_facts(said=quote(entry.describe())), near=near)


def exchange_mistaps(raw: Raw, after: Raw) -> Iterator[Mistap]:
    """Yield the mistap that the players of `raw` and of the next entry, `after`, were exchanged."""
    one, other = raw.get("player"), after.get("player")
    if one and other and raw["do"] == after["do"] and one != other:
        words = say("{player} and {other} were mixed up", player=one, other=other)
        then = {**after, "player": one}
        yield mistap("turned round", words, {**raw, "player": other}, then=then)


def undo_mistaps(table: Table, raw: Raw, undone_raws: Iterable[Raw]) -> Iterator[Mistap]:
    """Yield for each entry undone just before `raw` the mistap that it did happen."""
    for other in undone_raws:
        if other != raw:
            said = quote(table.setup.game.entry_sentence(other))
            words = say("{said} was undone but did happen", said=said)
            question = say("Was {said} undone by mistake?")
            yield mistap("undone", words, other, raw, question=question)


def all_offers(prompt: Prompt) -> Iterator[Offer]:
    """Return the offers of a prompt that need no form."""
    offers = chain(*prompt.seats.values(), prompt.pots.values(), prompt.tiles, prompt.buttons)
    return (offer for offer in offers if not offer.needs_form)


def _list_answers(table: Table) -> Iterator[tuple[Raw, Sentence]]:
    """Yield the entries that are offered at a table, each with its words."""
    game = table.setup.game
    for offer in all_offers(game.current_prompt(table)):
        yield offer.raw, game.entry_sentence(offer.raw)


def alternative_answers(table: Table, entry: Entry, raw: Raw) -> Iterator[Mistap]:
    """Yield each other answer that was offered: in place of the entry, or forgotten before it."""
    for other, words in _list_answers(table):
        if other == raw:
            continue
        yield mistap("offered", words, other, near=other["do"] == entry.do)
        yield forgotten_mistap("forgotten", words, other, raw)


def forgotten_mistap(kind: str, words: Sentence, *entries: Entry | Raw) -> Mistap:
    """Return the mistap that the first of `entries`, in `words`, happened before the other."""
    first = say("{said} happened first", said=quote(words))
    return mistap(kind, first, *entries, question=say("Did {said} happen first?"))


def late_entries(table: Table, amounts: Amounts) -> Iterator[Mistap]:
    """Yield entries that may be missing at the end of the log; payments only of these `amounts`."""
    for raw, words in _list_answers(table):
        yield mistap(LATE + raw["do"], words, raw)
    for entry in chain(_missing_ends(table), _missing_payments(table, amounts)):
        yield mistap(LATE + entry.do, entry.describe(), entry)


def _missing_ends(table: Table) -> list[Entry]:
    """Return the entries that may have ended a hand that was not played to its end."""
    ways = (e.BreakOff(), e.Misdeal()) if table.in_hand else ()
    return [entry for entry in ways if entry.do in table.setup.game.entries]


def _missing_payments(table: Table, amounts: Amounts) -> Iterator[Entry]:
    if e.BuyIn.do not in table.setup.game.entries or table.phase == "over":
        return
    for chips, player in product(sorted(amounts), table.present):
        yield e.BuyIn(player, chips)
        for other in (*table.others(player), *table.pot_accounts()):
            yield e.Borrow(player, other, chips)
            yield e.Repay(player, other, chips)
            yield e.Pay(player, other, chips)


def late_alternatives(
    table: Table, list_mistaps: ListMistaps, refused_entry: Entry | None
) -> Iterator[Mistap]:
    """Yield the mistaps from `list_mistaps` that insert an entry instead of the answer "nobody".

    If there is a `refused_entry` that did happen, also those that insert one before it.
    """
    for offer in all_offers(table.setup.game.current_prompt(table)):
        if offer.means_nobody:
            nobody = parse_entry(dict(offer.raw), table.setup.game.kinds)
            yield from late_mistaps(list_mistaps(table, nobody), 1)
            before = list_mistaps(table, refused_entry) if refused_entry else ()
            yield from late_mistaps(before, 2)


def late_mistaps(mistaps: Iterable[Mistap], entries: int) -> Iterator[Mistap]:
    """Yield those of `mistaps` that consist of `entries` entries, as mistaps at the end of the log.

    Only the first of these entries is missing there.
    """
    for one in mistaps:
        if len(one.replacements) == entries:
            yield replace(one, kind=LATE + one.kind, replacements=one.replacements[:1])


# the entries that games share

_LEFT = say("{player} left"), say("Did {player} leave?")
_CAME_BACK = say("{player} came back"), say("Did {player} come back?")
_BOUGHT = say("{player} bought chips"), say("Did {player} buy chips?")


def common_mistaps(table: Table, entry: Entry, raw: Raw, amounts: Amounts) -> Iterator[Mistap]:
    """Yield mistaps in which an entry that games share has another player, pot or amount."""
    mistaps_by_entry: dict[str, Callable[[], Iterator[Mistap]]] = {
        e.Deal.do: lambda: _deal_mistaps(table, raw),
        e.Award.do: lambda: _award_mistaps(table, raw),
        e.BreakOff.do: lambda: _end_mistaps(table, raw),
        e.Misdeal.do: lambda: _end_mistaps(table, raw),
        e.Leave.do: lambda: _other_players(table, raw, *_LEFT),
        e.ReturnToSeat.do: lambda: _other_players(table, raw, *_CAME_BACK),
        e.Pay.do: lambda: _payment_mistaps(table, raw, amounts),
        e.Borrow.do: lambda: _loan_mistaps(table, raw, amounts),
        e.Repay.do: lambda: _other_amounts(raw, amounts),
        e.BuyIn.do: lambda: _other_receipts(table, raw, amounts, *_BOUGHT),
        e.Join.do: lambda: _other_amounts(raw, amounts),
        e.Count.do: lambda: _count_mistaps(table, raw, amounts),
    }
    return mistaps_by_entry[entry.do]() if entry.do in mistaps_by_entry else iter(())


def _deal_mistaps(table: Table, raw: Raw) -> Iterator[Mistap]:
    for player in table.present:
        words = say("{player} had left before the deal", player=player)
        question = say("Had {player} left before the deal?")
        yield mistap("forgotten leave", words, e.Leave(player), raw, question=question)
    for player in table.seats:
        if player not in table.present:
            words = say("{player} had come back before the deal", player=player)
            question = say("Had {player} come back before the deal?")
            yield mistap("forgotten return", words, e.ReturnToSeat(player), raw, question=question)


def _end_mistaps(table: Table, raw: Raw) -> Iterator[Mistap]:
    for other in _missing_ends(table):
        if other.do != raw["do"]:
            yield mistap("unfinished", other.describe(), other)


def _other_players(table: Table, raw: Raw, words: Sentence, question: Sentence) -> Iterator[Mistap]:
    for player in table.seats:
        if player not in _field_values(raw):
            near = raw["player"] in table.present and are_neighbours(table, player, raw["player"])
            other, sentence = {**raw, "player": player}, words.with_facts(player=player)
            yield mistap("player", sentence, other, near=near, question=question)


def _field_values(raw: Raw) -> list[object]:
    return [value for field, value in raw.items() if field != "do"]


def are_neighbours(table: Table, one: str, other: str) -> bool:
    return table.left_of(one) == other or table.left_of(other) == one


def card_show_mistaps(table: Table, entry: e.Show, others: Iterable[str]) -> Iterator[Mistap]:
    """Yield mistaps in which one of `others` showed the cards, or a card was its neighbour."""
    for player in others:
        words = say("{player}, not {other}, showed these cards", player=player, other=entry.player)
        near = player in table.present and are_neighbours(table, player, entry.player)
        question = say("Did {player} show these cards?")
        yield mistap("shown-by", words, replace(entry, player=player), near=near, question=question)
    for card in entry.cards:
        for other in adjacent_cards(card):
            words = say("{player} showed {card}, not {other}")
            sentence = words.with_facts(player=entry.player, card=Card(other), other=Card(card))
            near, question = other[-1] == card[-1], say("Did {player} show {card}?")
            cards = tuple(other if each == card else each for each in entry.cards)
            show = replace(entry, cards=cards)
            yield mistap("shown", sentence, show, near=near, question=question)


def _award_mistaps(table: Table, raw: Raw) -> Iterator[Mistap]:
    pot = Pot(raw["pot"])
    for players in ((), *((player,) for player in table.present)):
        if raw.get("players") != list(players):
            nobody = say("Nobody won {pot}", pot=pot)
            words = say("{pot} went to {players}", pot=pot, players=NameList(players))
            question = say("Did {pot} go to {players}?", pot=pot, players=NameList(players))
            other = {**raw, "players": [*players]}
            yield mistap("winner", words if players else nobody, other, question=question)
    for name in table.pots:
        if name != raw["pot"]:
            words = say("{pot} was won instead", pot=Pot(name))
            question = say("Was {pot} won instead?")
            yield mistap("pot", words, {**raw, "pot": name}, question=question)


def _other_amounts(raw: Raw, amounts: Amounts) -> Iterator[Mistap]:
    """Yield other amounts, likelier if a typo makes just the difference that was counted."""
    had, question = raw["chips"], say("Was the amount {chips}?")
    for chips in _likely_amounts(had, amounts):
        words = say("{chips}, not {had}", chips=Chips(chips), had=had)
        near = abs(chips - had) in amounts and chips in _likely_amounts(had, ())
        yield mistap("amount", words, {**raw, "chips": chips}, near=near, question=question)


def _likely_amounts(had: int, amounts: Amounts) -> list[int]:
    """Return the numbers that may be meant by `had`, typed or tapped wrong, or off by an amount."""
    near = {had + by for by in NEAR_STEPS} | {had * 10, had // 10}
    near |= {had + by for by in amounts} | {had - by for by in amounts}
    return sorted(chips for chips in near if chips > 0 and chips != had)


def _other_receipts(
    table: Table, raw: Raw, amounts: Amounts, words: Sentence, question: Sentence
) -> Iterator[Mistap]:
    """Yield other players who received chips, likelier if that many are missing, and amounts."""
    for one in _other_players(table, raw, words, question):
        yield replace(one, is_neighbour=raw["chips"] in amounts)
    yield from _other_amounts(raw, amounts)


def _loan_mistaps(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Mistap]:
    words, question = say("{player} borrowed"), say("Did {player} borrow the chips?")
    yield from _other_receipts(table, raw, amounts, words, question)
    words, question = say("{account} lent the chips"), say("Did {account} lend the chips?")
    yield from _other_accounts(table, raw, "lender", "from", words, question)


def _payment_mistaps(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Mistap]:
    yield from _other_amounts(raw, amounts)
    words, question = say("{account} paid"), say("Did {account} pay?")
    yield from _other_accounts(table, raw, "payer", "from", words, question)
    words, question = say("{account} was paid"), say("Was {account} paid?")
    yield from _other_accounts(table, raw, "paid", "to", words, question)


def _count_mistaps(table: Table, raw: Raw, amounts: Amounts) -> Iterator[Mistap]:
    yield from _other_amounts(raw, amounts)
    words = say("The count was for {account}")
    question = say("Was the count for {account}?")
    yield from _other_accounts(table, raw, "account", "of", words, question)


def _other_accounts(
    table: Table, raw: Raw, kind: str, key: str, words: Sentence, question: Sentence
) -> Iterator[Mistap]:
    """Yield mistaps of a `kind` in which the field `key` of an entry has another account."""
    for account in (*table.present, *table.pot_accounts()):
        if account not in _field_values(raw):
            sentence = words.with_facts(account=Account(account))
            yield mistap(kind, sentence, {**raw, key: account}, question=question)


@dataclass(frozen=True, slots=True)
class OtherSetup:
    """A set-up with one change, and `keys`, the new values in its record."""

    mistap: Mistap
    setup: Setup
    keys: Mapping[str, object]


def other_setups(setup: Setup) -> Iterator[OtherSetup]:
    """Yield the set-ups that differ in one thing, the cheapest to try first."""
    yield from other_dealers(setup)
    yield from _exchanged_seats(setup)
    yield from other_rules(setup)


def other_dealers(setup: Setup) -> Iterator[OtherSetup]:
    """Yield the set-ups in which another player deals first."""
    for player in setup.players:
        if player != setup.dealer:
            words = say("{player} dealt first, not {dealer}", player=player, dealer=setup.dealer)
            other = mistap("dealer", words, question=say("Did {player} deal first?"))
            yield OtherSetup(other, replace(setup, dealer=player), {"dealer": player})


def _exchanged_seats(setup: Setup) -> Iterator[OtherSetup]:
    for one, other in combinations(setup.players, 2):
        places = {one: other, other: one}
        players = tuple(places.get(player, player) for player in setup.players)
        words = say("The seats of {player} and {other} were mixed up", player=one, other=other)
        other_setup = replace(setup, players=players)
        yield OtherSetup(mistap("seats", words), other_setup, {"players": [*players]})


def other_rules(setup: Setup) -> Iterator[OtherSetup]:
    """Yield the set-ups with another value of one house rule that has a few of them."""
    values = option_values(setup.options)
    for option in setup.game.options:
        for value, sentence in option.choices:
            if value != values[option.name]:
                words = say("The house rule “{rule}” was {value}")
                words = words.with_facts(rule=option.label, value=quote(sentence))
                question = say("What was the house rule “{rule}”: {value}?")
                new = {option.name: value}
                with suppress(Refused):  # not every rule goes with every other
                    other_setup = replace(setup, options=replace(setup.options, **new))
                    other = mistap("rule", words, question=question)
                    yield OtherSetup(other, other_setup, {"options": new})
