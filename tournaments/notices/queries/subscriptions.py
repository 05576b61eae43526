"""What those who follow an event by other programs get: its news, and its days. Nothing that is not public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.acts import event_acts
from tournaments.core.loader import EventData, RoundRow
from tournaments.journal.queries.journal_entries import describe

MOST_NEWS = 50


@dataclass(frozen=True, slots=True)
class NewsItem:
    """Something that was done. `version` is the event's, `round` the round's number, None where it is about none."""

    version: int
    at: datetime
    text: Message
    round: int | None


@dataclass(frozen=True, slots=True)
class RoundDays:
    """The days of a round: those on which it is played, or the one by which it should be (`is_deadline`)."""

    round: RoundRow
    first: date
    last: date
    is_deadline: bool = False

    @property
    def title(self) -> Message:
        """What they are."""
        text = _("Round %(round)d: to be played by this day") if self.is_deadline else _("Round %(round)d")
        return Message(text, {"round": self.round.number})


def news_of(rows: EventData) -> list[NewsItem]:
    """The newest news of an event, the latest first, without what was undone."""
    news = [act.name for act in event_acts() if act.is_news]
    lines = JournalEntry.objects.filter(scope__key=rows.event.scope, action__in=news).select_related("scope")
    described = describe(rows, lines.order_by("-version")[:MOST_NEWS])
    paired = len(rows.rounds)
    return [
        NewsItem(line.version, line.at, line.text, line.round if (line.round or 0) <= paired else None)
        for line in described
        if not line.is_undone
    ]


def days_of_rounds(rows: EventData) -> Iterator[RoundDays]:
    """The days of the rounds that are public, round by round."""
    for round_ in rows.rounds:
        games = (game for pairing in round_.pairings for game in pairing.games)
        played = sorted(game.played_on for game in games if game.played_on is not None)
        if played and round_.deadline is None:
            yield RoundDays(round_, played[0], played[-1])
        if round_.deadline is not None:
            yield RoundDays(round_, round_.deadline, round_.deadline, is_deadline=True)
