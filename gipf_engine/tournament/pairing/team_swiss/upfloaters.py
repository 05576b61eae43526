"""The upfloaters of a bracket (FIDE C.04.6, articles 2.3.1 to 2.3.4 and 3.5).

As few as possible (C4), of the highest scores (C5), such that the next scoregroup needs as few in its turn (C6), and
few who floated in the previous round (C7); among equal sets the first by scores and numbers. One upfloater at most is
usual, and is found by trying them in that order; whatever that does not settle is one weighted matching of all
teams left, whose weights have a field of bits for each criterion.
"""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField, places


def choose_upfloaters(field: TeamField, top: int, lower: int) -> int:
    """The set that joins the top-scoregroup. `top` and `lower` together can be paired."""
    if top.bit_count() % 2 == 0:
        if field.can_be_paired(top) and field.can_be_paired(lower):
            return 0
        return _choose_by_matching(field, top, lower)
    for group in scoregroups(field, lower):
        fitting = [one for one in places(group) if fits(field, top, lower, 1 << one)]
        if fitting:
            best = _first_perfect(field, lower, fitting)
            return 1 << best if best is not None else _choose_by_matching(field, top, lower)
    return _choose_by_matching(field, top, lower)


def fits(field: TeamField, top: int, lower: int, chosen: int) -> bool:
    """Whether these upfloaters make a legal bracket that leaves the others pairable (C1, C3)."""
    return field.can_be_paired(top | chosen) and field.can_be_paired(lower & ~chosen)


def scoregroups(field: TeamField, members: int) -> Iterator[int]:
    """The scoregroups of a set, from the highest."""
    while members:
        group = field.top(members)
        yield group
        members &= ~group


def _first_perfect(field: TeamField, lower: int, fitting: list[int]) -> int | None:
    """The first that floated not (C7) and leaves the next scoregroup with as few upfloaters as its size allows (C6)."""
    following = field.top(lower)
    for one in fitting:
        floated = field.states[one].floated and not field.last_two
        if not floated and leaves_fewest(field, following & ~(1 << one), lower & ~following & ~(1 << one)):
            return one
    return None


def leaves_fewest(field: TeamField, following: int, below: int) -> bool:
    """Whether a scoregroup can be paired with no upfloater, or with one where its number is odd (C6).

    `following` may be empty: then nothing is asked.
    """
    if not following:
        return True
    if following.bit_count() % 2 == 0:
        return fits(field, following, below, 0)
    return any(fits(field, following, below, 1 << one) for one in places(below))


def _choose_by_matching(field: TeamField, top: int, lower: int) -> int:
    """The best set by one matching of all teams left, the criteria one above the other in its weights."""
    rows = list(places(top | lower))
    edges = _Edges(field, top, lower)
    weights = [[edges.weight(one, other) for other in rows] for one in rows]
    partner = heaviest_perfect_matching(weights, field.steps)
    chosen = 0
    for at, one in enumerate(rows):
        if top >> one & 1 and lower >> rows[partner[at]] & 1:
            chosen |= 1 << rows[partner[at]]
    return chosen


class _Edges:
    """The weight of each pair: minus what it costs by C1 and C4 to C7, and below that the order of article 3.5.4."""

    def __init__(self, field: TeamField, top: int, lower: int) -> None:
        self.field, self.top, self.lower = field, top, lower
        groups = list(scoregroups(field, lower))
        self.following = groups[0] if groups else 0
        order = [one for group in groups for one in places(group)]
        self.preferred = {one: 1 << (len(order) - 1 - at) for at, one in enumerate(order)}
        digit = (top | lower).bit_count().bit_length() + 1  # bits that hold how many pairs there are
        self.floated = 1 << len(order)
        self.next_group = self.floated << digit
        self.of_group = {}
        shift = self.next_group << digit
        for group in groups:  # the lowest score last: a difference there counts most (C5)
            self.of_group.update(dict.fromkeys(places(group), shift))
            shift <<= digit
        self.upfloater, self.illegal = shift, shift << digit

    def weight(self, one: int, other: int) -> int:
        """The weight of a pair; the heaviest pairing of all is the best."""
        if not self.field.allowed[one] >> other & 1:
            return -self.illegal
        inside = self.top >> one & 1, self.top >> other & 1
        if inside == (1, 1):
            return 0
        if inside == (0, 0):
            both = (self.following >> one & 1) + (self.following >> other & 1)
            return -self.next_group if both == 1 else 0
        upfloater = other if inside[0] else one
        cost = self.upfloater + self.of_group[upfloater]
        if self.field.states[upfloater].floated and not self.field.last_two:
            cost += self.floated
        return self.preferred[upfloater] - cost
