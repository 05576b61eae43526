"""Swiss for teams, article by article, on rounds worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.tournament.crosstable import ByeKind, Colour, ForbiddenGroup
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.team_swiss.colours import allocate, initial_colour
from gipf_engine.tournament.pairing.team_swiss.state import Preferences, TeamState, preference_of
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import pair_teams
from gipf_engine.tournament.teams.values import Adjustment, AnnouncedBye, Match, Score, TeamBye, TeamRound, TeamTable
from tests.engine.teams.team_tables import table_of

SWISS = system("team-swiss")
WHITE, BLACK = Colour.WHITE, Colour.BLACK


def boards(made: RoundPairings) -> list[tuple[int, int]]:
    alone = [(bye.number, 0) for bye in made.byes if bye.kind is ByeKind.PAIRING]
    return [(pair.white, pair.black) for pair in made.pairs] + alone


def pair(table: TeamTable) -> list[tuple[int, int]]:
    return boards(pair_teams(table, SWISS))


def test_the_first_round_pairs_the_upper_half_with_the_lower_and_odd_numbers_get_the_lots_colour() -> None:
    assert pair(table_of(6, [], planned=5)) == [(1, 4), (5, 2), (3, 6)]
    black = replace(table_of(6, [], planned=5), first_colour=BLACK)
    assert pair(black) == [(4, 1), (2, 5), (6, 3)]


def test_the_bye_goes_to_the_lowest_then_to_the_most_matches_then_to_the_largest_number() -> None:
    """3.4: in round 1 all are equal, so 7; in round 2 it is barred (C2), and of 4, 5 and 6 without points it is 6."""
    assert pair(table_of(7, [], planned=5))[-1] == (7, 0)
    played = table_of(7, [[(1, 4, "11"), (5, 2, "00"), (3, 6, "11"), TeamBye(7, ByeKind.PAIRING)]], planned=5)
    assert pair(played)[-1] == (6, 0)


@pytest.mark.parametrize(("kind", "taker"), [(ByeKind.FULL, 4), (ByeKind.HALF, 5)])
def test_a_full_point_bye_bars_from_the_bye_and_a_half_point_bye_does_not(kind: ByeKind, taker: int) -> None:
    """Team 5 has a bye in round 1; a decision makes it the lowest, below teams 2 and 4, which have lost."""
    table = table_of(5, [[(1, 2, "11"), (3, 4, "11"), TeamBye(5, kind)]], planned=4)
    table = replace(table, adjustments=(Adjustment("", -40, 0, 1, (5,)),))
    assert pair(table)[-1] == (taker, 0)


def test_a_match_won_by_forfeit_bars_from_the_bye_and_a_forfeited_match_may_be_paired_again() -> None:
    again = replace(table_of(2, [], planned=3), rounds=(TeamRound((Match(1, 2, forfeit="--"),)),))
    assert pair(again) == [(1, 2)]
    rounds = (TeamRound((Match(3, 2, forfeit="+-"),), (TeamBye(1, ByeKind.PAIRING),)),)
    assert pair(replace(table_of(3, [], planned=3), rounds=rounds)) == [(3, 1), (2, 0)]


def test_the_example_of_a_bracket_that_needs_an_upfloater() -> None:
    """1 won, 3 to 6 drew, 2 lost. 1 is alone above: of 3, 4, 5, 6 the first who leaves the others pairable is 3. Then
    4, 5, 6 with 2: 4-5 leaves 6-2, 4-6 leaves 2-5; 2-4, 5-6 have the smaller upper members, but 5 and 6 have met."""
    table = table_of(6, [[(1, 2, "11"), (3, 4, "10"), (5, 6, "10")]], planned=3)
    assert {frozenset(each) for each in pair(table)} == {frozenset(each) for each in ((1, 3), (2, 5), (4, 6))}


def test_a_pair_that_the_event_avoids_is_made_only_where_the_rules_leave_no_choice() -> None:
    """Round 1 of four teams: 1-3, 2-4 by the rules, all pairings equal by C8 to C10. Of two only one is left."""
    table = replace(table_of(4, [], planned=3), forbidden=(ForbiddenGroup(frozenset((1, 3)), is_soft=True),))
    made = pair_teams(table, SWISS)
    assert {frozenset(each) for each in boards(made)} == {frozenset((1, 4)), frozenset((2, 3))}
    avoided = "Pairs that the event avoids, by upper half against lower half: 1 instead of 0"
    assert str(made.reasons[1][0]).startswith(avoided)
    later = replace(table, forbidden=(ForbiddenGroup(frozenset((1, 3)), first_round=2, is_soft=True),))
    assert {frozenset(each) for each in pair(later)} == {frozenset((1, 3)), frozenset((2, 4))}
    two = replace(table_of(2, [], planned=1), forbidden=(ForbiddenGroup(frozenset((1, 2)), is_soft=True),))
    made = pair_teams(two, SWISS)
    assert boards(made) == [(1, 2)]
    assert str(made.reasons[2][0]) == "A and B meet although the event avoids it: the rules left no choice."


def test_teams_that_may_not_meet_are_kept_apart_and_a_round_without_a_pairing_says_so() -> None:
    table = replace(table_of(4, [], planned=3), forbidden=(ForbiddenGroup(frozenset((1, 3))),))
    assert {frozenset(each) for each in pair(table)} == {frozenset((1, 4)), frozenset((2, 3))}
    apart = replace(table, forbidden=(ForbiddenGroup(frozenset((1, 2, 3))),))
    with pytest.raises(PairingError, match="too many teams have met or may not meet"):
        pair(apart)
    odd = replace(table_of(3, [], planned=3), forbidden=(ForbiddenGroup(frozenset((1, 2, 3))),))
    with pytest.raises(PairingError, match="no team that may have the bye"):
        pair(odd)
    gone = replace(table, teams=tuple(replace(team, withdrawn=True) for team in table.teams))
    with pytest.raises(PairingError, match="No teams to pair"):
        pair(gone)


def test_teams_with_a_bye_for_the_round_are_not_paired_and_named() -> None:
    table = replace(
        table_of(4, [], planned=3), announced=(AnnouncedBye(1, 2, ByeKind.HALF), AnnouncedBye(1, 4, ByeKind.ZERO))
    )
    made = pair_teams(table, SWISS)
    assert boards(made) == [(1, 3)]
    assert [(bye.number, bye.kind) for bye in made.byes] == [(2, ByeKind.HALF), (4, ByeKind.ZERO)]


def test_an_open_match_counts_as_drawn_and_as_met() -> None:
    table = table_of(4, [[(1, 2, "11"), (3, 4, "")]], planned=3)
    states = [(1, 3), (2, 4)]
    assert {frozenset(each) for each in pair(table)} == {frozenset(each) for each in states}


@pytest.mark.parametrize(
    ("colours", "type_a", "type_b", "last"),
    [
        ("", (None, False), (None, False), (None, False)),
        ("w", (None, False), (BLACK, False), (BLACK, False)),
        ("wb", (None, False), (WHITE, False), (None, False)),
        ("ww", (BLACK, True), (BLACK, True), (BLACK, True)),
        ("bww", (BLACK, True), (BLACK, True), (BLACK, True)),  # difference +1 and White twice
        ("wwbb", (WHITE, True), (WHITE, True), (WHITE, True)),  # difference 0 and Black twice
        ("wwwbb", (None, False), (BLACK, False), (BLACK, False)),  # difference +1: Black twice says nothing
        ("bwb", (None, False), (WHITE, False), (WHITE, False)),
        ("bbwb", (WHITE, True), (WHITE, True), (WHITE, True)),  # difference -2
    ],
)
def test_preferences_of_type_a_and_b(colours: str, type_a: object, type_b: object, last: object) -> None:
    had = tuple(Colour(letter) for letter in colours)
    difference = colours.count("w") - colours.count("b")
    assert preference_of(had, difference, Preferences(), is_last=False) == type_a
    assert preference_of(had, difference, Preferences(mild=True), is_last=False) == type_b
    assert preference_of(had, difference, Preferences(mild=True), is_last=True) == last
    assert preference_of(had, difference, Preferences(count=False), is_last=False) == (None, False)


def state(number: int, colours: str, *, score: int = 10, second: int = 0, mild: bool = True) -> TeamState:
    had = tuple(Colour(letter) for letter in colours)
    difference = colours.count("w") - colours.count("b")
    wish, strong = preference_of(had, difference, Preferences(mild=mild), is_last=False)
    return TeamState(number, score, score, second, had, difference, wish, strong, frozenset(), False, True)


@pytest.mark.parametrize(
    ("one", "other", "white", "paragraph"),
    [
        (state(1, ""), state(2, ""), 1, "4.3.1"),
        (state(1, ""), state(2, "", score=20), 1, "4.3.1"),  # 2 is the first-team, and its number is even
        (state(1, ""), state(2, "w"), 1, "4.3.2"),
        (state(1, "w"), state(2, "b"), 2, "4.3.3"),
        (state(1, "w"), state(2, "bww"), 1, "4.3.4"),
        (state(1, "ww"), state(2, "www"), 1, "4.3.5"),
        (state(1, "wwb", mild=False), state(2, "wbw", mild=False), 1, "4.3.6"),
        (state(1, "bww"), state(2, "bww"), 2, "4.3.7"),
        (state(1, "bww", second=5), state(2, "bww", second=15), 1, "4.3.7"),  # the other score makes 2 the first-team
        (state(1, "w", mild=False), state(2, "w", mild=False), 2, "4.3.8"),
    ],
)
def test_colours_of_a_pair(one: TeamState, other: TeamState, white: int, paragraph: str) -> None:
    for pair_of in ((one, other), (other, one)):
        found = allocate(*pair_of, WHITE)
        assert (found.white.number, found.paragraph) == (white, paragraph)


def test_the_lot_is_what_the_first_round_shows_where_nobody_says_it() -> None:
    shown = table_of_teams(replace(table_of(4, [[(3, 1, "11"), (2, 4, "11")]]), first_colour=None))
    assert initial_colour(shown) is BLACK
    assert initial_colour(replace(shown, first_colour=WHITE)) is WHITE
    assert initial_colour(table_of_teams(replace(table_of(2, []), first_colour=None))) is WHITE


def test_game_points_pair_where_they_are_the_primary_score() -> None:
    """By match points 1 and 4 are equal, 2 and 3 too; by game points 1 has 2, 4 has 1½, 2 ½ and 3 none."""
    table = table_of(4, [[(1, 3, "11"), (2, 4, "=0")]], planned=3)
    assert {frozenset(each) for each in pair(table)} == {frozenset((1, 4)), frozenset((2, 3))}
    by_game = replace(table, settings=replace(table.settings, primary=Score.GAME))
    assert pair_teams(by_game, SWISS).reasons[4][0].params["score"] == "2"


def test_reasons_name_the_article() -> None:
    table = table_of(7, [[(1, 4, "11"), (5, 2, "00"), (3, 6, "11"), TeamBye(7, ByeKind.PAIRING)]], planned=5)
    reasons = {number: [str(each) for each in told] for number, told in pair_teams(table, SWISS).reasons.items()}
    assert reasons[6] == ["Bye: the fewest points, of equals the most matches played, then the highest number (3.4)."]
    assert reasons[7][0] == "G moves up from 1 to 2 points, since the teams there cannot all meet each other (C4)."
    assert any("(4.3." in each for each in reasons[1])
