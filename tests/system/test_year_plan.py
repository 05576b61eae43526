"""The arithmetic of `bench.year`: a small year, worked out by hand."""

from __future__ import annotations

import pytest

from bench._year_costs import Cost
from bench.year import Year, needs_of, times_a_year

SMALL = Year(
    players=10, games=240, here=0.5, turns=10, looks_at_event=100, looks_at_game=2, looks_of_player=5, kept=0.75,
    busiest=1.0, full=0.5,
)  # fmt: skip


def test_a_year_counts_each_act_as_often_as_it_is_done() -> None:
    """120 games in two events of 60, 120 here; 2 × 100 + 120 × 2 + 10 × 5 = 490 pages."""
    assert times_a_year(SMALL) == {
        "a player joins": 10,
        "an event is made and starts": 2,
        "a round is paired": 10,
        "a result is reported and confirmed": 120,
        "an event is closed and rated": 2,
        "a game begins here": 120,
        "a turn": 1200,
        "a game ends and is rated": 120,
        "a page for the first visitor": 122.5,
        "the same page for the next": 367.5,
    }


def test_its_busiest_hour_and_its_price_follow_from_what_the_acts_cost() -> None:
    """2,074 acts of 1 and 0.5 CPU seconds in an hour whose cores are half used: 1.2 and 0.6 cores.

    Two and twice one, at 9 and 2 GB of 3 each: 60. Twice 2.074 GB at 0.08, and a twelfth of 2.074 TB: 0.505.
    """
    each = Cost(cpu=1.0, database=0.5, queries=3, rows=2, disk=1e6, sent=1e9)
    needs = needs_of(SMALL, dict.fromkeys(times_a_year(SMALL), each))
    assert (needs.whole.cpu, needs.whole.queries, needs.whole.rows) == (2074, 6222, 4148)
    assert (needs.web_cores, needs.database_cores) == (2, 1)
    assert needs.price == pytest.approx(60.50467, abs=1e-4)
    assert needs.final_cores == pytest.approx(0.24), "20,000 messages of 0.18 ms each half a minute"
