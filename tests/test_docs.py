"""The documents for engineers name files, commands and functions that exist."""

import ast
import re
import subprocess
from collections import Counter

import pytest

from companion import __version__
from companion.cli.commands import companion as commands
from companion.games import all_games
from tests.packages import ROOT
from tests.pictures import CIRCLE, SCENES

DOCS = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/hosting.md", "docs/tour.md")
TEXTS = {name: (ROOT / name).read_text() for name in DOCS}
# Words after the program's name that are no commands.
SPOKEN = {"in"}


def spans(text: str) -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


@pytest.mark.parametrize("name", DOCS)
def test_every_path_is_there(name: str) -> None:
    tops = {path.name for path in ROOT.iterdir()}
    kept_out = ("instance/", "backups/")
    paths = {span for span in spans(TEXTS[name]) if span.split("/")[0] in tops and " " not in span}
    links = set(re.findall(r"\]\(((?!http)[^)#]+)\)", TEXTS[name]))
    named = {path for path in paths if not path.startswith(kept_out)}
    gone = [path for path in named if not (ROOT / path).exists()]
    assert gone + [link for link in links if not ((ROOT / name).parent / link).exists()] == []


@pytest.mark.parametrize("name", DOCS)
def test_every_command_is_one(name: str) -> None:
    made = set(re.findall(r"\bmake ((?:[a-z]+ ?)+)(?=[`\s#;]|$)", "\n".join(code(TEXTS[name]))))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {word for words in made for word in words.split()} <= targets
    ours = set(re.findall(r"\bcompanion ([a-z]+)\b", "\n".join(code(TEXTS[name]))))
    assert ours <= {*commands.commands, "run"}


def code(text: str) -> list[str]:
    blocks = re.findall(r"```\n(.*?)```", text, flags=re.DOTALL)
    lines = [line.partition("#")[0] for block in blocks for line in block.splitlines()]
    return [*lines, *spans(text)]


def test_every_name_on_the_way_of_a_tap_is_defined() -> None:
    way = TEXTS["docs/architecture.md"].partition("## How a tap is processed")[2]
    names = {span for span in spans(way) if span.isidentifier()}
    trees = [ast.parse(path.read_text()) for path in (ROOT / "companion").rglob("*.py")]
    defined = {
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, (ast.ClassDef, ast.FunctionDef))
    }
    assert len(names) > 5
    assert names <= defined


def test_every_package_has_its_line() -> None:
    rows = re.findall(r"^\| (`.*?) \|", TEXTS["docs/architecture.md"], re.MULTILINE)
    told = set(spans("\n".join(rows)))
    packages = {path.parent for path in (ROOT / "companion").glob("*/__init__.py")}
    assert {str(path.relative_to(ROOT)) for path in packages} <= told


def test_a_version_is_told_and_tagged_as_it_is() -> None:
    headings = re.findall(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == __version__
    wheels = re.findall(r"companion-([\d.]+)-py3", "\n".join(TEXTS.values()))
    assert {*wheels} == {__version__}
    tagged = subprocess.run(
        ["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    versions = [tag for tag in tagged.stdout.split() if re.fullmatch(r"v\d+\..*", tag)]
    assert versions in ([], [f"v{__version__}"])


ROW = re.compile(r"^\| ([A-Z]\d+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
# How many sentences each sheet has that say how something is played.
SHEETS = {"K": 51, "C": 38, "B": 26, "T": 31, "L": 23, "W": 26, "O": 27, "R": 27}


def test_every_sentence_of_every_sheet_is_met_by_a_rule_an_option_or_a_page() -> None:
    rows = ROW.findall((ROOT / "docs/rules.md").read_text())
    assert len(rows) == len({number for number, _, _ in rows}) == sum(SHEETS.values()) == 249
    assert Counter(number[0] for number, _, _ in rows) == SHEETS
    for number, _, met in rows:
        assert re.match("rule|sets|tells|as [A-Z]", met), number


def test_every_option_that_the_sheets_need_is_there() -> None:
    options = {option.name for game in all_games().values() for option in game.options}
    rows = ROW.findall((ROOT / "docs/rules.md").read_text())
    named = {
        name
        for _, _, met in rows
        for part in met.split("; ")
        if part.startswith("sets:")
        for name in re.findall(r"`([a-z_]+)`", part)
    }
    assert named - {"end", "to"} <= options


def test_every_name_that_the_rules_are_met_by_is_in_the_code() -> None:
    package = ROOT / "companion"
    words = {
        word for path in package.rglob("*.py") for word in re.findall(r"[\w-]+", path.read_text())
    }
    files = (ROOT, package, package / "games")
    names = spans((ROOT / "docs/rules.md").read_text())
    assert [
        name
        for name in names
        if name not in words and not any((folder / name).exists() for folder in files)
    ] == []


def test_the_tour_shows_every_picture_of_an_evening_and_no_other() -> None:
    shown = re.findall(r"\]\(tour/(.+?)\.webp\)", (ROOT / "docs/tour.md").read_text())
    assert shown == [scene.name for scene in (*SCENES, CIRCLE)]
    taken = {path.stem: path.stat().st_size for path in (ROOT / "docs/tour").iterdir()}
    assert taken.keys() == {*shown, "hand"}
    assert max(taken[name] for name in shown) < 150_000 < taken["hand"] < 1_500_000
