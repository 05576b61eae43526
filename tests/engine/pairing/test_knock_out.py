"""Knock-out: seeding, byes, draws to be played off, forfeits, withdrawals, third place and the final ranks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.knock_out import seed_entrants
from testing.engine.pairing.simulation import after, boards, field, lower_number_wins, sitting_out
from tests.engine.standings.tables import cross_table


def meetings(made: RoundPairings) -> list[set[int]]:
    return [set(board) for board in boards(made)]


def test_seeds_stand_where_the_best_meet_last() -> None:
    assert seed_entrants(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seed_entrants(16)[:8] == [1, 16, 8, 9, 4, 13, 5, 12]


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6)])
def test_the_field_is_halved_in_each_round(size: int, rounds: int) -> None:
    assert system("knock-out").rounds(size) == rounds


def test_the_better_seed_wins_through_to_a_final_of_the_first_two() -> None:
    table, seen = field(8), []
    for _ in range(3):
        made = system("knock-out").pair(table)
        seen.append(meetings(made))
        table = after(table, made)
    assert seen == [[{1, 8}, {4, 5}, {2, 7}, {3, 6}], [{1, 4}, {2, 3}], [{1, 2}]]
    with pytest.raises(PairingError, match="its winner is known"):
        system("knock-out").pair(table)


def test_the_best_seeds_have_the_byes_of_a_field_that_does_not_fill_the_tree() -> None:
    made = system("knock-out").pair(field(5))
    assert meetings(made) == [{4, 5}]
    assert sorted(sitting_out(made)) == [1, 2, 3]
    assert {bye.kind for bye in made.byes} == {ByeKind.PAIRING}
    assert str(made.reasons[1][0]) == "Advances without a game: there is no opponent."
    second = system("knock-out").pair(after(field(5), made))
    assert meetings(second) == [{1, 4}, {2, 3}]


def test_a_drawn_match_must_be_played_off() -> None:
    table = after(field(4), system("knock-out").pair(field(4)), lambda _white, _black: SideResult.DRAW)
    with pytest.raises(PairingError, match="Player 1 and Player 4 has no winner: play it off"):
        system("knock-out").pair(table)


@pytest.mark.parametrize(
    ("choices", "what"),
    [
        ({"sudden_death": True}, "has no winner: one more game decides, with 10 min + 5 s."),
        (
            {"tie_games": 2, "sudden_death": False},
            "Tie-break games: 2, with 10 min + 5 s.",
        ),
        (
            {"tie_games": 4, "sudden_death": True},
            "Tie-break games: 4, with 10 min + 5 s; then one last game decides.",
        ),
    ],
)
def test_what_was_announced_for_a_drawn_match_is_said(choices: dict[str, int], what: str) -> None:
    table = after(field(2), system("knock-out").pair(field(2)), lambda _white, _black: SideResult.DRAW)
    (message,) = system("knock-out").find_undecided(
        replace(table, choices={"tie_minutes": 10, "tie_seconds": 5, **choices})
    )
    assert str(message).endswith(what)


def test_a_match_without_a_result_stops_the_next_round() -> None:
    table = after(field(2), system("knock-out").pair(field(2)), lambda _white, _black: None)
    with pytest.raises(PairingError, match="has no winner"):
        system("knock-out").pair(table)


def test_two_games_make_a_match() -> None:
    """Ana scores 1½ against Di, Cy wins both games against Bo."""
    table = cross_table(
        """
        Ana: 4w1=
        Bo:  3w00
        Cy:  2b11
        Di:  1b0=
        """,
        games_per_round=2,
    )
    assert meetings(system("knock-out").pair(table)) == [{1, 3}]


def test_where_both_forfeit_the_next_opponent_goes_on_alone() -> None:
    table = cross_table("Ana: 4w-\nBo: 3w1\nCy: 2b0\nDi: 1b-")
    made = system("knock-out").pair(table)
    assert made.pairs == ()
    assert sitting_out(made) == [2]


def test_whoever_withdraws_is_not_paired_and_the_opponent_goes_on() -> None:
    table = field(4)
    entrants = tuple(replace(entrant, withdrawn=entrant.number == 1) for entrant in table.entrants)
    made = system("knock-out").pair(replace(table, entrants=entrants))
    assert meetings(made) == [{2, 3}]
    assert sitting_out(made) == [4]
    final = system("knock-out").pair(after(replace(table, entrants=entrants), made))
    assert meetings(final) == [{2, 4}]


def test_who_began_less_often_begins() -> None:
    table = cross_table("Ana: 4w1\nBo: 3b1\nCy: 2w0\nDi: 1b0")
    assert boards(system("knock-out").pair(table)) == [(2, 1)]


class TestThirdPlace:
    def played(self) -> CrossTable:
        table, chosen = field(4), system("knock-out", third_place=True)
        for _ in range(2):
            table = after(table, chosen.pair(table), lower_number_wins)
        return table

    def test_the_losers_of_the_semifinals_meet_beside_the_final(self) -> None:
        table = after(field(4), system("knock-out").pair(field(4)))
        assert meetings(system("knock-out", third_place=True).pair(table)) == [{1, 2}, {3, 4}]

    def test_the_match_parts_third_and_fourth(self) -> None:
        rows = standings.rank(self.played(), ["KO"])
        assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]

    def test_it_ends_with_the_final(self) -> None:
        with pytest.raises(PairingError, match="its winner is known"):
            system("knock-out", third_place=True).pair(self.played())


def test_those_beaten_in_one_round_share_a_rank() -> None:
    table = field(8)
    for _ in range(3):
        table = after(table, system("knock-out").pair(table))
    rows = standings.rank(replace(table), list(system("knock-out").ranked_by))
    assert [(row.rank, row.number) for row in rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
    ]
    assert [str(message) for number in (1, 2) for message in standings.explain(table, ["KO"], number)] == [
        "not beaten",
        "beaten in round 3",
    ]


def test_points_do_not_part_those_beaten_in_one_round() -> None:
    """Di lost 0 to 2 and Cy ½ to 1½: both went out in the first round."""
    table = cross_table("Ana: 4w11\nBo: 3w1=\nCy: 2b0=\nDi: 1b00", games_per_round=2)
    rows = standings.rank(table, ["KO"])
    assert [(row.rank, row.number, row.points) for row in rows] == [(1, 1, 20), (1, 2, 15), (3, 3, 5), (3, 4, 0)]
