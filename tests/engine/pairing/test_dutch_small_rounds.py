"""The Dutch system on fields small enough to pair by hand from C.04.3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, ForbiddenGroup, GameSide, Meeting
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.acceleration import baku
from testing.engine.pairing.simulation import after, boards, field, sitting_out

DUTCH = system("swiss-dutch")


def white_first(size: int, **options: object) -> CrossTable:
    """A field before round 1 for which the lot has given White to number 1."""
    return field(size, first_colour=Colour.WHITE, rounds_planned=9, **options)


def with_bye(table: CrossTable, number: int, kind: ByeKind) -> CrossTable:
    """The table with a bye announced for the coming round."""
    entrants = tuple(
        replace(each, cells=(*each.cells, Bye(kind))) if each.number == number else each for each in table.entrants
    )
    return replace(table, entrants=entrants)


def pab(made: RoundPairings) -> list[int]:
    """Who has the pairing-allocated bye."""
    return [bye.number for bye in made.byes if bye.kind is ByeKind.PAIRING]


def test_round_one_pairs_the_upper_half_with_the_lower_and_colours_alternate() -> None:
    assert boards(DUTCH.pair(white_first(8))) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_lot_gives_number_one_black() -> None:
    table = replace(white_first(4), first_colour=Colour.BLACK)
    assert boards(DUTCH.pair(table)) == [(3, 1), (2, 4)]


def test_round_two_changes_opponents_so_that_colours_alternate() -> None:
    # 1 and 3 had White, 2 and 4 Black: 1-3 and 2-4 would miss two preferences, 1-4 and 2-3 none. Likewise below.
    table = white_first(8)
    table = after(table, DUTCH.pair(table))
    assert boards(DUTCH.pair(table)) == [(4, 1), (2, 3), (5, 8), (7, 6)]


def test_the_last_of_an_odd_field_has_the_bye() -> None:
    made = DUTCH.pair(white_first(5))
    assert boards(made) == [(1, 3), (4, 2)]
    assert pab(made) == [5]


def test_who_had_the_bye_neither_gets_it_again_nor_floats_down() -> None:
    # 1, 2 and 5 have a point. 5 floated down with the bye, so C14 sends 2 down instead: 2 has met 4, so meets 3.
    # 1 wants Black and 5 does not mind. 2 and 3 both want White after the same colours: the higher gets it.
    table = white_first(5)
    table = after(table, DUTCH.pair(table))
    made = DUTCH.pair(table)
    assert boards(made) == [(5, 1), (2, 3)]
    assert pab(made) == [4]


def test_announced_byes_and_withdrawals_are_not_paired() -> None:
    table = with_bye(white_first(7), 2, ByeKind.HALF)
    entrants = tuple(replace(each, withdrawn=each.number == 7) for each in table.entrants)
    made = DUTCH.pair(replace(table, entrants=entrants))
    # 1, 3 | 4, 5, 6: colours count those who take part, so that 3 is the second of them.
    assert boards(made) == [(1, 4), (5, 3)]
    assert [(bye.number, bye.kind) for bye in made.byes] == [(6, ByeKind.PAIRING), (2, ByeKind.HALF)]


def test_colours_without_preferences_count_only_those_who_take_part() -> None:
    table = with_bye(white_first(5), 1, ByeKind.ZERO)
    assert boards(DUTCH.pair(table)) == [(2, 4), (5, 3)]


def test_a_late_entrant_shifts_the_count_back() -> None:
    # 1 was away in round 1 and is back: 2 is the second again, 3 the third. Nobody has played, so lots decide.
    table = white_first(5)
    absent = tuple(replace(each, cells=(Bye(ByeKind.ZERO),)) for each in table.entrants)
    table = replace(table, entrants=absent, rounds_played=1)
    assert boards(DUTCH.pair(table)) == [(1, 3), (4, 2)]


def test_forbidden_pairs_do_not_meet() -> None:
    table = white_first(4, forbidden=(ForbiddenGroup(frozenset({1, 3})),))
    assert boards(DUTCH.pair(table)) == [(1, 4), (3, 2)]


def test_a_prohibition_ends_with_its_last_round() -> None:
    table = white_first(4, forbidden=(ForbiddenGroup(frozenset({1, 3}), first_round=2, last_round=3),))
    assert boards(DUTCH.pair(table)) == [(1, 3), (4, 2)]


def test_a_forfeited_game_may_be_paired_again_and_gives_no_colour() -> None:
    # 1 and 2 won by forfeit and would meet; their only opponents so far did not come. Nobody has a preference.
    table = white_first(4)
    made = DUTCH.pair(table)
    table = after(table, made)
    entrants = tuple(
        replace(
            each,
            cells=tuple(
                replace(cell, games=tuple(replace(side, played=False) for side in cell.games))
                for cell in each.cells
                if isinstance(cell, Meeting)
            ),
        )
        for each in table.entrants
    )
    assert boards(DUTCH.pair(replace(table, entrants=entrants))) == [(1, 2), (3, 4)]


def test_an_undecided_game_counts_as_a_draw_for_pairing() -> None:
    # 1-3 is adjourned: 1 and 3 have half a point for pairing, 2 one, 4 none. 2 moves down and meets 1; 3 meets 4.
    table = white_first(4)
    table = after(table, DUTCH.pair(table), lambda white, black: None if white == 1 else SideResult.LOSS)
    # 1 had White, 2 Black: both get what is due. So do 3 (Black before) and 4 (White before).
    assert boards(DUTCH.pair(table)) == [(2, 1), (3, 4)]


def test_acceleration_makes_brackets_but_not_boards() -> None:
    table = baku(white_first(8))
    assert boards(DUTCH.pair(table)) == [(1, 3), (4, 2), (5, 7), (8, 6)]


def test_two_game_rounds_leave_colours_out() -> None:
    table = white_first(8, games_per_round=2)
    made = DUTCH.pair(table)
    assert boards(made) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    # With colours 1-3 and 2-4 would give way to 1-4 and 2-3. Who begins follows from the pairing numbers alone.
    assert boards(DUTCH.pair(after(table, made))) == [(1, 3), (4, 2), (5, 7), (8, 6)]


def test_colour_free_pairing_leaves_colours_out() -> None:
    table = white_first(8, colour_free=True)
    table = after(table, DUTCH.pair(table))
    assert boards(DUTCH.pair(table)) == [(1, 3), (4, 2), (5, 7), (8, 6)]


def test_a_second_game_of_the_same_two_is_refused_in_words() -> None:
    table = white_first(2)
    table = after(table, DUTCH.pair(table))
    with pytest.raises(PairingError) as refusal:
        DUTCH.pair(table)
    assert str(refusal.value.message).startswith("Round 2 cannot be paired: too many players have met")


def test_an_odd_field_without_anybody_left_for_the_bye_is_refused_in_words() -> None:
    table = white_first(3)
    for _round in range(3):
        table = after(table, DUTCH.pair(table))
    with pytest.raises(PairingError) as refusal:
        DUTCH.pair(table)
    assert "no player who may have the bye" in str(refusal.value.message)


def test_nobody_to_pair_is_refused_in_words() -> None:
    table = with_bye(white_first(1), 1, ByeKind.ZERO)
    with pytest.raises(PairingError) as refusal:
        DUTCH.pair(table)
    assert str(refusal.value.message) == "No players to pair: all have withdrawn or have a bye."


def test_boards_are_ordered_by_score_then_sum_then_number() -> None:
    # Scores by full-point byes: 4 and 2 have 2, 1 has 1, 3, 5 and 6 none. 2-4 has the higher score; 1 and 3 come next.
    table = white_first(6)
    won = {1: 1, 2: 2, 4: 2}
    entrants = tuple(
        replace(
            each,
            cells=tuple(Bye(ByeKind.FULL if place < won.get(each.number, 0) else ByeKind.ZERO) for place in range(2)),
        )
        for each in table.entrants
    )
    made = DUTCH.pair(replace(table, entrants=entrants, rounds_played=2))
    assert [{pair.white, pair.black} for pair in made.pairs] == [{2, 4}, {1, 3}, {5, 6}]


def test_the_bye_goes_to_whoever_left_fewest_games_unplayed() -> None:
    # Nobody has a point; 3 was absent once. C9 passes 3 over: the bye goes to the lowest of the others.
    table = white_first(3)
    lost = SideResult.LOSS
    one = (Meeting(2, (GameSide(Colour.WHITE, lost),)),)
    two = (Meeting(1, (GameSide(Colour.BLACK, lost),)),)
    cells = {1: one, 2: two, 3: (Bye(ByeKind.ZERO),)}
    entrants = tuple(replace(each, cells=cells[each.number]) for each in table.entrants)
    made = DUTCH.pair(replace(table, entrants=entrants, rounds_played=1))
    assert pab(made) == [2]
    assert boards(made) == [(3, 1)]


def test_those_who_sit_out_are_listed_after_the_boards() -> None:
    assert sitting_out(DUTCH.pair(white_first(3))) == [3]


def test_the_only_player_who_can_be_left_over_may_be_the_ninth_who_is_tried() -> None:
    """1 to 3 have a point, 4 to 13 half a point, 14 to 16 none. Of all above these 12 may meet 2 alone.

    One of 1, 2, 3 floats: first of all pairings is 1-2 with 3. Then 3 and the ten are eleven: one of these goes further
    down, and since 12 can meet none of the others it must be 12, the ninth of them. That is one player sent down, as
    with any floater, so C8 does not speak against 3. If 2 floated instead, it would be no better and come later.
    """
    kinds = [ByeKind.FULL] * 3 + [ByeKind.HALF] * 10 + [ByeKind.ZERO] * 3
    table = white_first(16)
    entrants = tuple(replace(each, cells=(Bye(kind),)) for each, kind in zip(table.entrants, kinds, strict=True))
    apart = tuple(ForbiddenGroup(frozenset({12, other})) for other in (1, *range(3, 12), 13))
    table = replace(table, entrants=entrants, rounds_played=1, forbidden=apart)
    met = {frozenset(pair) for pair in boards(DUTCH.pair(table))}
    assert {frozenset({1, 2}), frozenset({3, 4}), frozenset({12, 14}), frozenset({15, 16})} <= met
