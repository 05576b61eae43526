"""What readers wait for in a process of its own: once for all, counted, and with few threads."""

from __future__ import annotations

import threading

import pytest
from django.conf import LazySettings
from django.core.cache import cache

from common import computed_apart, computed_once
from common.computed_apart import compute_apart, seat
from common.computed_once import BeingComputedError, free_for_all
from common.limited_process import LimitReached, Limits, WorkFailed, _turn
from tests.threads import at_once

HERE = "tests.common.work_apart"
LIMITS = Limits(cpu_seconds=20, wall_seconds=40, memory=500 * 2**20)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests on a busy machine wait for each other as long as it takes."""
    monkeypatch.setattr(computed_once, "WAIT_SECONDS", 60.0)
    cache.clear()


def _compute(work: str, admit: computed_once.Admit = free_for_all) -> bytes:
    return compute_apart(work, f"{HERE}:{work}", b"abc", LIMITS, admit=admit, keep_seconds=60)


def test_several_who_ask_at_once_start_one_process() -> None:
    asked = [lambda: _compute("turn_round")] * 3
    assert len(set(at_once(*asked))) == 1  # the answer names the process
    assert _compute("turn_round") == _compute("turn_round")


def test_only_what_is_computed_is_counted() -> None:
    counted: list[int] = []
    for _time in range(2):
        _compute("turn_round", lambda: counted.append(1))
    assert counted == [1]


def test_who_may_not_ask_starts_no_process_and_locks_nothing() -> None:
    class Refuse(Exception): ...

    def refuse() -> None:
        raise Refuse

    with pytest.raises(Refuse):
        _compute("turn_round", refuse)
    assert _compute("turn_round").startswith(b"cba")


def test_work_that_failed_is_not_tried_again() -> None:
    counted: list[int] = []
    for _time in range(2):
        with pytest.raises(WorkFailed, match="no such thing"):
            _compute("fail", lambda: counted.append(1))
    assert counted == [1]


def test_work_beyond_its_limits_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    for _time in range(2):
        with pytest.raises(LimitReached):
            compute_apart(
                "loop",
                f"{HERE}:loop",
                b"",
                Limits(1, 40, LIMITS.memory),
                admit=lambda: counted.append(1),
                keep_seconds=60,
            )
    assert counted == [1]


def test_work_that_found_the_machine_busy_is_tried_again() -> None:
    counted: list[int] = []
    for _time in range(2):
        with pytest.raises(BeingComputedError):
            compute_apart(
                "sleep",
                f"{HERE}:sleep",
                b"",
                Limits(20, 0.5, LIMITS.memory),
                admit=lambda: counted.append(1),
                keep_seconds=60,
            )
    assert counted == [1, 1]


def test_where_the_lane_is_taken_readers_come_again(settings: LazySettings) -> None:
    settings.LANE_WAITS_SECONDS = {"page": 0.0, "job": 0.0}
    with _turn("page", 60), pytest.raises(BeingComputedError):
        _compute("turn_round")


def test_few_threads_of_a_process_wait() -> None:
    began, over = threading.Barrier(computed_apart.SEATS + 1, timeout=60), threading.Event()

    def sit() -> None:
        with seat():
            began.wait()
            over.wait(timeout=60)

    threads = [threading.Thread(target=sit) for _seat in range(computed_apart.SEATS)]
    for thread in threads:
        thread.start()
    began.wait()
    with pytest.raises(BeingComputedError), seat():
        pass
    over.set()
    for thread in threads:
        thread.join()
    with seat():
        pass
