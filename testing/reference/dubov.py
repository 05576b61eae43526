"""The Dubov System by the letter of FIDE's Handbook, C.04.4.1 (in force since 1 February 2026), for small fields.

Enumerates instead of searching: sets of upfloaters, of shifters and transpositions are tried one after the other in
the order of article 4, and the first that is as good as any stands. For up to about ten players. It judges an
engine and shares no code with one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from gipf_engine.tournament.crosstable import Colour, CrossTable
from testing.reference.swiss_facts import (
    MILD,
    Facts,
    NoRoundError,
    Reader,
    Round,
    has_clash,
    is_pairable,
    pairings,
    white_and_black,
)

Pairs = list[tuple[Facts, Facts]]


def pair(table: CrossTable) -> Round:
    """The coming round. Raises `NoRoundError` where none is complete and legal."""
    return _Dubov(Reader(table)).pair()


class _Dubov:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.legal = reader.may_meet
        rounds = reader.table.rounds_planned or reader.coming
        self.most_upfloats = 2 + rounds // 5  # 1.8.2

    def pair(self) -> Round:
        players = [_with_preference(player) for player in self.reader.players()]
        bye = self._bye(players)
        rest = [player for player in players if player is not bye]
        if not is_pairable(rest, self.legal):
            raise NoRoundError
        pairs: Pairs = []
        while rest:
            top = max(player.score for player in rest)
            residents = [player for player in rest if player.score == top]
            bracket = self._bracket(residents, [player for player in rest if player.score < top])
            pairs += self._pair_bracket(bracket)
            rest = [player for player in rest if player not in bracket]
        coloured = frozenset(white_and_black(*_by_rank(pair), self.reader.initial) for pair in pairs)
        return Round(coloured, bye.number if bye else 0)

    def _bye(self, players: Sequence[Facts]) -> Facts | None:
        """3.1."""
        if len(players) % 2 == 0:
            return None
        able = [
            player
            for player in players
            if player.may_have_bye and is_pairable([p for p in players if p is not player], self.legal)
        ]
        if not able:
            raise NoRoundError
        return min(able, key=lambda player: (player.score, -player.games, -player.number))

    def _bracket(self, residents: Sequence[Facts], lower: Sequence[Facts]) -> list[Facts]:
        """3.2.1 and 3.2.2: the residents with the first of the best sets of upfloaters."""
        numbered = sorted(lower, key=lambda player: (-player.score, player.number))  # 4.2.2
        for size in range(len(numbered) + 1):
            sets = [
                chosen
                for chosen in combinations(numbered, size)  # 4.2.3: in the order of sequence numbers
                if is_pairable([*residents, *chosen], self.legal)
                and is_pairable([player for player in numbered if player not in chosen], self.legal)  # C4
            ]
            if sets:
                return [*residents, *min(sets, key=lambda chosen: self._faults(residents, chosen))]
        raise NoRoundError

    def _faults(
        self, residents: Sequence[Facts], chosen: Sequence[Facts]
    ) -> tuple[tuple[int, ...], int, int, int, int]:
        """C6 to C10 of the bracket; C5 is the number of upfloaters. Less is better."""
        differences = tuple(sorted((-player.score for player in chosen), reverse=True))  # C6
        ways = pairings([*residents, *chosen], self.legal)
        clashes = min(sum(has_clash(one, two) for one, two in way) for way in ways)  # C7
        if self.reader.last_round:
            return differences, clashes, 0, 0, 0
        maximum = [player for player in chosen if len(player.upfloats) >= self.most_upfloats]
        again = sum(self.reader.coming - 1 in player.upfloats for player in chosen)
        return differences, clashes, len(maximum), sum(len(player.upfloats) for player in maximum), again  # C8 to C10

    def _pair_bracket(self, bracket: Sequence[Facts]) -> Pairs:
        """3.2.3 to 3.2.6."""
        by_number = sorted(bracket, key=lambda player: player.number)
        if all(not player.games for player in bracket):
            g1 = by_number[: len(by_number) // 2]
        else:
            g1 = [player for player in by_number if player.side is Colour.WHITE]
        g2 = [player for player in by_number if player not in g1]
        for new_g1, new_g2 in _recomposed(g1, g2):
            s1 = sorted(new_g1, key=_by_aro)  # 3.2.5
            for t2 in permutations(sorted(new_g2, key=lambda player: player.number)):  # 4.4
                if all(self.legal(one, two) for one, two in zip(s1, t2, strict=True)):
                    return list(zip(s1, t2, strict=True))
        raise NoRoundError


def _recomposed(g1: list[Facts], g2: list[Facts]) -> Iterator[tuple[list[Facts], list[Facts]]]:
    """3.2.4: the subgroups after the shifts, the best first.

    The fewer are shifted out of the smaller subgroup, the fewer of it were paired together, and the fewer players miss
    their colour (C7). First the set out of the smaller one decides, then that out of the larger.
    """
    small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    small_numbered, large_numbered = _shifters(small), _shifters(large)
    for count in range(len(small) + 1):
        excess = len(large) + 2 * count - len(small)  # of the larger after the first shift
        for out in combinations(small_numbered, count):
            for back in combinations(large_numbered, excess // 2):
                new_small = [player for player in small if player not in out] + list(back)
                new_large = [player for player in large if player not in back] + list(out)
                yield (new_small, new_large) if small is g1 else (new_large, new_small)


def _shifters(subgroup: Sequence[Facts]) -> list[Facts]:
    """4.3: by sequence number, from the middle of the list outwards."""
    whites = bool(subgroup) and subgroup[0].side is Colour.WHITE
    remaining = sorted(subgroup, key=_by_aro if whites else lambda player: (0, player.number))
    numbered = []
    while remaining:
        numbered.append(remaining.pop((len(remaining) - 1) // 2))
    return numbered


def _by_aro(player: Facts) -> tuple[int, int]:
    """1.7: the average rating of those met, to the nearest integer, half upwards; 0 without a game."""
    ratings = player.ratings_met
    aro = (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0
    return aro, player.number


def _with_preference(player: Facts) -> Facts:
    """1.6.4: who has not played has a mild preference for Black."""
    return replace(player, side=Colour.BLACK, strength=MILD) if player.side is None else player


def _by_rank(pair: tuple[Facts, Facts]) -> tuple[Facts, Facts]:
    """5.2.1: more points, then the smaller number, is the higher rank."""
    one, two = sorted(pair, key=lambda player: (-player.score, player.number))
    return one, two
