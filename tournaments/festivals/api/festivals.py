"""The endpoints of festivals and their sections, with the pages of the acts on them."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal import queries as journal
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.permissions import NotAllowed
from tournaments.core.api import EventRow, ScopeAPIView
from tournaments.core.club_views import EditsPlan, NewActView
from tournaments.core.queries.festivals import all_festivals, require_visible_festival, sections_of
from tournaments.core.queries.journals import journal_lines
from tournaments.core.scope_act_views import ScopeActView
from tournaments.festivals import acts, schemas
from tournaments.festivals.forms import FestivalForm, NewFestivalForm, SectionForm
from tournaments.festivals.pages.public import festival_context
from tournaments.festivals.queries.festivals import events_to_add, festival_page
from tournaments.festivals.services import festivals
from tournaments.festivals.services.festivals import PLAN
from tournaments.models import Festival

SETTINGS, ADDING = "tournaments/festivals/edit.html", "add_%s"

# --- out -----------------------------------------------------------------------------------------------


class FestivalRow(serializers.Serializer[Any]):
    """A festival in a list."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()
    place = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class FestivalOne(FestivalRow):
    """One festival with the sections that the reader may see. `version` counts all acts on it, not those in events."""

    about = serializers.CharField()
    version = serializers.IntegerField()
    sections = EventRow(many=True)


# --- endpoints -----------------------------------------------------------------------------------------


class FestivalAPIView(ScopeAPIView):
    """An endpoint of one festival. What a reader may not see is not there (404)."""

    address, model = "festivals/<int:festival_id>", Festival

    def parent(self, key: int) -> Festival:
        """The festival, if the reader may see it."""
        festival: Festival = self.row(key)
        try:
            require_visible_festival(self.request.user, festival)
        except NotAllowed:
            raise Http404 from None
        return festival

    def one(self, festival: Festival) -> dict[str, Any]:
        """The festival as it is shown to the reader."""
        known = {name: getattr(festival, name) for name in ("id", "club", *PLAN)}
        more = {
            "version": journal.version(festival.scope),
            "sections": sections_of(festival, self.request.user),
        }
        return dict(FestivalOne({**known, **more}).data)


class NewFestival(NewActView):
    """A new festival of a club, without sections. For its organisers."""

    act, service, schema = acts.CreateFestival, festivals.create_festival, schemas.FestivalNew
    page_path, name, shape = "festivals/new", "festival-new", FestivalRow
    form_class, template = NewFestivalForm, "tournaments/festivals/new.html"
    done, then = _("Festival created. Add its sections next."), "festival-edit"


class Festivals(BaseAPIView):
    """All festivals, and a new one."""

    post = NewFestival.endpoint()

    @extend_schema(responses=FestivalRow(many=True))
    def get(self, request: Request) -> Response:
        """Festivals, the latest first: those of which the reader may see a section."""
        return self.paginate(all_festivals(request.user).order_by("-starts_on", "-pk"), FestivalRow)


class OneFestival(FestivalAPIView):
    """One festival."""

    path = ""

    @extend_schema(responses=FestivalOne)
    def get(self, request: Request, festival_id: int) -> Response:
        """A festival with its sections."""
        return Response(self.one(self.parent(festival_id)))


# --- acts ----------------------------------------------------------------------------------------------


class FestivalActView(ScopeActView):
    """An act on a festival. Its settings have a form for each."""

    api_view = FestivalAPIView
    back, then = "festival-edit", "festival-edit"

    def found(self, view: FestivalAPIView, made: Any) -> dict[str, Any]:
        return view.one(self.parent)

    def page_context(self, form: Form) -> dict[str, Any]:
        """The settings: the sections, the name and days, the journal."""
        page = festival_page(self.parent, self.request.user)
        forms: dict[str, Form] = {
            "form": FestivalForm.of(self.parent),
            "adding": SectionForm(events=events_to_add(self.parent), auto_id=ADDING),
        }
        lines = journal_lines(self.parent.scope)
        return festival_context(page, "festival-edit", lines=lines, **forms | {self.slot: form})


class EditFestival(EditsPlan, FestivalActView):
    """Change the name, place and days of a festival."""

    act, service, schema, partial = acts.EditFestival, festivals.edit_festival, schemas.FestivalChange, True
    path, method, page_path, name = "", "patch", "edit", "festival-edit"
    shape = FestivalOne
    form_class, template = FestivalForm, SETTINGS
    done = _("Changes saved.")


class DeleteFestival(FestivalActView):
    """Delete a festival that has no sections."""

    act, service = acts.DeleteFestival, festivals.delete_festival
    path, method, page_path, name = "", "delete", "delete", "festival-delete"
    done, then, then_of_club = _("Festival deleted."), "club", True


class AddSection(FestivalActView):
    """Let an event of the same club be a section. Nothing in the event changes, nor who may do what in it."""

    act, service, schema = acts.AddSection, festivals.add_section, schemas.SectionNew
    path, name = "sections", "festival-section-add"
    renamed = {"event": "event_id"}
    shape, code = FestivalOne, status.HTTP_201_CREATED
    form_class, template, slot = SectionForm, SETTINGS, "adding"
    done = _("Section added.")

    def form(self) -> Form:
        return self.make_form(events=events_to_add(self.parent), auto_id=ADDING)


class RemoveSection(FestivalActView):
    """Remove the event from the festival. Nothing in the event changes."""

    act, service = acts.RemoveSection, festivals.remove_section
    path, method, name = "sections/<int:event_id>", "delete", "festival-section-remove"
    page_path = "sections/<int:event_id>/remove"
    done = _("Section removed. The event stays.")
