"""The value that pairing systems, standings and files share: who had what in each round.

The database becomes a `CrossTable` in one function and is changed from pairings in one other; TRF files
become one and are written from one; pairing systems and standings read nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gipf_engine.results import Scoring, SideResult
from gipf_engine.tournament.lots import Lots


class Colour(StrEnum):
    """White is the player who begins."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class ByeKind(StrEnum):
    """Why an entrant has no opponent in a round that has been paired."""

    PAIRING = "pab"  # pairing-allocated bye (FIDE C.04.1, article 3)
    FULL = "full"  # full-point bye, given by the arbiter
    HALF = "half"  # half-point bye, asked for
    ZERO = "zero"  # zero-point bye: announced absence
    REST = "rest"  # rest round of an odd field where pairings are made beforehand: scores nothing, no one's wish


@dataclass(frozen=True, slots=True)
class GameSide:
    """One entrant's side of one game.

    `colour` is None where colours are unknown or play no part; `outcome` None while nothing is
    decided (adjourned or not handed in). A forfeit has `played=False`.
    """

    colour: Colour | None
    outcome: SideResult | None
    played: bool = True
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round against an opponent (by pairing number): one game, or two where the event says so.

    Void games are left out. Where none is left the pairing counts as if there had been none: the two
    may meet again, and neither gets points, a colour or a bye for it. `points` are tenths given in place of those that
    the scoring gives: by a decision (TRF record 299), or those of a match between teams. `tie_breaks` are games that
    decided a drawn match of a knock-out: they are in no score.
    """

    opponent: int
    games: tuple[GameSide, ...]
    points: int | None = None
    tie_breaks: tuple[GameSide, ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether all its games are void."""
        return not self.games


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent. `points` are tenths given in place of those that the scoring gives."""

    kind: ByeKind
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DealPlay:
    """How an entrant played one deal, by oneself. `points` are tenths, from the comparison with all who had it.

    `counts` are what the rules count, by key; None where the deal was not played. `key` is compared with the others',
    the higher the better; () ranks below all that played.
    """

    counts: Mapping[str, int] | None = field(default=None, hash=False)
    key: tuple[int, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Solo:
    """A round without opponents: the same deals for everybody, in their order; none while it is being played."""

    plays: tuple[DealPlay, ...]

    @property
    def points(self) -> int:
        """Tenths of all its deals."""
        return sum(play.points for play in self.plays)


Cell = Meeting | Bye | Solo | None
"""What an entrant had in a round. None: neither paired nor given a bye (absent, late, withdrawn)."""


def took_part(cell: Cell) -> bool:
    """Whether a cell came from a pairing: paired, forfeited, playing deals, or the pairing-allocated bye."""
    return isinstance(cell, Meeting | Solo) or (isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One row of the table.

    `number` is the tournament pairing number (TPN), from 1. `rating` is None for the unrated.
    `withdrawn` entrants keep what they had and are not paired again.
    """

    number: int
    name: str
    rating: int | None = None
    title: str = ""
    federation: str = ""
    withdrawn: bool = False
    cells: tuple[Cell, ...] = ()
    accelerated: tuple[int, ...] = ()  # virtual points by round, in tenths (Baku)
    second_points: tuple[int, ...] = ()  # of a team: its other score by round (game points, if match points rank)
    extras: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    def cell(self, round_number: int) -> Cell:
        """What this entrant had in round `round_number` (from 1); None past the end."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else None


@dataclass(frozen=True, slots=True)
class ForbiddenGroup:
    """Entrants of whom no two may meet, from `first_round` to `last_round` (None: to the end).

    `is_soft`: they may, but a Swiss system avoids it among pairings that its criteria find equal.
    """

    numbers: frozenset[int]
    first_round: int = 1
    last_round: int | None = None
    is_soft: bool = False


@dataclass(frozen=True, slots=True)
class CrossTable:
    """An event as pairing systems and standings see it.

    `rounds_played` counts rounds whose cells stand; cells past it are byes announced for rounds to
    come, whose entrants are not paired then. `rounds_planned` is what was announced (None: open).
    `first_colour` is the colour drawn for TPN 1 in round 1, None while not drawn.
    `predetermined`: all pairings are known before round 1 (round robins, Scheveningen), so that
    tie-breaks count a forfeit as a regular game (FIDE C.07, article 16). `lots` are for those whom nothing else parts,
    None where there is no seed. `choices` are those within the format that its pairing and its standings read, by the
    key of the option.
    """

    entrants: tuple[Entrant, ...]
    rounds_played: int
    rounds_planned: int | None = None
    scoring: Scoring = field(default_factory=Scoring)
    first_colour: Colour | None = None
    games_per_round: int = 1
    colour_free: bool = False
    forbidden: tuple[ForbiddenGroup, ...] = ()
    predetermined: bool = False
    lots: Lots | None = None
    choices: Mapping[str, int] = field(default_factory=dict, hash=False)
    _by_number: dict[int, Entrant] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)

    def entrant(self, number: int) -> Entrant:
        """The entrant with pairing number `number`; KeyError if there is none."""
        if not self._by_number:  # made when it is first asked for: large fields are asked for everybody
            self._by_number.update((entrant.number, entrant) for entrant in self.entrants)
        return self._by_number[number]

    def cell_points(self, cell: Cell) -> int:
        """Tenths of a point that a cell is worth under this event's scoring."""
        if cell is None:
            return self.scoring.zero_bye
        if isinstance(cell, Solo):
            return cell.points
        if cell.points is not None:
            return cell.points
        if isinstance(cell, Bye):
            return self._bye_points(cell.kind)
        return sum(
            self.scoring.points(side.outcome, played=side.played) for side in cell.games if side.outcome is not None
        )

    def points(self, number: int, *, through: int | None = None) -> int:
        """Tenths of a point of an entrant after round `through` (None: after all that stand)."""
        last = self.rounds_played if through is None else through
        entrant = self.entrant(number)
        return sum(self.cell_points(entrant.cell(n)) for n in range(1, last + 1))

    def _bye_points(self, kind: ByeKind) -> int:
        return {
            ByeKind.PAIRING: self.scoring.pairing_bye,
            ByeKind.FULL: self.scoring.full_bye,
            ByeKind.HALF: self.scoring.half_bye,
            ByeKind.ZERO: self.scoring.zero_bye,
            ByeKind.REST: 0,
        }[kind]
