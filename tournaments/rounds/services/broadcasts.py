"""How late an event's boards are shown while they are being recorded."""

from __future__ import annotations

from games.core.services.broadcasts import set_delay
from players.models import Account
from tournaments.core.services.base import State, event_act, need_state
from tournaments.rounds.acts import SetBroadcastDelay


def set_broadcast_delay(event_id: int, actor: Account, *, delay: int, expect: int | None = None) -> int:
    """Show what is recorded so many minutes late to all but the boards' recorders. Raises as `event_act` does."""
    with event_act(event_id, actor, SetBroadcastDelay, expect=expect, minutes=delay) as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        set_delay(doing.scope, delay)
    return delay
