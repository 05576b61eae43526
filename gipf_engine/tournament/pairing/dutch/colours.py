"""Colours: what a pair costs in criteria C10 to C13, and who of a pair is White (C.04.3, article 5.2)."""

from __future__ import annotations

from enum import StrEnum

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dutch.player_state import ABSOLUTE, STRONG, PlayerState


class ColourRule(StrEnum):
    """Which paragraph of article 5.2 decided the colours of a pair."""

    BOTH = "5.2.1"  # both preferences are met
    STRONGER = "5.2.2"  # the stronger preference is met
    ALTERNATE = "5.2.3"  # back to the last round in which the two had different colours
    HIGHER = "5.2.4"  # the preference of the higher-ranked player
    LOT = "5.2.5"  # the colour drawn by lot before round 1


def clash(one: PlayerState, two: PlayerState) -> tuple[int, int, int, int]:
    """What pairing two players violates of C10, C11, C12 and C13: ones and zeros, in this order."""
    if one.preference is None or one.preference is not two.preference:
        return (0, 0, 0, 0)
    if one.strength == ABSOLUTE and two.strength == ABSOLUTE:
        return (int(abs(one.balance) > 1 and abs(two.balance) > 1), int(_third_in_a_row(one, two)), 1, 0)
    return (0, 0, 1, int(one.strength >= STRONG and two.strength >= STRONG))


def _third_in_a_row(one: PlayerState, two: PlayerState) -> bool:
    """Two absolute preferences for one colour: does the player who yields get a colour three times running?"""
    if abs(one.balance) == abs(two.balance):
        return one.repeated is not None and one.repeated is two.repeated
    yielding = min(one, two, key=lambda player: abs(player.balance))
    assert yielding.preference is not None
    return yielding.repeated is yielding.preference.other


def allocate(higher: PlayerState, lower: PlayerState, first_colour: Colour) -> tuple[Colour, ColourRule]:
    """The colour of `higher` against `lower`, and the paragraph that decides it.

    `higher` is the better by score with acceleration, then by pairing number; `first_colour` is what
    was drawn for pairing number 1 in round 1.
    """
    one, two = higher.preference, lower.preference
    if one is None and two is None:
        return (first_colour if higher.parity % 2 else first_colour.other), ColourRule.LOT
    if one is None or two is None or one is not two:
        return _stronger_wish(one, two), ColourRule.BOTH
    stronger = _stronger(higher, lower)
    if stronger is not None:
        return (one if stronger is higher else one.other), ColourRule.STRONGER
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own is not other:
            return other, ColourRule.ALTERNATE
    return one, ColourRule.HIGHER


def _stronger_wish(one: Colour | None, two: Colour | None) -> Colour:
    if one is not None:
        return one
    assert two is not None
    return two.other


def _stronger(one: PlayerState, two: PlayerState) -> PlayerState | None:
    """Whose preference for the same colour is the stronger; None where they are equally strong."""
    if one.strength != two.strength:
        return one if one.strength > two.strength else two
    if one.strength == ABSOLUTE and abs(one.balance) != abs(two.balance):
        return one if abs(one.balance) > abs(two.balance) else two
    return None
