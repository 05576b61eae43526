"""From one stage to the next: starting it with those who advance, play-offs, and players who do not advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from common.journal import queries as versions
from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig
from tournaments.core.loader import EntryRow
from tournaments.core.services.base import TRIES, event_act, need_reason
from tournaments.entries.services.entries import ListedEntry, enter_listed
from tournaments.entries.services.numbering import Seeding
from tournaments.events.services.events import announce, create_event
from tournaments.events.services.lifecycle import start_event
from tournaments.models import Entry, Event, Stage, StageEvent, StagePass, StageQualifier
from tournaments.stages.acts import NotePass, PassOver, StagesAct, StartPlayoff, StartStage, UndoPassOver
from tournaments.stages.queries.field import StageField, field_of
from tournaments.stages.rules import plan_of_playoff, plan_of_stage

CHANGED = _("The advancing players have changed since this page was shown. Check them again.")


def start_stage(plan_id: int, actor: Account, number: int, *, field: str = "", expect: int | None = None) -> StageEvent:
    """Make the event of a later stage with those who advance, announce it and start it with their seeds as numbers.

    `field` is the key of the players that were shown (`StageField.key`), `expect` the version of the event in stages.
    Raises NotAllowed, Stale, EventRefused (not ready, started already, others advance now) and Stage.DoesNotExist.
    """
    with _field_locked(plan_id, actor, number, StartStage, expect) as (found, act):
        if field and field != found.key:
            raise EventRefused(Message(CHANGED))
        if not found.is_ready:
            raise EventRefused(Message(_("The stage cannot start: %(reasons)s."), {"reasons": _reasons(found)}))
        stage = found.stage
        entries = [seed.entry for seed in found.seeds]
        event = _make_event(stage, actor, plan_of_stage(stage, found.sources[0].event), entries)
        place = StageEvent.objects.create(stage=stage, event=event, purpose=StageEvent.Purpose.NEXT)
        StageQualifier.objects.bulk_create(
            StageQualifier(place=place, entry=seed.entry.id, seed=seed.number) for seed in found.seeds
        )
        act.data["event"] = event.pk
    return place


def start_playoff(plan_id: int, actor: Account, number: int, *, expect: int | None = None) -> StageEvent:
    """Make the event in which the first players whom nothing separates at a border play for the places left.

    Raises NotAllowed, Stale, EventRefused and Stage.DoesNotExist.
    """
    with _field_locked(plan_id, actor, number, StartPlayoff, expect) as (found, act):
        if found.blockers:
            raise EventRefused(Message(_("Not possible yet: %(reasons)s."), {"reasons": list(found.blockers)}))
        if not found.borders:
            raise EventRefused(Message(_("No players are tied for the last places.")))
        border, stage = found.borders[0], found.stage
        source = found.sources[0].event if border.source is None else border.source.event
        plan = plan_of_playoff(stage, source, len(border.entries), gettext("Play-off"))
        event = _make_event(stage, actor, plan, border.entries)
        place = StageEvent.objects.create(stage=stage, event=event, purpose=StageEvent.Purpose.PLAYOFF)
        act.data["event"] = event.pk
    return place


def pass_over(
    plan_id: int, actor: Account, number: int, entry_id: int, *, reason: str, expect: int | None = None
) -> StagePass:
    """Let an entry of the stage before not advance, so that the next in order does. It says why.

    Raises NotAllowed, Stale, EventRefused, Stage.DoesNotExist and Entry.DoesNotExist.
    """
    need_reason(reason, Message(_("Give a reason: everyone sees it in the journal.")))
    with _entry_locked(plan_id, actor, number, entry_id, expect) as (stage, entry):
        if StagePass.objects.filter(stage=stage, entry=entry_id).exists():
            raise EventRefused(Message(_("This player is already passed over.")))
        with event_act(entry.event_id, actor, PassOver, entry=entry_id) as doing:
            doing.set_reason(reason)
            made = StagePass.objects.create(stage=stage, entry=entry_id, version=doing.act.version)
    return made


def undo_pass_over(plan_id: int, actor: Account, number: int, entry_id: int, *, expect: int | None = None) -> None:
    """Let an entry advance again. Raises NotAllowed, Stale, EventRefused and DoesNotExist."""
    with _entry_locked(plan_id, actor, number, entry_id, expect, taken_back=True) as (stage, entry):
        passed = StagePass.objects.get(stage=stage, entry=entry_id)
        with event_act(entry.event_id, actor, UndoPassOver, entry=entry_id):
            passed.delete()


# --- what they share --------------------------------------------------------------------------------------


@contextmanager
def _field_locked(
    plan_id: int, actor: Account, number: int, act: type[StagesAct], expect: int | None
) -> Iterator[tuple[StageField, journal.ActContext]]:
    """The field of a stage that has not started, worked out before the locks and still so under them.

    The plan and all events that say who advances are locked until the act is done.
    """
    key = f"stages:{plan_id}"
    require(actor, act.permission, key)
    for _try in range(TRIES):
        found = field_of(_later_stage(plan_id, number))
        try:
            with transaction.atomic():
                journal.lock([f"club:{found.stage.plan.club_id}", key, *found.versions])
                with journal.commit(key, actor, act, expect=expect, number=number) as context:
                    _refuse_started(found.stage)
                    if versions.versions(found.versions) != dict(found.versions):
                        raise _Moved
                    yield found, context
        except _Moved:
            continue
        return
    raise journal.Busy(f"{key} changed each time that {act.name} was prepared")


class _Moved(Exception):
    """Something happened in the events before they were locked: who advances is worked out again."""


@contextmanager
def _entry_locked(
    plan_id: int, actor: Account, number: int, entry_id: int, expect: int | None, **data: Any
) -> Iterator[tuple[Stage, Entry]]:
    """A stage that has not started and an entry of the stage before, inside the act on the plan."""
    key = f"stages:{plan_id}"
    require(actor, NotePass.permission, key)
    there = Entry.objects.filter(pk=entry_id).values_list("event", flat=True).first()
    with transaction.atomic():
        journal.lock([key, f"event:{there}"])
        with journal.commit(key, actor, NotePass, expect=expect, number=number, entry=entry_id, **data):
            stage = _later_stage(plan_id, number)
            _refuse_started(stage)
            mine = Entry.objects.exclude(event__stage_event__purpose=StageEvent.Purpose.PLAYOFF)
            before = {"event__stage_event__stage__plan": plan_id, "event__stage_event__stage__number": number - 1}
            yield stage, mine.get(pk=entry_id, **before)


def _later_stage(plan_id: int, number: int) -> Stage:
    return Stage.objects.select_related("plan").get(plan=plan_id, number=number, number__gt=1)


def _refuse_started(stage: Stage) -> None:
    if StageEvent.objects.filter(stage=stage, purpose=StageEvent.Purpose.NEXT).exists():
        raise EventRefused(Message(_("This stage has already started.")))


def _make_event(stage: Stage, actor: Account, plan: EventConfig, entries: Sequence[EntryRow]) -> Event:
    """A started event of these players, numbered in their order."""
    event = create_event(stage.plan.club_id, actor, plan=plan)
    made = enter_listed(event.pk, actor, [ListedEntry(entry.name, entry.person) for entry in entries])
    announce(event.pk, actor)
    return start_event(event.pk, actor, seeding=Seeding.HAND, order=[entry.pk for entry in made])


def _reasons(found: StageField) -> list[Message]:
    ties = [
        Message(_("tied for the last places: %(players)s"), {"players": [entry.name for entry in border.entries]})
        for border in found.borders
    ]
    return [*found.blockers, *ties]
