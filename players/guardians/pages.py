"""The pages of consent: a club's rule and questions, and what a guardian answers."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.journal import queries as journal
from common.web import done_response, posted_data, try_service
from gipf_engine.messages import Refused
from players.core import pages
from players.core.pages import GET_OR_POST
from players.guardians.forms import AskGuardianForm, ConsentForm, GuardianRuleForm
from players.guardians.services import (
    Answer,
    answer_as_guardian,
    ask_about_person,
    consents_of,
    find_consent,
    latest_answer,
    name_of_minor,
    set_guardian_rule,
)
from players.models import Account, Club
from players.models.guardians import ASKED_FOR
from players.roles import Permission

PAGE = "players/guardians/club_guardians.html"


@require_http_methods(GET_OR_POST)
def club_guardians(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether minors need consent, and whose guardians have given it. For organisers."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    sent = posted_data(request)
    form = GuardianRuleForm(sent) if sent is not None else GuardianRuleForm.of(club, journal.version(club.scope))
    if request.method == "POST" and try_service(form, lambda: _set(organiser, club, form)):
        return done_response(request, _("Changes saved."), "club-guardians", slug)
    return _page(request, club, form, AskGuardianForm())


@require_POST
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the guardian of a member. For organisers."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    form = AskGuardianForm(request.POST)
    if try_service(form, lambda: _ask_about_member(organiser, club, form)):
        return done_response(request, _("Mail sent to the guardian."), "club-guardians", slug)
    return _page(request, club, GuardianRuleForm.of(club, journal.version(club.scope)), form)


@never_cache
@require_http_methods(GET_OR_POST)
def guardian(request: HttpRequest, secret: str) -> HttpResponse:
    """What a guardian is asked; the link in the mail is the key to it."""
    found = find_consent(secret)
    if found is None:
        return render(request, "players/guardians/gone.html", status=404)
    form = ConsentForm(posted_data(request))
    if request.method == "POST":
        answer = request.POST.get("answer", "")
        if answer not in Answer.values:
            raise BadRequest("answer")
        try:
            if answer != Answer.GIVEN or form.is_valid():
                answer_as_guardian(secret=secret, answer=answer, guardian=form.data.get("guardian", ""))
                return redirect("guardian", secret)
        except Refused as refused:
            if refused.field != "guardian":
                return pages.refused_response(request, refused, "guardian", secret)
            form.add_error("guardian", refused.message.translate(_))
    last = latest_answer(found)
    context = {"asked": found, "club": found.club, "name": name_of_minor(found), "last": last, "form": form}
    return pages.page(request, "players/guardians/guardian.html", context)


def _set(organiser: Account, club: Club, form: GuardianRuleForm) -> None:
    given = form.cleaned_data
    set_guardian_rule(actor=organiser, club_id=club.pk, asks=bool(given["asks"]), expect=given["version"])


def _ask_about_member(organiser: Account, club: Club, form: AskGuardianForm) -> None:
    ask_about_person(actor=organiser, club_id=club.pk, language=get_language() or "", **form.cleaned_data)


def _page(request: HttpRequest, club: Club, form: GuardianRuleForm, asking: AskGuardianForm) -> HttpResponse:
    asking.offer_members(club)
    rows = [(each, latest_answer(each)) for each in consents_of(club)]
    context = pages.club_context(request, club, "club-settings", form=form, asking=asking, rows=rows)
    return pages.page(request, PAGE, context | {"days": ASKED_FOR.days})
