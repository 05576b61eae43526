"""The plain pairers of Dubov and Burstein, which judge the engine, on examples of the articles and by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Entrant, GameSide, Meeting
from testing.reference import burstein, dubov
from testing.reference.swiss_facts import Facts, NoRoundError, Reader, Round, pairings

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def person(number: int, *, side: Colour = WHITE, ratings: tuple[int, ...] = ()) -> Facts:
    """A player of whom only the number, the preference and the ratings met matter."""
    return Facts(number, number % 2 == 1, 10, 10, side, 1, (side.other,), frozenset(), 1, True, ratings, ())


def game(opponent: int, colour: Colour, outcome: SideResult, *, played: bool = True) -> Meeting:
    """One side of a game."""
    return Meeting(opponent, (GameSide(colour, outcome, played=played),))


def table(ratings: list[int], games: list[tuple[int, int, str]], rounds: int, *, of: int = 9) -> CrossTable:
    """A field and its games: (white, black, White's result as "1", "=" or "0"), round after round."""
    results = {"1": SideResult.WIN, "=": SideResult.DRAW, "0": SideResult.LOSS}
    cells: dict[int, list[Meeting | Bye]] = {number: [] for number in range(1, len(ratings) + 1)}
    for white, black, result in games:
        outcome = results[result]
        answer = {SideResult.WIN: SideResult.LOSS, SideResult.LOSS: SideResult.WIN}.get(outcome, outcome)
        if black:
            cells[white].append(game(black, WHITE, outcome))
            cells[black].append(game(white, BLACK, answer))
        else:
            cells[white].append(Bye(ByeKind.PAIRING))
    entrants = tuple(
        Entrant(number, f"Player {number}", rating, cells=tuple(cells[number]))
        for number, rating in enumerate(ratings, 1)
    )
    return CrossTable(entrants, rounds, rounds_planned=of, first_colour=WHITE)


def test_shifters_are_numbered_from_the_middle_outwards() -> None:
    # The example of C.04.4.1, article 4.3: of A to G, number 1 is D, then C, E, B, F, A, G.
    black_seekers = [person(number, side=BLACK) for number in range(1, 8)]
    assert [player.number for player in dubov._shifters(black_seekers)] == [4, 3, 5, 2, 6, 1, 7]
    # White seekers stand by the ratings they met: 1500 (number 3), 1600 (1), 1700 (2).
    white_seekers = [person(1, ratings=(1600,)), person(2, ratings=(1700,)), person(3, ratings=(1500,))]
    assert [player.number for player in dubov._shifters(white_seekers)] == [1, 3, 2]


def test_an_average_of_ratings_is_rounded_half_upwards() -> None:
    assert dubov._by_aro(person(1, ratings=(1500, 1501)))[0] == 1501
    assert dubov._by_aro(person(1, ratings=(1500, 1500, 1501)))[0] == 1500
    assert dubov._by_aro(person(1))[0] == 0


def test_dubov_pairs_low_averages_with_high_ratings() -> None:
    # Winners: 4 had Black and wants White; 1, 3 and 6 want Black. The middle one of these, 3, is shifted to 4. ARO: 4
    # met 1300, 3 met 1400, so 4 gets the best of the others, 1, and 3 gets 6; of these two, 3 gets the colour.
    # Losers: 2 (met 1500), 7 (met 1800) and 5 (met 2000) want White, 8 Black. 7 is shifted, and 2 meets it; 5 meets 8.
    first = [(1, 5, "1"), (6, 2, "1"), (3, 7, "1"), (8, 4, "0")]
    made = dubov.pair(table([2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300], first, 1))
    assert made.bye == 0
    assert made.pairs == {(4, 1), (6, 3), (2, 7), (5, 8)}


def test_dubov_takes_up_two_players_for_two_who_have_met() -> None:
    first = [(1, 5, "1"), (3, 6, "="), (2, 4, "0")]
    made = dubov.pair(table([2000, 1900, 1800, 1700, 1600, 1500], first, 1))
    # 1 and 4 won, and want Black and White. 3 and 6 drew with each other: both take up one of the losers. 3 wants Black
    # and 5 White, 6 wants White and 2 Black.
    assert made.pairs == {(4, 1), (5, 3), (6, 2)}


def test_dubov_gives_the_bye_to_the_last_of_those_who_played_most() -> None:
    first = [(1, 4, "1"), (5, 2, "0"), (3, 0, "1")]
    made = dubov.pair(table([2000, 1900, 1800, 1700, 1600], first, 1))
    assert made.bye == 5
    # A forfeit is no game: 4, who played, has the bye before 5, who did not come.
    away = game(2, WHITE, SideResult.LOSS, played=False)
    there = game(5, BLACK, SideResult.WIN, played=False)
    event = table([2000, 1900, 1800, 1700, 1600], first, 1)
    cells = {5: (away,), 2: (there,)}
    entrants = tuple(replace(each, cells=cells.get(each.number, each.cells)) for each in event.entrants)
    assert dubov.pair(replace(event, entrants=entrants)).bye == 4


def test_burstein_orders_pairings_by_the_opponents_of_the_first_players() -> None:
    # C.04.4.2, article 4.3, with six players and two floaters: 45 pairings, of which the first is 1-6, 2-5.
    bracket = [person(number) for number in range(1, 7)]
    made = [
        (pairs, list(floaters))
        for floaters in combinations(bracket, 2)
        for pairs in pairings([player for player in bracket if player not in floaters], lambda _one, _two: True)
    ]
    made.sort(key=lambda each: burstein._order(bracket, each))
    told = [
        [(one.number, two.number) for one, two in pairs] + [(player.number, 0) for player in floaters]
        for pairs, floaters in made
    ]
    assert len(told) == 45
    assert told[0] == [(1, 6), (2, 5), (3, 0), (4, 0)]
    assert told[1] == [(1, 6), (2, 4), (3, 0), (5, 0)]
    assert told[-1] == [(3, 4), (5, 6), (1, 0), (2, 0)]


def test_burstein_counts_a_round_not_played_as_a_game_against_oneself() -> None:
    # 1 won a game against 2 and has the bye: Buchholz 0 + 20, Sonneborn-Berger 10 x 0 + 10 x 20 (in tenths).
    event = table([2000, 1900, 1800], [(1, 2, "1"), (3, 0, "1"), (1, 0, "1"), (3, 2, "1")], 2)
    index = burstein._Index(Reader(event))
    assert (index.buchholz(event.entrant(1)), index.sonneborn_berger(event.entrant(1))) == (20, 200)


def test_burstein_counts_absences_up_to_now_as_draws_for_opponents_alone() -> None:
    event = table([2000, 1900, 1800, 1700], [(1, 2, "1"), (3, 4, "1")], 1)
    away = Bye(ByeKind.ZERO)
    entrants = tuple(
        replace(each, cells=(*each.cells, away), withdrawn=each.number == 2) if each.number in (2, 4) else each
        for each in event.entrants
    )
    event = replace(event, entrants=entrants, rounds_played=2)
    index = burstein._Index(Reader(event))
    # 2 has withdrawn: the round missed counts half a point for 1. 4 is back: no series up to the current round.
    assert index.buchholz(event.entrant(1)) == 5 + 10
    assert index.buchholz(event.entrant(3)) == 0 + 10
    assert index.buchholz(event.entrant(2)) == 10 + 0


def test_burstein_has_half_the_rounds_as_seeding_rounds_but_at_most_four() -> None:
    event = table([2000, 1900], [], 0)
    assert [burstein.is_seeding_round(replace(event, rounds_played=1, rounds_planned=of)) for of in (3, 4)] == [
        False,
        True,
    ]
    assert not burstein.is_seeding_round(replace(event, rounds_played=4, rounds_planned=11))


@pytest.mark.parametrize("pair", [dubov.pair, burstein.pair])
def test_no_round_is_found_where_all_have_met(pair: Callable[[CrossTable], Round]) -> None:
    with pytest.raises(NoRoundError):
        pair(table([2000, 1900], [(1, 2, "=")], 1))
