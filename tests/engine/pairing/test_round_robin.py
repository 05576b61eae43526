"""Round robins: the printed Berger tables, rest rounds, double cycles and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, GameSide, Meeting
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system, systems
from gipf_engine.tournament.pairing.round_robin import berger_round, schedule

# As printed in the tables of FIDE C.05, annex 1.
SIX = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
EIGHT = [
    "1-8 2-7 3-6 4-5",
    "8-5 6-4 7-3 1-2",
    "2-8 3-1 4-7 5-6",
    "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7",
    "8-7 1-6 2-5 3-4",
    "4-8 5-3 6-2 7-1",
]


def printed(boards: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{white}-{black}" for white, black in boards)


def field(size: int) -> CrossTable:
    entrants = tuple(Entrant(number, f"Player {number}") for number in range(1, size + 1))
    return CrossTable(entrants, rounds_played=0, predetermined=True)


def after(table: CrossTable, made: RoundPairings) -> CrossTable:
    """The table with the round played: every game a win for White."""
    cells: dict[int, Cell] = {bye.number: Bye(bye.kind) for bye in made.byes}
    for pair in made.pairs:
        cells[pair.white] = Meeting(pair.black, (GameSide(Colour.WHITE, SideResult.WIN),))
        cells[pair.black] = Meeting(pair.white, (GameSide(Colour.BLACK, SideResult.LOSS),))
    entrants = tuple(
        Entrant(entrant.number, entrant.name, cells=(*entrant.cells, cells[entrant.number]))
        for entrant in table.entrants
    )
    return CrossTable(entrants, rounds_played=made.number, predetermined=True)


def played_out(key: str, size: int) -> tuple[list[RoundPairings], CrossTable]:
    chosen, table, rounds = system(key), field(size), []
    for _ in range(chosen.rounds(size) or 0):
        rounds.append(chosen.pair(table))
        table = after(table, rounds[-1])
    return rounds, table


def test_the_table_of_six_is_the_printed_one() -> None:
    assert [printed(berger_round(6, number)) for number in range(1, 6)] == SIX


def test_the_table_of_eight_is_the_printed_one() -> None:
    assert [printed(berger_round(8, number)) for number in range(1, 8)] == EIGHT


def test_a_field_of_two_plays_one_game() -> None:
    assert schedule(2) == (((1, 2),),)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16, 30])
def test_everybody_meets_everybody_once(size: int) -> None:
    rounds = schedule(size)
    met = Counter(frozenset(board) for boards in rounds for board in boards)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))
    assert all(sorted(seat for board in boards for seat in board) == list(range(1, size + 1)) for boards in rounds)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16, 30])
def test_nobody_has_white_two_times_more_often_than_black(size: int) -> None:
    whites = Counter(white for boards in schedule(size) for white, _ in boards)
    assert {2 * whites[number] - (size - 1) for number in range(1, size + 1)} == {1, -1}


def test_a_double_round_robin_swaps_the_last_two_rounds_of_its_first_half() -> None:
    rounds = [printed(boards) for boards in schedule(6, cycles=2)]
    assert rounds[:5] == [SIX[0], SIX[1], SIX[2], SIX[4], SIX[3]]
    assert rounds[5:] == ["6-1 5-2 4-3", "4-6 3-5 2-1", "6-2 1-3 5-4", "5-6 4-1 3-2", "6-3 2-4 1-5"]


def test_the_two_rounds_stay_where_they_are_if_so_wished() -> None:
    rounds = [printed(boards) for boards in schedule(6, cycles=2, swapped=False)]
    assert rounds[:5] == SIX


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_no_colour_comes_three_times_running_in_a_double_round_robin(size: int) -> None:
    for number in range(1, size + 1):
        colours = "".join(
            "w" if white == number else "b"
            for boards in schedule(size, cycles=2)
            for white, black in boards
            if number in (white, black)
        )
        assert "www" not in colours
        assert "bbb" not in colours
        assert colours.count("w") == colours.count("b")


def test_an_odd_field_rests_the_one_who_would_meet_nobody() -> None:
    rounds, _ = played_out("round-robin", 5)
    assert [(made.byes[0].number, made.byes[0].kind) for made in rounds] == [
        (1, ByeKind.REST),
        (4, ByeKind.REST),
        (2, ByeKind.REST),
        (5, ByeKind.REST),
        (3, ByeKind.REST),
    ]
    assert [(pair.white, pair.black) for pair in rounds[1].pairs] == [(5, 3), (1, 2)]
    assert str(rounds[0].reasons[1][0]) == "Free: the number of entrants is odd."


def test_a_rest_round_scores_nothing() -> None:
    rounds, table = played_out("round-robin", 3)
    assert [made.byes[0].number for made in rounds] == [1, 3, 2]
    assert sum(table.points(number) for number in (1, 2, 3)) == 30  # three games, three wins


def test_gaps_in_the_pairing_numbers_are_closed() -> None:
    table = CrossTable((Entrant(2, "A"), Entrant(5, "B"), Entrant(9, "C"), Entrant(11, "D")), rounds_played=0)
    made = system("round-robin").pair(table)
    assert [(pair.white, pair.black) for pair in made.pairs] == [(2, 11), (5, 9)]


def test_the_last_round_is_followed_by_a_clear_refusal() -> None:
    _, table = played_out("double-round-robin", 4)
    with pytest.raises(PairingError, match="All 6 rounds of this round robin are paired"):
        system("double-round-robin").pair(table)


def test_a_field_of_one_is_refused() -> None:
    with pytest.raises(PairingError, match="at least two entrants"):
        system("round-robin").pair(field(1))


def test_a_pairing_that_would_repeat_a_meeting_is_refused_by_name() -> None:
    meeting = Meeting(3, (GameSide(Colour.WHITE, SideResult.WIN),))
    answer = Meeting(4, (GameSide(Colour.BLACK, SideResult.LOSS),))
    entrants = (
        Entrant(1, "A"),
        Entrant(2, "B"),
        Entrant(3, "Cleo", cells=(answer,)),
        Entrant(4, "Dan", cells=(meeting,)),
    )
    with pytest.raises(PairingError, match="Round 2 would pair Dan and Cleo again"):
        system("round-robin").pair(CrossTable(entrants, rounds_played=1))


def test_a_withdrawn_entrant_keeps_the_place_and_the_game_is_announced_as_a_forfeit() -> None:
    entrants = (Entrant(1, "A"), Entrant(2, "B"), Entrant(3, "C"), Entrant(4, "Dan", withdrawn=True))
    made = system("round-robin").pair(CrossTable(entrants, rounds_played=0))
    assert [(pair.white, pair.black) for pair in made.pairs] == [(1, 4), (2, 3)]
    assert str(made.reasons[1][0]) == "Dan has withdrawn: the game of this round is a forfeit."
    assert 2 not in made.reasons


def test_the_register_knows_both_and_refuses_what_it_does_not_know() -> None:
    assert {"round-robin", "double-round-robin"} <= {known.key for known in systems()}
    with pytest.raises(KeyError):
        system("no-such-system")
