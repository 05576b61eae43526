"""Who is taken up into a bracket (C.04.4.1, articles 3.2.1 and 3.2.2, in the order of 4.2).

As few as make the bracket pairable (C5), of the highest scores (C6), so that as few preferences as possible are missed
(C7); then the fewest maximum upfloaters (C8), of the fewest upfloats (C9), and the fewest of last round (C10); then the
first in the order of score and number. Where one is wanted, each possible one is tried in that order: the first
with whom the surplus of one colour alone misses its preference, and without whom the rest can be paired, is proved.
Otherwise all criteria and the order are digits of one integer per pair, and the heaviest matching of the bracket with
the next scoregroups decides; with everybody left, where it must be shown that the rest can be paired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dubov.players import DubovField
from gipf_engine.tournament.pairing.dubov.subgroups import misses_no_more
from gipf_engine.tournament.pairing.swiss.bracket_graph import POINTER_BYTES
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed, maximum_matching
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.swiss.paired_round import NoLegalPairingError
from gipf_engine.tournament.pairing.swiss.pairing_field import members


def choose_upfloaters(dubov: DubovField, residents: int, below: int) -> int:
    """The upfloaters of a bracket, as a bit set of those `below`."""
    field = dubov.field
    field.steps.take(residents.bit_count())
    if residents.bit_count() % 2:
        one = _only_upfloater(dubov, residents, below)
        if one is not None:
            return 1 << one
    elif can_be_completed(field, below) and can_be_completed(field, residents):
        return 0
    return _several_upfloaters(dubov, residents, below)


# --- one of the next scoregroup ------------------------------------------------------------------------


def _only_upfloater(dubov: DubovField, residents: int, below: int) -> int | None:
    """The one upfloater who is needed, where it can be proved player by player; None where it cannot."""
    field = dubov.field
    score = max(field.players[one].score for one in members(below))
    possible = [one for one in members(below) if field.players[one].score == score and field.allowed[one] & residents]
    counts = Counter(field.players[each].preference for each in members(residents))
    missed = {one: _least_missed(counts, field.players[one].preference) for one in possible}
    fewest = min(missed.values(), default=0)
    by_merit = sorted(
        (one for one in possible if missed[one] == fewest), key=lambda one: (upfloat_cost(dubov, one), one)
    )
    for one in by_merit:
        together = residents | 1 << one
        if misses_no_more(dubov, together) and can_be_completed(field, below ^ 1 << one):
            return one
    return None


def _least_missed(counts: Mapping[Colour | None, int], added: Colour | None) -> int:
    """The fewest pairs of one preference among so many of each and one more, however they may meet."""
    surplus = counts.get(Colour.WHITE, 0) - counts.get(Colour.BLACK, 0)
    surplus += (added is Colour.WHITE) - (added is Colour.BLACK)
    return abs(surplus) // 2


def upfloat_cost(dubov: DubovField, one: int) -> tuple[int, int, int]:
    """What an upfloater adds to C8, C9 and C10; nothing in the last round."""
    if not dubov.upfloats_count:
        return (0, 0, 0)
    facts = dubov.facts[one]
    is_most = dubov.is_maximum_upfloater(one)
    return int(is_most), facts.upfloats * is_most, int(facts.just_upfloated)


# --- as many as are needed -----------------------------------------------------------------------------


def _several_upfloaters(dubov: DubovField, residents: int, below: int) -> int:
    field = dubov.field
    needed = residents.bit_count() - len(maximum_matching(residents, field.allowed, field.steps))
    for reached in _next_scoregroups(dubov, below):
        chosen = _Graph(dubov, residents, _best_of(dubov, residents, reached), strict=False).solve()
        if chosen is None or chosen.bit_count() != needed:
            continue
        if can_be_completed(field, below & ~chosen):
            return chosen
        break
    return weigh_upfloaters(dubov, residents, below)


def weigh_upfloaters(dubov: DubovField, residents: int, below: int) -> int:
    """The upfloaters of a bracket by one weighted matching over everybody who is left: always right.

    Raises `NoLegalPairingError` where these cannot all be paired.
    """
    chosen = _Graph(dubov, residents, list(members(below)), strict=True).solve()
    if chosen is None:
        raise NoLegalPairingError
    return chosen


def _next_scoregroups(dubov: DubovField, below: int) -> Iterator[list[int]]:
    """Those below: of the next scoregroup, of the next two, and so on."""
    reached: list[int] = []
    for _score, group in groupby(members(below), key=lambda one: dubov.field.players[one].score):
        reached += group
        yield list(reached)


def _best_of(dubov: DubovField, residents: int, reached: Sequence[int]) -> list[int]:
    """Those of the possible upfloaters who can be in the best set.

    Of each preference, a resident needs no more candidates to choose from than there are residents: one of the best
    of them is always left.
    """
    field, most = dubov.field, residents.bit_count()
    ranked = sorted(reached, key=lambda one: (-field.players[one].score, upfloat_cost(dubov, one), one))
    kept: set[int] = set()
    for resident in members(residents):
        found: Counter[Colour | None] = Counter()
        for one in ranked:
            preference = field.players[one].preference
            if field.allowed[resident] >> one & 1 and found[preference] < most:
                found[preference] += 1
                kept.add(one)
    return sorted(kept)


class _Graph:
    """Residents and possible upfloaters; with `strict`, pairs of the latter must be legal, else they cost nothing."""

    def __init__(self, dubov: DubovField, residents: int, possible: Sequence[int], *, strict: bool) -> None:
        self.dubov, self.field, self.strict = dubov, dubov.field, strict
        self.inside = residents
        self.vertices = [*members(residents), *possible]
        self.place = {one: place for place, one in enumerate(reversed(possible))}
        size = len(self.vertices)
        self.field.steps.take(size**2)
        scores = sorted({self.field.players[one].score for one in possible})
        most = max((dubov.facts[one].upfloats for one in possible), default=0)
        self.width = (size * (most + 1) + 1).bit_length() + 1
        names = ["c10", "c9", "c8", "c7", *(f"c6 {score}" for score in reversed(scores)), "c5", "legal"]
        self.unit = {name: 1 << len(possible) + 1 + self.width * digit for digit, name in enumerate(names)}

    def solve(self) -> int | None:
        """The upfloaters of the heaviest matching; None where not all residents (with `strict`: all) can be paired."""
        vertices = list(self.vertices)
        if len(vertices) % 2:
            vertices.append(-1)
        size = len(vertices)
        self.field.steps.need_bytes(size * size // 2 * (self.unit["legal"].bit_length() // 8 + POINTER_BYTES))
        weights = [[0] * size for _each in vertices]
        for row, one in enumerate(vertices):
            for column in range(row):
                weights[row][column] = weights[column][row] = self._weight(vertices[column], one)
        chosen = 0
        for row, column in enumerate(heaviest_perfect_matching(weights, self.field.steps)):
            one, two = vertices[row], vertices[column]
            if one < 0 or not (self.strict or self.inside >> one & 1):
                continue
            if two < 0 or not self.field.allowed[one] >> two & 1:
                return None
            if self.inside >> one & 1 and not self.inside >> two & 1:
                chosen |= 1 << two
        return chosen

    def _weight(self, one: int, two: int) -> int:
        if one < 0 or two < 0 or not self.field.allowed[one] >> two & 1:
            return 0
        first, second = (self.inside >> each & 1 for each in (one, two))
        if not first and not second:
            return 2 * self.unit["legal"] if self.strict else 0
        covered = 2 if self.strict else first + second
        weight = covered * self.unit["legal"]
        players = self.field.players
        if players[one].preference is not None and players[one].preference is players[two].preference:
            weight -= self.unit["c7"]
        if first and second:
            return weight
        upfloater = two if first else one
        weight -= self.unit["c5"] + self.unit[f"c6 {players[upfloater].score}"]
        for name, cost in zip(("c8", "c9", "c10"), upfloat_cost(self.dubov, upfloater), strict=True):
            weight -= cost * self.unit[name]
        return weight + (1 << self.place[upfloater])
