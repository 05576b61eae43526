"""Handing in an attempt that was played over the board: its record, checked turn by turn against the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils import timezone

from common.journal import services as journal
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules.errors import RuleError
from engine.rules.record import GameRecord, read_record
from engine.rules.verdict import Verdict, check
from games.models import Attempt
from games.permissions import is_player
from games.services.attempts import OVER, finish_attempt, lock_attempt, store_turns
from games.services.errors import AttemptRefused
from games.services.submit_record import LARGEST
from players.models import Account
from players.permissions import require
from players.roles import Act

_ENDINGS: Mapping[str, Attempt.Ending] = {"time": Attempt.Ending.TIME, "arbiter": Attempt.Ending.ARBITER}
"""How a record ends that its rules did not end, by its tag Termination; given up, where it says nothing else."""


def submit_attempt(attempt_id: int, account: Account, text: str) -> Attempt:
    """Take `text` as the whole of an attempt that was not begun here: an arbiter's work.

    A refusal says which turn is wrong and why, never where the tiles lie. So that nobody tries out lines on a deal that
    he plays himself, his own attempt at it has to be over. Raises NotAllowed, AttemptRefused and Attempt.DoesNotExist.
    """
    attempt = Attempt.objects.select_related("occasion", "player").get(pk=attempt_id, occasion__hidden=False)
    require(account, Act.DECIDE_RESULT, attempt.occasion.key)
    _refuse_players(attempt, account)
    record = _read(text, attempt)
    verdict = check(record)
    _refuse_faults(record, verdict)
    ending = Attempt.Ending.RULES
    if verdict.positions[-1].outcome is None:
        ending = _ENDINGS.get(record.tags.get("Termination", ""), Attempt.Ending.RESIGNED)
    with (
        journal.act(attempt.occasion.key, account, "hand-in-attempt", attempt=attempt.pk, turns=verdict.plies),
        journal.act(attempt.scope, account, "hand-in-attempt", turns=verdict.plies),
    ):
        attempt = lock_attempt(attempt_id)
        if attempt.ended_at is not None:
            raise AttemptRefused(Message(OVER))
        if attempt.begun_at is not None:
            raise AttemptRefused(Message(_("This attempt is played here: it cannot be handed in.")))
        attempt.begun_at, attempt.handed_in_by = timezone.now(), account.pk
        attempt.save(update_fields=["begun_at", "handed_in_by"])
        store_turns(attempt, verdict.tokens)
        finish_attempt(attempt, ending, verdict.positions[-1])
    return attempt


def _refuse_players(attempt: Attempt, account: Account) -> None:
    same = Attempt.objects.filter(occasion=attempt.occasion, setup=attempt.setup, ended_at=None)
    if any(is_player(each, account) for each in same.select_related("player")):
        raise AttemptRefused(
            Message(_("You play this deal yourself, and have not finished it: somebody else hands in."))
        )


def _read(text: str, attempt: Attempt) -> GameRecord:
    """The record with the game, rules and set-up of the attempt; what it says of them itself has to be the same."""
    if len(text) > LARGEST:
        raise AttemptRefused(Message(_("This text is too long for a record.")), field="record")
    game, _dash, variant = attempt.rules.partition("-")
    text = text.replace("\0", "").strip()
    try:
        record = read_record(text)
        if "Game" not in record.tags:  # how turns look depends on the game
            record = read_record(f'[Game "{game}"]\n{text}' if text.startswith("[") else f'[Game "{game}"]\n\n{text}')
    except RuleError as error:
        message = Message(_("This text cannot be read: %(why)s."), {"why": error.message})
        raise AttemptRefused(message, field="record") from error
    own = {"Game": game, "Rules": variant, "Options": ",".join(attempt.options), "Setup": attempt.setup}
    for tag, value in own.items():
        if record.tags.get(tag, value) != value:
            message = Message(_("This is the record of another game: its tag %(tag)s differs."), {"tag": tag})
            raise AttemptRefused(message, field="record")
    kept = {name: record.tags[name] for name in ("Termination", "Result") if name in record.tags}
    return replace(record, tags={name: value for name, value in own.items() if value} | kept)


def _refuse_faults(record: GameRecord, verdict: Verdict) -> None:
    if verdict.error is not None:
        told = {"ply": verdict.error.ply, "token": verdict.error.token, "why": verdict.error.message}
        raise AttemptRefused(Message(_("Turn %(ply)d, %(token)s: %(why)s."), told), field="record")
    if not verdict.agrees:
        said = {"proven": verdict.outcome, "said": record.tags.get("Result", "")}
        message = Message(_("The moves end the game with %(proven)s, but the record says %(said)s."), said)
        raise AttemptRefused(message, field="record")
    if not verdict.plies:
        raise AttemptRefused(Message(_("This record has no turns.")), field="record")
