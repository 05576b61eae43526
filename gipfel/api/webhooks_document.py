"""What the OpenAPI document says of webhooks: what is sent to the addresses that organisers add."""

from __future__ import annotations

from typing import Any

from tournaments.core.webhooks import HAPPENINGS, RESULT, TEST

_ID = {"type": "integer"}
MESSAGE: dict[str, Any] = {
    "type": "object",
    "description": "A message of a webhook: what happened in an event, in ids alone. It is sent again as it is.",
    "required": ["type", "timestamp", "data"],
    "properties": {
        "type": {"type": "string", "enum": [*HAPPENINGS, TEST], "description": "What happened."},
        "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
        "data": {
            "type": "object",
            "description": "What it concerns, in ids of this API.",
            "required": ["event"],
            "properties": {
                "event": _ID | {"description": "The id of the event."},
                "version": _ID | {"description": "The event’s version after the act."},
                "round": _ID | {"description": "The number of the round that it concerns."},
                "entry": _ID | {"description": "The id of the entry that it concerns."},
                "entries": {"type": "array", "items": _ID, "description": "The ids of the entries that it concerns."},
                "game": _ID | {"description": "The id of the game that has another result."},
                "game_version": _ID | {"description": "The game’s version now."},
                "result": {"type": "string", "description": "The code of the result that counts now."},
                "url": {"type": "string", "format": "uri", "description": "Where this API tells what is so now."},
            },
        },
    },
}
EXAMPLE = {
    "type": RESULT,
    "timestamp": "2026-11-23T07:00:00.123456+00:00",
    "data": {
        "event": 12,
        "game": 345,
        "result": "1-0",
        "game_version": 3,
        "url": "https://gipfel.example/api/v1/games/345",
    },
}
_HEADERS = (
    ("webhook-id", "The id of the message: the same whenever it is sent again.", "msg_0c2d8b7e4f6a"),
    ("webhook-timestamp", "When this attempt was made, in seconds since 1970.", "1795417200"),
    (
        "webhook-signature",
        "“v1,” and the HMAC-SHA256 of id.timestamp.body by the webhook’s secret, in base64; two with a blank between.",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
)


def describe_webhooks() -> dict[str, Any]:
    """By kind what is sent, and how to answer it."""
    return {kind: {"post": _operation(kind, text)} for kind, text in {**HAPPENINGS, TEST: "A test"}.items()}


def _operation(kind: str, summary: str) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}
    if kind == EXAMPLE["type"]:
        content["example"] = EXAMPLE
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": text,
            "schema": {"type": "string"},
            "example": example,
        }
        for name, text, example in _HEADERS
    ]
    return {
        "operationId": "webhook_" + kind.replace(".", "_"),
        "summary": summary,
        "tags": ["webhooks"],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "Taken. Answer within 15 seconds."},
            "410": {"description": "Not wanted any more: the webhook is turned off."},
            "default": {"description": "Not taken: it is sent again later."},
        },
    }
