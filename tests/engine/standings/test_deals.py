"""What ranks those who play the same deals alone: all values by hand."""

from __future__ import annotations

from gipf_engine.tournament.crosstable import CrossTable, DealPlay, Entrant, Solo
from gipf_engine.tournament.standings import explain, rank
from gipf_engine.tournament.standings.deals import compare_plays

UNPLAYED = DealPlay()


def play(won: int, gates: int, generals: int) -> DealPlay:
    return DealPlay({"won": won, "gates": gates, "generals": generals}, (won, gates, generals))


def table(*rounds: tuple[tuple[DealPlay, ...], ...]) -> CrossTable:
    """Everybody's plays, by round."""
    entrants = (
        Entrant(number, name, cells=tuple(Solo(plays[number - 1]) for plays in rounds))
        for number, name in enumerate(("Ann", "Ben", "Cat"), 1)
    )
    return compare_plays(CrossTable(tuple(entrants), len(rounds), len(rounds)))


ROUND_1 = (
    (play(1, 5, 6), play(0, 3, 4)),
    (play(0, 4, 6), play(0, 3, 4)),
    (UNPLAYED, play(1, 5, 6)),
)
"""Deal 1: Ann beats two (2), Ben who did not play (1). Deal 2: Cat beats two (2), Ann and Ben are equal (½ each)."""


def test_points_come_from_who_did_worse_and_counts_are_added_up() -> None:
    rows = {row.number: row for row in rank(table(ROUND_1), ("DW", "DG", "DC"))}
    assert {number: row.points for number, row in rows.items()} == {1: 25, 2: 15, 3: 20}
    assert {number: row.values for number, row in rows.items()} == {1: (1, 8, 10), 2: (0, 7, 10), 3: (1, 5, 6)}
    assert [str(said) for said in explain(table(ROUND_1), ("DG", "DC"), 3)] == ["5: round 1: 0, 5", "6: round 1: 0, 6"]


def test_nothing_of_a_round_counts_before_all_its_plays_are_there() -> None:
    open_round = ((play(1, 5, 6),), (), (play(0, 1, 1),))
    assert [row.points for row in sorted(rank(table(ROUND_1, open_round), ()), key=lambda row: row.number)] == [
        25, 15, 20,
    ]  # fmt: skip
