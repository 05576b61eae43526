"""Merging two records of one person, undoing it, and correcting a name or country."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.web import REFUSED, done_response, posted_data, try_service
from gipf_engine.messages import Message, Refused
from players.core import pages
from players.core.pages import GET_OR_POST
from players.core.queries.memberships import clubs_of
from players.core.queries.records import canonical_ids
from players.models import Account, Club, Person
from players.names import LONGEST
from players.people.forms import MergeForm, PersonForm
from players.people.queries.person_page import person_page
from players.people.queries.search import choices
from players.people.services import merging
from players.people.services.merging import merge_persons, refuse_merge
from players.people.services.people import rename_person
from players.permissions import may_manage_person, require_person
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def merge(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """First: which record is the same person? Then: both side by side, what will happen, and the button."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    require_person(organiser, shown)
    asked = request.POST.get("other") or request.GET.get("other")
    if asked is None:
        return _search(request, club, shown)
    other = _other(asked)
    why_not = _why_not(organiser, shown, other)
    form = MergeForm(posted_data(request), people=[shown, other], initial={"kept": shown.pk})
    if request.method == "POST" and why_not is None:

        def change() -> None:
            kept = form.cleaned_data["kept"]
            gone = other.pk if kept == shown.pk else shown.pk
            merge_persons(actor=organiser, kept_id=kept, gone_id=gone)

        if try_service(form, change):
            text = _("The two records are one person. It can be undone on this page.")
            return done_response(request, text, "club-person", slug, form.cleaned_data["kept"])
    sides = [_side(club, one, organiser) for one in (shown, other)]
    context = pages.club_context(
        request, club, "club-people", form=form, why_not=why_not, person=shown, other=other, sides=sides
    )
    status = REFUSED if request.method == "POST" and why_not is not None else 200
    return pages.page(request, "players/people/merge.html", context, status=status)


def _search(request: HttpRequest, club: Club, shown: Person) -> HttpResponse:
    """People who may be the same: at first those who share a name with the person."""
    text = request.GET.get("q", shown.name).replace("\x00", "")[:LONGEST].strip()
    found = choices(text, club=club, without=[shown.pk])
    context = pages.club_context(request, club, "club-people", person=shown, q=text, found=found)
    return pages.page(request, "players/people/merge_search.html", context)


def _other(asked: str) -> Person:
    """The person that the reader chose, by any of the records."""
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        raise Http404
    root = canonical_ids([int(asked)]).get(int(asked))
    if root is None:
        raise Http404
    return Person.objects.get(pk=root)


def _why_not(organiser: Account, shown: Person, other: Person) -> Message | None:
    """What stands in the way of a merge, known before anyone presses a button."""
    if other.erased_at is not None:
        return Message(_("This person was erased. Nothing new can be linked to the record."))
    if not may_manage_person(organiser, other):
        return Message(_("Another club manages this person. An administrator of the server can merge the two."))
    try:
        refuse_merge(shown, other)
    except Refused as refused:
        return refused.message
    return None


def _side(club: Club, person: Person, organiser: Account) -> dict[str, object]:
    """One of the two, as they stand side by side."""
    return {"of": person_page(club, person, organiser), "clubs": clubs_of([person.pk]).get(person.pk, [])}


@require_POST
@pages.refusals_lead_to("club-person", "slug", "person_id")
def unmerge(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Take a record out of the person again."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    record = request.POST.get("record", "")
    mine = [str(pk) for pk in shown.merged.values_list("pk", flat=True)]
    if record not in mine:
        raise Http404
    merging.unmerge(actor=organiser, person_id=int(record))
    return done_response(request, _("The records are two people again."), "club-person", slug, shown.pk)


@require_http_methods(GET_OR_POST)
def rename(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Correct a name or a country."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    require_person(organiser, shown)
    form = PersonForm(request.POST) if request.method == "POST" else PersonForm.of(shown)
    if request.method == "POST" and try_service(
        form, lambda: rename_person(actor=organiser, person_id=shown.pk, **({"country": ""} | form.input))
    ):
        return done_response(request, _("Changes saved."), "club-person", slug, shown.pk)
    context = pages.club_context(request, club, "club-people", form=form, person=shown)
    return pages.page(request, "players/people/person_rename.html", context)
