"""Where py4swiss, which has the edition before that of 2026, pairs otherwise: each difference has its article."""

from __future__ import annotations

import pytest

from bench import both_ways

pytest.importorskip("py4swiss")

EXPECTED = {
    (both_ways.BACK, 3): {"lowest", "collapse"},
    (both_ways.OUT, 5): {"absence", "unplayed"},
    (both_ways.OUT, 12): {"absence"},
}
"""By way and seed, the changes of 2026 that some rounds of the event show."""


@pytest.mark.parametrize(("way", "seed"), EXPECTED)
def test_a_difference_is_gone_without_the_rule_of_the_edition_before(way: str, seed: int) -> None:
    peer = both_ways.PEERS["py4swiss"]()
    line = both_ways.compare(peer, "swiss-dutch", way, seed)
    assert line.unexplained == ()
    causes = {cause for kind in line.rounds for cause in kind.split(" and ")}
    assert causes == EXPECTED[way, seed] | {"same"}
