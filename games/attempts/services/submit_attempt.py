"""Handing in an attempt that was played over the board: its record, checked turn by turn against the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from common.journal import services as journal
from games.attempts.acts import HandInAttempt
from games.attempts.services.attempts import OVER, finish_attempt, lock_attempt, start_of, store_turns
from games.core.permissions import is_player
from games.core.services.errors import LARGEST, AttemptRefused
from games.models import Attempt, AttemptTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import NotAMove, RuleError
from gipf_engine.rules.record import GameRecord, read_record
from gipf_engine.rules.verdict import Verdict, check
from players.models import Account
from players.permissions import NotAllowed, require
from players.roles import Permission

Ending = Attempt.Ending
_ENDINGS: Mapping[str, Attempt.Ending] = {"time": Ending.TIME, "arbiter": Ending.ARBITER}
"""How a record ends that its rules did not end, by its tag Termination; given up, where it says nothing else."""
_NO_TURNS = Message(_("This record has no turns."))
_BEGUN = Message(_("This attempt is being played here: a record cannot be handed in."))


def submit_attempt(attempt_id: int, account: Account, text: str) -> Attempt:
    """Take `text` as the whole of an attempt that was not begun here: an arbiter's work.

    It may also correct a record that its player handed in and that does not fit the deal. A refusal says which turn is
    wrong and why, never where the tiles lie. So that no one tries out lines on a deal that he plays himself, his own
    attempt at it has to be over. Raises NotAllowed, AttemptRefused and Attempt.DoesNotExist.
    """
    attempt = _find_attempt(attempt_id)
    require(account, Permission.DECIDE_RESULT, attempt.parent_scope.key)
    _refuse_players(attempt, account)
    record = _read_record(text, attempt.rules)
    tags = _own_tags(attempt)
    for tag, value in tags.items():
        if record.tags.get(tag, value) != value:
            message = Message(_("This is the record of another game: its tag %(tag)s differs."), {"tag": tag})
            raise AttemptRefused(message, field="record")
    kept = {name: record.tags[name] for name in ("Termination", "Result") if name in record.tags}
    record = replace(record, tags=tags | kept)
    verdict = check(record, needs_turn=False)
    _refuse_faults(record, verdict)
    ending = _ENDINGS.get(record.tags.get("Termination", ""), Ending.RESIGNED)
    return _store_attempt(attempt, account, _HandedIn(verdict.tokens, verdict.positions[-1], ending))


def submit_own_attempt(attempt_id: int, account: Account, text: str) -> Attempt:
    """Take `text` as the player's own attempt, once, whatever comes of it.

    Turns count up to the first that the deal does not allow, which is noted as the attempt's `fault`: if it were
    refused, one could find out by trying how the deal lies. For the same reason tags are not compared, and what needs
    no deal to be seen (a word that is no turn) is refused before anything is played. Raises NotAllowed, AttemptRefused
    and Attempt.DoesNotExist.
    """
    attempt = _find_attempt(attempt_id)
    if not is_player(attempt, account):
        raise NotAllowed(Permission.DECIDE_RESULT, attempt.scope)
    record = _read_record(text, attempt.rules)
    _refuse_words(record, start_of(attempt).position())
    verdict = check(replace(record, tags=_own_tags(attempt)), needs_turn=False)
    fault = verdict.error.token if verdict.error is not None else ""
    ending = Ending.RECORD if fault else Ending.RESIGNED
    return _store_attempt(attempt, account, _HandedIn(verdict.tokens, verdict.positions[-1], ending, fault))


def tokens_handed_in(attempt: Attempt, account: Account) -> Sequence[str]:
    """What a player handed in that does not fit the deal, for the arbiter who corrects it; nothing for others."""
    if not can_be_corrected(attempt, account):
        return ()
    turns = AttemptTurn.objects.filter(attempt=attempt).order_by("ply").values_list("token", flat=True)
    return [*turns, attempt.fault]


def can_be_corrected(attempt: Attempt, account: Account) -> bool:
    """Whether the player's own record does not fit the deal, and `account` neither is this player nor plays the deal.

    Whether he is an arbiter at all is asked elsewhere.
    """
    return attempt.ending == Ending.RECORD and not is_player(attempt, account) and not _plays(attempt, account)


@dataclass(frozen=True, slots=True)
class _HandedIn:
    """What a record comes to: its legal turns, where they lead, how it ended if not by the rules, and what followed."""

    tokens: Sequence[str]
    position: Position
    ending: Attempt.Ending
    fault: str = ""


def _find_attempt(attempt_id: int) -> Attempt:
    return Attempt.objects.select_related("parent_scope", "player").get(pk=attempt_id, parent_scope__hidden=False)


def _store_attempt(attempt: Attempt, account: Account, found: _HandedIn) -> Attempt:
    turns = len(found.tokens)
    with (
        journal.commit(attempt.parent_scope.key, account, HandInAttempt, attempt=attempt.pk, turns=turns),
        journal.commit(attempt.scope, account, HandInAttempt, turns=turns),
    ):
        attempt = lock_attempt(attempt.pk)
        if can_be_corrected(attempt, account):
            AttemptTurn.objects.filter(attempt=attempt).delete()
        elif attempt.ended_at is not None:
            raise AttemptRefused(Message(OVER))
        elif attempt.begun_at is not None:
            raise AttemptRefused(_BEGUN)
        attempt.begun_at, attempt.handed_in_by = attempt.begun_at or timezone.now(), account.pk
        attempt.save(update_fields=["begun_at", "handed_in_by"])
        store_turns(attempt, found.tokens)
        over = found.position.outcome is not None
        finish_attempt(attempt, Ending.RULES if over else found.ending, found.position)
        attempt.fault = found.fault
        attempt.save(update_fields=["fault"])
    return attempt


def _refuse_players(attempt: Attempt, account: Account) -> None:
    if _plays(attempt, account) or (attempt.ending == Ending.RECORD and is_player(attempt, account)):
        raise AttemptRefused(
            Message(_("You have not finished this deal yourself. Another arbiter can hand in the record."))
        )


def _plays(attempt: Attempt, account: Account) -> bool:
    """Whether the account has an open attempt at the same deal."""
    same = Attempt.objects.filter(parent_scope=attempt.parent_scope, setup=attempt.setup, ended_at=None)
    return any(is_player(each, account) for each in same.select_related("player"))


def _read_record(text: str, rules: str) -> GameRecord:
    """The one record of a text; how its turns look depends on the game."""
    if len(text) > LARGEST:
        raise AttemptRefused(Message(_("This text is too long for a record.")), field="record")
    game, _dash, _variant = rules.partition("-")
    text = text.replace("\0", "").strip()
    try:
        record = read_record(text)
        if "Game" not in record.tags:
            record = read_record(f'[Game "{game}"]\n{text}' if text.startswith("[") else f'[Game "{game}"]\n\n{text}')
    except RuleError as error:
        message = Message(_("This text cannot be read: %(why)s."), {"why": error.message})
        raise AttemptRefused(message, field="record") from error
    return record


def _own_tags(attempt: Attempt) -> dict[str, str]:
    """The tags of a record of this attempt: its game, rules and set-up are those of the attempt, whatever it says."""
    game, _dash, variant = attempt.rules.partition("-")
    own = {"Game": game, "Rules": variant, "Options": ",".join(attempt.options), "Setup": attempt.setup}
    return {name: value for name, value in own.items() if value}


def _refuse_words(record: GameRecord, start: Position) -> None:
    """Refuse a record of which something is no turn in any position. All of it is read before any of it is played."""
    if record.fault is not None:
        message = Message(_("This text cannot be read: %(why)s."), {"why": record.fault.message})
        raise AttemptRefused(message, field="record")
    if not record.tokens:
        raise AttemptRefused(_NO_TURNS, field="record")
    for ply, token in enumerate(record.tokens, 1):
        try:
            start.parse(token)
        except NotAMove as error:
            params = {"number": ply, "token": token[:20], "why": error.message}
            raise AttemptRefused(Message(_("Turn %(number)s, %(token)s: %(why)s."), params), field="record") from error
        except RuleError:
            """A turn, though not one for the start."""


def _refuse_faults(record: GameRecord, verdict: Verdict) -> None:
    if verdict.error is not None:
        params = {"number": verdict.error.ply, "token": verdict.error.token, "why": verdict.error.message}
        raise AttemptRefused(Message(_("Turn %(number)s, %(token)s: %(why)s."), params), field="record")
    if not verdict.agrees:
        params = {"proven": verdict.outcome, "said": record.tags.get("Result", "")}
        message = Message(_("The moves end the game with %(proven)s, but the record gives %(said)s."), params)
        raise AttemptRefused(message, field="record")
    if not verdict.plies:
        raise AttemptRefused(_NO_TURNS, field="record")
