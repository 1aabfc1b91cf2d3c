"""The games: every module of this folder that names a ``GAME`` is one."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Return all games by their slug, the first one being the default everywhere."""
    modules = (import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.slug: game for game in sorted(found, key=lambda game: game.order)}
