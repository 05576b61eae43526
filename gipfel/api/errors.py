"""One form for everything the API refuses: `{"error": {"code", "message", "fields"?}}`."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from journal.services import Stale
from phrases import Refused
from players.permissions import NotAllowed


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer for `error`; None (a 500 page and a log line) for what nobody foresaw."""
    if isinstance(error, NotAllowed):
        error = _not_allowed(context)
    if isinstance(error, Stale):
        return _answer(
            status.HTTP_409_CONFLICT,
            "stale",
            _("Somebody acted in between: you saw version %(expected)s, it is now at %(found)s. Read it again.")
            % {"expected": error.expected, "found": error.found},
            version=error.found,
        )
    if isinstance(error, Refused):
        return _answer(status.HTTP_409_CONFLICT, "refused", error.phrase.say(_))
    if isinstance(error, Http404 | ObjectDoesNotExist):
        return _answer(status.HTTP_404_NOT_FOUND, "not-found", _("There is no such thing."))
    return _from_framework(error, context)


def _not_allowed(context: dict[str, Any]) -> exceptions.APIException:
    """401 for somebody unknown, 403 for somebody who may not."""
    if context["request"].user.is_authenticated:
        return exceptions.PermissionDenied(_("Your account may not do this here."))
    return exceptions.NotAuthenticated(_("Send a token: Authorization: Token <key>"))


def _from_framework(error: Exception, context: dict[str, Any]) -> Response | None:
    response = exception_handler(error, context)
    if response is None or isinstance(error, PermissionDenied):
        return response
    if isinstance(error, exceptions.ValidationError):
        response.data = _body("invalid", _("Some values are not right; nothing was stored."), fields=response.data)
    elif isinstance(error, exceptions.APIException):
        response.data = _body(str(error.default_code).replace("_", "-"), str(error.detail))
    return response


def _answer(code: int, name: str, message: str, **more: Any) -> Response:
    return Response(_body(name, message, **more), status=code)


def _body(name: str, message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"code": name, "message": message, **more}}
