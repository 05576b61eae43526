"""The matches of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.points import round_points
from gipf_engine.tournament.teams.values import TeamTable
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_tables import team_table
from tournaments.rounds.queries.rounds import Board, RoundPage, round_page
from tournaments.teams.line_ups import teams_handed_in
from tournaments.teams.queries.teams import BYES


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match of a round, or a bye. `boards` are there once both line-ups are open, points (tenths) with them.

    `forfeit` says who forfeited a match as a whole, `why` are the reasons of the pairing, where they are shown.
    `handed_in` are the teams (ids) whose line-up is in; who plays is not known before the match is seated.
    """

    row: MatchRow
    white: TeamRow
    black: TeamRow | None
    bye: Message | None
    boards: tuple[Board, ...] = ()
    white_points: int = 0
    black_points: int = 0
    is_open: bool = False
    forfeit: Message | None = None
    handed_in: frozenset[int] = frozenset()
    why: tuple[Message, ...] = ()

    @property
    def has_white(self) -> bool:
        """Whether the line-up of the team that is named first is in."""
        return self.white.id in self.handed_in

    @property
    def has_black(self) -> bool:
        """Whether the line-up of the other team is in."""
        return self.black is not None and self.black.id in self.handed_in


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The matches of a round. `line_ups_due`: until when line-ups are handed in, None for when both are."""

    number: int
    version: int
    matches: tuple[MatchView, ...]
    line_ups_due: datetime | None

    @property
    def waits(self) -> bool:
        """Whether some match has no boards yet."""
        return any(match.row.waits for match in self.matches)


def with_reasons(page: MatchesPage, reasons: Mapping[int, tuple[Message, ...]]) -> MatchesPage:
    """The matches with why they are made, by match (id)."""
    matches = tuple(replace(match, why=reasons.get(match.row.id, ())) for match in page.matches)
    return replace(page, matches=matches)


def matches_page(rows: EventData, number: int, page: RoundPage | None = None) -> MatchesPage | None:
    """The matches of a round that is paired; None where it is not. `page` is its boards, where they are known."""
    round_ = rows.round(number)
    if round_ is None:
        return None
    page = page or round_page(rows, number, with_reasons=False)
    boards = {board.id: board for board in (page.boards if page else ())}
    there = teams_handed_in(rows, number) if round_.waiting_matches else frozenset()
    table = team_table(rows)
    matches = tuple(_match_view(rows, table, round_, match, boards, there) for match in round_.matches)
    return MatchesPage(number, round_.version, matches, round_.line_ups_due)


def _match_view(
    rows: EventData,
    table: TeamTable,
    round_: RoundRow,
    match: MatchRow,
    boards: Mapping[int, Board],
    there: frozenset[int],
) -> MatchView:
    white = rows.team_by_id[match.white]
    if match.black is None:
        return MatchView(match, white, None, Message(BYES[match.kind]))
    black = rows.team_by_id[match.black]
    for_white, for_black = (round_points(table, team.number or 0, round_.number).game for team in (white, black))
    paired = table.rounds[round_.number - 1].match(white.number or 0)
    return MatchView(
        match,
        white,
        black,
        None,
        tuple(boards[pairing] for _board, pairing in match.boards if pairing in boards),
        for_white,
        for_black,
        is_open=paired is None or paired.is_open,
        forfeit=_forfeit_in_words(match, white, black),
        handed_in=there & {white.id, black.id},
    )


def _forfeit_in_words(match: MatchRow, white: TeamRow, black: TeamRow) -> Message | None:
    if not match.forfeit:
        return None
    if match.forfeit == "--":
        both = (
            _("both teams have withdrawn") if white.withdrawn and black.withdrawn else _("both teams lost by forfeit")
        )
        return Message(both)
    gone = black if match.forfeit == "+-" else white
    template = _("%(team)s has withdrawn: lost by forfeit") if gone.withdrawn else _("%(team)s lost by forfeit")
    return Message(template, {"team": gone.name})
