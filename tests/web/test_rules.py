"""The rules page says what the house rules of a table say."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import all_games
from companion.store.entries import create_table
from tests.core.table import read_rows, split_setup
from tests.evenings import record
from tests.packages import ROOT
from tests.web.pages import escaped, page_of

GAMES = list(all_games())

# The games in docs/rules.md, each with its rows.
RULES = (ROOT / "docs/rules.md").read_text()
LISTED = re.findall(r"^## (.+)$([^#]+)", RULES, re.MULTILINE)


def prose(client: FlaskClient, app: Flask, game: str, **options: Any) -> str:
    """The words of a table's rules page below its list of house rules."""
    names = ["Ann", "Bob", "Cal"]
    setup = record(game, names, dealer="Ann", options=options)
    with app.app_context():
        token = create_table(setup)
    page = page_of(client.get(f"/t/{token}/rules").text)
    words = next(e.text for e in page.elements if e.get("class") == "sheet prose")
    return re.sub(r"\s+", " ", words)


def words_by_house(text: str) -> list[Any]:
    """Read games with house rules, and below each what its rules page says."""
    return [pytest.param(rules, words, id=rules) for rules, words in read_rows(text)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_rules(client: FlaskClient, game: str) -> None:
    answer = client.get(f"/rules/{game}")
    assert answer.status_code == 200
    assert escaped(all_games()[game].name) in answer.text
    assert "Your house rules" not in answer.text


@pytest.mark.parametrize(("name", "rows"), LISTED)
def test_the_headings_that_the_list_of_rules_names_are_there(
    client: FlaskClient, name: str, rows: str
) -> None:
    where = "".join(re.findall(r"^\| .+ \| (.+) \|$", rows, re.MULTILINE))
    [slug] = [slug for slug, game in all_games().items() if str(game.name) == name]
    headings = {heading.text for heading in page_of(client.get(f"/rules/{slug}").text).all("h2")}
    assert {"Before you begin"} < {*re.findall(r"\*(.+?)\*", where)} <= headings


def test_the_shorter_the_rules_the_larger_they_print(client: FlaskClient) -> None:
    pages = {game: client.get(f"/rules/{game}").text for game in GAMES}
    sizes = {
        game: int(page.partition(" print-")[2].partition('"')[0]) for game, page in pages.items()
    }
    assert sizes["kids-rummy"] == sizes["oh-claire"] == 120
    assert sizes["wanagan"] >= 90
    assert sizes["michigan-kitty"] >= 85
    assert min(sizes.values()) >= 75


def test_there_are_no_rules_of_another_game(client: FlaskClient) -> None:
    assert client.get("/rules/whist").status_code == 404
    assert client.get("/t/nowhere/rules").status_code == 404


SAYS = """
michigan-kitty
    Be the first to go out (play your last card), and take the kitty. Play money cards
    These saucers, real or on the tablet, hold chips to be won:
    A hand is everything from one deal to the next. Before every hand,
    each player puts an ante of 1 chip into every saucer
    To lead is to begin a sequence: cards of one suit, going up one by one.
    If the last card also wins chips from a saucer, the winner takes those too.
    The dealer pays no more than the others.
    it gets the first card each time around, before the player on the dealer’s left
    A dealer who does not exchange must offer the dummy for sale.
    or every card of a combination may neither exchange nor bid; part
    their very lowest card, of whatever suit
    leads next: they choose a suit of the other color (red after black, black after red) and lead
    whoever played last leads the same color after all, in the same way.
    a player with 6♦, J♦, 10♥, and 3♠ may lead the 6♦ or the 10♥, but not the J♦ or the 3♠.
    Play every card of a combination yourself, in order and in one sequence, and take what
    pays the winner 1 chip for each card still in hand.
    if nobody does, decide together after a hand whether it was the last.
    the highest card deals. In a tie, draw again.
    the same dealer deals again, and nobody antes twice.
    mistakes are found.
    the tablet then points it out. There are no penalties:
    The game is best with 4 to 6 players.
    Whoever goes out in the last hand takes every saucer.
    You play as many hands as you like.
    The sequence stops
    face up onto a pile of your own, where they stay until
    Their cards still count, but nobody plays them: a sequence that needs one of them stops,
    and their lead passes to the left. Or you can call off the hand
michigan-kitty, ante=3
    each player puts an ante of 3 chips into every saucer (24 chips in all).
michigan-kitty, ante=0
    Nobody antes
michigan-kitty, dealer_extra=jackpot
    In addition, the dealer puts 1 chip into the kitty.
michigan-kitty, per_card=2
    pays the winner 2 chips for each card still in hand.
michigan-kitty, dummy_price=kitty
    pays the price into the kitty and plays
michigan-kitty, combination_bars=part
    or even one card of QK♦, may neither exchange
    Nor may a player who holds all of 8-9-10 in
michigan-kitty, combination_bars=part, board=AS QKD QKH 8-9-10 J-Q-K kitty
    or even one card of QK♦ or QK♥, may neither exchange
    Nor may a player who holds all of 8-9-10 or J-Q-K in
michigan-rummy-classic, board=7-8-9 J-Q-K jackpot
    for a whole 7-8-9 or J-Q-K that another player still holds
michigan-kitty, rounds=3
    The evening ends after that many hands, unless you announce an earlier hand
michigan-kitty, board=AH KH QH JH 10H QKH 8-9-10 kitty poker
    takes every saucer except those decided by poker hands.
boodle
    (4 chips in all). The dealer puts in twice as much.
    A boodle is a card from another deck, laid in the middle, with chips on it.
    play boodle cards (the same cards, in your hand) along the way: each wins
    puts an ante of 1 chip onto every boodle (4
    Chips that nobody wins stay on their boodle
    and the boodles keep what is on them.
    the others play on (your lead passes to the left), and the next to go out wins. If another
    On the tablet For payments the tablet does not make,
    enter such an exchange as a sale for 1 chip, and pay the chip back. If a wrong lead
    Boodle cards in your hand do not matter: the dealer may always exchange, and all others may bid.
    any suit and lead their lowest card in it
    leads next: they choose any suit but the one that stopped, and lead their lowest
    whoever played last leads the same suit after all, in the same way.
    a player with 6♦, J♦, 10♥, and 3♣ may lead the 6♦ or the 10♥, but not the J♦ or the 3♣.
    The card you led wins nothing, and you pay 1 chip to every other player.
    with a boodle card of the sequence’s suit at the end of the hand
    pay that player, from your own chips, as much as is on its boodle. After
    you collect nothing more for boodle cards in this hand; any chips you have
    divided equally among those still at the table who have
    leaves the extra hand alone
boodle, ante=AH 1 KC 2 QD 0 JS 4
    each player antes 1 chip into A♥, 2
    4 into J♠ (7 chips in all).
boodle, first_leader=dealer
    The dealer leads first: they choose any suit
boodle, first_leader=club
    The player with the lowest ♣ leads it. If nobody
boodle, next_lead=any
    any suit, including the one that just stopped, and lead their lowest card in it.
boodle, lead_card=any
    dealer’s left leads first, with any card.
boodle, ranked_by=chips
    The player with the most chips, including any bought, wins
boodle, board=8-9-10 kitty
    you collect nothing more for combinations in this hand
great-lakes
    it gets the last card each time around, after the dealer
    the worst poker hand wins chips, too.
    For ace-2, 6-lead, full house, and straight, see “Special cups” below.
    under the same rule. If nobody has such a card, the round is blocked and ends: everybody
    and your very next lead is a 2. This 2 may be of any suit, even the ace’s own. An ace
    Or the dealer leaves the dummy alone.
    and whoever has the lowest total takes the jackpot. If several players tie, they share it;
    odd chips stay in it. The special cups allow exceptions; see below.
    with a 6 of the other color (red after black, black after red), even if
    The 6 must be your lowest card in its suit.
    After that, choose any suit and lead your lowest
    2-3-4-5-7 in mixed suits: 2-3-4-5-6 is a straight, and the ace is high.
    Cards left in hand cost nothing.
    You play 5 rounds.
    even if nobody goes out, everybody makes their worst
    still hold (not from a pile laid aside). The lowest one wins the chips from the loser’s kitty.
    into every cup
    begin a sequence
    does not count for the ace-2 cup at your table, pay the chips won with it back into the cup.
great-lakes, ante=2
    In addition, the dealer puts 2 chips into the jackpot.
great-lakes, rounds=1
    You play 1 round.
great-lakes, poker_cards=held
    makes their worst poker hand from five of them, or from all if they have fewer
great-lakes, penalties=on
    you collect nothing more for money cards or from special cups in this round
great-lakes, penalties=on, board=ace-2 full-house straight 6-lead
    you collect nothing more from special cups in this round
michigan-rummy-tournament
    QK♥ for these 2 cards in a row (a combination)
    even by several players, whoever plays its last card takes what is in its
    After every round, even if nobody goes out, everybody makes their best
    best five-card poker hand from all the cards they have played or still hold (not from
    into every cup
    You play 5 rounds.
michigan-rummy-classic
    Everybody draws a card. The highest card deals first. In a tie, draw again.
    Afterward, the best poker hand wins chips, too.
    still holds cards makes a poker hand of up to five of them. The best one wins the
    wins the chips from the poker compartment
    must pay for a whole 7-8-9 that another player still holds, enter that payment yourself.
    left with a money card or a whole combination of the sequence’s suit
    into every compartment
    the poker compartment
    nothing more for money cards or combinations in this hand
    Nobody looks through these piles.
michigan-rummy-classic, poker_cards=all
    best five-card poker hand from all the cards
wanagan
    The end You play 5 rounds.
    In the middle, real or on the tablet, are the jackpot and these eight cups. Before every round,
    If cards were dealt wrongly, the same dealer deals again, and nobody antes twice.
    Choose five of your cards as your hand, lay it face down
    A hand that fits no cup wins nothing, and a cup that has been won stays empty until
    first showdown, up to three more (the overtimes), and a final
    lets you choose, say right away which cup you mean.
    shuffle all the cards again (both decks together if you use two)
    Whatever is left in the cups at the end of the evening is divided equally among those
    You play 5 rounds.
wanagan, rounds=null
    You play as many rounds as you like.
oh-claire
    are cups numbered 0 to 7 and one for the jackpot, all empty at first.
    takes all these cards, called a trick. Look at your cards, say how many
    Follow suit (play the suit that was led) if you can
    If you have none left, exchange another chip for one of yours
    The last player left takes the jackpot and wins.
    If all who are left run out together, they compete among themselves,
    only those still in the game and at the table can win.
    If cards were dealt wrongly or somebody has to leave, the same dealer deals again.
    If two bids were exact, every other player pays 5 in all.
    10, 9, 8, 7, 6, 5, 6, 7, 8, 9, 10
oh-claire, hook=false
    The bids are allowed to add up to the number of tricks.
oh-claire, sizes=1 2 1
    If your bid was 0 to 2 and
    3 hands, with this many cards for each player: 1, 2, 1.
oh-claire, sizes=7
    You play 1 hand, with this many cards for each player: 7. Use one deck
kids-rummy
    When somebody has too many, the lowest score wins.
    a meld or a book
    Lay your cards down in sets, such as three 9s or four kings, and be
    the lowest score of those still at the table wins. In a tie, the win is shared.
    If cards were dealt wrongly or somebody has to leave, the same dealer deals again.
    face up on the discards; it may be the one you just took from there.
    If there is no other discard, the round ends.
    If the round ends because no cards are left to draw, all
    The other cards go face down in the middle: they are the stock.
    they become the new stock, from which that player draws.
    laying off
kids-rummy, ace=15
    Ace15 points
kids-rummy, target_at=exceeded
    When somebody has more than that at the end
kids-rummy, mode=elimination
    A player with too many points drops out
kids-rummy, mode=single
    One round decides: whoever goes out wins.
kids-rummy, target=250
    The target is 250 points.
kids-rummy, jokers=2, packs=2
    Two decks are shuffled together, with 2 jokers.
"""


@pytest.mark.parametrize(("rules", "words"), words_by_house(SAYS))
def test_the_words_are_those_of_the_house_rule(
    client: FlaskClient, app: Flask, rules: str, words: list[str]
) -> None:
    options, _ = split_setup(f"{rules}:")
    lists = {"board": str.split, "sizes": lambda sizes: [*map(int, sizes.split())]}
    options |= {name: read(str(options[name])) for name, read in lists.items() if name in options}
    told = prose(client, app, options.pop("game"), **options)
    assert [sentence for sentence in words if sentence not in told] == []
    assert re.findall(r"\bpots?\b", told) == [], "each sheet has a word of its own"


def test_the_tables_own_house_rules_are_listed_first(client: FlaskClient, app: Flask) -> None:
    setup = record(
        "boodle",
        ["Ann", "Bob", "Cal"],
        dealer="Ann",
        options={"ante": 4, "penalties": False, "board": ["QS", "8-9-10"]},
    )
    with app.app_context():
        token = create_table(setup)
    page = page_of(client.get(f"/t/{token}/rules").text)
    listed = [(dt.text, dd.text) for dt, dd in zip(page.all("dt"), page.all("dd"), strict=True)]
    assert listed == [
        ("Board", "Q♠, 8-9-10"),
        ("Ante for each boodle, in chips", "4"),
        ("Penalties for wrong leads and cards held back", "off"),
    ]


OWN, TWO = "and has a saucer of its own", "completes two combinations"


@pytest.mark.parametrize(
    ("pots", "said"),
    [
        (["10H", "QKD", "8-9-10"], {OWN}),
        (["QH", "QKH", "7-8-9"], set()),
        (["QKD", "J-Q-K"], {TWO}),
        (["KD", "QKD", "J-Q-K"], {OWN, TWO}),
    ],
)
def test_a_card_is_said_to_win_two_pots_only_where_it_can(
    client: FlaskClient, app: Flask, pots: list[str], said: set[str]
) -> None:
    words = prose(client, app, "michigan-kitty", board=pots)
    assert {sentence for sentence in (OWN, TWO) if sentence in words} == said


@pytest.mark.parametrize("game", GAMES)
def test_chips_from_a_box_are_mentioned_where_their_number_is_still_open(
    client: FlaskClient, app: Flask, game: str
) -> None:
    words = "If you use chips from a box, divide them equally"
    assert (words in client.get(f"/rules/{game}").text) == (game not in ("oh-claire", "kids-rummy"))
    assert words not in prose(client, app, game)


CHANGED = [
    ("wanagan", "wanagan.game.ANTES", {"flush": 7, "straight": 4}, "11 chips in all"),
    ("wanagan", "wanagan.game.CARDS_PASSED", 4, "chooses 4 cards; then all pass them to the left"),
    ("wanagan", "wanagan.game.WILD", ("2H",), "but 2 of hearts"),
    ("wanagan", "wanagan.game.TWO_PACKS_FROM", 8, "two decks shuffled together for 8"),
    (
        "oh-claire",
        "oh_claire.game.CUPS",
        range(5),
        "If your bid was 0 to 4 and you took exactly that many tricks",
    ),
    ("oh-claire", "oh_claire.game.TO_A_MAKER", 3, "pay 3 chips to each player"),
    ("oh-claire", "oh_claire.game.TO_THE_JACKPOT", 9, "and 9 into the jackpot"),
    ("kids-rummy", "kids_rummy.game.CARDS_OF_TWO", 11, "With two players, each gets 11 cards"),
    ("kids-rummy", "kids_rummy.game.CARDS_OF_MORE", 8, "with more, each gets 8."),
    ("kids-rummy", "kids_rummy.game.LOW_POINTS", 6, "2 to 96 points"),
    ("kids-rummy", "kids_rummy.game.HIGH_POINTS", 12, "king12 points"),
    ("kids-rummy", "kids_rummy.game.JOKER_POINTS", 25, "Joker25 points"),
    ("kids-rummy", "kids_rummy.game.TARGET_OF_TWO", 150, "150 points with two players"),
    ("boodle", "stops.penalties.FINE", 2, "2 chips to every other player"),
    ("great-lakes", "stops.hand_end.COURT_PIPS", 12, "jack, queen, and king 12"),
    ("great-lakes", "stops.hand_end.ACE_PIPS", 15, "ace 15"),
]


@pytest.mark.parametrize(("game", "constant", "value", "told"), CHANGED)
def test_the_rules_page_follows_the_constants_of_the_rules(
    client: FlaskClient,
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    constant: str,
    value: Any,
    told: str,
) -> None:
    jokers = {"jokers": 1} if game == "kids-rummy" else {}
    assert told not in prose(client, app, game, **jokers)
    monkeypatch.setattr(f"companion.games.{constant}", value)
    assert told in prose(client, app, game, **jokers)
