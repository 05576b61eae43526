"""Pages for what went wrong: each says what happened, what was kept, what to do."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _


def page(request: HttpRequest, status: int, title: str, text: str, *, again: str = "") -> HttpResponse:
    """One error page with a title and a sentence that helps; `again` is where to try once more ("": nowhere)."""
    context = {"title": title, "text": text, "status": status, "again": again}
    return render(request, "error.html", context, status=status)


def came_from(request: HttpRequest) -> str:
    """The page of this house on which the form stood that was sent, as it is now; "" where that is not known."""
    address = request.headers.get("Referer", "")
    return address if url_has_allowed_host_and_scheme(address, {request.get_host()}) else ""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or did not come from here."""
    return page(
        request,
        403,
        _("This form is too old"),
        _("Nothing was stored. Go back, reload the page and send the form again."),
        again=came_from(request),
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return page(
            request,
            413,
            _("That is too large"),
            _("A form takes at most 1 MB. Nothing was stored: go back and shorten it."),
        )
    return page(request, 400, _("That could not be read"), _("Nothing was stored. Go back and try again."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 403, _("Not allowed"), _("Your account may not do this here."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 404, _("No such page"), _("The link may be old. The search finds events and players."))


def broken(request: HttpRequest) -> HttpResponse:
    return page(
        request,
        500,
        _("Something broke here"),
        _("Nothing of your last step was stored. Try again; if it breaks again, tell your organiser what you did."),
    )
