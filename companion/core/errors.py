"""What is wrong with an entry or a record: refused, with a stable code and a sentence."""

from companion.core.sentences import Fact, Sentence


class Refused(Exception):
    """An entry that cannot be. Nothing of it is kept.

    ``code`` is one of the record's error codes, ``sentence`` says it to players, ``entry`` is
    the number of the refused entry, or None where the record itself is at fault.
    """

    def __init__(self, code: str, template: str, /, **facts: Fact) -> None:
        """Refuse with a code and the template of a sentence that names the facts."""
        super().__init__(code, template)
        self.code = code
        self.sentence = Sentence(template, facts)
        self.entry: int | None = None

    @property
    def message(self) -> str:
        """The sentence in the language that is spoken."""
        return str(self.sentence)

    def __str__(self) -> str:
        return self.message
