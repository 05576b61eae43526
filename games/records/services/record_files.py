"""Many records handed in at once: a job takes the file apart, and workers check and store a portion each.

No one waits long for that: a file is taken apart in pieces, and records are stored a few at once, each time in one
transaction with what is reported of them. So a worker that is killed leaves either all of a piece or nothing, and
the one who does it again goes on there.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from common import pieces
from common.jobs import services as jobs
from common.journal import services as journal
from common.message_json import to_json
from games.core.services.errors import LARGEST, RecordRefused
from games.models import Certificate, Claim, Claimant, FiledRecord, Game, Record, RecordFile, Source
from games.records.acts import HandInFile, HandInRecords
from games.records.services.record_archives import RecordText, split_records
from games.records.services.submit_record import (
    CheckedRecord,
    check_closed,
    check_handed_in,
    new_record,
    speaks_for,
    store_records,
)
from games.results.services.adjudicate import dispute, new_certificate
from games.results.services.find_game import GameFinder
from games.results.services.stated import ADOPTED, adopt, read_claims, tell_of_changed
from gipf_engine.claims import StatedResult, standing
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import may, require
from players.roles import Permission
from players.uploads.services import refuse_too_large

SPLIT, CHECK = "split-records", "check-records"
"""The kinds of jobs. A subject is "record-file:" and the file's id, and for CHECK the number of its first record."""
FORGET, ALL = "forget-record-files", "server"
PORTION = 40
"""Records of one job."""
TURNS = 1_000
"""Turns of records that are stored in one transaction, but one record at least."""
TEXT = 2 * 1024 * 1024
"""Letters of records that are stored in one transaction when a file is taken apart, but one record at least."""
KEPT = timedelta(days=30)
"""How long what became of a file can be read."""
_ROWS = 500

State = FiledRecord.State


def submit_records(parent_scope: str, account: Account, data: bytes, *, name: str = "") -> RecordFile:
    """Note that a file of records was handed in for the games of a parent scope; workers take it in. For its arbiters.

    Raises `NotAllowed`, and `Refused` for a file that is empty or too large.
    """
    require(account, HandInFile.permission, parent_scope)
    if not data.strip():
        raise RecordRefused(Message(_("This file is empty.")))
    refuse_too_large(len(data))
    content = zlib.compress(data, 1)
    with journal.commit(parent_scope, account, HandInFile) as act:
        file = RecordFile.objects.create(
            parent_scope=act.scope, account=account.pk, name=name[:120], content=content, asked_at=timezone.now()
        )
        act.data["file"] = file.pk
        jobs.request(SPLIT, subject_of(file.pk))
    return file


def subject_of(file: int, first: int | None = None) -> str:
    """The subject of the job that takes a file apart, or of one that checks the portion from record `first` on."""
    return f"record-file:{file}" if first is None else f"record-file:{file}:{first}"


def split_file(file_id: int) -> None:
    """Take a file apart into records, and ask for each portion of them. Done again, it goes on where it stopped.

    Nothing of it is checked before all of it is there.
    """
    file = RecordFile.objects.filter(pk=file_id, total=None).first()
    if file is None:
        return
    try:
        found = split_records(zlib.decompress(bytes(file.content)))
    except Refused as refused:
        _finish_split(file, 0, to_json(refused.message))
        return
    there = file.records.count()
    for some in pieces.batches(list(enumerate(found, 1))[there:], lambda each: len(each[1].text), TEXT):
        with pieces.piece():
            _store_waiting(file, some)
    _finish_split(file, len(found), {})


def _store_waiting(file: RecordFile, records: Sequence[tuple[int, RecordText]]) -> None:
    """Store what waits to be checked. Of two workers that take a file apart, the second finds the rows there."""
    rows = [
        FiledRecord(file=file, number=number, part=each.part, line=each.line, text=each.text[: LARGEST + 1])
        for number, each in records
    ]
    FiledRecord.objects.bulk_create(rows, batch_size=_ROWS, ignore_conflicts=True)


def _finish_split(file: RecordFile, total: int, refusal: dict[str, Any]) -> None:
    with transaction.atomic():
        rows = RecordFile.objects.filter(pk=file.pk, total=None)
        if rows.update(total=total, refusal=refusal, content=b""):
            jobs.request_many(CHECK, [subject_of(file.pk, first) for first in range(1, total + 1, PORTION)])


def old_files() -> QuerySet[RecordFile]:
    """Files of which no one can read any more what became of them."""
    return RecordFile.objects.filter(asked_at__lt=timezone.now() - KEPT)


@jobs.every(3600)
def ask_to_forget_files() -> None:
    """Ask for their deletion: one may have as many rows as records."""
    if old_files().exists():
        jobs.request(FORGET, ALL)


def forget_old_files() -> None:
    """Delete them, with what was in them."""
    old = old_files()
    pieces.delete_in_pieces(FiledRecord.objects.filter(file__in=old))
    pieces.delete_in_pieces(old)


# --- a portion ----------------------------------------------------------------------------------------


@dataclass
class _Draft:
    """A record that was checked and is to be stored, with the row that reports it."""

    row: FiledRecord
    game: Game
    checked: CheckedRecord


@dataclass
class _Stored:
    """What the games of a portion have, read once, and what is added to it."""

    digests: dict[tuple[int, str], Record]
    claims: dict[int, list[Claim]]
    numbers: dict[int, int]
    certified: dict[int, int]
    records: list[tuple[Record, CheckedRecord]] = field(default_factory=list)
    new_claims: list[Claim] = field(default_factory=list)
    certificates: list[Certificate] = field(default_factory=list)
    moved: dict[int, Game] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)


def check_portion(file_id: int, first: int) -> None:
    """Check the waiting records of a portion, store those that are right, and report each. Done again, it goes on."""
    file = RecordFile.objects.select_related("parent_scope").filter(pk=file_id, parent_scope__hidden=False).first()
    if file is None:
        return
    waiting = list(
        file.records.filter(number__gte=first, number__lt=first + PORTION, state=State.WAITING).order_by("number")
    )
    account = Account.objects.filter(pk=file.account).first()
    if not waiting:
        return
    if account is None or not may(account, Permission.DECIDE_RESULT, file.parent_scope.key):
        _report_all(waiting, Message(_("The account that submitted it may no longer decide results here.")))
        return
    drafts = _check_all(file, waiting)
    turns = {draft.row.pk: draft.checked.plies for draft in drafts}
    for rows in pieces.batches(waiting, lambda row: turns.get(row.pk, 0), TURNS):
        with pieces.piece():
            disputing = _store_all(file, account, rows, drafts)
        for certificate in disputing:
            dispute(certificate)


def _check_all(file: RecordFile, waiting: Sequence[FiledRecord]) -> list[_Draft]:
    """Judge every record; those that are refused have the reason in their row."""
    finder = GameFinder(file.parent_scope, waiting)
    drafts = []
    for row in waiting:
        try:
            drafts.append(_check_one(finder, row))
        except RecordRefused as refused:
            _refuse_record(row, refused)
    return drafts


def _check_one(finder: GameFinder, row: FiledRecord) -> _Draft:
    game = finder.find(row)
    checked, _verdict = check_handed_in(game, row.text)
    check_closed(game, checked.result)
    return _Draft(row, game, checked)


def _refuse_record(row: FiledRecord, refused: RecordRefused) -> None:
    row.state, row.text, row.reason = State.REFUSED, "", to_json(refused.message)
    if refused.fault is not None:
        row.ply, row.token = refused.fault.ply, refused.fault.token[:200]
        row.position = refused.fault.position[:400]


def _store_all(
    file: RecordFile, account: Account, rows: Sequence[FiledRecord], drafts: Sequence[_Draft]
) -> list[Certificate]:
    """Store those of `drafts` that are about `rows`, and report all of these, in one transaction.

    Returned are the certificates of records against which another result is in force.
    """
    with journal.commit(file.parent_scope.key, account, HandInRecords, file=file.pk) as act:
        # Where a slow worker's lease ran out, another may have stored and reported some of these meanwhile.
        ids = [row.pk for row in rows]
        left = set(FiledRecord.objects.filter(pk__in=ids, state=State.WAITING).values_list("pk", flat=True))
        rows = [row for row in rows if row.pk in left]
        drafts = [draft for draft in drafts if draft.row.pk in left]
        locked = _lock(draft.game for draft in drafts)
        stored = _read_stored(locked)
        disputing = []
        for draft in drafts:
            game = locked.get(draft.game.pk)
            if game is None:
                _refuse_record(draft.row, RecordRefused(Message(_("The game no longer exists."))))
            elif _add(stored, game, account, draft) is not None:
                disputing.append(stored.certificates[-1])
        _write_records(stored)
        _report(rows)
        act.data |= {"kept": len(stored.records), "refused": sum(row.state == State.REFUSED for row in rows)}
    return disputing


def _report(rows: Sequence[FiledRecord]) -> None:
    """Write what became of each; an upsert, which is several times as fast as an update of so many columns."""
    columns = ["state", "text", "reason", "ply", "token", "position", "game", "record"]
    FiledRecord.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["file", "number"], update_fields=columns, batch_size=_ROWS
    )


def _report_all(rows: Sequence[FiledRecord], message: Message) -> None:
    for row in rows:
        _refuse_record(row, RecordRefused(message))
    with transaction.atomic():
        _report(rows)


def _lock(games: Iterable[Game]) -> dict[int, Game]:
    ids = sorted({game.pk for game in games})
    return {
        game.pk: game
        for game in Game.objects.select_for_update(of=("self",))
        .select_related("club")
        .filter(pk__in=ids, removed_at=None)
        .order_by("pk")
    }


def _read_stored(games: dict[int, Game]) -> _Stored:
    records = list(Record.objects.filter(game__in=games).order_by("number"))
    claims: dict[int, list[Claim]] = defaultdict(list)
    for claim in read_claims(games):
        claims[claim.game_id].append(claim)
    certified: dict[int, int] = defaultdict(int)
    for game in Certificate.objects.filter(game__in=games).values_list("game", flat=True):
        certified[game] += 1
    numbers: dict[int, int] = defaultdict(int)
    for record in records:
        numbers[record.game_id] = record.number
    return _Stored({(each.game_id, each.digest): each for each in records}, claims, numbers, certified)


def _add(stored: _Stored, game: Game, account: Account, draft: _Draft) -> Certificate | None:
    """Add one record to what is to be written; its certificate where another result stands against it."""
    row = draft.row
    row.text, row.game, row.reason = "", game, {}
    known = stored.digests.get((game.pk, draft.checked.digest))
    if known is not None:
        row.state, row.record = State.KNOWN, known
        return None
    stored.numbers[game.pk] += 1
    record = new_record(game, stored.numbers[game.pk], account, draft.checked)
    stored.digests[game.pk, draft.checked.digest] = record
    stored.records.append((record, draft.checked))
    row.state, row.record = State.KEPT, record
    _claim(stored, game, account, draft.checked.result, record)
    if draft.checked.certificate is None:
        return None
    stored.certified[game.pk] += 1
    certificate = new_certificate(game, stored.certified[game.pk], draft.checked.certificate, record=record)
    stored.certificates.append(certificate)
    return certificate if game.result != certificate.result else None


def _claim(stored: _Stored, game: Game, account: Account, result: str, record: Record) -> None:
    """Let the record speak for its result as the arbiter's word, as `submit_record` does."""
    claims = stored.claims[game.pk]
    if not result or game.is_settled or not speaks_for(game, Claimant.ARBITER, result, record, claims):
        return
    claim = Claim(
        game=game,
        number=len(claims) + 1,
        account=account.pk,
        role=Claimant.ARBITER,
        source=Source.RECORD,
        result=result,
        record=record,
        at=timezone.now(),
    )
    claims.append(claim)
    stored.new_claims.append(claim)
    stored.moved[game.pk] = game
    if adopt(game, standing(StatedResult(each.number, each.role, each.result, each.late) for each in claims)):
        stored.changed.add(game.pk)


def _write_records(stored: _Stored) -> None:
    """Everything in a few queries, in the order in which the rows need each other."""
    store_records(stored.records)
    Claim.objects.bulk_create(stored.new_claims)
    Certificate.objects.bulk_create(stored.certificates)
    Game.objects.bulk_update(stored.moved.values(), ADOPTED, batch_size=_ROWS)
    tell_of_changed([stored.moved[pk] for pk in sorted(stored.changed)])
