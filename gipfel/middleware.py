"""What every request passes through."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _
from whitenoise.middleware import WhiteNoiseMiddleware

from common.api import BIGGEST_ID
from common.computed_once import BeingComputedError
from common.journal import services as journal
from common.journal import submissions
from common.journal.services import Stale
from common.limited_process import LimitReached
from gipfel import outages
from gipfel.views import errors
from gipfel.views.confirmations import ask_to_confirm
from gipfel.views.errors import AGAIN, CSRF_FIELD
from gipfel.views.stale import stale_form
from play.core.web_visitors import COOKIE
from players.accounts.services.second_factor import needs_second_factor
from players.accounts.sign_in import has_second_factor
from players.core.rate_limit import TooMany
from players.models import Account
from players.permissions import NotAllowed
from tournaments.core.errors import ConfirmationNeeded
from tournaments.rounds.queries.pairing_explanations import TOO_MANY

HASH = re.compile(r"\.[0-9a-f]{12}(?=\.[^./]+$)")
"""In the name of a static file, before its kind."""
BUSY_SECONDS = 60
"""Until a picture is tried again that took longer than any may."""


class StaticFilesOfReleases(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise, which also answers for names of other releases: with the file of this one, for this time alone.

    While nodes are replaced one after the other, a page of one release may ask a node of another for its files; and a
    page that was opened before asks for what it needs later. Without style or script it would be of no use.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = request.path_info
        if address.startswith(self.static_prefix) and not self.autorefresh and address not in self.files:
            present = self.files.get(HASH.sub("", address))
            if present is not None:
                answer: HttpResponse = self.serve(present, request)
                answer["Cache-Control"] = "no-store"
                return answer
        return cast(HttpResponse, super().__call__(request))


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


class RefuseHugeNumbers:
    """404 where the address has a number that no row can have: SQLite raises OverflowError where it is asked for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if any(isinstance(value, int) and value > BIGGEST_ID for value in kwargs.values()):
            raise Http404


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
        if isinstance(exception, LimitReached):  # of a picture, whose work is always small: the machine is busy
            return errors.being_computed(request, BUSY_SECONDS)
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


class CompressAnswers(GZipMiddleware):
    """As Django's, but Cache-Control: no-transform (RFC 9111, 5.2.2.6) is heeded: such an answer has a digest."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer, or leave it."""
        if "no-transform" in response.headers.get("Cache-Control", ""):
            return response
        return super().process_response(request, response)


class PrivatePages:
    """Add `Cache-Control: private, no-cache` for signed-in readers, guests and API tokens where a view says nothing.

    What is made for them is for no shared cache, and a browser asks before it shows it again. Answers without a body
    (304) get it as well: caches take over the headers of what they keep.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_private = request.user.is_authenticated or COOKIE in request.COOKIES
        if is_private and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response


_CHOICES = {"language", "theme", "boards"}
_OPEN = {"account-second-factor", "account-second-factor-new", "sign-in-again", "sign-out", *_CHOICES}
"""Addresses that an account which must set it up needs on the way."""


class RequireSecondFactor:
    """Lead to its set-up who holds a role for which the operator asks it (SECOND_FACTOR_FOR) and has none.

    Keys to the API are not concerned.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if not settings.SECOND_FACTOR_ROLES or not isinstance(request.user, Account):
            return None
        match = request.resolver_match
        if match is not None and (match.url_name in _OPEN or match.route.startswith("api/")):
            return None
        if has_second_factor(request.user) or not needs_second_factor(request.user):
            return None
        return redirect("account-second-factor")
