"""The command line, as other programs use it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import func, select, update

from companion.cli import maintenance as cli_maintenance
from companion.cli.commands import companion as commands
from companion.cli.terminal import open_app
from companion.store import maintenance, tables
from companion.store.circles import create_circle_from_table, delete_circle
from companion.store.database import close_connections, read_connection, write_transaction
from companion.store.maintenance import delete_table
from companion.store.models import (
    DismissedFindingRow,
    EntryRow,
    EveningRow,
    TableRow,
    VisitRow,
    utc_now,
)
from companion.store.records import create_from_record, export_table
from companion.store.table_settings import dismiss_finding
from companion.store.tables import UnknownTable, load_table
from companion.store.visits import TABLES, list_tokens, record_visit
from companion.web.base.urls import parse_table_token
from tests import evenings
from tests.commands import companion
from tests.evenings import in_chips
from tests.notation import entries
from tests.quick import UNSYNCED


def record(*log: dict[str, Any], **more: Any) -> dict[str, Any]:
    return evenings.record(log=list(log), **more)


GOOD, BAD = record({"do": "deal"}), record({"do": "stop"})
HAND, OVER = (in_chips(players=4, hands=1, over=over) for over in (False, True))


def test_a_good_record_gives_its_result_and_status_0(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(GOOD, indent=2))
    done = companion("replay", str(file))
    assert done.returncode == 0
    assert json.loads(done.stdout)["chips"]["Ann"] == 92


def test_a_refused_record_gives_its_code_and_status_1() -> None:
    done = companion("replay", "-", stdin=json.dumps(BAD))
    assert done.returncode == 1
    result = json.loads(done.stdout)
    assert (result["ok"], result["entry"], result["error"]) == (False, 0, "wrong-phase")
    assert result["message"]


def test_many_records_give_a_line_each_in_order_and_a_refused_one_stops_none() -> None:
    lines = "\n".join(json.dumps(r) for r in (GOOD, BAD, GOOD)) + "\n"
    done = companion("replay", "-", stdin=lines)
    assert done.returncode == 1
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]


@pytest.mark.parametrize("text", ["", "no json", "{", "[" * 100_000])
def test_what_is_no_json_at_all_has_status_2_and_a_sentence(text: str) -> None:
    done = companion("replay", "-", stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Standard input is not JSON." in done.stderr


@pytest.mark.parametrize("text", ["null", "[]", "7", '"deal"', "{}"])
def test_json_that_is_no_record_is_a_bad_record(text: str) -> None:
    done = companion("replay", "-", stdin=text)
    assert done.returncode == 1
    result = json.loads(done.stdout)
    assert (result["entry"], result["error"]) == (None, "bad-record")


def test_a_file_that_is_not_there_has_status_2() -> None:
    done = companion("replay", "no-such-file.json")
    assert done.returncode == 2
    assert "no-such-file.json" in done.stderr


def test_what_is_imported_is_exported_again_to_the_letter(tmp_path: Path) -> None:
    names = ["Ann", "Bob", "שרה", "🂡 <script>"]
    log = entries("deal; keep; undo; swap; amend 3: keep")
    evening = record(*log, players=names, dealer="Ann", options={"ante": 2})
    path = companion("import", "-", stdin=json.dumps(evening), instance=tmp_path)
    assert path.stdout.startswith("/t/")
    exported = companion("export", path.stdout.strip(), instance=tmp_path)
    assert json.loads(exported.stdout) == evening
    assert json.loads(companion("export", instance=tmp_path).stdout) == evening


def test_a_refused_record_is_not_imported(tmp_path: Path) -> None:
    done = companion("import", "-", stdin=json.dumps(BAD), instance=tmp_path)
    assert done.returncode == 1
    assert "Entry 0 on line 1 was refused (wrong-phase)" in done.stderr
    assert companion("export", instance=tmp_path).stdout == ""


def test_an_unknown_table_is_named(tmp_path: Path) -> None:
    done = companion("export", "nowhere", instance=tmp_path)
    assert done.returncode == 1
    assert "nowhere" in done.stderr


def test_a_damaged_table_is_named_and_written_as_far_as_can_be(tmp_path: Path) -> None:
    companion("import", "-", stdin="\n".join([json.dumps(GOOD)] * 3), instance=tmp_path)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite")) as database, database:
        database.execute('UPDATE entries SET raw = \'{"do": "stop"}\' WHERE table_id = 1')
        (token,) = database.execute("SELECT token FROM tables WHERE id = 2").fetchone()
        database.execute("UPDATE tables SET setup = 'torn' WHERE id = 2")
    done = companion("export", instance=tmp_path)
    assert done.returncode == 1
    logs = [json.loads(line)["log"] for line in done.stdout.splitlines()]
    assert logs == [[{"do": "stop"}], GOOD["log"], GOOD["log"]]
    assert token in done.stderr


def test_a_backup_is_restored_with_its_addresses(tmp_path: Path) -> None:
    house, file = tmp_path / "100 %41? Häuser #1", tmp_path / "evening 1%3F.backup"
    path = companion("import", "-", stdin=json.dumps(GOOD), instance=house).stdout.strip()
    assert (house / "companion.sqlite").exists()
    assert companion("backup", str(file), instance=house).returncode == 0
    assert file.stat().st_mode & 0o777 == 0o600
    left = tmp_path / "another house" / "restoring-killed"
    left.mkdir(parents=True)
    done = companion("restore", str(file), instance=tmp_path / "another house")
    assert (done.returncode, done.stderr) == (0, "")
    assert not left.exists()
    exported = companion("export", path, instance=tmp_path / "another house")
    assert json.loads(exported.stdout) == GOOD


@pytest.mark.usefixtures("kept")
def test_a_backup_replaces_files_only(tmp_path: Path) -> None:
    for wrong in (tmp_path / "nowhere" / "copy", tmp_path / ".", Path(os.devnull)):
        done = CliRunner().invoke(commands, ["backup", str(wrong)])
        assert done.exit_code > 0
        assert "cannot be written: " in done.output or "is a directory" in done.output
    assert not Path(os.devnull).is_file()
    (tmp_path / "latest").symlink_to(tmp_path / "copy")
    run("backup", str(tmp_path / "latest"))
    assert (tmp_path / "latest").is_symlink()
    assert (tmp_path / "copy").is_file()


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "evening.backup").write_text("no database")
    done = companion("restore", str(tmp_path / "evening.backup"), instance=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is damaged, or is not a Companion backup. Nothing was changed." in done.stderr


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("file", ["nowhere", ""])
def test_a_backup_that_cannot_be_read_is_said_to_be(file: str) -> None:
    (said,) = run("restore", file, status=1)
    assert said.startswith(f"{Path(file)} cannot be read: ")


@pytest.mark.parametrize("command", sorted(commands.commands))
def test_every_command_explains_itself(command: str) -> None:
    done = CliRunner().invoke(commands, [command, "--help"], prog_name="companion")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: companion {command}")


@pytest.fixture
def kept(migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The app on a folder that commands of this process work on too."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.setattr("os.umask", lambda _: None)
    monkeypatch.setattr("companion.store.database.PRAGMAS", UNSYNCED)
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    app = open_app()
    with app.app_context():
        yield app
    close_connections(app)


def run(*words: str, status: int = 0) -> list[str]:
    """Run a command in this process, and give the lines that it prints."""
    done = CliRunner().invoke(commands, words)
    assert (done.exit_code, done.exception) == (status, done.exception if status else None)
    return done.output.splitlines()


@pytest.mark.usefixtures("kept")
def test_tables_are_listed_and_counted_without_names() -> None:
    token = create_from_record(GOOD)
    create_from_record({**GOOD, "game": "boodle"})
    listed = run("tables")
    assert listed[0].split()[:4] == [f"/t/{token}", "michigan-kitty", "4", "1"]
    assert "Ann" not in "".join(listed)
    assert {"Tables: 2", "Entries: 2", "boodle: 1"} < {*run("stats")}


@pytest.mark.usefixtures("kept")
def test_a_deleted_table_leaves_nothing_behind() -> None:
    gone, kept = create_from_record(GOOD), create_from_record(GOOD)
    record_visit("a tablet", TABLES, load_table(gone).id, gone)
    dismiss_finding(gone, "a finding")
    run("delete", "--yes", f"/t/{gone}", "nowhere", status=1)
    assert list_tokens() == [kept]
    with pytest.raises(UnknownTable):
        load_table(gone)
    with read_connection() as connection:
        for row in (VisitRow, DismissedFindingRow):
            assert connection.scalar(select(func.count()).select_from(row)) == 0


@pytest.mark.usefixtures("kept")
def test_a_table_is_deleted_only_if_that_is_meant() -> None:
    token = create_from_record(GOOD)
    run("delete", token, status=1)
    assert list_tokens() == [token]


@pytest.mark.usefixtures("kept")
def test_only_a_table_that_there_is_asks_to_be_deleted() -> None:
    assert run("delete", "nowhere", status=1) == ["There is no table nowhere."]
    token = create_from_record(GOOD)
    lines = run("delete", token, "nowhere", status=1)
    assert {"There is no table nowhere.", f"{cli_maintenance.DELETE_PROMPT} [y/N]: "} < {*lines}


@pytest.mark.usefixtures("kept")
def test_an_address_that_begins_with_a_hyphen_is_no_option() -> None:
    create_from_record(GOOD)
    with write_transaction() as connection:
        connection.execute(update(TableRow).values(token="-hL6VB1N_rb13FUGTWKzRo"))
    assert json.loads(*run("export", "-hL6VB1N_rb13FUGTWKzRo"))["game"] == GOOD["game"]
    run("delete", "--yes", "-hL6VB1N_rb13FUGTWKzRo")
    assert list_tokens() == []


def let_a_month_pass() -> None:
    with write_transaction() as connection:
        connection.execute(update(TableRow).values(created=utc_now() - timedelta(days=31)))


def test_what_nobody_used_for_long_is_written_down_and_deleted(kept: Flask) -> None:
    idle, used = create_from_record(GOOD), create_from_record(BAD | {"log": []})
    record = export_table(idle)
    let_a_month_pass()
    record_visit("a tablet", TABLES, load_table(used).id, used)
    assert run("retire", "--days", "30") == ["1 table archived."]
    assert list_tokens() == [used]
    (file,) = Path(kept.instance_path, "retired").iterdir()
    (address,) = run("import", str(file))
    assert export_table(parse_table_token(address)) == record
    assert "is not in the range" in run("retire", "--days", "999999999", status=2)[-1]


@pytest.mark.usefixtures("kept")
def test_a_table_that_is_tapped_on_while_it_is_written_down_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    idle, tapped = create_from_record(GOOD), create_from_record(GOOD)
    let_a_month_pass()
    write_down = maintenance._write_record

    def tap_meanwhile(record: str, file: Path) -> None:
        write_down(record, file)
        with write_transaction() as connection:
            used = update(TableRow).where(TableRow.token == tapped)
            connection.execute(used.values(version=TableRow.version + 1))

    monkeypatch.setattr(maintenance, "_write_record", tap_meanwhile)
    assert run("retire", "--days", "30") == ["1 table archived."]
    assert list_tokens() == [tapped]
    assert idle != tapped


def test_what_another_one_retires_meanwhile_is_passed_over(
    kept: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [create_from_record(GOOD) for _ in range(3)]
    let_a_month_pass()
    write_down = maintenance._write_record

    def delete_meanwhile(record: str, file: Path) -> None:
        write_down(record, file)
        for token in tokens[:2]:
            with suppress(UnknownTable):
                delete_table(token)

    monkeypatch.setattr(maintenance, "_write_record", delete_meanwhile)
    assert run("retire", "--days", "30") == ["1 table archived."]
    assert list_tokens() == []
    assert len([*Path(kept.instance_path, "retired").iterdir()]) == 2


@pytest.mark.parametrize(
    ("step", "written", "left"),
    [("open", 1, 1), ("fsync", 1, 2), ("replace", 1, 1), ("delete_table", 2, 1)],
)
def test_a_retirement_that_is_cut_off_goes_on_and_writes_nothing_torn_or_twice(
    kept: Flask, monkeypatch: pytest.MonkeyPatch, step: str, written: int, left: int
) -> None:
    for _ in range(2):
        create_from_record(GOOD)
    let_a_month_pass()
    owners = {"fsync": maintenance.os, "delete_table": maintenance}
    where = owners.get(step, Path)
    whole, calls = getattr(where, step), count(1)

    def killed(*given: Any, **named: Any) -> Any:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return whole(*given, **named)

    with monkeypatch.context() as cut, suppress(KeyboardInterrupt):
        cut.setattr(where, step, killed)
        maintenance.archive_unused_tables(30)
    archive = Path(kept.instance_path, "retired")
    assert (len([*archive.glob("*.jsonl")]), len(list_tokens())) == (written, left)
    assert maintenance.archive_unused_tables(30) == left
    assert [json.loads(file.read_text()) for file in archive.glob("*.jsonl")] == [GOOD] * 2


@pytest.mark.usefixtures("kept")
def test_an_evening_that_is_imported_once_more_is_known_again(tmp_path: Path) -> None:
    file = tmp_path / "evenings.jsonl"
    file.write_text("\n".join(map(json.dumps, (GOOD, OVER, GOOD))))
    once = run("import", str(file))
    assert len(set(once)) == 3
    assert run("import", str(file)) == once
    assert len(list_tokens()) == 3


@pytest.mark.usefixtures("kept")
def test_an_import_names_the_line_of_what_is_refused_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evenings.jsonl"
    file.write_text(f"{json.dumps(GOOD)}\n\n{json.dumps(BAD)}\nno json\n{json.dumps(OVER)}\n")
    said = run("import", str(file), status=1)
    assert [line for line in said if not line.startswith("/t/")] == [
        "Entry 0 on line 3 was refused (wrong-phase): This cannot be entered now because "
        "no hand is in progress.",
        "The record on line 4 was refused (bad-record): A record must be a JSON object.",
    ]
    monkeypatch.setattr(tables, "CHECK_LIMIT", (0, 60))
    monkeypatch.setattr(tables, "REPLAY_LIMIT", (1, 60))
    file.write_text(f"{json.dumps(HAND)}\n{json.dumps(record())}\n")
    first, second = run("import", str(file), status=1)
    assert sum(line.startswith("/t/") for line in (first, second)) == 1
    assert any(line.startswith("Line 1: Companion would have to check") for line in (first, second))


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("folder", ["file", "file/below", "/proc/nowhere"])
def test_what_cannot_be_written_down_stays(folder: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    token = create_from_record(GOOD)
    let_a_month_pass()
    (said,) = run("retire", "--days", "30", str(tmp_path / folder), status=1)
    assert " cannot be written: " in said
    assert list_tokens() == [token]


@pytest.mark.usefixtures("kept")
def test_a_check_of_a_sound_house_finds_nothing() -> None:
    for record in (GOOD, OVER, {**OVER, "log": OVER["log"][:3]}):
        create_from_record(record)
    assert run("check") == ["3 tables checked, 0 faults."]


@pytest.mark.usefixtures("kept")
def test_what_a_circle_remembers_is_checked_and_rebuilt() -> None:
    token = create_from_record(OVER)
    create_circle_from_table(token)
    assert run("check") == ["1 table checked, 0 faults."]
    with write_transaction() as connection:
        connection.execute(update(EveningRow).values(facts="{}"))
    assert "the circle’s copy of the results does not match the log" in run("check", status=1)[0]
    assert run("rebuild") == ["1 evening rebuilt."]
    assert run("check") == ["1 table checked, 0 faults."]


@pytest.mark.usefixtures("kept")
def test_a_house_with_circles_is_exported_and_imported_whole(tmp_path: Path) -> None:
    circle = create_circle_from_table(create_from_record(OVER))
    lone = create_from_record(GOOD)
    lines = run("export")
    assert [json.loads(line).get("name") for line in lines] == [circle.name, None]
    assert run("export", f"http://house/c/{circle.token}/people") == lines[:1]
    assert run("export", f"/t/{lone}") == lines[1:]
    assert "no circle /c/nobody" in run("export", "/c/nobody", status=1)[0]
    file = tmp_path / "house.jsonl"
    file.write_text("\n".join(lines))
    delete_circle(circle.id)
    brought = run("import", str(file))
    assert [address[:3] for address in brought] == ["/c/", "/t/"]
    assert run("import", str(file)) == brought
    assert run("export", brought[0]) == lines[:1]


@pytest.mark.usefixtures("kept")
def test_a_table_that_is_deleted_while_others_are_checked_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens = [create_from_record(GOOD), "deleted-meanwhile"]
    monkeypatch.setattr(cli_maintenance, "list_tokens", lambda: tokens)
    assert run("check") == ["2 tables checked, 0 faults."]


DAMAGE = {
    "DELETE FROM entries WHERE number = 3": "1 entry is missing",
    """UPDATE entries SET raw = '{"do": "stop"}' WHERE number = 0""": "entry 1 is not valid",
    """UPDATE entries SET raw = 'torn' WHERE number = 7""": "entry 8 is not valid",
    """UPDATE tables SET setup = 'torn'""": "setup cannot be read",
    """UPDATE tables SET setup = '{"players": []}'""": "its setup is no longer valid",
    """UPDATE tables SET tally = replace(tally, '"Ann"', '"Eve"')""": "column “tally” does not",
    """UPDATE tables SET winners = '["Eve"]'""": "column “winners” does not",
    "INSERT INTO noted VALUES (7, 'a finding')": "A row of noted refers to a missing row of tables",
}


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_check_finds(damage: str, tmp_path: Path) -> None:
    create_from_record(OVER)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite")) as database, database:
        database.execute(damage)
    assert DAMAGE[damage] in "\n".join(run("check", status=1))
    assert run("tables")


def test_a_table_where_the_file_is_damaged_is_named_and_stops_no_other(kept: Flask) -> None:
    torn = create_from_record(record(*[{"do": "buy-in", "player": "Ann", "chips": 7777}] * 200))
    whole = export_table(create_from_record(OVER))
    close_connections(kept)
    tear_a_page(Path(kept.instance_path, "companion.sqlite"), b"7777")
    named = f"Table {torn} cannot be read because its part of the database file is damaged."
    checked = run("check", status=1)
    assert checked[0].startswith("The file is damaged: ")
    assert checked[-1].startswith("2 tables checked, ")
    assert named in checked
    (exported,) = {*run("export", status=1)} - {named}
    assert json.loads(exported) == whole


def tear_a_page(file: Path, held: bytes) -> None:
    """Write over a page of rows that holds this so often that it is full of it."""
    size, rows, content = 4096, 0x0D, bytearray(file.read_bytes())
    for page in range(0, len(content), size):
        if content[page] == rows and content.count(held, page, page + size) > 20:
            content[page : page + size] = b"\xff" * size
            file.write_bytes(content)
            return
    raise AssertionError("there is no such page")


@pytest.mark.usefixtures("kept")
def test_a_check_reads_what_was_undone_too() -> None:
    create_from_record(record(*entries("deal; keep; undo; swap")))
    with write_transaction() as connection:
        connection.execute(update(EntryRow).where(EntryRow.number == 1).values(raw="torn"))
    assert "entry 2 is not valid" in run("check", status=1)[0]


def test_the_command_line_speaks_the_language_of_the_terminal() -> None:
    german = {"LC_ALL": "de_DE.UTF-8"}
    assert "durch eine Sicherung" in companion("restore", "--help", **german).stdout
    assert "Es gibt keinen Tisch nowhere." in companion("export", "nowhere", **german).stderr
    english = companion("restore", "--help", LANGUAGE="xx", LC_ALL="de_DE").stdout
    assert "Replace the database with a backup" in english


def test_results_are_in_english_on_every_terminal() -> None:
    results = [companion("replay", "-", stdin=json.dumps(BAD), LC_ALL=code) for code in ("C", "de")]
    assert results[0].stdout == results[1].stdout


def test_what_a_terminal_cannot_show_becomes_question_marks() -> None:
    done = companion("--help", LC_ALL="he_IL", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
