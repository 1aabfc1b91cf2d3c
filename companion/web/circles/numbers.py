"""Numbers of rows, as addresses and forms name them: a database holds none that is longer."""

LONGEST_ROW_ID = 9
"""How many digits the number of a row has at most."""

ROW_ID = f"<int(max={10**LONGEST_ROW_ID - 1}):number>"
"""The part of an address that is the number of a row."""


def is_row_id(text: str) -> bool:
    """Say whether a text can be the number of a row."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_ROW_ID


def parse_row_id(text: str) -> int:
    """Read the number of a row. Raises ValueError for what can be none."""
    if not is_row_id(text):
        raise ValueError
    return int(text)
