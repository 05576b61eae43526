"""The endpoints of players who are kept apart, and the page: for those who run the event."""

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
from players.names import normalize_name
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.formats import avoids_pairs, pairs_freely
from tournaments.entries import acts, schemas
from tournaments.entries.forms import ExclusionForm
from tournaments.entries.services import exclusions
from tournaments.models import Event, ForbiddenGroup


class ExclusionSerializer(serializers.Serializer[Any]):
    """Entries (ids) of whom no two may be paired, from a round to a round (null: to the end).

    `strength` is "never" or "avoid": two of them may meet where the criteria leave no choice.
    """

    id = IdField()
    entries = serializers.ListField(child=serializers.IntegerField())
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)
    strength = serializers.ChoiceField(choices=ForbiddenGroup.Strength.values)


class AddExclusion(ActView):
    """Forbid pairings among these players. Rounds already paired stay unchanged."""

    path, name = "apart", "event-exclusions"
    act, service, schema = acts.ForbidMeeting, exclusions.add_exclusion, schemas.AddExclusionInput
    shape, code = ExclusionSerializer, status.HTTP_201_CREATED
    form_class, template = ExclusionForm, "tournaments/entries/exclusions.html"
    done, then = _("These players will not be paired."), "event-exclusions"
    at_desk = AtDesk(
        Group.PLAYERS,
        _("Keep players apart"),
        lambda desk: desk.head.pairs_freely and not desk.is_in(Event.State.CLOSED),
    )

    def found(self, view: EventAPIView, made: ForbiddenGroup) -> Any:
        return next(each for each in view.rows(self.event).forbidden if each.id == made.pk)

    def check(self) -> None:
        if not pairs_freely(self.event.format):
            raise Http404

    def form(self) -> Form:
        entries = sorted(self.rows.entries, key=lambda entry: (normalize_name(entry.name), entry.id))
        return self.make_form(entries=entries, may_avoid=avoids_pairs(self.event.format), initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        groups = [(each, [self.rows.by_id[entry].name for entry in each.entries]) for each in self.rows.forbidden]
        may_avoid = avoids_pairs(self.event.format)
        known = {"groups": groups, "to_choose": len(self.rows.entries), "may_avoid": may_avoid}
        return known | {"delete": RemoveExclusion.name}


class RemoveExclusion(ActView):
    """Allow pairings within a group again."""

    page_path, name = "apart/<int:group_id>/delete", "event-exclusion-delete"
    act, service, schema = acts.AllowMeeting, exclusions.remove_exclusion, schemas.RemoveExclusionInput
    done, then = _("They can be paired again."), "event-exclusions"


class Exclusions(EventAPIView):
    """Players who are kept apart."""

    path = "apart"

    @extend_schema(responses=ExclusionSerializer(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All groups."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        return self.paginate(self.rows(event).forbidden, ExclusionSerializer)


class OneExclusion(EventAPIView):
    """One group."""

    path = "apart/<int:group_id>"

    @extend_schema(parameters=[schemas.RemoveExclusionQuery], responses={204: None})
    def delete(self, request: Request, event_id: int, group_id: int) -> Response:
        """Allow pairings within a group again."""
        actor, asked = self.actor, self.validated_query(schemas.RemoveExclusionQuery)
        sent = self.validated_body(schemas.RemoveExclusionInput)
        doing = RemoveExclusion(request, self.event(event_id), actor, {"group_id": group_id})
        confirm = [*asked["confirm"], *sent["confirm"]]
        return doing.respond(self, doing.perform({**sent, **asked, "confirm": confirm}))
