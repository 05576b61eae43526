"""The Burstein System by the letter of FIDE's Handbook, C.04.4.2 (in force since 1 February 2026), for small fields.

Every pairing of a bracket is enumerated, with every choice of outgoing floaters, and the first of the best stands
(articles 3.2 and 4). The seeding rounds (1.6) are the Dutch system's and are not paired here. For up to about ten
players. It judges an engine and shares no code with one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable, Entrant, Meeting
from testing.reference.swiss_facts import (
    Facts,
    NoRoundError,
    Reader,
    Round,
    has_clash,
    is_pairable,
    is_played,
    pairings,
    white_and_black,
)

Pairs = list[tuple[Facts, Facts]]
Candidate = tuple[Pairs, list[Facts]]


@dataclass(frozen=True)
class Reading:
    """Where the articles can be read in two ways; the usual values are the letter of them.

    `absent_now`: a series of absences "up to the current round" (1.7.2) is one of a player who is absent from the
    coming round too; else it may have ended with the last. `index_for_lot`: of two who have not played, the Index says
    who ranks higher (5.2.1, which 1.7 names); else score and pairing number do, as in Dubov.
    """

    absent_now: bool = True
    index_for_lot: bool = True


LITERAL = Reading()
READINGS = tuple(Reading(absent_now=now, index_for_lot=lot) for now in (True, False) for lot in (True, False))


def is_seeding_round(table: CrossTable) -> bool:
    """1.6.2: half the rounds, rounded down, but at most four."""
    return table.rounds_played < min((table.rounds_planned or 0) // 2, 4)


def pair(table: CrossTable, reading: Reading = LITERAL) -> Round:
    """The coming round, after the seeding rounds. Raises `NoRoundError` where none is complete and legal."""
    return _Burstein(Reader(table), reading).pair()


class _Burstein:
    def __init__(self, reader: Reader, reading: Reading = LITERAL) -> None:
        self.reader, self.reading = reader, reading
        self.legal = reader.may_meet
        index = _Index(reader, reading)
        self.ranking = {
            entrant.number: (-index.buchholz(entrant), -index.sonneborn_berger(entrant), entrant.number)
            for entrant in reader.table.entrants
        }

    def pair(self) -> Round:
        players = sorted(self.reader.players(), key=self._rank)
        bye = self._bye(players)
        rest = [player for player in players if player is not bye]
        if not is_pairable(rest, self.legal):
            raise NoRoundError
        pairs: Pairs = []
        floaters: list[Facts] = []
        for score in sorted({player.score for player in rest}, reverse=True):
            bracket = [player for player in rest if player in floaters or player.score == score]
            below = [player for player in rest if player.score < score]
            made, floaters = self._pair_bracket(bracket, below)
            pairs += made
        coloured = frozenset(white_and_black(*self._by_rank(pair), self.reader.initial) for pair in pairs)
        return Round(coloured, bye.number if bye else 0)

    def _by_rank(self, pair: tuple[Facts, Facts]) -> list[Facts]:
        """The higher ranked first: by 1.8, which 1.7 says for 5.2."""
        if not self.reading.index_for_lot and not any(player.games for player in pair):
            return sorted(pair, key=lambda player: (-player.score, player.number))
        return sorted(pair, key=self._rank)

    def _rank(self, player: Facts) -> tuple[int, int, int]:
        """1.8: Buchholz, Sonneborn-Berger, pairing number; scores play no part."""
        return self.ranking[player.number]

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
        lowest = min((player.score, -player.games) for player in able)
        return max((p for p in able if (p.score, -p.games) == lowest), key=self._rank)

    def _pair_bracket(self, bracket: Sequence[Facts], below: Sequence[Facts]) -> Candidate:
        """3.2: the first of the best pairings, and its outgoing floaters. `bracket` is in the order of 1.8."""
        for count in range(len(bracket) % 2, len(bracket) + 1, 2):  # C5
            candidates = list(self._candidates(bracket, below, count))
            if candidates:
                following = _top(below)
                return min(candidates, key=lambda made: (*self._faults(made, below, following), _order(bracket, made)))
        raise NoRoundError

    def _candidates(self, bracket: Sequence[Facts], below: Sequence[Facts], count: int) -> Iterator[Candidate]:
        """Every pairing with so many floaters that leaves all others pairable (C1, C3, C4)."""
        for floaters in combinations(bracket, count):
            if is_pairable([*floaters, *below], self.legal):
                stay = [player for player in bracket if player not in floaters]
                for pairs in pairings(stay, self.legal):
                    yield pairs, list(floaters)

    def _faults(
        self, made: Candidate, below: Sequence[Facts], following: Sequence[Facts]
    ) -> tuple[tuple[int, ...], tuple[int, tuple[int, ...]], int]:
        """C6, C7 and C8 of a pairing. Less is better."""
        pairs, floaters = made
        lower = [player for player in below if player not in following]
        clashes = sum(has_clash(one, two) for one, two in pairs)
        return _scores(floaters), self._prospect([*floaters, *following], lower), clashes

    def _prospect(self, bracket: Sequence[Facts], below: Sequence[Facts]) -> tuple[int, tuple[int, ...]]:
        """C7: the fewest floaters of the following bracket, and the lowest scores they can have (its C5, C6)."""
        for count in range(len(bracket) % 2, len(bracket) + 1, 2):
            scores = [_scores(floaters) for _pairs, floaters in self._candidates(bracket, below, count)]
            if scores:
                return count, min(scores)
        raise NoRoundError


def _top(players: Sequence[Facts]) -> list[Facts]:
    best = max((player.score for player in players), default=0)
    return [player for player in players if player.score == best]


def _scores(floaters: Sequence[Facts]) -> tuple[int, ...]:
    return tuple(sorted((player.score for player in floaters), reverse=True))


def _order(bracket: Sequence[Facts], made: Candidate) -> tuple[int, ...]:
    """4.3: the opponents of number 1, 2, ... of the bracket, the largest first; a floater's opponent is number 0."""
    place = {player.number: at for at, player in enumerate(bracket, 1)}
    opponents = dict.fromkeys(place, 0)
    for one, two in made[0]:
        opponents[one.number], opponents[two.number] = place[two.number], place[one.number]
    return tuple(-opponents[number] for number in place)


class _Index:
    """1.7: Buchholz and Sonneborn-Berger by this system's own rules for rounds not played. No virtual points."""

    def __init__(self, reader: Reader, reading: Reading = LITERAL) -> None:
        self.reader, self.reading = reader, reading

    def buchholz(self, entrant: Entrant) -> int:
        """The scores of the opponents met; a round not played is a game against oneself."""
        return sum(self._against(entrant, cell) for cell in self.reader.cells(entrant))

    def sonneborn_berger(self, entrant: Entrant) -> int:
        """The points of each round times the opponent's score."""
        return sum(self.reader.gain(cell) * self._against(entrant, cell) for cell in self.reader.cells(entrant))

    def _against(self, entrant: Entrant, cell: Cell) -> int:
        if isinstance(cell, Meeting) and is_played(cell):
            return self._for_opponents(self.reader.table.entrant(cell.opponent))
        return self.reader.points(entrant, self.reader.coming)

    def _for_opponents(self, entrant: Entrant) -> int:
        """1.7.2: zero-point byes in a series up to the current round count as draws for the others' benefit."""
        points = self.reader.points(entrant, self.reader.coming)
        if self.reading.absent_now and self.reader.is_here(entrant):
            return points
        announced = entrant.cell(self.reader.coming)
        if self.reading.absent_now and announced is not None and not _is_absence(announced):
            return points
        for cell in reversed(self.reader.cells(entrant)):
            if not _is_absence(cell):
                break
            points += self.reader.table.scoring.draw - self.reader.gain(cell)
        return points


def _is_absence(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, Bye) and cell.kind is ByeKind.ZERO)
