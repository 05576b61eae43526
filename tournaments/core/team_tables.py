"""An event of teams as the engine sees it: rows become a `TeamTable` here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from gipf_engine.results import VOID
from gipf_engine.tournament.crosstable import ByeKind, Colour, Entrant, ForbiddenGroup
from gipf_engine.tournament.teams.values import (
    AnnouncedBye,
    Board,
    Match,
    MatchPoints,
    Score,
    Team,
    TeamBye,
    TeamRound,
    TeamSettings,
    TeamTable,
)
from tournaments.core.formats import format_of, option
from tournaments.core.loader import EventData, PairingRow, RoundRow
from tournaments.core.team_extras import HEADER_OF_TEAMS, TeamExtras, parse_extras
from tournaments.core.team_loader import MatchRow
from tournaments.models import Event

TENTHS = 10
NO_WINNER = "--"


def settings_of(event: Event) -> TeamSettings:
    """The rules of an event of teams, from what was chosen within its format."""
    win, draw, loss = (option(event, name) * TENTHS for name in ("match_win", "match_draw", "match_loss"))
    settings = TeamSettings(
        boards=option(event, "boards"),
        points=MatchPoints(win=win, draw=draw, loss=loss),
        games=event.points,
        fixed_order=bool(option(event, "fixed_order")),
        reserves=option(event, "reserves"),
        primary=Score.GAME if option(event, "game_points") else Score.MATCH,
        secondary=bool(option(event, "secondary")),
    )
    return extras_of(event).settings(settings)


def extras_of(event: Event) -> TeamExtras:
    """What the file that an event came from says of teams beyond the event's own choices."""
    return parse_extras(event.file_header.get(HEADER_OF_TEAMS, {}))


def team_table(rows: EventData) -> TeamTable:
    """The event of teams with the rounds that are paired; teams and players by their pairing numbers.

    A match whose line-ups are not open has no boards.
    """
    event, settings = rows.event, settings_of(rows.event)
    table = TeamTable(
        teams=tuple(_teams(rows)),
        players=tuple(Entrant(number, entry.name, entry.rating) for number, entry in sorted(rows.by_number.items())),
        settings=settings,
        rounds=tuple(_team_round(rows, round_, settings) for round_ in rows.rounds),
        rounds_planned=rows.rounds_total or None,
        first_colour=_first_colour(rows),
        forbidden=tuple(_kept_apart(rows)),
        announced=tuple(_announced_byes(rows)),
        predetermined=not format_of(event.format).needs_results,
    )
    return extras_of(event).table(table)


def _first_colour(rows: EventData) -> Colour | None:
    """The colour of the lot where rounds do not show it: it was chosen, or arbiters paired round 1 otherwise.

    In round 1 as the format gave it the smaller odd number of a match has it (C.04.6, 4.3.1).
    """
    if rows.event.first_colour:
        return Colour(rows.event.first_colour)
    kept = rows.rounds[0].by_hand if rows.rounds else None
    pairs = kept["engine"]["pairs"] if kept and kept["engine"] else ()
    for white, black, *_rest in pairs:
        colour = Colour.WHITE if white < black else Colour.BLACK
        return colour if min(white, black) % 2 else colour.other
    return None


def ranked_team_table(rows: EventData) -> TeamTable:
    """The table that is ranked: without the teams whose matches do not count. To their opponents they were a rest."""
    table = team_table(rows)
    gone = {team.number for team in rows.teams if team.annulled}
    if not gone:
        return table
    teams = tuple(team for team in table.teams if team.number not in gone)
    return replace(table, teams=teams, rounds=tuple(_without(paired, gone) for paired in table.rounds))


def _without(paired: TeamRound, gone: Collection[int | None]) -> TeamRound:
    left = [match for match in paired.matches if {match.white, match.black} & {*gone}]
    rests = [TeamBye(team, ByeKind.REST) for match in left for team in (match.white, match.black) if team not in gone]
    byes = [bye for bye in paired.byes if bye.team not in gone]
    return TeamRound(tuple(match for match in paired.matches if match not in left), (*byes, *rests))


def _kept_apart(rows: EventData) -> Iterator[ForbiddenGroup]:
    for each in rows.forbidden:
        numbers = frozenset(number for team in each.teams if (number := rows.team_by_id[team].number) is not None)
        if len(numbers) > 1:
            yield ForbiddenGroup(numbers, each.first_round, each.last_round, each.is_soft)


def _announced_byes(rows: EventData) -> Iterator[AnnouncedBye]:
    """The byes of rounds to come, of teams that still play."""
    for team in rows.teams:
        if team.number is not None and not team.withdrawn:
            for number, kind in team.byes:
                yield AnnouncedBye(number, team.number, ByeKind(kind))


def _teams(rows: EventData) -> list[Team]:
    return [
        Team(
            number=team.number,
            name=team.name,
            roster=tuple(number for entry in team.roster if (number := rows.by_id[entry].number) is not None),
            withdrawn=team.withdrawn,
        )
        for team in rows.teams
        if team.number is not None
    ]


def _team_round(rows: EventData, round_: RoundRow, settings: TeamSettings) -> TeamRound:
    pairings = {pairing.id: pairing for pairing in round_.pairings}
    matches = [match_of(rows, match, pairings, settings) for match in round_.matches if match.is_match]
    byes = [
        TeamBye(number_of(rows, match.white), ByeKind(match.kind)) for match in round_.matches if not match.is_match
    ]
    return TeamRound(tuple(matches), tuple(byes))


def number_of(rows: EventData, team: int) -> int:
    """The pairing number of a team that has one."""
    number = rows.team_by_id[team].number
    assert number is not None
    return number


def match_of(rows: EventData, match: MatchRow, pairings: Mapping[int, PairingRow], settings: TeamSettings) -> Match:
    """A match as the engine has it. `pairings` are those of its round, by id."""
    assert match.black is not None
    white, black = number_of(rows, match.white), number_of(rows, match.black)
    if match.forfeit or not match.seated:
        return Match(white, black, forfeit=match.forfeit)
    own = dict(match.boards)
    boards = tuple(
        _board_of_match(rows, match, pairings[own[board]] if board in own else None, settings.colour(board))
        for board in range(1, settings.boards + 1)
    )
    return Match(white, black, boards)


def _board_of_match(rows: EventData, match: MatchRow, pairing: PairingRow | None, colour: Colour) -> Board:
    """A board as the team with White on board 1 has it there; `colour` is that of its player, unless it was changed."""
    if pairing is None:
        return Board.of(None, None, colour, NO_WINNER)
    if pairing.alone is not None:
        alone = rows.by_id[pairing.alone].number
        first = rows.team_of[pairing.alone].id == match.white
        return Board.of(alone if first else None, None if first else alone, colour, NO_WINNER)
    assert pairing.white is not None and pairing.black is not None
    white, black = (rows.by_id[entry].number for entry in (pairing.white, pairing.black))
    if rows.team_of[pairing.white].id == match.white:
        return Board.of(white, black, Colour.WHITE, _code(pairing))
    return Board.of(black, white, Colour.BLACK, _code(pairing))


def _code(pairing: PairingRow) -> str:
    """The result of a board; a game that counts for no one is one that no one won."""
    codes = [game.code for game in pairing.games if game.code != VOID]
    return codes[0] if codes else NO_WINNER
