"""Boards that more than one game of the stops family offers."""

KITTY = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10", "kitty")
BOODLE = ("AH", "KC", "QD", "JS")
CLASSIC = ("AH", "KC", "QD", "JS", "10H", "QKH", "7-8-9", "poker", "jackpot")
TOURNAMENT = ("AH", "KC", "QD", "JS", "10H", "QKH", "8-9-10", "poker", "jackpot")
GREAT_LAKES = ("KD", "QS", "JH", "ace-2", "full-house", "straight", "6-lead", "loser", "jackpot")
HEARTS = ("AH", "KH", "QH", "JH", "10H", "QKH", "8-9-10", "kitty", "poker")
