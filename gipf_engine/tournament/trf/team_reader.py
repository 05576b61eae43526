"""Reading an event of teams: the players as in any file, and the records of their teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.teams.pairings import in_publishing_order
from gipf_engine.tournament.teams.points import total
from gipf_engine.tournament.teams.values import Score, Team, TeamSettings, TeamTable
from gipf_engine.tournament.trf.byes_and_forbidden import RequestReader
from gipf_engine.tournament.trf.document import Document, Note
from gipf_engine.tournament.trf.fixed_width import (
    WHOLE_FILE,
    Findings,
    SourceLine,
    decode,
    explains_columns,
    pad,
    points_field,
    split,
)
from gipf_engine.tournament.trf.header import HeaderReader
from gipf_engine.tournament.trf.players import PlayerLine, read_player
from gipf_engine.tournament.trf.points import RECORDS_BB, PointsReader
from gipf_engine.tournament.trf.rounds import assemble, duplicates
from gipf_engine.tournament.trf.team_records import TeamLine, TeamRecords
from gipf_engine.tournament.trf.team_rounds import TeamRounds
from gipf_engine.tournament.trf.team_types import team_type_of
from gipf_engine.tournament.trf.tournament_types import is_predetermined

INFORMATIVE = ("082", "802")
"""Records that only repeat what others say: they are written anew."""


@dataclass(frozen=True, slots=True)
class TeamFile:
    """A file of an event of teams: `repairs` lists, by line, all that was not taken as it stood."""

    table: TeamTable
    document: Document
    repairs: tuple[Note, ...] = ()


def read_team_event(data: bytes | str) -> TeamFile:
    """The event of teams that a file holds. Raises `TrfError` with all lines that cannot be read."""
    reading = _TeamReading()
    text = decode(data, reading.findings) if isinstance(data, bytes) else data
    lines, newline = split(text)
    for line in lines:
        reading.take(line)
    reading.findings.stop_if_refused()
    found = reading.finish(newline)
    reading.findings.stop_if_refused()
    return replace(found, repairs=tuple(sorted(reading.findings.repairs, key=lambda note: note.number)))


class _TeamReading:
    """A file while it is read."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.header = HeaderReader(self.findings)
        self.points = PointsReader(self.findings)
        self.requests = RequestReader(self.findings)
        self.records = TeamRecords(self.findings)
        self.players: list[PlayerLine] = []
        self._readers: Mapping[str, Callable[[SourceLine], None]] = {
            **dict.fromkeys(RECORDS_BB, self.points.read_bb),
            **self.header.readers,
            **self.records.readers,
            **dict.fromkeys(INFORMATIVE, lambda _line: None),
            "001": self._player,
            "162": self.points.read_162,
            "XXS": self.points.read_xxs,
            "260": self.requests.read_260,
            "XXP": self.requests.read_xxp,
        }

    def take(self, line: SourceLine) -> None:
        """Read one line."""
        reader = self._readers.get(line.code.upper())
        if explains_columns(line.text):
            self.findings.repair(line, _("this line explains the columns: it was left out"))
        elif reader is None:
            self.header.keep_or_refuse(line)
        else:
            reader(line if line.code == "###" else replace(line, text=pad(line.text)))

    def _player(self, line: SourceLine) -> None:
        player = read_player(line, self.findings)
        if player is not None:
            self.players.append(player)

    def finish(self, newline: str) -> TeamFile:
        """Everything together."""
        players = duplicates(self.players, self.findings)
        lines = self._team_lines(players)
        if not lines:
            self.findings.refuse(WHOLE_FILE, _("The file has no record 310 or 013: there is no team."))
        self.findings.stop_if_refused()
        document = replace(self.header.document(()), newline=newline)
        predetermined = is_predetermined(document.kind)
        settings = self._settings(document.kind, players, [each.team for each in lines])
        cells = assemble(players, predetermined, self.findings, of_teams=True).cells
        teams = [self._accelerated(each.team) for each in lines]
        rounds = TeamRounds(self.records, teams, players, cells, settings, predetermined)
        planned = self.header.rounds
        table = TeamTable(
            teams=tuple(teams),
            players=tuple(player.entrant for player in players.values()),
            settings=settings,
            rounds=rounds.rounds(),
            rounds_planned=None if planned is None else max(planned, rounds.played),
            first_colour=Colour(self.header.first_colour) if self.header.first_colour else None,
            forbidden=self.requests.forbidden({team.number: team for team in teams}, planned),
            announced=rounds.announced(),
            adjustments=tuple(self.records.adjustments),
            predetermined=predetermined,
        )
        table = in_publishing_order(table)
        self._check_points(table, lines)
        rated = sum(player.entrant.rating is not None for player in players.values())
        self.header.check_counts(len(players), rated)
        return TeamFile(table, document)

    def _team_lines(self, players: Mapping[int, PlayerLine]) -> list[TeamLine]:
        """The teams by number: those of 310, or where there are none those of 013; each player in one of them."""
        newer = [each for each in self.records.teams if each.line.code == "310"]
        found = sorted(newer or self.records.teams, key=lambda each: each.team.number)
        seen_teams: set[int] = set()
        seen: set[int] = set()
        for each in found:
            if each.team.number in seen_teams:
                self.findings.refuse(each.line, _("this number of a team appears more than once"))
            seen_teams.add(each.team.number)
            for player in each.team.roster:
                if player not in players:
                    self.findings.refuse(each.line, _("there is no player %(number)d"), {"number": player})
                elif player in seen:
                    self.findings.refuse(each.line, _("player %(number)d is in two teams"), {"number": player})
                seen.add(player)
        return found

    def _settings(self, kind: str, players: Mapping[int, PlayerLine], teams: list[Team]) -> TeamSettings:
        """The rules of the event; the number of boards is that of the colours, else of the longest match there was."""
        chosen = team_type_of(kind)
        boards = len(self.records.colours) or _most_boards(players, teams)
        return TeamSettings(
            boards=boards,
            points=self.records.match_points(),
            games=self.points.scoring(),
            colours=self.records.colours or "WB",
            bye_match=self.records.bye_match,
            bye_games=self.records.bye_games,
            primary=chosen.primary,
            secondary=chosen.secondary,
        )

    def _accelerated(self, team: Team) -> Team:
        """The team with the virtual points of record 250."""
        match: dict[int, int] = {}
        game: dict[int, int] = {}
        for each in self.records.accelerations:
            if team.number in each.numbers:
                match.update(dict.fromkeys(each.rounds, each.match))
                game.update(dict.fromkeys(each.rounds, each.game))
        return replace(team, accelerated=_by_round(match), accelerated_games=_by_round(game))

    def _check_points(self, table: TeamTable, lines: list[TeamLine]) -> None:
        """Points of a line must be those of the results."""
        for each in lines:
            match, game = (total(table, each.team.number, score) for score in Score)
            if each.match not in (None, match) or each.game not in (None, game):
                params = {
                    "said": f"{points_field(each.match or 0, 0)}, {points_field(each.game or 0, 0)}",
                    "results": f"{points_field(match, 0)}, {points_field(game, 0)}",
                }
                template = _("the line has %(said)s points, its results give %(results)s: the results were used")
                self.findings.repair(each.line, template, params)


def _most_boards(players: Mapping[int, PlayerLine], teams: list[Team]) -> int:
    """The most boards on which a team has played; before the first round, the players of the smallest team."""
    rounds = max((len(player.entries) for player in players.values()), default=0)
    played = [sum(_sat(players[number], at) for number in team.roster) for team in teams for at in range(rounds)]
    return max(played, default=0) or min((len(team.roster) for team in teams), default=1) or 1


def _sat(player: PlayerLine, at: int) -> bool:
    return at < len(player.entries) and bool(player.entries[at].opponent)


def _by_round(values: Mapping[int, int]) -> tuple[int, ...]:
    last = max((at for at, value in values.items() if value), default=0)
    return tuple(values.get(at, 0) for at in range(1, last + 1))
