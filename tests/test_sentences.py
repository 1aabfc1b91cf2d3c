"""Sentences are made in one way: templates that a catalogue can be gathered from, and facts."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel import Locale
from babel.messages.pofile import read_po

import companion
from companion.core.accounts import Account, Pot, payment_list, pot_name, transfer_sentence
from companion.core.entries.schema import parse_entry
from companion.core.errors import Refused
from companion.core.ledger import BANK, POT, Transfer
from companion.core.sentences import Sentence, quote, say
from companion.core.words import (
    Card,
    CardCount,
    Chips,
    NameList,
    Ranks,
    Series,
    format_signed,
    join_list,
    parse_card_input,
)
from companion.games import all_games
from companion.games.oh_claire.game import cup_account
from companion.language import (
    ENGLISH,
    Language,
    ListStyle,
    available_languages,
    use_language,
    with_terms,
)
from tests.catalogues import texts

ROOT = Path(companion.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
TEMPLATE_AT = {"say": 0, "say_plural": 0, "_bad": 0, "Refused": 1, "CannotStart": 0}
"""Which argument is a template, by what it is given to."""


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in TEMPLATE_AT:
            assert isinstance(node, ast.Call)
            yield node


def fault(call: ast.Call) -> str:
    """What keeps a call from being gathered, or from naming its facts."""
    assert isinstance(call.func, ast.Name)
    templates = call.args[TEMPLATE_AT[call.func.id] :]
    if not all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in templates):
        return f"line {call.lineno}: no plain text"
    texts = [t.value for t in templates if isinstance(t, ast.Constant)]
    named = {name for text in texts for _, name, _, _ in Formatter().parse(str(text)) if name}
    given = {keyword.arg for keyword in call.keywords}
    unnamed = given - named - {"n"}
    missing = named - given if given else set()
    return f"line {call.lineno}: {unnamed} {missing}" if unnamed or missing else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_template_is_plain_text_that_names_its_facts(path: Path) -> None:
    wrong = [fault(call) for call in calls(path) if None not in {k.arg for k in call.keywords}]
    assert [fault for fault in wrong if fault] == []


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李小明", "🦊 4"])
def test_a_name_from_the_left_stays_as_it_is(name: str) -> None:
    assert str(say("{player} plays {card}", player=name, card=Card("6C"))) == f"{name} plays 6♣"


@pytest.mark.parametrize("name", ["אברהם", "محمد", "Ann א", "\u202eAnn"])
def test_a_name_from_the_right_turns_no_words_round_it(name: str) -> None:
    said = str(say("{player} plays {card}", player=name, card=Card("6C")))
    assert said == f"\u2068{name}\u2069 plays 6♣"
    assert join_list(("Bob", name)) == f"Bob and \u2068{name}\u2069"


def test_babel_gathers_every_template(messages: Path) -> None:
    with messages.open("rb") as file:
        found = {
            text
            for message in read_po(file)
            if any(name.endswith(".py") for name, _ in message.locations)
            for text in texts(message, source=True)
        }
    templates = {
        str(template.value)
        for path in MODULES
        for call in calls(path)
        if isinstance(call.func, ast.Name)
        for template in call.args[TEMPLATE_AT[call.func.id] :]
        if isinstance(template, ast.Constant)
    }
    assert templates - found == set()
    assert len(templates) > 300


SINGLE = {
    "According to the count, {player} holds {held}, not {cards}.": (
        "{player} hat {held}, keine {cards}."
    ),
    "nobody": "niemand",
}
PLURAL = {"{n} card": ("{n} Karte", "{n} Karten"), "{n} chip": ("{n} Chip", "{n} Chips")}


class German(NullTranslations):
    """A catalogue laid over some templates."""

    def gettext(self, message: str) -> str:
        return SINGLE.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return PLURAL.get(msgid1, (msgid1, msgid2))[n != 1]


GERMAN = Language(Locale("de"), German())


def test_a_refusal_keeps_its_facts() -> None:
    wrong = Refused("not-next-card", "{next} is next, not {card}.", next=Card("8C"), card="x")
    assert (wrong.code, dict(wrong.sentence.facts)) == (
        "not-next-card",
        {"next": "8C", "card": "x"},
    )
    assert (wrong.message, str(wrong)) == ("8♣ is next, not x.", "8♣ is next, not x.")


def test_a_sentence_is_worded_in_the_language_that_is_spoken_when_it_is_shown() -> None:
    held = say(
        "According to the count, {player} holds {held}, not {cards}.",
        player="Ann",
        held=CardCount(1),
        cards=2,
    )
    assert str(held) == "According to the count, Ann holds 1 card, not 2."
    with use_language(GERMAN):
        assert str(held) == "Ann hat 1 Karte, keine 2."
    assert str(held) == "According to the count, Ann holds 1 card, not 2."


def test_numbers_lists_and_plurals_follow_the_language() -> None:
    told = say("{chips}: {names}", chips=Chips(12_500), names=NameList(["Ann", "Bob", "Cal"]))
    assert str(told) == "12,500 chips: Ann, Bob, and Cal"
    with use_language(GERMAN):
        assert str(told) == "12.500 Chips: Ann, Bob und Cal"
        assert str(say("{who}", who=NameList())) == "Niemand"


def test_a_name_is_never_read_as_a_template() -> None:
    assert str(say("{player} leaves", player="{player}")) == "{player} leaves"
    assert str(say("{pot} is full", pot=Pot("10H"))) == "10♥ is full"


all_games()  # they say what their pots are called
KITTY, JACKPOT = Account(POT + "kitty"), Account(POT + "jackpot")
CUP = Account(cup_account("Kay", 2))
PAID = say("{account} paid", account=KITTY)
GETS = say("{target} gets {chips} from {pot}", target=KITTY, chips=Chips(1), pot=Pot("jackpot"))
MOVED = Series(transfer_sentence(Transfer("Ann", to, 1, "pay")) for to in (KITTY, JACKPOT))
IN_A_ROW = say("{payments}", payments=payment_list({"Ann": 1, "Bob": 2, JACKPOT: 1}))
BLOCKED = say(
    "Nobody can lead. The lowest card total takes {pots}.",
    pots=NameList((Pot("jackpot"), Pot("kitty"))),
)


def from_source(account: str) -> Sentence:
    return say("+{chips} from {source}", chips=4, source=Account(account))


@pytest.mark.parametrize(
    ("code", "sentence", "said"),
    [
        # A sentence begins with a capital, and a name as it is written.
        ("en", PAID, "The kitty paid"),
        ("en", say("{account} paid", account=Account(BANK)), "The bank paid"),
        ("en", say("{account} paid", account=Account("ann")), "ann paid"),
        ("en", say("{player} left", player="ann"), "ann left"),
        (
            "en",
            say("{card} has already been seen.", card=Card("JK")),
            "Joker has already been seen.",
        ),
        ("en", say("{players} won", players=NameList(())), "Nobody won"),
        ("en", say("{it} came first", it=quote(PAID)), "“The kitty paid” came first"),
        ("en", say("It was “{entry}”", entry=PAID), "It was “The kitty paid”"),
        ("en", say("It was {entry}", entry=PAID), "It was the kitty paid"),
        ("en", say("It was “{pot}”", pot=KITTY), "It was “the kitty”"),
        ("en", say("{moves}", moves=MOVED), "The kitty +1 from Ann, the jackpot +1 from Ann"),
        ("de", quote(GETS), "„Die Kitty bekommt 1 Chip aus dem Jackpot“"),
        ("fr", GETS, "La cagnotte reçoit 1 jeton du jackpot"),
        ("nl", GETS, "De kitty krijgt 1 fiche uit de jackpot"),
        # Of payments in a row only the first names the unit.
        ("en", IN_A_ROW, "1 chip to Ann, 2 to Bob, and 1 into the jackpot"),
        ("de", IN_A_ROW, "1 Chip an Ann, 2 an Bob und 1 in den Jackpot"),
        ("fr", IN_A_ROW, "1 jeton à Ann, 2 à Bob et 1 au jackpot"),
        ("it", IN_A_ROW, "1 fiche ad Ann, 2 a Bob e 1 nel jackpot"),
        # A name, a pot and a rank take the form that the sentence asks for.
        ("fr", from_source("Bob"), "+4 de Bob"),
        ("fr", from_source("Ann"), "+4 d’Ann"),
        ("fr", from_source("Émile"), "+4 d’Émile"),
        ("fr", from_source(KITTY), "+4 de la cagnotte"),
        ("fr", from_source(f"{POT}10H"), "+4 du pot 10♥"),
        ("fr", say("a pair of {ranks}", ranks=Ranks(6)), "une paire de huit"),
        ("fr", say("a pair of {ranks}", ranks=Ranks(12)), "une paire d’as"),
        (
            "he",
            say("{player} wins {pot}", player="אבי", pot=Pot("kitty")),
            "\u200f\u2068אבי\u2069 זוכה בקיטי",
        ),
        (
            "he",
            say("{player} wins {pot}", player="אבי", pot=Pot("10H")),
            "\u200f\u2068אבי\u2069 זוכה ב־\u206810♥\u2069",
        ),
        ("de", BLOCKED, "Blockiert: Die niedrigste Kartensumme gewinnt den Jackpot und die Kitty."),
        # A pot that bears a name has forms like any other.
        ("en", from_source(CUP), "+4 from Kay’s cup 2"),
        ("de", from_source(CUP), "+4 aus dem Becher 2 von Kay"),
        ("fr", from_source(CUP), "+4 du gobelet 2 de Kay"),
        ("it", from_source(CUP), "+4 dalla coppa 2 di Kay"),
    ],
)
def test_a_sentence_takes_its_facts_in_their_forms(
    code: str, sentence: Sentence, said: str
) -> None:
    with use_language(available_languages()[code]):
        assert str(sentence) == said


@pytest.mark.parametrize(
    ("code", "stands"),
    [
        ("en", "Kay, cup 2"),
        ("de", "Becher 2 von Kay"),
        ("fr", "gobelet 2 de Kay"),
        ("it", "coppa 2 di Kay"),
    ],
)
def test_a_pot_that_bears_a_name_stands_by_itself(code: str, stands: str) -> None:
    with use_language(available_languages()[code]):
        assert pot_name(CUP.removeprefix(POT)) == stands


def test_scores_are_in_points_and_cards_left_in_cards() -> None:
    kinds = all_games()["kids-rummy"].kinds
    by_points = {"do": "score", "out": "Ann", "points": {"Bob": 1, "Cal": 5}}
    assert str(parse_entry(by_points, kinds).describe()) == "Ann goes out (Bob 1 point, Cal 5)"
    by_cards = {"do": "score", "out": "Ann", "cards": {"Bob": ["KD"]}}
    assert str(parse_entry(by_cards, kinds).describe()) == "Ann goes out (Bob K♦)"


def test_a_card_is_typed_with_the_letters_of_the_country_even_where_they_are_two() -> None:
    with use_language(replace(GERMAN, court="Kn D K E")):
        assert [parse_card_input(text) for text in ("knh", "KH", "10h", "jk")] == [
            "JH",
            "KH",
            "10H",
            "JK",
        ]


def test_names_and_cards_are_not_turned_round_from_right_to_left() -> None:
    told = say("{player}: {card}", player="Ann", card=Card("4C"))
    assert str(told) == "Ann: 4♣"
    with use_language(Language(Locale("he"), NullTranslations())):
        assert str(told) == "⁨Ann⁩: ⁨4♣⁩"
        assert format_signed(-4) == "⁨−4⁩"


@pytest.mark.parametrize("code", available_languages())
@pytest.mark.parametrize("style", get_args(ListStyle))
def test_lists_of_any_length_can_be_written(code: str, style: ListStyle) -> None:
    for length in range(12):
        parts = [f"part{number}" for number in range(length)]
        said = available_languages()[code].join_list(parts, style)
        assert re.findall(r"part\d+", said) == parts


@pytest.mark.parametrize(
    ("code", "parts", "style", "text"),
    [
        ("es", ("Ann", "Inés"), "standard", "Ann e Inés"),
        ("es", ("Ann", "Hielo"), "standard", "Ann y Hielo"),
        ("es", ("Ana", "Yann"), "standard", "Ana y Yann"),
        ("es", ("Ana", "Óscar"), "or", "Ana u Óscar"),
        ("es", ("7♣", "8♣"), "or", "7♣ u 8♣"),
        ("it", ("Anna", "Émile"), "standard", "Anna ed Émile"),
        ("it", ("Anna", "Bob"), "standard", "Anna e Bob"),
        ("he", ("אבי", "Ida"), "standard", "אבי ו־Ida"),
        ("he", ("6", "15"), "standard", "6 ו־15"),
        ("he", ("אבי", "דנה"), "standard", "אבי ודנה"),
    ],
)
def test_the_word_before_the_last_of_a_list_fits_its_sound(
    code: str, parts: tuple[str, ...], style: ListStyle, text: str
) -> None:
    assert available_languages()[code].join_list(parts, style) == text


@pytest.mark.parametrize(
    ("code", "name", "form", "text"),
    [
        ("fr", "Yann", "from", "de Yann"),
        ("fr", "Yves", "from", "d’Yves"),
        ("fr", "Émile", "from", "d’Émile"),
        ("it", "Anna", "into", "ad Anna"),
        ("it", "Émile", "into", "a Émile"),
        ("he", "אבי", "into", "לאבי"),
        ("he", "Ida", "into", "ל־Ida"),
    ],
)
def test_a_preposition_fits_the_name_after_it(code: str, name: str, form: str, text: str) -> None:
    assert available_languages()[code].inflect(name, form) == text


@pytest.mark.parametrize(
    ("chips", "text"),
    [(1, "אסימון אחד"), (2, "שני אסימונים"), (3, "\N{RIGHT-TO-LEFT MARK}3 אסימונים")],
)
def test_hebrew_has_a_form_for_two_of_a_thing(chips: int, text: str) -> None:
    assert Chips(chips).localize(available_languages()["he"]) == text


@pytest.mark.parametrize(
    ("code", "first", "eleventh"),
    [
        ("fr", "1er mars 2024", "11 mars 2024"),
        ("it", "1º marzo 2024", "11 marzo 2024"),
        ("nl", "1 maart 2024", "11 maart 2024"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_where_that_is_usual(
    code: str, first: str, eleventh: str
) -> None:
    days = [available_languages()[code].day(date(2024, 3, day)) for day in (1, 11)]
    assert days == [first, eleventh]


def test_english_is_american() -> None:
    assert ENGLISH.day(date(2026, 7, 4)) == "July 4, 2026"
    assert ENGLISH.clock(time(20, 15)) == "8:15\N{NARROW NO-BREAK SPACE}PM"
    assert ENGLISH.join_list(("Ann", "Bob", "Cal"), "or") == "Ann, Bob, or Cal"
    assert ENGLISH.join_list(("Ann", "Bob"), "standard") == "Ann and Bob"


def test_a_name_without_forms_stays_as_it_is() -> None:
    with use_language(Language(Locale("fr"), NullTranslations())):
        assert str(say("{source:from} {source}", source=Account(f"{POT}kitty"))) == (
            "The kitty the kitty"
        )


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("Pots won", "Saucers won"),
        ("{pot} is a pot, and the pots are spots", "{pot} is a saucer, and the saucers are spots"),
        ("{pot:from} +{n}", "{pot:from} +{n}"),
    ],
)
def test_a_game_uses_the_words_of_its_printed_rules(template: str, said: str) -> None:
    terms = (("pot", "saucer"), ("pots", "saucers"))
    assert with_terms(ENGLISH, terms, ()).template(template, "", 1) == said
