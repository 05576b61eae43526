"""The launcher keeps its web process answering: killed or frozen, the next one is on the same port."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from gipfel.child import Child, end
from gipfel.supervisor import MOST_ENDED_AT_ONCE
from tests.servers import free_port
from tests.service.launcher import answers, launch
from tests.service.processes import eventually

pytestmark = pytest.mark.service


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def launcher(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = launch(home, "--port", str(port), "--empty")
    try:
        eventually(lambda: answers(port, "/start"), 60, "the first page")
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _child(launcher: subprocess.Popen[str], command: str) -> int:
    """The number of the launcher's process that was started with this word."""
    for pid in map(int, Path(f"/proc/{launcher.pid}/task/{launcher.pid}/children").read_text().split()):
        if command.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
            return pid
    raise AssertionError(f"the launcher has no process of {command}")


def _has_another(launcher: subprocess.Popen[str], command: str, than: int) -> bool:
    try:
        return _child(launcher, command) != than
    except AssertionError:
        return False


def _make_the_first_account(port: int) -> None:
    """By the page, up to its acknowledgement."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    address = f"http://127.0.0.1:{port}/start"
    page = opener.open(address, timeout=30).read().decode()
    key = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert key is not None
    form = {
        "csrfmiddlewaretoken": key[1],
        "username": "ada",
        "name": "Ada Organiser",
        "password": "a-long-password-7",
        "again": "a-long-password-7",
        "club_name": "Rotterdam",
        "time_zone": "Europe/Amsterdam",
    }
    answer = opener.open(address, urllib.parse.urlencode(form).encode(), timeout=30)
    assert answer.url != address, answer.read().decode()


def _accounts(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "gipfel.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in database.execute("SELECT username FROM players_account")]


def test_a_killed_web_process_is_followed_by_another_and_nobody_is_refused(
    launcher: subprocess.Popen[str], port: int, home: Path
) -> None:
    _make_the_first_account(port)
    before = _child(launcher, "gipfel.server")
    os.kill(before, signal.SIGKILL)
    # Asked at once, before anybody has noticed: the socket is open, so this waits for the next process.
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in", timeout=60) as page:
        assert page.status == 200
    assert _child(launcher, "gipfel.server") != before
    assert _accounts(home) == ["ada"]


def test_a_frozen_web_process_is_ended_and_followed_by_another(
    launcher: subprocess.Popen[str], port: int, home: Path
) -> None:
    before = _child(launcher, "gipfel.server")
    os.kill(before, signal.SIGSTOP)
    eventually(lambda: _has_another(launcher, "gipfel.server", before), 60, "another web process")
    eventually(lambda: answers(port, "/start"), 60, "a page")
    _make_the_first_account(port)
    assert _accounts(home) == ["ada"]


def test_a_killed_worker_is_followed_by_another(launcher: subprocess.Popen[str], port: int) -> None:
    before = _child(launcher, "work")
    os.kill(before, signal.SIGKILL)
    eventually(lambda: _has_another(launcher, "work", before), 60, "another worker")
    assert answers(port)


def test_a_web_process_that_cannot_start_any_more_is_tried_and_given_up_in_one_line(home: Path, port: int) -> None:
    launcher = launch(home, "--port", str(port), "--empty")
    eventually(lambda: answers(port, "/start"), 60, "the first page")
    (home / "secret_key").unlink()
    os.kill(_child(launcher, "gipfel.server"), signal.SIGKILL)
    _, errors = launcher.communicate(timeout=120)
    assert launcher.returncode == 1
    assert "There is no secret." in errors
    said = f"Gipfel cannot start: the web process ended at once {MOST_ENDED_AT_ONCE} times; the lines above say why.\n"
    assert errors.endswith(said)
    assert "Traceback" not in errors


def test_a_process_that_ends_at_once_is_started_again_after_pauses_that_grow() -> None:
    child = Child("process that ends", ["false"])
    pauses = []
    for _ in range(9):
        child.start()
        eventually(lambda: not child.runs, 20, "its end")
        pauses.append(child.note_ending())
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert not child.start_when_due()


def test_a_process_that_has_run_for_long_is_started_again_at_once() -> None:
    child = Child("process that ends", ["false"])
    child.start()
    eventually(lambda: not child.runs, 20, "its end")
    child.started_at -= 3600
    assert child.note_ending() == 0
    assert child.start_when_due()
    end([child], 5)


def test_a_process_that_does_not_listen_is_killed() -> None:
    child = Child("deaf process", ["sh", "-c", "trap '' TERM; while :; do sleep 1; done"])
    child.start()
    time.sleep(0.3)
    threading.Timer(0, end, [[child], 0.5]).start()
    eventually(lambda: not child.runs, 20, "its end")
