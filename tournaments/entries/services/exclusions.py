"""Players whom the organiser keeps apart, always or where possible: family, or one club in the first rounds."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.forbidden_loader import ForbiddenRow, load_forbidden
from tournaments.core.formats import MOST_ROUNDS, avoids_pairs, pairs_freely
from tournaments.core.round_drafts import is_paired
from tournaments.core.services.base import EventCommand, State, event_act, need_confirmation, need_state
from tournaments.core.services.standard_rules import leave_rules
from tournaments.core.standard_rules import AVOIDED_PAIRS, FORBIDDEN_PAIRS
from tournaments.entries.acts import AllowMeeting, ForbidMeeting
from tournaments.models import Entry, Event, ForbiddenEntry, ForbiddenGroup

NEVER, AVOID = ForbiddenGroup.Strength.NEVER.value, ForbiddenGroup.Strength.AVOID.value
FEWEST = 2
MOST_GROUPS = 200


def add_exclusion(
    event_id: int,
    actor: Account,
    entries: Sequence[int],
    *,
    first_round: int = 1,
    last_round: int | None = None,
    strength: str = NEVER,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> ForbiddenGroup:
    """Let no two of these entries (ids) be paired, from `first_round` to `last_round` (None: to the end).

    With the `strength` "avoid" two of them may be, where the criteria of the format leave no choice. Rounds that are
    paired stay as they are. Once round 1 is paired, or where a pair is avoided, which no rule of FIDE's knows, the
    event leaves standard rules by this, which is confirmed by the keys in `confirm`.

    Raises NotAllowed, Stale, EventRefused, ConfirmationNeeded and Entry.DoesNotExist.
    """
    with event_act(event_id, actor, ForbidMeeting, expect=expect) as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        chosen = sorted(set(entries))
        _check_exclusion(doing, chosen, first_round, last_round, strength)
        group = ForbiddenGroup(event=doing.event, first_round=first_round, last_round=last_round, strength=strength)
        store_group(doing, actor, group, f"forbid:{chosen}", confirm, entries=chosen)
        ForbiddenEntry.objects.bulk_create(ForbiddenEntry(group=group, entry_id=entry) for entry in chosen)
    return group


def store_group(
    doing: EventCommand,
    actor: Account,
    group: ForbiddenGroup,
    what: str,
    confirm: Collection[str],
    **members: list[int],
) -> None:
    """Store a new group without its `members` and note it, once `what` is done by it is confirmed where it must be."""
    first, last, avoid = group.first_round, group.last_round, group.strength == AVOID
    change = f"{what}:{first}:{last}{':avoid' if avoid else ''}"
    confirm_change_of_pairs(doing, actor, change, confirm, (AVOIDED_PAIRS,) if avoid else ())
    group.save()
    doing.note(group=group.pk, **members, first_round=first, last_round=last, **({"avoid": True} if avoid else {}))
    doing.note_change(kept_apart=(None, [first, last]))


def _check_exclusion(doing: EventCommand, entries: Sequence[int], first: int, last: int | None, strength: str) -> None:
    event = doing.event
    if not pairs_freely(event.format):
        raise EventRefused(Message(_("In this format the schedule fixes all pairings, so none can be forbidden.")))
    if strength == AVOID and not avoids_pairs(event.format):
        message = Message(_("This format cannot avoid pairings: forbid them, or choose a Swiss system."))
        raise EventRefused(message, field="strength")
    if len(entries) < FEWEST:
        raise EventRefused(Message(_("Choose at least two players.")), field="entries")
    if Entry.objects.filter(event=event, pk__in=entries).count() != len(entries):
        raise Entry.DoesNotExist
    check_rounds_of_group(event, first, last)
    there = load_forbidden([event])[event.pk]
    wanted = (tuple(entries), first, last, strength)
    if any((each.entries, each.first_round, each.last_round, each.strength) == wanted for each in there):
        raise EventRefused(Message(_("Pairings among these players are already forbidden.")), field="entries")
    need_room_for_group(there)


def check_rounds_of_group(event: Event, first: int, last: int | None) -> None:
    """EventRefused for rounds that the event does not have, or that are in the wrong order."""
    most = event.rounds_planned or MOST_ROUNDS
    if not (1 <= first <= most and (last is None or first <= last <= most)):
        message = Message(_("Rounds run from 1 to %(most)d, and the first must precede the last."), {"most": most})
        raise EventRefused(message, field="first_round")


def need_room_for_group(there: Sequence[ForbiddenRow]) -> None:
    """EventRefused where an event has as many groups as it can."""
    if len(there) >= MOST_GROUPS:
        raise EventRefused(Message(_("An event has at most %(most)d such groups."), {"most": MOST_GROUPS}))


def confirm_change_of_pairs(
    doing: EventCommand, actor: Account, change: str, confirm: Collection[str], settings: Sequence[str] = ()
) -> None:
    """Once round 1 is paired, changing who may meet favours a person: it is asked, and leaves standard rules.

    `settings` are by what else it leaves them.
    """
    event = doing.event
    left = (*settings, FORBIDDEN_PAIRS) if is_paired(event) else settings
    if event.follows_rules:
        leave_rules(event, actor, left, change, confirm, doing.note)
        return
    if not is_paired(event):
        return
    caution = Caution(FORBIDDEN_PAIRS, Level.CONFIRM, Message(_("round 1 is paired already")))
    need_confirmation(f"{event.scope}:{change}", _("Change forbidden pairings"), [caution], confirm)


def remove_exclusion(
    event_id: int, actor: Account, group_id: int, *, expect: int | None = None, confirm: Collection[str] = ()
) -> None:
    """Take back that a group is kept apart; `confirm` as in `add_exclusion`.

    Raises NotAllowed, Stale, EventRefused, ConfirmationNeeded and ForbiddenGroup.DoesNotExist.
    """
    with event_act(event_id, actor, AllowMeeting, expect=expect, group=group_id) as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        group = ForbiddenGroup.objects.get(event=doing.event, pk=group_id)
        entries = list(group.members.values_list("entry", flat=True))
        delete_group(doing, actor, group, f"allow:{group_id}", confirm, entries=entries)


def delete_group(
    doing: EventCommand,
    actor: Account,
    group: ForbiddenGroup,
    change: str,
    confirm: Collection[str],
    **members: list[int],
) -> None:
    """Delete a group and note its `members`, once the change is confirmed where it must be."""
    confirm_change_of_pairs(doing, actor, change, confirm)
    doing.note(**members, **({"avoid": True} if group.strength == AVOID else {}))
    doing.note_change(kept_apart=([group.first_round, group.last_round], None))
    group.delete()


def delete_singleton_groups(doing: EventCommand) -> None:
    """Remove groups that an entry's removal has left with no one to keep apart. Inside the caller's act."""
    for each in load_forbidden([doing.event])[doing.event.pk]:
        if len(each.entries) < FEWEST and len(each.teams) < FEWEST:
            ForbiddenGroup.objects.filter(pk=each.id).delete()
