"""What a round is worth by the criteria of C.04.4.1, article 2, and where two rounds of one field part."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from gipf_engine.tournament.pairing.dubov.engine import DubovBracket, Round
from gipf_engine.tournament.pairing.dubov.players import DubovField
from gipf_engine.tournament.pairing.dubov.upfloaters import upfloat_cost
from gipf_engine.tournament.pairing.swiss.quality import Difference, Values, worse_criterion


class Criterion(StrEnum):
    """The pairing criteria of article 2, by their numbers; the bye has an article of its own.

    After them all, beside the rules, come pairs that the event avoids.
    """

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    C10 = "C10"
    AVOIDED = "avoided"
    BYE = "3.1"


def measure(
    dubov: DubovField, score: int, pairs: Iterable[tuple[int, int]], upfloaters: Iterable[int]
) -> dict[StrEnum, tuple[int, ...]]:
    """C5 to C10 of a bracket."""
    players, taken = dubov.field.players, tuple(upfloaters)
    alike = sum(
        players[one].preference is not None and players[one].preference is players[two].preference for one, two in pairs
    )
    costs = [upfloat_cost(dubov, one) for one in taken]
    return {
        Criterion.C5: (len(taken),),
        Criterion.C6: tuple(sorted((score - players[one].score for one in taken), reverse=True)),
        Criterion.C7: (alike,),
        Criterion.C8: (sum(cost[0] for cost in costs),),
        Criterion.C9: (sum(cost[1] for cost in costs),),
        Criterion.C10: (sum(cost[2] for cost in costs),),
    }


def measure_bracket(dubov: DubovField, bracket: DubovBracket) -> Values:
    """C5 to C10 of a bracket as it was paired."""
    return measure(dubov, bracket.score, bracket.pairs, bracket.upfloaters)


def _have_same_sides(one: DubovBracket, other: DubovBracket) -> bool:
    """Whether two pairings of a bracket differ in the transposition alone: avoided pairs are counted only there."""
    sides = [{chooser for chooser, _other in each.arrangement.pairs} for each in (one, other)]
    return one.upfloaters == other.upfloaters and sides[0] == sides[1]


def find_difference(dubov: DubovField, ours: Round, theirs: Round) -> Difference | None:
    """Where two rounds part, and what decides between them; None if they are the same.

    A bracket is judged when all above it are settled: later brackets cannot make up for it.
    """
    if ours.bye != theirs.bye:
        return Difference(Criterion.BYE, None)
    for own, other in zip(ours.brackets, theirs.brackets, strict=False):
        if set(own.pairs) == set(other.pairs):
            continue
        mine, others = measure_bracket(dubov, own), measure_bracket(dubov, other)
        criterion = worse_criterion(mine, others)
        if criterion is None and _have_same_sides(own, other):
            counts = tuple((dubov.field.count_avoided(each.pairs),) for each in (own, other))
            if counts[0] != counts[1]:
                return Difference(Criterion.AVOIDED, own.score, *counts)
        if criterion is None:
            return Difference(None, own.score)
        return Difference(criterion, own.score, mine[criterion], others[criterion])
    return None
