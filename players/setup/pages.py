"""The first step on an empty server, and removing the example."""

from __future__ import annotations

from django.contrib import auth, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data
from players.accounts.queries import has_no_accounts
from players.accounts.sign_in import enter
from players.core import pages
from players.core.pages import GET_OR_POST
from players.models import Account
from players.roles import Permission
from players.setup.forms import StartForm
from players.setup.services import create_first_organiser, remove_example_club
from players.setup.setup_token import may_set_up

FORBIDDEN = 403


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def start(request: HttpRequest) -> HttpResponse:
    """The first organiser of a server that has no account yet. Afterwards this page only leads to signing in."""
    is_empty = has_no_accounts()
    if not is_empty and request.method != "POST":
        return redirect("sign-in")
    if is_empty and not may_set_up(request):
        return render(request, "players/setup/start_elsewhere.html", status=FORBIDDEN)
    form = StartForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            began = create_first_organiser(**form.cleaned_data)
            assert began.club is not None
            messages.success(request, _("Club created. Who plays in its first event?"))
            return enter(request, began.account, reverse("event-new", args=[began.club.slug]))
    return pages.page(request, "players/setup/start.html", {"form": form})


@require_POST
@pages.refusals_lead_to("club-settings", "slug")
def remove_example(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the example club with everything in it."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    if not club.example:
        raise Http404
    remove_example_club(actor=organiser)
    if not Account.objects.filter(pk=organiser.pk).exists():
        auth.logout(request)
    return done_response(request, _("Example club removed."), "start" if has_no_accounts() else "home")
