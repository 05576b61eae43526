"""The endpoints of whole events: lists, plans, arbiters, and the steps to the final table, with their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from common.journal import queries as journal
from common.web import done_response
from players.core.api import BaseAPIView
from players.grants.api.roles import EventRoleNew, HeldRole, OfferedRole, give, take_back
from players.grants.queries import held_within
from players.permissions import require
from players.roles import Permission, Role
from tournaments.core import acts as core_acts
from tournaments.core import preconditions
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EventAPIView, EventFilter, EventOne, EventRow
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.event_config import EventConfig, config_of, with_games_per_round
from tournaments.core.formats import is_for_teams
from tournaments.core.forms import REASON
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import all_events
from tournaments.entries.queries import PlayerRow, player_rows
from tournaments.events import acts, schemas
from tournaments.events.forms.steps import DeleteForm, StartForm
from tournaments.events.queries.events import find_events
from tournaments.events.services import events, lifecycle
from tournaments.events.services.events import made_people
from tournaments.events.services.templates import save_template
from tournaments.models import Event
from tournaments.models.templates import LONGEST_TEMPLATE_NAME

# --- the endpoints of whole events ------------------------------------------------------------------------
# Lists, plans, and the steps from a draft to the final table, with their pages.


# --- steps ---------------------------------------------------------------------------------------------


class EventStepView(ActView):
    """A step of an event, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = EventOne

    def respond(self, view: EventAPIView, made: Event) -> Response:
        return _event_response(self.event)


class Announce(EventStepView):
    """Announce a draft. Players can then register themselves if the event allows it."""

    path, page_path, name, action = "announce", "steps/<slug:action>", "event-step", "announce"
    act, service, done = acts.Announce, events.announce, _("The event is announced.")


class Retract(EventStepView):
    """Take an announcement back."""

    path, page_path, name, action = "retract", "steps/<slug:action>", "event-step", "retract"
    act, service, done = acts.Retract, events.retract, _("The event is a draft again.")
    at_desk = AtDesk(
        Group.EVENT,
        _("Withdraw the announcement"),
        lambda desk: desk.is_in(Event.State.OPEN) and desk.head.may_edit,
        consequence=_("Only organisers see the event then."),
    )


class StartEvent(EventStepView):
    """Start the event: players get their pairing numbers."""

    path, name = "start", "event-start"
    act, service, schema = core_acts.StartEvent, lifecycle.start_event, schemas.StartEventInput
    form_class, template = StartForm, "tournaments/events/start.html"
    done = _("Event started; all players have numbers.")

    @cached_property
    def players(self) -> Sequence[PlayerRow]:
        return sorted(player_rows(self.rows), key=lambda row: -(row.rating or 0))

    def form(self) -> Form:
        of_teams = is_for_teams(self.event.format)
        entries = list(self.rows.teams) if of_teams else [row.entry for row in self.players]
        return self.make_form(event=self.event, entries=entries, initial=self.initial())

    def values(self, form: Form) -> Mapping[str, Any]:
        assert isinstance(form, StartForm)
        return {**form.input, "order": form.by_hand(), "groups": form.groups_by_hand()}

    def context(self, form: Form) -> dict[str, Any]:
        rows = self.rows
        blockers, notices = preconditions.of_start(rows), preconditions.notices(rows)
        return {"players": self.players, "blockers": blockers, "notices": notices}


class Unstart(EventStepView):
    """Undo the start while no round is paired."""

    path, page_path, name, action = "unstart", "steps/<slug:action>", "event-step", "unstart"
    act, service, done = core_acts.UnstartEvent, lifecycle.unstart_event, _("Start undone.")
    at_desk = AtDesk(
        Group.EVENT,
        _("Undo the start"),
        lambda desk: desk.is_running and desk.last is None,
        consequence=_("Players lose their numbers, and registration opens again."),
    )


class CloseEvent(EventStepView):
    """Close the event: its table is final, and its games count in rating lists."""

    path, name = "close", "event-close"
    act, service, schema = acts.CloseEvent, lifecycle.close_event, schemas.CloseEventInput
    asks, template, refusals_apart = {"early": {}, "version": {}}, "tournaments/events/close.html", True
    done, then = _("The event is closed; its table is final."), "event"

    def context(self, form: Form) -> dict[str, Any]:
        rows = self.rows
        return {"blockers": preconditions.of_closing(rows), "warnings": preconditions.warnings_of_closing(rows)}


class ReopenEvent(EventStepView):
    """Let a closed event go on. Its games leave the rating lists until it is closed again."""

    path, name = "reopen", "event-reopen"
    act, service, schema = acts.ReopenEvent, lifecycle.reopen_event, schemas.ReopenEventInput
    asks, title, refusals_apart = REASON, _("Reopen the event"), True
    text = _(
        "The table is no longer final, and the games leave the rating lists until the event is closed again."
        " A single wrong result can be corrected without this, at the game."
    )
    done = _("Event reopened.")
    at_desk = AtDesk(
        Group.EVENT,
        title,
        lambda desk: desk.is_in(Event.State.CLOSED) and desk.head.may_edit,
        consequence=_("Its games leave the rating lists until it is closed again."),
    )


class SaveTemplate(ActView):
    """Keep the settings of the event under a name, for new events of its club."""

    page_path, name = "template", "event-template"
    act, service, schema = acts.SaveTemplate, save_template, schemas.SaveTemplateInput
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {"name": {}}
    title, submit = _("Save as template"), _("Save the template")
    text = _("New events of the club can start from it: format, game, points and all other settings, without players.")
    done = _("Template saved. Choose it under “Start from” on a new event.")
    at_desk = AtDesk(Group.EVENT, _("Save as template"), lambda desk: desk.head.may_edit)

    def initial(self) -> dict[str, Any]:
        return {"name": self.event.name[:LONGEST_TEMPLATE_NAME]}


class DeleteEvent(ActView):
    """Delete a draft with its entries, and on request the people added with it who are used nowhere else."""

    path, method, page_path, name = "", "delete", "delete", "event-delete"
    act, service, schema = acts.DeleteEvent, events.delete_event, schemas.DeleteEventInput
    form_class, tab, refusals_apart, danger = DeleteForm, "", True, True
    title, text = _("Delete the draft"), _("Permanently deletes the draft and all its entries.")
    at_desk = AtDesk(
        Group.EVENT, title, lambda desk: desk.is_in(Event.State.DRAFT) and desk.head.may_edit, consequence=text
    )

    def form(self) -> Form:
        made = [person.name for person in made_people(self.event)]
        return self.make_form(word=self.event.name, people=made, initial=self.initial())

    def done_response(self, form: Form, made: None) -> HttpResponse:
        return done_response(self.request, gettext("Draft deleted."), "club", self.event.club.slug)


# --- endpoints -----------------------------------------------------------------------------------------


class Events(BaseAPIView):
    """All events, and a new one."""

    @extend_schema(parameters=[EventFilter], responses=EventRow(many=True))
    def get(self, request: Request) -> Response:
        """Events, the latest first. Drafts are seen by those who run them."""
        asked = self.validated_query(EventFilter)
        return self.paginate(find_events(all_events(request.user), asked), EventRow)

    @extend_schema(request=schemas.EventNew, responses={201: EventOne})
    def post(self, request: Request) -> Response:
        """A new event, as a draft that its organisers see."""
        new = self.validated_body(schemas.EventNew)
        club, options = new.pop("club"), {name: new.pop(name) for name in ("standard_rules", "confirm")}
        plan = EventConfig(**{"time_zone": club.time_zone} | _from_config(new))
        event = events.create_event(club.pk, self.actor, plan=plan, **options)
        return _event_response(event, status.HTTP_201_CREATED)


class OneEvent(EventAPIView):
    """One event."""

    path = ""

    @extend_schema(responses=EventOne)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """An event: its plan, its state and its version."""
        event = self.event(event_id)
        return self.conditional_get(event, lambda rows, version: EventOne.of(event, rows, version))

    @extend_schema(request=schemas.EventChange, responses=EventOne)
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event's plan, as far as its state allows."""
        change = self.validated_body(schemas.EventChange, partial=True)
        expect = change.pop("version", None)
        options = {name: change.pop(name) for name in ("standard_rules", "confirm") if name in change}
        event = self.event(event_id)
        if expect is None:  # what is not sent is filled in from what is read after this version
            expect = journal.version(event.scope)
            event.refresh_from_db()
        if change.get("format", event.format) != event.format:
            change = {"format_options": {}} | change  # another format has other choices
        plan = with_games_per_round(config_of(event), change.get("games_per_round", event.games_per_round))
        plan = replace(plan, **_from_config(change))
        return _event_response(events.edit_event(event_id, self.actor, plan=plan, expect=expect, **options))


def _from_config(values: dict[str, Any]) -> dict[str, Any]:
    """What was sent, as the fields of a plan are."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _event_response(event: Event, code: int = status.HTTP_200_OK) -> Response:
    """The event as it is after it was made or edited."""
    version = journal.version(event.scope)
    event.refresh_from_db()
    return Response(EventOne.of(event, rows_of(event, version), version), status=code)


# --- the endpoints of the roles in one event --------------------------------------------------------------
# `players.grants.api.roles` has those of a whole club.


class EventRoles(EventAPIView):
    """The arbiters and scorers of one event."""

    path = "roles"

    @extend_schema(responses=HeldRole(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Arbiters and scorers of this event only. For organisers; those of the whole club have their own address."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.GIVE_ROLES, event.scope)
        return self.paginate(held_within(event.scope), HeldRole)

    @extend_schema(request=EventRoleNew, responses={201: HeldRole, 202: OfferedRole})
    def post(self, request: Request, event_id: int) -> Response:
        """Make an account arbiter or scorer of this event. It is offered (202) if the club does not manage it."""
        wanted, event = self.validated_body(EventRoleNew), self.event(event_id)
        return give(self, wanted["username"], Role(wanted["role"]), event.scope)


class OneEventRole(EventAPIView):
    """The role of an arbiter or scorer of one event."""

    path = "roles/<int:grant_id>"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int, grant_id: int) -> Response:
        """Take the role back."""
        assert self.actor
        return take_back(self, grant_id, self.event(event_id).scope)
