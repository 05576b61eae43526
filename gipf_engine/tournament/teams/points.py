"""What each round gave a team: the kind of its result, and match and game points in tenths.

FIDE C.04.6, articles 1.2 and 1.4, and C.07, article 11. A match with a result missing gives the game points of the
boards that have one, and no match points yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import ByeKind, GameSide
from gipf_engine.tournament.teams.values import Match, Score, TeamTable

OPEN = "?"
KINDS = {ByeKind.PAIRING: "P", ByeKind.FULL: "F", ByeKind.HALF: "H", ByeKind.ZERO: "Z", ByeKind.REST: "R"}
"""Letters of byes, as in TRF's record 299; a rest round of an odd field scores nothing and has no record."""
OUTCOMES = {"W": SideResult.WIN, "D": SideResult.DRAW, "L": SideResult.LOSS, "+": SideResult.WIN, "-": SideResult.LOSS}
DECIDED_BY_FORFEIT = ("+", "-")


class RoundPoints(NamedTuple):
    """A team's round: `kind` is W, D, L, + or - (forfeit), P, F, H, Z (byes), R (rest) or ? (no result yet)."""

    kind: str
    match: int
    game: int

    def of(self, score: Score) -> int:
        """The points of one score."""
        return self.match if score is Score.MATCH else self.game


def round_points(table: TeamTable, team: int, round_number: int) -> RoundPoints:
    """What a round gave a team, decisions (record 299) counted in."""
    kind, game = _kind_and_game_points(table, team, round_number)
    return _adjusted(table, team, round_number, RoundPoints(kind, _match_points(table, kind), game))


def total(table: TeamTable, team: int, score: Score, *, through: int | None = None) -> int:
    """The points of a team after round `through` (None: after all)."""
    last = table.rounds_played if through is None else through
    return sum(round_points(table, team, number).of(score) for number in range(1, last + 1))


def board_points(table: TeamTable, sides: Sequence[GameSide]) -> tuple[int, ...]:
    """The game points of a team by board."""
    games = table.settings.games
    return tuple(games.points(side.outcome, played=side.played) if side.outcome is not None else 0 for side in sides)


def match_kind(table: TeamTable, match: Match, team: int) -> str:
    """What a match was for a team: W, D, L, + or -, or ? while a result is missing."""
    if match.forfeit:
        return match.forfeit[0 if team == match.white else 1]
    if match.is_open:
        return OPEN
    own = sum(board_points(table, match.sides(team)))
    theirs = sum(board_points(table, match.sides(match.opponent(team))))
    if not match.was_played and own != theirs:
        return "+" if own > theirs else "-"
    sides = (*match.sides(team), *match.sides(match.opponent(team)))
    if all(side.outcome is SideResult.LOSS for side in sides):
        return "L" if match.was_played else "-"  # no one has scored on any board: both have lost
    return "W" if own > theirs else "L" if own < theirs else "D"


def _kind_and_game_points(table: TeamTable, team: int, round_number: int) -> tuple[str, int]:
    paired = table.rounds[round_number - 1]
    match, settings = paired.match(team), table.settings
    if match is not None:
        if match.boards:
            return match_kind(table, match, team), sum(board_points(table, match.sides(team)))
        kind = match_kind(table, match, team)
        each = {"+": settings.games.forfeit_win, "-": settings.games.forfeit_loss}.get(kind, 0)
        return kind, each * settings.boards
    bye = paired.bye(team) or ByeKind.ZERO
    return KINDS[bye], bye_game_points(table, bye)


def bye_game_points(table: TeamTable, bye: ByeKind) -> int:
    """The game points of a bye: those of a drawn match for a pairing-allocated one, unless the rules set others."""
    settings, games = table.settings, table.settings.games
    if bye is ByeKind.PAIRING and settings.bye_games is not None:
        return settings.bye_games
    each = {ByeKind.PAIRING: games.draw, ByeKind.FULL: games.full_bye, ByeKind.HALF: games.half_bye}
    return settings.boards * (0 if bye is ByeKind.REST else each.get(bye, games.zero_bye))


def bye_match_points(table: TeamTable) -> int:
    """The match points of a pairing-allocated bye: those of a draw, unless the rules set others."""
    settings = table.settings
    return settings.points.draw if settings.bye_match is None else settings.bye_match


def _match_points(table: TeamTable, kind: str) -> int:
    points = table.settings.points
    return {
        "W": points.win,
        "+": points.win,
        "F": points.win,
        "D": points.draw,
        "H": points.draw,
        "L": points.loss,
        "-": points.forfeit_loss,
        "Z": points.zero_bye,
        "P": bye_match_points(table),
    }.get(kind, 0)


def _adjusted(table: TeamTable, team: int, round_number: int, usual: RoundPoints) -> RoundPoints:
    about = [each for each in table.adjustments if each.applies(usual.kind, round_number, team)]
    for each in sorted(about, key=lambda each: each.precision):  # the most precise is the last to be taken
        if each.kind:
            match = usual.match if each.match is None else each.match
            usual = RoundPoints(usual.kind, match, usual.game if each.game is None else each.game)
    added = [each for each in about if not each.kind]
    match = usual.match + sum(each.match or 0 for each in added)
    return RoundPoints(usual.kind, match, usual.game + sum(each.game or 0 for each in added))
