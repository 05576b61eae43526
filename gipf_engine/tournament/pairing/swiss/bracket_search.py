"""A bracket that sends down whom it cannot pair: how its pairing is looked for, and proved.

For each bracket the cheap and common way is tried first: the first candidate in order that reaches a bound which
nothing can beat, with its downfloaters shown to be welcome in the next bracket and everything below to be pairable.
Only where that fails is the bracket solved by weighted matching, alone, then with what comes after it.
"""

from __future__ import annotations

from collections.abc import Callable

from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, Method
from gipf_engine.tournament.pairing.swiss.bracket_graph import Reach, Solution
from gipf_engine.tournament.pairing.swiss.downfloat_check import Fit, find_stranded, fit
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits

DOWNFLOATERS_TRIED = 8

FirstIdeal = Callable[[PairingField, Bracket, int], BracketPairing | None]
"""The first candidate that nothing can beat, with none of a bit set left over; None if none was found."""
PairExactly = Callable[[PairingField, Bracket, Reach], Solution | None]
"""The best pairing, if all that is out of reach can be paired; None if there is none."""


def pair_bracket(
    field: PairingField, bracket: Bracket, first_ideal: FirstIdeal, pair_exactly: PairExactly
) -> BracketPairing:
    """Pair a bracket of a field in which everybody can be paired: by candidates if that will do, else by matching."""
    lost = find_stranded(field, bracket)
    if len(lost) == len(bracket.players):
        return BracketPairing((), bracket.players, method=Method.NONE)
    found = _by_candidates(field, bracket, bits(lost), first_ideal)
    return found or _by_matching(field, bracket, bits(lost), pair_exactly)


def _by_candidates(field: PairingField, bracket: Bracket, lost: int, first_ideal: FirstIdeal) -> BracketPairing | None:
    """The first candidate that meets the bound and whose downfloaters fit below; None if none is found.

    A downfloater who does not fit is banned and the next one tried: a later one that fits ideally is
    the best there is, since those before it are worse for what follows.
    """
    banned = 0
    for _attempt in range(DOWNFLOATERS_TRIED):
        outcome = first_ideal(field, bracket, banned)
        if outcome is None:
            return None
        floaters = bits(outcome.floaters)
        if floaters == lost:  # no one else could float instead
            fits = can_be_completed(field, floaters | bracket.following | bracket.rest)
            return outcome if fits else None
        match fit(field, bracket, floaters, lost):
            case Fit.IDEAL:
                return outcome
            case Fit.UNKNOWN:
                return None
            case Fit.SHORT:
                banned |= floaters & ~lost
    return None


def _by_matching(field: PairingField, bracket: Bracket, lost: int, pair_exactly: PairExactly) -> BracketPairing:
    solution = pair_exactly(field, bracket, Reach.BRACKET)
    if solution is not None and fit(field, bracket, bits(solution.outcome.floaters), lost) is Fit.IDEAL:
        return solution.outcome
    if bracket.rest:
        solution = pair_exactly(field, bracket, Reach.FOLLOWING)
        if solution is not None and can_be_completed(field, solution.left_over | bracket.rest):
            return solution.outcome
    solution = pair_exactly(field, bracket, Reach.ALL)
    assert solution is not None, "what was pairable before a bracket is pairable with it"
    return solution.outcome
