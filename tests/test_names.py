"""A public name stands in one module, so that it says which thing is meant wherever it is read."""

import ast
from collections import defaultdict
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent

# What every game answers by the same name: functions of its entries, and those its `Game`,
# its `Screen` or Flask asks for.
ANSWERED = {
    *("award", "bid", "deal", "end", "show"),
    *("current_prompt", "new_table", "result", "mistaps"),
    *("facts", "init_app"),
}


def is_page(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a function answers an address; the name of its endpoint says whose page it is."""
    return any(
        isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Attribute)
        and mark.func.attr in {"get", "post", "route"}
        for mark in node.decorator_list
    )


def public_names(path: Path) -> set[str]:
    found = ast.parse(path.read_text(encoding="utf-8")).body
    named = [node for node in found if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {node.name for node in named if not (node.name.startswith("_") or is_page(node))}


def modules_by_name() -> dict[str, set[str]]:
    places: dict[str, set[str]] = defaultdict(set)
    for path in ROOT.rglob("*.py"):
        for name in public_names(path):
            places[name].add(path.relative_to(ROOT).as_posix())
    return places


def test_a_public_name_stands_in_one_module() -> None:
    twice = {name: where for name, where in modules_by_name().items() if len(where) > 1}
    assert {name: where for name, where in twice.items() if name not in ANSWERED} == {}


def test_what_every_game_answers_does_stand_in_several() -> None:
    places = modules_by_name()
    assert {name for name in ANSWERED if len(places[name]) < 2} == set()
