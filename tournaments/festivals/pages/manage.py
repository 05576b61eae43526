"""Making a festival, its settings, and the events that are its sections."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from players.core.pages import club_for, refusals_lead_to
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import version_in
from tournaments.festivals.forms import FestivalForm, NewFestivalForm, SectionForm
from tournaments.festivals.pages.public import festival_context
from tournaments.festivals.queries.festivals import events_to_add, festival_page, journal_rows
from tournaments.festivals.services import festivals
from tournaments.models import Festival


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def festival_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new festival of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewFestivalForm(posted_data(request), given={"club": club.slug})
    made: list[Festival] = []

    def create() -> None:
        made.append(festivals.create_festival(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("Festival created. Add its sections next."), "festival-edit", made[0].pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/festivals/new.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def festival_edit(request: HttpRequest, festival_id: int) -> HttpResponse:
    """What it is called, where and when; its sections, its journal, and deleting it."""
    festival, organiser = _editable(request, festival_id)
    page = festival_page(festival, request.user)
    sent = posted_data(request)
    form = FestivalForm(sent) if sent is not None else FestivalForm.of(festival, page.version)

    def edit() -> None:
        festivals.edit_festival(festival.pk, organiser, expect=form.cleaned_data["version"], **form.plan())

    if request.method == "POST" and try_service(form, edit):
        return done_response(request, _("Changes saved."), "festival-edit", festival.pk)
    adding = SectionForm(events=events_to_add(festival), auto_id="add_%s")
    context = festival_context(page, "festival-edit", form=form, adding=adding, lines=journal_rows(festival))
    return render(request, "tournaments/festivals/edit.html", context, status=status_of(form))


@require_POST
@refusals_lead_to("festival-edit", "festival_id")
def section_add(request: HttpRequest, festival_id: int) -> HttpResponse:
    """Let an event of the club be a section."""
    festival, organiser = _editable(request, festival_id)
    form = SectionForm(request.POST, events=events_to_add(festival))
    if not form.is_valid():
        raise Http404
    with missing_is_404():
        festivals.add_section(festival.pk, organiser, form.input["event"])
    return done_response(request, _("Section added."), "festival-edit", festival.pk)


@require_POST
@refusals_lead_to("festival-edit", "festival_id")
def section_remove(request: HttpRequest, festival_id: int, event_id: int) -> HttpResponse:
    """Let an event stand by itself again."""
    festival, organiser = _editable(request, festival_id)
    with missing_is_404():
        festivals.remove_section(festival.pk, organiser, event_id)
    return done_response(request, _("Section removed. The event stays."), "festival-edit", festival.pk)


@require_POST
@refusals_lead_to("festival-edit", "festival_id")
def festival_delete(request: HttpRequest, festival_id: int) -> HttpResponse:
    """Delete a festival without sections."""
    festival, organiser = _editable(request, festival_id)
    festivals.delete_festival(festival.pk, organiser, expect=version_in(request))
    return done_response(request, _("Festival deleted."), "club", festival.club.slug)


def _editable(request: HttpRequest, festival_id: int) -> tuple[Festival, Account]:
    festival = get_object_or_404(Festival.objects.select_related("club"), pk=festival_id)
    return festival, require(request.user, Permission.EDIT_EVENT, festival.scope)
