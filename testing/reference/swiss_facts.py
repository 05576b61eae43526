"""What the articles of a Swiss system ask of a player, read off a table round by round.

For the plain pairers of this package that judge an engine: they read the same tables as the engine and share no line
of its pairing. Scores are tenths of a point. Only events of one game a round in which colours count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, Meeting

ABSOLUTE, STRONG, MILD, NO_PREFERENCE = 3, 2, 1, 0


class NoRoundError(Exception):
    """No complete legal round exists: the arbiter decides (article 1.9 of both systems)."""


@dataclass(frozen=True)
class Facts:
    """One player of the round to pair.

    `score` counts acceleration, `points` does not. `odd` is the oddness of the pairing number, counted over those who
    take or took part. `side` and `strength` are the colour preference, `colours` those of the games played.
    `scores` are those before each earlier round, `upfloats` the rounds with an opponent of a higher score.
    """

    number: int
    odd: bool
    score: int
    points: int
    side: Colour | None
    strength: int
    colours: tuple[Colour, ...]
    met: frozenset[int]
    games: int
    may_have_bye: bool
    ratings_met: tuple[int, ...]
    upfloats: tuple[int, ...]


@dataclass(frozen=True)
class Round:
    """A paired round: (white, black) in no order, and who has the pairing-allocated bye (0: no player)."""

    pairs: frozenset[tuple[int, int]]
    bye: int


class Reader:
    """Reads the players of the coming round out of a table."""

    def __init__(self, table: CrossTable) -> None:
        self.table = table
        self.coming = table.rounds_played + 1
        self.last_round = table.rounds_planned is not None and self.coming >= table.rounds_planned
        self.initial = table.first_colour or Colour.WHITE

    def is_here(self, entrant: Entrant) -> bool:
        """Whether the entrant is to be paired."""
        return not entrant.withdrawn and entrant.cell(self.coming) is None

    def players(self) -> list[Facts]:
        """Everybody who is to be paired, by pairing number."""
        counted = [e.number for e in self._by_number() if self.is_here(e) or any(map(is_paired, self.cells(e)))]
        odd = {number: place % 2 == 1 for place, number in enumerate(counted, 1)}
        return [self._facts(entrant, odd[entrant.number]) for entrant in self._by_number() if self.is_here(entrant)]

    def cells(self, entrant: Entrant) -> list[Cell]:
        """What the entrant had in the rounds that stand."""
        return [entrant.cell(number) for number in range(1, self.coming)]

    def gain(self, cell: Cell) -> int:
        """Tenths of a round; a game that is going on counts as a draw (C.04.2)."""
        if isinstance(cell, Meeting):
            going_on = sum(side.outcome is None for side in cell.games)
            return self.table.cell_points(cell) + going_on * self.table.scoring.draw
        return self.table.cell_points(cell)

    def points(self, entrant: Entrant, before: int) -> int:
        """Tenths before a round, without acceleration."""
        return sum(self.gain(entrant.cell(number)) for number in range(1, before))

    def score(self, entrant: Entrant, before: int) -> int:
        """Tenths before a round, with acceleration (C.04.7)."""
        virtual = entrant.accelerated[before - 1] if before <= len(entrant.accelerated) else 0
        return self.points(entrant, before) + virtual

    def may_meet(self, one: Facts, two: Facts) -> bool:
        """C1 and C3 of both systems, and what the organiser forbids."""
        if two.number in one.met:
            return False
        if one.strength == two.strength == ABSOLUTE and one.side is two.side:
            return False
        return not any(
            one.number in group.numbers
            and two.number in group.numbers
            and group.first_round <= self.coming <= (group.last_round or self.coming)
            for group in self.table.forbidden
            if not group.is_soft
        )

    def _by_number(self) -> list[Entrant]:
        return sorted(self.table.entrants, key=lambda entrant: entrant.number)

    def _facts(self, entrant: Entrant, odd: bool) -> Facts:
        cells = self.cells(entrant)
        played = [cell for cell in cells if isinstance(cell, Meeting) and is_played(cell)]
        colours = tuple(cell.games[0].colour for cell in played if cell.games[0].colour is not None)
        side, strength = preference(colours)
        met = [self.table.entrant(cell.opponent) for cell in played]
        return Facts(
            number=entrant.number,
            odd=odd,
            score=self.score(entrant, self.coming),
            points=self.points(entrant, self.coming),
            side=side,
            strength=strength,
            colours=colours,
            met=frozenset(opponent.number for opponent in met),
            games=len(played),
            may_have_bye=not any(self._bars_from_bye(cell) for cell in cells),
            ratings_met=tuple(opponent.rating or 0 for opponent in met),
            upfloats=tuple(n for n, cell in enumerate(cells, 1) if self._is_upfloat(entrant, cell, n)),
        )

    def _bars_from_bye(self, cell: Cell) -> bool:
        """Basic rule 4: the bye itself, or a win's points in a round without playing."""
        if isinstance(cell, Meeting) and is_played(cell):
            return False
        is_bye = isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING
        return is_bye or self.gain(cell) >= self.table.scoring.win

    def _is_upfloat(self, entrant: Entrant, cell: Cell, number: int) -> bool:
        if not isinstance(cell, Meeting) or cell.is_void:
            return False
        other = self.table.entrant(cell.opponent)
        return self.score(other, number) > self.score(entrant, number)


def is_played(cell: Meeting) -> bool:
    """Whether it was, or is being, played over the board."""
    return any(side.played or side.outcome is None for side in cell.games)


def is_paired(cell: Cell) -> bool:
    """Whether the entrant took part in the pairing of a round."""
    return isinstance(cell, Meeting) or (isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING)


def preference(colours: Sequence[Colour]) -> tuple[Colour | None, int]:
    """1.6 of Dubov, 1.5 of Burstein, for a player who has played."""
    if not colours:
        return None, NO_PREFERENCE
    difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    twice = len(colours) > 1 and colours[-1] is colours[-2]
    lesser = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return lesser, ABSOLUTE
    if twice:
        return colours[-1].other, ABSOLUTE
    return (lesser, STRONG) if difference else (colours[-1].other, MILD)


def has_clash(one: Facts, two: Facts) -> bool:
    """Whether one of the two cannot get the preferred colour."""
    return one.side is not None and one.side is two.side


def pairings(players: Sequence[Facts], legal: Callable[[Facts, Facts], bool]) -> Iterator[list[tuple[Facts, Facts]]]:
    """Every way to pair everybody, in the order of the list: the first player's partners first."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for at, partner in enumerate(rest):
        if legal(first, partner):
            for others in pairings((*rest[:at], *rest[at + 1 :]), legal):
                yield [(first, partner), *others]


def is_pairable(players: Sequence[Facts], legal: Callable[[Facts, Facts], bool]) -> bool:
    """Whether everybody can be paired."""
    return next(pairings(players, legal), None) is not None


def white_and_black(higher: Facts, lower: Facts, initial: Colour) -> tuple[int, int]:
    """Article 5.2 of both systems; `higher` is the higher ranked of the two."""
    colour = _colour_of_higher(higher, lower, initial)
    return (higher.number, lower.number) if colour is Colour.WHITE else (lower.number, higher.number)


def _colour_of_higher(higher: Facts, lower: Facts, initial: Colour) -> Colour:
    if not higher.games and not lower.games:  # 5.2.1
        return initial if higher.odd else initial.other
    if higher.side is None or lower.side is None or higher.side is not lower.side:  # 5.2.2
        if higher.side is not None:
            return higher.side
        assert lower.side is not None
        return lower.side.other
    if higher.strength != lower.strength:  # 5.2.3
        return higher.side if higher.strength > lower.strength else higher.side.other
    for own, others in zip(reversed(higher.colours), reversed(lower.colours), strict=False):  # 5.2.4
        if own is not others:
            return own.other
    return higher.side  # 5.2.5
