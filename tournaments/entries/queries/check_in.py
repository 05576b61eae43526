"""Who has checked in for the next round, and who has not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.loader import EntryRow, EventData
from tournaments.entries.entry_links import entry_of_token, is_token_of, make_entry_token
from tournaments.models import Arrival, CheckIn, Entry, Event, Round

NOT_OPEN = Message(_("Check-in is not open."))
OPEN_STATES = (Event.State.OPEN, Event.State.RUNNING)


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """A player who could play in the round: when he checked in (None: not yet), and his bye there ("": none)."""

    entry: EntryRow
    at: datetime | None
    bye: str

    @property
    def is_absent(self) -> bool:
        return self.at is None and not self.bye


@dataclass(frozen=True, slots=True)
class CheckInState:
    """The check-in of the round that is paired next: its players by name."""

    round: int
    rows: tuple[CheckInRow, ...]

    @property
    def absent(self) -> tuple[CheckInRow, ...]:
        """Who is neither there nor has a bye."""
        return tuple(row for row in self.rows if row.is_absent)

    @property
    def here(self) -> int:
        return sum(row.at is not None for row in self.rows)


def check_in_state(rows: EventData, check_in: CheckIn | None) -> CheckInState | None:
    """The state of `check_in`, None where it is none or not for the round that comes. One query."""
    if check_in is None or check_in.round_number != len(rows.rounds) + 1 or rows.event.state not in OPEN_STATES:
        return None
    arrivals: Mapping[int, datetime] = dict(check_in.arrivals.values_list("entry", "at"))
    number = check_in.round_number
    found = [
        CheckInRow(entry, arrivals.get(entry.id), rows.byes.get((entry.id, number), ""))
        for entry in rows.entries
        if not entry.withdrawn
    ]
    return CheckInState(number, tuple(sorted(found, key=lambda row: row.entry.name.casefold())))


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """One player's check-in: for which round (None: it is not open), and whether he has checked in."""

    round: int | None
    is_here: bool = False


def own_check_in(event: Event, entry_id: int) -> OwnCheckIn:
    """Whether an entry can check in now, and has. Three queries at most."""
    coming = Round.objects.filter(event=event).count() + 1
    found = CheckIn.objects.filter(event=event, round_number=coming).first()
    if found is None or event.state not in OPEN_STATES:
        return OwnCheckIn(None)
    return OwnCheckIn(found.round_number, Arrival.objects.filter(check_in=found, entry=entry_id).exists())


def missed_rounds(rows: EventData, entry_id: int) -> tuple[int, ...]:
    """The rounds that were paired before an entry came, as long as it has not been paired; else none."""
    seated = any(entry_id in pairing.entries for round_ in rows.rounds for pairing in round_.pairings)
    return () if seated else tuple(round_.number for round_ in rows.rounds)


def entry_of_link(token: str) -> Entry:
    """The entry whose card has this link. Entry.DoesNotExist for a link that the server did not make."""
    named = Entry.objects.filter(pk=entry_of_token(token) or 0).select_related("event__club")
    for entry in named.prefetch_related("members__person__merged_into"):
        if is_token_of(token, entry.pk, entry.members.all()[0].person_id) and not entry.event.staged:
            return entry
    raise Entry.DoesNotExist


def entry_tokens(event: Event) -> list[tuple[int, str]]:
    """Each entry (id) that plays, with the token of its link. One query."""
    members = Entry.objects.filter(event=event, withdrawn_after=None, members__board=1)
    return [(entry, make_entry_token(entry, person)) for entry, person in members.values_list("pk", "members__person")]
