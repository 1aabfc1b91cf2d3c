"""The tally: running and final, on the page, as PDF, as CSV, and the record."""

import csv
import json
import re
import struct
from datetime import date
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from pypdfium2 import PdfDocument

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.language import available_languages
from companion.store import tables
from companion.store.database import db
from companion.store.models import TableRow
from companion.store.records import create_from_record, get_tally
from companion.store.table_cache import init_app
from companion.tally import summary as tally
from companion.tally.rows import chart_title_sentence, game_name, render_tally_csv
from tests.evenings import in_chips, record, recorded
from tests.web.cases import read_cases, visit
from tests.web.pages import Page
from tests.web.tapping import Table

NAMES = ("محمد علي", "דנה ברק", "李小明", "Zoë 😀👩‍👧", "=SUM(A1)", "<b>Bob & \u200d")


def table_of(app: Flask, **more: Any) -> Table:
    setup = in_chips(**more)
    return Table(app, setup, setup.pop("log"))


def cells(page: Page) -> list[str]:
    return [element.text.strip() for element in page.elements if element.tag in ("td", "th")]


def csv_rows(table: Table) -> list[list[str]]:
    return [*csv.reader(StringIO(table.get("/tally.csv").data.decode("utf-8-sig")))]


def pages_in(pdf: bytes) -> int:
    return len(PdfDocument(pdf))


def stored(table: Table) -> Any:
    with table.app.app_context():
        text = db.session.query(TableRow.tally).filter_by(token=table.token).scalar()
        return None if text is None else json.loads(text)


def test_a_running_tally_ranks_everybody_as_the_table_stands(app: Flask) -> None:
    table = table_of(app, players=4, hands=3)
    page = table.look("/tally")
    assert "running tally after 3 hands" in page.text
    lines = store_tally(table)["lines"]
    assert [line["place"] for line in lines] == [1, 2, 3, 4]
    assert cells(page)[5:8] == ["1", lines[0]["player"], f"+{lines[0]['result']}"]


def store_tally(table: Table) -> Any:
    with table.app.app_context():
        return get_tally(table.token)[0]


CASES = """
before the first hand there is a tally without a chart
    /tally => "running tally after 0 hands", "Chips in: 400 received at the start or bought = 400",
        "Nobody owes anybody", no .chart
notes to settle say who owes whom
    Ann borrows 7 from Bob
    /tally => "Ann owes Bob IOU 7", no "Nobody owes anybody"
the proof adds up
    deal; Ann buys in 5; count Ann 100
    /tally => "405 received at the start or bought, +3 by correction = 408",
        "376 with players + 32 in saucers = 408"
a game of points has points and no chips
    kids-rummy: deal; Ann out: Bob 5 Cal 10 Dee 15
    /tally => th "Points", row "1 Ann 0", "in points", no th "Chips", no "Chip check",
        no "IOUs to settle"
    /tally.pdf
a game with cups shows the chips in them
    oh-claire: deal; Ann bids 3 tricks; Bob bids 3 tricks; Cal bids 3 tricks; Dee bids 3 tricks;
        took Ann 3 Bob 3 Cal 3 Dee 1
    /tally => th "In cups", row "4 Dee −7 17 0 24", "96 received at the start or bought = 96"
a correction in a misdealt hand is gone with it
    deal; count Ann 100; misdeal
    /tally => "400 received at the start or bought = 400", no "correction"
hands after a player left are a dash
    deal; break-off; Dee leaves; deal; break-off
    /tally => "–"
Wanagan has a tally while it runs
    wanagan: deal
    /tally => "1 Ann −13"
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_the_page_tells_how_the_table_stands(app: Flask, case: str) -> None:
    visit(app, case)


def test_each_hand_shows_its_dealer_its_winner_and_everyones_change(app: Flask) -> None:
    table = table_of(app, players=4, hands=5)
    told = store_tally(table)
    assert [hand["dealer"] for hand in told["hands"]] == ["Dee", "Ann", "Bob", "Cal", "Dee"]
    assert all(len(hand["winners"]) == 1 for hand in told["hands"])
    for player, line in told["chart"].items():
        assert sum(hand["changes"][player] for hand in told["hands"]) == line[-1]
    last = told["hands"][-1]
    shown = " ".join(cells(table.look("/tally")))
    assert f"5 Dee {last['winners'][0]}" in shown


def test_each_heading_stands_above_its_numbers(app: Flask) -> None:
    page = Table(app, record("oh-claire")).look("/tally")
    assert cells(page)[:6] == ["Place", "Player", "Result", "Chips", "In cups", "Start + bought"]


def test_the_chart_has_a_line_for_everybody_that_differs_without_colour(app: Flask) -> None:
    page = table_of(app, players=10, hands=12).look("/tally")
    lines = page.all("polyline")
    assert len(lines) == 2 * 10  # one chart for a page, one for a phone
    assert all(len(line.get("points").split()) == 13 for line in lines)
    groups = [g.get("class") for g in page.all("g") if "chart-line " in g.get("class")]
    assert len(set(groups)) == 10
    assert "Ann: 0, " in page.all("p", id="chart-words")[0].text


def test_the_tally_is_stored_when_the_evening_ends_and_follows_what_is_changed(app: Flask) -> None:
    table = Table(app, log="Ann buys in 5")
    assert stored(table) is None
    table.tap("end")
    first = stored(table)
    assert (first["over"], first["lines"][0]["place"], first["proof"]["bought"]) == (True, 1, 405)
    assert "final tally after 0 hands" in table.look("/tally").text
    table.tap("undo")
    assert stored(table) is None
    assert "running tally" in table.look("/tally").text
    table.tap("redo")
    assert stored(table) == first
    table.tap("amend 0: Ann buys in 50")
    assert stored(table)["proof"]["bought"] == 450


def test_an_imported_evening_that_is_over_has_its_tally(app: Flask) -> None:
    assert stored(Table(app, log="end"))["over"]


def test_a_finished_evening_is_drawn_from_its_stored_tally_and_never_counted_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(app, players=4, hands=2)
    table.tap("end")
    before = [table.get(f"/tally{end}").data for end in ("", ".csv", ".pdf")]

    def fail(*_: Any) -> None:
        raise AssertionError("counted again")

    init_app(app)
    monkeypatch.setattr(tables, "replay_rows", fail)
    monkeypatch.setattr(tally, "build_tally", fail)
    after = [table.get(f"/tally{end}").data for end in ("", ".csv", ".pdf")]
    assert after[1:] == before[1:]
    assert "final tally after 2 hands" in after[0].decode()
    assert table.get("/record.json").status_code == 200


def test_a_tally_stored_by_an_older_release_is_read(app: Flask) -> None:
    table = table_of(app, players=4, hands=2)
    table.tap("end")
    older = json.dumps({**stored(table), "name": "Kitty of old", "unit": "pennies"})
    with app.app_context():
        db.session.query(TableRow).filter_by(token=table.token).update({"tally": older})
        db.session.commit()
    for end in ("", ".pdf", ".png", ".csv"):
        assert table.get(f"/tally{end}").status_code == 200
    assert "Michigan Kitty" in table.look("/tally").text


@pytest.mark.parametrize(("game", "word"), [("wanagan", "Round"), ("boodle", "Hand")])
def test_the_table_its_log_and_its_tally_say_what_the_question_says(
    app: Flask, game: str, word: str
) -> None:
    table = Table(app, record(game), "deal")
    pages = [table.look(page).text for page in ("", "/log", "/tally")]
    pages.append(table.client.get("/").text)
    assert f"running tally during {word.lower()} 1" in pages[2]
    assert f"{word} by {word.lower()}" in pages[2]
    assert all(re.search(rf"(?i)\b{word} 1\b", said) for said in (pages[0], pages[1], pages[3]))
    other = "Hand" if word == "Round" else "Round"
    assert not any(re.search(rf"(?i)\b{other} (1|by|after)\b", said) for said in pages)


def test_who_made_a_bid_has_not_won_a_hand(app: Flask) -> None:
    clean = recorded("oh-claire")[0]
    table = Table(app, clean, clean.pop("log"))
    said = table.look("/tally").text + table.get("/tally.csv").text
    assert said.count("Exact bid by") == 2
    assert "Won by" not in said


def test_a_tally_of_a_game_that_is_gone_is_read(app: Flask) -> None:
    table = table_of(app, players=4, hands=2)
    told = {**store_tally(table), "game": "whist"}
    assert (game_name(told), str(chart_title_sentence(told))) == (
        "whist",
        "Result after each hand, in chips",
    )


PAPERS = {
    "six players and twelve hands": ({"players": 6, "hands": 12}, (1, 1)),
    "a long evening": ({"players": 6, "hands": 90}, (2, 3)),
    "any names": ({"players": 6, "hands": 3, "names": NAMES}, (1, 1)),
    "long names": (
        {"players": 10, "hands": 40, "names": [f"{'W' * 39}{n}" for n in range(10)]},
        (3, 3),
    ),
}


@pytest.mark.parametrize(("evening", "pages"), PAPERS.values(), ids=PAPERS)
def test_the_pdf_has_so_many_pages(
    app: Flask, evening: dict[str, Any], pages: tuple[int, int]
) -> None:
    table = table_of(app, **evening)
    answers = [table.get(f"/tally.pdf?paper={paper}") for paper in ("a4", "letter")]
    assert {answer.mimetype for answer in answers} == {"application/pdf"}
    assert tuple(pages_in(answer.data) for answer in answers) == pages


def test_the_paper_is_that_of_the_readers_country(app: Flask) -> None:
    table = table_of(app, players=4, hands=1)
    sizes = {}
    for language in ("en-US", "de-DE", ""):
        headers = {"Accept-Language": language}
        pdf = table.client.get(f"{table.url}/tally.pdf", headers=headers).data
        sizes[language] = tuple(map(round, PdfDocument(pdf)[0].get_size()))
    assert sizes["en-US"] == (612, 792)
    assert sizes["de-DE"] == sizes[""] != sizes["en-US"]


def test_the_picture_is_as_large_as_is_shared(app: Flask) -> None:
    for hands in (1, 60):
        table = table_of(app, players=6, hands=hands, names=NAMES)
        answer = table.get("/tally.png")
        assert answer.mimetype == "image/png"
        assert answer.data.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", answer.data[16:24])
        assert (width, height) == (1080, 1350)


def test_a_name_in_the_csv_is_the_same_in_every_language(app: Flask) -> None:
    record = in_chips(players=5, hands=2)
    with app.app_context():
        url = f"/t/{create_from_record(record)}/tally.csv"
    for code in available_languages():
        text = app.test_client().get(url, headers={"Accept-Language": code}).text
        rows = csv.reader(StringIO(text))
        winners = {row[2] for row in rows if len(row) == 3 + 5 and row[0].isdecimal()}
        assert winners <= {*record["players"]}, code
        assert winners


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@x", "＝1", "−1"])
def test_whatever_starts_a_formula_is_quoted_in_the_csv(app: Flask, name: str) -> None:
    table = Table(app, record(players=[name, "Bob", "Cal"], dealer="Bob"))
    assert "'" + name in [cell for row in csv_rows(table) for cell in row]


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
@pytest.mark.parametrize("name", ["a;=1+1", "a,-1", "a| @x", 'a;"=1"', ";;=1", 'a";+1', "= |=1"])
def test_wherever_a_spreadsheet_divides_cells_none_is_a_formula(delimiter: str, name: str) -> None:
    log = replay_record(in_chips(players=3, hands=2, names=(name, "Bob", "Cal")), all_games())
    written = render_tally_csv(tally.build_tally(log), date(2026, 5, 1)).decode("utf-8-sig")
    cells = [cell for line in written.splitlines() for cell in line.split(delimiter)]
    begun = [cell.strip('" ')[:2] for cell in cells]
    assert [start for start in begun if re.match(r"[=+@]|-\D", start)] == []
