"""Errors of the rules core: values that cannot be parsed, entries and records that are refused."""

from typing_extensions import override

from companion.core.sentences import Fact, Sentence, say


class InvalidValue(ValueError):
    """A value that cannot be parsed. `reason` says what is wrong, or which values are possible."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.reason = why

    def __str__(self) -> str:
        return str(self.reason)


class Refused(Exception):
    """An entry or a record that the rules refuse. Nothing of it is stored.

    `code` is an error code of the record format, `sentence` the reason for players, `entry` the
    number of the refused entry; None if it is not known, or the record itself is at fault.
    """

    def __init__(self, code: str, template: str, /, **facts: Fact) -> None:
        super().__init__(code, template)
        self.code = code
        self.sentence = Sentence(template, facts)
        self.entry: int | None = None

    @property
    def reason(self) -> Sentence:
        """The sentence in the form that follows another sentence and a colon."""
        return self.sentence

    @property
    def message(self) -> str:
        return str(self.sentence)

    def __str__(self) -> str:
        return self.message


class WrongPhase(Refused):
    """An entry that is impossible now (`wrong-phase`); `phase` says why, after “because”."""

    def __init__(self, phase: Sentence) -> None:
        sentence = say("This cannot be entered now because {phase}.", phase=phase)
        super().__init__("wrong-phase", sentence.template, **sentence.facts)
        self.phase = phase

    @property
    @override
    def reason(self) -> Sentence:
        return say("{phase}.", phase=self.phase)


class ShortOfChips(Refused):
    """An entry that needs more chips than an account has (`short-of-chips`)."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__("short-of-chips", sentence.template, **sentence.facts)
