"""What is wrong with an entry or a record: refused, with a stable code and a sentence."""


class Refused(Exception):
    """An entry that cannot be. Nothing of it is kept.

    ``code`` is one of the record's error codes, ``message`` a sentence for players, ``entry``
    the number of the refused entry, or None where the record itself is at fault.
    """

    def __init__(self, code: str, message: str, entry: int | None = None) -> None:
        """Refuse with a code and a sentence that names the thing."""
        super().__init__(code, message, entry)
        self.code = code
        self.message = message
        self.entry = entry

    def __str__(self) -> str:
        """Give the sentence."""
        return self.message
