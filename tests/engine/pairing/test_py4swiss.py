"""Where py4swiss pairs otherwise than we do: each difference has its cause, and our round is the judge's."""

from __future__ import annotations

import pytest

from bench import both_ways
from bench.peers import SAME
from bench.swiss_systems import judged
from testing.reference.burstein import is_seeding_round

pytest.importorskip("py4swiss")

EXPECTED: dict[tuple[str, str, int], set[str]] = {
    ("swiss-dutch", both_ways.BACK, 3): {"lowest", "collapse"},
    ("swiss-dutch", both_ways.OUT, 5): {"absence", "unplayed"},
    ("swiss-dutch", both_ways.OUT, 12): {"absence"},
    # Round 2, by the Dutch System: four of one score send down two, so C9 has no say in who of them.
    ("burstein", both_ways.OUT, 1348): {"absence", "low", "games"},
    # Round 4: one player is there.
    ("burstein", both_ways.OUT, 846): {"alone"},
    # Round 6: of two who have been upfloated as often as they may, one five times and one three times.
    ("dubov", both_ways.BACK, 1920): {"virtual", "games", "forfeit", "often"},
    # Round 2: every player is away, which py4swiss cannot be told.
    ("dubov", both_ways.BACK, 1208): set(),
}
"""By system, way and seed, the causes that some rounds of the event show."""


@pytest.mark.parametrize(("key", "way", "seed"), EXPECTED)
def test_a_difference_is_gone_without_what_py4swiss_does_otherwise(key: str, way: str, seed: int) -> None:
    line = both_ways.compare(both_ways.PEERS["py4swiss"](), key, way, seed)
    assert line.unexplained == ()
    causes = {cause for kind in line.rounds for cause in kind.split(" and ")}
    assert causes == EXPECTED[key, way, seed] | {SAME}


@pytest.mark.parametrize(("key", "way", "seed"), [each for each in EXPECTED if each[0] != "swiss-dutch"])
def test_the_judge_finds_our_rounds_of_small_fields(key: str, way: str, seed: int) -> None:
    for table, ours, _theirs in both_ways.rounds_of(both_ways.PEERS["py4swiss"](), key, way, seed):
        if not (key == "burstein" and is_seeding_round(table)):
            assert judged(key, table)[SAME] == ours
