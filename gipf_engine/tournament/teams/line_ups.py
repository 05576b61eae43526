"""Line-ups: who may sit where, and the boards of a match made of two line-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.tournament.teams.values import Board, LineUp, Match, Team, TeamSettings, TeamTable


def line_up_problems(table: TeamTable, team: int, line_up: LineUp) -> list[Message]:
    """What is wrong with the line-up of a team: nothing, where it may be played.

    It has as many places as a match has boards, None where no one sits; players are of the roster and sit once; with a
    fixed order they sit as the roster lists them.
    """
    settings, own = table.settings, table.team(team)
    problems = []
    if len(line_up) != settings.boards:
        params = {"boards": settings.boards, "places": len(line_up)}
        problems.append(Message(_("A match has %(boards)d boards, but the line-up has %(places)d."), params))
    seated = [player for player in line_up if player is not None]
    if not seated:
        problems.append(Message(_("The line-up is empty.")))
    names = {player.number: player.name for player in table.players}
    for player, times in Counter(seated).items():
        name = names.get(player, str(player))
        if player not in own.roster:
            problems.append(Message(_("%(name)s is not on the roster of this team."), {"name": name}))
        elif times > 1:
            problems.append(Message(_("%(name)s sits at more than one board."), {"name": name}))
    if settings.fixed_order:
        problems.extend(_wrong_order(own, seated, names))
    return problems


def _wrong_order(team: Team, seated: Sequence[int], names: dict[int, str]) -> list[Message]:
    """The first two neighbours who sit the other way round than the roster has them."""
    places = {player: at for at, player in enumerate(team.roster)}
    known = [player for player in seated if player in places]
    for above, below in pairwise(known):
        if places[above] > places[below]:
            params = {"above": names.get(below, str(below)), "below": names.get(above, str(above))}
            return [Message(_("The order of the boards is fixed: %(above)s sits above %(below)s."), params)]
    return []


def usual_line_up(settings: TeamSettings, team: Team, absent: Sequence[int] = ()) -> LineUp:
    """The roster's first players who are there; no one sits at the last boards where they are too few."""
    there = [player for player in team.roster if player not in absent][: settings.boards]
    return (*there, *[None] * (settings.boards - len(there)))


def seat(settings: TeamSettings, match: Match, white: LineUp, black: LineUp) -> Match:
    """The match with its boards, all without a result yet: `white` is the line-up of the team with White on board 1.

    Colours alternate from board 1, or follow the event's own sequence. A board on which one player is missing is
    forfeited; one on which both are missing is lost by both.
    """
    boards = tuple(
        Board.of(first, second, settings.colour(number), PENDING)
        for number, (first, second) in enumerate(zip(white, black, strict=True), 1)
    )
    return replace(match, boards=boards, forfeit="")


def with_result(settings: TeamSettings, match: Match, board: int, result: str) -> Match:
    """The match with the result of a board (from 1), a code of `RESULTS` that is seen from White."""
    old = match.boards[board - 1]
    new = Board.of(old.first, old.second, settings.colour(board), result)
    return replace(match, boards=(*match.boards[: board - 1], new, *match.boards[board:]))
