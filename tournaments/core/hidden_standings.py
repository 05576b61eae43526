"""Which standings an organiser hides from readers until they are released.

`Event.hides_rounds` is how many of the last rounds are hidden, 0 for all, None for none. Who runs the event sees all.
Results of single games are not hidden: players and spectators have seen them.
"""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import data_after_round
from tournaments.core.queries.cached import rows_of
from tournaments.models import Event

HIDDEN = Message(_("The organiser releases the standings later."))


def shown_through(rows: EventData) -> int | None:
    """The round through which readers see the standings; None where nothing of them is hidden now."""
    hides = rows.event.hides_rounds
    if hides is None:
        return None
    last = max(rows.rounds_total - hides, 0) if hides else 0
    return last if len(rows.rounds) > last else None


def hidden_after(event: Event, version: int) -> int | None:
    """`shown_through` of an event at a version. Nothing is read where it hides nothing."""
    return None if event.hides_rounds is None else shown_through(rows_of(event, version))


def rows_shown(rows: EventData, *, whole: bool) -> EventData:
    """The event of which this reader sees the standings: without rounds that are hidden from him."""
    bound = None if whole else shown_through(rows)
    return rows if bound is None else data_after_round(rows, bound)


def need_shown(rows: EventData, *, whole: bool) -> None:
    """EventRefused where standings are hidden, unless this reader may know the `whole` of them."""
    if not whole and shown_through(rows) is not None:
        raise EventRefused(HIDDEN)
