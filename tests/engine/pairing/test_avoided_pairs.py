"""Pairs that the event avoids: left out where the rules leave a choice, made and explained where they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Colour, CrossTable, ForbiddenGroup
from gipf_engine.tournament.hand_pairing import is_forbidden
from gipf_engine.tournament.pairing import RoundPairings, system
from gipf_engine.tournament.pairing.keizer import Keizer
from testing.engine.pairing.simulation import after, boards, field

DUTCH, DUBOV, BURSTEIN = system("swiss-dutch"), system("dubov"), system("burstein")

BARRED = ForbiddenGroup(frozenset({1, 2}))


def avoiding(table: CrossTable, *groups: set[int], first_round: int = 1) -> CrossTable:
    soft = tuple(ForbiddenGroup(frozenset(group), first_round, is_soft=True) for group in groups)
    return replace(table, forbidden=(*table.forbidden, *soft))


def start(size: int) -> CrossTable:
    return field(size, first_colour=Colour.WHITE, rounds_planned=9)


def texts(made: RoundPairings, number: int) -> list[str]:
    return [str(message) for message in made.reasons[number]]


def test_round_one_gives_another_opponent_of_the_other_half() -> None:
    # 1-3 and 2-4 would be natural; 1-4 and 2-3 are as good.
    for engine in (DUTCH, DUBOV):
        made = engine.pair(avoiding(start(4), {1, 3}))
        assert {frozenset(pair) for pair in boards(made)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_the_reason_is_told_to_both() -> None:
    made = DUTCH.pair(avoiding(start(4), {1, 3}))
    said = texts(made, 1)
    assert said[1].startswith("The natural pairing gives way: of equally good pairings")
    assert said[2] == (
        "Player 1 meets Player 4 and not Player 3: the event avoids this pairing where the rules leave a choice."
    )
    answer = DUTCH.why_not(avoiding(start(4), {1, 3}), 1, 3)
    assert str(answer) == (
        "If Player 1 met Player 3, the 0-point bracket would have more pairs that the event avoids (0 as paired,"
        " 1 then). By the rules it would be as good."
    )


def test_dubov_and_burstein_tell_it_too() -> None:
    said = texts(DUBOV.pair(avoiding(start(4), {1, 3})), 1)
    assert "and not Player 3: the event avoids this pairing where the rules leave a choice." in said[1]
    # 1 and 2 won in round 1, the others did not play each other: first meets last of equal scores.
    table = after(start(8), DUTCH.pair(start(8)), lambda white, black: SideResult.DRAW)
    table = replace(table, rounds_planned=2)
    natural = {frozenset(pair) for pair in boards(BURSTEIN.pair(table))}
    unwanted = set(next(iter(sorted(natural, key=sorted))))
    made = BURSTEIN.pair(avoiding(table, unwanted))
    assert frozenset(unwanted) not in {frozenset(pair) for pair in boards(made)}
    assert any("the event avoids" in text for text in texts(made, min(unwanted)))


def test_a_criterion_of_the_rules_comes_first() -> None:
    # After round 1 (1-5, 6-2, 3-7, 8-4) 1 and 3 have had White, 2 and 4 Black: 1-4 and 2-3 alone give all their colour.
    table = start(8)
    table = after(table, DUTCH.pair(table))
    assert {frozenset(pair) for pair in boards(DUTCH.pair(table))} >= {frozenset({1, 4}), frozenset({2, 3})}
    # 1-2 with 3-4 gives all their colour too.
    other = DUTCH.pair(avoiding(table, {1, 4}))
    assert {frozenset(pair) for pair in boards(other)} >= {frozenset({1, 2}), frozenset({3, 4})}
    # With 1-2 avoided as well only 1-3 and 2-4 are left, and miss colours: C12 decides, and one of the pairs is made.
    both = avoiding(table, {1, 4}, {1, 2})
    made = DUTCH.pair(both)
    assert {frozenset(pair) for pair in boards(made)} >= {frozenset({1, 4}), frozenset({2, 3})}
    (said,) = [text for text in texts(made, 1) if "although" in text]
    assert said.startswith(
        "Player 1 and Player 4 meet although the event avoids it: no other pairing that is as good avoids more."
    )
    # With 1-2 forbidden only 1-3 and 2-4 would do instead, in which all four miss a colour or get one against it.
    forced = replace(avoiding(table, {1, 4}), forbidden=(*avoiding(table, {1, 4}).forbidden, BARRED))
    (said,) = [text for text in texts(DUTCH.pair(forced), 4) if "although" in text]
    assert said == (
        "Player 1 and Player 4 meet although the event avoids it: else the 1-point bracket would be worse by C12, as"
        " many players as possible get the colour that is due (players without the colour that is due: 0 as paired,"
        " 2 then)."
    )


def test_colours_that_would_be_missed_are_named() -> None:
    # Four left of whom 1 and 3 are due Black, 2 and 4 White, and 1-2 is forbidden: 1-4 is avoided in vain.
    table = start(4)
    table = after(table, DUTCH.pair(table), lambda white, black: SideResult.DRAW)  # 1-3, 4-2
    table = replace(table, forbidden=(ForbiddenGroup(frozenset({1, 2})),))
    made = DUTCH.pair(avoiding(table, {1, 4}))
    assert frozenset({1, 4}) in {frozenset(pair) for pair in boards(made)}
    assert "Player 1 and Player 4 meet although the event avoids it: else the others could not all be paired." in texts(
        made, 4
    )


def test_rounds_of_the_group_count() -> None:
    later = avoiding(start(4), {1, 3}, first_round=2)
    assert boards(DUTCH.pair(later)) == boards(DUTCH.pair(start(4)))


def test_what_is_avoided_is_not_forbidden() -> None:
    table = avoiding(start(2), {1, 2})
    assert boards(DUTCH.pair(table)) == [(1, 2)]
    assert not is_forbidden(table, 1, 2)
    assert is_forbidden(replace(start(2), forbidden=(ForbiddenGroup(frozenset({1, 2})),)), 1, 2)


@pytest.mark.parametrize("engine", [DUTCH, DUBOV, BURSTEIN], ids=lambda engine: engine.key)
def test_swiss_systems_say_that_they_mind_it(engine: object) -> None:
    assert engine.avoids_pairs  # type: ignore[attr-defined]  # a registered system
    assert not Keizer.avoids_pairs
