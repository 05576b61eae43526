"""Making, changing and deleting events in stages, and the rules of their later stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.acts import commit_permitted, require_act
from players.models import Account, Club
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import format_of
from tournaments.core.services.base import event_act
from tournaments.core.services.club_events import delete_in_club, make_in_club
from tournaments.events.services.events import create_event
from tournaments.models import Event, Stage, StageEvent, StagePlan
from tournaments.stages.acts import (
    AddStage,
    ChangeStage,
    CreateStages,
    DeleteStages,
    EditStages,
    JoinStages,
    RemoveStage,
)
from tournaments.stages.queries.field import main_events
from tournaments.stages.rules import StageRule, check_rule

MOST_STAGES = 6
MOST_EVENTS = 16
"""Events of a first stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStage:
    """The first stage: events of the club that are there already (ids), or else a new one by this plan."""

    name: str
    events: Sequence[int] = ()
    plan: EventConfig | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StagesPlan:
    """All that an organiser decides of an event in stages."""

    name: str
    about: str = ""
    first: FirstStage
    later: Sequence[StageRule] = field(default=())


def create_stages(club_id: int, actor: Account, plan: StagesPlan) -> StagePlan:
    """A new event in stages of a club, with its first event or those that are there. All of it, or nothing.

    Raises NotAllowed, EventRefused and Event.DoesNotExist.
    """
    first = plan.first

    def make(club: Club) -> StagePlan:
        return StagePlan.objects.create(club=club, name=kept_name(plan.name), about=plan.about.strip())

    require_act(actor, CreateStages, f"club:{club_id}")
    with transaction.atomic():
        new = [] if first.events or first.plan is None else [create_event(club_id, actor, plan=first.plan)]
        made = make_in_club(club_id, actor, CreateStages, make)
        events = new or [_join(made, actor, pk) for pk in _checked_events(first.events)]
        _store_first(made, first.name, events)
        for rule in plan.later:
            _store_stage(made, rule, events[0])
    return made


def _store_first(plan: StagePlan, name: str, events: Sequence[Event]) -> None:
    if not events:
        raise EventRefused(Message(_("Choose at least one event for the first stage.")), field="events")
    first = Stage.objects.create(plan=plan, number=1, name=kept_name(name), seeding="place")
    StageEvent.objects.bulk_create(
        StageEvent(stage=first, event=event, purpose=StageEvent.Purpose.FIRST) for event in events
    )


def edit_stages(
    plan_id: int, actor: Account, *, name: str | None = None, about: str | None = None, expect: int | None = None
) -> StagePlan:
    """Change the name and the text (None: it stays); the events keep their names.

    Raises NotAllowed, Stale and EventRefused.
    """
    with commit_permitted(f"stages:{plan_id}", actor, EditStages, expect=expect):
        plan = StagePlan.objects.get(pk=plan_id)
        renamed = plan.name
        plan.name = plan.name if name is None else kept_name(name)
        plan.about = plan.about if about is None else about.strip()
        plan.save(update_fields=["name", "about"])
        events = StageEvent.objects.filter(stage__plan=plan).values_list("event", flat=True)
        keys = [f"event:{event}" for event in events]
    if renamed != plan.name:
        journal.touch(keys)
    return plan


def delete_stages(plan_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Delete what holds the events together; the events stay. Raises NotAllowed, Stale and DoesNotExist."""
    delete_in_club(StagePlan, plan_id, actor, DeleteStages, expect)


def add_stage(plan_id: int, actor: Account, rule: StageRule, *, expect: int | None = None) -> Stage:
    """Add a stage behind the last one. Raises NotAllowed, Stale and EventRefused."""
    with commit_permitted(f"stages:{plan_id}", actor, AddStage, expect=expect) as act:
        plan = StagePlan.objects.get(pk=plan_id)
        made = _store_stage(plan, rule, _source_of(plan))
        act.data["number"] = made.number
    return made


def change_stage(plan_id: int, actor: Account, number: int, rule: StageRule, *, expect: int | None = None) -> Stage:
    """Change the rule of a later stage that has not started. Raises NotAllowed, Stale, EventRefused, DoesNotExist."""
    with commit_permitted(f"stages:{plan_id}", actor, ChangeStage, expect=expect, number=number):
        stage = _not_started(plan_id, number)
        check_rule(rule, _source_of(stage.plan))
        for name, value in _columns(rule).items():
            setattr(stage, name, value)
        stage.save()
    return stage


def remove_stage(plan_id: int, actor: Account, number: int, *, expect: int | None = None) -> None:
    """Remove the last stage, before it starts. Raises NotAllowed, Stale, EventRefused and Stage.DoesNotExist."""
    with commit_permitted(f"stages:{plan_id}", actor, RemoveStage, expect=expect, number=number):
        stage = _not_started(plan_id, number)
        if Stage.objects.filter(plan=plan_id, number__gt=number).exists():
            raise EventRefused(Message(_("Only the last stage can be removed.")))
        stage.delete()


def _join(plan: StagePlan, actor: Account, event_id: int) -> Event:
    """An event of the club that becomes one of the first stage: locked, and checked."""
    with event_act(event_id, actor, JoinStages, stages=plan.pk) as joining:
        event = joining.event
        if event.club_id != plan.club_id:
            raise EventRefused(Message(_("Only events of the same club can be stages.")), field="events")
        if format_of(event.format).for_teams:
            raise EventRefused(Message(_("Events of teams cannot be stages.")), field="events")
        if StageEvent.objects.filter(event=event).exists():
            message = Message(_("%(event)s is already a stage."), {"event": event.name})
            raise EventRefused(message, field="events")
    return event


def _checked_events(events: Sequence[int]) -> list[int]:
    if len(events) > MOST_EVENTS:
        raise EventRefused(Message(_("At most %(most)d events."), {"most": MOST_EVENTS}), field="events")
    return sorted(set(events))


def _store_stage(plan: StagePlan, rule: StageRule, source: Event) -> Stage:
    check_rule(rule, source)
    number = Stage.objects.filter(plan=plan).count() + 1
    if number > MOST_STAGES:
        raise EventRefused(Message(_("At most %(most)d stages."), {"most": MOST_STAGES}))
    return Stage.objects.create(plan=plan, number=number, **_columns(rule))


def _columns(rule: StageRule) -> dict[str, object]:
    known = {"first": rule.first, "rest": rule.rest, "seeding": str(rule.seeding), "settings": rule.settings}
    return {"name": kept_name(rule.name), **known}


def _source_of(plan: StagePlan) -> Event:
    """The event whose settings later stages take over."""
    events = main_events(Stage.objects.get(plan=plan, number=1))
    if not events:
        raise EventRefused(Message(_("The first stage has no event any more.")))
    return events[0]


def _not_started(plan_id: int, number: int) -> Stage:
    """A later stage that has neither an event nor a play-off; Stage.DoesNotExist for the first."""
    stage = Stage.objects.select_related("plan").get(plan=plan_id, number=number, number__gt=1)
    if stage.events.exists():
        raise EventRefused(Message(_("This stage has started: its rule can no longer change.")))
    return stage
