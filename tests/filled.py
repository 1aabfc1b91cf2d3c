"""Fills every sentence of a catalogue with facts as a table has them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from babel.messages import Message

from companion.core.accounts import Account, Pot, PotLabel
from companion.core.ledger import POT
from companion.core.sentences import Fact, format_template, localize_in
from companion.core.words import CardCount, Cards, Chips, NameList, Rank, Ranks
from companion.games import all_games
from companion.games.oh_claire.game import cup_account
from companion.games.wanagan.hands import CUPS
from companion.language import ENGLISH, Language
from tests.catalogues import NAMED, texts

Kinds = Mapping[str, Sequence[Fact]]

BOARDS = chain.from_iterable(game.boards.named_boards.values() for game in all_games().values())
PLAYERS = ("Ann", "Bob", "Émile", "נועה", "Ida & Co")
POTS = tuple(Pot(pot) for pot in sorted({*chain.from_iterable(BOARDS), *CUPS, "jackpot"}))
CUP = Pot(cup_account("Ann", 3).removeprefix(POT))
ALL_POTS = (*POTS, CUP)
SOURCES = (*(Account(POT + pot) for pot in ALL_POTS), *map(Account, PLAYERS))
SEVERAL = (NameList(PLAYERS[:1]), NameList(PLAYERS[2:]), NameList(PLAYERS))
# What may stand where a sentence names a fact; whatever is not here is a number.
KINDS: Kinds = {
    **dict.fromkeys(("player", "other", "dealer", "bidder", "payer", "lender"), PLAYERS),
    **dict.fromkeys(("leader", "buyer", "owner"), PLAYERS),
    **dict.fromkeys(("source", "target", "holder", "issuer", "account"), SOURCES),
    **dict.fromkeys(("pot", "pots", "what"), (*ALL_POTS, NameList(POTS[:2]))),
    **dict.fromkeys(("players", "names"), SEVERAL),
    **dict.fromkeys(("chips", "owed", "due", "amount"), (Chips(1), Chips(4))),
    **dict.fromkeys(("ranks", "others"), tuple(Ranks(rank) for rank in range(13))),
    "rank": tuple(Rank(rank) for rank in range(13)),
    "cards": (CardCount(1), CardCount(4), Cards(("9H", "10H"))),
}

# What stands in the pages of rules: pots as they are labelled, and bare numbers.
RULES = {"pot": tuple(PotLabel(pot) for pot in POTS if pot != "jackpot")}


def filled(message: Message, language: Language) -> Iterator[str]:
    """Fill a message, translated or not, so often that each fact of each kind stands in it."""
    kinds = RULES if any("/rules/" in file for file, _ in message.locations) else KINDS
    counted = re.findall(r"\{(\w+)\} \1", texts(message, source=True)[0])
    kinds = {**kinds, **dict.fromkeys(counted, (4,))}
    if "{card" in texts(message, source=True)[0]:
        kinds = {**kinds, "other": KINDS["cards"]}
    for template in texts(message, source=language == ENGLISH):
        for form in template.split(" | "):
            yield from _filled(form, kinds, language)


def _filled(
    template: str, kinds: Mapping[str, Sequence[Fact]], language: Language
) -> Iterator[str]:
    names = NAMED.findall(template)
    each = {name: kinds.get(name, (4,)) for name in names}
    for turn in range(max(map(len, each.values()), default=0)):
        facts = {
            name: kind[(turn + at) % len(kind)] for at, (name, kind) in enumerate(each.items())
        }
        yield format_template(template, facts, lambda fact, form: localize_in(fact, language, form))
