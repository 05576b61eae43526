"""A seeded part of `bench.both_ways`: random events with all options, ours paired again by gacrux and its own by us."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import both_ways
from bench.peers.gacrux import Gacrux
from testing.marks import first

DUTCH = "swiss-dutch"


@pytest.mark.parametrize("seed", first(4, range(900_001, 900_013)))
def test_our_events_are_paired_alike(seed: int) -> None:
    line = both_ways.compare(Gacrux(), DUTCH, both_ways.OUT, seed)
    assert line.unexplained == ()
    assert set(line.rounds) == {"same"}


@pytest.mark.parametrize("seed", first(3, range(700_001, 700_007)))
def test_events_of_gacrux_are_paired_alike(seed: int) -> None:
    line = both_ways.compare(Gacrux(), DUTCH, both_ways.BACK, seed)
    assert line.unexplained == ()
    assert set(line.rounds) == {"same"}


def test_the_comparison_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two events, of which the second line was cut off: it is made again, the first is not."""
    results = tmp_path / "results.jsonl"
    arguments = ["--peer", "gacrux", "--events", "2", "--results", str(results)]
    assert both_ways.main(arguments) == 0
    first, *rest = lines = results.read_text().splitlines()
    kept: dict[str, Any] = json.loads(first)
    marked = json.dumps({**kept, "rounds": {"same": 1000}})
    results.write_text("\n".join([marked, *rest[:-1], lines[-1][:20]]))
    capsys.readouterr()
    assert both_ways.main(arguments) == 0
    again = results.read_text().splitlines()
    assert again == [marked, *rest]
    assert f"2 events, {1000 + sum(sum(json.loads(each)['rounds'].values()) for each in rest[1::2])} rounds" in (
        capsys.readouterr().out
    )


def test_a_difference_that_no_article_explains_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    wrong = both_ways.Line("gacrux", DUTCH, both_ways.OUT, 1, {"same": 3, "not explained": 1}, ("round 4: …",))
    results.write_text(json.dumps(both_ways.asdict(wrong)) + "\n")
    assert both_ways.main(["--peer", "gacrux", "--events", "0", "--results", str(results)]) == 1
    assert "        1 not explained: " in capsys.readouterr().out
