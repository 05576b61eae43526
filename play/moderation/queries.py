"""What moderators read: open reports, the chat concerned, and what is known of the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.playing import from_ms
from play.core.queries import SanctionRow, sanction_rows
from play.core.services.presence import LineOutlier, line_outliers
from play.models import ChatMessage, Report, SpectatorMessage
from players.core.queries.records import record_ids
from players.models import Person

MOST_SHOWN = 100
REASONS: dict[str, Message] = {
    Report.Reason.INSULT: Message(_("Insults or threats")),
    Report.Reason.SPAM: Message(_("Spam or advertising")),
    Report.Reason.CHEATING: Message(_("Help by a program or another person")),
    Report.Reason.LEAVING: Message(_("Leaves games or plays to lose")),
    Report.Reason.OTHER: Message(_("Something else")),
}


@dataclass(frozen=True)
class ReportRow:
    """A report in words."""

    report: Report

    @property
    def reason(self) -> Message:
        return REASONS[self.report.reason]

    @property
    def reporter(self) -> Person:
        return self.report.reporter.merged_into or self.report.reporter

    @property
    def person(self) -> Person:
        return self.report.person.merged_into or self.report.person


@dataclass(frozen=True)
class ReportPage:
    """A report with what a moderator needs. `chat` is empty once it is closed: then it is the two players' again.

    Of a report about a spectator it is what the spectators wrote.
    """

    row: ReportRow
    chat: Sequence[ChatMessage | SpectatorMessage]
    sanctions: Sequence[SanctionRow]
    earlier: int

    @property
    def reported(self) -> int | None:
        """The id of the line in the chat that is reported."""
        return self.row.report.spectator_message_id or self.row.report.message_id

    @property
    def is_open(self) -> bool:
        return self.row.report.closed_at is None


@dataclass(frozen=True)
class LineRow:
    """A player whose page said much more of its line than the server measured."""

    outlier: LineOutlier
    person: Person

    @property
    def at(self) -> datetime:
        return from_ms(self.outlier.at)


def line_rows() -> list[LineRow]:
    """The latest of them, the newest first."""
    outliers = line_outliers()
    games = Game.objects.select_related("white", "black").in_bulk([each.game for each in outliers])
    seats = ((each, games.get(each.game)) for each in outliers)
    found = ((each, (game.white, game.black)[each.seat]) for each, game in seats if game is not None)
    return [LineRow(each, person.merged_into or person) for each, person in found if person is not None]


def open_reports() -> list[ReportRow]:
    """The reports that wait for an answer, the oldest first."""
    return [ReportRow(report) for report in _reports().filter(closed_at=None).order_by("pk")[:MOST_SHOWN]]


def report_page(report_id: int) -> ReportPage:
    """One report. Raises Report.DoesNotExist."""
    row = ReportRow(_reports().get(pk=report_id))
    earlier = Report.objects.filter(person__in=record_ids(row.person.pk)).exclude(pk=report_id)
    return ReportPage(
        row,
        _chat_of(row.report) if row.report.closed_at is None else (),
        sanction_rows(row.person),
        earlier.count(),
    )


def _chat_of(report: Report) -> Sequence[ChatMessage | SpectatorMessage]:
    """The latest lines of the chat that a report is about, the oldest first."""
    if report.spectator_message_id:
        lines = SpectatorMessage.objects.filter(game=report.game).select_related("author__merged_into")
        return list(lines.order_by("-pk")[:MOST_SHOWN])[::-1]
    messages = ChatMessage.objects.filter(game=report.game).select_related("author__merged_into")
    return list(messages.order_by("-pk")[:MOST_SHOWN])[::-1]


def _reports() -> QuerySet[Report]:
    return Report.objects.select_related("reporter__merged_into", "person__merged_into", "game", "message")
