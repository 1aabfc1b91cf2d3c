"""The answer to a tap that does not count: the page that it was made on, and why."""

from collections.abc import Callable
from functools import wraps

from flask.typing import ResponseReturnValue

from companion import store
from companion.core.errors import Refused, ShortOfChips
from companion.core.sentences import Sentence, say

STALE = say("Somebody else was quicker: here is the table as it stands now.")


class NotAllowed(Exception):
    """A device may not do something, for the reason ``sentence``."""

    def __init__(self, sentence: Sentence) -> None:
        """Say why."""
        super().__init__(str(sentence))
        self.sentence = sentence


class NeedsConfirmation(ShortOfChips):
    """An entry that may be meant otherwise: ``entry_text`` is it as JSON, to be confirmed."""

    def __init__(self, asked: Sentence, entry_text: str) -> None:
        """Ask whether it is meant so."""
        super().__init__(asked)
        self.entry_text = entry_text


TapError = Refused | store.StaleVersion | NotAllowed
View = Callable[..., ResponseReturnValue]


def redraw_on_error(again: Callable[..., str]) -> Callable[[View], View]:
    """Let a view show its page again where a tap is refused (422, 403) or comes too late (409).

    ``again`` draws the page from what is wrong and from what the view is given.
    """

    def made(view: View) -> View:
        @wraps(view)
        def answer(**given: str) -> ResponseReturnValue:
            try:
                return view(**given)
            except Refused as wrong:
                return again(wrong, **given), 422
            except NotAllowed as barred:
                return again(barred, **given), 403
            except store.StaleVersion as late:
                return again(late, **given), 409

        return answer

    return made


def error_text(wrong: TapError | None) -> str:
    """Say what is wrong; nothing where nothing is."""
    if wrong is None:
        return ""
    return str(STALE if isinstance(wrong, store.StaleVersion) else wrong.sentence)
