"""The endpoints of events in stages."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.entity_tags import TaggedState
from common.journal import queries as journal
from common.web import missing_is_404
from gipf_engine.messages import Message
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.permissions import NotAllowed
from tournaments.core.api import EventRow
from tournaments.core.queries.events import may_see
from tournaments.core.queries.stages import all_stages, require_visible_stages
from tournaments.core.schemas import Versioned
from tournaments.models import Event, Stage, StagePlan
from tournaments.stages import schemas
from tournaments.stages.new_stages import plan_from
from tournaments.stages.queries.field import field_of, main_events, playoffs_of
from tournaments.stages.queries.plans import stages_page
from tournaments.stages.rules import StageRule, rule_of
from tournaments.stages.services import advancing, plans

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


class StagesAPIView(BaseAPIView):
    """An endpoint of one event in stages. What a reader may not see is not there (404)."""

    def plan(self, stages_id: int) -> StagePlan:
        """The event in stages, if the reader may see it."""
        plan = get_object_or_404(StagePlan.objects.select_related("club"), pk=stages_id)
        try:
            require_visible_stages(self.request.user, plan)
        except NotAllowed:
            raise Http404 from None
        return plan

    def stage(self, stages_id: int, stage_number: int) -> Stage:
        """A later stage."""
        plan = self.plan(stages_id)
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

    def state(self) -> TaggedState | None:
        if "stages_id" not in self.kwargs:
            return None
        scope = self.plan(self.kwargs["stages_id"]).scope
        return TaggedState(scope, journal.version(scope), scope)


class AllStages(BaseAPIView):
    """All events in stages, and a new one."""

    @extend_schema(responses=StagesRow(many=True))
    def get(self, request: Request) -> Response:
        """Events in stages, the newest first: those with an event that the reader may see."""
        return self.paginate(all_stages(request.user), StagesRow)

    @extend_schema(request=schemas.StagesNew, responses={201: StagesRow})
    def post(self, request: Request) -> Response:
        """A new event in stages of a club: with a new first event, or with events that exist."""
        self.need_actor()
        new = self.validated_body(schemas.StagesNew)
        club = new.pop("club")
        with missing_is_404():
            made = plans.create_stages(club.pk, self.actor, plan_from(club, new))
        return Response(StagesRow(made).data, status=status.HTTP_201_CREATED)


class OneStages(StagesAPIView):
    """One event in stages."""

    @extend_schema(responses=StagesOne)
    def get(self, request: Request, stages_id: int) -> Response:
        """An event in stages with its stages."""
        return Response(self.one(self.plan(stages_id)))

    @extend_schema(request=schemas.StagesChange, responses=StagesOne)
    def patch(self, request: Request, stages_id: int) -> Response:
        """Change its name or text."""
        self.need_actor()
        change, plan = self.validated_body(schemas.StagesChange, partial=True), self.plan(stages_id)
        expect = change.pop("version", None)
        if expect is None:  # what is not sent is filled in from what is read after this version
            expect = journal.version(plan.scope)
            plan.refresh_from_db()
        kept = {"name": plan.name, "about": plan.about}
        changed = plans.edit_stages(plan.pk, self.actor, expect=expect, **kept | change)
        return Response(self.one(changed))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, stages_id: int) -> Response:
        """Delete the event in stages. Its events stay."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        plans.delete_stages(self.plan(stages_id).pk, self.actor, expect=expect)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StagesOfPlan(StagesAPIView):
    """The later stages of an event in stages."""

    @extend_schema(request=schemas.StageRuleInput, responses={201: StagesOne})
    def post(self, request: Request, stages_id: int) -> Response:
        """Add a stage behind the last one."""
        self.need_actor()
        rule, plan = self.validated_body(schemas.StageRuleInput), self.plan(stages_id)
        expect = rule.pop("version", None)
        plans.add_stage(plan.pk, self.actor, StageRule(**rule), expect=expect)
        return Response(self.one(plan), status=status.HTTP_201_CREATED)


class OneStage(StagesAPIView):
    """A later stage that has not started."""

    @extend_schema(request=schemas.StageRuleInput, responses=StagesOne)
    def put(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """Change its rule."""
        self.need_actor()
        rule, stage = self.validated_body(schemas.StageRuleInput), self.stage(stages_id, stage_number)
        expect = rule.pop("version", None)
        plans.change_stage(stages_id, self.actor, stage.number, StageRule(**rule), expect=expect)
        return Response(self.one(self.plan(stages_id)))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """Remove it, if it is the last one."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        plans.remove_stage(stages_id, self.actor, self.stage(stages_id, stage_number).number, expect=expect)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StagePreview(StagesAPIView):
    """Whom a later stage would take."""

    @extend_schema(responses=StageFieldShape)
    def get(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """The players who would advance and why, as the events are now."""
        return Response(StageFieldShape(field_of(self.stage(stages_id, stage_number))).data)


class StageStarted(StagesAPIView):
    """Starting a stage."""

    @extend_schema(request=schemas.StageStart, responses={201: EventRow})
    def post(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """Create the event of the stage with the players who advance. Their seeds are its pairing numbers."""
        self.need_actor()
        sent, stage = self.validated_body(schemas.StageStart), self.stage(stages_id, stage_number)
        place = advancing.start_stage(
            stages_id, self.actor, stage.number, field=sent["field"], expect=sent.get("version")
        )
        return Response(EventRow(place.event).data, status=status.HTTP_201_CREATED)


class StagePlayoffs(StagesAPIView):
    """Play-offs that decide who advances to a stage."""

    @extend_schema(request=Versioned, responses={201: EventRow})
    def post(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """Create and start a play-off between the first players who are equal at a border."""
        self.need_actor()
        sent, stage = self.validated_body(Versioned), self.stage(stages_id, stage_number)
        place = advancing.start_playoff(stages_id, self.actor, stage.number, expect=sent.get("version"))
        return Response(EventRow(place.event).data, status=status.HTTP_201_CREATED)


class StagePasses(StagesAPIView):
    """Players who do not advance to a stage."""

    @extend_schema(request=schemas.StagePassInput, responses={201: StageFieldShape})
    def post(self, request: Request, stages_id: int, stage_number: int) -> Response:
        """Let a player not advance: the next in order does. The reason is in the journal of the player's event."""
        self.need_actor()
        sent, stage = self.validated_body(schemas.StagePassInput), self.stage(stages_id, stage_number)
        expect = sent.pop("version", None)
        with missing_is_404():
            advancing.pass_over(
                stages_id, self.actor, stage.number, sent["entry"], reason=sent["reason"], expect=expect
            )
        return Response(StageFieldShape(field_of(stage)).data, status=status.HTTP_201_CREATED)


class OneStagePass(StagesAPIView):
    """A player who does not advance to a stage."""

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, stages_id: int, stage_number: int, entry_id: int) -> Response:
        """Let the player advance again."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        with missing_is_404():
            advancing.undo_pass_over(
                stages_id, self.actor, self.stage(stages_id, stage_number).number, entry_id, expect=expect
            )
        return Response(status=status.HTTP_204_NO_CONTENT)
