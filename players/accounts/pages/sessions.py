"""Where the own account is signed in, and signing out there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from common.web import done_response
from players.accounts import sign_in
from players.accounts.queries import open_sessions
from players.accounts.services.sessions import end_other_sessions, end_session
from players.core import pages


@never_cache
@require_GET
def sessions(request: HttpRequest) -> HttpResponse:
    """Every browser in which the account is signed in."""
    reader = pages.require_signed_in(request)
    rows = open_sessions(reader, sign_in.session_id(request))
    return pages.page(request, "players/accounts/account_sessions.html", {"rows": rows, "others": len(rows) > 1})


@require_POST
def end(request: HttpRequest, session_id: str) -> HttpResponse:
    """Sign out in one of them."""
    reader = pages.require_signed_in(request)
    if not end_session(reader, session_id):
        raise Http404
    return done_response(request, _("Signed out there."), "account-sessions")


@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    reader = pages.require_signed_in(request)
    end_other_sessions(reader, kept=sign_in.session_id(request))
    return done_response(request, _("Signed out on all other devices."), "account-sessions")
