"""The games: every module of this package with a `GAME`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Return all games by slug, in the order in which lists show them; the first is the default."""
    modules = (import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__))
    games = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.slug: game for game in sorted(games, key=lambda game: game.order)}
