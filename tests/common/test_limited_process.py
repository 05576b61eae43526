"""Work in a process of its own: what comes back, and that it has no more time, memory or secrets than it may have."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings

from common.limited_process import LaneBusy, LimitReached, Limits, StoppedByClock, WorkFailed, _turn, run
from gipfel import settings as usual_settings

HERE = "tests.common.work_apart"
LIMITS = Limits(cpu_seconds=20, wall_seconds=60, memory=500 * 2**20)
WAIT = 60.0


def test_bytes_go_in_and_come_out_of_another_process() -> None:
    text, process = run(f"{HERE}:turn_round", b"abc", LIMITS, wait_seconds=WAIT).split(b" ")
    assert text == b"cba" and int(process) != os.getpid()


def test_a_package_that_is_still_being_installed_is_no_fault_of_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(WorkFailed, match="No module named 'openpyxl'"):
        run(f"{HERE}:lack", b"", LIMITS, wait_seconds=WAIT)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / "being-installed").touch()
    with pytest.raises(ImportError, match="No module named 'openpyxl'"):
        run(f"{HERE}:lack", b"", LIMITS, wait_seconds=WAIT)


def test_work_that_loops_is_ended_by_its_processor_time() -> None:
    with pytest.raises(LimitReached):
        run(f"{HERE}:loop", b"", Limits(1, 60, LIMITS.memory), wait_seconds=WAIT)


def test_work_that_sleeps_is_ended_by_the_wall() -> None:
    with pytest.raises(StoppedByClock):
        run(f"{HERE}:sleep", b"", Limits(20, 1, LIMITS.memory), wait_seconds=WAIT)


def test_work_that_takes_memory_is_ended() -> None:
    with pytest.raises(LimitReached):
        run(f"{HERE}:fill", str(600 * 2**20).encode(), LIMITS, wait_seconds=WAIT)
    assert run(f"{HERE}:fill", str(100 * 2**20).encode(), LIMITS, wait_seconds=WAIT) == b"filled"


def test_work_that_raises_says_what() -> None:
    with pytest.raises(WorkFailed, match="ValueError: no such thing"):
        run(f"{HERE}:fail", b"", LIMITS, wait_seconds=WAIT)


def test_keys_of_the_server_are_not_in_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere")
    names = run(f"{HERE}:names_of_environment", b"", LIMITS, wait_seconds=WAIT).decode().split()
    assert "PATH" in names and not {"SECRET_KEY", "DATABASE_URL"} & set(names)


def test_pages_come_before_it(settings: LazySettings) -> None:
    settings.APART_NICENESS = usual_settings.APART_NICENESS
    assert int(run(f"{HERE}:niceness", b"", LIMITS, wait_seconds=WAIT)) >= 10


def test_one_works_in_a_lane_at_a_time() -> None:
    with _turn("page", WAIT):
        with pytest.raises(LaneBusy):
            run(f"{HERE}:turn_round", b"abc", LIMITS, wait_seconds=0)
        assert run(f"{HERE}:turn_round", b"abc", LIMITS, lane="job", wait_seconds=WAIT).startswith(b"cba")
    assert run(f"{HERE}:turn_round", b"abc", LIMITS, wait_seconds=WAIT).startswith(b"cba")
