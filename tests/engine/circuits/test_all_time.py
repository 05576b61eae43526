"""All-time tables: games, points and events of players. Expected values by hand."""

from __future__ import annotations

from gipf_engine.tournament.all_time import Tally, rank_tallies, tallies_of

ADA, BEN, CLEO = 1, 2, 3


def test_games_are_counted_for_each_side() -> None:
    found = tallies_of([(ADA, "white", "1-0", 3), (ADA, "black", "1/2-1/2", 1), (BEN, "black", "1-0", 3)])
    ada, ben = found[ADA], found[BEN]
    assert (ada.games, ada.won, ada.drawn, ada.lost, ada.points, ada.percent) == (4, 3, 1, 0, 35, 88)  # 87.5
    assert (ben.games, ben.won, ben.drawn, ben.lost, ben.points, ben.percent) == (3, 0, 0, 3, 0, 0)


def test_forfeits_and_open_games_are_no_games() -> None:
    found = tallies_of([(ADA, "white", code, 1) for code in ("+-", "-+", "--", "pending", "void")])
    assert (found[ADA].games, found[ADA].points, found[ADA].percent) == (0, 0, None)


def test_unusual_results_count_as_each_side_has_them() -> None:
    found = tallies_of([(ADA, "white", "1/2-0", 1), (BEN, "black", "1/2-0", 1), (CLEO, "white", "0-0", 1)])
    assert [(each.drawn, each.lost, each.points) for each in found.values()] == [(1, 0, 5), (0, 1, 0), (0, 1, 0)]


def test_points_come_first_then_events_won_then_fewer_games() -> None:
    rows = rank_tallies(
        {
            1: Tally(games=5, points=30, first=0),
            2: Tally(games=9, points=30, first=1),
            3: Tally(games=3, points=30, first=0),
            4: Tally(games=2, points=40, first=0),
        }
    )
    assert [(row.rank, row.player) for row in rows] == [(1, 4), (2, 2), (3, 3), (4, 1)]


def test_equal_players_share_a_rank() -> None:
    rows = rank_tallies({1: Tally(games=2, points=10), 2: Tally(games=2, points=10), 3: Tally(games=2, points=5)})
    assert [row.rank for row in rows] == [1, 1, 3]
