"""Restore points: the event as it was before an act that is risky, kept on the server with what is still hidden."""

from __future__ import annotations

from dataclasses import dataclass

from common.journal.acts import Part
from common.journal.queries import version as version_of
from tournaments.core.acts import EventAct
from tournaments.core.saved_event import pack, save_event
from tournaments.models import Event, RestorePoint

_RISKY_PARTS = frozenset(Part) - {Part.RESULTS, Part.REQUEST}


def is_risky(act: type[EventAct], state: str) -> bool:
    """Whether a point is kept before this act: it changes more than results, in an event that has started.

    Before the start everything can be taken back one by one; the start itself is risky.
    """
    parts = act.changes & _RISKY_PARTS
    has_started = state in (Event.State.RUNNING, Event.State.CLOSED)
    return act.keeps_point and bool(parts if has_started else parts & {Part.STATE})


@dataclass(frozen=True, slots=True)
class ReadyPoint:
    """A restore point that is worked out and not stored: the event as it was at `version` of its scope."""

    version: int
    content: bytes


def prepare_point(event_id: int, act: type[EventAct]) -> ReadyPoint | None:
    """The point for an act that is about to begin, where it is risky. Before the event is locked: it takes thought."""
    state = Event.objects.filter(pk=event_id).values_list("state", flat=True).first()
    if state is None or not is_risky(act, state):
        return None
    return _make_point(event_id)


def _make_point(event_id: int) -> ReadyPoint:
    version = version_of(f"event:{event_id}")
    return ReadyPoint(version, pack(save_event(event_id)))


def keep_point(event: Event, act_version: int, ready: ReadyPoint | None = None) -> None:
    """Store the point before the act that makes `act_version`, whose lock is held; made here where none is ready.

    One that was made before something else was done is made once more.
    """
    if ready is None or ready.version != act_version - 1:
        ready = _make_point(event.pk)
    RestorePoint.objects.create(event=event, version=act_version, content=ready.content)
