"""When two names are of one person: they look alike, whatever their letters and how they came."""

from unicodedata import normalize


def name_key(name: str) -> str:
    """Give what is the same for names that a reader takes for one."""
    return normalize("NFKC", name).casefold()
