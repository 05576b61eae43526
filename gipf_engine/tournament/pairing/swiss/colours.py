"""Who of a pair is White (article 5.2 of C.04.3, C.04.4.1 and C.04.4.2)."""

from __future__ import annotations

from enum import StrEnum

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.swiss.player_state import ABSOLUTE, PlayerState

COLOUR_DUE = _("A player is due the colour had less often, or else the other than last time.")
STRONGER = _("The more a colour is missing, the stronger the preference for it.")
"""What sentences about colours go by, in the explanations of systems."""


class ColourRule(StrEnum):
    """Which paragraph of the Dutch system's article 5.2 decided the colours of a pair; the others number them anew."""

    BOTH = "5.2.1"  # both preferences are met
    STRONGER = "5.2.2"  # the stronger preference is met
    ALTERNATE = "5.2.3"  # back to the last round in which the two had different colours
    HIGHER = "5.2.4"  # the preference of the higher-ranked player
    LOT = "5.2.5"  # the colour drawn by lot before round 1


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


def allocate_by_first_games(higher: PlayerState, lower: PlayerState, first_colour: Colour) -> tuple[Colour, ColourRule]:
    """`allocate`, but two without a game go by the lot whatever they prefer (C.04.4.1 and C.04.4.2, article 5.2.1)."""
    if not higher.colours and not lower.colours:
        return (first_colour if higher.parity % 2 else first_colour.other), ColourRule.LOT
    return allocate(higher, lower, first_colour)
