"""Writing an event of teams: TRF26 with all its records, or TRF16, which knows teams by record 013 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import Scoring
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Entrant, Meeting
from gipf_engine.tournament.teams.cross_tables import table_of_players
from gipf_engine.tournament.teams.points import bye_game_points, bye_match_points, round_points, total
from gipf_engine.tournament.teams.values import LineUp, MatchPoints, Score, Team, TeamTable
from gipf_engine.tournament.trf.abnormal_points import write_299
from gipf_engine.tournament.trf.byes_and_forbidden import write_forbidden
from gipf_engine.tournament.trf.document import Dialect, Document, Note, TrfError
from gipf_engine.tournament.trf.fixed_width import one_line, points_field
from gipf_engine.tournament.trf.header import write_header
from gipf_engine.tournament.trf.players import write_player
from gipf_engine.tournament.trf.points import write_162, write_xxs
from gipf_engine.tournament.trf.round_cells import BYE_LETTERS, write_entry

SHORT_BYES = {ByeKind.PAIRING: "PAB", ByeKind.FULL: "FPB", ByeKind.HALF: "HPB", ByeKind.ZERO: "ZPB"}
"""How record 802 names a round without an opponent; a rest round is as good as the third."""


def write_team_event(table: TeamTable, document: Document | None = None, dialect: Dialect = Dialect.TRF26) -> bytes:
    """The file, UTF-8. Reading it and writing it again gives the same bytes.

    Raises `TrfError` for what the format has no place for.
    """
    document = document or Document()
    table = replace(
        table,
        teams=tuple(sorted(table.teams, key=lambda team: team.number)),
        players=tuple(sorted(table.players, key=lambda player: player.number)),
    )
    _refuse_what_has_no_place(table, dialect)
    players = table_of_players(table)
    parts = [_head(table, players, document), _player_lines(table, players)]
    if dialect is Dialect.TRF16:
        parts.append(_write_013(table))
    else:
        parts.append(_team_parts(table, document))
    return "".join(line + document.newline for lines in parts for line in lines).encode()


def _head(table: TeamTable, players: CrossTable, document: Document) -> list[str]:
    """The event's own records."""
    games = table.settings.games
    records = write_header(players, document, Dialect.TRF26)
    records["082"] = [f"082 {len(table.teams)}"]
    records["142"] = [f"142 {table.rounds_planned}"] if table.rounds_planned else []
    records["152"] = [f"152 {table.first_colour.value.upper()}"] if table.first_colour else []
    records["162"] = write_162(games)
    records["352"] = [f"352 {_colours(table)}"]
    records["362"] = _write_362(table.settings.points)
    records["XXS"] = write_xxs(games, everything=False)
    lines = [line for code in sorted(records) for line in records[code]]
    return lines + [f"### {one_line(comment)}".rstrip() for comment in document.comments]


def _colours(table: TeamTable) -> str:
    """The colours of all boards, beginning as the event's own sequence does."""
    settings = table.settings
    first = settings.colours[0]
    other = "B" if first == "W" else "W"
    return "".join(first if settings.colour(at + 1) is Colour.WHITE else other for at in range(settings.boards))


def _write_362(points: MatchPoints) -> list[str]:
    usual = MatchPoints()
    if (points.win, points.draw, points.loss) == (usual.win, usual.draw, usual.loss):
        return []
    values = (("TW", points.win), ("TD", points.draw), ("TL", points.loss))
    return ["362 " + "   ".join(f"{code}{points_field(value)}" for code, value in values)]


def _player_lines(table: TeamTable, players: CrossTable) -> list[str]:
    """The 001 lines: games, boards without an opponent, and the byes of teams."""
    ranks = _ranks(players)
    team_of = {player: team for team in table.teams for player in team.roster}
    lines = []
    for entrant in players.entrants:
        team, rounds = team_of.get(entrant.number), range(1, table.rounds_played + 1)
        own = [_entry(table, players, team, entrant, at) for at in rounds]
        points = players.points(entrant.number) + _points_without_boards(table.settings.games, entrant, own)
        lines.append(write_player(entrant, points, ranks[entrant.number], own))
    return lines


def _points_without_boards(games: Scoring, entrant: Entrant, own: Sequence[str]) -> int:
    """What the letters of rounds without a board are worth, as readers add up a line."""
    worth = {"U": games.pairing_bye, "F": games.full_bye, "H": games.half_bye, "+": games.forfeit_win}
    return sum(worth.get(text[-1], 0) for at, text in enumerate(own, 1) if entrant.cell(at) is None)


def _ranks(players: CrossTable) -> dict[int, int]:
    """The places of the players by their points."""
    points = {entrant.number: players.points(entrant.number) for entrant in players.entrants}
    order = sorted(points.values(), reverse=True)
    return {number: order.index(value) + 1 for number, value in points.items()}


def _entry(table: TeamTable, players: CrossTable, team: Team | None, entrant: Entrant, at: int) -> str:
    cell = entrant.cell(at)
    if isinstance(cell, Meeting):
        opposite = players.entrant(cell.opponent).cell(at)
        assert isinstance(opposite, Meeting)
        return write_entry(cell, opposite.games[0].outcome)
    if isinstance(cell, Bye):
        return "0000 - +" if cell.kind is ByeKind.FULL else "0000 - -"
    if team is None or entrant.number not in team.roster[: table.settings.boards]:
        return write_entry(None, None)
    return _entry_of_team(table, team, at)


def _entry_of_team(table: TeamTable, team: Team, at: int) -> str:
    """What the regular players of a team have in a round without boards: its bye, or a match forfeited."""
    paired = table.rounds[at - 1]
    bye, match = paired.bye(team.number), paired.match(team.number)
    if bye is not None:
        return f"0000 - {BYE_LETTERS[bye]}"
    if match is not None and match.forfeit:
        won = match.forfeit[0 if team.number == match.white else 1] == "+"
        return "0000 - +" if won else write_entry(None, None)
    return write_entry(None, None)


def _team_parts(table: TeamTable, document: Document) -> list[str]:
    """The records of teams of TRF26, by code."""
    return [
        *(one_line(line) if not line.startswith("801") else line for line in document.kept),
        *_write_310(table),
        *_write_802(table),
        *_write_240(table),
        *_write_250(table),
        *write_forbidden(_forbidding(table), Dialect.TRF26),
        *write_299(table.adjustments),
        *_write_300(table),
        *_write_320(table),
        *_write_330(table),
    ]


def _forbidding(table: TeamTable) -> CrossTable:
    """A table that holds nothing but the groups of teams that may not meet."""
    return CrossTable((), table.rounds_played, table.rounds_planned, forbidden=table.forbidden)


def _write_013(table: TeamTable) -> list[str]:
    return [
        f"013 {one_line(team.name, 32):32}{' '.join(f'{number:>4}' for number in team.roster)}" for team in table.teams
    ]


def _write_310(table: TeamTable) -> list[str]:
    ranks = _team_ranks(table)
    lines = []
    for team in table.teams:
        match, game = (points_field(total(table, team.number, score), 6) for score in Score)
        rank = team.extras.get("rank") or str(ranks[team.number])
        head = f"310 {team.number:>3} {one_line(team.name, 32):32} {one_line(team.nickname, 5):5}"
        strength = "" if team.strength is None else str(team.strength)
        members = " ".join(f"{number:>4}" for number in team.roster)
        lines.append(f"{head} {strength:>6} {match} {game} {rank:>3}  {members}".rstrip())
    return lines


def _team_ranks(table: TeamTable) -> dict[int, int]:
    """The places of the teams by their primary score, then by the other."""
    primary = table.settings.primary
    points = {
        team.number: (total(table, team.number, primary), total(table, team.number, primary.other))
        for team in table.teams
    }
    order = sorted(points.values(), reverse=True)
    return {number: order.index(value) + 1 for number, value in points.items()}


def _write_802(table: TeamTable) -> list[str]:
    """The rounds of each team for people to read."""
    lines = []
    for team in table.teams:
        match, game = (points_field(total(table, team.number, score), 6) for score in Score)
        rounds = "".join(f"  {_short_round(table, team.number, at + 1)}" for at in range(table.rounds_played))
        lines.append(f"802 {team.number:>3} {one_line(team.nickname, 5):5} {match} {game}{rounds}".rstrip())
    return lines


def _short_round(table: TeamTable, team: int, at: int) -> str:
    paired, got = table.rounds[at - 1], round_points(table, team, at)
    match = paired.match(team)
    if match is None:
        return f"{SHORT_BYES.get(paired.bye(team) or ByeKind.ZERO, 'ZPB'):>3}   {_game_field(got.game)} "
    colour = "w" if match.white == team else "b"
    forfeit = " " if match.was_played or match.is_open else "f"
    return f"{match.opponent(team):>3} {colour} {_game_field(got.game)}{forfeit}"


def _game_field(value: int) -> str:
    return points_field(max(value, 0), 4)


def _write_240(table: TeamTable) -> list[str]:
    """Byes that are not the pairing's own, of rounds that stand and of those to come."""
    wanted: dict[tuple[int, str], list[int]] = {}
    known = [(at, bye.team, bye.kind) for at, paired in enumerate(table.rounds, 1) for bye in paired.byes]
    known += [(each.round, each.team, each.kind) for each in table.announced]
    for at, team, kind in sorted(known):
        if kind not in (ByeKind.PAIRING, ByeKind.REST):
            wanted.setdefault((at, BYE_LETTERS[kind]), []).append(team)
    return [
        f"240 {letter} {at:>3} " + " ".join(f"{team:>4}" for team in members)
        for (at, letter), members in sorted(wanted.items())
    ]


def _write_250(table: TeamTable) -> list[str]:
    """Virtual points by ranges of teams and of rounds."""
    lines = []
    for (match, game), run in groupby(table.teams, key=lambda team: (team.accelerated, team.accelerated_games)):
        members = list(run)
        width = max(len(match), len(game))
        values = [(_at(match, number), _at(game, number)) for number in range(width)]
        first = 1
        for value, same in groupby(values):
            last = first + len(list(same)) - 1
            if any(value):
                points = f"{points_field(value[0])} {points_field(value[1])}"
                lines.append(f"250 {points} {first:>3} {last:>3} {members[0].number:>4} {members[-1].number:>4}")
            first = last + 1
    return lines


def _at(values: Sequence[int], index: int) -> int:
    return values[index] if index < len(values) else 0


def _write_300(table: TeamTable) -> list[str]:
    """Line-ups that are not the roster's first players in their order without a gap."""
    lines = []
    for team in table.teams:
        for at, match in table.matches_of(team.number):
            line_up = match.line_up(team.number)
            if line_up and not _is_usual(team, line_up):
                players = " ".join(f"{player or 0:04}" for player in line_up)
                lines.append(f"300 {at:>3} {team.number:>3} {match.opponent(team.number):>3} {players}")
    return sorted(lines)


def _is_usual(team: Team, line_up: LineUp) -> bool:
    """Whether every board is occupied, in the order of the roster."""
    if None in line_up:
        return False
    return list(line_up) == [player for player in team.roster if player in line_up]


def _write_320(table: TeamTable) -> list[str]:
    """The pairing's byes by round, and what they are worth."""
    takers = {at: bye.team for at, paired in enumerate(table.rounds, 1) for bye in paired.byes if _is_pab(bye.kind)}
    settings = table.settings
    if not takers and settings.bye_match is None and settings.bye_games is None:
        return []
    points = f"{points_field(bye_match_points(table))} {points_field(bye_game_points(table, ByeKind.PAIRING))}"
    rounds = " ".join(f"{takers.get(at, 0):03}" for at in range(1, max(takers, default=0) + 1))
    return [f"320 {points} {rounds}".rstrip()]


def _is_pab(kind: ByeKind) -> bool:
    return kind is ByeKind.PAIRING


def _write_330(table: TeamTable) -> list[str]:
    forfeited = sorted(
        (at, match.white, match.black, match.forfeit)
        for at, paired in enumerate(table.rounds, 1)
        for match in paired.matches
        if match.forfeit
    )
    return [f"330 {kind} {at:>3} {white:>3} {black:>3}" for at, white, black, kind in forfeited]


def _refuse_what_has_no_place(table: TeamTable, dialect: Dialect) -> None:
    problems = []
    if not table.teams:
        problems.append(_("The event has no teams: there is nothing to export."))
    if any(not match.boards and not match.forfeit for paired in table.rounds for match in paired.matches):
        problems.append(_("A match has no line-ups yet: TRF has no place for it."))
    if dialect is Dialect.TRF16 and _needs_trf26(table):
        problems.append(_("TRF16 cannot hold byes, forfeits, line-ups or points of this event of teams: export TRF26."))
    if problems:
        raise TrfError([Note(0, "", Message(problem)) for problem in problems])


def _needs_trf26(table: TeamTable) -> bool:
    usual = replace(table.settings, points=MatchPoints(), bye_match=None, bye_games=None, games=Scoring())
    return bool(
        table.settings != usual
        or _write_240(table)
        or _write_250(table)
        or _write_300(table)
        or _write_330(table)
        or table.adjustments
    )
