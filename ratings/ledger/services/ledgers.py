"""Bring the ledger of a pool to what the games say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from common.bulk_rows import insert_rows
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from players.core.queries.records import canonical_id, record_ids_of
from ratings.core.ledger import Ledger, LedgerStanding, stored_standings
from ratings.core.lines import LedgerLine, stored_histories
from ratings.core.packed_lines import Subject, count_lines, fingerprint, subjects, tell_the_same, unpack
from ratings.ledger.acts import Recompute
from ratings.ledger.replaying import Replayed, replay_from
from ratings.models import Checkpoint, History, Pool, Published, Rating, Run
from ratings.models.generations import FOREVER
from ratings.pools.services.pools import RATE
from ratings.pools.services.runs import log_run

BATCH = 500
MOST_AT_ONCE = 1_000
"""Rows of one transaction: some tens of milliseconds, below 200 on a machine with much other work, too."""
BYTES_OF_A_ROW = 2_000
"""What is written of a history beside a row, counts as another."""
MOST_BYTES = 1_000_000
"""Checkpoints of more bytes are written before the transaction that makes them valid."""
TELL_SECONDS = 5.0
"""A long recompute says so often how far it is."""
TRIES = 5
T = TypeVar("T")
P = TypeVar("P", LedgerLine, LedgerStanding)


class Moved(Exception):
    """Another recompute has written to the pool since this one read its version."""


@dataclass(frozen=True)
class Difference:
    """What must change in the tables so that they say what the games say."""

    written: Mapping[int, bytes] = field(default_factory=dict)  # packed lines of persons that are new or others
    gone: frozenset[int] = frozenset()  # persons without lines any more
    left: frozenset[int] = frozenset()  # persons without a rating any more
    moved: tuple[LedgerStanding, ...] = ()
    first: tuple[LedgerLine, ...] = ()  # what is published for the first time

    def __bool__(self) -> bool:
        return bool(self.written or self.gone or self.left or self.moved)

    @property
    def rows(self) -> int:
        """How many rows of the ledger are written or removed."""
        return len(self.written) + len(self.gone) + len(self.left) + len(self.moved)

    def split(self, most: int) -> Iterator[Difference]:
        """Parts of about `most` rows, each with all that concerns the persons in it; one part at least.

        Long histories count for more than one row.
        """
        rows: Counter[int] = Counter(
            {person: 1 + len(lines) // BYTES_OF_A_ROW for person, lines in self.written.items()}
        )
        rows.update(line.person for line in self.first)
        rows.update(now.person for now in self.moved)
        rows.update(self.left)
        rows.update(self.gone)
        parts, total = defaultdict[int, set[int]](set), 0
        for person in sorted(rows):
            parts[total // most].add(person)
            total += rows[person]
        moved, first = _by_person(self.moved), _by_person(self.first)
        for persons in parts.values() or [set()]:
            yield Difference(
                written={person: self.written[person] for person in persons & self.written.keys()},
                gone=self.gone & persons,
                left=self.left & persons,
                moved=tuple(each for person in sorted(persons) for each in moved[person]),
                first=tuple(each for person in sorted(persons) for each in first[person]),
            )


def _by_person(rows: Iterable[P]) -> defaultdict[int, list[P]]:
    found: defaultdict[int, list[P]] = defaultdict(list)
    for row in rows:
        found[row.person].append(row)
    return found


def difference(pool: Pool, ledger: Ledger, histories: Mapping[int, bytes] | None = None) -> Difference:
    """Compare the tables with a ledger replayed from the games. `histories`: what is stored, where it is known."""
    stored = stored_histories(pool) if histories is None else histories
    standings = stored_standings(pool)
    written = {person: lines for person, lines in ledger.histories.items() if stored.get(person) != lines}
    new, known = (written, stored) if pool.digest else (ledger.histories, {})
    return Difference(
        written=written,
        gone=frozenset(stored.keys() - ledger.histories.keys()),
        left=frozenset(standings.keys() - ledger.standings.keys()),
        moved=tuple(now for person, now in ledger.standings.items() if standings.get(person) != now),
        first=tuple(_first_lines(pool, new, known, ledger.keys)),
    )


def _first_lines(
    pool: Pool, written: Mapping[int, bytes], stored: Mapping[int, bytes], keys: Sequence[str]
) -> Iterator[LedgerLine]:
    """The lines that the list has not said before. What is stored was published with it, if by the same days."""
    by_day, fresh = pool.counts_at_once, dict[int, tuple[int, set[Subject]]]()
    for person, lines in written.items():
        before = stored.get(person)
        if before is None:
            fresh[person] = 0, set()
        elif not tell_the_same(lines, before, by_day=by_day):
            goes_on = tell_the_same(lines[: len(before)], before, by_day=by_day)
            fresh[person] = (count_lines(before), set()) if goes_on else (0, subjects(before, by_day=by_day))
    found = {
        person: [
            line for line in unpack(written[person], person, keys, start) if line.subject(by_day=by_day) not in known
        ]
        for person, (start, known) in fresh.items()
    }
    asked = {person for person, lines in found.items() if lines}
    published = _load_published(pool, asked) if asked else {}
    for person in sorted(found):
        known = published.get(person, set())
        yield from (line for line in found[person] if line.subject(by_day=by_day) not in known)


def recompute(pool_id: int, *, from_nothing: bool = False) -> int:
    """Rate the pool's games and write what differs from the stored ledger. Returns how many rows were written.

    Games are rated from the last checkpoint that they lead to, where what is stored has the fingerprint of a finished
    recompute; else, or if asked for, from nothing. They are replayed and compared outside any lock. What differs is
    written under the lock of the pool's scope: at once, or, where it is more than a large event, in parts by persons,
    each of which moves the scope's version. A recompute that finds it moved begins anew. Parts are rows of the pool's
    next generation: readers see none of them until the last one shows all, with the pool's digest, the checkpoints and
    a `Run` that tells of it. What a worker leaves that is killed before that is discarded by the next one. Games that
    change meanwhile ask for another recompute. A pool that is gone is left alone. Raises `journal.Busy` where others
    were quicker each time, which is logged, too.
    """
    began = timezone.now()
    for _try in range(TRIES):
        with suppress(journal.Stale, Moved):
            return _recompute_once(pool_id, from_nothing)
    with transaction.atomic():
        log_run(Run(pool_id=pool_id, began_at=began, ending=Run.Ending.OVERTAKEN))
    raise journal.Busy(f"pool {pool_id} was rated by others each time")


def _recompute_once(pool_id: int, from_nothing: bool) -> int:
    began = timezone.now()
    version = Scope.objects.filter(key=f"pool:{pool_id}").values_list("version", flat=True).first()
    pool = Pool.objects.filter(pk=pool_id).first()  # after the version: a system chosen in between moves it
    if pool is None or version is None:
        return 0
    stored = stored_histories(pool)
    is_whole = not from_nothing and fingerprint(stored) == pool.digest
    replayed = replay_from(pool, stored if is_whole else None, _report_progress(pool_id))
    change, digest = difference(pool, replayed.ledger, stored), replayed.ledger.digest
    version = _discard_unseen(pool, version)
    if change or pool.digest != digest:
        *parts, last = change.split(MOST_AT_ONCE)
        for part in parts:
            version = _write_part(pool, part, version)
        _stage_checkpoints(pool, replayed.new, version)
        run = Run(
            pool=pool,
            began_at=began,
            ending=Run.Ending.FINISHED,
            taken_up=replayed.taken_up,
            games=replayed.games,
            rows=change.rows,
            input_digest=replayed.input_digest,
            output_digest=digest,
        )
        version = _write_last_part(pool, last, replayed, version, run, pool.generation + bool(parts))
    elif replayed.new:
        _stage_checkpoints(pool, replayed.new, version)
        _keep_checkpoints(pool, replayed, version)
    _discard_replaced(pool_id)
    return change.rows


def _report_progress(pool_id: int) -> Callable[[int, int], None]:
    """Keep the job's lease while a long list is rated, and show how far it is."""
    reported_at = monotonic()

    def tell(done: int, games: int) -> None:
        nonlocal reported_at
        if monotonic() - reported_at >= TELL_SECONDS:
            jobs.progress(RATE, str(pool_id), done, games)
            reported_at = monotonic()

    return tell


def _write_last_part(pool: Pool, part: Difference, replayed: Replayed, version: int, run: Run, generation: int) -> int:
    """Write what is left of a generation, and show it; the version that the pool's scope is at afterwards."""
    rows, digest = run.rows, run.output_digest
    with journal.commit(pool.scope, None, Recompute, expect=version, rows=rows, digest=digest) as act:
        _write_difference(pool, part, generation)
        _store_checkpoints(pool, replayed)
        Pool.objects.filter(pk=pool.pk).update(digest=digest, computed_at=timezone.now(), generation=generation)
        log_run(run)
    return act.version


def _keep_checkpoints(pool: Pool, replayed: Replayed, version: int) -> None:
    """Where the ledger is right and only checkpoints are missing: no act, and no one is told."""
    with transaction.atomic():
        _lock(pool, version)
        _store_checkpoints(pool, replayed)


def _stage_checkpoints(pool: Pool, new: Sequence[Checkpoint], version: int) -> None:
    """Large ones are written one by one, with no fingerprint yet: no one takes them up until the last part is there."""
    if sum(len(each.state) + len(each.counts) for each in new) <= MOST_BYTES:
        return
    for each in new:
        _stage_checkpoint(pool, each, version)


def _stage_checkpoint(pool: Pool, new: Checkpoint, version: int) -> None:
    digest = new.digest
    with transaction.atomic():
        _lock(pool, version)
        Checkpoint.objects.filter(pool=pool, games=new.games).delete()
        new.digest = b""
        new.save(force_insert=True)
    new.digest = digest


def _store_checkpoints(pool: Pool, replayed: Replayed) -> None:
    """Those that the games do not lead to any more go with those that stand too close."""
    staged = [each for each in replayed.new if each.pk is not None]
    kept = replayed.kept | {each.pk for each in staged}
    Checkpoint.objects.filter(pool=pool).exclude(pk__in=kept).delete()
    Checkpoint.objects.bulk_create(each for each in replayed.new if each.pk is None)
    for each in staged:
        Checkpoint.objects.filter(pk=each.pk).update(digest=each.digest)


def _lock(pool: Pool, version: int) -> None:
    if not Scope.objects.select_for_update().filter(key=pool.scope, version=version).first():
        raise Moved


def _move_version(pool: Pool, version: int) -> int:
    """Another recompute at this version must begin anew; the next one."""
    if not Scope.objects.filter(key=pool.scope, version=version).update(version=F("version") + 1):
        raise Moved
    return version + 1


def _write_part(pool: Pool, part: Difference, version: int) -> int:
    """Write one part of the next generation where the pool's scope is still at `version`; what it is at afterwards.

    No one is told: what readers see stays as it is.
    """
    with transaction.atomic():
        version = _move_version(pool, version)
        _write_difference(pool, part, pool.generation + 1)
    return version


def _write_difference(pool: Pool, change: Difference, generation: int) -> None:
    """Write what differs as rows of a generation: of the one that is shown, in place of what is there; of the next one
    beside it."""
    names = ("pool_id", "person_id", "since")
    _replace(History, pool, sorted(change.gone | change.written.keys()), generation)
    histories = sorted(change.written.items())
    insert_rows(History, (*names, "lines"), ((pool.pk, person, generation, lines) for person, lines in histories))
    _replace(Rating, pool, sorted(change.left | {now.person for now in change.moved}), generation)
    standings = ((pool.pk, now.person, generation, *now[1:]) for now in change.moved)
    insert_rows(Rating, (*names, *LedgerStanding._fields[1:]), standings)
    _publish(pool, change.first)


def _replace(rows: type[History | Rating], pool: Pool, persons: Sequence[int], generation: int) -> None:
    for some in _batches(persons):
        there = rows.stored.filter(pool=pool, person__in=some)
        if generation == pool.generation:
            there.delete()
        else:
            there.filter(since__lt=generation, until=FOREVER).update(until=generation)


def _discard_unseen(pool: Pool, version: int) -> int:
    """What was left of a generation that never was complete; the version of the pool's scope afterwards."""
    for rows in (History, Rating):
        there = rows.stored.filter(pool=pool).order_by()
        while some := list(there.filter(since__gt=pool.generation).values_list("pk", flat=True)[:MOST_AT_ONCE]):
            with transaction.atomic():
                version = _move_version(pool, version)
                rows.stored.filter(pk__in=some).delete()
        replaced = there.filter(until__gt=pool.generation, until__lt=FOREVER)
        while some := list(replaced.values_list("pk", flat=True)[:MOST_AT_ONCE]):
            with transaction.atomic():
                version = _move_version(pool, version)
                rows.stored.filter(pk__in=some).update(until=FOREVER)
    return version


def _discard_replaced(pool_id: int) -> None:
    """The rows of generations that are shown no more."""
    for rows in (History, Rating):
        gone = rows.stored.filter(pool=pool_id, until__lte=F("pool__generation")).order_by()
        while some := list(gone.values_list("pk", flat=True)[:MOST_AT_ONCE]):
            rows.stored.filter(pk__in=some).delete()


def _load_published(pool: Pool, persons: Collection[int]) -> dict[int, set[Subject]]:
    """What the list has said before, by person: of these, or of everybody where they are many."""
    by_day = pool.counts_at_once
    known = Published.objects.filter(pool=pool, rated_on__isnull=not by_day).annotate(canonical=canonical_id("person"))
    if len(persons) <= BATCH:
        known = known.filter(person__in=record_ids_of(persons))
    found: defaultdict[int, set[Subject]] = defaultdict(set)
    for person, parent_scope, day in known.values_list("canonical", "parent_scope", "rated_on").iterator(
        chunk_size=10_000
    ):
        found[person].add(parent_scope if day is None else (parent_scope, day))
    return found


def _publish(pool: Pool, lines: Sequence[LedgerLine]) -> None:
    """Note what the list says of each event the first time. Later corrections do not touch it."""
    now, by_day = timezone.now(), pool.counts_at_once
    columns = ("pool_id", "person_id", "parent_scope_id", "rated_on", "value", "at")
    rows = (
        (pool.pk, line.person, line.parent_scope, line.rated_on if by_day else None, line.after, now) for line in lines
    )
    insert_rows(Published, columns, rows)


def _batches(items: Sequence[T]) -> Iterable[Sequence[T]]:
    return (items[at : at + BATCH] for at in range(0, len(items), BATCH))
