"""By which tie-breaks was a table ranked? Pure.

Files of TRF16 have ranks and do not say what made them. Lists are tried until one gives the ranks that the file has:
first those that are usual, then longer and longer ones, each tie-break kept where it explains more places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.standings.base import Value
from gipf_engine.tournament.standings.ranking import split_groups
from gipf_engine.tournament.standings.score_history import score_history

SWISS = (
    *("BH/C1", "BH", "SB", "DE", "WIN", "WON", "PS", "BPG", "BH/M1", "BH/C2", "BH/M2", "AOB", "FB", "SB/C1", "BWG"),
    *("REP", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "RTNG"),
)
FIXED = ("DE", "SB", "WIN", "WON", "KS", "BPG", "BWG", "PS", "ARO", "TPR", "RTNG")
LONGEST = 5
WORK = 2_000
"""Players in all lists of one length that are carried on: the larger the field, the fewer."""

Groups = list[list[int]]


@dataclass(frozen=True, slots=True)
class Guess:
    """The tie-breaks that explain most ranks of a file: to `right` of `ranked` players they give just that rank."""

    codes: tuple[str, ...]
    right: int
    ranked: int


def guess_tie_breaks(table: CrossTable, usual: Sequence[str]) -> Guess | None:
    """The shortest list that explains the most ranks; None where the table has none.

    Numbers in the list are no tie-break: those whom nothing else tells apart often stand by them.

    `usual` are the tie-breaks of the format, which are taken where other lists explain no more.
    """
    ranks = ranks_of(table)
    if not ranks:
        return None
    search = _Search(table, ranks)
    known = dict.fromkeys((*usual, *(FIXED if table.predetermined else SWISS)))
    best = search.best(tuple(known), tuple(usual))
    return Guess(best, search.right(best), len(ranks))


def ranks_of(table: CrossTable) -> dict[int, int]:
    """The ranks that a file has, by pairing number."""
    return {each.number: int(rank) for each in table.entrants if (rank := each.extras.get("rank", "")).isdecimal()}


@dataclass
class _Search:
    """Lists of tie-breaks of a table, each compared with its ranks. Values are computed once."""

    table: CrossTable
    ranks: Mapping[int, int]

    def __post_init__(self) -> None:
        self._columns: dict[str, dict[int, Value]] = {}
        self._groups: dict[tuple[str, ...], Groups] = {}

    def best(self, known: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
        """The usual tie-breaks, as far as they explain anything, where no rank contradicts them; else the best."""
        found = max((usual[:length] for length in range(len(usual) + 1)), key=self._merit)
        if found and self.right(found) == len(self.ranks):
            return found
        width = max(2, min(8, WORK // len(self.ranks)))
        carried: list[tuple[str, ...]] = [()]
        for _length in range(LONGEST):
            longer = [(*start, code) for start in carried for code in known if code not in start]
            carried = sorted(longer, key=self._merit, reverse=True)[:width]
            if self._merit(carried[0]) <= self._merit(carried[0][:-1]):
                break
            found = max(found, carried[0], key=self._merit)
        return found

    def right(self, codes: tuple[str, ...]) -> int:
        """How many players have a rank that the list allows: the tied may stand in any order."""
        place, found = 1, 0
        for group in self._split(codes):
            found += sum(place <= self.ranks.get(number, 0) < place + len(group) for number in group)
            place += len(group)
        return found

    def _merit(self, codes: tuple[str, ...]) -> int:
        """What speaks for a list: a rank that it does not allow counts as much as two neighbours against it."""
        return self._agreement(codes) - 2 * (len(self.ranks) - self.right(codes))

    def _agreement(self, codes: tuple[str, ...]) -> int:
        """How many neighbours in the file's order the list puts in that order, less those that it puts in the other."""
        at = {number: place for place, group in enumerate(self._split(codes)) for number in group}
        found = 0
        for one, other in pairwise(self._in_order):
            expected, given = self.ranks[one] < self.ranks[other], at[one] - at[other]
            found += (given < 0 if expected else given == 0) - (given > 0 if expected else given != 0)
        return found

    @cached_property
    def _in_order(self) -> list[int]:
        return sorted(self.ranks, key=lambda number: (self.ranks[number], number))

    def _split(self, codes: tuple[str, ...]) -> Groups:
        """Who is equal by points and these tie-breaks, the best first."""
        if codes not in self._groups:
            self._groups[codes] = self._split_further(codes)
        return self._groups[codes]

    def _split_further(self, codes: tuple[str, ...]) -> Groups:
        if not codes:
            points: dict[int, Value] = dict(score_history(self.table).points)
            return split_groups([sorted(points)], points, high_first=True)
        before, code = self._split(codes[:-1]), codes[-1]
        chosen = tie_break(code)
        column = self._columns.get(code)
        if column is None or chosen.key == "DE":  # the one that looks at who is still equal
            column = self._columns[code] = chosen.values(self.table, before)
        return split_groups(before, column, high_first=chosen.ranks_high_first)
