"""What becomes of downfloaters: proofs that a bracket's pairing is as good as it can be for what follows (C4, C8)."""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice

from tournaments.pairing.dutch.bracket import Bracket
from tournaments.pairing.dutch.completion import can_be_completed, is_dense
from tournaments.pairing.dutch.field import Field, members

LEFTOVERS_TRIED = 8


class Fit(Enum):
    """How a bracket's downfloaters fit what follows."""

    IDEAL = auto()  # no downfloaters could do better for C8, and everybody below can still be paired
    SHORT = auto()  # they do not reach that
    UNKNOWN = auto()  # not found out


def fit(field: Field, bracket: Bracket, floaters: int) -> Fit:
    """Whether `floaters` meet C8 as well as any could, and everybody below can still be paired.

    As well as any: all of them are paired in the next bracket and at most one player is left over there.
    """
    if not floaters:
        return _known(can_be_completed(field, bracket.following | bracket.rest))
    if floaters.bit_count() > bracket.following.bit_count():
        return Fit.UNKNOWN
    together = floaters | bracket.following
    if together.bit_count() % 2 == 0:
        return _known(can_be_completed(field, together) and can_be_completed(field, bracket.rest))
    return _fit_with_leftover(field, bracket, together)


def _known(ideal: bool) -> Fit:
    return Fit.IDEAL if ideal else Fit.SHORT


def _fit_with_leftover(field: Field, bracket: Bracket, together: int) -> Fit:
    """An odd number: one of the next scoregroup must be left whom those below can take."""
    sure = is_dense(field, together)
    leftovers = [one for one in members(bracket.following) if field.allowed[one] & bracket.rest]
    for left in islice(leftovers, LEFTOVERS_TRIED):
        if can_be_completed(field, bracket.rest | 1 << left) and (
            sure or can_be_completed(field, together ^ 1 << left)
        ):
            return Fit.IDEAL
    return Fit.SHORT if len(leftovers) <= LEFTOVERS_TRIED else Fit.UNKNOWN
