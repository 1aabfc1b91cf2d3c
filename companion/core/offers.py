"""Which entries are possible now, for one player too, and the prompts that all games share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count, product

from companion.core.cards import PACK
from companion.core.chips import ShortOfAnte
from companion.core.entries.fields import EntryField, FieldKind
from companion.core.entries.schema import (
    Entry,
    PartialEntry,
    Raw,
    entry_fields,
    serialize_entry,
)
from companion.core.entries.standard import Borrow, BuyIn, Deal, End, Rounds
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import absent_sharers, apply_entry, find_refusal, refusal_sentence
from companion.core.ledger import POT
from companion.core.prompts import EntryTemplate, JointPrompt, Offer, Prompt
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import CardCount, Chips, NameList

DEAL = serialize_entry(Deal())
WHAT_NEXT = say("What now?")
END = Offer(End(), End.title)


def end_offer(table: Table, needs_form: bool = False) -> Offer:
    """Return the offer to end the evening; it asks first who shares the pots, if that is open."""
    return replace(END, needs_form=needs_form or bool(absent_sharers(table)))


def possible_offers(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Return those of `offers` that would be accepted now, and all that need a form."""
    return tuple(
        offer for offer in offers if offer.needs_form or not refusal_sentence(table, offer.raw)
    )


def deal_prompt(table: Table, prompt: Prompt, others: Iterable[Offer] = ()) -> Prompt:
    """Return `prompt`, which offers a deal, with the possible ones of `others` added.

    If no deal is possible even with enough chips, it says why and offers only the end. If a player
    cannot pay the ante, it offers loans, and purchases of the missing chips.
    """
    short = find_refusal(table, DEAL)
    never = deal_refusal(table) if short else None
    if never is not None:
        is_played = never.code == "last-hand-played"
        question, hint = (never.sentence, prompt.hint) if is_played else (WHAT_NEXT, never.sentence)
        again = one_more(table) if is_played else None
        return replace(prompt, question=question, hint=hint, buttons=(), again=again)
    if isinstance(short, ShortOfAnte):
        return _loan_prompt(table, short, prompt)
    buttons = (*prompt.buttons, *possible_offers(table, *others))
    return replace(prompt, buttons=buttons, player=table.next_dealer())


def card_deal_prompt(
    table: Table, question: Sentence, cards: int, end: Sentence, hint: Sentence | None = None
) -> Prompt:
    """Return the prompt to deal `cards` cards to each player.

    `end` is the label of the offer to end the evening.
    `question` may name the facts `number` (of the hand), `dealer` and `cards`.
    """
    number, size = table.hand + 1, CardCount(cards)
    question = question.with_facts(number=number, dealer=table.next_dealer(), cards=size)
    deal = Offer(Deal(), say("Everybody has {cards}", cards=size))
    end_offer = Offer(End(), end) if table.hand else None
    return deal_prompt(
        table, Prompt(table.phase, question, hint, buttons=(deal,), end_offer=end_offer)
    )


def deal_refusal(table: Table) -> Refused | None:
    """Return the error that a deal would raise if everybody could pay the ante; None if none."""
    funded_table = table.copy()
    while isinstance(error := find_refusal(funded_table, DEAL), ShortOfAnte):
        funded_table.ledger.buy_chips(error.player, error.missing, "buy-in")
    return error


def one_more(table: Table) -> Offer | None:
    """Return the offer to play another hand after the last one; None if it is impossible."""
    if table.rounds is None and table.last is None:
        return None
    if table.rounds is None:
        offer = Offer(Rounds(None), say("Not the last hand: play on"))
    else:
        number = max(table.rounds, table.hand) + 1
        offer = Offer(Rounds(number), say("One more hand: {number} in all", number=number))
    return next(iter(possible_offers(table, offer)), None)


def agreements(table: Table) -> tuple[Offer, ...]:
    """Return the offers that change the agreed number of hands; () if none are possible."""
    if "rounds" not in table.setup.game.entries or table.phase != "between-hands":
        return ()
    fewer = (table.rounds or 1) - 1
    less = Offer(Rounds(fewer), say("One fewer hand: {number} in all", number=fewer))
    agree = Offer(PartialEntry(Rounds), Rounds.title, needs_form=True)
    more = one_more(table)
    return (*((more,) if more else ()), *possible_offers(table, less), agree)


def ante_shortfall(table: Table, player: str) -> int:
    """Return the chips that `player` lacks for the next deal, if that is why it fails; or 0."""
    short = find_refusal(table, DEAL)
    return short.missing if isinstance(short, ShortOfAnte) and short.player == player else 0


def _loan_prompt(table: Table, short: ShortOfAnte, prompt: Prompt) -> Prompt:
    player, missing = short.player, Chips(short.missing)
    chips = table.ledger.chips
    lenders = [name for name in table.others(player) if chips[name] >= missing]
    pots = [pot for pot in table.pots if chips[POT + pot] >= missing]
    lends = say("Who lends {player} {chips} for the ante?", player=player, chips=missing)
    return replace(
        prompt,
        question=lends if lenders or pots else WHAT_NEXT,
        hint=short.sentence,
        short_player=player,
        seats={name: (_loan(short, name),) for name in lenders},
        pots={pot: _loan(short, POT + pot) for pot in pots},
        buttons=_purchases(table, short),
    )


def _loan(short: ShortOfAnte, account: str) -> Offer:
    loan = Borrow(short.player, account, short.missing)
    return Offer(loan, loan.describe())


def _purchases(table: Table, short: ShortOfAnte) -> tuple[Offer, ...]:
    """Return offers to buy the missing chips, and the chips that the player began with if more."""
    start = table.setup.chips.get(short.player, 0)
    amounts = sorted({short.missing, max(short.missing, start)})
    purchases = [BuyIn(short.player, chips) for chips in amounts]
    return tuple(Offer(purchase, purchase.describe()) for purchase in purchases)


def winners_sentence(players: Iterable[str]) -> Sentence:
    names = NameList(players)
    return say_plural("{players} wins!", "{players} win!", n=len(names), players=names)


def final_prompt(table: Table, hint: Sentence | None = None) -> Prompt:
    """Return the prompt of an evening that is over: it names the winners and offers nothing."""
    return Prompt(
        "over", winners_sentence(line.player for line in table.tally or () if line.place == 1), hint
    )


def player_label(player: str) -> Sentence:
    return say("{player}", player=player)


def form_offers(
    kind: type[Entry],
    players: Iterable[str],
    words: Sentence,
    own_label: Sentence | None = None,
) -> dict[str, tuple[Offer, ...]]:
    """Return for each player an offer of a `kind` entry, with a form for its missing values.

    `words` is its label at the table, which may name `player`.
    """
    return {
        player: (
            Offer(
                PartialEntry(kind, {"player": player}),
                words.with_facts(player=player),
                needs_form=True,
                own_label=own_label,
            ),
        )
        for player in players
    }


# the part of one player


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """What one player is asked: `tiles` are cards or numbers, `buttons` the other answers.

    `template` is an entry of this player that still lacks a pot or a number; `joint` is an entry
    that all players answer together.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    template: EntryTemplate | None = None
    joint: JointPrompt | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.template)


def seat_prompt(table: Table, prompt: Prompt, player: str) -> SeatPrompt:
    """Return the part of `prompt` that `player` may answer alone."""
    answers = chain(prompt.seats.get(player, ()), prompt.buttons, prompt.own_offers.get(player, ()))
    buttons = [offer for offer in answers if belongs_to_player(table, offer.raw, player)]
    template = _own_template(table, prompt.template, player)
    if template and not template.missing:  # only the player was missing
        buttons.append(Offer(template.entry, template.label, own_label=say("I win")))
        template = None
    return SeatPrompt(
        tuple(tile for tile in prompt.tiles if belongs_to_player(table, tile.raw, player)),
        tuple(buttons),
        template,
        prompt.joint if prompt.joint and player in prompt.joint.players else None,
    )


def belongs_to_player(table: Table, raw: Raw, player: str) -> bool:
    """Return whether an entry, complete or not, is one that `player` may enter alone."""
    do = raw.get("do")
    kind = table.setup.game.kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        return False
    if kind.is_dealers:
        # with more fields (another dealer, counted piles) it concerns the whole table
        return len(raw) == 1 and player in table.present and player == table.deals
    return bool(kind.own_field) and raw.get(kind.own_field) in (player, [player])


def _own_template(
    table: Table, template: EntryTemplate | None, player: str
) -> EntryTemplate | None:
    """Return a template with `player` filled in; None if this player may not enter it."""
    if template is None:
        return None
    choice = template.player_choice
    if choice is not None and player in choice.names:
        value = (player,) if choice.several else player
        entry = replace(template.entry, values={**template.entry.values, choice.key: value})
        template = replace(template, entry=entry, player_choice=None)
    return template if belongs_to_player(table, template.raw, player) else None


def skips_before(table: Table, player: str) -> dict[str, Raw]:
    """Return the entries by which the players before `player`, in turn, have nothing to lead.

    There are none if it is this player's turn already, or would not become it.
    """
    skips: dict[str, Raw] = {}
    while (prompt := table.setup.game.current_prompt(table)).player != player:
        skip = next((offer.entry for offer in prompt.buttons if offer.means_nobody), None)
        if prompt.kind != "lead" or prompt.player is None or not isinstance(skip, Entry):
            return {}
        skips[prompt.player] = serialize_entry(skip)
        table = apply_entry(table, skip, table.entry_number + 1)
    return skips


# Codes that refuse an entry at this moment; behind any other code the sample values may be wrong.
UNTIMELY = frozenset(
    (
        "already-settled",
        "last-hand-played",
        "may-not-bid",
        "no-such-finding",
        "nothing-to-collect",
        "unknown-pot",
        "wrong-phase",
    )
)

# Codes from which nothing follows about the moment.
INCONCLUSIVE = frozenset(("bad-entry", "unknown-player"))

# Cards that form no combination.
SAMPLE_CARDS = PACK[::9]


def is_kind_possible(table: Table, kind: type[Entry]) -> bool:
    """Return whether an entry of class `kind` may be accepted now, with some values.

    It tries sample values. If all of them are invalid as values, the answer is True.
    """
    keys, codes = entry_fields(kind), set()
    for raw in _sample_entries(table, kind):
        refusal = find_refusal(table, raw)
        code = refusal.code if refusal else ""
        if not code or (keys and code not in UNTIMELY | INCONCLUSIVE):
            return True
        codes.add(code)
    return bool(codes) and codes <= INCONCLUSIVE


def _sample_entries(table: Table, kind: type[Entry]) -> Iterator[Raw]:
    """Yield sample entries of a class: with every name, and with some numbers and cards.

    At most one optional field is filled in.
    """
    keys = entry_fields(kind).values()
    fields = [key for key in keys if key.is_required]
    for more in ([], *([key] for key in keys if not key.is_required)):
        sample_fields = fields + more
        for values in product(*(_sample_values(table, key) for key in sample_fields)):
            raw = {key.name: value for key, value in zip(sample_fields, values, strict=True)}
            yield {"do": kind.do, **_without_named(raw)}


def _without_named(raw: Mapping[str, object]) -> Mapping[str, object]:
    """Return an entry in which values by player omit the players named in other fields."""
    names = {value for value in raw.values() if isinstance(value, str)}
    return {
        key: {name: n for name, n in value.items() if name not in names}
        if isinstance(value, dict)
        else value
        for key, value in raw.items()
    }


def _sample_values(table: Table, key: EntryField) -> Iterable[object]:
    pots = [POT + pot for pot in table.pots]
    samples: dict[FieldKind, Callable[[], Iterable[object]]] = {
        FieldKind.PLAYER: lambda: table.present,
        FieldKind.PLAYERS: lambda: [[player] for player in table.present],
        FieldKind.NEWCOMER: lambda: [next(n for n in map(str, count()) if n not in table.seats)],
        FieldKind.ANYBODY: lambda: table.seats,
        FieldKind.POT: lambda: table.pots,
        FieldKind.ACCOUNT: lambda: [*table.present, *pots],
        FieldKind.ANY_ACCOUNT: lambda: [*table.seats, *pots],
        FieldKind.CARDS: lambda: [list(SAMPLE_CARDS[:cards]) for cards in (4, 5)],
        FieldKind.CARDS_IN_A_ROW: lambda: [[card] for card in SAMPLE_CARDS],
        FieldKind.NUMBER: lambda: [1],
        FieldKind.COUNT: lambda: [1],
        FieldKind.NUMBERS: lambda: [dict.fromkeys(table.present, 1)],
        FieldKind.HANDS: lambda: [{player: [] for player in table.present}],
        FieldKind.CHOICE: lambda: [value for value, _ in key.choices],
        FieldKind.FINDING: lambda: range(len(table.setup.game.review.findings(table))),
        FieldKind.ENTRY: tuple,
    }
    return samples[key.kind]()
