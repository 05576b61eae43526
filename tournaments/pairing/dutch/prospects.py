"""What becomes of downfloaters: proofs that a bracket's pairing is as good as it can be for what follows (C4, C8)."""

from __future__ import annotations

from itertools import islice

from tournaments.pairing.dutch.bracket import Bracket
from tournaments.pairing.dutch.completion import can_be_completed, is_dense
from tournaments.pairing.dutch.field import Field, members

LEFTOVERS_TRIED = 8


def is_ideal(field: Field, bracket: Bracket, floaters: int) -> bool:
    """Whether `floaters` meet C8 as well as any could, and everybody below can still be paired.

    As well as any: all of them are paired in the next bracket and at most one player is left over
    there. False may also mean that no proof was found.
    """
    if not floaters:
        return can_be_completed(field, bracket.following | bracket.rest)
    if floaters.bit_count() > bracket.following.bit_count():
        return False
    together = floaters | bracket.following
    if together.bit_count() % 2 == 0:
        return can_be_completed(field, together) and can_be_completed(field, bracket.rest)
    sure = is_dense(field, together)
    welcome = (one for one in members(bracket.following) if field.allowed[one] & bracket.rest)
    return any(
        can_be_completed(field, bracket.rest | 1 << left) and (sure or can_be_completed(field, together ^ 1 << left))
        for left in islice(welcome, LEFTOVERS_TRIED)
    )
