"""Boards that more than one game of the stops family offers."""

KITTY_BOARD = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10", "kitty")
BOODLE_BOARD = ("AH", "KC", "QD", "JS")
CLASSIC_BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "7-8-9", "poker", "jackpot")
TOURNAMENT_BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "8-9-10", "poker", "jackpot")
GREAT_LAKES_BOARD = (
    "KD",
    "QS",
    "JH",
    "ace-2",
    "full-house",
    "straight",
    "6-lead",
    "loser",
    "jackpot",
)
HEARTS_BOARD = ("AH", "KH", "QH", "JH", "10H", "QKH", "8-9-10", "kitty", "poker")
