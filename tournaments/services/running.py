"""From registration to the final table: start, close, and both taken back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from games.services import reopen_games, settle_games
from phrases import Phrase
from phrases import gettext_noop as _
from players.models import Account
from players.roles import Act
from ratings import queries as ratings
from tournaments import blockers
from tournaments.crosstable import Colour
from tournaments.formats import is_predetermined, option, splits
from tournaments.grouping import Grouping, divided, usual_grouping
from tournaments.models import Entry, Event
from tournaments.refusals import EventRefused
from tournaments.rows import EntryRow, load
from tournaments.services.acting import Doing, State, event_act, need_reason, need_state
from tournaments.services.deals import draw_unless_drawn
from tournaments.services.entries import BEFORE_START
from tournaments.services.seeding import Seeding, new_seed, ordered


def start_event(
    event_id: int,
    actor: Account,
    *,
    seeding: Seeding | str = Seeding.RATING,
    order: Sequence[int] = (),
    grouping: Grouping | str = "",
    groups: Mapping[int, int] | None = None,
    first_colour: str = "",
    expect: int | None = None,
) -> Event:
    """Give everybody a pairing number; from now on the field is fixed and rounds can start.

    `seeding` says how the numbers come about; by hand, `order` lists the entries' ids from number 1. In formats with
    groups or teams `grouping` says how these come about ("": as is usual); by hand, `groups` has one for each entry's
    id. `first_colour` is what number 1 gets in round 1, "w" or "b", where results make the pairings ("": by lot). What
    was drawn, and a draw's seed, stand in the journal. Where chance lays out the games, round 1 gets its seed, which
    stays secret until it starts. Raises NotAllowed, Stale and EventRefused.
    """
    how = _known(seeding)
    with event_act(event_id, actor, Act.RUN_ROUNDS, "start-event", expect=expect, seeding=how.value) as doing:
        need_state(doing.event, *BEFORE_START)
        rows = load(doing.event)
        stopping = blockers.of_start(rows)
        if stopping:
            raise EventRefused(Phrase(_("The event cannot start: %(reasons)s."), {"reasons": stopping}), stopping)
        in_order = _number(doing, rows.entries, how, order)
        _divide(doing, in_order, grouping, groups or {})
        _draw_colour(doing, first_colour)
        draw_unless_drawn(doing, 1)
        _move(doing, State.RUNNING)
    return doing.event


def _known(seeding: Seeding | str) -> Seeding:
    try:
        return Seeding(seeding)
    except ValueError:
        raise EventRefused(Phrase(_("There is no such way to give numbers.")), field="seeding") from None


def _number(doing: Doing, entries: Sequence[EntryRow], how: Seeding, order: Sequence[int]) -> list[EntryRow]:
    event = doing.event
    known = ratings.current(event.rules, None, [entry.person for entry in entries])
    seed = new_seed() if how is Seeding.LOT else ""
    if seed:
        doing.note(seed=seed)
    in_order = ordered(entries, how, ratings=known, order=order, seed=seed)
    Entry.objects.bulk_update(
        [Entry(pk=entry.id, number=number, rating=known.get(entry.person)) for number, entry in enumerate(in_order, 1)],
        ["number", "rating"],
    )
    doing.note(entries=[entry.id for entry in in_order])
    return in_order


def _divide(doing: Doing, in_order: Sequence[EntryRow], grouping: str, by_hand: Mapping[int, int]) -> None:
    """Put everybody into a group or team, where the format has some."""
    event = doing.event
    if not splits(event.format):
        return
    try:
        how = Grouping(grouping or usual_grouping(event.format))
    except ValueError:
        raise EventRefused(Phrase(_("There is no such way to make groups.")), field="grouping") from None
    found = divided(event, in_order, how, by_hand)
    Entry.objects.bulk_update([Entry(pk=entry, group=group) for entry, group in found.items()], ["group"])
    doing.note(grouping=how.value, groups=[found[entry.id] for entry in in_order])


def _draw_colour(doing: Doing, wanted: str) -> None:
    """Who of number 1 and its opponent begins in round 1, where the schedule does not say."""
    event = doing.event
    if wanted not in ("", *Colour):
        raise EventRefused(Phrase(_("There is no such colour.")), field="first_colour")
    if is_predetermined(event.format) or option(event, "colour_free"):
        return
    event.first_colour = wanted or secrets.choice(list(Colour)).value
    event.save(update_fields=["first_colour"])
    doing.note(first_colour=event.first_colour, colour_by_lot=not wanted)


def unstart_event(event_id: int, actor: Account, *, expect: int | None = None) -> Event:
    """Take the start back while no round is paired: the numbers go, and players can be entered and removed again."""
    with event_act(event_id, actor, Act.RUN_ROUNDS, "unstart-event", expect=expect) as doing:
        need_state(doing.event, State.RUNNING)
        if load(doing.event).rounds:
            raise EventRefused(Phrase(_("A round is paired: take it back first.")))
        entries = Entry.objects.filter(event=doing.event)
        entries.update(number=None, rating=None, withdrawn_after=None, annulled=False, group=None, virtual_points=[])
        doing.event.first_colour = ""
        doing.event.save(update_fields=["first_colour"])
        _move(doing, State.OPEN)
    return doing.event


def close_event(event_id: int, actor: Account, *, early: bool = False, expect: int | None = None) -> Event:
    """Make the table final; its games count in rating lists from the event's last day.

    Refused while a result is missing: the arbiter decides such games first. `early` closes an event of which
    not all rounds are paired. Raises NotAllowed, Stale and EventRefused.
    """
    with event_act(event_id, actor, Act.RUN_ROUNDS, "close-event", expect=expect) as doing:
        need_state(doing.event, State.RUNNING)
        rows = load(doing.event)
        stopping = blockers.of_closing(rows) or (() if early else blockers.warnings_of_closing(rows))
        if stopping:
            raise EventRefused(Phrase(_("The event cannot be closed: %(reasons)s."), {"reasons": stopping}), stopping)
        doing.note(rounds=len(rows.rounds), rated_on=doing.event.ends_on.isoformat())
        _move(doing, State.CLOSED)
        settle_games(doing.scope, doing.event.ends_on)
    return doing.event


def reopen_event(event_id: int, actor: Account, *, reason: str, expect: int | None = None) -> Event:
    """Let a closed event go on: its games leave the rating lists until it is closed again. Says why."""
    need_reason(reason, Phrase(_("Say why the event goes on: its table was final.")))
    with event_act(event_id, actor, Act.EDIT_EVENT, "reopen-event", expect=expect) as doing:
        need_state(doing.event, State.CLOSED)
        doing.give_reason(reason)
        _move(doing, State.RUNNING)
        reopen_games(doing.scope)
    return doing.event


def _move(doing: Doing, state: str) -> None:
    doing.event.state = state
    doing.event.save(update_fields=["state"])
