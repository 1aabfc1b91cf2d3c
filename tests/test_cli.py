"""The command line, as other programs use it."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.serving import COMPANION

PLAYERS = ["Ann", "Bob", "Cal", "Dee"]


def record(*log: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "game": "michigan-kitty",
        "players": PLAYERS,
        "dealer": "Dee",
        "log": list(log),
        **more,
    }


def companion(
    *words: str, stdin: str = "", instance: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    if instance:
        environment["COMPANION_INSTANCE"] = str(instance)
    return subprocess.run(
        [*COMPANION, *words], input=stdin, capture_output=True, text=True, env=environment
    )


GOOD, BAD = record({"do": "deal"}), record({"do": "stop"})


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
    assert "holds no JSON" in done.stderr


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
    evening = record(
        {"do": "deal"},
        {"do": "keep"},
        {"do": "undo"},
        {"do": "swap"},
        {"do": "amend", "entry": 3, "with": {"do": "keep"}},
        players=["Ann", "Bob", "שרה", "🂡 <script>"],
        dealer="Ann",
        options={"ante": 2},
    )
    path = companion("import", "-", stdin=json.dumps(evening), instance=tmp_path)
    assert path.stdout.startswith("/t/")
    exported = companion("export", path.stdout.strip(), instance=tmp_path)
    assert json.loads(exported.stdout) == evening
    assert json.loads(companion("export", instance=tmp_path).stdout) == evening


def test_a_refused_record_is_not_imported(tmp_path: Path) -> None:
    done = companion("import", "-", stdin=json.dumps(BAD), instance=tmp_path)
    assert done.returncode == 1
    assert "Entry 0" in done.stderr
    assert companion("export", instance=tmp_path).stdout == ""


def test_an_unknown_table_is_named(tmp_path: Path) -> None:
    done = companion("export", "nowhere", instance=tmp_path)
    assert done.returncode == 1
    assert "nowhere" in done.stderr


def test_a_table_that_cannot_be_read_is_named_and_stops_no_other(tmp_path: Path) -> None:
    for _ in range(3):
        companion("import", "-", stdin=json.dumps(GOOD), instance=tmp_path)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite")) as database, database:
        database.execute('UPDATE entries SET raw = \'{"do": "stop"}\' WHERE table_id = 1')
        (token,) = database.execute("SELECT token FROM tables WHERE id = 2").fetchone()
        database.execute("UPDATE tables SET setup = 'torn' WHERE id = 2")
    done = companion("export", instance=tmp_path)
    assert done.returncode == 1
    assert [json.loads(line)["log"] for line in done.stdout.splitlines()] == [
        [{"do": "stop"}],
        GOOD["log"],
    ]
    assert token in done.stderr


def test_a_backup_is_restored_with_its_addresses(tmp_path: Path) -> None:
    house, file = tmp_path / "house", tmp_path / "evening.backup"
    path = companion("import", "-", stdin=json.dumps(GOOD), instance=house).stdout.strip()
    assert companion("backup", str(file), instance=house).returncode == 0
    assert file.stat().st_mode & 0o777 == 0o600
    done = companion("restore", str(file), instance=tmp_path / "another house")
    assert (done.returncode, done.stderr) == (0, "")
    exported = companion("export", path, instance=tmp_path / "another house")
    assert json.loads(exported.stdout) == GOOD


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "evening.backup").write_text("no database")
    done = companion("restore", str(tmp_path / "evening.backup"), instance=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is no backup of Companion. Nothing was changed." in done.stderr


COMMANDS = ["run", "replay", "export", "import", "backup", "restore"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = companion(command, "--help")
    assert done.returncode == 0
    assert "usage: companion" in done.stdout
