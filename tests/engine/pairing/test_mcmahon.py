"""The McMahon system: scores, groups and rounds worked out by hand, and what holds in random events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, ForbiddenGroup, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.mcmahon_scores import start_scores
from gipf_engine.tournament.replay import before_round
from testing.engine.pairing.simulation import after, boards, field, sitting_out
from testing.marks import first

MCMAHON = system("mcmahon")


def event(ratings: list[int | None], **choices: int) -> CrossTable:
    """A field with these ratings before round 1."""
    table = field(len(ratings), first_colour=Colour.WHITE, rounds_planned=5, choices=choices)
    entrants = tuple(replace(each, rating=rating) for each, rating in zip(table.entrants, ratings, strict=True))
    return replace(table, entrants=entrants)


def pairs(made: RoundPairings) -> set[frozenset[int]]:
    """Who meets whom."""
    return {frozenset(board) for board in boards(made)}


def sets(*pairs_: tuple[int, int]) -> set[frozenset[int]]:
    """Pairs without their colours."""
    return {frozenset(pair) for pair in pairs_}


def test_bands_and_bars_say_where_players_start() -> None:
    ratings = [2310, 2100, 1999, 1950, 1100, None]
    assert list(start_scores(event(ratings)).values()) == [230, 210, 190, 190, 110, 110]
    # From 2000 up all are in band 20, below 1500 and without a rating all in band 15.
    assert list(start_scores(event(ratings, upper_bar=2000, lower_bar=1500)).values()) == [200, 200, 190, 190, 150, 150]
    assert list(start_scores(event(ratings, band=1000)).values()) == [20, 20, 10, 10, 10, 10]


def test_a_band_is_worth_one_win_whatever_a_win_is_worth() -> None:
    table = event([2000, 1900])
    assert list(start_scores(replace(table, scoring=replace(table.scoring, win=30))).values()) == [600, 570]


def test_equal_scores_meet_upper_half_against_lower_half() -> None:
    table = event([2050, 2040, 2030, 2020, 1540, 1530, 1520, 1510])
    assert boards(MCMAHON.pair(table)) == [(1, 3), (4, 2), (5, 7), (8, 6)]


def test_or_the_first_meets_the_last() -> None:
    table = event([2050, 2040, 2030, 2020, 1540, 1530, 1520, 1510], fold=True)
    assert pairs(MCMAHON.pair(table)) == sets((1, 4), (2, 3), (5, 8), (6, 7))


def test_the_last_of_an_odd_group_moves_down_and_stands_first_there() -> None:
    # Bands 20: 1, 2, 3; 15: 4, 5, 6. 3 moves down, and the lower group is 3, 4, 5, 6: 3-5, 4-6.
    made = MCMAHON.pair(event([2050, 2040, 2030, 1540, 1530, 1520]))
    assert pairs(made) == sets((1, 2), (3, 5), (4, 6))
    assert [str(message) for message in made.reasons[3]][:3] == [
        "Moves down from the group with 20: not everyone in it can be paired.",
        "Group of McMahon score 15, players: 4.",
        "Player 5 is the player opposite Player 3 in the order of the group.",
    ]


def test_a_win_lifts_into_the_next_band() -> None:
    # 1 and 2 start with 20, 3 and 4 with 19. 2 beats 1, 3 beats 4: 2 has 21, 1 and 3 have 20, 4 has 19. 2 moves down
    # to 1 and 3, and one of the three to 4.
    table = event([2010, 2000, 1910, 1900])
    table = after(
        table, MCMAHON.pair(table), lambda white, _black: SideResult.WIN if white in (2, 3) else SideResult.LOSS
    )
    made = MCMAHON.pair(table)
    # 3 has met 4, so 1 goes down to meet 4, and 2 meets 3.
    assert pairs(made) == sets((2, 3), (1, 4))


def test_whoever_has_met_the_player_opposite_meets_the_nearest() -> None:
    table = event([2050, 2040, 2030, 2020], band=1000)
    table = after(table, MCMAHON.pair(table), lambda _white, _black: SideResult.DRAW)  # 1-3, 2-4
    made = MCMAHON.pair(table)
    assert pairs(made) == sets((1, 4), (2, 3))
    assert str(made.reasons[1][1]) == (
        "Player 4 is the nearest to the place opposite Player 1. Passed over: Player 3 (met in round 1)."
    )


def test_the_bye_goes_to_the_lowest_score_that_has_not_had_it() -> None:
    table = event([2050, 2040, 1500])
    made = MCMAHON.pair(table)
    assert sitting_out(made) == [3]
    assert [str(message) for message in made.reasons[3]] == [
        "McMahon score 15.",
        "Has the bye: fewest byes so far, then last in the ranking, as long as all others have opponents.",
    ]
    assert sitting_out(MCMAHON.pair(after(table, made))) == [2]


def test_absentees_and_late_joiners_are_paired_when_they_are_there() -> None:
    table = event([2050, 2040, 2030, 2020, 2010])
    away = tuple(
        replace(each, cells=(Bye(ByeKind.HALF),)) if each.number == 2 else replace(each, withdrawn=each.number == 5)
        for each in table.entrants
    )
    table = replace(table, entrants=away)
    made = MCMAHON.pair(table)
    assert pairs(made) == sets((1, 3))
    assert [(bye.number, bye.kind) for bye in made.byes] == [(4, ByeKind.PAIRING), (2, ByeKind.HALF)]
    back = after(table, made)
    back = replace(back, entrants=tuple(replace(each, withdrawn=False) for each in back.entrants))
    # 1 and 4 have 21, 2 has 20½, 3 and 5 have 20, and one of these has the bye.
    made = MCMAHON.pair(back)
    assert sitting_out(made) == [5]
    assert pairs(made) == sets((1, 4), (2, 3))


def test_nobody_meets_twice_and_those_kept_apart_never() -> None:
    table = event([2050, 2040])
    with pytest.raises(PairingError, match="second meeting"):
        MCMAHON.pair(after(table, MCMAHON.pair(table)))
    table = replace(event([2050, 2040, 1500, 1490]), forbidden=(ForbiddenGroup(frozenset({1, 2})),))
    assert pairs(MCMAHON.pair(table)) == sets((1, 3), (2, 4))


def test_standings_rank_by_the_score_then_the_opponents() -> None:
    # 2 beats 1, 4 beats 3: scores 20, 21, 15, 16; then 1 has the bye (21), 2-3... only round 1 is played here.
    table = event([2050, 2040, 1540, 1530])
    table = after(
        table, MCMAHON.pair(table), lambda white, _black: SideResult.WIN if white in (2, 4) else SideResult.LOSS
    )
    rows = standings.rank(table, ["MMS", "SOS", "SOSOS"])
    assert [(row.number, *map(float, row.values)) for row in rows] == [
        (2, 21.0, 20.0, 21.0),
        (1, 20.0, 21.0, 20.0),
        (4, 16.0, 15.0, 16.0),
        (3, 15.0, 16.0, 15.0),
    ]
    assert [str(each) for each in standings.explain(table, ["MMS", "SOS", "SOSOS"], 2)] == [
        "21 = 20 (at the start) + 1 (points)",
        "20 = 20 (Player 1)",
        "21 = 21 (Player 1)",
    ]


def test_a_round_without_an_opponent_counts_the_own_start() -> None:
    table = event([2050, 2040, 1500])
    table = after(table, MCMAHON.pair(table))  # 1 beats 2, 3 has the bye
    rows = {row.number: row.values for row in standings.rank(table, ["MMS", "SOS", "SOSOS"])}
    assert rows[3] == (16, 15, 15)
    assert str(standings.explain(table, ["SOS"], 3)[0]) == "15 = 15 (no opponent: own start)"


@pytest.mark.parametrize("seed", first(15, range(60)))
def test_random_events_obey_what_the_system_promises(seed: int) -> None:
    random = Random(seed)
    wishes = GeneratorOptions(
        players=random.randint(8, 40), rounds=5, late=20, withdrawals=10, half_byes=5, zero_byes=10, forbidden=0
    )
    made = generate(wishes, random, MCMAHON)
    for number in range(1, made.table.rounds_played + 1):
        table = before_round(made.table, number, made.table.first_colour)
        check_round(table, MCMAHON.pair(table))


def check_round(table: CrossTable, made: RoundPairings) -> None:
    """Everybody once, nobody again, the same from entrants in another order, the bye to who had it least."""
    here = {each.number for each in table.entrants if not each.withdrawn and each.cell(made.number) is None}
    pab = [bye.number for bye in made.byes if bye.kind is ByeKind.PAIRING]
    assert Counter([number for board in boards(made) for number in board] + pab) == Counter(here)
    assert boards(MCMAHON.pair(replace(table, entrants=table.entrants[::-1]))) == boards(made)
    met = {
        frozenset({each.number, cell.opponent})
        for each in table.entrants
        for cell in each.cells[: table.rounds_played]
        if isinstance(cell, Meeting) and all(side.played for side in cell.games)
    }
    assert not met & pairs(made)
    assert set(made.reasons) == here
    had = Counter({each.number: sum(cell == Bye(ByeKind.PAIRING) for cell in each.cells) for each in table.entrants})
    if len(here) > 2 * table.rounds_played + 2:  # whoever has the bye, the others can be paired
        assert all(had[number] == min(had[other] for other in here) for number in pab)
