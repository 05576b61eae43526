"""Who came when, in all processes of a node."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from pathlib import Path

import pytest

from gipfel.monitoring import metrics
from gipfel.server import __main__ as server
from gipfel.server import visits
from gipfel.server.bridge import Bridge
from gipfel.server.visits import VISIT_REQUESTS, VISIT_SECONDS, Visits, visits_of_node


def test_a_visit_ends_after_so_many_seconds() -> None:
    table = Visits()
    assert table.note(b"ann", 1.0) == 1.0
    assert table.note(b"ann", 1.0 + VISIT_SECONDS) == 1.0
    assert table.note(b"ann", 1.1 + VISIT_SECONDS) == 1.1 + VISIT_SECONDS


def test_many_requests_of_one_visitor_wait_like_those_of_many() -> None:
    table = Visits()
    came = [table.note(b"ann", 1 + number / 100) for number in range(VISIT_REQUESTS + 1)]
    assert came == [1.0] * VISIT_REQUESTS + [1 + VISIT_REQUESTS / 100]


def test_an_unknown_visitor_comes_with_every_request() -> None:
    table = Visits()
    assert [table.note(b"", 1.0), table.note(b"", 2.0)] == [1.0, 2.0]


def test_visitors_are_told_apart() -> None:
    table = Visits()
    names = [b"%d" % number for number in range(200)]
    for moment, name in enumerate(names):
        table.note(name, moment / 1000)
    kept = sum(table.note(name, 1.0) == moment / 1000 for moment, name in enumerate(names))
    assert kept >= 190, "some places are shared, and whoever was there first comes anew"


def test_what_a_broken_write_left_is_a_visitor_who_comes_anew(tmp_path: Path) -> None:
    file = tmp_path / "visits"
    table = Visits(file)
    table.note(b"ann", 5.0)
    assert table.note(b"ann", 4.0) == 4.0, "no one came later than now"
    file.write_bytes(b"\xff" * file.stat().st_size)
    assert table.note(b"ann", 6.0) == 6.0


def _note_elsewhere(name: bytes, now: float) -> float:
    return visits_of_node().note(name, now)


def test_processes_of_a_node_share_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone's report may come to another process than its form: it stands where the phone came."""
    monkeypatch.setenv(visits.FILE, str(tmp_path / "visits"))
    here = visits_of_node()
    assert here.note(b"ann", 1.0) == 1.0
    with multiprocessing.get_context("spawn").Pool(1) as elsewhere:
        assert elsewhere.apply(_note_elsewhere, (b"ann", 2.0)) == 1.0
        assert elsewhere.apply(_note_elsewhere, (b"bob", 2.5)) == 2.5
    assert here.note(b"bob", 3.0) == 2.5


def test_a_process_alone_shares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(visits.FILE, raising=False)
    assert visits_of_node().note(b"ann", 1.0) == 1.0
    assert visits_of_node().note(b"ann", 2.0) == 2.0


def test_several_processes_are_told_of_one_file_and_note_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (visits.FILE, metrics.FOLDER):
        monkeypatch.setenv(name, "")  # what is set below is undone
    folder = server._share_folder()
    try:
        bridge = Bridge(lambda _environ, _start: [], threads=1)
        bridge.turns._visits.note(b"ann", 1.0)
        assert Visits(Path(os.environ[visits.FILE])).note(b"ann", 2.0) == 1.0
    finally:
        shutil.rmtree(folder)
