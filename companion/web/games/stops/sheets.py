"""The sheets, hints and rule facts of the stops family."""

import json
from collections.abc import Mapping
from dataclasses import replace

from companion.core.accounts import Pot, chips_per_pot, pot_name
from companion.core.cards import PACK, mask_to_cards
from companion.core.ledger import POT
from companion.core.offers import END, is_kind_possible
from companion.core.prompts import Offer
from companion.core.sentences import Sentence, say
from companion.core.words import Card, Chips
from companion.games.stops import hand_end, penalties
from companion.games.stops.auction import DUMMY
from companion.games.stops.board import is_judged, make_board
from companion.games.stops.deal import LAST_HAND, may_have_been_last, next_hand_as_counted
from companion.games.stops.dumps import players_who_may_dump
from companion.games.stops.options import StopsOptions
from companion.games.stops.prompts import max_card_count, recount_entry, recount_offers
from companion.games.stops.referee import RULE_NAMES, players_who_may_show
from companion.games.stops.state import StopsTable
from companion.web.components.card_picker import (
    CardSheet,
    PlayersSheet,
    SheetView,
    TileRow,
    card_grid,
    tapped_cards,
)
from companion.web.components.entry_form import KEY, FormData, form_value, number_rows
from companion.web.components.screen import (
    BuildSheet,
    GlossaryWord,
    end_sheet,
    sharer_buttons,
)
from companion.web.components.seats_and_pots import tap_buttons
from companion.web.games.stops.screen import pot_faces

HINTS = {
    "auction": say("Beat the last bid, or pass. Once you pass, you cannot bid again."),
    "lead": say("Tap the card that is led."),
    "opening": say("The player with the lowest card of that suit leads it."),
    "follow": say("Tap the player who plays the card, or tap “Nobody has it.”"),
    "chips-only": say(
        "Keep track of the cards yourselves. Here you enter only who wins which pot."
    ),
}
DEAL = {
    "first": say(
        "Deal one extra pile, the dummy, which gets the first card each time around. The dealer "
        "may exchange hands with it, unseen, or sell it to the highest bidder."
    ),
    "last": say(
        "Deal one extra pile, the dummy, which gets the last card each time around. The dealer "
        "may exchange hands with it, unseen, or sell it to the highest bidder."
    ),
}
BARRED = {
    "": say("{deal} Whoever holds a money card may not take or buy the dummy."),
    "whole": say(
        "{deal} Whoever holds a money card or a whole combination may not take or buy the dummy."
    ),
    "part": say(
        "{deal} Whoever holds a money card or part of a combination may not take or buy the dummy."
    ),
}
SLIDE = say("Quicker for several cards: hold the player’s name and slide to the last card.")
KITTY = GlossaryWord(
    say("Kitty"),
    say("The kitty is the pot for going out: it goes to the first player with no cards left."),
    ("AH",),
)
ANTE = GlossaryWord(
    say("Ante"),
    say("The ante is what everybody puts into the pots before the cards are dealt."),
    ("AS", "QC", "KH"),
)
EQUAL_ANTES = say(
    "Before every hand, each player puts an ante of {ante} into every pot ({all} in all)."
)
WORDS = {
    "deal": (
        GlossaryWord(
            say("Dummy"),
            say(
                "The dummy is an extra pile. One pile, either the dummy or the one given up for "
                "it, is never played, so its cards are missing from the sequences."
            ),
            ("7", "8", "9"),
        ),
    ),
    "lead": (
        GlossaryWord(
            say("Lead"),
            say(
                "To lead is to play the first card of a sequence. The next higher card of its "
                "suit follows."
            ),
            ("4D", "5D", "6D"),
        ),
    ),
    "follow": (
        GlossaryWord(
            say("Stop"),
            say(
                "A sequence stops when nobody can play the next card. The player who played last "
                "leads next."
            ),
            ("9D", "10D"),
        ),
    ),
}
ONLY_HELD_CARDS = say("Everybody shows the cards they hold, even if fewer than five.")
ALL_CARDS = say("Everybody picks five from all their cards, played or held.")


def stops_hints(table: StopsTable) -> Mapping[str, Sentence]:
    """Return the hint for each kind of prompt.

    The hint for the deal says when the dummy gets its card, and that for poker which cards count.
    The one for a follow tells of the slide gesture once a player has played two cards in a row.
    """
    pot = next(iter(table.current_hand.end.pots_to_judge), "poker")
    run = table.current_hand.current_run[-2:]
    is_one_player = len(run) == 2 and run[0][1] == run[1][1]
    poker = ALL_CARDS if table.counts_played(pot) else ONLY_HELD_CARDS
    deal = DEAL[table.options.dummy_dealt]
    if table.options.money_card_bars:
        combinations = table.board.combinations and table.options.combination_bars
        deal = BARRED[combinations or ""].with_facts(deal=deal)
    hints = {**HINTS, "deal": deal, "poker": poker}
    return {**hints, "follow": SLIDE} if is_one_player else hints


def stops_glossary(table: StopsTable) -> Mapping[str, tuple[GlossaryWord, ...]]:
    """Return the words to explain beside each hint; "Kitty" is added if the board has one."""
    kitty = (KITTY,) if "kitty" in table.board.out else ()
    return {**WORDS, "deal": (_ante_word(table), *WORDS["deal"], *kitty)}


def _ante_word(table: StopsTable) -> GlossaryWord:
    """Return the explanation of the ante; it says how much if all put as much into every pot."""
    antes = [table.options.ante_of(pot) for pot in table.pots]
    if len({*antes}) > 1 or not antes[0] or table.options.dealer_extra != "none":
        return ANTE
    ante, total = Chips(antes[0]), Chips(sum(antes))
    return ANTE._replace(meaning=EQUAL_ANTES.with_facts(ante=ante, all=total))


def facts(options: StopsOptions) -> Mapping[str, object]:
    board = make_board(options.board)
    antes = {pot: options.ante_of(pot) for pot in board.pots}
    return {
        "board": board,
        "faces": pot_faces(board.pots),
        "antes": antes,
        "ante_words": chips_per_pot(antes),
        "extra": sum(antes[pot] for pot in board.out),
        "price_pot": pot_name(board.priced) if board.out else "",
        "shared": not board.singles.isdisjoint(board.by_last_card),
        "nested": any(len(together) > 1 for together in board.by_last_card.values()),
        "titles": RULE_NAMES,
        "fine": penalties.FINE,
        "court": hand_end.COURT_PIPS,
        "ace": hand_end.ACE_PIPS,
    }


def _card_rows(
    table: StopsTable, fields: FormData, without: str | None = None
) -> tuple[TileRow, ...]:
    """Return the pack, with the unseen cards to tap."""
    free = {*mask_to_cards(table.current_hand.referee.unseen)} - {without}
    return card_grid(fields.getlist(KEY + "cards"), seen=set(PACK) - free)


def out_sheet(table: StopsTable, fields: FormData) -> SheetView | None:
    """Return a sheet for the end of a hand kept in chips: its winner, and everybody's cards."""
    hand = table.current_hand
    if not hand.chips_only or table.phase != "play":
        return None
    # Where cards are not paid for, their number need not be counted.
    defaults = {} if table.options.per_card else hand.cards_left
    losers = hand.penalties.cannot_win
    return SheetView(
        title=say("Who went out?"),
        winners=tuple(player for player in hand.players if player not in losers),
        winner=form_value(fields, "player"),
        rows=number_rows("left", fields, hand.cards_left, defaults),
    )


def piles_sheet(table: StopsTable, fields: FormData) -> SheetView | None:
    """Return a sheet for the number of cards in every pile, with the expected numbers."""
    after = next_hand_as_counted(table)
    if after is None:
        return None
    cards_left = {**after.cards_left, DUMMY: after.dead_cards}
    rows = number_rows("piles", fields, dict.fromkeys(cards_left, len(PACK)), cards_left)
    rows = (*rows[:-1], replace(rows[-1], player=str(say("The dummy"))))
    return SheetView(title=say("How many cards in each pile?"), rows=rows)


def sale_sheet(table: StopsTable, _: FormData) -> PlayersSheet | None:
    """Return the sheet that asks who bought the dummy, and for how much, if it can be sold."""
    if not is_kind_possible(table, table.setup.game.kinds["sell"]):
        return None
    buyers = table.others(table.dealer)
    return PlayersSheet(title=say("Who bought the dummy, and for how much?"), players=buyers)


def totals_sheet(table: StopsTable, fields: FormData) -> SheetView | None:
    if table.phase not in ("blocked", "play"):
        return None
    cards_left = table.current_hand.cards_left.items()
    maxima = {player: hand_end.ACE_PIPS * cards for player, cards in cards_left}
    return SheetView(
        title=say("Card totals"),
        court=hand_end.COURT_PIPS,
        ace=hand_end.ACE_PIPS,
        rows=number_rows("points", fields, maxima),
    )


def show_cards_sheet(table: StopsTable, fields: FormData) -> CardSheet | None:
    """Return the pack, to tap a player's remaining cards; `missing` is how many are to go."""
    players = players_who_may_show(table)
    player = form_value(fields, "player") or next(iter(players), "")
    if player not in players:
        return None
    cards, rows = table.current_hand.cards_left[player], _card_rows(table, fields)
    return CardSheet(
        title=say("What does {player} hold?", player=player),
        player=player,
        players=players,
        may_recount=player in recount_offers(table),
        cards=cards,
        missing=cards - len(tapped_cards(rows)),
        rows=rows,
    )


def dump_sheet(table: StopsTable, fields: FormData) -> CardSheet | None:
    """Return the pack, to tap the cards dumped on the card `last` together with the card `next`."""
    hand = table.current_hand
    if hand.next_card is None:
        return None
    last, _ = hand.current_run[-1]
    return CardSheet(
        title=say("Four cards on {card}", card=Card(last)),
        next=hand.next_card,
        last=last,
        players=players_who_may_dump(table),
        player=form_value(fields, "player") or "",
        rows=_card_rows(table, fields, without=hand.next_card),
    )


def pot_winners_sheet(table: StopsTable, fields: FormData) -> PlayersSheet | None:
    """Return a sheet for the winners of a shared pot: those of its players that are tapped."""
    hand = table.current_hand
    if not hand.end.pots_to_judge:
        return None
    pot = hand.end.pots_to_judge[0]
    return PlayersSheet(
        title=say("Who shares {pot}?", pot=Pot(pot)),
        pot=pot,
        players=tuple(player for player in table.present if player in hand.cards_left),
        tapped=tuple(fields.getlist(KEY + "players")),
    )


def recount_sheet(table: StopsTable, fields: FormData) -> SheetView | None:
    """Return a sheet for the number of a player's cards, now or at the end of the hand.

    It has an entry for each possible number (`recounts`).
    """
    player = form_value(fields, "player") or ""
    if player not in recount_offers(table):
        return None
    hand, numbers = table.current_hand, range(1, max_card_count(table, player) + 1)
    return SheetView(
        title=say("How many cards does {player} hold?", player=player),
        player=player,
        count=hand.cards_left[player],
        is_over=hand.end.is_over,
        recounts=[(n, json.dumps(recount_entry(table, player, n))) for n in numbers],
    )


def last_hand_sheet(table: StopsTable, fields: FormData) -> SheetView | None:
    """Return the question whether the last hand has been played, unless that is known."""
    if not may_have_been_last(table):
        return end_sheet(table, fields)
    winner = hand_end.last_winner(table)
    chips = sum(table.ledger.chips[POT + pot] for pot in table.pots if not is_judged(pot))
    takes = say("Yes: {player} takes {chips}", player=winner, chips=Chips(chips))
    return SheetView(
        title=say("Was that the last hand?"),
        about=say(
            "Nobody announced a last hand. If the one just played was the last, its winner takes "
            "what is in the pots. If not, the pots are divided among those at the table who have "
            "played a hand."
        ),
        back=sharer_buttons(table),
        ends=tap_buttons((replace(END, label=say("No: divide the pots")), Offer(LAST_HAND, takes))),
    )


# The sheets by name.
SHEETS: Mapping[str, BuildSheet[StopsTable]] = {
    "end": last_hand_sheet,
    "recount": recount_sheet,
    "out": out_sheet,
    "piles": piles_sheet,
    "totals": totals_sheet,
    "sell": sale_sheet,
    "show": show_cards_sheet,
    "dump": dump_sheet,
    "award": pot_winners_sheet,
}
