"""What the OpenAPI document says of every endpoint alike: a summary, and what a refusal looks like."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from common.idempotency import HEADER
from common.problems import MEDIA_TYPE, PLAIN_JSON, PROBLEMS
from gipfel.api.webhooks_document import MESSAGE, describe_webhooks
from gipfel.endpoint_descriptions import METHODS, summarize
from gipfel.field_descriptions import describe_fields


def _list_codes() -> str:
    """All codes by their statuses: "invalid, parse-error (400); …"."""
    by_status = groupby(PROBLEMS, lambda code: PROBLEMS[code].status)
    listed = "; ".join(f"{', '.join(codes)} ({status})" for status, codes in by_status)
    return f"{listed}. Those with 503 come with Retry-After."


_MESSAGE = {"type": "string", "description": "For people, in the language of Accept-Language."}
_MORE: dict[str, Any] = {
    "code": {
        "type": "string",
        "description": _list_codes(),
    },
    "request_id": {
        "type": "string",
        "description": "What the server's log calls this request; X-Request-ID in every answer as well.",
    },
    "fields": {
        "type": "object",
        "additionalProperties": {},
        "description": "invalid: what is wrong, by the name of the value; under an empty name, with all.",
    },
    "blockers": {
        "type": "array",
        "items": {"type": "string"},
        "description": "refused: what stands in the way, one by one.",
    },
    "version": {
        "type": "integer",
        "description": "stale: the version that is there now; already-done: the one that was made.",
    },
    "scope": {"type": "string", "description": "already-done: in which scope, “event:12”."},
    "fault": {
        "type": ["object", "null"],
        "description": "record-refused: where the record breaks off; null where its turns are legal.",
        "properties": {
            "ply": {"type": "integer", "description": "Turns count from 1; 0 is the set-up."},
            "token": {"type": "string"},
            "message": {"type": "string"},
            "position": {"type": "string", "description": "The position before the turn."},
            "alternatives": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Legal turns, where they are few.",
            },
        },
    },
    "rows": {
        "type": "array",
        "description": "rows-refused: which rows (0 is the first) and why, as if each had been sent alone.",
        "items": {
            "type": "object",
            "required": ["row", "status", "code", "detail"],
            "properties": {
                "row": {"type": "integer"},
                "status": {"type": "integer"},
                "code": {"type": "string"},
                "detail": {"type": "string"},
                "fields": {"type": "object", "additionalProperties": {}},
                "blockers": {"type": "array", "items": {"type": "string"}},
                "cautions": {"type": "array", "items": {"type": "object", "additionalProperties": {}}},
                "confirm": {"type": "string"},
                "version": {"type": "integer"},
            },
        },
    },
    "plies": {"type": "integer", "description": "record-refused: how many turns were legal."},
    "yours": {"$ref": "#/components/schemas/Claim"},
    "now": {"$ref": "#/components/schemas/GameOne"},
}
"""What stands beside the members of RFC 9457, and below `error` as well."""

REFUSAL = {
    "type": "object",
    "description": (
        "Problem details (RFC 9457): what was refused, and why. Nothing was stored, save where `code` is late. "
        "`error` is the same as the first releases wrote it."
    ),
    "required": ["type", "title", "status", "detail", "code", "error"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "Where this kind of problem is explained.",
        },
        "title": {"type": "string", "description": "The kind of problem, in words."},
        "status": {"type": "integer"},
        "detail": _MESSAGE,
        **_MORE,
        "error": {"type": "object", "required": ["code", "message"], "properties": {"message": _MESSAGE, **_MORE}},
    },
}


IDEMPOTENCY_KEY = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string", "pattern": "^[!#-~]{1,255}$"},
    "description": (
        "One’s own for each request, a UUID. Sent again with it within 24 hours, the same request is not done again: "
        "the answer is the first one, with `Idempotency-Replayed: ?1`."
    ),
}
IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "schema": {"type": "string"},
    "description": "The ETag of what was read. Where it is out of date, nothing is done (412).",
}


def finish(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: what each field is; of each operation a summary, who may, and how it refuses."""
    result["components"]["schemas"]["Refusal"] = REFUSAL
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                _finish(method, operation)
    result["components"]["schemas"]["WebhookMessage"] = MESSAGE
    result["webhooks"] = describe_webhooks()
    describe_fields(result)
    _write_null(result)
    return result


def _write_null(part: Any) -> None:
    """Say as JSON Schema does where null can be: frameworks write pages of lists as OpenAPI 3.0 had it."""
    if isinstance(part, dict) and part.pop("nullable", False) is True:
        part["type"] = [part["type"], "null"]
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _write_null(each)


def _finish(method: str, operation: dict[str, Any]) -> None:
    operation.setdefault("tags", ["index"])
    if method == "get":
        operation["security"] = [{"token": []}, {}]
    else:
        operation["security"] = [{"token": []}]
        operation.setdefault("parameters", []).extend((IDEMPOTENCY_KEY, IF_MATCH))
    operation["summary"] = summarize(operation.get("description", ""))
    refusal = {"schema": {"$ref": "#/components/schemas/Refusal"}}
    content = dict.fromkeys((MEDIA_TYPE, PLAIN_JSON), refusal)
    operation["responses"]["default"] = {"description": "Refused.", "content": content}
