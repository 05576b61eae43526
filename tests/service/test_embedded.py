"""`./run`, as a newcomer starts it: pages, a private secret, a clear line for what is wrong, a clean end."""

from __future__ import annotations

import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gipfel import environment
from gipfel.serve import hold
from testing.patience import LONGEST
from testing.servers import free_port
from testing.service.processes import eventually
from tests.service.launcher import answers, greeting, launch

pytestmark = [pytest.mark.service, pytest.mark.slow]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def launched(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    yield from _running(home, port)


@pytest.fixture
def launched_first(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Without any data."""
    yield from _running(tmp_path / "home", port)


def _running(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = launch(home, "--port", str(port), "--empty")
    yield process
    process.terminate()
    process.communicate(timeout=LONGEST)


def test_an_empty_server_serves_the_page_that_makes_the_first_organiser_and_ends_cleanly(
    launched_first: subprocess.Popen[str], port: int, tmp_path: Path
) -> None:
    eventually(lambda: answers(port, "/start"), 60, "the first page")
    secret = tmp_path / "home" / "secret_key"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(secret.read_text()) >= 50

    assert f"Gipfel is at http://127.0.0.1:{port}" in greeting(launched_first)
    launched_first.send_signal(signal.SIGINT)
    output, errors = launched_first.communicate(timeout=LONGEST)

    assert launched_first.returncode == 0
    assert "Gipfel has stopped. Everything is kept." in output
    assert "Traceback" not in errors
    with closing(socket.socket()) as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_a_taken_port_is_one_line_that_names_another(tmp_path: Path, port: int) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        output, errors = launch(tmp_path, "--port", str(port)).communicate(timeout=LONGEST)
    assert errors == f"Gipfel cannot start: port {port} is taken. Try: ./run --port {port + 1}\n"
    assert output == ""


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, port: int) -> None:
    (tmp_path / "file").write_text("in the way")
    _, errors = launch(tmp_path / "file" / "home", "--port", str(port)).communicate(timeout=LONGEST)
    assert errors.startswith("Gipfel cannot start: ")
    assert errors.count("\n") == 1


def test_a_second_start_is_one_line_that_says_where_the_first_is_which_leaves_nobody_behind_when_killed(
    launched: subprocess.Popen[str], port: int, home: Path
) -> None:
    eventually(lambda: answers(port, "/start"), 60, "the first page")
    output, errors = launch(home, "--port", str(free_port())).communicate(timeout=LONGEST)
    assert errors == (
        f"Gipfel cannot start: it runs already with the data in {home}, at http://127.0.0.1:{port}. "
        "For another one: GIPFEL_HOME=folder ./run\n"
    )
    assert output == ""

    launched.kill()
    launched.communicate(timeout=LONGEST)  # its two processes hold the other ends of these pipes: they are gone as well
    with closing(socket.socket()) as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_ctrl_c_while_it_prepares_is_one_line_and_the_next_start_goes_on(tmp_path: Path, port: int) -> None:
    home = tmp_path / "home"
    process = launch(home, "--port", str(port))
    eventually((home / "gipfel.sqlite3").exists, 60, "the database")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == 128 + signal.SIGINT
    assert output.endswith("Stopped before it was served. The next ./run goes on from here.\n")
    assert errors == ""

    again = launch(home, "--port", str(port), "--empty")
    eventually(lambda: answers(port, "/start"), 60, "the first page")
    assert "Make the first organiser's account" in greeting(again)
    again.terminate()
    again.communicate(timeout=LONGEST)


def test_commands_make_links_to_where_the_pages_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIPFEL_HOME", str(tmp_path))
    monkeypatch.delenv("BASE_URL", raising=False)
    assert environment.base_url() == "http://127.0.0.1:8000"
    with hold(tmp_path, "http://127.0.0.1:8123"):
        assert environment.base_url() == "http://127.0.0.1:8123"
    monkeypatch.setenv("BASE_URL", "https://gipfel.example.org/")
    assert environment.base_url() == "https://gipfel.example.org"


def test_static_files_are_compressed_by_what_takes_no_minute(collected_files: None) -> None:
    kinds = {file.suffix for file in Path("static-built/css").iterdir()}
    assert ".gz" in kinds and ".br" not in kinds
