"""Bring the ledger of a pool to what the games say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from common.journal import services as journal
from common.journal.models import Scope
from common.live.bus import announce
from players.queries import canonical_id
from ratings.ledger import Ledger, LedgerStanding, replay, stored_lines, stored_standings
from ratings.lines import LedgerLine
from ratings.models import Change, Pool, Published, Rating

BATCH = 500
MOST_AT_ONCE = 4_000
"""Rows of one transaction: an event of a thousand players, with what it publishes."""
TRIES = 5
T = TypeVar("T")


@dataclass(frozen=True)
class Difference:
    """What must change in the tables so that they say what the games say."""

    gone: tuple[tuple[int, int], ...] = ()  # persons and keys of `Change`
    new: tuple[LedgerLine, ...] = ()
    left: tuple[int, ...] = ()  # persons without a rating any more
    moved: tuple[LedgerStanding, ...] = ()
    first: tuple[LedgerLine, ...] = ()  # events that are published for the first time

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.left or self.moved)

    @property
    def rows(self) -> int:
        """How many rows of the ledger are written or removed."""
        return len(self.gone) + len(self.new) + len(self.left) + len(self.moved)

    def split(self, most: int) -> Iterator[Difference]:
        """The same in parts of about `most` rows, each with all that concerns the persons in it; one part at least."""
        rows: Counter[int] = Counter(person for person, _key in self.gone)
        rows.update(line.person for line in (*self.new, *self.first))
        rows.update(now.person for now in self.moved)
        rows.update(self.left)
        places, total = {}, 0
        for person in sorted(rows):
            places[person] = total // most
            total += rows[person]
        for place in range(total // most + 1):
            yield Difference(
                gone=tuple(each for each in self.gone if places[each[0]] == place),
                new=tuple(each for each in self.new if places[each.person] == place),
                left=tuple(each for each in self.left if places[each] == place),
                moved=tuple(each for each in self.moved if places[each.person] == place),
                first=tuple(each for each in self.first if places[each.person] == place),
            )


def difference(pool: Pool, ledger: Ledger) -> Difference:
    """Compare the tables with a ledger replayed from nothing."""
    lines, standings, published = stored_lines(pool), stored_standings(pool), _load_published(pool)
    stays = {key for key, (_pk, line) in lines.items() if ledger.lines.get(key) == line}
    return Difference(
        gone=tuple((line.person, pk) for key, (pk, line) in lines.items() if key not in stays),
        new=tuple(line for key, line in ledger.lines.items() if key not in stays),
        left=tuple(person for person in standings if person not in ledger.standings),
        moved=tuple(now for person, now in ledger.standings.items() if standings.get(person) != now),
        first=tuple(line for key, line in ledger.lines.items() if key not in published),
    )


def recompute(pool_id: int) -> int:
    """Replay the pool's games and write what differs from the stored ledger. Returns how many rows were written.

    Games are replayed and compared outside any lock. What differs is written under the lock of the pool's scope: at
    once, or, where it is more than a large event, in parts by persons, each of which moves the scope's version.
    Whoever finds that it has moved begins anew, and a worker that is killed leaves what the next one completes: the
    pool's digest is written last. Games that change meanwhile ask for another recompute. A pool that is gone is left
    alone. Raises `journal.Busy` where others were quicker each time.
    """
    for _try in range(TRIES):
        with suppress(journal.Stale, _Moved):
            return _recompute_once(pool_id)
    raise journal.Busy(f"pool {pool_id} was rated by others each time")


class _Moved(Exception):
    """Somebody else writes the pool's ledger."""


def _recompute_once(pool_id: int) -> int:
    version = Scope.objects.filter(key=f"pool:{pool_id}").values_list("version", flat=True).first()
    pool = Pool.objects.filter(pk=pool_id).first()  # after the version: a system chosen in between moves it
    if pool is None or version is None:
        return 0
    ledger = replay(pool)
    change, digest = difference(pool, ledger), ledger.digest
    if not change and pool.digest == digest:
        return 0
    *parts, last = change.split(MOST_AT_ONCE)
    for part in parts:
        version = _write_part(pool, part, version)
    with journal.act(pool.scope, None, "recompute-ratings", expect=version, rows=change.rows, digest=digest):
        _write(pool, last)
        Pool.objects.filter(pk=pool.pk).update(digest=digest, computed_at=timezone.now())
    return change.rows


def _write_part(pool: Pool, part: Difference, version: int) -> int:
    """Write one part where the pool's scope is still at `version`; the version that it is at afterwards."""
    with transaction.atomic():
        if not Scope.objects.filter(key=pool.scope, version=version).update(version=F("version") + 1):
            raise _Moved
        _write(pool, part)
        announce(pool.scope)
    return version + 1


def _write(pool: Pool, change: Difference) -> None:
    """Changed lines go and come anew: their numbers must never collide on the way."""
    for rows in _batches(change.gone):
        Change.objects.filter(pk__in=[key for _person, key in rows]).delete()
    Change.objects.bulk_create((_change(pool, line) for line in change.new), batch_size=BATCH)
    for persons in _batches(change.left):
        Rating.objects.filter(pool=pool, person__in=persons).delete()
    Rating.objects.bulk_create(
        (_rating(pool, now) for now in change.moved),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pool", "person"],
        update_fields=list(LedgerStanding._fields[1:]),
    )
    _publish(pool, change.first)


def _change(pool: Pool, line: LedgerLine) -> Change:
    values = line._asdict()
    person, occasion = values.pop("person"), values.pop("occasion")
    return Change(pool=pool, person_id=person, occasion_id=occasion, **values)


def _rating(pool: Pool, now: LedgerStanding) -> Rating:
    values = now._asdict()
    return Rating(pool=pool, person_id=values.pop("person"), **values)


def _load_published(pool: Pool) -> set[tuple[int, int]]:
    """What the list has said before, by person and event."""
    known = Published.objects.filter(pool=pool).annotate(canonical=canonical_id("person"))
    return set(known.values_list("canonical", "occasion"))


def _publish(pool: Pool, lines: Iterable[LedgerLine]) -> None:
    """Note what the list says of each event the first time. Later corrections do not touch it."""
    now = timezone.now()
    Published.objects.bulk_create(
        (
            Published(pool=pool, person_id=line.person, occasion_id=line.occasion, value=line.after, at=now)
            for line in lines
        ),
        batch_size=BATCH,
        ignore_conflicts=True,
    )


def _batches(items: Sequence[T]) -> Iterable[Sequence[T]]:
    return (items[at : at + BATCH] for at in range(0, len(items), BATCH))
