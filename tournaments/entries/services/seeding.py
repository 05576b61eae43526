"""Who gets which pairing number (TPN) when an event starts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random

from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.names import normalize_name
from tournaments.core.acts import StartEvent
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EntryRow
from tournaments.entries.numbering import title_rank
from tournaments.models import Event


class Seeding(StrEnum):
    """How the numbers are given."""

    RATING = "rating"
    LOT = "lot"
    HAND = "hand"


def seed_of_lot(event: Event) -> str:
    """The seed by which numbers are drawn: it is kept in the journal, so that anybody can repeat the draw.

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
