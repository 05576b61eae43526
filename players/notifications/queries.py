"""What waits for a reader, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, QuerySet, Subquery
from django.utils import timezone

from common.compiled_query import Argument, CompiledQuery
from common.journal import queries as journal
from common.live.bus import state_text
from common.message_json import from_json
from gipf_engine.messages import Message
from players.core.queries.answers import answer_awaited
from players.models import Account, Notification
from players.notifications.services.notifications import bell_token, scope_of
from players.notifications.sources import find_source

MOST_SHOWN = 50
MOST_COUNTED = 99
"""The bell shows no higher number."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A notification in words. `label` is that of its kind."""

    id: int
    label: str
    message: Message
    address: str
    at: datetime
    is_read: bool


@dataclass(frozen=True, slots=True)
class Bell:
    """How many wait, and what a page follows to learn of more: an address's ids, and the state that it shows.

    `waits`: an invitation or an offer waits for an answer.
    """

    count: int
    account: int
    token: str
    seen: str
    waits: bool


def bell_of(account: Account) -> Bell:
    """The bell of an account. One query, compiled once, since it is on every page."""
    key, now = scope_of(account.pk), connection.ops.adapt_datetimefield_value(timezone.now())
    count, version, waits = next(iter(_WAITING(account.pk, key, now)), (0, 0, False))
    number, state = min(count or 0, MOST_COUNTED), state_text({key: version or 0})
    return Bell(number, account.pk, bell_token(account.pk), state, bool(waits))


def _waiting(account: Argument, key: Argument, now: Argument) -> QuerySet[Account, Any]:
    unread = Notification.objects.filter(account=account, read_at=None, until__gt=now).order_by()
    counted = unread.values("account").annotate(number=Count("pk")).values("number")
    return Account.objects.filter(pk=account).values_list(Subquery(counted), journal.version_of(key), answer_awaited())


_WAITING = CompiledQuery(_waiting)


def seen_state(account_id: int) -> str:
    """The state of an account's notifications, as followed pages name it."""
    key = scope_of(account_id)
    return state_text({key: journal.version(key)})


def notifications_of(account: Account) -> Sequence[Shown]:
    """What waits, and what was read of late; the newest first. One query."""
    rows = Notification.objects.filter(account=account, until__gt=timezone.now()).select_related("person__merged_into")
    return [shown for row in rows[:MOST_SHOWN] if (shown := show(row)) is not None]


def show(row: Notification) -> Shown | None:
    """A row in words; None for one of a kind that no code has any more."""
    source, message = find_source(row.kind), from_json(row.message)
    if source is None or message is None:
        return None
    if row.person is not None:
        name = (row.person.merged_into or row.person).name
        message = replace(message, params={**message.params, "name": name})
    return Shown(row.pk, source.label, message, row.address, row.at, row.read_at is not None)
