"""News and days of an event, and its webhooks with what was delivered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Club
from tournaments.core.acts import event_acts
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.queries.events import PUBLIC
from tournaments.core.webhooks import HAPPENINGS, TEST
from tournaments.journal.queries.journal_entries import describe
from tournaments.models import Event, Webhook, WebhookMessage

# --- what a club has announced and finished ---------------------------------------------------------------


MOST_NEWS = 50


@dataclass(frozen=True, slots=True)
class ClubNews:
    """That an event of a club was announced, or is over. `key` names the item for good."""

    key: str
    at: datetime
    text: Message
    event: Event


def club_news(club: Club) -> list[ClubNews]:
    """The newest of what a club has announced and finished, the latest first. Two queries.

    What was taken back is none: an event that is open again has no end.
    """
    told = {act.name for act in event_acts() if act.club_news}
    events = {event.scope: event for event in Event.objects.filter(club=club, state__in=PUBLIC).select_related("club")}
    lines = JournalEntry.objects.filter(scope__key__in=events, action__in=told).select_related("scope")
    return _as_news(lines.order_by("-at", "-pk")[: MOST_NEWS * 2], events)


def _as_news(lines: Iterable[JournalEntry], events: Mapping[str, Event]) -> list[ClubNews]:
    """What lines of journals, the newest first, tell of these events, by the keys of their scopes."""
    told = {act.name: act for act in event_acts() if act.club_news}
    found: dict[tuple[str, str], ClubNews] = {}
    for line in lines:
        event, act, key = events.get(line.scope.key), told[line.action], (line.scope.key, line.action)
        if event is not None and event.state in act.news_while and key not in found:
            name = f"{event.scope}-{line.action}-{line.version}"
            found[key] = ClubNews(name, line.at, Message(act.club_news), event)
    return list(found.values())[:MOST_NEWS]


MOST_IN_CALENDAR = 300
"""Events of a calendar, the latest ones: programs that subscribe to it read it whole."""


def public_events(club: Club | None = None) -> list[Event]:
    """The latest events of a club, or (None) of the whole server without its example, the last day first. One query."""
    shown = Event.objects.filter(state__in=PUBLIC)
    shown = shown.filter(example=False) if club is None else shown.filter(club=club)
    return list(shown.order_by("-starts_on", "-pk")[:MOST_IN_CALENDAR])


def server_news() -> list[ClubNews]:
    """The newest of what all clubs have announced and finished, the latest first. Two queries, and one for each act."""
    public = Event.objects.filter(state__in=PUBLIC, example=False).select_related("club")
    lines = JournalEntry.objects.filter(scope__key__startswith="event:").select_related("scope").order_by("-at", "-pk")
    # Each act by itself: along the index of lines by act, whatever else happened since.
    of_acts = [lines.filter(action=act.name)[: MOST_NEWS * 4] for act in event_acts() if act.club_news]
    newest = sorted(chain.from_iterable(of_acts), key=lambda line: (line.at, line.pk), reverse=True)[: MOST_NEWS * 4]
    ids = {int(line.scope.key.removeprefix("event:")) for line in newest}
    events = {event.scope: event for event in public.filter(pk__in=ids)}
    return _as_news(newest, events)


# --- what those who follow an event by other programs get -------------------------------------------------
# Its news, and its days. Nothing that is not public.


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
        text = _("Round %(round)d: deadline") if self.is_deadline else _("Round %(round)d")
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


# --- the webhooks of an event with their last messages, as rows ready to print ----------------------------


MOST_MESSAGES = 20

FAILURES: dict[str, str] = {
    "address": _("The address is not public."),
    "unknown-host": _("The host is unknown."),
    "tls": _("The certificate is not valid."),
    "timeout": _("No answer in time."),
    "connection": _("The connection failed."),
    "no-http": _("The answer was not HTTP."),
    "withdrawn": _("The event is no longer public."),
}
STATES: dict[str, str] = {
    WebhookMessage.State.WAITING: _("waiting"),
    WebhookMessage.State.DELIVERED: _("delivered"),
    WebhookMessage.State.GIVEN_UP: _("given up"),
}
DISABLED: dict[str, str] = {
    Webhook.Disabled.FAILING: _("Turned off: messages failed for three days."),
    Webhook.Disabled.GONE: _("Turned off: the address refused further messages (410)."),
}


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message: what it tells of, how it stands, and in words why it failed (None: it did not)."""

    message: WebhookMessage
    kind: Message
    state: Message
    failure: Message | None

    @property
    def is_retried(self) -> bool:
        """Whether it failed and is tried again."""
        return self.message.state == WebhookMessage.State.WAITING and self.message.attempts > 0


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook with its latest messages, the last one first; `disabled` says why it is turned off."""

    webhook: Webhook
    happenings: tuple[Message, ...]
    disabled: Message | None
    messages: tuple[MessageRow, ...]


def webhooks_of_club(event: Event) -> list[Webhook]:
    """Those that were added in other events of the club and are told of this one too. One query."""
    found = Webhook.objects.filter(for_club=True, event__club=event.club_id).exclude(event=event)
    return list(found.select_related("event").order_by("pk"))


def webhook_rows(event: Event) -> list[WebhookRow]:
    """All webhooks of an event. One query and one a webhook, of which there are a few at most."""
    return [
        WebhookRow(
            webhook,
            tuple(Message(HAPPENINGS[each]) for each in webhook.happenings if each in HAPPENINGS),
            Message(DISABLED[webhook.disabled]) if webhook.disabled else None,
            tuple(map(_message_row, webhook.messages.order_by("-pk")[:MOST_MESSAGES])),
        )
        for webhook in Webhook.objects.filter(event=event).order_by("pk")
    ]


def _message_row(message: WebhookMessage) -> MessageRow:
    kind = _("Test") if message.kind == TEST else HAPPENINGS[message.kind]
    failure = Message(FAILURES[message.failure]) if message.failure else None
    return MessageRow(message, Message(kind), Message(STATES[message.state]), failure)
