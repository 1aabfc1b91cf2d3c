"""The ranking of repairs: the few that cover most of what may have happened."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum

from companion.core.repair.search import Repair
from companion.core.review import Mistap
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import OneOf


def repair_question(mistaps: Sequence[Mistap]) -> Sentence:
    """Return the question which of several mistaps was made; each of them is an answer."""
    questions = [mistap.question for mistap in mistaps if mistap.question]
    question = _join(questions) if len(questions) == len(mistaps) else None
    if question is not None:
        return question
    answer = _join([mistap.words for mistap in mistaps])
    if answer is None:
        return say("Which of these is true?")
    return say("Which is it: {ways}?", ways=answer)


def _join(sentences: Sequence[Sentence]) -> Sentence | None:
    """Return one sentence for sentences that differ in one fact.

    None if they differ in more, or in one of several players.
    """
    first = sentences[0]
    names = [name for name in first.facts if name in first.fact_names()]
    values: dict[str, dict[Fact, None]] = {
        name: dict.fromkeys(one.facts[name] for one in sentences if name in one.facts)
        for name in names
    }
    differing = [name for name in names if len(values[name]) > 1]
    alike = all(one.template == first.template for one in sentences)
    if not alike or len(differing) != 1 or len(values[differing[0]]) != len(sentences):
        return None
    # "Ann and Bob or Cal" could mean either
    players = [name for name in names if type(first.facts[name]) is str]
    if differing[0] in players and len(players) > 1:
        return None
    return first.with_facts(**{**first.facts, differing[0]: OneOf(values[differing[0]])})


MAX_CHOICES = 3

# If entries that may only be missing are as likely as that, they stand before wrong ones.
LATE_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class RepairChoice:
    """Repairs of one entry that answer one question, the likeliest first.

    `share` is the sum of their chances. All repairs of the set-up are one choice, and so are all
    that enter chips which may only be missing.
    """

    repairs: tuple[Repair, ...]
    share: float


def choose_repairs(candidates: Iterable[Repair]) -> tuple[RepairChoice, ...]:
    """Return up to `MAX_CHOICES`, the likeliest first, or what may only be missing ahead of them.

    Of repairs that lead to the same table only one is shown, if possible one that accuses nobody.
    """
    repairs = list(candidates)
    chances = _chances(repairs)
    rows: dict[tuple[int, str], list[Repair]] = defaultdict(list)
    for repair in repairs:
        rows[repair.number, _question(repair)].append(repair)
    repair_choices: list[RepairChoice] = []
    while rows and len(repair_choices) < MAX_CHOICES:
        best = max(rows, key=lambda row: _merit(rows[row], chances))
        choice = _choice(rows.pop(best), chances)
        if not choice.repairs:
            break
        repair_choices.append(choice)
        for repair in choice.repairs:
            chances.pop(repair.outcome, None)
    late = sum(choice.share for choice in repair_choices if not _accuses(choice))
    return tuple(sorted(repair_choices, key=_accuses) if late >= LATE_SHARE else repair_choices)


def _question(repair: Repair) -> str:
    """Return the name of the question that a repair answers, of its kind or of several kinds."""
    if repair.setup:
        return "set-up"
    if repair.mistap.is_late and "chips" in repair.raw:
        return "chips"
    return repair.mistap.kind.partition(",")[0]


def _accuses(choice: RepairChoice) -> bool:
    return not choice.repairs[0].mistap.is_late


def _chances(repairs: list[Repair]) -> dict[str, float]:
    """Return the chance of every outcome, by its name; they add up to 1."""
    best = max((repair.weight for repair in repairs), default=0.0)
    chances: dict[str, float] = defaultdict(float)
    for repair in repairs:
        chances[repair.outcome] += exp(repair.weight - best)
    total = sum(chances.values())
    return {outcome: chance / total for outcome, chance in chances.items()}


def _merit(repairs: list[Repair], chances: Mapping[str, float]) -> tuple[float, bool, float, int]:
    new = [repair for repair in repairs if repair.outcome in chances]
    share = fsum(chances[outcome] for outcome in {repair.outcome for repair in new})
    weight = max((repair.weight for repair in new), default=0.0)
    return share, repairs[0].mistap.is_late, weight, repairs[0].number


def _choice(repairs: list[Repair], chances: Mapping[str, float]) -> RepairChoice:
    new = {repair.outcome: repair for repair in repairs if repair.outcome in chances}
    repairs = sorted(new.values(), key=lambda repair: -chances[repair.outcome])
    return RepairChoice(tuple(repairs), sum(chances[repair.outcome] for repair in repairs))
