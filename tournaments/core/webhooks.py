"""What webhooks tell, and how: the happenings, the message, its signature, and when it is tried again.

Headers, signature and pauses are those of Standard Webhooks 1.0.0
(https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Messages are thin: ids of
what is public, and where to read it; no names, so that nothing of a person who is erased is left in them.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from standardwebhooks import Webhook

from gipf_engine.messages import gettext_noop as _

SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
TEST = "webhook.test"
RESULT = "result.changed"
ROUND_PUBLISHED, ROUND_CHANGED, ROUND_WITHDRAWN = "round.published", "round.changed", "round.withdrawn"
ROUND_CLOSED, ROUND_REOPENED = "round.closed", "round.reopened"
EVENT_STARTED, EVENT_CLOSED, EVENT_REOPENED = "event.started", "event.closed", "event.reopened"
EVENT_UNDONE = "event.undone"
ARENA_PAIRED = "arena.paired"
ANNOUNCED, ANNOUNCEMENT_WITHDRAWN = "announcement.published", "announcement.withdrawn"
ADDED, ENTRY_REMOVED = "entry.added", "entry.removed"
ENTRY_WITHDRAWN, ENTRY_RETURNED = "entry.withdrawn", "entry.returned"
TEAM_ADDED, TEAM_CHANGED = "team.added", "team.changed"
TEAM_WITHDRAWN, TEAM_RETURNED = "team.withdrawn", "team.returned"
HAPPENINGS: Mapping[str, str] = {
    ROUND_PUBLISHED: _("A round is published"),
    ROUND_CHANGED: _("Pairings of a published round change"),
    ROUND_WITHDRAWN: _("A round is unpublished or unpaired"),
    RESULT: _("A result is confirmed or changed"),
    ROUND_CLOSED: _("A round is locked"),
    ROUND_REOPENED: _("A round is unlocked"),
    EVENT_STARTED: _("The event starts"),
    EVENT_CLOSED: _("The event is closed"),
    EVENT_REOPENED: _("The event is reopened"),
    ARENA_PAIRED: _("Players of an arena are paired"),
    ANNOUNCED: _("An announcement is published"),
    ANNOUNCEMENT_WITHDRAWN: _("An announcement is withdrawn"),
    EVENT_UNDONE: _("Actions in the event are undone"),
    ADDED: _("A player is registered"),
    ENTRY_REMOVED: _("A player is removed from the list"),
    ENTRY_WITHDRAWN: _("A player withdraws"),
    ENTRY_RETURNED: _("A withdrawn player is reinstated"),
    TEAM_ADDED: _("A team is added"),
    TEAM_CHANGED: _("The roster of a team changes"),
    TEAM_WITHDRAWN: _("A team withdraws"),
    TEAM_RETURNED: _("A withdrawn team is reinstated"),
}
"""What can be told, with what it is called. Keys are public: they stand in messages as their type, and acts
(`common.journal.acts`) name them as their `webhook`."""
_SENT_IDS = ("round", "entry", "team", "announcement")
"""Of an act's line in the journal these ids are told, and nothing else."""

PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""Between the attempts for one message. After the last one, some 75 hours after the first, it is given up."""
LONGEST_REST = timedelta(minutes=5)
"""How long an address that does not answer is left alone at most before the next message is tried."""


def ids_to_send(data: Mapping[str, Any]) -> dict[str, int | list[int]]:
    """The ids of an act's line that a message tells."""
    found: dict[str, int | list[int]] = {key: data[key] for key in _SENT_IDS if isinstance(data.get(key), int)}
    if "entries" in data and "round" not in data:
        found["entries"] = list(data["entries"])
    return found


def make_body(kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """The JSON of a message."""
    return json.dumps({"type": kind, "timestamp": at.isoformat(), "data": data}, separators=(",", ":"))


def new_message_id() -> str:
    """An id that no one guesses, without a full stop, as the specification asks."""
    return f"msg_{secrets.token_hex(16)}"


def new_secret() -> str:
    """256 random bits, as the specification writes them."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def make_headers(secrets: Sequence[str], message_id: str, at: datetime, body: str) -> dict[str, str]:
    """The headers of an attempt at the time `at`, in UTC, with a signature for each of `secrets`."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "Gipfel",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message_id, at, body) for secret in secrets),
    }


def pause_after(attempts: int) -> timedelta | None:
    """How long to wait after so many failed attempts for one message; None where it is given up."""
    return PAUSES[attempts - 1] if attempts <= len(PAUSES) else None


def rest_after(failures: int) -> timedelta:
    """How long an address is left alone after so many failures in a row."""
    return min(timedelta(seconds=5 * 2 ** min(failures - 1, 10)), LONGEST_REST)
