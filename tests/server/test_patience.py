"""Tests wait by what the machine can do, and whatever they start ends with them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from testing import PROJECT, patience
from testing.endings import end_others, ends_with_tests, is_there, now_running
from testing.patience import eventually

_RUN = """
import sys, time
from pathlib import Path
from testing.service.processes import Process
here = Path(sys.argv[1])
command = ["sh", "-c", "setsid sleep 1000 & echo $!; exec sleep 1000"]
print(Process(command, {}, here / "log").popen.pid, flush=True)
time.sleep(1000)
"""


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runnable: int) -> None:
    """As if so many threads ran or waited for a processor."""
    file = tmp_path / "loadavg"
    file.write_text(f"0.00 0.00 0.00 {runnable}/300 1\n")
    monkeypatch.setattr(patience, "_LOAD", file)


def test_a_busy_machine_is_given_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when it is asked for the tenth time, after a second: a thousand times the patience."""
    load(tmp_path, monkeypatch, 1000 * (os.cpu_count() or 1))
    asked = count(1)
    eventually(lambda: next(asked) >= 10, 0.01)


def test_on_an_idle_machine_it_ends_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path, monkeypatch, 1)
    asked = count(1)
    with pytest.raises(AssertionError, match="the end of time did not happen"):
        eventually(lambda: next(asked) >= 10, 0.01, "the end of time")


def test_nothing_is_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path, monkeypatch, 1_000_000)
    monkeypatch.setattr(patience, "LONGEST", 0.2)
    with pytest.raises(AssertionError):
        eventually(lambda: False, 60)


def test_what_a_test_has_left_is_ended_with_what_that_started() -> None:
    before = now_running()
    command = ["sh", "-c", "setsid sleep 1000 & echo $!; exec sleep 1000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    ends_with_tests(process.pid)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    assert end_others(before) == [process.pid]
    process.wait()
    process.stdout.close()
    eventually(lambda: not is_there(child), 20, "the end of its child")
    assert now_running() == before


def test_a_run_that_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    """SIGKILL to what started it: the server that it left and the child of that, in a session of its own, are gone."""
    run = subprocess.Popen(
        [sys.executable, "-c", _RUN, str(tmp_path)], cwd=PROJECT, stdout=subprocess.PIPE, start_new_session=True
    )
    ends_with_tests(run.pid)
    assert run.stdout is not None
    server = int(run.stdout.readline())
    eventually(lambda: (tmp_path / "log").read_text().endswith("\n"), 20, "its child")
    child = int((tmp_path / "log").read_text())
    assert is_there(server) and is_there(child)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    run.stdout.close()
    eventually(lambda: not is_there(server) and not is_there(child), 20, "the end of both")
