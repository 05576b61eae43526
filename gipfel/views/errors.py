"""Answers for what went wrong: each says what happened, what was kept, what to do. Programs get them as JSON."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from common import problems
from gipfel import outages
from gipfel.monitoring import requests
from gipfel.monitoring.logs import safe_path
from gipfel.outages import Outage

log = logging.getLogger(__name__)

HTTP_ERROR = 400
"""From this status on an answer is an error and names its request's id."""
OUTAGE = "gipfel.outage"
"""Where a request keeps the outage that its answer tells of: a key of `request.META`."""
NO_SECTION = "-"
"""No main page: on an error page none is the current one, wherever the address would belong."""
CSRF_FIELD = "csrfmiddlewaretoken"
AGAIN, AGAIN_FROM = "_again", "_again_from"
"""Fields of a form that is sent again: one for each time, and the page that it first stood on."""
SECRETS = ("password", "secret", "code")
"""Words in the names of fields that never stand on a page again."""
UNSAID = (CSRF_FIELD, "version", "content", "next")
"""Fields that say nothing to the person who filled them in."""
MOST_TRIES, PATIENCE = 5, 30
"""How often a script sends a form again by itself, and the most seconds that it waits for it."""
_CODES = {
    400: "parse-error",
    403: "permission-denied",
    404: "not-found",
    409: "stale",
    413: "too-large",
    429: "throttled",
    500: "error",
}


def page(
    request: HttpRequest,
    status: int,
    title: str,
    text: str,
    *,
    again: str = "",
    code: str = "",
    resend: Resend | None = None,
) -> HttpResponse:
    """One error page with a title and a sentence that helps; `again` is where to try once more ("": nowhere).

    `resend` is the form to send once more. Where JSON is wanted, the same in the API's form, with `code` or the usual
    one of `status`.
    """
    request_id = requests.current_id() if status >= HTTP_ERROR else ""
    if wants_json(request):
        more = {"request_id": request_id} if request_id else {}
        problem = problems.describe(code or _CODES.get(status, "error"), status, f"{title} – {text}", **more)
        answer = JsonResponse(problem, status=status, json_dumps_params={"ensure_ascii": False})
        answer["Content-Type"] = problems.media_type(request)
        return answer
    context = {"title": title, "text": text, "status": status, "again": again, "resend": resend}
    context |= {"request_id": request_id, "section": NO_SECTION}
    return render(request, "error.html", context, status=status)


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks: anything of the API, or a person who prefers JSON to a page."""
    if request.path_info.startswith("/api/"):
        return True
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def unavailable(request: HttpRequest, outage: Outage) -> HttpResponse:
    """503: the database cannot do its work just now. Asks it for nothing, and says when to try again."""
    outages.note(outage)
    log.error("%s %s: %s", request.method, safe_path(request), outage.for_operators)
    request.META[OUTAGE] = outage
    again = request.get_full_path() if request.method in ("GET", "HEAD") else came_from(request)
    resend = Resend.of(request, outage)
    answer = page(request, 503, _(outage.title), _(outage.text), again=again, code=outage.code, resend=resend)
    answer["Retry-After"] = str(outage.retry_after)
    answer["Cache-Control"] = "no-store"
    return answer


def being_computed(request: HttpRequest, seconds: int) -> HttpResponse:
    """503: what was asked for is being computed, or something else is before it. A page that is read comes again."""
    is_read = request.method in ("GET", "HEAD")
    again = request.get_full_path() if is_read else came_from(request)
    text = _("The server is preparing this page, or something before it. It is loaded again in a few seconds.")
    if not is_read:
        text = _("The server is busy with other files. Nothing was saved. Try again in a few seconds.")
    answer = page(request, 503, _("One moment"), text, again=again, code="being-computed", resend=Resend.of(request))
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    if is_read and not wants_json(request):
        answer["Refresh"] = str(seconds)
    return answer


@dataclass(frozen=True)
class Resend:
    """A form that could not be dealt with, as it was typed: `fields` are sent again, `typed` shows what is in it.

    `seconds` is when a script sends it by itself, 0 for never.
    """

    action: str
    fields: Sequence[tuple[str, str]]
    typed: Sequence[str]
    seconds: int

    @classmethod
    def of(cls, request: HttpRequest, outage: Outage | None = None) -> Resend | None:
        """None where there is no form, or one with a file or a password, which do not stand on a page.

        Without an `outage` the form was answered, so that sending it again is another act.
        """
        if request.method != "POST":
            return None
        secret = any(word in name for name in request.POST for word in SECRETS)
        if CSRF_FIELD not in request.POST or request.FILES or secret:
            return None
        values = [(name, value) for name, given in request.POST.lists() for value in given]
        known = [(name, value) for name, value in values if not name.startswith(AGAIN)]
        typed = [value for name, value in known if name not in UNSAID and not value.isdigit() and value.strip()]
        if outage is None:
            return cls(request.get_full_path(), known, typed, 0)
        tries = 1 + sum(name == AGAIN for name, _value in values)
        return cls(
            request.get_full_path(),
            [*known, *[(AGAIN, "")] * tries, (AGAIN_FROM, request.POST.get(AGAIN_FROM) or came_from(request))],
            typed,
            outage.retry_after if tries <= MOST_TRIES and outage.retry_after < PATIENCE else 0,
        )


def already_done(request: HttpRequest) -> HttpResponse:
    """The form was sent again, and had been dealt with the first time."""
    answer = page(
        request,
        200,
        _("Already saved"),
        _("Your last step arrived the first time. It was done once, and not again."),
        again=_own_address(request, request.POST.get(AGAIN_FROM, "")),
    )
    answer["X-Already-Done"] = "1"
    return answer


def came_from(request: HttpRequest) -> str:
    """The page of this server on which the form stood that was sent, as it is now; "" where that is not known."""
    return _own_address(request, request.headers.get("Referer", ""))


def _own_address(request: HttpRequest, address: str) -> str:
    return address if url_has_allowed_host_and_scheme(address, {request.get_host()}) else ""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or did not come from here."""
    return page(
        request,
        403,
        _("This form is too old"),
        _("Nothing was saved. Go back, reload the page and send the form again."),
        again=came_from(request),
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return page(
            request,
            413,
            _("That is too large"),
            _("A form can be at most 1 MB. Nothing was saved: go back and shorten it."),
        )
    return page(request, 400, _("That could not be read"), _("Nothing was saved. Go back and try again."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 403, _("Not allowed"), _("Your account may not do this here."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 404, _("No such page"), _("The link may be old. The search finds events and players."))


def broken(request: HttpRequest) -> HttpResponse:
    """Whatever no one caught, in a view or on the way to it: 503 where it is the database's state, else 500."""
    error = sys.exception()
    outage = outages.classify(error) if error is not None else None
    if outage is not None:
        return unavailable(request, outage)
    return page(
        request,
        500,
        _("Something went wrong"),
        _("Your last step was not saved. Try again; if it fails again, tell your organiser what you did."),
    )
