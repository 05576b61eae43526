"""Leaving an event: taken off the list before the start, withdrawn afterwards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from games.results.services.internal import decide_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import begun_games
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams, is_predetermined, pairs_freely
from tournaments.core.loader import EventData, PairingRow
from tournaments.core.round_drafts import need_no_draft
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state, prepared_act
from tournaments.duplicate.services import end_attempts_of
from tournaments.entries.acts import LeaveEvent, Readmit, RemoveEntry, Withdraw, WithdrawMany
from tournaments.entries.services.exclusions import delete_singleton_groups
from tournaments.entries.services.moving_up import fill_places
from tournaments.entries.services.numbering import close_gaps
from tournaments.models import Entry, Event, Member, TeamMember
from tournaments.rounds.services.boards import _forfeit, _only_forfeits

# --- leaving the list of players --------------------------------------------------------------------------
# Before the start, where who waits moves up, and before the first pairing.


BEFORE_START = (State.DRAFT, State.OPEN)


def remove_entry(event_id: int, actor: Account, entry_id: int, *, expect: int | None = None) -> None:
    """Take an entry off the list. Of an event that runs it must never have been paired: later, players withdraw.

    So a person who was added twice can be taken off, and the two records of the person be merged.
    """
    with event_act(event_id, actor, RemoveEntry, expect=expect, entry=entry_id) as doing:
        take_off(doing, entry_id)


def take_off(doing: EventCommand, entry_id: int) -> None:
    """Delete an entry that was never paired, inside the caller's act; the one who waits longest moves up.

    Raises EventRefused where the event is too far for that, and Entry.DoesNotExist.
    """
    takes_late = pairs_freely(doing.event.format) or is_for_teams(doing.event.format)
    if doing.event.state == State.RUNNING and takes_late:
        _remove_unpaired(doing, entry_id)
    else:
        _remove(doing, entry_id)


def leave_event(event_id: int, account: Account) -> None:
    """Take one's own entry back before the event starts."""
    with event_act(event_id, account, LeaveEvent) as doing:
        entry = own_entry(doing.event, account)
        if entry is None:
            raise EventRefused(Message(_("You are not registered for this event.")))
        doing.note(entry=entry.pk)
        _remove(doing, entry.pk)


def _remove_unpaired(doing: EventCommand, entry_id: int) -> None:
    need_no_draft(doing.event)
    entry = Entry.objects.get(event=doing.event, pk=entry_id)
    if entry.slots.exists():
        message = _("This player is already paired: undo that round first, or withdraw the player.")
        raise EventRefused(Message(message))
    if TeamMember.objects.filter(entry=entry).exists():
        raise EventRefused(Message(_("This player is on the roster of a team: change the roster first.")))
    doing.note(people=list(entry.members.values_list("person", flat=True)))
    entry.delete()
    delete_singleton_groups(doing)
    close_gaps(doing)


def _remove(doing: EventCommand, entry_id: int) -> None:
    need_state(doing.event, *BEFORE_START)
    entry = Entry.objects.get(event=doing.event, pk=entry_id)
    doing.note(people=list(entry.members.values_list("person", flat=True)))
    entry.delete()
    delete_singleton_groups(doing)
    fill_places(doing)


def own_entry(event: Event, account: Account | None) -> Entry | None:
    """The entry of the account's person, None where there is none."""
    if account is None or account.person is None:
        return None
    person = account.person.canonical_id
    for member in Member.objects.filter(event=event).select_related("person", "entry"):
        if member.person.canonical_id == person:
            return member.entry
    return None


# --- players who leave a running event, and what becomes of their games -----------------------------------
# In a round robin everybody was to meet everybody. Who leaves before half of the own games are played takes them
# all out of the standings, since others could no longer score against them; the games stay in the cross table and
# in the rating lists. From half on they stand, and what remains is lost by forfeit. This is the custom of chess
# clubs and of FIDE's tournaments; an arbiter can choose the other way when it is announced so.


def withdraw(
    event_id: int,
    actor: Account,
    entry_id: int,
    *,
    annul: bool | None = None,
    expel: bool = False,
    reason: str = "",
    expect: int | None = None,
) -> Entry:
    """Take an entry out of a running event: it is not paired any more, and its open games are forfeits.

    `annul`: whether its games leave the standings; None follows the custom (`annuls`). `expel`: it is not ranked any
    more, while its games count for its opponents; this takes a `reason`. Raises NotAllowed, Stale, EventRefused and
    Entry.DoesNotExist.
    """
    if expel:
        need_reason(reason, Message(_("Give a reason for expelling this player.")))

    def prepare(rows: EventData) -> bool:
        need_state(rows.event, State.RUNNING)
        if rows.by_id.get(entry_id) is None:
            raise Entry.DoesNotExist
        if rows.by_id[entry_id].withdrawn:
            raise EventRefused(Message(_("This player has withdrawn already.")))
        return not expel and _annul(rows, entry_id, annul)

    act = prepared_act(event_id, actor, Withdraw, prepare, expect=expect, entry=entry_id)
    with act as (doing, rows, annulled):
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        doing.note_change(
            withdrawn_after=(entry.withdrawn_after, len(rows.rounds)), annulled=(entry.annulled, annulled)
        )
        if expel:
            doing.note_change(expelled=(False, True))
        entry.annulled, entry.expelled, entry.withdrawn_after = annulled, expel, len(rows.rounds)
        entry.save(update_fields=["annulled", "expelled", "withdrawn_after"])
        doing.note(annulled=entry.annulled, expelled=expel, after=entry.withdrawn_after)
        doing.set_reason(reason)
        forfeit_open_games(rows, actor, {entry_id})
    return entry


def withdraw_many(
    event_id: int, actor: Account, entry_ids: Collection[int], *, reason: str = "", expect: int | None = None
) -> list[Entry]:
    """Take several entries out of a running event, each by the custom (`annuls`): all of them or none.

    Two who leave together and have a game to play both lose it. Raises NotAllowed, Stale, EventRefused (the one who
    cannot leave is named) and Entry.DoesNotExist.
    """
    ids = set(entry_ids)

    def prepare(rows: EventData) -> Mapping[int, bool]:
        need_state(rows.event, State.RUNNING)
        if not ids:
            raise EventRefused(Message(_("Choose the players.")), field="entries")
        if not ids <= rows.by_id.keys():
            raise Entry.DoesNotExist
        refuse_each(rows.by_id[each].name for each in sorted(ids) if rows.by_id[each].withdrawn)
        return {each: annuls(rows, each) for each in sorted(ids)}

    act = prepared_act(event_id, actor, WithdrawMany, prepare, expect=expect, entries=sorted(ids))
    with act as (doing, rows, annulled):
        entries = list(Entry.objects.filter(event=doing.event, pk__in=ids).order_by("pk"))
        for entry in entries:
            entry.annulled, entry.expelled, entry.withdrawn_after = annulled[entry.pk], False, len(rows.rounds)
        Entry.objects.bulk_update(entries, ["annulled", "expelled", "withdrawn_after"])
        doing.note(annulled=[entry.pk for entry in entries if entry.annulled], after=len(rows.rounds))
        doing.set_reason(reason)
        forfeit_open_games(rows, actor, ids)
    return entries


def refuse_each(withdrawn: Iterable[str]) -> None:
    """EventRefused that names each of these players, who have withdrawn; nothing where there are none."""
    gone = Message(_("This player has withdrawn already."))
    refused = [Message(_("%(name)s: %(reason)s"), {"name": name, "reason": gone}) for name in withdrawn]
    if refused:
        raise EventRefused(Message(_("Not possible: %(reasons)s"), {"reasons": refused}), refused, field="entries")


def _annul(rows: EventData, entry_id: int, annul: bool | None) -> bool:
    if annul and not is_predetermined(rows.event.format):
        raise EventRefused(Message(_("Results can be removed from the standings only when all pairings are fixed.")))
    return annuls(rows, entry_id) if annul is None else annul


def annuls(rows: EventData, entry_id: int) -> bool:
    """Whether, by custom, leaving now takes an entry's games out of the standings: less than half is played."""
    if not is_predetermined(rows.event.format):
        return False
    done, total = games_done(rows, entry_id)
    return 2 * done < total


def games_done(rows: EventData, entry_id: int) -> tuple[int, int]:
    """How many games an entry has completed (played, or won because no one came), and how many it was to play."""
    own = rows.of_entry(entry_id)
    number = rows.by_id[entry_id].number
    coming = [
        pair for pairings in scheduled_rounds(rows) for pair in pairings.pairs if number in (pair.white, pair.black)
    ]
    meetings = len(coming) + sum(pairing.alone is None for pairing in own)
    return sum(_share_completed(pairing, entry_id) for pairing in own), meetings * rows.event.games_per_round


def _share_completed(pairing: PairingRow, entry_id: int) -> int:
    """The games of a pairing that the entry was there for."""
    there = 0
    for game in pairing.games:
        side = "white" if (pairing.white == entry_id) == (not game.is_swapped) else "black"
        won_by_forfeit = game.result.is_forfeit and game.code == ("+-" if side == "white" else "-+")
        there += game.result.played or won_by_forfeit
    return there


def readmit(event_id: int, actor: Account, entry_id: int, *, reason: str = "", expect: int | None = None) -> Entry:
    """Let an entry that withdrew play on. Forfeits that its leaving brought stay until the arbiter corrects them."""
    with event_act(event_id, actor, Readmit, expect=expect, entry=entry_id) as doing:
        need_state(doing.event, State.RUNNING)
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        if not entry.withdrawn:
            raise EventRefused(Message(_("This player has not withdrawn.")))
        doing.note_change(withdrawn_after=(entry.withdrawn_after, None), annulled=(entry.annulled, False))
        entry.annulled, entry.expelled, entry.withdrawn_after = False, False, None
        entry.save(update_fields=["annulled", "expelled", "withdrawn_after"])
        doing.set_reason(reason)
    return entry


def forfeit_open_games(rows: EventData, actor: Account, leaving: Collection[int]) -> None:
    """Decide the open games of the entries that leave now: inside the caller's act."""
    gone = {entry.id for entry in rows.entries if entry.withdrawn} | set(leaving)
    own = [pairing for entry in sorted(leaving) for pairing in rows.of_entry(entry)]
    games = {game: pairing for pairing in own for game in pairing.games if game.result.is_open}
    begun = begun_games([game.id for game in games if game.online])
    forfeits = {
        game.id: _forfeit(pairing.white in gone, pairing.black in gone, swapped=game.is_swapped)
        for game, pairing in games.items()
    }
    forfeits |= {game: LOST_ON_THE_BOARD[forfeits[game]] for game in begun}
    decide_games(_only_forfeits(forfeits), actor)
    for entry_id in sorted(leaving):
        end_attempts_of(entry_id)


LOST_ON_THE_BOARD: Mapping[str, str] = {"+-": "1-0", "-+": "0-1", "--": "0-0"}
"""What a forfeit is where the game was being played: a loss."""
