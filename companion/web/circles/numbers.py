"""Numbers of rows, as addresses and forms name them: a database holds none that is longer."""

LONGEST = 9
"""How many digits the number of a row has at most."""

NUMBER = f"<int(max={10**LONGEST - 1}):number>"
"""The part of an address that is the number of a row."""


def is_row_number(text: str) -> bool:
    """Say whether a text can be the number of a row."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST


def row_number(text: str) -> int:
    """Read the number of a row. Raises ValueError for what can be none."""
    if not is_row_number(text):
        raise ValueError
    return int(text)
