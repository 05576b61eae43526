"""Who is there for a round, and who has a bye in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from players.permissions import NotAllowed, may, require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_predetermined, pairs_freely
from tournaments.core.round_drafts import need_no_draft
from tournaments.core.services.base import EventCommand, State, event_act, need_confirmation, need_state
from tournaments.entries.acts import (
    CancelBye,
    CheckAllIn,
    CheckPlayerIn,
    CloseCheckIn,
    GiveByes,
    GiveMissedByes,
    OpenCheckIn,
    RequestBye,
    SetHalfByes,
    TakeBackCheckIn,
)
from tournaments.entries.queries import NOT_OPEN, entry_of_link
from tournaments.entries.services.leaving import own_entry, refuse_each
from tournaments.models import Arrival, ByeRequest, CheckIn, Entry, Event, Pairing, Round, Slot

# --- checking in for a round ------------------------------------------------------------------------------
# Opened and closed by arbiters; players say that they are there, or arbiters for them.


def open_check_in(event_id: int, actor: Account) -> CheckIn:
    """Let players check in for the round that is paired next; no one has yet. Opened again, it goes on as it is.

    Raises NotAllowed and EventRefused.
    """
    with event_act(event_id, actor, OpenCheckIn) as doing:
        event = doing.event
        need_state(event, State.OPEN, State.RUNNING)
        if not pairs_freely(event.format):
            raise EventRefused(Message(_("All pairings of this format are fixed, so players need not check in.")))
        coming = Round.objects.filter(event=event).count() + 1
        if event.rounds_planned is not None and coming > event.rounds_planned:
            raise EventRefused(Message(_("All rounds are paired.")))
        doing.note(round=coming)
        CheckIn.objects.filter(event=event).exclude(round_number=coming).delete()
        opened, _new = CheckIn.objects.get_or_create(
            event=event, defaults={"round_number": coming, "opened_at": timezone.now()}
        )
    return opened


def close_check_in(event_id: int, actor: Account) -> None:
    """Let no one check in any more, and forget who has. Raises NotAllowed and EventRefused."""
    with event_act(event_id, actor, CloseCheckIn) as doing:
        found = CheckIn.objects.filter(event=doing.event).first()
        if found is None:
            raise EventRefused(NOT_OPEN)
        doing.note(round=found.round_number)
        found.delete()


def check_in(event_id: int, actor: Account, entry_id: int) -> None:
    """An arbiter checks a person in. Raises NotAllowed, EventRefused and Entry.DoesNotExist."""
    require(actor, Permission.ENTER_PLAYERS, f"event:{event_id}")
    with event_act(event_id, actor, CheckPlayerIn, entry=entry_id) as doing:
        _arrive(doing, Entry.objects.get(event=doing.event, pk=entry_id))


def check_in_all(event_id: int, actor: Account) -> list[int]:
    """Check everybody in who is neither here nor has a bye in the round: one line. The ids of their entries.

    Raises NotAllowed and EventRefused (check-in is not open, no one is missing).
    """
    with event_act(event_id, actor, CheckAllIn) as doing:
        opened = _need_open(doing)
        playing = Entry.objects.filter(event=doing.event, withdrawn_after=None).exclude(arrivals__check_in=opened)
        absent = playing.exclude(bye_requests__round_number=opened.round_number).order_by("pk")
        ids = list(absent.values_list("pk", flat=True))
        if not ids:
            raise EventRefused(Message(_("No player is missing.")))
        now = timezone.now()
        Arrival.objects.bulk_create(Arrival(check_in=opened, entry_id=each, at=now) for each in ids)
        doing.note(entries=ids)
    return ids


def take_back_check_in(event_id: int, actor: Account, entry_id: int) -> None:
    """An arbiter takes a person's check-in back. Raises NotAllowed, EventRefused and Entry.DoesNotExist."""
    with event_act(event_id, actor, TakeBackCheckIn, entry=entry_id) as doing:
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        _need_open(doing).arrivals.filter(entry=entry).delete()


def check_in_myself(event_id: int, account: Account) -> None:
    """A player checks in by the own account. Raises EventRefused."""
    with event_act(event_id, account, CheckPlayerIn) as doing:
        entry = own_entry(doing.event, account)
        if entry is None:
            raise EventRefused(Message(_("You are not registered for this event.")))
        doing.note(entry=entry.pk)
        _arrive(doing, entry)


def check_in_by_link(token: str) -> None:
    """One who has a player's card checks the player in. Raises EventRefused and Entry.DoesNotExist (no such link)."""
    entry = entry_of_link(token)
    with event_act(entry.event_id, None, CheckPlayerIn, entry=entry.pk) as doing:
        _arrive(doing, Entry.objects.get(event=doing.event, pk=entry.pk))


def _arrive(doing: EventCommand, entry: Entry) -> None:
    if entry.withdrawn:
        raise EventRefused(Message(_("This player has withdrawn.")))
    Arrival.objects.get_or_create(check_in=_need_open(doing), entry=entry, defaults={"at": timezone.now()})


def _need_open(doing: EventCommand) -> CheckIn:
    """The check-in for the round that is paired next, under the event's lock."""
    event: Event = doing.event
    coming = Round.objects.filter(event=event).count() + 1
    found = CheckIn.objects.filter(event=event, round_number=coming).first()
    if found is None or event.state not in (State.OPEN, State.RUNNING):
        raise EventRefused(NOT_OPEN)
    doing.note(round=coming)
    return found


# --- byes that are asked for, or given, before a round is paired ------------------------------------------
# One by one, or to many players at once.


OWN_KINDS = (ByeRequest.Kind.HALF, ByeRequest.Kind.ZERO)
"""What players can ask for themselves; a full-point bye is the arbiter's to give."""


def request_bye(
    event_id: int,
    account: Account,
    entry_id: int,
    round_number: int,
    kind: str,
    *,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> ByeRequest:
    """Ask for a bye in a round that is not paired yet, for one's own entry or, as the arbiter, for any.

    Asking again for the same round changes the kind. A second half-point bye, and one in the last round, is the
    arbiter's to give, who confirms it by the keys in `confirm`. Raises ConfirmationNeeded, NotAllowed, EventRefused
    and Entry.DoesNotExist.
    """
    with event_act(event_id, account, RequestBye, expect=expect, entry=entry_id) as doing:
        event = doing.event
        need_state(event, State.DRAFT, State.OPEN, State.RUNNING)
        entry = Entry.objects.get(event=event, pk=entry_id)
        _check_right(event, entry, account, kind)
        _check_bye(event, entry, round_number, kind)
        _check_half_byes(event, entry, account, round_number, kind, confirm)
        old = ByeRequest.objects.filter(entry=entry, round_number=round_number).values_list("kind", flat=True).first()
        request, _made = ByeRequest.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"kind": kind}
        )
        doing.note(round=round_number, kind=kind)
        doing.note_change(bye=(old, kind))
    return request


def give_byes(
    event_id: int,
    actor: Account,
    entry_ids: Collection[int],
    round_number: int,
    kind: str,
    *,
    reason: str = "",
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> list[ByeRequest]:
    """Give many entries a bye of one kind in a round that is not paired yet: all of them or none.

    The limits are those of single byes, and asked for once, by name. Raises ConfirmationNeeded, NotAllowed, Stale,
    EventRefused (the one who has withdrawn is named) and Entry.DoesNotExist.
    """
    with event_act(event_id, actor, GiveByes, expect=expect, round=round_number, kind=kind) as doing:
        event = doing.event
        need_state(event, State.OPEN, State.RUNNING)
        entries = list(Entry.objects.filter(event=event, pk__in=set(entry_ids)).order_by("pk"))
        if len(entries) < len(set(entry_ids)):
            raise Entry.DoesNotExist
        if not entries:
            raise EventRefused(Message(_("Choose the players.")), field="entries")
        _check_kind(event, kind)
        check_round_to_come(event, round_number)
        refuse_each(entry.members.select_related("person")[0].person.name for entry in entries if entry.withdrawn)
        _confirm_half_byes(event, entries, round_number, kind, confirm)
        asked = {entry.pk: ByeRequest(entry=entry, round_number=round_number, kind=kind) for entry in entries}
        ByeRequest.objects.filter(entry__in=entries, round_number=round_number).delete()
        made = ByeRequest.objects.bulk_create(asked.values())
        doing.note(entries=[entry.pk for entry in entries])
        doing.set_reason(reason)
    return made


def _confirm_half_byes(
    event: Event, entries: Sequence[Entry], number: int, kind: str, confirm: Collection[str]
) -> None:
    if kind != ByeRequest.Kind.HALF:
        return
    cautions = []
    for entry in entries:
        name = entry.members.select_related("person")[0].person.name
        if entry.no_half_byes:
            message = Message(_("half-point byes of %(name)s are stopped"), {"name": name})
            cautions.append(Caution("no-half-byes", Level.REFUSE, message))
        for caution in _half_bye_cautions(event, entry, number):
            params = {"name": name, "reason": caution.message}
            cautions.append(Caution(caution.key, caution.level, Message(_("%(name)s: %(reason)s"), params)))
    ids = "-".join(str(entry.pk) for entry in entries)
    need_confirmation(f"{event.scope}:half-byes:{ids}:{number}", _("Give the byes"), cautions, confirm)


def give_missed_byes(
    event_id: int, actor: Account, entry_id: int, rounds: Collection[int], *, confirm: Collection[str] = ()
) -> Entry:
    """Give a late entrant half-point byes in rounds that were paired before it came; in the others it has nothing.

    As long as it has not been paired: later pairings would have been made otherwise. The limits are those of single
    byes. Raises ConfirmationNeeded, NotAllowed, EventRefused and Entry.DoesNotExist.
    """
    act = event_act(event_id, actor, GiveMissedByes, entry=entry_id, missed=sorted(set(rounds)))
    with act as doing:
        event = doing.event
        need_state(event, State.RUNNING)
        need_no_draft(event)
        entry = Entry.objects.get(event=event, pk=entry_id)
        missed = _missed_rounds(event, entry, rounds)
        if entry.no_half_byes:
            raise EventRefused(Message(_("Half-point byes are stopped for this player.")), field="rounds")
        had = len(missed) + entry.bye_requests.filter(kind=ByeRequest.Kind.HALF).count()
        second = Caution(
            "second-half-bye", Level.CONFIRM, Message(_("this player would have more than one half-point bye"))
        )
        numbers = [round_.number for round_ in missed]
        key, cautions = f"{event.scope}:missed-byes:{entry.pk}:{numbers}", [second] if had > 1 else []
        need_confirmation(key, _("Give the byes"), cautions, confirm)
        for round_ in missed:
            last = round_.pairings.order_by("board").values_list("board", flat=True).last() or 0
            pairing = Pairing.objects.create(round=round_, board=last + 1, kind=Pairing.Kind.HALF_BYE)
            Slot.objects.create(pairing=pairing, round=round_, entry=entry, side=Slot.Side.ALONE)
            round_.version += 1
            round_.save(update_fields=["version"])
    return entry


def _missed_rounds(event: Event, entry: Entry, numbers: Collection[int]) -> list[Round]:
    """These rounds, which were all paired before the entry came. EventRefused where one was not."""
    if not pairs_freely(event.format):
        raise EventRefused(Message(_("This format has no byes on request.")))
    if entry.withdrawn:
        raise EventRefused(Message(_("This player has withdrawn.")))
    if entry.slots.exists():
        raise EventRefused(Message(_("This player has already been paired, so earlier missed rounds cannot change.")))
    rounds = list(Round.objects.filter(event=event, number__in=set(numbers)))
    if not rounds or len(rounds) < len(set(numbers)):
        raise EventRefused(Message(_("Choose rounds that are paired.")), field="rounds")
    if any(round_.locked for round_ in rounds):
        raise EventRefused(Message(_("One of these rounds is locked: unlock it first.")), field="rounds")
    return rounds


def set_half_byes(event_id: int, actor: Account, entry_id: int, *, allowed: bool, expect: int | None = None) -> Entry:
    """Say whether an entry may have half-point byes at all; where not, no one gives it one, by no way.

    Raises NotAllowed, Stale, EventRefused (it has asked for one) and Entry.DoesNotExist.
    """
    act = event_act(event_id, actor, SetHalfByes, expect=expect, entry=entry_id)
    with act as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        coming = doing.event.rounds.count() + 1
        asked = entry.bye_requests.filter(kind=ByeRequest.Kind.HALF, round_number__gte=coming).first()
        if not allowed and asked is not None:
            message = _("Cancel the half-point bye in round %(round)d first.")
            raise EventRefused(Message(message, {"round": asked.round_number}))
        doing.note_change(no_half_byes=(entry.no_half_byes, not allowed))
        entry.no_half_byes = not allowed
        entry.save(update_fields=["no_half_byes"])
        doing.note(allowed=allowed)
    return entry


def cancel_bye(event_id: int, account: Account, entry_id: int, round_number: int, *, expect: int | None = None) -> None:
    """Take a request for a bye back before its round is paired."""
    with event_act(event_id, account, CancelBye, expect=expect, entry=entry_id, round=round_number) as doing:
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        _check_right(doing.event, entry, account, None)
        check_not_paired(doing.event, round_number)
        request = ByeRequest.objects.filter(entry=entry, round_number=round_number).first()
        if request is None:
            raise EventRefused(Message(_("Round %(round)d has no requested bye."), {"round": round_number}))
        doing.note_change(bye=(request.kind, None))
        request.delete()


def _check_right(event: Event, entry: Entry, account: Account, kind: str | None) -> None:
    if may(account, Permission.ENTER_PLAYERS, event.scope):
        return
    own = own_entry(event, account)
    if own is None or own.pk != entry.pk:
        raise NotAllowed(Permission.ENTER_PLAYERS, event.scope)
    if kind is not None and kind not in OWN_KINDS:
        raise EventRefused(Message(_("Only the arbiter can give a full-point bye.")), field="kind")


def _check_bye(event: Event, entry: Entry, round_number: int, kind: str) -> None:
    _check_kind(event, kind)
    if entry.withdrawn:
        raise EventRefused(Message(_("This player has withdrawn.")))
    check_round_to_come(event, round_number)


def _check_kind(event: Event, kind: str) -> None:
    if kind not in ByeRequest.Kind.values:
        raise EventRefused(Message(_("This bye does not exist.")), field="kind")
    if is_predetermined(event.format):
        raise EventRefused(
            Message(_("All pairings of this format are fixed: agree on another day with your opponent instead."))
        )
    if not pairs_freely(event.format):
        raise EventRefused(Message(_("This format has no byes on request.")))


def check_round_to_come(event: Event, round_number: int) -> None:
    """EventRefused for a round that is paired, or that the event does not have."""
    check_not_paired(event, round_number)
    if event.rounds_planned is not None and round_number > event.rounds_planned:
        raise EventRefused(
            Message(_("This event has %(rounds)d rounds."), {"rounds": event.rounds_planned}), field="round"
        )


def _check_half_byes(
    event: Event, entry: Entry, account: Account, number: int, kind: str, confirm: Collection[str]
) -> None:
    """Players have one half-point bye, and none in the last round; the one who may give more is asked."""
    if kind != ByeRequest.Kind.HALF:
        return
    if entry.no_half_byes:
        raise EventRefused(Message(_("Half-point byes are stopped for this player.")), field="kind")
    cautions = list(_half_bye_cautions(event, entry, number))
    if cautions and not may(account, Permission.ENTER_PLAYERS, event.scope):
        params = {"reasons": [caution.message for caution in cautions]}
        raise EventRefused(Message(_("Ask the arbiter: %(reasons)s."), params), field="kind")
    need_confirmation(f"{event.scope}:half-bye:{entry.pk}:{number}", _("Give the bye"), cautions, confirm)


def _half_bye_cautions(event: Event, entry: Entry, number: int) -> Iterator[Caution]:
    other = ByeRequest.objects.filter(entry=entry, kind=ByeRequest.Kind.HALF).exclude(round_number=number)
    had = entry.slots.filter(pairing__kind=ByeRequest.Kind.HALF).exclude(round__number=number)
    if other.exists() or had.exists():
        yield Caution("second-half-bye", Level.CONFIRM, Message(_("this player has a half-point bye already")))
    if number == event.rounds_planned:
        yield Caution("late-half-bye", Level.CONFIRM, Message(_("this is the last round")))


def check_not_paired(event: Event, round_number: int) -> None:
    """EventRefused for a round that is paired already."""
    if round_number < 1 or round_number <= Round.objects.filter(event=event).count():
        raise EventRefused(Message(_("Round %(round)d is paired already."), {"round": round_number}), field="round")
