"""The people of a club: the list, adding, memberships."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common.web import done_response, need_valid, try_service
from players.clubs.forms import JoinForm, MembershipForm, NewPersonForm
from players.clubs.queries import invitations
from players.clubs.queries.members import members_of, rows_for
from players.clubs.services.invitations import invite_person
from players.clubs.services.memberships import edit_membership, join_club
from players.core import pages
from players.core.pages import GET_OR_POST
from players.following.queries import has_no_followers_by_choice
from players.models import Account, Club, Membership, Person
from players.names import LONGEST, normalize_name
from players.people.queries.person_page import person_page
from players.people.queries.search import choices, has_words
from players.people.services.people import create_person
from players.permissions import joins_unasked
from players.roles import Permission

A_PAGE = 100


@require_GET
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of the club, or those who left, by name."""
    _organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    text, former = _search_text(request), request.GET.get("who") == "former"
    page = Paginator(members_of(club, text=text, former=former), A_PAGE).get_page(request.GET.get("page"))
    context = pages.club_context(
        request, club, "club-people", page=page, rows=rows_for(club, page), q=text, former=former
    )
    context["invited"] = invitations.rows(invitations.open_invitations_of(club))
    context["asked"] = invitations.invitations_for_organisers_of(club)
    return render(request, "players/clubs/people.html", context)


def _search_text(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "")[:LONGEST].strip()


@require_http_methods(GET_OR_POST)
def new_person(request: HttpRequest, slug: str) -> HttpResponse:
    """A person joins: first looked for among all whom the server knows, then made anew."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    text = request.POST.get("name", "")[:LONGEST] if request.method == "POST" else _search_text(request)
    known = choices(text, club=club)
    has_namesake = Person.objects.filter(has_words(text), folded=normalize_name(text), merged_into=None).exists()
    if request.method == "POST":
        form = NewPersonForm(request.POST, asks_sure=has_namesake)
        if form.is_valid() and has_namesake and not form.cleaned_data["sure"]:
            form.add_error(
                "sure", _("This name already exists. Choose one of these people, or another person of the same name.")
            )
        if try_service(form, lambda: create_person(actor=organiser, club=club, **form.input)):
            return done_response(request, _("The new member is on the list."), "club-people", slug)
    else:
        form = NewPersonForm(initial={"name": text}, asks_sure=has_namesake)
    context = pages.club_context(request, club, "club-people", form=form, known=known, q=text)
    context["unasked"] = _filter_joinable(organiser, club, [one.id for one in known])
    return pages.page(request, "players/clubs/person_new.html", context)


def _filter_joinable(organiser: Account, club: Club, ids: list[int]) -> set[int]:
    """Whom of these people `organiser` may make members at once."""
    return {one.pk for one in Person.objects.filter(pk__in=ids) if joins_unasked(organiser, club, one)}


@require_POST
@pages.refusals_lead_to("club-people", "slug")
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """A person whom the server knows becomes a member, or is asked to where a person has to agree."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    form = JoinForm(request.POST)
    need_valid(form)
    person = get_object_or_404(Person, pk=form.input["player"])
    is_invited = not joins_unasked(organiser, club, person)
    change = invite_person if is_invited else join_club
    change(actor=organiser, club=club, person_id=person.pk, since=form.input["since"])
    if is_invited:
        return done_response(request, _("Invitation sent."), "club-people", slug)
    return done_response(request, _("Membership saved."), "club-person", slug, person.pk)


@require_GET
def person(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """One person as the club sees them: name, memberships, records, account."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    if shown.pk != person_id:
        return redirect("club-person", slug, shown.pk)
    context = pages.club_context(request, club, "club-people", of=person_page(club, shown, organiser), join=JoinForm())
    context["closed"] = has_no_followers_by_choice(shown)
    return render(request, "players/clubs/person.html", context)


@require_http_methods(GET_OR_POST)
def membership(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    """Correct the days of a membership, or end it."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    row = get_object_or_404(Membership.objects.select_related("person"), pk=membership_id, club=club)
    shown = pages.person_in(club, row.person_id)
    form = MembershipForm(request.POST) if request.method == "POST" else MembershipForm.of(row)
    if request.method == "POST" and try_service(
        form, lambda: edit_membership(actor=organiser, membership_id=row.pk, **form.cleaned_data)
    ):
        return done_response(request, _("Membership saved."), "club-person", slug, shown.pk)
    context = pages.club_context(request, club, "club-people", form=form, person=shown)
    return pages.page(request, "players/clubs/membership.html", context)
