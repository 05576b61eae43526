"""What a round is worth by the criteria of C.04.4.2, article 2, and where two rounds of one field part."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from gipf_engine.tournament.pairing.burstein.engine import Round
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.bracket import PairedBracket
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
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
    AVOIDED = "avoided"
    BYE = "3.1"


def measure(
    field: PairingField, pairs: Sequence[tuple[int, int]], floaters: Sequence[int]
) -> dict[StrEnum, tuple[int, ...]]:
    """C5, C6 and C8 of a bracket, then pairs that the event avoids; C7 is what the next bracket makes of it."""
    players = field.players
    alike = [pair for pair in pairs if misses_a_colour(field, *pair)]
    values: dict[StrEnum, tuple[int, ...]] = {
        Criterion.C5: (len(floaters),),
        Criterion.C6: tuple(sorted((players[one].score for one in floaters), reverse=True)),
        Criterion.C8: (len(alike),),
    }
    if field.avoided:
        values[Criterion.AVOIDED] = (field.count_avoided(pairs),)
    return values


def misses_a_colour(field: PairingField, one: int, two: int) -> bool:
    """Whether one of two who meet must miss the colour that is due."""
    preference = field.players[one].preference
    return preference is not None and preference is field.players[two].preference


def find_difference(burstein: BursteinField, ours: Round, theirs: Round) -> Difference | None:
    """Where two rounds part, and what decides between them; None if they are the same.

    A bracket is judged when all above it are settled: later brackets cannot make up for it.
    """
    if ours.bye != theirs.bye:
        return Difference(Criterion.BYE, None)
    for place, (own, other) in enumerate(zip(ours.brackets, theirs.brackets, strict=True)):
        if set(own.pairs) == set(other.pairs):
            continue
        mine, others = (_with_next(burstein, each.brackets[place : place + 2]) for each in (ours, theirs))
        criterion = worse_criterion(mine, others)
        if criterion is None:
            return Difference(None, own.score)
        return Difference(criterion, own.score, mine[criterion], others[criterion])
    return None


def _with_next(burstein: BursteinField, brackets: Sequence[PairedBracket]) -> Values:
    """What a bracket is worth, with whom the next one then sends down."""
    values = measure(burstein.field, brackets[0].pairs, brackets[0].outcome.floaters)
    for following in brackets[1:]:
        sent = measure(burstein.field, following.pairs, following.outcome.floaters)
        values[Criterion.C7] = (*sent[Criterion.C5], *sent[Criterion.C6])
    return values
