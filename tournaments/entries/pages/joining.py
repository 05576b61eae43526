"""Asking to join a club or to enter an event, and the list in which organisers approve."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common.qr_codes import qr_code
from common.secret_keys import digest_of
from common.web import done_response, posted_data
from gipf_engine.messages import Refused
from players.core import limits, pages
from players.core.rate_limit import TooMany
from players.guardians.services import waits_for_guardian
from players.joining.forms import AskToJoinForm, GuardianFields
from players.joining.services import (
    CLOSED,
    Asked,
    ask_to_join,
    ask_with_account,
    decline_join,
    link_of_request,
    take_requests,
)
from players.models import Account, Club, JoinRequest
from players.models.joining import OPEN_FOR
from players.roles import Permission
from tournaments.core.pages import get_visible_event
from tournaments.entries.queries import invitations, open_requests, own_state
from tournaments.entries.questions import WithQuestions
from tournaments.entries.services.joining import approve_request
from tournaments.entries.services.questions import ask_to_enter
from tournaments.models import Event

GET_OR_POST = ["GET", "HEAD", "POST"]
ASK = "players/joining/join.html"


class AskToEnterForm(AskToJoinForm, WithQuestions):
    """Who asks to join a club, and what an event of it asks those who register."""


@require_http_methods(GET_OR_POST)
def club_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to become a member."""
    return _ask(request, get_object_or_404(Club, slug=slug), None)


@require_http_methods(GET_OR_POST)
def event_ask(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ask to enter an event, without an account. Who has one, and an event that takes no one, goes to its own page."""
    event = get_visible_event(request, event_id)
    if request.user.is_authenticated or event.state != Event.State.OPEN or not event.self_entry:
        return redirect("event-enter", event_id)
    return _ask(request, event.club, event)


def _ask(request: HttpRequest, club: Club, event: Event | None) -> HttpResponse:
    if isinstance(request.user, Account):
        return _ask_with_account(request, request.user, club)
    form = AskToEnterForm(posted_data(request), event=event, asks_guardians=club.asks_guardians)
    context = {"club": club, "event": event, "form": form, "days": OPEN_FOR.days, "closed": CLOSED}
    context["sign_up"] = settings.SIGN_UP and event is None
    if request.method == "POST" and form.is_valid():
        try:
            limits.JOIN_BY_CLIENT.take_from(request)
            limits.JOIN_BY_CLUB.take(str(club.pk))
            asked = _ask_for(club, event, form)
            return redirect("join-request", asked.secret)
        except TooMany as refused:
            return pages.wait(request, refused, form, ASK, context)
        except Refused as refused:
            form.add_error(refused.field or None, refused.message.translate(_))
    return pages.page(request, ASK, context)


def _ask_for(club: Club, event: Event | None, form: AskToEnterForm) -> Asked:
    typed = {name: form.cleaned_data[name] for name in AskToJoinForm.base_fields if name in form.fields}
    language = get_language() or ""
    if event is None:
        return ask_to_join(club=club, language=language, **typed)
    return ask_to_enter(event, form.answers(), language=language, **typed)


def _ask_with_account(request: HttpRequest, account: Account, club: Club) -> HttpResponse:
    """Ask by one button: the one who has an account has a name and an address."""
    form = GuardianFields(posted_data(request), asks_guardians=club.asks_guardians)
    if request.method == "POST" and form.is_valid():
        limits.JOIN_BY_CLIENT.take_from(request)
        limits.JOIN_BY_CLUB.take(str(club.pk))
        try:
            ask_with_account(account=account, club=club, **form.cleaned_data)
            return done_response(request, _("The organisers have your request."), "club-join", club.slug)
        except Refused as refused:
            if refused.field not in form.fields:
                return pages.refused_response(request, refused, "club-join", club.slug)
            form.add_error(refused.field, refused.message.translate(_))
    context = {"club": club, "own": own_state(account, club), "days": OPEN_FOR.days, "closed": CLOSED, "form": form}
    return pages.page(request, ASK, context)


@never_cache
@require_http_methods(GET_OR_POST)
def join_request(request: HttpRequest, secret: str) -> HttpResponse:
    """What became of a request; once it is approved, a button leads to the first password."""
    requests = JoinRequest.objects.select_related("club", "account", "scope")
    found = requests.filter(digest=digest_of(secret)).first()
    if found is None:
        return render(request, "players/joining/join_request_gone.html", {"days": OPEN_FOR.days}, status=404)
    link = link_of_request(found)
    if request.method == "POST" and link is not None:
        return redirect(reverse("password-link", args=[link.uid, link.token]))
    return render(
        request,
        "players/joining/join_request.html",
        {"club": found.club, "asked": found, "link": link, "guardian": waits_for_guardian(found)},
    )


@require_GET
def club_joining(request: HttpRequest, slug: str) -> HttpResponse:
    """Who asks to join, and the invitations of the club and its events to show or to print."""
    _organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    links = [(each.name, request.build_absolute_uri(each.path)) for each in invitations(club)]
    context = pages.club_context(request, club, "club-joining", requests=list(open_requests(club)))
    context["days"] = OPEN_FOR.days
    context["invitations"] = [(name, address, qr_code(address)) for name, address in links]
    return render(request, "players/joining/joining.html", context)


@require_POST
def switch(request: HttpRequest, slug: str) -> HttpResponse:
    """Let visitors ask to join, or no longer."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    if (chosen := request.POST.get("takes")) not in ("0", "1"):
        raise BadRequest("takes")
    takes = chosen == "1"
    take_requests(actor=organiser, club_id=club.pk, takes=takes)
    done = _("Visitors can ask to join.") if takes else _("Visitors can no longer ask to join.")
    return done_response(request, done, "club-joining", slug)


@require_POST
def approve(request: HttpRequest, slug: str, request_id: int) -> HttpResponse:
    """Approve a request: as a new person, or as a member who has no account."""
    organiser = _organiser_of(request, slug, request_id)
    person = request.POST.get("person", "")
    is_new = person == "new"
    if person and not is_new and not (person.isascii() and person.isdigit() and len(person) < 10):
        raise BadRequest("person")
    try:
        approve_request(organiser, request_id, person_id=int(person) if person and not is_new else None, is_new=is_new)
    except Refused as refused:
        return pages.refused_response(request, refused, "club-joining", slug)
    return done_response(request, _("Approved. The player can now choose a password."), "club-joining", slug)


@require_POST
def decline(request: HttpRequest, slug: str, request_id: int) -> HttpResponse:
    """Decline a request: nothing of it is kept."""
    decline_join(actor=_organiser_of(request, slug, request_id), request_id=request_id)
    return done_response(request, _("Request declined and deleted."), "club-joining", slug)


def _organiser_of(request: HttpRequest, slug: str, request_id: int) -> Account:
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    get_object_or_404(JoinRequest, pk=request_id, club=club, account=None)
    return organiser
