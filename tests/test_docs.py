"""The documents for engineers name files, commands and functions that exist."""

import ast
import json
import re
import runpy
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from companion import __version__, web
from companion.cli.commands import companion as commands
from companion.core.entries.schema import entry_fields
from companion.core.game import Game
from companion.core.log.replay import record_result
from companion.core.log.timeline import EDITS
from companion.games import all_games
from companion.games.stops.board import NAMED_POTS
from companion.games.wanagan.hands import CUPS
from companion.store.database import close_connections
from tests.core.test_properties import CODES
from tests.games import games_of
from tests.packages import ROOT
from tests.pictures import CIRCLE, SCENES
from tests.quick import migrated_app

DOCS = (
    *("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/extending.md"),
    *("docs/glossary.md", "docs/hosting.md", "docs/maintaining.md", "docs/records.md"),
    *("docs/rules.md", "docs/tour.md"),
)
TEXTS = {name: (ROOT / name).read_text() for name in DOCS}


def check(missing: Iterable[str]) -> None:
    """Fail with what is missing in the documents, each on a line of its own."""
    lines = sorted(missing)
    assert not lines, "\n".join(("missing:", *lines))


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
def test_every_part_of_a_page_that_a_link_leads_to_is_there(name: str) -> None:
    for page, part in re.findall(r"\]\(((?!http)[^)#]*)#([^)]+)\)", TEXTS[name]):
        text = (ROOT / name).parent.joinpath(page).read_text() if page else TEXTS[name]
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        assert part in [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings]


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


# The code in docs/extending.md, by the file that its first line names.
CODE = re.findall(r"```\w+\n# (\S+)\n(.*?)```", TEXTS["docs/extending.md"], re.DOTALL)
# What ends their names: these files are whole, and in no folder of the program.
EXAMPLES = ("crowns", "dealer")


def test_code_is_quoted_as_it_is() -> None:
    quoted = [(path, text) for path, text in CODE if not Path(path).stem.endswith(EXAMPLES)]
    assert len(quoted) > 5
    for path, text in quoted:
        there = unindented((ROOT / path).read_text())
        assert [part for part in text.split("…\n") if unindented(part) not in there] == []


def unindented(code: str) -> str:
    return "\n".join(line.strip() for line in code.splitlines() if line.strip())


def test_the_game_that_is_shown_plays_as_its_test_shows(tmp_path: Path) -> None:
    write_example("crowns", tmp_path)
    with games_of(tmp_path):
        test = runpy.run_path(str(tmp_path / "test_crowns.py"))
        for case in test["read_cases"](test["CASES"]):
            test["test_three_crowns"](*case.values)
        with pytest.raises(AssertionError, match="Games: Three Crowns"):
            test_every_game_is_in_the_readme()


def test_the_page_that_is_shown_says_what_its_test_expects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_example("dealer", tmp_path)
    pages = runpy.run_path(str(tmp_path / "dealer.py"))["pages"]
    monkeypatch.setattr(web, "BLUEPRINTS", (*web.BLUEPRINTS, pages))
    app = migrated_app(tmp_path / "instance", TESTING=True)
    app.jinja_loader = FileSystemLoader([ROOT / "templates", tmp_path])
    runpy.run_path(str(tmp_path / "test_dealer.py"))["test_the_page_says_who_deals"](app)
    close_connections(app)


def write_example(name: str, folder: Path) -> None:
    for path, text in CODE:
        if Path(path).stem.endswith(name):
            (folder / Path(path).name).write_text(text)


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
    changes = (ROOT / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## (\S+?),? ", changes, re.MULTILINE)
    assert headings[0] == __version__
    tagged = subprocess.run(
        ["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    versions = [tag for tag in tagged.stdout.split() if re.fullmatch(r"v\d+\..*", tag)]
    assert versions in ([], [f"v{__version__}"])
    if versions:
        assert f"## {__version__}, unreleased" not in changes


RULES = TEXTS["docs/rules.md"]
# The rows of docs/rules.md: the letter of the game, the number, and where the sentence is met.
ROWS = re.findall(r"^\| ([A-Z])(\d+) \|(?: [^|]+ \|){2} (.+) \|$", RULES, re.MULTILINE)
# How many sentences each sheet has that say how something is played.
SHEETS = {"K": 51, "C": 38, "B": 26, "T": 31, "L": 23, "W": 26, "O": 27, "R": 27}


def test_every_sentence_of_every_sheet_has_a_row() -> None:
    numbers = {letter: range(1, most + 1) for letter, most in SHEETS.items()}
    rows = [(letter, int(number)) for letter, number, _ in ROWS]
    assert rows == [(letter, number) for letter in numbers for number in numbers[letter]]
    assert f"have {len(rows)} sentences about how to play" in RULES


# What each file has in it that docs/rules.md links to.
LINKED = {
    label: {*re.findall(r"[\w-]+", (ROOT / "docs" / path).read_text())}
    for label, path in re.findall(r"^\[`(.+)`\]: (.+)$", RULES, re.MULTILINE)
}


def test_every_place_where_a_sentence_is_met_is_there() -> None:
    for letter, number, where in ROWS:
        options = {option.name for option in letters()[letter].options}
        for place in where.split("; "):
            kind = re.match(r"\[`(.+?)`\]|house rules? |setup |\*", place)
            assert kind, f"{letter}{number}: {place}"
            known = LINKED[kind[1]] if kind[1] else {*options, "chips"}
            assert {*re.findall(r"`(.+?)`", place[kind.end() :])} <= known, f"{letter}{number}"


RECORDS = TEXTS["docs/records.md"]


def letters() -> dict[str, Game]:
    """Return the games by the letters that docs/records.md gives them."""
    told = RECORDS.partition("These are the names in `options`.")[2].partition("\n\n")[0]
    names = re.findall(r"\b([A-Z]) (?:is )?([A-Z][^,;.]+)", told.replace("\n", " "))
    letters = {name: letter for letter, name in names}
    games = {str(game.name): game for game in all_games().values()}
    check(f"docs/records.md, House rules: no letter for {name}" for name in games.keys() - letters)
    return {letter: games[name] for name, letter in letters.items()}


def letters_in(cell: str) -> set[str]:
    """Return the letters of the games that a cell names: `all`, `stops`, or by letters."""
    stops = {letter for letter, game in letters().items() if game.family == "stops"}
    named = {"all": {*letters()}, "stops": stops}
    return set().union(*(named.get(word, {word}) for word in cell.split()))


def cells(heading: str) -> list[list[str]]:
    """Return the rows of the tables below a heading of docs/records.md."""
    part = RECORDS.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*) \|$", part, re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def test_every_house_rule_of_a_record_is_told_with_its_values_and_defaults() -> None:
    told = {}
    for name, games, _, values, defaults in cells("House rules"):
        given = re.findall(r"`(.+?)`((?: [A-Z]\b)*)", defaults)
        for letter in letters_in(games):
            here = [value for value, only in given if not only or letter in only]
            told[letter, name.strip("`")] = spans(values), here if given else None
    missing = []
    for letter, game in letters().items():
        for option in game.options:
            written, default = told.pop((letter, option.name), (set(), []))
            choices = {json.dumps(choice) for choice, _ in option.choices}
            place = f"docs/records.md, House rules, {option.name}"
            if choices and written != choices:
                missing.append(f"{place}: the values {', '.join(sorted(choices))}")
            value = json.dumps(getattr(game.defaults, option.name))
            if default not in (None, [value]):
                missing.append(f"{place}: the default {value} for {letter} ({game.name})")
    check(missing)
    assert told == {}


def test_every_entry_of_a_record_is_told_with_its_fields() -> None:
    told = set()
    for names, fields, _ in cells("Entries"):
        needed, _, other = fields.partition("(")
        told |= {(do, frozenset(spans(needed)), frozenset(spans(other))) for do in spans(names)}
    kinds = {*EDITS.values(), *(k for game in all_games().values() for k in game.kinds.values())}
    made = set()
    for kind in kinds:
        required = {name: field.is_required for name, field in entry_fields(kind).items()}
        needed_names = frozenset(name for name in required if required[name])
        made.add((kind.do, needed_names, frozenset(required) - needed_names))
    check(
        f"docs/records.md, Entries: {do} has {sorted(needed)} and may have {sorted(other)}"
        for do, needed, other in made - told
    )
    assert told == made


def test_every_key_of_a_result_is_told() -> None:
    told = {letter: {"ok"} for letter in letters()}
    for names, games, _ in cells("Results"):
        for letter in letters_in(games):
            told[letter] |= spans(names)
    words = spans(RECORDS.partition("\n## Results\n")[2])
    for letter, game in letters().items():
        setup = {"format": 1, "game": game.slug, "players": ["Ann", "Bob", "Cal"], "dealer": "Ann"}
        result = record_result({**setup, "log": [{"do": "end"}]}, all_games())
        place = f"docs/records.md, Results of {letter} ({game.name})"
        check(f"{place}: {key}" for key in result.keys() - told[letter])
        assert told[letter] == result.keys(), game.slug
        lines = result["tally"]
        assert isinstance(lines, list)
        assert {key for line in lines for key in line} <= words


def test_the_result_that_is_shown_is_that_of_the_record_that_is_shown() -> None:
    shown = re.findall(r"```\n(\{.*?)```", RECORDS, re.DOTALL)
    record, result = map(json.loads, shown)
    assert json.dumps(record_result(record, all_games())) == json.dumps(result)


def test_every_error_is_told() -> None:
    told = {code for error, _ in cells("Errors") for code in spans(error)}
    check(f"docs/records.md, Errors: {code}" for code in CODES - told)
    assert told == CODES


def test_every_game_and_pot_of_a_record_is_told() -> None:
    names = {*all_games(), *NAMED_POTS, *CUPS}
    check(f"docs/records.md: `{name}`" for name in names - spans(RECORDS))


def test_every_game_is_in_the_readme() -> None:
    named = re.findall(r"^\| (.+?) \|", TEXTS["README.md"].partition("## Games")[2], re.MULTILINE)
    games = {str(game.name) for game in all_games().values()}
    check(f"README.md, Games: {name}" for name in games - {*named})


def test_the_tour_shows_every_picture_of_an_evening_and_no_other() -> None:
    shown = re.findall(r"\]\(tour/(.+?)\.webp\)", (ROOT / "docs/tour.md").read_text())
    assert shown == [scene.name for scene in (*SCENES, CIRCLE)]
    taken = {path.stem: path.stat().st_size for path in (ROOT / "docs/tour").iterdir()}
    assert taken.keys() == {*shown, "hand"}
    assert max(taken[name] for name in shown) < 150_000 < taken["hand"] < 1_500_000
