"""Every entry as somebody at the table makes it: by tapping on the screen."""

import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator

from companion.core.cards import NEXT
from tests.browser.screen import Screen

Entry = Mapping[str, Any]


def tap(screen: Screen, entry: Entry, following: Entry | None = None) -> None:
    """Make an entry by what the screen offers for it; a first bid makes the deal before it too."""
    if entry["do"] == "deal" and following and following["do"] == "bid" and _first_bids(screen):
        return
    if entry["do"] != "show":
        screen.to_table()
    TAPS.get(entry["do"], _button)(screen, entry)


def _button(screen: Screen, entry: Entry) -> None:
    screen.entry(entry)


def _play(screen: Screen, entry: Entry) -> None:
    """A lead or a follow is a tap; whatever its player goes on with is one gesture."""
    cards = list(entry.get("cards") or [entry["card"]])
    player, leads = entry["player"], leads_of(cards)
    first = screen.button_of({"do": "play", "player": player, "card": cards[0]})
    if leads:
        ends = sorted({*leads, len(cards)})
        screen.hold(first, [{"do": "play", "player": player, "cards": cards[:n]} for n in ends])
    elif len(cards) > 1:
        screen.stroke(first, screen.page.locator(f"#board [data-card='{cards[-1]}']"))
    else:
        screen.enter(first)


def leads_of(cards: list[str]) -> list[int]:
    """Count the cards up to each lead, where a run stopped by itself."""
    pairs = enumerate(pairwise(cards), 2)
    return [number for number, (card, next_) in pairs if next_ != NEXT.get(card)]


def _sell(screen: Screen, entry: Entry) -> None:
    screen.tap("Sold to …")
    _amount(screen, entry["chips"], "Enter", f"form:has(input[value='{entry['player']}'])")


def _bid(screen: Screen, entry: Entry) -> None:
    if "tricks" in entry:
        first = _first_bids(screen)
        screen.enter(first[entry["tricks"]]) if first else screen.entry(entry)
        return
    _amount(screen, entry["chips"], "Enter")


def _first_bids(screen: Screen) -> list[Locator]:
    """Return the bids that say besides that a hand is dealt."""
    return screen.page.locator("#board [name='dealt']").all()


def _amount(screen: Screen, chips: int, verb: str, within: str = "#board") -> None:
    """Tap an amount, or type one that is not among them."""
    area = screen.page.locator(within)
    picked = area.locator(f"button[name='key-chips'][value='{chips}']")
    if picked.count() == 0:
        area.locator("input[name='key-chips-typed']").fill(str(chips))
        picked = area.get_by_role("button", name=verb, exact=True)
    _enter_surely(screen, picked)


def _enter_surely(screen: Screen, target: Locator) -> None:
    """Tap what makes an entry, and say yes where the screen asks whether that is right."""
    seen = screen.seen
    screen.tap(target)
    screen.page.wait_for_function(ANSWERED, arg=seen)
    screen.page.wait_for_load_state()
    if screen.seen == seen:
        screen.enter(screen.page.locator(SURE))


SURE = "[name=sure]"
ANSWERED = f"""seen => document.querySelector('input[name=version]')?.value !== seen
    || document.querySelector('{SURE}')"""


def _open_player(screen: Screen, player: str) -> None:
    """Tap a plate where it leads to its player, or find the player in "More"."""
    name = screen.page.get_by_text(player, exact=True)
    plate = screen.page.locator("#board a.seat[href*='/more/player?']", has=name)
    if plate.count():
        screen.tap(plate)
    else:
        screen.tap("More")
        screen.tap(screen.page.locator("a.is-plate", has_text=player))


def borrow(screen: Screen, entry: Entry) -> None:
    """Whose chips, where the ante is short; else my plate held, or whose chips and how many."""
    if _at_once(screen, entry) or _lent_from_plate(screen, entry):
        return
    form = screen.page.locator("form:has(input[value='borrow'])")
    lender = form.locator(f"label.choice:has(input[value='{entry['from']}'])")
    if not lender.locator("input:checked").count():
        screen.tap(lender)
    _amount(screen, entry["chips"], "Enter", "form:has(input[value='borrow'])")


def _lent_from_plate(screen: Screen, entry: Entry) -> bool:
    """Slide from a held plate to the loan; to all else of the player where it is another one.

    Without scripts nothing is held: the plate leads to its player.
    """
    name = screen.page.get_by_text(entry["player"], exact=True)
    plate = screen.page.locator("#board .seat[data-ahead]", has=name)
    if not plate.count() or not screen.page.evaluate("'htmx' in window"):
        _open_player(screen, entry["player"])
        return False
    loan, seen = f"button[value='{json.dumps(entry, sort_keys=True)}']", screen.seen
    screen.slide(plate, [screen.page.locator(f"#ahead :is({loan}, a.button)").first])
    screen.page.wait_for_function(LENT, arg=seen)
    screen.page.wait_for_load_state()
    return screen.page.locator("#board").count() > 0


# The loan is made, or the player's sheet is open.
LENT = """seen => !document.querySelector('#board')
    || document.querySelector('input[name=version]').value !== seen"""


def _at_once(screen: Screen, entry: Entry) -> bool:
    offered = entry in screen.offers()
    if offered:
        screen.entry(entry)
    return offered


def _buy_in(screen: Screen, entry: Entry) -> None:
    if _at_once(screen, entry):
        return
    _open_player(screen, entry["player"])
    _amount(screen, entry["chips"], "Enter", "form:has(input[value='buy-in'])")


def _repay(screen: Screen, entry: Entry) -> None:
    _open_player(screen, entry["player"])
    row = f"form:has(input[value='repay']):has(input[value='{entry['to']}'])"
    _amount(screen, entry["chips"], "Enter", row)


def _leave(screen: Screen, entry: Entry) -> None:
    _open_player(screen, entry["player"])
    screen.enter("Sit out or leave")


def _join(screen: Screen, entry: Entry) -> None:
    screen.tap("More")
    screen.tap("Add a player")
    screen.page.locator("#join-name").fill(entry["player"])
    screen.page.locator("#join-chips").fill(str(entry["chips"]))
    screen.enter(screen.page.locator(f"button[value='{entry['left_of']}']"))


def _of_a_hand(screen: Screen, words: str) -> Locator:
    """What says these words; the sheets of some games say round for hand."""
    return screen.words(words).or_(screen.words(words.replace("hand", "round")))


def _misdeal(screen: Screen, _: Entry) -> None:
    screen.tap("More")
    screen.tap(_of_a_hand(screen, "Misdeal: deal the hand again"))
    screen.enter("Misdeal")


def _break_off(screen: Screen, _: Entry) -> None:
    screen.tap("More")
    screen.tap(_of_a_hand(screen, "Call off the hand"))
    screen.enter(_of_a_hand(screen, "Call off the hand"))


def _pay(screen: Screen, entry: Entry) -> None:
    _open_player(screen, entry["from"])
    form = screen.page.locator("form:has(input[value='pay'])")
    screen.tap(form.locator(f"label.choice:has(input[value='{entry['to']}'])"))
    _amount(screen, entry["chips"], "Enter", "form:has(input[value='pay'])")


def _return(screen: Screen, entry: Entry) -> None:
    screen.tap("More")
    screen.enter(f"{entry['player']} is back")


def _end(screen: Screen, entry: Entry) -> None:
    ends = screen.page.locator("#board .ask-end")
    if ends.locator("button").count():
        screen.entry(entry)
        return
    screen.tap(ends.locator("a"))
    screen.enter(screen.page.locator(".form-actions button").nth(1 if "to" in entry else 0))


def _deal(screen: Screen, entry: Entry) -> None:
    if "piles" not in entry:
        screen.entry(entry)
        return
    screen.tap("Wrong number of cards")
    _type_numbers(screen, entry["piles"])
    screen.enter("Play with these piles")


def _last_hand(screen: Screen, entry: Entry) -> None:
    if screen.button_of(entry).count():
        screen.entry(entry)
    else:
        between = screen.kind == "deal"
        screen.tap("More")
        words = "The next hand is the last" if between else "This is the last hand"
        screen.enter(_of_a_hand(screen, words))


def _chips_only(screen: Screen, entry: Entry) -> None:
    if screen.kind == "dummy":
        screen.entry(entry)
    else:
        screen.tap("More")
        screen.enter("Continue with chips only")


def _collect(screen: Screen, entry: Entry) -> None:
    pot = screen.page.locator(f"label.saucer:has([value='{entry['pot']}'])")
    screen.stroke(pot, screen.seat(entry["player"]))


def _out(screen: Screen, entry: Entry) -> None:
    """Everybody's row: the cards left, or out; the last tap ends it."""
    screen.tap("Somebody went out")
    seen = screen.seen
    tiles = [f"[name='key-left:{who}'][value='{cards}']" for who, cards in entry["left"].items()]
    for tile in (*tiles, f"[name='key-player'][value='{entry['player']}']"):
        box = screen.page.locator(f"label.number-tile:has(input{tile})")
        if not box.locator("input:checked").count():
            screen.tap(box)
    screen.drawn_after(seen)


def _totals(screen: Screen, entry: Entry) -> None:
    screen.tap("Enter the card totals")
    _type_numbers(screen, entry["points"])
    screen.enter("Enter the totals")


def _type_numbers(screen: Screen, numbers: Mapping[str, int]) -> None:
    for player, number in numbers.items():
        screen.page.get_by_label(player, exact=False).and_(
            screen.page.locator("input[type='number']")
        ).fill(str(number))


TO_SHOW = "#ask a[href*='/more/show?']"


def shown_next(screen: Screen) -> str:
    """Whose cards the table asks for; nobody's: an empty name."""
    links = screen.page.locator(TO_SHOW)
    query = urlsplit(links.get_attribute("href") or "").query if links.count() else ""
    return next(iter(parse_qs(query).get("player", [])), "")


def _show(screen: Screen, entry: Entry) -> None:
    """The cards alone: the sheet comes by itself after that of the player before.

    From the table its first card is where a finger goes from the link that it holds.
    """
    player, cards, seen = entry["player"], list(entry["cards"]), screen.seen
    if screen.page.locator("#board").count():
        link = screen.page.locator(TO_SHOW)
        if player == shown_next(screen):
            screen.slide(link, [screen.page.locator(FIRST.format(card=cards.pop(0)))])
            screen.page.wait_for_selector("#sheet" if cards else "#board")
        else:
            screen.tap(link)
    if cards and not screen.page.locator(f"[name=key-player][value='{player}']").count():
        screen.tap(screen.page.locator("nav .button", has_text=player))
    _tap_cards(screen, cards)
    screen.page.wait_for_function(SHOWN, arg=seen)
    if screen.seen == seen:
        screen.enter(screen.page.locator(f".claim[value='{entry.get('as', '')}'], .claim").first)
    screen.page.wait_for_load_state()


FIRST = "#ahead :is(a[href$='key-cards={card}'], button[data-card='{card}'])"
# The cards are entered, or could be two things.
SHOWN = """seen => document.querySelector('input[name=version]')?.value !== seen
    || document.querySelectorAll('.claim').length > 1"""


def _dump(screen: Screen, entry: Entry) -> None:
    """From the seat to its sheet; the last card ends it, for the next one of the run is known."""
    player = entry["player"]
    following = next(raw["card"] for raw in screen.offers() if "card" in raw)
    seat = screen.button_of({"do": "play", "player": player, "card": following})
    screen.slide(seat, [screen.page.locator("#ahead a.button")])
    screen.page.wait_for_selector(f"input[name=key-player][value='{player}']:checked")
    seen = screen.seen
    _tap_cards(screen, [card for card in entry["cards"] if card != following])
    screen.drawn_after(seen)


def _tap_cards(screen: Screen, cards: list[str]) -> None:
    for card in cards:
        tiles = screen.page.locator(f"label.tile:has(input[value='{card}']:not(:checked))")
        screen.tap(tiles.locator("visible=true").first)


def _award(screen: Screen, entry: Entry) -> None:
    players = entry.get("players")
    if players and len(players) == 1 and screen.kind in ("reveal", "final"):
        _cup(screen, entry["pot"], players[0])
        return
    if players and len(players) > 1:
        screen.tap("Several players tie")
        cup = screen.page.locator(f"label.choice:has([value='{entry['pot']}'])")
        for choice in (
            cup,
            *(screen.page.locator("label.choice", has_text=who) for who in players),
        ):
            if choice.count() and not choice.locator("input:checked").count():
                screen.tap(choice)
        screen.enter(screen.page.locator(".form-actions .button-primary"))
    else:
        screen.entry(entry)


def _cup(screen: Screen, pot: str, player: str) -> None:
    """Tap the winner of the cup that is marked; stroke from another one to its winner."""
    cup = screen.page.locator(f"label.saucer:has([value='{pot}'])")
    if cup.count() and not cup.locator("input:checked").count():
        screen.stroke(cup, screen.seat(player))
    else:
        screen.enter(screen.seat(player))


def _tricks(screen: Screen, entry: Entry) -> None:
    """Everybody has taken what was bid; who has not is tapped. With one left it is settled.

    A number that a phone leaves out is on the sheet.
    """
    seen, page = screen.seen, screen.page
    named = [f"[name='key-took:{who}'][value='{took}']" for who, took in entry["took"].items()]
    tiles = [page.locator(f"label:has({name})") for name in named]
    if not all(tile.is_visible() for tile in tiles):
        screen.tap(page.locator("#ask a[href*='more/tricks']").locator("visible=true"))
        page.wait_for_selector(".sheet")
    missed = [tile for tile in tiles if not tile.locator("input:checked").count()]
    for tile in missed:
        screen.tap(tile)
    if len(tiles) - len(missed) < 2:
        screen.drawn_after(seen)
    else:
        screen.enter("Settle the hand")


def _score(screen: Screen, entry: Entry) -> None:
    """Who is out, then the cards of the others, one after another; points are typed."""
    out = entry.get("out")
    screen.tap(screen.seat(out) if out else "Nobody (the round is blocked)")
    for number, (player, held) in enumerate(_held(entry).items()):
        if number:
            screen.tap(f"Next: {player}")
        if isinstance(held, list):
            _tap_cards(screen, held)
        else:
            screen.page.locator(f"[name='key-points:{player}']").fill(str(held))
    screen.tap("Enter the points")
    screen.page.wait_for_selector("#board")


def _held(entry: Entry) -> Mapping[str, Any]:
    """Return what each player has left, cards or points, in the order of the record."""
    held: Mapping[str, Any] = {**entry.get("cards", {}), **entry.get("points", {})}
    return held


TAPS: Mapping[str, Callable[[Screen, Entry], None]] = {
    "deal": _deal,
    "misdeal": _misdeal,
    "join": _join,
    "leave": _leave,
    "return": _return,
    "pay": _pay,
    "break-off": _break_off,
    "end": _end,
    "buy-in": _buy_in,
    "repay": _repay,
    "play": _play,
    "sell": _sell,
    "bid": _bid,
    "borrow": borrow,
    "last-hand": _last_hand,
    "chips-only": _chips_only,
    "collect": _collect,
    "out": _out,
    "totals": _totals,
    "show": _show,
    "dump": _dump,
    "award": _award,
    "tricks": _tricks,
    "score": _score,
}
