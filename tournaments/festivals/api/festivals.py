"""The endpoints of festivals and their sections, with the pages of the acts on them."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal import queries as journal
from common.web import posted_data
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.permissions import NotAllowed
from tournaments.core.api import EventRow, ScopeAPIView
from tournaments.core.queries.festivals import all_festivals, require_visible_festival, sections_of
from tournaments.core.scope_act_views import ScopeActView
from tournaments.festivals import acts, schemas
from tournaments.festivals.forms import FestivalForm, SectionForm
from tournaments.festivals.pages.public import festival_context
from tournaments.festivals.queries.festivals import events_to_add, festival_page, journal_rows
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

    address = "festivals/<int:festival_id>"

    def parent(self, key: int) -> Festival:
        """The festival, if the reader may see it."""
        festival = get_object_or_404(Festival.objects.select_related("club"), pk=key)
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


class Festivals(BaseAPIView):
    """All festivals, and a new one."""

    @extend_schema(responses=FestivalRow(many=True))
    def get(self, request: Request) -> Response:
        """Festivals, the latest first: those of which the reader may see a section."""
        return self.paginate(all_festivals(request.user).order_by("-starts_on", "-pk"), FestivalRow)

    @extend_schema(request=schemas.FestivalNew, responses={201: FestivalRow})
    def post(self, request: Request) -> Response:
        """A new festival of a club, without sections. For its organisers."""
        self.need_actor()
        new = self.validated_body(schemas.FestivalNew)
        made = festivals.create_festival(new.pop("club").pk, self.actor, **new)
        return Response(FestivalRow(made).data, status=status.HTTP_201_CREATED)


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

    @classmethod
    def find(cls, request: HttpRequest, key: int) -> Festival:
        return get_object_or_404(Festival.objects.select_related("club"), pk=key)

    def found(self, view: FestivalAPIView, made: Any) -> dict[str, Any]:
        return view.one(self.parent)

    def page_context(self, form: Form) -> dict[str, Any]:
        """The settings: the sections, the name and days, the journal."""
        page = festival_page(self.parent, self.request.user)
        forms: dict[str, Form] = {
            "form": FestivalForm.of(self.parent, page.version),
            "adding": SectionForm(events=events_to_add(self.parent), auto_id=ADDING),
        }
        lines = journal_rows(self.parent)
        return festival_context(page, "festival-edit", lines=lines, **forms | {self.slot: form})


class EditFestival(FestivalActView):
    """Change what a festival is called, where and when it is."""

    act, service, schema, partial = acts.EditFestival, festivals.edit_festival, schemas.FestivalChange, True
    path, method, page_path, name = "", "patch", "edit", "festival-edit"
    shape = FestivalOne
    form_class, template = FestivalForm, SETTINGS
    done = _("Changes saved.")

    def form(self) -> Form:
        sent = posted_data(self.request)
        version = journal.version(self.parent.scope)
        return FestivalForm(sent) if sent is not None else FestivalForm.of(self.parent, version)

    def values(self, form: Form) -> dict[str, Any]:
        assert isinstance(form, FestivalForm)
        return form.plan() | {"version": form.cleaned_data["version"]}


class DeleteFestival(FestivalActView):
    """Delete a festival that has no sections."""

    act, service = acts.DeleteFestival, festivals.delete_festival
    path, method, page_path, name = "", "delete", "delete", "festival-delete"
    done, then = _("Festival deleted."), "club"

    def next_ids(self) -> tuple[Any, ...]:
        return (self.parent.club.slug,)


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
