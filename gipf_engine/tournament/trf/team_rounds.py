"""From the games of players to the matches of their teams, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, GameSide, Meeting
from gipf_engine.tournament.teams.values import (
    AnnouncedBye,
    Board,
    LineUp,
    Match,
    Team,
    TeamBye,
    TeamRound,
    TeamSettings,
)
from gipf_engine.tournament.trf.fixed_width import WHOLE_FILE
from gipf_engine.tournament.trf.players import PlayerLine
from gipf_engine.tournament.trf.team_records import TeamRecords

Seats = dict[int, tuple[int | None, int | None]]
LETTERS_OF_BYES = {"U": ByeKind.PAIRING, "+": ByeKind.PAIRING, "F": ByeKind.FULL, "H": ByeKind.HALF}
"""What players without an opponent have in a round in which their team has none; the first that is found counts."""


@dataclass(frozen=True, slots=True)
class TeamRounds:
    """Makes rounds of teams: who plays for whom, what everyone had, and what the records of teams say."""

    records: TeamRecords
    teams: Sequence[Team]
    players: Mapping[int, PlayerLine]
    cells: Mapping[int, tuple[Cell, ...]]
    settings: TeamSettings
    predetermined: bool

    @property
    def played(self) -> int:
        """The last round in which a team was paired."""
        last = [at for player in self.players.values() for at, entry in enumerate(player.entries, 1) if entry.opponent]
        byes = [
            at
            for player in self.players.values()
            for at, entry in enumerate(player.entries, 1)
            if entry.result in ("U", "+", "-")
        ]
        forfeits = [at for at, *_teams in self.records.forfeits]
        return max([*last, *byes, *forfeits, *self.records.pairing_byes], default=0)

    def rounds(self) -> tuple[TeamRound, ...]:
        """All of them."""
        return tuple(self._round(number) for number in range(1, self.played + 1))

    def announced(self) -> tuple[AnnouncedBye, ...]:
        """Byes of rounds to come."""
        later = sorted((at, team, kind) for (at, team), kind in self.records.byes.items() if at > self.played)
        return tuple(AnnouncedBye(at, team, kind) for at, team, kind in later)

    def _round(self, number: int) -> TeamRound:
        team_of = {player: team.number for team in self.teams for player in team.roster}
        forfeited = {
            team: (white, black, kind)
            for at, white, black, kind in self.records.forfeits
            if at == number
            for team in (white, black)
        }
        matches: list[Match] = []
        byes: list[TeamBye] = []
        done: set[int] = set()
        for team in self.teams:
            if team.number in done:
                continue
            opponent = self._opponent(team, number, team_of)
            if team.number in forfeited:
                white, black, kind = forfeited[team.number]
                matches.append(Match(white, black, forfeit=kind))
                done |= {white, black}
            elif opponent is not None:
                matches.append(self._make_match(team.number, opponent, number))
                done |= {team.number, opponent}
            else:
                byes.append(TeamBye(team.number, self._bye(team, number)))
        return TeamRound(tuple(matches), tuple(byes))

    def _had_in(self, player: int, number: int) -> Cell:
        own = self.cells.get(player, ())
        return own[number - 1] if number <= len(own) else None

    def _opponent(self, team: Team, number: int, team_of: Mapping[int, int]) -> int | None:
        """The team that the players met; all of them the same one."""
        met = Counter[int]()
        for player in team.roster:
            cell = self._had_in(player, number)
            if isinstance(cell, Meeting) and cell.opponent in team_of:
                met[team_of[cell.opponent]] += 1
        met.pop(team.number, None)
        if len(met) > 1:
            params = {"round": number, "team": team.name}
            self.records.findings.refuse(
                WHOLE_FILE, _("round %(round)d: the players of %(team)s met those of more than one team"), params
            )
        return met.most_common(1)[0][0] if met else self.records.opponents.get((number, team.number))

    def _bye(self, team: Team, number: int) -> ByeKind:
        """Why a team has no opponent in a round that stands."""
        known = self.records.byes.get((number, team.number))
        if known is not None:
            return known
        if self.records.pairing_byes.get(number) == team.number:
            return ByeKind.PAIRING
        letters = {
            self.players[player].entries[number - 1].result
            for player in team.roster
            if player in self.players and number <= len(self.players[player].entries)
        }
        found = next((kind for letter, kind in LETTERS_OF_BYES.items() if letter in letters), None)
        return found or (ByeKind.REST if self.predetermined else ByeKind.ZERO)

    def _make_match(self, one: int, other: int, number: int) -> Match:
        seats = self._find_seats(one, other, number)
        white = self._has_white(seats, number)
        first, second = (one, other) if white else (other, one)
        boards = []
        for at in range(1, max([self.settings.boards, *seats]) + 1):
            own, theirs = seats.get(at, (None, None))
            pair = (own, theirs) if white else (theirs, own)
            boards.append(self._seat_board(*pair, self.settings.colour(at), number))
        return Match(first, second, tuple(boards))

    def _find_seats(self, one: int, other: int, number: int) -> Seats:
        """Who sits at which board, for both teams."""
        own, known = self._line_up(one, number)
        theirs, theirs_known = self._line_up(other, number)
        seats: Seats = {}
        for at, player in enumerate(own, 1):
            cell = self._had_in(player, number) if player is not None else None
            seats[at] = (player, cell.opponent if isinstance(cell, Meeting) else None)
        if theirs_known and not known:  # only the other team's boards are certain: ours follow theirs
            seats = {}
            for at, player in enumerate(theirs, 1):
                cell = self._had_in(player, number) if player is not None else None
                seats[at] = (cell.opponent if isinstance(cell, Meeting) else None, player)
            alone = [player for player in own if player is not None and all(player != row[0] for row in seats.values())]
            return _add_alone(seats, alone, 0)
        alone = [player for player in theirs if player is not None and all(player != row[1] for row in seats.values())]
        return _add_alone(seats, alone, 1)

    def _line_up(self, team: int, number: int) -> tuple[LineUp, bool]:
        """The boards of a team, and whether record 300 says them; else its players who were there, as on the roster."""
        said = self.records.line_ups.get((number, team))
        if said is not None:
            return said, True
        roster = next(each.roster for each in self.teams if each.number == team)
        return tuple(player for player in roster if self._was_there(player, number)), False

    def _was_there(self, player: int, number: int) -> bool:
        entries = self.players[player].entries if player in self.players else ()
        if number > len(entries):
            return False
        entry = entries[number - 1]
        return bool(entry.opponent) or entry.result in ("+", "-")

    def _has_white(self, seats: Seats, number: int) -> bool:
        """Whether the first team of the seats has White on board 1, by the first board with a colour."""
        for at, (own, theirs) in sorted(seats.items()):
            for player, usual in ((own, Colour.WHITE), (theirs, Colour.BLACK)):
                cell = self._had_in(player, number) if player is not None else None
                if isinstance(cell, Meeting) and cell.games[0].colour is not None:
                    expected = usual if self.settings.colour(at) is Colour.WHITE else usual.other
                    return cell.games[0].colour is expected
        return True

    def _seat_board(self, first: int | None, second: int | None, colour: Colour, number: int) -> Board:
        sides = (self._side_of_player(first, colour, number), self._side_of_player(second, colour.other, number))
        return Board(first, second, *sides)

    def _side_of_player(self, player: int | None, colour: Colour, number: int) -> GameSide:
        cell = self._had_in(player, number) if player is not None else None
        if isinstance(cell, Meeting):
            side = cell.games[0]
            return GameSide(side.colour or colour, side.outcome, side.played, side.rated)
        won = isinstance(cell, Bye) and cell.kind is ByeKind.FULL
        return GameSide(colour, SideResult.WIN if won else SideResult.LOSS, played=False, rated=False)


def _add_alone(seats: Seats, alone: Sequence[int], side: int) -> Seats:
    """The seats with players who had no opponent at the boards that are left; `side` is theirs."""
    for player in alone:
        at = next(
            (at for at, row in sorted(seats.items()) if row == (None, None)),
            max(seats, default=0) + 1,
        )
        seats[at] = (player, None) if side == 0 else (None, player)
    return seats
