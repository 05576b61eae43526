"""What every request passes through."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _

from common.computed_once import BeingComputedError
from common.journal import services as journal
from common.journal import submissions
from common.journal.services import Stale
from gipfel import outages
from gipfel.views import errors
from gipfel.views.confirmations import ask_to_confirm
from gipfel.views.errors import AGAIN, CSRF_FIELD
from gipfel.views.stale import stale_form
from players.core.rate_limit import TooMany
from players.permissions import NotAllowed
from tournaments.core.errors import ConfirmationNeeded
from tournaments.rounds.queries.pairing_explanations import TOO_MANY


class ReadAgainMiddleware:
    """Ask a second time where a read met a dead connection: the next connection may live. Writes are never repeated.

    It stands around everything that asks the database. Where the second answer fails as well, it is the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.META.pop(errors.OUTAGE, None) is outages.AWAY and request.method in ("GET", "HEAD"):
            close_old_connections()
            answer = self.get_response(request)
        return answer


class FormSubmissionMiddleware:
    """Give every form that is sent a fingerprint: its page's key, its address and what was typed.

    The key differs for every page that is shown, so the same form of the same page is the same sending.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with submissions.sending(None):
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Within `__call__`, once the form was read and its key was found right.

        What is no page (the API) takes no forms, and reads its body by itself.
        """
        if request.method == "POST" and not getattr(view, "csrf_exempt", False) and CSRF_FIELD in request.POST:
            form = submissions.Sending(_fingerprint(request), again=AGAIN in request.POST)
            if form.again and journal.was_done(form):
                return errors.already_done(request)  # before anything is found wrong with doing it twice
            submissions.begin(form)
        return None


def _fingerprint(request: HttpRequest) -> str:
    typed = sorted((name, values) for name, values in request.POST.lists() if not name.startswith(AGAIN))
    return sha256(repr((request.get_full_path(), typed)).encode()).hexdigest()


class PlainErrorsMiddleware:
    """Turn refusals and outages into pages: 403 or sign-in, 409 for a stale form, 503 where the database cannot."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            return errors.page(request, 403, _("Not allowed"), _("Your account may not do this here."))
        if isinstance(exception, TooMany):
            response = errors.page(request, 429, _("Too many requests"), TOO_MANY.translate(_))
            response["Retry-After"] = str(exception.seconds)
            return response
        if isinstance(exception, BeingComputedError):
            return errors.being_computed(request, exception.seconds)
        if isinstance(exception, submissions.AlreadyDone):
            return errors.already_done(request)
        if isinstance(exception, Stale):
            return stale_form(request, exception)
        if isinstance(exception, ConfirmationNeeded):
            return ask_to_confirm(request, exception)
        outage = outages.classify(exception)
        return None if outage is None else errors.unavailable(request, outage)


class AccountLanguageMiddleware:
    """Speak the language that the account's owner chose, on whatever device; else what the cookie or browser says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = getattr(request.user, "language", "")
        if chosen in dict(settings.LANGUAGES):
            activate(chosen)
            request.LANGUAGE_CODE = get_language()
        return self.get_response(request)
