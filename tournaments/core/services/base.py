"""What every service of an event shares: permission, lock, version, state, journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from common.journal import services as journal
from common.journal.models import Scope
from common.journal.queries import version as version_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from tournaments.core.acts import EventAct
from tournaments.core.errors import EventRefused
from tournaments.core.event_values import plain
from tournaments.core.fingerprints import fingerprint_of, stored_fingerprint
from tournaments.core.loader import EventData, load
from tournaments.core.services.pairing_mails import ask_for_pairing_mails
from tournaments.core.services.restore_points import keep_point, prepare_point
from tournaments.core.services.webhook_outbox import tell_of_act
from tournaments.models import Event, Reason

LONGEST_REASON = 300

NOT_IN_JOURNAL = frozenset({"id", "club", "name", "place", "about", "file_header", "staged"})
"""Columns whose words may name somebody, and those that no act changes: the journal does not tell their values."""

TRIES = 5
"""How often an act is prepared anew where the event changes meanwhile."""

State = Event.State
T = TypeVar("T")

STATE_NAMES: dict[str, str] = {
    State.DRAFT: _("draft"),
    State.OPEN: _("open"),
    State.RUNNING: _("running"),
    State.CLOSED: _("closed"),
}


@dataclass
class EventCommand:
    """An act on an event under way: the event as it is under the lock, and the journal's line in the making."""

    event: Event
    act: journal.ActContext

    @property
    def scope(self) -> Scope:
        return self.act.scope

    def note(self, **data: Any) -> None:
        """Add ids and values to the line. No names."""
        self.act.data |= data

    def note_change(self, **changes: tuple[Any, Any]) -> None:
        """Add old and new values to the line, by what changed; what is the same as before is left out. No names."""
        found = {name: [plain(old), plain(new)] for name, (old, new) in changes.items() if plain(old) != plain(new)}
        if found:
            self.act.data["changed"] = {**self.act.data.get("changed", {}), **found}

    def set_reason(self, text: str) -> None:
        """Keep why this act was done, where somebody said so. EventRefused where it is too long."""
        reason = text.strip()
        if len(reason) > LONGEST_REASON:
            message = Message(_("A reason has at most %(most)s characters."), {"most": LONGEST_REASON})
            raise EventRefused(message, field="reason")
        if reason:
            Reason.objects.create(event=self.event, version=self.act.version, text=reason)


@contextmanager
def event_act(
    event_id: int,
    actor: Account | None,
    act: type[EventAct],
    *,
    expect: int | None = None,
    **data: Any,
) -> Iterator[EventCommand]:
    """Do `act` on an event under its lock. Where it takes no permission, the service checks `actor` (None: the server).

    Raises `NotAllowed`, `journal.Stale` where something that `act` depends on was done after the version `expect`, and
    DoesNotExist.
    """
    key = f"event:{event_id}"
    _require(actor, act, key)
    point = prepare_point(event_id, act)
    with journal.commit(key, actor, act, expect=expect, **data) as context:
        doing = EventCommand(Event.objects.select_related("club").get(pk=event_id), context)
        if point is not None:
            keep_point(doing.event, context.version, point)
        before = _event_columns(doing.event)
        yield doing
        after = _event_columns(doing.event)
        doing.note_change(**{name: (old, after[name]) for name, old in before.items()})
        tell_of_act(doing.event, context.version, act, context.data)
        ask_for_pairing_mails(doing.event, act, context.data)


def _require(actor: Account | None, act: type[EventAct], key: str) -> None:
    if act.permission is not None:
        require(actor, act.permission, key)


def _event_columns(event: Event) -> dict[str, Any]:
    """The event's own values, as the journal's lines say what changed of them."""
    return {
        each.name: getattr(event, each.name) for each in Event._meta.concrete_fields if each.name not in NOT_IN_JOURNAL
    }


@contextmanager
def prepared_act(
    event_id: int,
    actor: Account | None,
    act: type[EventAct],
    prepare: Callable[[EventData], T],
    *,
    expect: int | None = None,
    **data: Any,
) -> Iterator[tuple[EventCommand, EventData, T]]:
    """`event_act` for what takes thought: `prepare` thinks before the lock, and under it rows alone are written.

    `prepare` gets the event's rows, refuses what cannot be, and returns what the act is to write. It runs outside any
    transaction; where the event is not the same any more under the lock, it runs again with what is there now. Raises
    as `event_act` does, and `journal.Busy` where the event changed each time.
    """
    key = f"event:{event_id}"
    _require(actor, act, key)
    journal.check_not_overtaken(key, expect, act, **data)
    for _try in range(TRIES):
        version = version_of(key)
        rows = load(Event.objects.select_related("club").get(pk=event_id))
        prepared = prepare(rows)
        known = fingerprint_of(rows)
        try:
            with event_act(event_id, actor, act, expect=expect, **data) as doing:
                quiet = doing.act.version == version + 1  # no act since, so nothing to compare
                if not quiet and stored_fingerprint(doing.event) != known:
                    raise _Moved
                yield doing, rows, prepared
        except _Moved:
            continue
        return
    raise journal.Busy(f"{key} changed each time that {act.name} was prepared")


class _Moved(Exception):
    """The event is not what the act was prepared with: nothing is written, and it is prepared again."""


def need_state(event: Event, *states: str) -> None:
    """EventRefused unless the event is in one of these states."""
    if event.state not in states:
        names = [Message(STATE_NAMES[state]) for state in states]
        raise EventRefused(
            Message(
                _("This event is %(state)s; that can only be done while it is: %(states)s."),
                {"state": Message(STATE_NAMES[event.state]), "states": names},
            )
        )


def need_reason(text: str, message: Message) -> None:
    """EventRefused with `message` where nobody said why."""
    if not text.strip():
        raise EventRefused(message, field="reason")
