"""Who can still be first: by hand, and against trying every result of small events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from gipf_engine.tournament.forecast.race import Chance, OpenGame, Race, Worth

CHESS, NO_DRAWS, TWO_ONE = Worth(10, 5, 0), Worth(10, None, 0), Worth(20, 10, 0)
FOOTBALL = Worth(30, 10, 0)


def race(points: dict[int, int], games: list[tuple[int, int]], worth: Worth = CHESS, rounds: int = 0) -> Race:
    return Race(
        points, [OpenGame(*game) for game in games], dict.fromkeys(points, rounds), worth, most_a_round=worth.win
    )


def test_three_rivals_who_play_each_other_cannot_all_lose() -> None:
    """1 has 2 points and ends with 3. 2 and 3 have 2½ each and play each other.

    A draw leaves both with 3, tied with 1. Without draws the winner has 3½ and 1 is out.
    """
    games = [(1, 4), (2, 3)]
    points = {1: 20, 2: 25, 3: 25, 4: 0}
    assert race(points, games).outlook(1).chance is Chance.CAN
    assert race(points, games, NO_DRAWS).outlook(1).chance is Chance.OUT
    # By points alone 1 would not be out: nobody has 3 yet.
    assert max(points.values()) <= race(points, games, NO_DRAWS).most(1)


def test_what_is_enough_whatever_others_do() -> None:
    """1 leads by a point with two games left, one against 2 who has two left too."""
    outlook = race({1: 30, 2: 20, 3: 10}, [(1, 2), (1, 3), (2, 3)]).outlook(1)
    # 2 can reach 4 with both. With 1 point of 2, 1 has 4. If 1 gets it from 3, 2 wins both and ties.
    assert outlook.enough == 10
    # 1½ points: at least ½ of them against 2, who then has 3½ at most.
    assert outlook.enough_alone == 15
    assert (outlook.left, outlook.best, outlook.worst) == (20, 1, 3)
    assert outlook.least == 0  # 3 and 2 may draw or lose: nobody need pass 3 points


def test_who_needs_others_to_lose() -> None:
    """1 ends with 3 at most. 2 has 2½ and one game left, of which 2 may get ½. 3 has 2 and meets 1, who wins that."""
    outlook = race({1: 20, 2: 25, 3: 20, 4: 0}, [(1, 3), (2, 4)]).outlook(1)
    assert outlook.chance is Chance.CAN
    assert outlook.rivals == ((2, 5),)
    assert (outlook.enough, outlook.least) == (None, 5)  # 2½ with a draw, if 2 loses


def test_a_leader_out_of_reach_is_sure() -> None:
    assert race({1: 40, 2: 20, 3: 10}, [(2, 3)]).outlook(1).chance is Chance.SURE
    assert race({1: 30, 2: 20, 3: 10}, [(2, 3)]).outlook(1).chance is Chance.SHARED
    assert race({1: 30, 2: 20, 3: 10}, [(2, 3)]).outlook(3).chance is Chance.OUT


def test_rounds_that_are_not_paired_leave_it_open() -> None:
    outlook = race({1: 20, 2: 10, 3: 0, 4: 0}, [], rounds=2).outlook(2)
    assert outlook.chance is Chance.OPEN
    assert race({1: 20, 2: 10, 3: 0, 4: 0}, [], rounds=1).outlook(3).chance is Chance.OUT
    assert race({1: 20, 2: 0, 3: 0, 4: 0}, [], rounds=1).outlook(1).chance is Chance.SURE


def test_three_points_for_a_win_are_bounded_only() -> None:
    """The points of a game depend on its result, so nothing is called certain but what the bounds show."""
    outlook = race({1: 30, 2: 30, 3: 30}, [(1, 2), (1, 3), (2, 3)], FOOTBALL).outlook(1)
    assert outlook.chance is Chance.OPEN
    assert race({1: 90, 2: 0, 3: 0}, [(1, 2), (2, 3)], FOOTBALL).outlook(2).chance is Chance.OUT


# --- every result of small events -------------------------------------------------------------------------


def completions(tried: Race) -> Iterator[dict[int, int]]:
    """The points at the end, for every way in which the games can end."""
    worth = tried.worth
    sides = [(worth.win, worth.loss), (worth.loss, worth.win)]
    if worth.draw is not None:
        sides.append((worth.draw, worth.draw))
    for results in product(sides, repeat=len(tried.games)):
        points = dict(tried.points)
        for game, (one, two) in zip(tried.games, results, strict=True):
            points[game.one] += one
            points[game.two] += two
        yield points


def random_race(random: Random) -> Race:
    """Three to five players of whom some games are left, and points as such events have them."""
    size = random.randint(3, 5)
    worth = random.choice((CHESS, NO_DRAWS, TWO_ONE, Worth(20, 15, 10)))
    step = worth.unit
    points = {number: step * random.randint(0, 6) for number in range(1, size + 1)}
    pairs = list(combinations(points, 2))
    games = [random.choice(pairs) for _game in range(random.randint(0, 6))]
    return race(points, games, worth)


@pytest.mark.parametrize("part", range(4))
def test_the_answers_are_those_of_trying_everything(part: int) -> None:
    seen: set[Chance] = set()
    for seed in range(part * 60, part * 60 + 60):
        tried = random_race(Random(seed))
        ends = list(completions(tried))
        for number in tried.points:
            outlook = tried.outlook(number)
            seen.add(outlook.chance)
            best = [points[number] - max(points.values()) for points in ends]
            others = [max(each for other, each in points.items() if other != number) for points in ends]
            own = [points[number] for points in ends]
            assert (outlook.chance is not Chance.OUT) is (max(best) == 0), (seed, number)
            assert (outlook.chance is Chance.SURE) is all(
                mine > other for mine, other in zip(own, others, strict=True)
            ), (seed, number)
            assert (outlook.chance in (Chance.SURE, Chance.SHARED)) is (min(best) == 0), (seed, number)
            places = [1 + sum(each > points[number] for each in points.values()) for points in ends]
            shared = [sum(each >= points[number] for each in points.values()) for points in ends]
            assert outlook.best <= min(places) and max(shared) <= outlook.worst, (seed, number)
            if outlook.chance is not Chance.OUT:
                check_needs(tried, number, list(zip(own, others, strict=True)), seed)
    assert seen == {Chance.SURE, Chance.SHARED, Chance.CAN, Chance.OUT}


def check_needs(tried: Race, number: int, ends: list[tuple[int, int]], seed: int) -> None:
    """The smallest gains: with which first place is certain, certain alone, and possible at all."""
    outlook, start = tried.outlook(number), tried.points[number]
    gains = sorted({own - start for own, _other in ends})

    def first_certain(*, alone: bool) -> int | None:
        for gain in gains:
            those = [(own, other) for own, other in ends if own - start >= gain]
            if all(own > other or (own == other and not alone) for own, other in those):
                return gain
        return None

    def rounded(gain: int | None) -> int | None:
        """The next gain that there is: with a single game, a gain of one of two is none."""
        return None if gain is None else next((each for each in gains if each >= gain), None)

    assert rounded(outlook.enough) == first_certain(alone=False), (seed, number)
    assert rounded(outlook.enough_alone) == first_certain(alone=True), (seed, number)
    possible = [own - start for own, other in ends if own >= other]
    assert rounded(outlook.least) == min(possible), (seed, number)
