"""A TRF file of an event of teams as an imported event: teams and matches beside the players and their boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS, SideResult
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.teams.cross_tables import table_of_players
from gipf_engine.tournament.teams.line_ups import usual_line_up
from gipf_engine.tournament.teams.values import Board, Match, Score, TeamRound
from gipf_engine.tournament.trf import TrfError, TrfFile
from gipf_engine.tournament.trf.dates import read_day
from gipf_engine.tournament.trf.team_marks import is_team_file
from gipf_engine.tournament.trf.team_reader import TeamFile, read_team_event
from gipf_engine.tournament.trf.team_types import team_type_of
from gipf_engine.tournament.trf.tournament_types import NOT_KNOWN, TournamentType
from gipf_engine.tournament.trf_teams import team_task, wrong_team_places
from players.names import NotAName, clean_name, normalize_name
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import is_for_teams, pairs_teams_freely, usual_tie_breaks
from tournaments.core.team_extras import HEADER_OF_TEAMS, extras_of_table, write_extras
from tournaments.interchange.formats.imported_event import (
    WITH_TEAMS,
    Apart,
    FileRefused,
    ImportedEvent,
    ImportedGame,
    ImportedPairing,
    ImportedRound,
    RankComparison,
)
from tournaments.interchange.formats.imported_teams import ImportedMatch, ImportedTeam
from tournaments.interchange.formats.importers import Importer, ImportOptions, register
from tournaments.interchange.formats.own_comment import parse_avoided, read_captains, read_places, read_rounds_left
from tournaments.interchange.formats.trf_importer import TrfConversion, code_of_sides
from tournaments.interchange.formats.trf_of_teams import CAPTAINS, GONE, LINED_UP, SYSTEMS
from tournaments.models import ForbiddenGroup, Pairing, TeamByeRequest, TeamMatch

FORMATS: Mapping[str, str] = {system: key for key, system in SYSTEMS.items()}
TENTHS = 10
Strength = ForbiddenGroup.Strength
_PLAYER = re.compile(rb"^001 ", re.MULTILINE)


@register
class TeamTrfImporter(Importer):
    """TRF26 of an event of teams: records 013, 300, 310, 320, 330, 352, 362, 240, 250, 299 beside those of players."""

    key = "trf-teams"
    name = _("TRF26 (teams)")

    def recognizes(self, data: bytes) -> bool:
        """A file with players and records that only events of teams have."""
        return _PLAYER.search(data) is not None and is_team_file(data)

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file. Raises FileRefused with every line that cannot be taken, and why."""
        try:
            file = read_team_event(data)
        except TrfError as error:
            raise FileRefused([problem.as_message for problem in error.problems]) from error
        return _TeamConversion(data, file, options).incoming()


class _TeamConversion(TrfConversion):
    """One file of teams while it is taken in."""

    def __init__(self, data: bytes, file: TeamFile, wishes: ImportOptions) -> None:
        self.of_teams = file.table
        super().__init__(data, TrfFile(table_of_players(file.table), file.document, file.repairs), wishes)
        self._accelerate(file)
        chosen = team_type_of(self.document.kind)
        system = FORMATS.get(chosen.system, "")
        own = str(self.own.get("format", ""))
        guess = "team-round-robin" if self.of_teams.predetermined else "team-swiss"
        self.format = wishes.format or own or system or guess
        foreign = None
        if not (own or system):
            foreign = Message(NOT_KNOWN, {"type": self.document.kind})
        self.kind = TournamentType(system, foreign=foreign)
        self.chosen = chosen
        self.gone = read_rounds_left(self.own.get(GONE))
        self.lined_up = read_places(self.own.get(LINED_UP))
        if not is_for_teams(self.format):
            raise FileRefused([WITH_TEAMS])

    def _accelerate(self, file: TeamFile) -> None:
        """Virtual points of the Baku method, which 192 asks for and 250 need not say."""
        if team_type_of(self.document.kind).baku:
            try:
                self.of_teams = team_task(file).table
            except TrfError as error:
                raise FileRefused([problem.as_message for problem in error.problems]) from error

    def incoming(self) -> ImportedEvent:
        self._refuse_what_is_not_kept()
        event = super().incoming()
        left_out = [*self._left_out()]
        apart = tuple(self._teams_apart())
        return replace(
            event,
            teams=tuple(self._teams()),
            teams_apart=apart,
            first_colour=self.of_teams.first_colour.value if self.of_teams.first_colour else "",
            repairs=(*event.repairs, *left_out),
        )

    # --- the plan ------------------------------------------------------------------------------------

    def _format_options(self) -> dict[str, object]:
        options = super()._format_options()
        settings, longest = self.of_teams.settings, max(len(team.roster) for team in self.of_teams.teams)
        points = settings.points
        match_points = {"match_win": points.win, "match_draw": points.draw, "match_loss": points.loss}
        if any(value % TENTHS for value in match_points.values()):
            raise FileRefused([Message(_("match points (362) must be whole numbers here"))])
        options["boards"] = settings.boards
        own = options.get("reserves")
        needed = max(0, longest - settings.boards)
        options["reserves"] = max(own, needed) if isinstance(own, int) else needed
        options.setdefault("fixed_order", self._is_in_order())
        options |= {name: value // TENTHS for name, value in match_points.items()}
        options["game_points"] = settings.primary is Score.GAME
        if self.format == "team-swiss":
            chosen = {"preferences": True, "mild": False, **self.chosen.options}
            options |= {**chosen, "secondary": self.chosen.secondary}
        return options

    def _is_in_order(self) -> bool:
        """Whether all players of all matches sat in the order of the roster."""
        for team in self.of_teams.teams:
            places = {player: at for at, player in enumerate(team.roster)}
            for _number, match in self.of_teams.matches_of(team.number):
                sat = [places[player] for player in match.line_up(team.number) if player in places]
                if sat != sorted(sat):
                    return False
        return True

    def _guessed_tie_breaks(self) -> tuple[str, ...]:
        return usual_tie_breaks(self.format)

    def _compare_ranks(self, plan: EventConfig) -> RankComparison | None:
        """The places of the teams in the file beside those that the event gives them."""
        ranked, codes = sum(bool(team.extras.get("rank")) for team in self.of_teams.teams), plan.tie_breaks or ()
        if not ranked or not self.of_teams.rounds_played or self.format == "team-league":
            return None
        return RankComparison(codes, False, ranked, tuple(wrong_team_places(self.of_teams, list(codes))))

    def _header(self) -> dict[str, object]:
        extras = write_extras(extras_of_table(self.of_teams))
        header = super()._header()
        return {**header, HEADER_OF_TEAMS: extras} if extras else header

    def _exclusions(self) -> tuple[Apart, ...]:
        return ()

    # --- what is not kept -----------------------------------------------------------------------------

    def _refuse_what_is_not_kept(self) -> None:
        """Players who play for no team."""
        problems: list[Message] = []
        members = {player for team in self.of_teams.teams for player in team.roster}
        for player in self.of_teams.players:
            if player.number not in members:
                params = {"number": player.number, "name": player.name}
                problems.append(Message(_("number %(number)d, %(name)s, plays for no team (310)"), params))
        if problems:
            raise FileRefused(problems)

    def _left_out(self) -> Iterator[Message]:
        """Byes of rounds to come and teams kept apart, where the schedule says who meets."""
        if pairs_teams_freely(self.format):
            return
        for each in self.of_teams.announced:
            params = {"team": self.of_teams.team(each.team).name, "round": each.round}
            yield Message(
                _("This format has no byes for teams: that of %(team)s in round %(round)d was left out."), params
            )
        if self.of_teams.forbidden:
            yield Message(_("This format has no forbidden pairings: they were left out."))

    def _teams_apart(self) -> Iterator[Apart]:
        if pairs_teams_freely(self.format):
            for each in self.of_teams.forbidden:
                yield tuple(sorted(each.numbers)), each.first_round, each.last_round, Strength.NEVER.value
            for group in parse_avoided(self.own.get("avoided"), {team.number for team in self.of_teams.teams}):
                yield *group, Strength.AVOID.value

    def _byes_to_come(self, team: int) -> tuple[tuple[int, str], ...]:
        """What a team that still plays asked for, once a round."""
        if not pairs_teams_freely(self.format) or team in self.gone:
            return ()
        found = {each.round: each.kind.value for each in self.of_teams.announced if each.team == team}
        return tuple(sorted((number, kind) for number, kind in found.items() if kind in TeamByeRequest.Kind.values))

    # --- teams and rounds -----------------------------------------------------------------------------

    def _teams(self) -> Iterator[ImportedTeam]:
        captains = read_captains(self.own.get(CAPTAINS))
        problems: list[Message] = []
        names: dict[str, int] = {}
        for team in self.of_teams.teams:
            try:
                name = clean_name(team.name)[:80]
            except NotAName as error:
                problems.append(Message(_("team %(number)d: %(why)s"), {"number": team.number, "why": error.message}))
                continue
            other = names.setdefault(normalize_name(name), team.number)
            if other != team.number:
                params = {"one": other, "two": team.number, "name": name}
                problems.append(Message(_("teams %(one)d and %(two)d are both called %(name)s"), params))
            captain = captains.get(team.number)
            leads = captain if captain in team.roster else None
            after, byes = self.gone.get(team.number), self._byes_to_come(team.number)
            yield ImportedTeam(team.number, team.number, name, team.roster, leads, after, byes=byes)
        if problems:
            raise FileRefused(problems)

    def _convert_rounds(self, plan: EventConfig) -> Iterable[ImportedRound]:
        for number, round_ in enumerate(self.of_teams.rounds, 1):
            matches, pairings = self._matches(plan, round_, number)
            yield ImportedRound(tuple(pairings), matches=tuple(matches))

    def _matches(
        self, plan: EventConfig, round_: TeamRound, number: int
    ) -> tuple[list[ImportedMatch], list[ImportedPairing]]:
        matches, pairings = [], []
        for match in round_.matches:
            sat = list(self._seated_boards(plan, match, number))
            boards = tuple(board for board, _pairing in sat)
            forfeit = "" if (number, match.white) in self.lined_up else match.forfeit
            matches.append(ImportedMatch(TeamMatch.Kind.MATCH.value, match.white, match.black, True, boards, forfeit))
            pairings += [pairing for _board, pairing in sat]
        for bye in round_.byes:
            if self.gone.get(bye.team, number) >= number:
                matches.append(ImportedMatch(bye.kind.value, bye.team))
        return matches, pairings

    def _seated_boards(self, plan: EventConfig, match: Match, number: int) -> Iterator[tuple[int, ImportedPairing]]:
        """The boards at which a player sits: none where a whole match was forfeited.

        But where a server like this one says that the team which won had handed in its line-up, these are its boards.
        """
        if match.forfeit and (number, match.white) not in self.lined_up:
            return
        if match.forfeit:
            winner = {"+-": match.white, "-+": match.black}.get(match.forfeit)
            line_up = () if winner is None else usual_line_up(self.of_teams.settings, self.of_teams.team(winner))
            for board, player in enumerate(line_up, 1):
                if player is not None:
                    yield board, ImportedPairing(Pairing.Kind.FULL_BYE.value, player)
            return
        for at, seats in enumerate(match.boards, 1):
            made = self._seated_board(plan, seats, number)
            if made is not None:
                yield at, made

    def _seated_board(self, plan: EventConfig, board: Board, number: int) -> ImportedPairing | None:
        """A board; a player without an opponent wins there, unless the file says that the player was absent too."""
        sides = [(board.first, board.first_side), (board.second, board.second_side)]
        if board.first is None or board.second is None:
            won = [player for player, side in sides if player is not None and side.outcome is SideResult.WIN]
            return ImportedPairing(Pairing.Kind.FULL_BYE.value, won[0]) if won else None
        if board.first_side.colour is Colour.BLACK:
            sides.reverse()
        (white, first), (black, second) = sides
        assert white is not None and black is not None
        code = code_of_sides(first, second)
        day = read_day(self._round_date(number)) or plan.starts_on
        rated = plan.rated and (first.rated or not RESULTS[code].rated)
        return ImportedPairing(Pairing.Kind.GAME.value, white, black, (ImportedGame(code, played_on=day, rated=rated),))
