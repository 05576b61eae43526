"""From registration to the final table: start, close, and both taken back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from games.results.services.create import reopen_games, settle_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour
from players.models import Account
from ratings.lists.queries import seeding as seeding_queries
from ratings.lists.queries.seeding import SeedRating
from ratings.pools.services.pools import pool_for
from tournaments.arenas.services import begin_arena, take_arena_back
from tournaments.core import preconditions
from tournaments.core.acts import StartEvent, UnstartEvent
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import format_of, has_opponents, is_by_clock, is_for_teams, option, splits, system_of
from tournaments.core.groups import Grouping, split, usual_grouping
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.medleys import list_key
from tournaments.core.round_drafts import need_no_draft
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state, prepared_act
from tournaments.core.team_loader import TeamRow
from tournaments.entries.numbering import list_day, titles_of
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.entries.services.moving_numbers import write_entries
from tournaments.entries.services.moving_up import fill_places
from tournaments.entries.services.numbering import Seeding, seed_of_lot, sort_entries, source_of
from tournaments.events.acts import CloseEvent, ReopenEvent
from tournaments.models import Entry, Event, Round, Team
from tournaments.rating_columns import STAYS
from tournaments.rounds.services.setup_draws import draw_unless_drawn
from tournaments.teams.numbering import sort_teams


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

    `seeding` says how the numbers come about; by hand, `order` lists the entries' ids from number 1. Where teams meet,
    these get the numbers, `order` lists the teams' ids, and players are counted team by team. In formats with
    groups or teams `grouping` says how these come about ("": as is usual); by hand, `groups` has one for each entry's
    id. `first_colour` is what number 1 gets in round 1, "w" or "b", where results make the pairings ("": by lot, in a
    knock-out board by board). What was drawn, and a draw's seed, stand in the journal. Where chance lays out the games
    or says who begins, round 1 gets its seed, which stays secret until it starts. The seed of lots is drawn at the
    first start and stays. Raises NotAllowed, Stale and EventRefused.
    """
    how = _parse_seeding(seeding)

    def prepare(rows: EventData) -> _Start:
        need_state(rows.event, *BEFORE_START)
        stopping = preconditions.of_start(rows)
        if stopping:
            raise EventRefused(Message(_("The event cannot start: %(reasons)s."), {"reasons": stopping}), stopping)
        start = _number_entries(rows, how, order)
        start = _assign_groups(start, rows.event, grouping, groups or {})
        return _draw_colour(start, rows.event, first_colour)

    act = prepared_act(event_id, actor, StartEvent, prepare, expect=expect, seeding=how.value)
    with act as (doing, _rows, start):
        doing.note(**start.notes)
        _store_numbers(doing.event, start)
        doing.event.first_colour = start.first_colour
        doing.event.lot_seed = doing.event.lot_seed or secrets.token_hex(16)
        doing.event.save(update_fields=["first_colour", "lot_seed"])
        if is_by_clock(doing.event.format):
            begin_arena(doing)
        else:
            draw_unless_drawn(doing, 1)
        _change_state(doing, State.RUNNING)
    return doing.event


@dataclass(frozen=True, slots=True)
class _Rating:
    """The rating that an entry starts with, where it is from, for which day, and of which published list (id)."""

    value: int | None
    source: str
    day: date | None
    rating_list: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """How an event starts: entries and teams from number 1, ratings and groups by entry; `notes` for the journal."""

    in_order: Sequence[EntryRow]
    teams: Sequence[TeamRow] = ()
    ratings: Mapping[int, _Rating]
    groups: Mapping[int, int] = field(default_factory=dict)
    first_colour: str
    notes: Mapping[str, Any]

    def merge_notes(self, **more: Any) -> Mapping[str, Any]:
        return {**self.notes, **more}


def _parse_seeding(seeding: Seeding | str) -> Seeding:
    try:
        return Seeding(seeding)
    except ValueError:
        raise EventRefused(Message(_("This numbering method does not exist.")), field="seeding") from None


def _number_entries(rows: EventData, how: Seeding, order: Sequence[int]) -> _Start:
    known = _look_up_ratings(rows)
    seed = seed_of_lot(rows.event) if how is Seeding.LOT else ""
    if is_for_teams(rows.event.format):
        return _number_teams(rows, how, order, known, seed)
    values = {entry.person: known[entry.id].value or 0 for entry in rows.entries}
    in_order = sort_entries(rows.entries, how, ratings=values, titles=titles_of(rows.event), order=order, seed=seed)
    notes = {"seed": seed} if seed else {}
    return _Start(
        in_order=in_order,
        ratings=known,
        first_colour=rows.event.first_colour,
        notes={**notes, "entries": [entry.id for entry in in_order]},
    )


def _number_teams(
    rows: EventData, how: Seeding, order: Sequence[int], known: Mapping[int, _Rating], seed: str
) -> _Start:
    teams = sort_teams(
        rows.teams,
        how,
        ratings={entry: rating.value for entry, rating in known.items()},
        boards=option(rows.event, "boards"),
        order=order,
        seed=seed,
    )
    notes = {"seed": seed} if seed else {}
    return _Start(
        in_order=[rows.by_id[entry] for team in teams for entry in team.roster],
        teams=teams,
        ratings=known,
        first_colour=rows.event.first_colour,
        notes={**notes, "teams": [team.id for team in teams]},
    )


def _look_up_ratings(rows: EventData) -> dict[int, _Rating]:
    """What the lists say of every entry; what was typed by hand or came from a file stays."""
    event, people = rows.event, [entry.person for entry in rows.entries]
    day = list_day(event, today(event))
    listed = seeding_queries.seed_ratings_on(list_key(event), event.club_id, people, day, without=event.scope)
    return {entry.id: _rating_of(entry, listed.get(entry.person), day) for entry in rows.entries}


def _rating_of(entry: EntryRow, listed: SeedRating | None, day: date) -> _Rating:
    if entry.rating_source in STAYS:
        return _Rating(entry.rating, entry.rating_source, entry.rating_day)
    if listed is None:
        return _Rating(None, source_of(None), day)
    return _Rating(listed.value, source_of(listed), day, listed.rating_list)


def _assign_groups(start: _Start, event: Event, grouping: str, by_hand: Mapping[int, int]) -> _Start:
    """Put everybody into a group or team, where the format has some."""
    if not splits(event.format):
        return start
    try:
        how = Grouping(grouping or usual_grouping(event.format))
    except ValueError:
        raise EventRefused(Message(_("This grouping method does not exist.")), field="grouping") from None
    found = split(event, start.in_order, how, by_hand)
    notes = start.merge_notes(grouping=how.value, groups=[found[entry.id] for entry in start.in_order])
    return replace(start, groups=found, notes=notes)


def _draw_colour(start: _Start, event: Event, wanted: str) -> _Start:
    """Who of number 1 and its opponent begins in round 1, where the schedule does not say."""
    if wanted not in ("", *Colour):
        raise EventRefused(Message(_("This colour does not exist.")), field="first_colour")
    if not format_of(event.format).needs_results or not has_opponents(event.format) or option(event, "colour_free"):
        return start
    if is_by_clock(event.format):
        return start
    if not wanted and system_of(event).leaves_first_move_open(colour_free=False, first_colour=None):
        return start  # drawn board by board, with the round
    colour = wanted or secrets.choice(list(Colour)).value
    return replace(start, first_colour=colour, notes=start.merge_notes(first_colour=colour, colour_by_lot=not wanted))


def _store_numbers(event: Event, start: _Start) -> None:
    """Write what everybody starts with."""
    entries = (
        Entry(
            pk=entry.id,
            number=number,
            rating=start.ratings[entry.id].value,
            rating_source=start.ratings[entry.id].source,
            rating_day=start.ratings[entry.id].day,
            rating_list_id=start.ratings[entry.id].rating_list,
            group=start.groups.get(entry.id, entry.group),
        )
        for number, entry in enumerate(start.in_order, 1)
    )
    write_entries(event, entries, ["number", "rating", "rating_source", "rating_day", "rating_list", "group"])
    Team.objects.bulk_update(
        (Team(pk=team.id, number=number) for number, team in enumerate(start.teams, 1)), ["number"]
    )


def unstart_event(event_id: int, actor: Account, *, expect: int | None = None) -> Event:
    """Take the start back while no round is paired: the numbers go, and players can be entered and removed again."""
    with event_act(event_id, actor, UnstartEvent, expect=expect) as doing:
        need_state(doing.event, State.RUNNING)
        need_no_draft(doing.event)
        if Round.objects.filter(event=doing.event).exists():
            raise EventRefused(Message(_("A round is paired: undo it first.")))
        entries = Entry.objects.filter(event=doing.event)
        entries.update(
            number=None,
            withdrawn_after=None,
            annulled=False,
            expelled=False,
            group=None,
            virtual_points=[],
        )
        entries.exclude(rating_source__in=STAYS).update(
            rating=None, rating_source="", rating_day=None, rating_list=None
        )
        Team.objects.filter(event=doing.event).update(number=None)
        take_arena_back(doing)
        doing.event.first_colour = ""
        doing.event.save(update_fields=["first_colour"])
        _change_state(doing, State.OPEN)
        fill_places(doing)
    return doing.event


def close_event(event_id: int, actor: Account, *, early: bool = False, expect: int | None = None) -> Event:
    """Make the table final; its games count in rating lists from the event's last day.

    Refused while a result is missing: the arbiter decides such games first. `early` closes an event of which
    not all rounds are paired. Raises NotAllowed, Stale and EventRefused.
    """

    def prepare(rows: EventData) -> int:
        need_state(rows.event, State.RUNNING)
        need_no_draft(rows.event)
        stopping = preconditions.of_closing(rows) or (() if early else preconditions.warnings_of_closing(rows))
        if stopping:
            raise EventRefused(Message(_("The event cannot be closed: %(reasons)s."), {"reasons": stopping}), stopping)
        return len(rows.rounds)

    act = prepared_act(event_id, actor, CloseEvent, prepare, expect=expect)
    with act as (doing, _rows, rounds):
        need_no_draft(doing.event)
        doing.note(rounds=rounds, rated_on=doing.event.ends_on.isoformat())
        _change_state(doing, State.CLOSED)
        _make_overall_list(doing.event)
        settle_games(doing.scope, doing.event.ends_on)
    return doing.event


def _make_overall_list(event: Event) -> None:
    """A rated medley counts in the list that it seeds by, too, and that is made for the first one."""
    if event.medley and event.rated:
        pool_for(list_key(event), event.club)
        if event.club.admitted:
            pool_for(list_key(event))


def reopen_event(event_id: int, actor: Account, *, reason: str, expect: int | None = None) -> Event:
    """Let a closed event go on: its games leave the rating lists until it is closed again. Says why."""
    need_reason(reason, Message(_("Give a reason for reopening the event: its table was final.")))
    with event_act(event_id, actor, ReopenEvent, expect=expect) as doing:
        need_state(doing.event, State.CLOSED)
        doing.set_reason(reason)
        _change_state(doing, State.RUNNING)
        reopen_games(doing.scope)
    return doing.event


def _change_state(doing: EventCommand, state: str) -> None:
    doing.event.state = state
    doing.event.save(update_fields=["state"])
