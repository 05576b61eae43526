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

from common.jobs.management.commands.work import NICENESS
from gipfel.child import Child, end
from gipfel.supervisor import MOST_ENDED_AT_ONCE
from testing.patience import LONGEST
from testing.servers import free_port
from testing.service.processes import eventually
from tests.monitoring.metrics_reader import Metrics
from tests.service.launcher import answers, children, launch, web_processes

pytestmark = [pytest.mark.service, pytest.mark.slow]

PATIENCE = 150


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def launcher(home: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """With two web processes, and what they count may be read."""
    monkeypatch.setenv("METRICS_ALLOWED", "127.0.0.1")
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    process = launch(home, "--port", str(port), "--empty")
    try:
        eventually(lambda: _both_serve(port), PATIENCE, "both web processes")
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


def _both_serve(port: int) -> bool:
    """Whichever is asked for /metrics counts the threads of both, and none of a process that has ended."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            return Metrics(answer.read().decode())("gipfel_web_threads") == 16
    except OSError:
        return False


def _are_replaced(launcher: subprocess.Popen[str], port: int, ended: set[int]) -> bool:
    return not web_processes(launcher) & ended and _both_serve(port)


def _make_the_first_account(port: int) -> None:
    """By the page, up to its acknowledgement."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    address = f"http://127.0.0.1:{port}/start"
    page = opener.open(address, timeout=PATIENCE).read().decode()
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
    answer = opener.open(address, urllib.parse.urlencode(form).encode(), timeout=PATIENCE)
    assert answer.url != address, answer.read().decode()


def _accounts(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "gipfel.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in database.execute("SELECT username FROM players_account")]


def test_what_is_killed_or_frozen_is_followed_by_others_and_no_one_is_refused_until_none_can_start(
    launcher: subprocess.Popen[str], port: int, home: Path
) -> None:
    """Both web processes at once; then the worker; then one of two web processes, and the other answers.

    What is frozen is ended by who asks it for a sign of life: both at once, then one of two.
    """
    _both_are_replaced_while_frozen(launcher, port)
    _make_the_first_account(port)
    assert _accounts(home) == ["ada"]
    _one_is_replaced_while_the_other_answers(launcher, port, signal.SIGSTOP)
    before = web_processes(launcher)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    # Asked at once, before anybody has noticed: the socket is open, so this waits for the next process.
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in", timeout=PATIENCE) as page:
        assert page.status == 200
    eventually(lambda: _are_replaced(launcher, port, before), PATIENCE, "two other web processes")
    assert _accounts(home) == ["ada"]
    _worker_is_replaced(launcher, port)
    _one_is_replaced_while_the_other_answers(launcher, port, signal.SIGKILL)
    assert _accounts(home) == ["ada"]
    _are_given_up_in_one_line(launcher, home)


def _both_are_replaced_while_frozen(launcher: subprocess.Popen[str], port: int) -> None:
    """Before anything is sent: the last thing that a frozen process was sent is never answered."""
    before = web_processes(launcher)
    for pid in before:
        os.kill(pid, signal.SIGSTOP)
    eventually(lambda: _are_replaced(launcher, port, before), PATIENCE, "two other web processes")
    eventually(lambda: answers(port, "/start"), PATIENCE, "a page")


def _worker_is_replaced(launcher: subprocess.Popen[str], port: int) -> None:
    """A worker that was killed is followed by one of the same priority."""
    eventually(lambda: bool(children(launcher, "now,mail,ratings,heavy")), PATIENCE, "the first worker")
    (before,) = children(launcher, "now,mail,ratings,heavy")
    os.kill(before, signal.SIGKILL)
    eventually(lambda: bool(children(launcher, "now,mail,ratings,heavy") - {before}), PATIENCE, "another worker")
    (after,) = children(launcher, "now,mail,ratings,heavy")
    lower = min(19, os.getpriority(os.PRIO_PROCESS, launcher.pid) + NICENESS)
    eventually(lambda: os.getpriority(os.PRIO_PROCESS, after) == lower, PATIENCE, "its lower priority")
    assert answers(port)


def _are_given_up_in_one_line(launcher: subprocess.Popen[str], home: Path) -> None:
    """Web processes that cannot start any more are tried several times."""
    (home / "secret_key").unlink()
    for pid in web_processes(launcher):
        os.kill(pid, signal.SIGKILL)
    _, errors = launcher.communicate(timeout=LONGEST)
    assert launcher.returncode == 1
    assert "There is no secret." in errors
    said = f"Gipfel cannot start: the web process ended at once {MOST_ENDED_AT_ONCE} times; the lines above say why.\n"
    assert errors.endswith(said)
    assert "Traceback" not in errors


def _one_is_replaced_while_the_other_answers(
    launcher: subprocess.Popen[str], port: int, ending: signal.Signals
) -> None:
    """Of two web processes one is killed, or frozen so that only asking it tells, which takes long."""
    ended, stays = sorted(web_processes(launcher))
    os.kill(ended, ending)
    pause = 0.05
    while ended in web_processes(launcher):
        assert answers(port, "/sign-in")
        time.sleep(pause)
        pause = min(2 * pause, 1.0)
    eventually(lambda: _are_replaced(launcher, port, {ended}), PATIENCE, "another in its place")
    assert stays in web_processes(launcher)
    assert answers(port, "/sign-in")


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
