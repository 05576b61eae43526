"""How everything that the API refuses is answered, as problem details (`common.problems`).

`code` is for programs and does not change with the language; `detail` is for people. What is wrong with single
values stands in `fields`; what stops an act, in `blockers`; where a record breaks off, in `fault`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common import problems
from common.api import NotInForce
from common.computed_once import BeingComputedError
from common.entity_tags import PreconditionFailed
from common.idempotency import LATE
from common.journal import queries as journal
from common.journal import submissions
from common.journal.services import Stale, was_done
from common.translation import translate_message
from games.core.services.errors import RecordRefused, TurnRefused
from games.results.services.decisions import RowsRefused
from gipf_engine.messages import Refused
from gipf_engine.rules.verdict import Fault
from gipfel.monitoring import requests
from players.core.rate_limit import TooMany
from players.permissions import NotAllowed
from tournaments.core.errors import ConfirmationNeeded, EventRefused


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of refusal is answered: status, code, and what is said beside the message."""

    status: int = status.HTTP_409_CONFLICT
    code: str = "refused"
    more: Callable[[Any], dict[str, Any]] = lambda error: {}


def _blockers(error: EventRefused) -> dict[str, Any]:
    return {"blockers": [translate_message(message) for message in error.blockers]} if error.blockers else {}


def _describe_cautions(error: ConfirmationNeeded) -> dict[str, Any]:
    """What speaks against the act, and the key by which it is confirmed."""
    found = [
        {"key": each.key, "level": int(each.level), "message": translate_message(each.message)}
        for each in error.cautions
    ]
    return {"cautions": found, "confirm": error.key}


def _fault(error: RecordRefused) -> dict[str, Any]:
    """Where the record breaks off; null where every turn was legal, or none was played."""
    return {"plies": error.plies, "fault": _where(error.fault)}


def _where(fault: Fault | None) -> dict[str, Any] | None:
    if fault is None:
        return None
    return {
        "ply": fault.ply,
        "token": fault.token,
        "message": translate_message(fault.message),
        "position": fault.position,
        "alternatives": list(fault.alternatives),
    }


FORMS: dict[type[Refused], Form] = {
    EventRefused: Form(more=_blockers),
    ConfirmationNeeded: Form(code="confirm", more=_describe_cautions),
    RecordRefused: Form(status.HTTP_422_UNPROCESSABLE_ENTITY, "record-refused", _fault),
    TurnRefused: Form(
        status.HTTP_422_UNPROCESSABLE_ENTITY, "turn-refused", lambda error: {"fault": _where(error.fault)}
    ),
    Refused: Form(),
}
"""The register of refusals. Apps raise what they like; the nearest class of it in here says how it is answered."""


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer for `error`; None (a 500 page and a log line) for what no one foresaw."""
    # A refusal is JSON and says so, also where the address has other forms and one of them was asked for.
    request = context["request"]
    request.accepted_media_type = problems.media_type(request._request)
    request.accepted_renderer = JSONRenderer()
    request.accepted_renderer.media_type = request.accepted_media_type
    if (done := _done_before(error)) is not None:
        return done
    if isinstance(error, submissions.Moved):
        error = PreconditionFailed(context["view"].state())
    if isinstance(error, NotAllowed):
        error = _not_allowed(context)
    if isinstance(error, Stale):
        return _stale(error)
    error = _as_wait(error)
    if isinstance(error, NotInForce):
        return _error_response(status.HTTP_409_CONFLICT, LATE, translate_message(error.message), **error.values)
    if isinstance(error, RowsRefused):
        return _refused_rows(error, context)
    if isinstance(error, Refused):
        return _answer_refusal(error)
    if isinstance(error, Http404 | ObjectDoesNotExist):
        return _error_response(status.HTTP_404_NOT_FOUND, "not-found", _("This does not exist."))
    return _from_framework(error, context)


def _done_before(error: Exception) -> Response | None:
    """409 for a request whose key was sent before: also where the first was done while this one was being looked at."""
    form = submissions.current()
    beside = isinstance(error, Stale | Refused) and form is not None and form.again and was_done(form)
    if not beside and not isinstance(error, submissions.AlreadyDone):
        return None
    message = _("This was done when it was first sent. Nothing was done again: read what is there now.")
    more = {"scope": error.key, "version": error.version} if isinstance(error, submissions.AlreadyDone) else {}
    return _error_response(status.HTTP_409_CONFLICT, "already-done", message, **more)


def _not_allowed(context: dict[str, Any]) -> exceptions.APIException:
    """401 for an unknown caller, 403 for an account that may not."""
    if getattr(context["view"], "guest", None) is not None:
        return exceptions.PermissionDenied(_("You are a guest, and this is not your game."))
    if context["request"].user.is_authenticated:
        return exceptions.PermissionDenied(_("Your account may not do this here."))
    return exceptions.NotAuthenticated()


class _BeingComputed(exceptions.APIException):
    status_code, default_code = status.HTTP_503_SERVICE_UNAVAILABLE, "being-computed"

    def __init__(self, wait: int) -> None:
        super().__init__(_("The server is preparing this, or something before it. Ask again in a few seconds."))
        self.wait = wait


def _as_wait(error: Exception) -> Exception:
    """What says that the reader has to wait, as the framework says it: with the seconds in a header."""
    if isinstance(error, TooMany):
        return exceptions.Throttled(wait=error.seconds)
    return _BeingComputed(error.seconds) if isinstance(error, BeingComputedError) else error


def _stale(error: Stale) -> Response:
    """Another act was quicker. The version is that of the scope, or of what else the service compared."""
    message = _("This has changed since you read it. Nothing was saved: read it again.")
    version = journal.version(error.key) or error.found
    return _error_response(status.HTTP_409_CONFLICT, "stale", message, version=version)


def _refused_rows(error: RowsRefused, context: dict[str, Any]) -> Response:
    """Of each row that is refused what would be answered if it had been sent alone."""
    rows = []
    for place, each in sorted(error.errors.items()):
        alone = handle(each, context)
        assert alone is not None  # services refuse in forms that are known here
        rows.append({"row": place} | {name: alone.data[name] for name in alone.data if name not in _OF_THE_WHOLE})
    message = _("Some rows were refused. Nothing was saved.")
    return _error_response(status.HTTP_422_UNPROCESSABLE_ENTITY, "rows-refused", message, rows=rows)


_OF_THE_WHOLE = ("type", "title", "request_id", "error")
"""Members of a problem that rows of one do not have."""


def _answer_refusal(error: Refused) -> Response:
    message = translate_message(error.message)
    if error.field:
        reasons = [translate_message(message) for message in error.blockers] if isinstance(error, EventRefused) else []
        return _error_response(
            status.HTTP_400_BAD_REQUEST, "invalid", message, fields={error.field: reasons or [message]}
        )
    form = next(FORMS[kind] for kind in type(error).__mro__ if kind in FORMS)
    return _error_response(form.status, form.code, message, **form.more(error))


def _from_framework(error: Exception, context: dict[str, Any]) -> Response | None:
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    if isinstance(error, exceptions.ValidationError):
        response.data = _body(
            response.status_code, "invalid", _("Some values are wrong. Nothing was saved."), fields=_fields(error)
        )
    elif isinstance(error, exceptions.NotAuthenticated):
        response.data = _body(response.status_code, "not-authenticated", _("Send a token: Authorization: Bearer <key>"))
    elif isinstance(error, PreconditionFailed):
        more = {} if error.version is None else {"version": error.version}
        response.data = _body(response.status_code, error.default_code, str(error.detail), **more)
    else:
        response.data = _body(response.status_code, str(error.default_code).replace("_", "-"), str(error.detail))
    return response


def _fields(error: exceptions.ValidationError) -> Any:
    """By field what is wrong with it; under "" what is wrong with the whole."""
    if isinstance(error.detail, list):
        return {"": error.detail}
    return {"" if name == "non_field_errors" else name: what for name, what in error.detail.items()}


def _error_response(code: int, name: str, message: str, **more: Any) -> Response:
    return Response(_body(code, name, message, **more), status=code)


def _body(code: int, name: str, message: str, **more: Any) -> dict[str, Any]:
    """The id of the request is what the server's log calls it."""
    request_id = requests.current_id()
    return problems.describe(name, code, message, **({"request_id": request_id} if request_id else {}), **more)
