"""Handing in a record: read, checked move by move, compared with its game, kept once, and taken as a claim."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from common.bulk_rows import insert_rows
from common.journal import services as journal
from games.core.permissions import is_arbiter, refuse_online, refuse_unsettled, seat_of
from games.core.record_comments import serialize
from games.core.replay import Start, keep_replay, number_of_next
from games.core.running import start_of
from games.core.services.broadcasts import plan_release
from games.core.services.consistency import check_same_game, complete_tags, game_tags
from games.core.services.errors import LARGEST, RecordRefused
from games.models import Claim, Claimant, Game, Move, Record, Source
from games.records.acts import HandInRecord
from games.records.services.index_positions import index_records, keys_of
from games.results.services.adjudicate import Draft, certify, keep_certificates
from games.results.services.results import NO_DRAWS, add_claim, lock_game
from games.results.services.stated import follow, part_of, read_claims
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from gipf_engine.rules.errors import RuleError, UnknownRules
from gipf_engine.rules.formats import read_one
from gipf_engine.rules.possible_results import DRAW, OVER_THE_BOARD, possible_results
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.verdict import Fault, Verdict, canonical, check
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

MOST_TURNS = 2_000
"""Turns of a record. The longest games there are have some 200; one that never ends would be written for seconds."""
KEPT_TAGS = ("Event", "Site", "Date", "Round", "Termination", "Result")
"""What is stored of the tags: the game knows the rest, and names of players are never stored here."""
LONGEST_TAG = 200
OTHER_START = _("This game now starts from another position. Look at the board again.")


def submit_record(game_id: int, account: Account, text: str, *, source: str = Source.PAGE) -> Record:
    """Check `text` as the record of this game and keep it; it counts as the claim of `account`.

    Claimed is what the moves prove, else the Result tag when it names one, else nothing. The same record again
    is kept once and confirms. `source` is where it was submitted: at the desk the arbiter does it, else
    the one who is seated does so from the seat. Raises `NotAllowed`, `RecordRefused` and `Game.DoesNotExist`.
    """
    game = Game.objects.select_related("parent_scope", "white", "black").get(pk=game_id)
    if seat_of(game, account) is None and not is_arbiter(game, account):
        raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)
    refuse_online(game, RecordRefused)
    refuse_unsettled(game, RecordRefused)
    checked, verdict = check_handed_in(game, text)
    start, result = start_of(game), checked.result
    with transaction.atomic():
        with journal.commit(game.parent_scope.key, account, HandInRecord, game=game_id) as act:
            game = lock_game(game_id, RecordRefused)
            if start_of(game) != start:
                raise RecordRefused(Message(OTHER_START))
            part = part_of(game, account, None, source)
            check_closed(game, result)
            record = store_record(game, account, checked)
            act.data |= {"record": record.number, "role": part.value, "result": result or PENDING}
            if result and not game.is_settled and speaks_for(game, part, result, record, read_claims([game.pk])):
                add_claim(game, account, part, Source.RECORD, result, record=record)
                follow(game)
        certificate = certificate_of(record, checked)
        if certificate is not None:
            keep_certificates(game, [certificate])
    keep_replay(start, verdict)
    return record


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record that was checked and is not stored yet. `moves` are ply, turn and the comment behind it.

    `keys` are those of its positions, for the index. `times`: by ply, when a turn was made, and what the clock of
    the one who made it showed then in milliseconds, where that is known. The positions themselves are not kept: those
    of a file's hundreds of records would be most of what the process holds, and the garbage collector goes through it
    at any moment. `result` is what it claims, "" for nothing, and `certificate` what its moves prove, where that was
    asked.
    """

    tags: Mapping[str, str]
    digest: str
    plies: int
    outcome: str
    reason: str
    tally: tuple[tuple[int, ...], ...] | None
    moves: Sequence[tuple[int, str, str]]
    keys: Sequence[int]
    result: str
    certificate: dict[str, Any] | None
    times: Mapping[int, tuple[datetime, int | None]] = field(default_factory=dict)


def check_record(game: Game, text: str) -> CheckedRecord:
    """Check a record of `game`, which need not be stored itself. It takes time and no query. Raises `RecordRefused`.

    Workers certify it, where it is to be.
    """
    return _checked(*_judge_record(game, text), certificate=None)


def check_final(game: Game, text: str) -> tuple[CheckedRecord, Verdict]:
    """Check a record of a stored game, certificate and all, so that it is judged once. Raises `RecordRefused`."""
    read, verdict = _judge_record(game, text)
    return _checked(read, verdict, certify(game, read, verdict)), verdict


def check_handed_in(game: Game, text: str) -> tuple[CheckedRecord, Verdict]:
    """Check a record that is handed in, as `check_final` does; one that says nothing is refused."""
    checked, verdict = check_final(game, text)
    if not checked.plies and not checked.result:
        raise RecordRefused(Message(_("This record has neither turns nor a result.")))
    return checked, verdict


def certificate_of(record: Record, checked: CheckedRecord) -> Draft | None:
    """What is to be certified with a record that was just stored; None where nothing is, or it was before."""
    draft = Draft(checked.certificate, record=record) if checked.certificate is not None else None
    return draft if draft is not None and draft.is_new else None


def keep_records(records: Sequence[tuple[Game, CheckedRecord]], account: Account | None) -> None:
    """Store records that came with new games from a file: inside the caller's transaction.

    They are no claims, since the results came with them; `request_all` lets workers certify them when everybody may see
    the games. The same record of one game twice is stored once.
    """
    numbers: Counter[int] = Counter()
    known: set[tuple[int, str]] = set()
    rows: list[tuple[Record, CheckedRecord]] = []
    for game, checked in records:
        if (game.pk, checked.digest) not in known:
            known.add((game.pk, checked.digest))
            numbers[game.pk] += 1
            rows.append((new_record(game, numbers[game.pk], account, checked), checked))
    store_records(rows)


def _judge_record(game: Game, text: str) -> tuple[GameRecord, Verdict]:
    """The record in official notation and its verdict. Raises `RecordRefused`."""
    record = complete_tags(_read_record(text, game), game)
    check_same_game(record, game)
    try:
        verdict = check(record, agreed_draws=game.agreed_draws, needs_turn=False)
    except UnknownRules as error:
        raise RecordRefused(error.message) from error
    if verdict.error is not None:
        raise RecordRefused(
            fault_message(start_of(game), verdict.tokens, verdict.error),
            fault=verdict.error,
            plies=verdict.plies,
            legal=verdict.tokens,
            used=verdict.ends[-1] if verdict.ends else 0,
        )
    if verdict.plies > MOST_TURNS:
        raise RecordRefused(Message(_("A record has at most %(most)d turns."), {"most": MOST_TURNS}))
    if not verdict.agrees:
        raise RecordRefused(_disagreement(record, verdict, game), plies=verdict.plies)
    return canonical(record, verdict), verdict


def _read_record(text: str, game: Game) -> GameRecord:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RecordRefused(Message(_("This text contains invalid characters."))) from None
    if size > LARGEST:
        params = {"most": LARGEST // 1024, "size": -(-size // 1024)}
        raise RecordRefused(Message(_("A record has at most %(most)d KB; this text has %(size)d KB."), params))
    try:
        return read_one(text.replace("\0", "").strip(), game_tags(game))
    except RuleError as error:
        raise RecordRefused(Message(_("This text cannot be read: %(why)s."), {"why": error.message})) from error


def fault_message(start: Start, tokens: Sequence[str], fault: Fault) -> Message:
    """Why a turn is none, under the number that the record gives it. `tokens` are the legal turns before it."""
    params = {"token": fault.token, "why": fault.message}
    if fault.ply == 0:
        return Message(_("The game cannot start like this: %(why)s."), params)
    params["number"] = number_of_next(start, tokens)
    if not fault.token:
        return Message(_("Turn %(number)s: %(why)s."), params)
    return Message(_("Turn %(number)s, %(token)s: %(why)s."), params)


def _disagreement(record: GameRecord, verdict: Verdict, game: Game) -> Message:
    result = record.tags.get("Result", "*")
    if verdict.outcome != "*":
        names = {"proven": verdict.outcome, "said": result}
        return Message(_("The moves end the game with %(proven)s, but the record gives %(said)s."), names)
    if record.result not in ("", result, "*"):
        names = {"tag": result, "closing": record.result}
        return Message(_("The tag Result is %(tag)s, but the record ends with %(closing)s."), names)
    if result not in OVER_THE_BOARD:
        return Message(_("“%(said)s” is not a result: use 1-0, 0-1, 1/2-1/2 or *."), {"said": result[:LONGEST_TAG]})
    if result == DRAW and not possible_results(game).has_draws:
        return Message(NO_DRAWS)
    return Message(
        _(
            "The moves do not end the game, but the record gives %(said)s. Add how it ended, for example "
            '[Termination "resigned"] (or "time", "agreed", "arbiter"), or leave the result open: "*".'
        ),
        {"said": result},
    )


def _claim_from_record(record: GameRecord, verdict: Verdict) -> str:
    """The result that the record claims; "" when it claims none."""
    proven = verdict.outcome or "*"
    result = record.tags.get("Result", "*") if proven == "*" else proven
    return result if result in OVER_THE_BOARD else ""


def check_closed(game: Game, result: str) -> None:
    """A record may join a closed event or a locked round, but not change its result in silence."""
    if not game.is_settled or not result or result == game.result:
        return
    names = {"said": result, "stands": RESULTS[game.result].label}
    closed = _(
        "This event is closed with %(stands)s, but the record gives %(said)s: ask the arbiter to correct it first."
    )
    locked = _(
        "This round is locked with %(stands)s, but the record gives %(said)s: ask the arbiter to correct it first."
    )
    raise RecordRefused(Message(locked if game.rated_on is None else closed, names))


def _checked(record: GameRecord, verdict: Verdict, certificate: dict[str, Any] | None) -> CheckedRecord:
    tags = {name: record.tags[name][:LONGEST_TAG] for name in KEPT_TAGS if name in record.tags}
    notes = {ply: serialize(record.notes[ply]) for ply in sorted(record.notes)}
    opening = [(0, "", notes[0])] if 0 in notes else []
    turns = [(ply, token, notes.get(ply, "")) for ply, token in enumerate(record.tokens, start=1)]
    digest = _digest_record(record.tokens, tags, notes)
    return CheckedRecord(
        tags=tags,
        digest=digest,
        plies=verdict.plies,
        outcome=verdict.outcome or "*",
        reason=verdict.reason or "",
        tally=verdict.tally,
        moves=(*opening, *turns),
        keys=keys_of(verdict.positions),
        result=_claim_from_record(record, verdict),
        certificate=certificate,
    )


def store_record(game: Game, account: Account | None, checked: CheckedRecord) -> Record:
    """The stored record: a new one with its moves, or the same one from before."""
    same = Record.objects.filter(game=game, digest=checked.digest).first()
    if same is not None:
        return same
    last = Record.objects.filter(game=game).aggregate(last=Max("number"))["last"]
    record = new_record(game, (last or 0) + 1, account, checked)
    store_records([(record, checked)])
    return record


def store_records(rows: Sequence[tuple[Record, CheckedRecord]]) -> None:
    """Write new records with their turns and the index of their positions. Inside the caller's transaction."""
    Record.objects.bulk_create(record for record, _checked in rows)
    columns = ("record_id", "ply", "token", "comment", "at", "clock_ms")
    insert_rows(Move, columns, (move for row in rows for move in _moves_of(*row)))
    index_records([(record, checked.keys) for record, checked in rows])
    plan_release([record.game for record, _checked in rows])


def new_record(game: Game, number: int, account: Account | None, checked: CheckedRecord) -> Record:
    return Record(
        game=game,
        number=number,
        handed_in_by=account.pk if account is not None else None,
        handed_in_at=timezone.now(),
        tags=dict(checked.tags),
        digest=checked.digest,
        plies=checked.plies,
        outcome=checked.outcome,
        reason=checked.reason,
        tally=checked.tally,
        indexed=True,
    )


def _moves_of(record: Record, checked: CheckedRecord) -> Iterator[tuple[Any, ...]]:
    for ply, token, comment in checked.moves:
        yield record.pk, ply, token, comment, *checked.times.get(ply, (None, None))


def _digest_record(tokens: tuple[str, ...], tags: dict[str, str], notes: dict[int, str]) -> str:
    """The fingerprint of all that is kept: two texts that say the same are one record."""
    text = json.dumps([tokens, sorted(tags.items()), sorted(notes.items())], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def speaks_for(game: Game, part: Claimant, result: str, record: Record, claims: Sequence[Claim]) -> bool:
    """Whether a record that is handed in is a claim of its result. Handed in again, it adds nothing.

    An arbiter's is none against what is in force: it disputes that, and the arbiter decides. So no one overrules
    players without a reason because a record was put beside the wrong game.
    """
    if part == Claimant.ARBITER and game.result not in (PENDING, result):
        return False
    mine = next((claim for claim in reversed(claims) if claim.role == part), None)
    if mine is None or (part == Claimant.ARBITER and mine != claims[-1]):
        return True
    return mine.record_id != record.pk or mine.result != result or mine.late
