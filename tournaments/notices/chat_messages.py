"""Messages of webhooks as chat services take them: a sentence for people in place of ids for programs.

* Discord (https://discord.com/developers/docs/resources/webhook#execute-webhook): `content` of at most 2,000
  characters; `allowed_mentions` with nothing to parse, so that no text of ours calls everybody in a channel.
* Slack (https://api.slack.com/messaging/webhooks): `text`, in which &, < and > are escaped.
* Matrix (https://spec.matrix.org/latest/client-server-api/#mroommessage): `msgtype` and `body` of a message in a room;
  bridges such as Hookshot, which put what a webhook sends into a room, read `text`.

The words are made when a message is sent. What is stored holds ids alone, so that nothing of a person who is erased is
left in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override

from common.translation import translate_message
from games.models import Game
from gipf_engine.messages import Message
from players.models import Account
from tournaments.core.webhooks import HAPPENINGS, TEST
from tournaments.journal.queries.journal_changes import result_label
from tournaments.models import Announcement, Event, Webhook, WebhookMessage

MOST_CHARACTERS = 2000
CUT = " …"


def body_to_send(webhook: Webhook, message: WebhookMessage) -> str:
    """The body of a message as the webhook's receiver takes it: as it is stored, or in words."""
    shape = SHAPES.get(webhook.receiver)
    if shape is None:
        return message.body
    language = Account.objects.filter(pk=webhook.made_by).values_list("language", flat=True).first()
    with override(language or settings.LANGUAGE_CODE):
        text = words_of(message.kind, json.loads(message.body)["data"])
    return json.dumps(shape(text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - len(CUT)] + CUT))


def _for_discord(text: str) -> Mapping[str, Any]:
    return {"content": text, "allowed_mentions": {"parse": []}}


def _for_slack(text: str) -> Mapping[str, Any]:
    return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


def _for_matrix(text: str) -> Mapping[str, Any]:
    return {"msgtype": "m.text", "body": text, "text": text}


SHAPES: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    Webhook.Receiver.DISCORD: _for_discord,
    Webhook.Receiver.SLACK: _for_slack,
    Webhook.Receiver.MATRIX: _for_matrix,
}


def words_of(kind: str, data: Mapping[str, Any]) -> str:
    """What a message says in the language that is active: the event, what happened there, and where to look."""
    event = Event.objects.get(pk=data["event"])
    name = gettext("Test") if kind == TEST else translate_message(Message(HAPPENINGS[kind]))
    said, address = name, reverse("event", args=[event.pk])
    if "game" in data:
        said, address = _of_game(name, data), reverse("game", args=[data["game"]])
    elif "announcement" in data:
        said, address = _of_announcement(name, data), reverse("event-announcements", args=[event.pk])
    elif "round" in data:
        said = f"{name} ({gettext('Round %(number)s') % {'number': data['round']}})"
        address = reverse("event-round", args=[event.pk, data["round"]])
    return f"{event.name}: {said}\n{settings.BASE_URL}{address}"


def _of_game(name: str, data: Mapping[str, Any]) -> str:
    game = Game.objects.select_related("white__merged_into", "black__merged_into").filter(pk=data["game"]).first()
    if game is None:  # its round was unpaired meanwhile
        return name
    white, black = ((each.merged_into or each).name for each in (game.white, game.black))
    result = result_label(data["result"])
    return f"{white} – {black}: {translate_message(result) if isinstance(result, Message) else result}"


def _of_announcement(name: str, data: Mapping[str, Any]) -> str:
    found = Announcement.objects.get(pk=data["announcement"])
    if found.withdrawn_at is not None:
        return f"{name}: {found.subject}\n{found.note}"
    return f"{found.subject}\n{found.text}"
