"""Colour preferences (C.04.3, article 1.7) and who begins (article 5.2), paragraph by paragraph."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate
from gipf_engine.tournament.pairing.swiss.player_state import (
    ABSOLUTE,
    MILD,
    NONE,
    STRONG,
    PlayerState,
    colour_preference,
)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def player(colours: str, *, number: int = 1, top: bool = False) -> PlayerState:
    """A player with these colours played, in order ("wbw")."""
    history = tuple(Colour(letter) for letter in colours)
    balance = colours.count("w") - colours.count("b")
    repeated = history[-1] if len(history) > 1 and history[-1] is history[-2] else None
    preference, strength = colour_preference(balance, repeated, history[-1] if history else None)
    return PlayerState(
        number=number,
        parity=number,
        score=0,
        points=0,
        colours=history,
        balance=balance,
        repeated=repeated,
        preference=preference,
        strength=strength,
        floats=(0, 0),
        unplayed=0,
        pab=True,
        top=top,
        opponents=frozenset(),
    )


@pytest.mark.parametrize(
    ("colours", "preference", "strength"),
    [
        ("", None, NONE),
        ("w", BLACK, STRONG),
        ("wb", WHITE, MILD),
        ("wbb", WHITE, ABSOLUTE),  # the last two were Black; one Black too many besides
        ("wwb", BLACK, STRONG),
        ("wbwbb", WHITE, ABSOLUTE),
        ("wwbb", WHITE, ABSOLUTE),  # balanced, but twice Black running
        ("wwwb", BLACK, ABSOLUTE),  # two Whites too many
        ("wwwwbb", BLACK, ABSOLUTE),  # two Whites too many weigh more than two Blacks running
    ],
)
def test_preferences(colours: str, preference: Colour | None, strength: int) -> None:
    assert (player(colours).preference, player(colours).strength) == (preference, strength)


def test_both_preferences_are_met_where_they_can_be() -> None:
    assert allocate(player("w"), player("b"), WHITE) == (BLACK, ColourRule.BOTH)
    assert allocate(player(""), player("b"), WHITE) == (BLACK, ColourRule.BOTH)


def test_the_stronger_preference_is_met() -> None:
    assert allocate(player("wb"), player("b"), BLACK) == (BLACK, ColourRule.STRONGER)  # mild against strong
    assert allocate(player("wbb"), player("b"), BLACK) == (WHITE, ColourRule.STRONGER)  # absolute against strong


def test_of_two_absolute_preferences_the_greater_imbalance_is_met() -> None:
    assert allocate(player("wbb"), player("bbb"), BLACK) == (BLACK, ColourRule.STRONGER)


def test_colours_alternate_from_the_last_round_in_which_they_differed() -> None:
    # Both are owed White mildly. Going back: Black and Black, White and White, then White and Black, which are swapped.
    assert allocate(player("bwwb"), player("wbwb"), WHITE) == (BLACK, ColourRule.ALTERNATE)
    assert allocate(player("wbwb"), player("bwwb"), WHITE) == (WHITE, ColourRule.ALTERNATE)


def test_the_higher_ranked_player_is_served_when_histories_are_alike() -> None:
    assert allocate(player("wb"), player("wb"), BLACK) == (WHITE, ColourRule.HIGHER)
    assert allocate(player("bw"), player("wbbw"), BLACK) == (BLACK, ColourRule.HIGHER)  # one history runs out


@pytest.mark.parametrize(
    ("parity", "lot", "colour"), [(1, WHITE, WHITE), (2, WHITE, BLACK), (3, BLACK, BLACK), (4, BLACK, WHITE)]
)
def test_the_lot_decides_between_newcomers(parity: int, lot: Colour, colour: Colour) -> None:
    assert allocate(player("", number=parity), player("", number=9), lot) == (colour, ColourRule.LOT)


@pytest.mark.parametrize(
    ("one", "two", "violated"),
    [
        ("w", "b", (0, 0, 0, 0)),
        ("", "w", (0, 0, 0, 0)),
        ("wb", "wb", (0, 0, 1, 0)),  # one of two mild preferences is missed
        ("wb", "b", (0, 0, 1, 0)),  # the mild one gives way
        ("b", "b", (0, 0, 1, 1)),  # one of two strong ones is missed
        ("wbb", "b", (0, 0, 1, 1)),  # the strong one gives way to the absolute
        ("wwbb", "wwbb", (0, 1, 1, 0)),  # one of the two gets a third Black running
        ("wbbb", "wbbb", (1, 1, 1, 0)),  # and a third Black more than Whites
        ("bbwb", "bbbb", (1, 0, 1, 0)),  # the lesser imbalance gives way, and has not had Black twice running
        ("wbb", "bbbwb", (0, 1, 1, 0)),  # the lesser imbalance gives way; it is the other one who has not had it twice
        ("wbb", "wbbb", (0, 1, 1, 0)),  # the lesser imbalance gives way, and has had Black twice
    ],
)
def test_what_a_pair_violates(one: str, two: str, violated: tuple[int, int, int, int]) -> None:
    assert clash(player(one), player(two, top=True)) == violated
    assert clash(player(two, top=True), player(one)) == violated
