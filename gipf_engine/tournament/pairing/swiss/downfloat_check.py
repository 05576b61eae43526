"""What becomes of downfloaters: proofs that a bracket's pairing is as good as it can be for what follows (C4, C8)."""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice

from gipf_engine.tournament.pairing.swiss.bracket import Bracket
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed, is_dense
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits, members

LEFTOVERS_TRIED = 8


def find_stranded(field: PairingField, bracket: Bracket) -> set[int]:
    """Those who may meet no one of the bracket, so that they float whatever is done."""
    residents = bits(bracket.residents)
    inside = residents | bits(bracket.movers)
    return {one for one in bracket.movers if not field.allowed[one] & residents} | {
        one for one in bracket.residents if not field.allowed[one] & inside
    }


class Fit(Enum):
    """How a bracket's downfloaters fit what follows."""

    IDEAL = auto()  # no downfloaters could do better for C8, and everybody below can still be paired
    SHORT = auto()  # they do not reach that
    UNKNOWN = auto()  # not found out


def fit(field: PairingField, bracket: Bracket, floaters: int, certain: int = 0) -> Fit:
    """Whether `floaters` meet C8 as well as any could, and everybody below can still be paired.

    As well as any: all of them are paired in the next bracket and at most one player is left over
    there, not counting those whom nothing can help: floaters in any case (`certain`) whom the next
    scoregroup cannot take, and its members who may meet no one of either bracket.
    """
    if not floaters:
        return _fit_of(can_be_completed(field, bracket.following | bracket.rest))
    hopeless = _hopeless(field, bracket, certain)
    welcome, hosts = floaters & ~hopeless, bracket.following & ~hopeless
    if welcome.bit_count() > hosts.bit_count():
        return Fit.UNKNOWN
    together, below = welcome | hosts, bracket.rest | (hopeless & (floaters | bracket.following))
    if together.bit_count() % 2 == 0:
        return _fit_of(can_be_completed(field, together) and can_be_completed(field, below))
    return _fit_with_leftover(field, hosts, together, below)


def _hopeless(field: PairingField, bracket: Bracket, certain: int) -> int:
    """Those who cannot be paired in the next bracket, no matter who else floats."""
    allowed, following = field.allowed, bracket.following
    around = following | bits(bracket.players)
    return bits(one for one in members(certain) if not allowed[one] & following) | bits(
        one for one in members(following) if not allowed[one] & around
    )


def _fit_of(ideal: bool) -> Fit:
    return Fit.IDEAL if ideal else Fit.SHORT


def _fit_with_leftover(field: PairingField, hosts: int, together: int, below: int) -> Fit:
    """An odd number: one of the next scoregroup must be left whom those below can take."""
    sure = is_dense(field, together)
    leftovers = [one for one in members(hosts) if field.allowed[one] & below]
    for left in islice(leftovers, LEFTOVERS_TRIED):
        if can_be_completed(field, below | 1 << left) and (sure or can_be_completed(field, together ^ 1 << left)):
            return Fit.IDEAL
    return Fit.SHORT if len(leftovers) <= LEFTOVERS_TRIED else Fit.UNKNOWN
