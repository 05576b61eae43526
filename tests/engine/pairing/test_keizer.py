"""The Keizer system: scores and rounds worked out by hand, and what holds in random events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, ForbiddenGroup, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.keizer_scores import keizer_scores
from gipf_engine.tournament.replay import before_round
from testing.engine.pairing.simulation import after, boards, field, sitting_out
from testing.marks import first

KEIZER = system("keizer")


def club(size: int, **choices: int) -> CrossTable:
    """A club's field before round 1."""
    return field(size, first_colour=Colour.WHITE, rounds_planned=20, choices=choices)


def won_by(*winners: int) -> Callable[[int, int], SideResult]:
    """White's outcome where these win."""
    return lambda white, _black: SideResult.WIN if white in winners else SideResult.LOSS


def giving(table: CrossTable, number: int, cell: Cell) -> CrossTable:
    """The table with a cell for the coming round of an entrant."""
    entrants = tuple(
        replace(each, cells=(*each.cells, cell)) if each.number == number else each for each in table.entrants
    )
    return replace(table, entrants=entrants)


def test_round_one_pairs_neighbours_and_the_last_has_the_bye() -> None:
    made = KEIZER.pair(club(5))
    assert boards(made) == [(1, 2), (4, 3)]  # the lot goes turn about
    assert sitting_out(made) == [5]


def test_scores_are_worked_out_until_the_order_stays() -> None:
    # Values 6, 5, 4, 3 (six is one and a half times four). 2 beats 1, 3 beats 4.
    # First order 1 2 3 4: scores 6, 5+6=11, 4+3=7, 3. Order 2 3 1 4.
    # Values 2:6 3:5 1:4 4:3: scores 2: 6+4=10, 3: 5+3=8, 1: 4, 4: 3. The order stays.
    table = after(club(4), KEIZER.pair(club(4)), won_by(2, 3))
    found = keizer_scores(table)
    assert found.order == (2, 3, 1, 4)
    assert found.scores == {2: 10, 3: 8, 1: 4, 4: 3}
    assert found.values == {2: 6, 3: 5, 1: 4, 4: 3}


def test_a_draw_is_worth_half_of_the_value_of_the_opponent() -> None:
    # Values 3, 2 whichever way: 1 has 3 + ½×2 = 4, 2 has 2 + ½×3 = 3½.
    table = after(club(2), KEIZER.pair(club(2)), lambda _white, _black: SideResult.DRAW)
    assert keizer_scores(table).scores == {1: 4, 2: Fraction(7, 2)}


def test_the_mean_of_a_circle_of_orders_counts() -> None:
    # Top 2, own value left out: values 2, 1. Each beat the other once, 2 twice. In the order 1 2, 1 has 1×1 and 2 has
    # 2×2; in the order 2 1, 2 has 2×1 and 1 has 1×2, equal, so that 1 comes first again: a circle of both orders.
    # Mean values 1½ each: 1 has 1½, 2 has 3.
    table = club(2, top=2, no_own=1, apart=0)
    for winner in (1, 2, 2):
        table = after(table, KEIZER.pair(table), won_by(winner))
    found = keizer_scores(table)
    assert found.values == {1: Fraction(3, 2), 2: Fraction(3, 2)}
    assert found.scores == {1: Fraction(3, 2), 2: 3}


def test_byes_and_absences_are_worth_parts_of_the_own_value() -> None:
    # Values 8, 7, 6, 5, 4. 5 has the bye: 4 + 4×4/6; 3 is away: 6 + 6×2/6 = 8; 1 beats 2: 8 + 7 = 15.
    table = giving(club(5), 3, Bye(ByeKind.ZERO))
    made = KEIZER.pair(table)
    assert boards(made) == [(1, 2), (5, 4)]
    table = giving(giving(club(5), 3, Bye(ByeKind.ZERO)), 4, Bye(ByeKind.HALF))
    made = KEIZER.pair(table)
    assert [(bye.number, bye.kind) for bye in made.byes] == [
        (5, ByeKind.PAIRING),
        (3, ByeKind.ZERO),
        (4, ByeKind.HALF),
    ]
    scores = keizer_scores(after(table, made, won_by(1))).scores
    # The order is 1, 3 (7+7/3), 4 (6+3), 2 (5), 5 (4+8/3)? 5 has 6⅔ and 2 has 5, so 5 stands before 2:
    # values 1:8 3:7 4:6 5:5 2:4, with 1: 8+4, 3: 7×4/3, 4: 6×3/2, 5: 5×5/3, 2: 4.
    assert scores == {1: 12, 3: Fraction(28, 3), 4: 9, 5: Fraction(25, 3), 2: 4}


def test_only_so_many_absences_count() -> None:
    table = club(3, absences=2, no_own=1)
    for _round in range(4):
        table = giving(table, 3, Bye(ByeKind.ZERO))
        table = after(table, KEIZER.pair(table), lambda _white, _black: SideResult.DRAW)
    value = keizer_scores(table).values[3]
    assert keizer_scores(table).scores[3] == 2 * value / 3


def test_rounds_before_joining_are_worth_their_part_and_later_silence_is_not() -> None:
    table = club(4, no_own=1, late=3)
    entrants = tuple(replace(each, withdrawn=each.number == 4) for each in table.entrants[:4])
    away = replace(table, entrants=entrants)
    away = after(away, KEIZER.pair(away), won_by(1))
    back = replace(away, entrants=tuple(replace(each, withdrawn=False) for each in away.entrants))
    assert keizer_scores(back).scores[4] == 0  # has not come yet
    joined = after(back, KEIZER.pair(back), won_by(1, 2, 3))
    shares = keizer_scores(joined).shares[4]
    assert (shares[0].round, shares[0].parts) == (1, 6)
    gone = replace(joined, entrants=entrants_of(joined, 4, withdrawn=True))
    gone = after(gone, KEIZER.pair(gone), won_by(1))
    assert keizer_scores(gone).shares[4] == shares


def entrants_of(table: CrossTable, number: int, *, withdrawn: bool) -> tuple[Entrant, ...]:
    """The entrants with one of them there or gone."""
    return tuple(replace(each, withdrawn=withdrawn) if each.number == number else each for each in table.entrants)


def test_two_players_meet_again_only_after_so_many_rounds() -> None:
    table = club(4, apart=2)
    met = []
    for _round in range(4):
        made = KEIZER.pair(table)
        met.append({frozenset(board) for board in boards(made)})
        table = after(table, made)
    # 1 always wins: 1-2, then 1-3, then 1-4; from then on 1-2 is free again.
    assert [frozenset({1, other}) in round_ for other, round_ in zip((2, 3, 4, 2), met, strict=True)] == [True] * 4


def test_a_rematch_comes_sooner_where_nothing_else_is_possible() -> None:
    table = club(2, apart=5)
    table = after(table, KEIZER.pair(table))
    assert boards(KEIZER.pair(table)) == [(2, 1)]


def test_those_kept_apart_never_meet() -> None:
    table = replace(club(4), forbidden=(ForbiddenGroup(frozenset({1, 2})),))
    assert {frozenset(board) for board in boards(KEIZER.pair(table))} == {frozenset({1, 3}), frozenset({2, 4})}
    with pytest.raises(PairingError, match="kept apart"):
        KEIZER.pair(replace(club(4), forbidden=(ForbiddenGroup(frozenset({1, 2, 3, 4})),)))


def test_there_must_be_two_players() -> None:
    with pytest.raises(PairingError, match="two players"):
        KEIZER.pair(club(1))


def test_a_pair_is_explained_by_the_ranking_and_those_passed_over() -> None:
    table = after(club(4), KEIZER.pair(club(4)))  # 1 beat 2, 3 beat 4
    made = KEIZER.pair(table)
    # Scores: 1: 6+4 = 10, 3: 5+3 = 8, 2: 4, 4: 3.
    assert [str(message) for message in made.reasons[1]] == [
        "Place 1 of the Keizer ranking with 10.00.",
        "From the top down, Player 3 is the next free player below Player 1.",
        "Player 3 moves first: both get their due colour, or have no preference.",
    ]
    assert [str(message) for message in KEIZER.pair(club(4)).reasons[4]] == [
        "Place 4 of the Keizer ranking with 3.00.",
        "From the top down, Player 4 is the next free player below Player 3.",
        "Player 4 moves first: the colour drawn before round 1 alternates from board to board.",
    ]
    table = after(table, made)  # 1 beat 3 and 2 beat 4: 2 and 3 have done the same, and 2 has the better number
    told = [str(message) for message in KEIZER.pair(table).reasons[1]]
    assert told[1] == (
        "From the top down, Player 4 is the nearest whom Player 1 can meet. "
        "Passed over: Player 2 (met in round 1), Player 3 (met in round 2)."
    )


def test_standings_rank_by_the_score_and_show_its_sum() -> None:
    table = after(club(4), KEIZER.pair(club(4)), won_by(2, 3))
    rows = standings.rank(table, ["KZ", "PTS"])
    assert [(row.rank, row.number, row.values[0]) for row in rows] == [(1, 2, 10), (2, 3, 8), (3, 1, 4), (4, 4, 3)]
    assert [str(each) for each in standings.explain(table, ["KZ"], 2)] == ["10.00 = 6 (own place) + 4 (Player 1)"]


@pytest.mark.parametrize("seed", first(15, range(60)))
def test_random_events_obey_what_the_system_promises(seed: int) -> None:
    wishes = GeneratorOptions(
        players=Random(seed).randint(3, 24), rounds=9, late=20, withdrawals=10, half_byes=5, zero_byes=15, forbidden=0
    )
    made = generate(wishes, Random(seed), KEIZER)
    for number in range(1, made.table.rounds_played + 1):
        table = before_round(made.table, number, made.table.first_colour)
        check_round(table, KEIZER.pair(table))


def check_round(table: CrossTable, made: RoundPairings) -> None:
    """Everybody once, the same again from entrants in another order, rematches late, the bye to who had it least."""
    here = {each.number for each in table.entrants if not each.withdrawn and each.cell(made.number) is None}
    pab = [bye.number for bye in made.byes if bye.kind is ByeKind.PAIRING]
    seen = Counter([number for board in boards(made) for number in board] + pab)
    assert seen == Counter(here)
    assert boards(KEIZER.pair(replace(table, entrants=table.entrants[::-1]))) == boards(made)
    assert set(made.reasons) == here
    if len(here) > 12:  # five rounds bar at most five opponents each: enough others are there
        recent = {
            frozenset({each.number, cell.opponent})
            for each in table.entrants
            for cell in each.cells[max(0, table.rounds_played - 5) : table.rounds_played]
            if isinstance(cell, Meeting) and all(side.played for side in cell.games)
        }
        assert not recent & {frozenset(board) for board in boards(made)}
        had = Counter(
            {each.number: sum(cell == Bye(ByeKind.PAIRING) for cell in each.cells) for each in table.entrants}
        )
        assert all(had[number] == min(had[other] for other in here) for number in pab)
