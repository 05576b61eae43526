"""What an event of teams is made of: teams, line-ups, matches of n boards, and the table that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gipf_engine.results import RESULTS, Scoring, SideResult
from gipf_engine.tournament.crosstable import ByeKind, Colour, Entrant, ForbiddenGroup, GameSide
from gipf_engine.tournament.lots import Lots

LineUp = tuple[int | None, ...]
"""The players of a team in a round by board, by player number; None where no one sits."""

FORFEITS = ("+-", "-+", "--")
"""How a whole match is forfeited: the team with White on board 1 wins, the other one wins, neither does."""


class Score(StrEnum):
    """The two scores of a team (FIDE C.07, article 11)."""

    MATCH = "MP"
    GAME = "GP"

    @property
    def other(self) -> Score:
        return Score.GAME if self is Score.MATCH else Score.MATCH


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a match is worth, in tenths of a match point; a pairing-allocated bye is worth a draw (C.04.6, 1.4)."""

    win: int = 20
    draw: int = 10
    loss: int = 0
    forfeit_loss: int = 0
    zero_bye: int = 0


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """The rules of an event of teams.

    `boards` is the number of boards of a match. `colours` are those of the team that has White on board 1, board by
    board ("WBWB"), repeated where there are more boards. `fixed_order`: players sit in the order of the roster, so that
    a reserve moves those below up; otherwise a captain seats them in any order. `reserves` is how many players a roster
    may have beyond the boards (None: any number). `bye_match` and `bye_games` are what a pairing-allocated bye is
    worth, in tenths; None is a draw. `primary` is the score that ranks and pairs; `secondary` says whether the other
    one is used to allocate colours.
    """

    boards: int
    points: MatchPoints = field(default_factory=MatchPoints)
    games: Scoring = field(default_factory=Scoring)
    colours: str = "WB"
    fixed_order: bool = True
    reserves: int | None = None
    bye_match: int | None = None
    bye_games: int | None = None
    primary: Score = Score.MATCH
    secondary: bool = True

    def colour(self, board: int) -> Colour:
        """The colour on a board (from 1) of the team that has White on board 1, or that the sequence names first."""
        return Colour.WHITE if self.colours[(board - 1) % len(self.colours)] == self.colours[0] else Colour.BLACK


@dataclass(frozen=True, slots=True)
class Team:
    """A team. `number` is its pairing number, from 1; `roster` its players by number, in board order, reserves last.

    `accelerated` and `accelerated_games` are virtual match and game points by round, in tenths. `extras` as in
    `Entrant`: "group" names the group of a league, "rank" the place that a file gives.
    """

    number: int
    name: str
    roster: tuple[int, ...] = ()
    captain: str = ""
    nickname: str = ""
    strength: int | None = None
    withdrawn: bool = False
    accelerated: tuple[int, ...] = ()
    accelerated_games: tuple[int, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match: `first` plays for the team that has White on board 1, `second` for the other."""

    first: int | None
    second: int | None
    first_side: GameSide
    second_side: GameSide

    @classmethod
    def of(cls, first: int | None, second: int | None, colour: Colour, result: str) -> Board:
        """A board with `colour` for the first player and a code of `RESULTS`, which is seen from White.

        A code does not matter where a person is missing: that is a forfeit.
        """
        if first is None or second is None:
            sides = (_default(first, colour), _default(second, colour.other))
            return cls(first, second, *sides)
        row = RESULTS[result]
        white = GameSide(Colour.WHITE, row.white, played=row.played, rated=row.rated)
        black = GameSide(Colour.BLACK, row.black, played=row.played, rated=row.rated)
        return cls(first, second, *((white, black) if colour is Colour.WHITE else (black, white)))

    @property
    def is_open(self) -> bool:
        """Whether it has no result yet."""
        return self.first_side.outcome is None

    @property
    def was_played(self) -> bool:
        """Whether a game took place over the board."""
        return self.first_side.played and self.first_side.outcome is not None


def _default(player: int | None, colour: Colour) -> GameSide:
    """The side of a board on which a person is missing."""
    outcome = SideResult.LOSS if player is None else SideResult.WIN
    return GameSide(colour, outcome, played=False, rated=False)


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams, by number; `white` has White on board 1.

    `boards` are empty until both line-ups are known. `forfeit` is one of `FORFEITS` where the whole match was.
    """

    white: int
    black: int
    boards: tuple[Board, ...] = ()
    forfeit: str = ""

    def opponent(self, team: int) -> int:
        """The other team."""
        return self.black if team == self.white else self.white

    def line_up(self, team: int) -> LineUp:
        """Who plays for a team, by board."""
        return tuple(board.first if team == self.white else board.second for board in self.boards)

    def sides(self, team: int) -> tuple[GameSide, ...]:
        """What a team has on each board."""
        return tuple(board.first_side if team == self.white else board.second_side for board in self.boards)

    @property
    def is_open(self) -> bool:
        """Whether a result is missing."""
        return not self.forfeit and (not self.boards or any(board.is_open for board in self.boards))

    @property
    def was_played(self) -> bool:
        """Whether a game took place on any board; such a match counts as met and gives a colour."""
        return not self.forfeit and any(board.was_played for board in self.boards)


@dataclass(frozen=True, slots=True)
class TeamBye:
    """A team without an opponent in a round, and why."""

    team: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round that is paired: its matches in publishing order, then byes."""

    matches: tuple[Match, ...]
    byes: tuple[TeamBye, ...] = ()

    def match(self, team: int) -> Match | None:
        """The match of a team; None where it has none."""
        return next((match for match in self.matches if team in (match.white, match.black)), None)

    def bye(self, team: int) -> ByeKind | None:
        """Why a team has no opponent; None where it has one, or was not there."""
        return next((bye.kind for bye in self.byes if bye.team == team), None)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given by a decision (TRF record 299), in tenths.

    `kind` is W, D, L, +, -, F, H or Z: what such a result is worth; "" adds to what a round gave (a penalty is
    negative). None leaves a score as it is. `round` 0 is every round; no `numbers` are all teams.
    """

    kind: str
    match: int | None = None
    game: int | None = None
    round: int = 0
    numbers: tuple[int, ...] = ()

    def applies(self, kind: str, round_number: int, number: int) -> bool:
        """Whether it is about a result of this kind, of this team in this round."""
        about = self.kind in ("", kind) and self.round in (0, round_number)
        return about and (not self.numbers or number in self.numbers)

    @property
    def precision(self) -> int:
        """The more precise one of two goes before: a team before all, then a round before all."""
        return 2 * bool(self.numbers) + bool(self.round)


@dataclass(frozen=True, slots=True)
class AnnouncedBye:
    """A bye for a round that is not paired yet."""

    round: int
    team: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class TeamTable:
    """An event of teams as pairing systems, standings and files see it.

    `players` are entrants without cells, by player number. `rounds` are those that are paired. The rest as in
    `CrossTable`; forbidden groups are of teams.
    """

    teams: tuple[Team, ...]
    players: tuple[Entrant, ...]
    settings: TeamSettings
    rounds: tuple[TeamRound, ...] = ()
    rounds_planned: int | None = None
    first_colour: Colour | None = None
    forbidden: tuple[ForbiddenGroup, ...] = ()
    announced: tuple[AnnouncedBye, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    predetermined: bool = False
    lots: Lots | None = None
    _by_number: dict[int, Team] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)
    _players: dict[int, Entrant] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)

    @property
    def rounds_played(self) -> int:
        """Rounds that are paired."""
        return len(self.rounds)

    def team(self, number: int) -> Team:
        """The team with a pairing number; KeyError if there is none."""
        if not self._by_number:
            self._by_number.update((team.number, team) for team in self.teams)
        return self._by_number[number]

    def player(self, number: int) -> Entrant:
        """The player with a number; KeyError if there is none."""
        if not self._players:
            self._players.update((player.number, player) for player in self.players)
        return self._players[number]

    def matches_of(self, number: int) -> Iterator[tuple[int, Match]]:
        """The rounds in which a team has an opponent, with the match."""
        for at, each in enumerate(self.rounds, 1):
            match = each.match(number)
            if match is not None:
                yield at, match
