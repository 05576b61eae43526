"""Problem details (RFC 9457): one form for everything that a program is refused, whatever refuses it.

`type`, `title`, `status` and `detail` are the standard's, `code` and what stands beside it are ours. `error` says the
same as the first releases wrote it, with `message` for `detail`, so that programs made for them go on working.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from engine.messages import gettext_noop as _

MEDIA_TYPE, PLAIN_JSON = "application/problem+json", "application/json"

TITLES: dict[str, str] = {
    "invalid": _("Some values are wrong"),
    "parse-error": _("The request could not be read"),
    "not-authenticated": _("A token is needed"),
    "authentication-failed": _("The token is not known"),
    "permission-denied": _("Not allowed"),
    "not-found": _("Not found"),
    "method-not-allowed": _("The method is not known here"),
    "not-acceptable": _("No such form of answer"),
    "refused": _("This cannot be done now"),
    "confirm": _("Confirmation is needed"),
    "stale": _("Changed by somebody else"),
    "late": _("Not in force: somebody was faster"),
    "already-done": _("Already done"),
    "in-progress": _("Still running"),
    "precondition-failed": _("The ETag is out of date"),
    "too-large": _("The body is too large"),
    "unsupported-media-type": _("This type of body is not read here"),
    "record-refused": _("The record is not legal"),
    "rows-refused": _("Some rows are refused"),
    "turn-refused": _("The turn is not legal"),
    "key-reused": _("The Idempotency-Key was used before"),
    "throttled": _("Too many requests"),
    "error": _("Internal error"),
    "busy": _("The database is busy"),
    "storage-full": _("Storage is full"),
    "database-away": _("The database does not answer"),
    "database-damaged": _("The database is damaged"),
}
"""Every code with its title, which is the same for all problems of one code."""


def describe(code: str, status: int, message: str, **more: Any) -> dict[str, Any]:
    """The body of a refusal. `message` says in the reader's language what is wrong this time."""
    title = gettext(TITLES[code]) if code in TITLES else message
    problem = {"type": f"{reverse('api-docs')}#{code}", "title": title, "status": status, "detail": message}
    return problem | {"code": code} | more | {"error": {"code": code, "message": message} | more}


def media_type(request: HttpRequest) -> str:
    """In what type a problem is told: as JSON to who accepts that alone or prefers it, else as problem details."""
    return request.get_preferred_type([MEDIA_TYPE, PLAIN_JSON]) or MEDIA_TYPE
