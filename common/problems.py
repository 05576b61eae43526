"""Problem details (RFC 9457): one form for everything that a program is refused, whatever refuses it.

`type`, `title`, `status` and `detail` are the standard's, `code` and what stands beside it are ours. `error` says the
same as the first releases wrote it, with `message` for `detail`, so that programs made for them go on working.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from gipf_engine.messages import gettext_noop as _

MEDIA_TYPE, PLAIN_JSON = "application/problem+json", "application/json"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is the same for all problems of one code: with which status they are answered, and what they are called."""

    status: int
    title: str


PROBLEMS: dict[str, Problem] = {
    "invalid": Problem(400, _("Some values are wrong")),
    "parse-error": Problem(400, _("The request could not be read")),
    "not-authenticated": Problem(401, _("A token is needed")),
    "authentication-failed": Problem(401, _("Unknown token")),
    "permission-denied": Problem(403, _("Not allowed")),
    "not-found": Problem(404, _("Not found")),
    "method-not-allowed": Problem(405, _("Method not supported")),
    "not-acceptable": Problem(406, _("Response format not available")),
    "refused": Problem(409, _("This cannot be done now")),
    "confirm": Problem(409, _("Confirmation is needed")),
    "stale": Problem(409, _("Changed elsewhere")),
    "late": Problem(409, _("Not counted: another arbiter was faster")),
    "already-done": Problem(409, _("Already done")),
    "in-progress": Problem(409, _("Still running")),
    "precondition-failed": Problem(412, _("The ETag is out of date")),
    "too-large": Problem(413, _("The body is too large")),
    "unsupported-media-type": Problem(415, _("Body type not supported")),
    "record-refused": Problem(422, _("The record is not legal")),
    "rows-refused": Problem(422, _("Some rows are refused")),
    "turn-refused": Problem(422, _("The turn is not legal")),
    "key-reused": Problem(422, _("The Idempotency-Key was used before")),
    "throttled": Problem(429, _("Too many requests")),
    "error": Problem(500, _("Internal error")),
    "being-computed": Problem(503, _("Being computed")),
    "busy": Problem(503, _("The database is busy")),
    "storage-full": Problem(503, _("Storage is full")),
    "database-away": Problem(503, _("The database does not answer")),
    "database-damaged": Problem(503, _("The database is damaged")),
}
"""By their codes, in the order of their statuses."""


def describe(code: str, status: int, message: str, **more: Any) -> dict[str, Any]:
    """The body of a refusal. `message` says in the reader's language what is wrong this time."""
    title = gettext(PROBLEMS[code].title) if code in PROBLEMS else message
    problem = {"type": f"{reverse('api-docs')}#{code}", "title": title, "status": status, "detail": message}
    return problem | {"code": code} | more | {"error": {"code": code, "message": message} | more}


def media_type(request: HttpRequest) -> str:
    """In what type a problem is told: as JSON to who accepts that alone or prefers it, else as problem details."""
    return request.get_preferred_type([MEDIA_TYPE, PLAIN_JSON]) or MEDIA_TYPE
