"""Starting where something is wrong: one sentence that says what, and status 1."""

import errno
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from companion.serve import BLOCKED_PORTS, DEFAULT_PORTS
from companion.system.errors import explain_error
from companion.system.settings import secret_key, write_if_absent
from tests.commands import companion
from tests.serving import COMPANION, Server

RUN = ("run", "--host", "127.0.0.1", "--port", "0")


def sentence_of_start(instance: Path, *words: str, **environment: str) -> str:
    """Start, which must fail with one line and no trace; give the line."""
    done = companion(*(words or RUN), instance=instance, **environment)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has been served once."""
    running = Server(tmp_path_factory.mktemp("made") / "instance")
    assert running.stop() == 0
    return running.instance


def copy_of(made: Path, to: Path) -> Path:
    to.mkdir()
    for file in made.iterdir():
        (to / file.name).write_bytes(file.read_bytes())
    return to


def test_a_second_start_on_a_folder_is_told_where_the_first_is(tmp_path: Path) -> None:
    first = Server(tmp_path / "instance")
    said = sentence_of_start(tmp_path / "instance")
    assert first.url in said
    first.kill()
    first.start()
    assert first.stop() == 0


def test_what_is_kept_is_for_this_user_alone(tmp_path: Path) -> None:
    running = Server(tmp_path / "instance")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in running.instance.iterdir()}
    running.stop()
    assert {"companion.sqlite", "secret_key"} < set(modes)
    assert set(modes.values()) == {0o600}


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("")
    assert "cannot be used" in sentence_of_start(tmp_path / "instance")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be used" in sentence_of_start(tmp_path)


@pytest.mark.parametrize("key", [b"", b"\xff" * 64, b"short", b"\n" * 64])
def test_a_key_that_is_none(made: Path, tmp_path: Path, key: bytes) -> None:
    instance = copy_of(made, tmp_path / "instance")
    (instance / "secret_key").write_bytes(key)
    assert "holds no key" in sentence_of_start(instance)


def test_a_file_that_is_no_database(made: Path, tmp_path: Path) -> None:
    instance = copy_of(made, tmp_path / "instance")
    (instance / "companion.sqlite").write_bytes(b"no database" * 1000)
    assert "is not a database" in sentence_of_start(instance)
    assert "is not a database" in sentence_of_start(instance, "import", os.devnull)


def test_a_database_of_a_newer_version(made: Path, tmp_path: Path) -> None:
    instance = copy_of(made, tmp_path / "instance")
    with sqlite3.connect(instance / "companion.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "newer version" in sentence_of_start(instance)


@pytest.mark.parametrize("url", ["postgres://here", "postgres://127.0.0.1:1/x"])
def test_a_server_that_is_not_there(tmp_path: Path, url: str) -> None:
    said = sentence_of_start(tmp_path, COMPANION_DATABASE_URL=url)
    assert "The database server cannot be reached" in said


ADDRESSES_OF_NONE = (
    *("nothing", "://", "postgresql:", "sqlite3:x", "sqlite3://x", "mysql://x@y/z"),
    *("oracle://x@y/z", "postgresql+asyncpg://x@y/z", "postgresql+psycopg://x@127.0.0.1:bad/z"),
    *("postgresql+psycopg://x@127.0.0.1:1/z?bad=1", "sqlite://", "sqlite:///:memory:"),
    "sqlite:///file:x?mode=memory&uri=true",
)


@pytest.mark.parametrize("url", ADDRESSES_OF_NONE)
def test_an_address_of_no_database(tmp_path: Path, url: str) -> None:
    said = sentence_of_start(tmp_path, "stats", COMPANION_DATABASE_URL=url)
    assert "COMPANION_DATABASE_URL does not name a usable database" in said
    assert "sqlite:////folder/file.sqlite or postgresql+psycopg://" in said


@pytest.mark.parametrize("name", ["COMPANION_PORT", "COMPANION_PROXIES", "COMPANION_PROXY_FROM"])
@pytest.mark.parametrize("value", ["many", "-1", "1.5"])
def test_a_setting_that_is_no_number(tmp_path: Path, name: str, value: str) -> None:
    said = sentence_of_start(tmp_path, "run", "--host", "127.0.0.1", **{name: value})
    assert value in said or "port" in said


@pytest.mark.parametrize(
    ("name", "most"),
    [("COMPANION_PORT", "65,535"), ("COMPANION_PROXIES", "99"), ("COMPANION_HOSTED", "1")],
)
def test_a_number_that_is_too_large_is_told_the_largest(
    tmp_path: Path, name: str, most: str
) -> None:
    said = sentence_of_start(tmp_path, "run", "--host", "127.0.0.1", **{name: "70000"})
    assert f"{name} must be a whole number from 0 to {most}, not “70000”." in said


@pytest.mark.parametrize(
    "hosts", ["https://cards.example.org", "tablet.lan, *.example.org", "a b", "x" * 64]
)
def test_what_is_no_host_name_is_refused_at_the_start(tmp_path: Path, hosts: str) -> None:
    said = sentence_of_start(tmp_path, COMPANION_HOSTS=hosts)
    assert "COMPANION_HOSTS must list host names such as tablet.lan or .example.org" in said
    assert f"not “{hosts}”." in said


def test_with_debug_the_trace_is_shown(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("")
    done = companion("--debug", *RUN, instance=tmp_path / "instance")
    assert done.returncode == 1
    assert "Traceback" in done.stderr


@pytest.mark.parametrize("package", ["psycopg", "cryptography"])
def test_what_only_some_need_is_named_where_it_is_missing(package: str) -> None:
    said = explain_error(ModuleNotFoundError(name=package))
    assert f"Install {package}" in str(said)


@pytest.mark.parametrize(
    "wrong", [PermissionError(errno.EPERM, "Operation not permitted"), NotImplementedError()]
)
def test_a_key_is_kept_where_files_have_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    def no_links(*_: object) -> None:
        raise wrong

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    key = secret_key(tmp_path)
    assert secret_key(tmp_path) == key
    write_if_absent(tmp_path / "secret_key", "another")
    assert secret_key(tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_a_port_that_browsers_never_open_is_told(tmp_path: Path) -> None:
    assert {6000, 6666, 10080} <= BLOCKED_PORTS < set(range(1024, 65_536)) - {*DEFAULT_PORTS}
    change = "from companion import serve; serve.BLOCKED_PORTS = range(65_536)"
    server = Server(tmp_path / "instance", change=change)
    server.kill()
    assert f"Browsers refuse to open port {server.port}. Start" in server.output.read_text("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
def test_it_serves_where_its_own_words_find_no_room(tmp_path: Path) -> None:
    program = ("sh", "-c", 'exec "$0" "$@" > /dev/full', *COMPANION)
    server = Server(tmp_path / "instance", program)
    try:
        assert "Companion" in server.text("/")
        assert server.stop() == 0
    finally:
        server.kill()
