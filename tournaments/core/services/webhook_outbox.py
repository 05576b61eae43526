"""What webhooks are to be told is written in the transaction of the act: with it or not at all, and once.

A worker sends it (`tournaments.notices.services.webhook_deliveries`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.acts import Act
from games.core.events import GamesChanged
from tournaments.core.queries.visibility import PUBLIC
from tournaments.core.webhooks import ADDED, RESULT, ids_to_send, make_body, new_message_id
from tournaments.models import Event, Webhook, WebhookMessage

DELIVER = "deliver-webhook"
"""The kind of job that sends what waits for a webhook. Its subject is the event's scope and its id, "event:12:3"."""


def subject_of(webhook: Webhook) -> str:
    return f"event:{webhook.event_id}:{webhook.pk}"


def tell_of_act(event: Event, version: int, act: type[Act], data: Mapping[str, Any]) -> None:
    """Write what webhooks of the event are told of an act, where they want to know. Within the act; one query."""
    kind = act.webhook_for(data)
    if kind and event.state in PUBLIC:
        _tell(event.pk, kind, {"version": version, **ids_to_send(data)})
    if data.get("moved_up") and kind != ADDED and event.state in PUBLIC:
        _tell(event.pk, ADDED, {"version": version, "entries": data["moved_up"]})


def tell_of_results(changed: GamesChanged) -> None:
    """Webhooks of the event are told of results that are others now. Within the act that changed them."""
    there = [game for game in changed.games if game.removed_at is None]
    if not there or not changed.result:
        return
    scope, _colon, event_id = there[0].occasion.key.partition(":")
    if scope == "event":
        results = [{"game": game.pk, "result": game.result, "game_version": game.version} for game in there]
        _tell(int(event_id), RESULT, *results)


def _tell(event_id: int, kind: str, *happened: Mapping[str, Any]) -> None:
    wanting = Webhook.objects.filter(event=event_id, disabled="").order_by("pk")
    found = [webhook for webhook in wanting if kind in webhook.happenings]
    if not found:
        return
    messages = [{"event": event_id, **data, "url": _url(event_id, data)} for data in happened]
    write_messages(found, kind, messages, timezone.now())


def write_messages(webhooks: list[Webhook], kind: str, messages: Iterable[Mapping[str, Any]], now: datetime) -> None:
    """For all that is `told` a message of `kind` to each of these, and the jobs that deliver them. In a transaction."""
    bodies = [make_body(kind, now, data) for data in messages]
    WebhookMessage.objects.bulk_create(
        WebhookMessage(webhook=each, message_id=new_message_id(), kind=kind, body=body, made_at=now, next_at=now)
        for body in bodies
        for each in webhooks
    )
    jobs.request_many(DELIVER, map(subject_of, webhooks))


def _url(event_id: int, data: Mapping[str, Any]) -> str:
    """Where the API tells what is so now."""
    event = f"events/{event_id}"
    place = (
        f"games/{data['game']}" if "game" in data else f"{event}/rounds/{data['round']}" if "round" in data else event
    )
    return f"{settings.BASE_URL}{reverse('api-index')}{place}"
