"""Reading events in stages, and a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms import Form
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from gipf_engine.messages import Message
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.permissions import NotAllowed
from tournaments.core.api import EventRow, ScopeAPIView
from tournaments.core.club_views import NewActView
from tournaments.core.queries.events import may_see
from tournaments.core.queries.stages import all_stages, require_visible_stages
from tournaments.models import Event, Stage, StagePlan
from tournaments.stages import acts, schemas
from tournaments.stages.forms import NewStagesForm
from tournaments.stages.new_stages import plan_from
from tournaments.stages.queries.field import field_of, main_events, playoffs_of
from tournaments.stages.queries.plans import events_to_join, stages_page
from tournaments.stages.rules import StageRule, rule_of
from tournaments.stages.services import plans

# --- out -----------------------------------------------------------------------------------------------


class StagesRow(serializers.Serializer[Any]):
    """An event in stages in a list."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()


class StageDriftShape(serializers.Serializer[Any]):
    """How those who would advance now differ from those whom the stage took: names, and events that were reopened."""

    coming = serializers.ListField(child=serializers.CharField())
    going = serializers.ListField(child=serializers.CharField())
    reopened = serializers.ListField(child=serializers.CharField())
    tied = serializers.BooleanField(source="is_tied")
    reordered = serializers.BooleanField(source="is_reordered")


class StageOne(serializers.Serializer[Any]):
    """A stage: its rule, its events and play-offs, and how who would advance now differs (null: not at all).

    `first`, `rest` and `seeding` mean nothing in the first stage.
    """

    number = serializers.IntegerField()
    name = serializers.CharField()
    first = serializers.IntegerField()
    rest = serializers.IntegerField()
    seeding = serializers.CharField()
    format = serializers.CharField()
    third_place = serializers.BooleanField()
    rounds = serializers.IntegerField(allow_null=True)
    games_per_round = serializers.IntegerField()
    events = EventRow(many=True)
    playoffs = EventRow(many=True)
    drift = StageDriftShape(allow_null=True)


class StagesOne(StagesRow):
    """An event in stages. `version` counts all acts on it, not those in its events."""

    about = serializers.CharField()
    version = serializers.IntegerField()
    stages = StageOne(many=True)


class StageSeedShape(serializers.Serializer[Any]):
    """A player who advances: the seed, the entry (id) in the stage before, the place there, and why in words."""

    seed = serializers.IntegerField(source="number")
    entry = IdField(source="entry.id")
    name = serializers.CharField(source="entry.name")
    event = IdField(source="source.event.pk")
    group = serializers.IntegerField(source="source.group", allow_null=True)
    place = serializers.IntegerField(source="qualified.place")
    moved_up = serializers.BooleanField(source="qualified.moved_up")
    reasons = serializers.SerializerMethodField()

    def get_reasons(self, seed: Any) -> list[str]:
        return _in_words(seed.reasons)


class StageBorderShape(serializers.Serializer[Any]):
    """Players (ids of entries) whom nothing separates, and how many of them advance."""

    entries = serializers.SerializerMethodField()
    seats = serializers.IntegerField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_entries(self, border: Any) -> list[int]:
        return [entry.id for entry in border.entries]


class StagePassedShape(serializers.Serializer[Any]):
    """A player who does not advance, and why."""

    entry = IdField(source="entry.id")
    name = serializers.CharField(source="entry.name")
    reason = serializers.CharField()


class StageFieldShape(serializers.Serializer[Any]):
    """Whom a stage would take now. `key` names exactly these players in this order; `blockers`: why it cannot start."""

    key = serializers.CharField()
    ready = serializers.BooleanField(source="is_ready")
    seeds = StageSeedShape(many=True)
    borders = StageBorderShape(many=True)
    passed = StagePassedShape(many=True)
    blockers = serializers.SerializerMethodField()

    def get_blockers(self, field: Any) -> list[str]:
        return _in_words(field.blockers)


def _in_words(messages: tuple[Message, ...]) -> list[str]:
    return [message.translate(gettext) for message in messages]


# --- endpoints -----------------------------------------------------------------------------------------


class StagesAPIView(ScopeAPIView):
    """An endpoint of one event in stages. What a reader may not see is not there (404)."""

    address, model = "stages/<int:stages_id>", StagePlan

    def parent(self, key: int) -> StagePlan:
        """The event in stages, if the reader may see it."""
        plan: StagePlan = self.row(key)
        try:
            require_visible_stages(self.request.user, plan)
        except NotAllowed:
            raise Http404 from None
        return plan

    def stage(self, stages_id: int, stage_number: int) -> Stage:
        """A later stage."""
        plan = self.parent(stages_id)
        return get_object_or_404(Stage.objects.select_related("plan"), plan=plan, number=stage_number, number__gt=1)

    def one(self, plan: StagePlan) -> dict[str, Any]:
        """The event in stages as it is shown to the reader."""
        page = stages_page(plan, self.request.user)
        drifts = {box.stage.number: box.drift for box in page.boxes}
        stages = Stage.objects.filter(plan=plan).select_related("plan").order_by("number")
        shown = [{**self._row(stage), "drift": drifts[stage.number]} for stage in stages]
        known = {name: getattr(plan, name) for name in ("id", "club", "name", "about")}
        return dict(StagesOne({**known, "version": page.version, "stages": shown}).data)

    def _row(self, stage: Stage) -> dict[str, Any]:
        rule = rule_of(stage) if stage.number > 1 else StageRule(name=stage.name, seeding="place", format="")
        names = ("name", "first", "rest", "seeding", "format", "third_place", "rounds", "games_per_round")
        events = {"events": self._seen(main_events(stage)), "playoffs": self._seen(playoffs_of(stage))}
        return {"number": stage.number, **{name: getattr(rule, name) for name in names}, **events}

    def _seen(self, events: list[Event]) -> list[Event]:
        return [event for event in events if may_see(self.request.user, event)]


class NewStages(NewActView):
    """A new event in stages of a club: with a new first event, or with events that exist."""

    act, service, schema = acts.CreateStages, plans.create_stages, schemas.StagesNew
    page_path, name, shape = "stages/new", "stages-new", StagesRow
    form_class, template = NewStagesForm, "tournaments/stages/new.html"
    done, then = _("Event in stages created."), "stages"

    def form(self) -> Form:
        usual = {"preset": "groups", "groups": 4, "rounds": 5}
        return self.make_form(given={"club": self.parent.slug}, events=events_to_join(self.parent), initial=usual)

    def perform(self, values: Mapping[str, Any]) -> StagePlan:
        made: StagePlan = self.call(plan_from(self.parent, values))
        return made


class AllStages(BaseAPIView):
    """All events in stages, and a new one."""

    post = NewStages.endpoint()

    @extend_schema(responses=StagesRow(many=True))
    def get(self, request: Request) -> Response:
        """Events in stages, the newest first: those with an event that the reader may see."""
        return self.paginate(all_stages(request.user), StagesRow)


class OneStages(StagesAPIView):
    """One event in stages."""

    path = ""

    @extend_schema(responses=StagesOne)
    def get(self, request: Request, stages_id: int) -> Response:
        """An event in stages with its stages."""
        return Response(self.one(self.parent(stages_id)))


class StagePreview(StagesAPIView):
    """Whom a later stage would take."""

    path = "stages/<int:stage_number>/field"

    @extend_schema(responses=StageFieldShape)
    def get(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """The players who would advance and why, as the events are now."""
        return Response(StageFieldShape(field_of(self.stage(stages_id, stage_number))).data)
