"""Pairing numbers: how they are given at the start, and how they follow ratings."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from random import Random

from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.meanings import MOST_RATING
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from players.names import normalize_name
from ratings.lists.queries.seeding import SeedRating
from tournaments.core.acts import StartEvent
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_by_clock, is_for_teams
from tournaments.core.loader import EntryRow, EventData, load
from tournaments.core.round_drafts import need_no_draft
from tournaments.core.services.base import (
    EventCommand,
    State,
    event_act,
    need_confirmation,
    need_reason,
    need_state,
    prepared_act,
)
from tournaments.core.sides import SideRow
from tournaments.entries.acts import Renumber, SetRating, TakeRatings
from tournaments.entries.numbering import (
    Seed,
    find_start,
    insert_by_rating,
    listed_ratings,
    moves,
    next_numbers,
    seeds_of_teams,
    title_rank,
    why_fixed,
)
from tournaments.entries.services.moving_numbers import BATCH, move_players, move_teams
from tournaments.models import Entry, Event
from tournaments.rating_columns import RatingSource

# --- who gets which pairing number (TPN) when an event starts ---------------------------------------------


class Seeding(StrEnum):
    """How the numbers are given."""

    RATING = "rating"
    LOT = "lot"
    HAND = "hand"


def seed_of_lot(event: Event) -> str:
    """The seed by which numbers are drawn: it is kept in the journal, so that anyone can repeat the draw.

    An event has one: who starts it again gets that of its first draw, and not another order.
    """
    drawn = JournalEntry.objects.filter(scope__key=event.scope, action=StartEvent.name, data__has_key="seed")
    first = drawn.order_by("version").first()
    return str(first.data["seed"]) if first is not None else secrets.token_hex(16)


def sort_entries(
    entries: Sequence[EntryRow],
    seeding: Seeding,
    *,
    ratings: Mapping[int, int],
    titles: Mapping[int, str] | None = None,
    order: Sequence[int] = (),
    seed: str = "",
) -> list[EntryRow]:
    """The entries in the order of their numbers.

    By rating, highest first and the unrated last, then by title (`titles` by entry, C.04.2), then by
    name; by lot, from `seed`; or by hand, as the ids in `order` say. EventRefused where `order`
    does not name every entry once.
    """
    if seeding is Seeding.HAND:
        return _by_hand(entries, order)
    known = sorted(entries, key=lambda entry: entry.id)
    if seeding is Seeding.LOT:
        Random(seed).shuffle(known)  # noqa: S311  the seed is from `secrets`; the draw must be repeatable
        return known
    by_entry = titles or {}

    def key(entry: EntryRow) -> tuple[int, int, str, int]:
        title = title_rank(by_entry.get(entry.id, ""))
        return -ratings.get(entry.person, 0), title, normalize_name(entry.name), entry.id

    return sorted(known, key=key)


def _by_hand(entries: Sequence[EntryRow], order: Sequence[int]) -> list[EntryRow]:
    by_id = {entry.id: entry for entry in entries}
    if sorted(order) != sorted(by_id):
        raise EventRefused(Message(_("Give every player one number, from 1 upwards, and no number twice.")))
    return [by_id[entry_id] for entry_id in order]


# --- ratings of an event that runs, checked against the lists ---------------------------------------------
# And the pairing numbers that follow from them.
#
# Whatever is stored in pairing numbers is translated where they move (`moving_numbers`): what was known when earlier
# rounds were paired, what the format gave for those that were paired by hand, and the round that is a draft.


SEVERAL = 2
"""Where this many numbers would move, that is confirmed."""
Source = RatingSource


# --- ratings -------------------------------------------------------------------------------------------


def source_of(rating: SeedRating | None) -> str:
    """Where a rating is from, as an entry keeps it."""
    if rating is None:
        return Source.UNKNOWN
    return Source.SERVER if rating.of_server else Source.CLUB


def take_listed_ratings(
    event_id: int, actor: Account, entries: Collection[int], *, expect: int | None = None
) -> list[Entry]:
    """Give these entries (ids) of a running event what the lists say; pairing numbers stay until they are recalculated.

    Raises NotAllowed, Stale, EventRefused (no one is named) and Entry.DoesNotExist.
    """

    def prepare(rows: EventData) -> dict[int, SeedRating | None]:
        need_state(rows.event, State.RUNNING)
        if not entries:
            raise EventRefused(Message(_("Select the players whose ratings should change.")), field="entries")
        if not set(entries) <= rows.by_id.keys():
            raise Entry.DoesNotExist
        listed = listed_ratings(rows.event, rows.entries)
        return {entry: listed.get(entry) for entry in sorted(set(entries))}

    act = prepared_act(event_id, actor, TakeRatings, prepare, expect=expect)
    with act as (doing, rows, wanted):
        day = find_start(doing.event).list_day
        found = [
            Entry(
                pk=entry,
                rating=rating.value if rating is not None else None,
                rating_source=source_of(rating),
                rating_day=day,
                rating_list_id=rating.rating_list if rating is not None else None,
            )
            for entry, rating in wanted.items()
        ]
        Entry.objects.bulk_update(found, ["rating", "rating_source", "rating_day", "rating_list"], batch_size=BATCH)
        doing.note(entries=list(wanted))
        doing.note_change(rating=([rows.by_id[entry].rating for entry in wanted], [each.rating for each in found]))
    return found


def set_rating(
    event_id: int, actor: Account, entry_id: int, rating: int | None, *, reason: str, expect: int | None = None
) -> Entry:
    """Type a rating for one entry, or None for none; lists and files say that it was typed.

    Raises NotAllowed, Stale, EventRefused (no reason, no such rating) and Entry.DoesNotExist.
    """
    need_reason(reason, Message(_("Explain why this rating differs from the list.")))
    if rating is not None and not 1 <= rating <= MOST_RATING:
        raise EventRefused(
            Message(_("A rating must be a number from 1 to %(most)d."), {"most": MOST_RATING}), field="rating"
        )
    act = event_act(event_id, actor, SetRating, expect=expect, entry=entry_id)
    with act as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        doing.note_change(rating=(entry.rating, rating))
        entry.rating, entry.rating_source, entry.rating_day = rating, Source.HAND, today(doing.event)
        entry.rating_list = None
        entry.save(update_fields=["rating", "rating_source", "rating_day", "rating_list"])
        doing.set_reason(reason)
    return entry


# --- numbers -------------------------------------------------------------------------------------------


def renumber(
    event_id: int, actor: Account, *, expect: int | None = None, confirm: Collection[str] = ()
) -> dict[int, int]:
    """Let pairing numbers follow ratings again, by entry those that moved. Among equals the order that there is stays.

    Where teams meet, the numbers are those of teams: by team those that moved.

    Where two numbers or more would move, that is confirmed by the keys in `confirm`. Raises NotAllowed, Stale,
    EventRefused (round 4 is paired, a round is a draft, …) and ConfirmationNeeded.
    """

    def prepare(rows: EventData) -> dict[int, int]:
        fixed = why_fixed(rows, find_start(rows.event))
        if fixed is not None:
            raise EventRefused(fixed)
        need_no_draft(rows.event)
        moved = next_numbers(rows)
        if not moved:
            raise EventRefused(Message(_("The pairing numbers already match the ratings.")))
        cautions = list(_renumbering_cautions(rows, moved))
        need_confirmation(f"{rows.event.scope}:renumber", _("Change the pairing numbers"), cautions, confirm)
        return moved

    act = prepared_act(event_id, actor, Renumber, prepare, expect=expect)
    with act as (doing, rows, moved):
        need_no_draft(doing.event)
        if is_for_teams(doing.event.format):
            move_teams(doing, rows, moved)
        else:
            move_players(doing, {entry.id: entry.number for entry in rows.entries}, moved)
    return moved


def _renumbering_cautions(rows: EventData, moved: Mapping[int, int]) -> Iterable[Caution]:
    sides: Mapping[int, SideRow] = rows.team_by_id if is_for_teams(rows.event.format) else rows.by_id
    if len(moved) >= SEVERAL:
        for each in sorted(moved, key=lambda side: moved[side]):
            params = {"name": sides[each].name, "old": sides[each].number, "new": moved[each]}
            message = Message(_("%(name)s: number %(old)d becomes %(new)d"), params)
            yield Caution("renumbering", Level.CONFIRM, message)


def number_late(doing: EventCommand, late: Sequence[Entry]) -> None:
    """Give pairing numbers to entries that come after the start: those that their ratings earn. Inside the act.

    Where numbers were not given by rating, and where teams meet, they get the next ones.
    """
    event = doing.event
    new = {entry.pk for entry in late}
    known = Entry.objects.filter(event=event).values_list("pk", "rating", "number", "details")
    seeds = [Seed(pk, rating, details.get("title", ""), number) for pk, rating, number, details in known]
    there = sorted((seed for seed in seeds if seed.id not in new), key=lambda seed: seed.number or 0)
    coming = sorted((seed for seed in seeds if seed.id in new), key=lambda seed: seed.id)
    if find_start(event).by_rating and not is_by_clock(event.format) and not is_for_teams(event.format):
        order = insert_by_rating(there, coming)
    else:
        order = [seed.id for seed in (*there, *coming)]
    moved = moves(seeds, order)
    move_players(doing, {seed.id: seed.number for seed in there}, moved)
    for entry in late:
        entry.number = moved[entry.pk]


def number_late_team(doing: EventCommand) -> None:
    """Give its pairing number to the team of a running event that has none yet: that which its players' ratings earn.

    Where numbers were not given by rating it gets the next one. Inside the act, once it has its players.
    """
    rows = load(doing.event)
    *there, coming = seeds_of_teams(rows)
    by_rating = find_start(doing.event).by_rating
    order = insert_by_rating(there, [coming]) if by_rating else [seed.id for seed in (*there, coming)]
    move_teams(doing, rows, moves([*there, coming], order))


def close_gaps(doing: EventCommand) -> None:
    """Number entries without gaps again where one is gone. Inside the act."""
    known = Entry.objects.filter(event=doing.event).order_by("number").values_list("pk", "number")
    moved = {pk: place for place, (pk, number) in enumerate(known, start=1) if number != place}
    move_players(doing, dict(known), moved)
