"""Attempts at a solitaire: begun, played turn by turn, ended. Each turn is stored when it is played.

An attempt has a scope of its own, which is locked for a turn. What ends it is an act on its parent scope, whose lock is
taken first, since a result stands there. The server's clock alone says whether there is time left; the one who looks or
plays later finds that the attempt ended at its deadline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from common.events import emit
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.acts import Act
from common.journal.models import Scope
from games.attempts.acts import BeginAttempt, EndAttempt, PlayTurns, ResignAttempt
from games.core.events import AttemptsEnded
from games.core.permissions import is_player
from games.core.replay import Start, play_through
from games.core.services.errors import AttemptRefused
from games.models import Attempt, AttemptTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

END = "end-attempt"
"""The kind of job that ends an attempt whose time ran out; its subject is the attempt's scope."""
TIME_IS_UP = _("The time for this deal is up.")
OVER = _("This attempt is over.")
NOT_BEGUN = _("This attempt has not started.")
Ending = Attempt.Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAttempt:
    """An attempt that is to be made: the player (a record's id), the deal, and the seconds there are (None: all)."""

    player: int
    setup: str
    seconds: int | None = None


def create_attempts(
    attempts: Sequence[NewAttempt], *, parent_scope: Scope, rules: str, options: Sequence[str]
) -> list[Attempt]:
    """Make attempts of one parent scope, each with its scope. Inside the caller's act; the set-ups were checked."""
    made = Attempt.objects.bulk_create(
        [
            Attempt(
                parent_scope=parent_scope,
                rules=rules,
                options=sorted(options),
                player_id=each.player,
                setup=each.setup,
                seconds=each.seconds,
            )
            for each in attempts
        ],
        batch_size=500,
    )
    journal.open_scopes([attempt.scope for attempt in made], parent_scope)
    return made


def begin_attempt(attempt_id: int, account: Account) -> Attempt:
    """Show the player the deal; the clock runs from now on. An attempt that runs already goes on as it is.

    Raises NotAllowed, AttemptRefused and Attempt.DoesNotExist.
    """
    parent_scope = _own(attempt_id, account).parent_scope.key
    with (
        journal.commit(parent_scope, account, BeginAttempt, attempt=attempt_id),
        _locked(attempt_id, account, BeginAttempt) as attempt,
    ):
        _need_open(attempt)
        if attempt.begun_at is None:
            attempt.begun_at = timezone.now()
            if attempt.seconds is not None:
                allowed = timedelta(seconds=attempt.seconds)
                attempt.deadline = attempt.begun_at + allowed
                jobs.request_later(END, attempt.scope, allowed)
            attempt.save(update_fields=["begun_at", "deadline"])
    return attempt


def play_turn(
    attempt_id: int, account: Account, token: str, *, expect: int | None = None, advance: bool = False
) -> Attempt:
    """Play one turn. `expect` is the version of the attempt that its page showed, where Stale is raised otherwise.

    `advance` plays what follows too, as long as there is one turn alone that may be played and it is no choice. Raises
    NotAllowed, Stale, AttemptRefused and Attempt.DoesNotExist.
    """
    attempt = _own(attempt_id, account)
    journal.check_not_overtaken(attempt.scope, expect, PlayTurns)
    version = version_of(attempt) if expect is None else expect
    _need_running(attempt)
    position = position_of(attempt)
    try:
        tokens, after = _play(position, token, advance=advance)
    except RuleError as error:
        # Another turn may have come before the position was read.
        journal.check_not_overtaken(attempt.scope, version, PlayTurns)
        raise AttemptRefused(error.message, field="turn") from error
    if after.outcome is not None:
        return _play_last(attempt, account, version, tokens, after)
    with _locked(attempt_id, account, PlayTurns, expect=version, turns=len(tokens)) as attempt:
        _need_running(attempt)
        store_turns(attempt, tokens)
    return attempt


def _play(position: Position, token: str, *, advance: bool) -> tuple[list[str], Position]:
    """The turn, with those that follow without a choice, in official notation, and the position after them."""
    move = position.parse(token.strip())
    tokens, position = [position.notation(move)], position.play(move)
    while advance and position.outcome is None and (forced := position.forced_move()) is not None:
        tokens.append(position.notation(forced))
        position = position.play(forced)
    return tokens, position


def _play_last(attempt: Attempt, account: Account, version: int, tokens: Sequence[str], after: Position) -> Attempt:
    assert after.outcome is not None
    with (
        journal.commit(attempt.parent_scope.key, account, EndAttempt, attempt=attempt.pk, ending=Ending.RULES.value),
        _locked(attempt.pk, account, PlayTurns, expect=version, turns=len(tokens)) as attempt,
    ):
        _need_running(attempt)
        store_turns(attempt, tokens)
        _finish([attempt], Ending.RULES, timezone.now(), {attempt.pk: after})
    return attempt


def resign_attempt(attempt_id: int, account: Account, *, expect: int | None = None) -> Attempt:
    """End one's own attempt as it stands. Raises NotAllowed, Stale, AttemptRefused and Attempt.DoesNotExist."""
    attempt = _own(attempt_id, account)
    with (
        journal.commit(attempt.parent_scope.key, account, EndAttempt, attempt=attempt.pk, ending=Ending.RESIGNED.value),
        _locked(attempt_id, account, ResignAttempt, expect=expect) as attempt,
    ):
        _need_running(attempt)
        _finish([attempt], Ending.RESIGNED, timezone.now())
    return attempt


def end_overdue(attempt_id: int) -> bool:
    """Let an attempt whose time ran out be over since its deadline; whether it was so, and not noted before."""
    attempt = Attempt.objects.select_related("parent_scope").filter(pk=attempt_id).first()
    if attempt is None or not _is_overdue(attempt):
        return False
    try:
        with (
            journal.commit(attempt.parent_scope.key, None, EndAttempt, attempt=attempt.pk, ending=Ending.TIME.value),
            journal.commit(attempt.scope, None, EndAttempt),
        ):
            attempt = lock_attempt(attempt_id)
            if not _is_overdue(attempt):
                raise _DoneMeanwhile
            assert attempt.deadline is not None
            _finish([attempt], Ending.TIME, attempt.deadline)
    except _DoneMeanwhile:
        return False
    return True


class _DoneMeanwhile(Exception):
    """The attempt was ended first by another request: no line says so twice."""


def end_attempts(attempts: Sequence[int]) -> list[Attempt]:
    """End what is still open among these, as it stands. Inside the caller's act on their parent scope, who may do so.

    What was never begun is unplayed; what ran out of time before is over since then.
    """
    rows = list(Attempt.objects.filter(pk__in=attempts, ended_at=None).select_related("parent_scope").order_by("pk"))
    journal.lock(attempt.scope for attempt in rows)
    rows = list(Attempt.objects.filter(pk__in=[row.pk for row in rows]).select_for_update().order_by("pk"))
    now = timezone.now()
    late = [row for row in rows if _is_overdue(row)]
    for row in late:
        assert row.deadline is not None
        _finish([row], Ending.TIME, row.deadline)
    unplayed = [row for row in rows if row.begun_at is None]
    _finish(unplayed, Ending.UNPLAYED, now)
    _finish([row for row in rows if row not in late and row not in unplayed], Ending.ARBITER, now)
    return rows


def publish_attempts(attempts: Sequence[int]) -> None:
    """Let everybody see these, with what lay face down. Inside the caller's act on their parent scope; all are over."""
    Attempt.objects.filter(pk__in=attempts).update(published=True)


def delete_attempts(attempts: Sequence[int]) -> None:
    """Remove attempts with their scopes. Inside the caller's act on their parent scope."""
    rows = Attempt.objects.filter(pk__in=attempts)
    keys = [row.scope for row in rows]
    rows.delete()
    Scope.objects.filter(key__in=keys).delete()


def position_of(attempt: Attempt) -> Position:
    """Where an attempt stands, with what lies face down: for services alone."""
    tokens = AttemptTurn.objects.filter(attempt=attempt).order_by("ply").values_list("token", flat=True)
    return play_through(start_of(attempt), list(tokens))


def start_of(attempt: Attempt) -> Start:
    """What an attempt begins from."""
    return Start(attempt.rules, tuple(attempt.options), attempt.setup)


def version_of(attempt: Attempt) -> int:
    """The version of the attempt's scope, which its forms carry."""
    return Scope.objects.values_list("version", flat=True).get(key=attempt.scope)


# --- under the lock ------------------------------------------------------------------------------------


def _own(attempt_id: int, account: Account) -> Attempt:
    """The attempt, for its player. One whose time ran out is ended first. Raises NotAllowed."""
    attempt = Attempt.objects.select_related("parent_scope", "player").get(pk=attempt_id, parent_scope__hidden=False)
    if not is_player(attempt, account):
        raise NotAllowed(Permission.DECIDE_RESULT, attempt.scope)
    if _is_overdue(attempt) and end_overdue(attempt_id):
        attempt.refresh_from_db()
    return attempt


@contextmanager
def _locked(
    attempt_id: int, account: Account, act: type[Act], *, expect: int | None = None, **data: Any
) -> Iterator[Attempt]:
    """An act on one's own attempt, with its row as it is under the lock."""
    key = _own(attempt_id, account).scope
    with journal.commit(key, account, act, expect=expect, **data):
        yield lock_attempt(attempt_id)


def lock_attempt(attempt_id: int) -> Attempt:
    """The attempt as it is under the lock of its scope."""
    return Attempt.objects.select_related("parent_scope").select_for_update(of=("self",)).get(pk=attempt_id)


def _is_overdue(attempt: Attempt) -> bool:
    return attempt.ended_at is None and attempt.is_over(timezone.now())


def _need_open(attempt: Attempt) -> None:
    if attempt.is_over(timezone.now()):
        raise AttemptRefused(Message(TIME_IS_UP if attempt.ending in ("", Ending.TIME) else OVER))


def _need_running(attempt: Attempt) -> None:
    _need_open(attempt)
    if attempt.begun_at is None:
        raise AttemptRefused(Message(NOT_BEGUN))


def store_turns(attempt: Attempt, tokens: Sequence[str]) -> None:
    """Add turns behind those that are there. The database refuses a second one at the same ply."""
    played, now = AttemptTurn.objects.filter(attempt=attempt).count(), timezone.now()
    AttemptTurn.objects.bulk_create(
        AttemptTurn(attempt=attempt, ply=ply, token=token, at=now) for ply, token in enumerate(tokens, played + 1)
    )


def finish_attempt(attempt: Attempt, ending: Attempt.Ending, position: Position) -> None:
    """End one attempt in this position, now. Inside acts on its parent scope and on it."""
    _finish([attempt], ending, timezone.now(), {attempt.pk: position})


def _finish(
    attempts: Sequence[Attempt], ending: Attempt.Ending, at: datetime, positions: Mapping[int, Position] | None = None
) -> None:
    """Write how attempts ended, count what they came to, and tell the parent scope. Its lock and theirs are held."""
    for attempt in attempts:
        attempt.ending, attempt.ended_at, attempt.result = ending, at, Attempt.Result.OPEN
        if attempt.begun_at is not None:
            position = (positions or {}).get(attempt.pk) or position_of(attempt)
            attempt.counts = position.rules.count_solo(position)
            if position.outcome is not None:
                attempt.result = Attempt.Result(position.outcome.result)
        attempt.save(update_fields=["ending", "ended_at", "result", "counts"])
        jobs.withdraw(END, attempt.scope)
    if attempts:
        emit(AttemptsEnded(list(attempts)))
