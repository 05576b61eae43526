"""A circuit: points by place, what ties share, the best n results, and who is before whom. Expected values by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.messages import Refused
from gipf_engine.tournament.circuits import (
    HUNDREDTHS,
    CircuitRules,
    Finish,
    Result,
    Scale,
    Sharing,
    TieRule,
    rank_circuit,
    read_points,
    results_of_event,
    table_for,
    write_points,
)

ONE, TWO, THREE, FOUR = 1, 2, 3, 4


def finishes(*ranks: int) -> dict[int, Finish]:
    """Players 1, 2, … with these ranks, and ten tenths a place from the end for a score."""
    return {player: Finish(rank, 10 * (len(ranks) - rank)) for player, rank in enumerate(ranks, 1)}


def points(found: dict[int, Result]) -> dict[int, int]:
    return {player: result.points for player, result in found.items()}


def results(*rows: tuple[int, int, int, int]) -> list[tuple[int, Result]]:
    """(player, event, rank, whole points)."""
    return [(player, Result(event, rank, 1, whole * HUNDREDTHS)) for player, event, rank, whole in rows]


def test_places_bring_what_the_table_has_and_none_behind_it() -> None:
    found = results_of_event(finishes(1, 2, 3, 4, 5, 6), CircuitRules(Scale.TOP_FIVE))
    assert points(found) == {1: 500, 2: 400, 3: 300, 4: 200, 5: 100, 6: 0}


def test_players_on_one_rank_share_the_points_of_their_places() -> None:
    shared = finishes(1, 2, 2, 2)  # places 2 to 4 bring 18, 15 and 12: 45 in three parts
    assert points(results_of_event(shared, CircuitRules())) == {1: 2500, 2: 1500, 3: 1500, 4: 1500}
    highest = CircuitRules(sharing=Sharing.HIGHEST)
    assert points(results_of_event(shared, highest)) == {1: 2500, 2: 1800, 3: 1800, 4: 1800}
    lowest = CircuitRules(sharing=Sharing.LOWEST)
    assert points(results_of_event(shared, lowest)) == {1: 2500, 2: 1200, 3: 1200, 4: 1200}


def test_a_share_is_rounded_to_hundredths_and_halves_up() -> None:
    thirds = CircuitRules(Scale.OWN, own=(1000, 0, 0))  # 10 for three: 3.33 each
    assert points(results_of_event(finishes(1, 1, 1), thirds)) == {1: 333, 2: 333, 3: 333}
    halves = CircuitRules(Scale.OWN, own=(101, 0))  # 1.01 for two: 0.505 each
    assert points(results_of_event(finishes(1, 1), halves)) == {1: 51, 2: 51}


def test_the_field_and_the_score_can_be_what_counts() -> None:
    assert table_for(CircuitRules(Scale.FIELD), 3) == (300, 200, 100)
    found = results_of_event({ONE: Finish(1, 45), TWO: Finish(2, 30)}, CircuitRules(Scale.SCORE), weight=2)
    assert points(found) == {ONE: 900, TWO: 600}  # 4½ and 3 points, doubled


def test_the_best_results_count_and_the_others_are_told() -> None:
    rows = rank_circuit(
        results((ONE, 0, 1, 25), (ONE, 1, 4, 12), (ONE, 2, 3, 15), (TWO, 0, 2, 18), (TWO, 1, 1, 25)),
        CircuitRules(counted=2),
    )
    first, second = rows
    assert (first.player, first.rank, first.points) == (TWO, 1, 4300)
    assert (second.player, second.rank, second.points) == (ONE, 2, 4000)
    assert [each.event for each in second.counted] == [0, 2]
    assert [each.event for each in second.dropped] == [1]


@pytest.mark.parametrize(
    ("rule", "rows", "first"),
    [
        (TieRule.PLACES, [(ONE, 0, 1, 10), (ONE, 1, 3, 2), (TWO, 0, 2, 6), (TWO, 1, 2, 6)], ONE),  # one first place
        (TieRule.PLACES, [(ONE, 0, 2, 6), (TWO, 0, 2, 3), (TWO, 1, 2, 3)], TWO),  # two second places
        (TieRule.BEST, [(ONE, 0, 1, 9), (ONE, 1, 1, 3), (TWO, 0, 1, 6), (TWO, 1, 1, 6)], ONE),
        (TieRule.EVENTS, [(ONE, 0, 1, 9), (TWO, 0, 1, 4), (TWO, 1, 1, 5)], TWO),
        (TieRule.LATEST, [(ONE, 0, 1, 9), (ONE, 1, 1, 3), (TWO, 0, 1, 3), (TWO, 1, 1, 9)], TWO),
    ],
)
def test_each_rule_parts_those_with_the_same_total(
    rule: TieRule, rows: list[tuple[int, int, int, int]], first: int
) -> None:
    leader, follower = rank_circuit(results(*rows), CircuitRules(ties=(rule,)))
    assert (leader.player, leader.rank, follower.rank) == (first, 1, 2)
    assert (leader.decided_by, follower.decided_by) == (None, rule)


def test_what_does_not_count_can_still_part_players() -> None:
    rows = results((ONE, 0, 1, 9), (ONE, 1, 1, 1), (TWO, 0, 1, 9), (TWO, 1, 1, 2))
    rules = CircuitRules(counted=1, ties=(TieRule.BEST, TieRule.ALL))
    leader, follower = rank_circuit(rows, rules)
    assert (leader.player, follower.decided_by) == (TWO, TieRule.ALL)


def test_who_are_equal_in_everything_share_a_rank() -> None:
    rows = rank_circuit(results((ONE, 0, 1, 5), (TWO, 0, 1, 5), (THREE, 0, 3, 1)), CircuitRules())
    assert [(row.player, row.rank) for row in rows] == [(ONE, 1), (TWO, 1), (THREE, 3)]


def test_no_results_are_no_rows() -> None:
    assert rank_circuit([], CircuitRules()) == ()


@pytest.mark.parametrize(
    ("typed", "read"),
    [("25 18 15", (2500, 1800, 1500)), ("10, 7.5, 5", (1000, 750, 500)), ("7,25; 3", (725, 300)), ("5\n4", (500, 400))],
)
def test_points_are_read_as_people_type_them(typed: str, read: tuple[int, ...]) -> None:
    assert read_points(typed) == read


@pytest.mark.parametrize("typed", ["", " ; ", "x", "-1", "10 11", "0 0", "99999", "1.234", " ".join(["1"] * 201)])
def test_what_is_no_table_of_points_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_points(typed)


def test_points_are_written_without_needless_digits() -> None:
    assert [write_points(each) for each in (0, 2500, 1250, 733, 705)] == ["0", "25", "12.5", "7.33", "7.05"]


# --- properties ----------------------------------------------------------------------------------------

FIELDS = st.lists(st.integers(0, 6), min_size=1, max_size=12)
TABLES = st.lists(st.integers(0, 3000), min_size=1, max_size=12).map(lambda each: tuple(sorted(each, reverse=True)))


def standing(scores: list[int]) -> dict[int, Finish]:
    """Ranks as standings give them: one more than how many have a higher score."""
    return {
        player: Finish(1 + sum(other > score for other in scores), 10 * score) for player, score in enumerate(scores, 1)
    }


@given(FIELDS, TABLES)
def test_sharing_keeps_the_sum_but_for_rounding(scores: list[int], table: tuple[int, ...]) -> None:
    found = results_of_event(standing(scores), CircuitRules(Scale.OWN, own=table))
    given_ = sum(result.points for result in found.values())
    assert abs(Fraction(given_) - sum(table[: len(scores)])) <= Fraction(len(scores), 2)


@given(FIELDS, TABLES, st.sampled_from(Sharing))
def test_a_better_rank_never_brings_less(scores: list[int], table: tuple[int, ...], sharing: Sharing) -> None:
    found = results_of_event(standing(scores), CircuitRules(Scale.OWN, own=table, sharing=sharing))
    for one in found.values():
        for other in found.values():
            assert one.rank >= other.rank or one.points >= other.points


RESULTS = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 5), st.integers(1, 8), st.integers(0, 30)),
    max_size=30,
    unique_by=lambda each: each[:2],
)
RULES = st.builds(
    CircuitRules,
    counted=st.one_of(st.none(), st.integers(1, 4)),
    ties=st.lists(st.sampled_from(TieRule), unique=True).map(tuple),
)


@given(RESULTS, RULES)
def test_a_total_is_the_most_that_so_many_results_can_bring(
    rows: list[tuple[int, int, int, int]], rules: CircuitRules
) -> None:
    found = rank_circuit(results(*rows), rules)
    for row in found:
        own = sorted((whole for player, _event, _rank, whole in rows if player == row.player), reverse=True)
        assert row.points == sum(own[: rules.counted]) * HUNDREDTHS
        assert len(row.counted) + len(row.dropped) == len(own)
    assert [row.points for row in found] == sorted((row.points for row in found), reverse=True)


@given(RESULTS, RULES, st.randoms())
def test_the_order_in_which_results_come_changes_nothing(
    rows: list[tuple[int, int, int, int]], rules: CircuitRules, random: object
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # a random.Random
    assert rank_circuit(results(*rows), rules) == rank_circuit(results(*shuffled), rules)


@given(RESULTS, RULES)
def test_another_result_never_lowers_a_total(rows: list[tuple[int, int, int, int]], rules: CircuitRules) -> None:
    before = {row.player: row.points for row in rank_circuit(results(*rows), rules)}
    after = {row.player: row.points for row in rank_circuit(results(*rows, (ONE, 6, 1, 10)), rules)}
    assert all(after[player] >= total for player, total in before.items())
