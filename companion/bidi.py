"""Short texts in the order in which they are drawn: Hebrew from right to left, Arabic joined.

Names are short, so this is simpler than Unicode's algorithm: stretches of one direction, in the
order that the first letter with a direction gives.
"""

import unicodedata
from functools import cache
from itertools import groupby

_RIGHT = ("R", "AL")
_LEFT = ("L", "EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_FIRST_FORM, _LAST_FORM = 0xFB50, 0xFEFC
LAM = "\u0644"


def visual(text: str) -> str:
    """Put a text into the order in which it is drawn, from left to right."""
    if not any(unicodedata.bidirectional(letter) in _RIGHT for letter in text):
        return text
    clusters = _clusters(joined(text))
    stretches = [
        (right, [cluster for cluster, _ in part])
        for right, part in groupby(zip(clusters, _rightward(clusters), strict=True), lambda p: p[1])
    ]
    if stretches[0][0]:
        stretches.reverse()
    return "".join(
        "".join(part[::-1]).translate(_MIRRORED) if right else "".join(part)
        for right, part in stretches
    )


def _clusters(text: str) -> list[str]:
    """Keep marks with the letters under them."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _rightward(clusters: list[str]) -> list[bool]:
    """Say of each cluster whether it runs right to left; neutral ones follow their neighbours."""
    sides = [_side(cluster) for cluster in clusters]
    base = next(side for side in sides if side is not None)
    before = base
    for at, side in enumerate(sides):
        if side is None:
            after = next((later for later in sides[at:] if later is not None), base)
            sides[at] = before if before == after else base
        else:
            before = side
    return [bool(side) for side in sides]


def _side(cluster: str) -> bool | None:
    kind = unicodedata.bidirectional(cluster[0])
    return True if kind in _RIGHT else False if kind in _LEFT else None


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Give the drawn forms of Arabic letters: isolated, initial, medial, final."""
    forms: dict[str, dict[str, str]] = {}
    for code in range(_FIRST_FORM, _LAST_FORM + 1):
        kind, *bases = unicodedata.decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(base, 16)) for base in bases if not base.startswith("<"))
        if kind.startswith("<") and (
            len(letters) == 1 or (letters[:1] == LAM and len(letters) == 2)
        ):
            forms.setdefault(letters, {}).setdefault(kind.strip("<>"), chr(code))
    return forms


def joined(text: str) -> str:
    """Give Arabic letters the forms that they have beside each other."""
    forms = _forms()
    letters = _with_ligatures(text)
    drawn = []
    for at, letter in enumerate(letters):
        before = at > 0 and "initial" in forms.get(letters[at - 1], {})
        after = at + 1 < len(letters) and "final" in forms.get(letters[at + 1], {})
        own = forms.get(letter, {})
        kind = _kind(before and "final" in own, after and "initial" in own)
        drawn.append(own.get(kind, letter))
    return "".join(drawn)


def _kind(before: bool, after: bool) -> str:
    if before and after:
        return "medial"
    return "final" if before else "initial" if after else "isolated"


def _with_ligatures(text: str) -> list[str]:
    """Split a text into letters; a lam with an alef is one."""
    letters: list[str] = []
    for letter in text:
        if letters and letters[-1] == LAM and letter in "\u0622\u0623\u0625\u0627":
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters
