"""What is wrong with what was given: a value that is unfit, an entry or a record refused."""

from typing_extensions import override

from companion.core.sentences import Fact, Sentence, say


class InvalidValue(ValueError):
    """A value that cannot be taken: ``reason`` says what is wrong with it, or what it should be."""

    def __init__(self, why: Sentence) -> None:
        """Say why, or what it should be, in a sentence."""
        super().__init__(why)
        self.reason = why

    def __str__(self) -> str:
        return str(self.reason)


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
    def reason(self) -> Sentence:
        """The sentence as it goes on after another one and a colon."""
        return self.sentence

    @property
    def message(self) -> str:
        """The sentence in the language that is spoken."""
        return str(self.sentence)

    def __str__(self) -> str:
        return self.message


class WrongPhase(Refused):
    """An entry that cannot be now (`wrong-phase`). ``phase`` goes on after “Not now:”."""

    def __init__(self, phase: Sentence) -> None:
        super().__init__("wrong-phase", "Not now: {phase}.", phase=phase)
        self.phase = phase

    @property
    @override
    def reason(self) -> Sentence:
        return say("{phase}.", phase=self.phase)


class ShortOfChips(Refused):
    """An entry that needs more chips than somebody has (`short-of-chips`)."""

    def __init__(self, said: Sentence) -> None:
        """Say who has how many."""
        super().__init__("short-of-chips", said.template, **said.facts)
