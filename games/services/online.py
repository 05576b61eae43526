"""Games that are played on the server's own board, as far as games know them.

The app that lets people play (challenges, clocks, offers) calls these inside its own acts in the scope of the game,
which is its occasion too. It says who may do what and when; here is what becomes of it: turns in a recording, at the
end a record with its clocks, and a claim of the server that is in force at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from common.journal import services as journal
from common.journal.services import ActContext
from engine.results import VOID
from games.models import Claimant, Game, RecordedTurn, Recording, Source
from games.running import RunningGame, scope_of
from games.services.adjudicate import request_adjudication
from games.services.create import create_game
from games.services.record_turns import write_recording
from games.services.results import add_claim, follow, lock_game
from games.services.submit_record import CheckedRecord, check_record, store_record
from players.models import Account, Person


def create_online_game(
    *,
    rules: str,
    white: Person,
    black: Person,
    rated: bool,
    options: Sequence[str] = (),
    handicap: str = "",
    setup: str = "",
) -> Game:
    """A game of two people that belongs to no club and is its own occasion; its board is ready. Inside an act.

    Raises `GameRefused` where the rules do not know what is asked for.
    """
    now = timezone.now()
    game = create_game(
        occasion=journal.open_scope(journal.SERVER),  # its own has its number
        club=None,
        online=True,
        rules=rules,
        options=options,
        handicap=handicap,
        setup=setup,
        white=white,
        black=black,
        rated=rated,
        played_on=timezone.localdate(now),
    )
    game.occasion = journal.open_scope(scope_of(game.pk), journal.SERVER)
    game.save(update_fields=["occasion"])
    Recording.objects.create(game=game, begun_at=now)
    return game


def add_turn(
    running: RunningGame, act: ActContext, account: Account | None, token: str, *, at: datetime, clock_ms: int
) -> RunningGame:
    """Write one more turn, legal and in official notation, behind those that `running` has."""
    turn = RecordedTurn(
        recording=running.recording,
        version=act.version,
        ply=len(running.tokens) + 1,
        token=token,
        account=account.pk if account is not None else None,
        at=at,
        clock_ms=clock_ms,
    )
    turn.save(force_insert=True)
    return replace(running, version=act.version, tokens=(*running.tokens, token))


def take_back_turns(running: RunningGame, act: ActContext, account: Account, keep: int, *, at: datetime) -> RunningGame:
    """Let only the first `keep` turns stand. Nothing is rewritten: it is one more row."""
    row = RecordedTurn(recording=running.recording, version=act.version, ply=keep, token="", account=account.pk, at=at)
    row.save(force_insert=True)
    return replace(running.after(keep), version=act.version)


def check_played(running: RunningGame, result: str, termination: str) -> CheckedRecord:
    """The record of a game that ends here, before any lock; as `end_online_game` takes it.

    `result` and `termination` are what the moves do not prove; both "" where they do.
    """
    return check_record(running.game, write_recording(running, result, termination))


def end_online_game(running: RunningGame, result: str, checked: CheckedRecord | None) -> Game:
    """Let the game be over: its record, the claim of the server, and the day from which it counts. Inside its act.

    Without a record (`checked` is None) it is void: it was never really begun.
    """
    game = lock_game(running.game.pk)
    recording, now = running.recording, timezone.now()
    assert recording is not None
    assert checked is not None or result == VOID
    record = None
    if checked is not None:
        turns = RecordedTurn.objects.filter(recording=recording).exclude(token="").order_by("version", "ply")
        times = {ply: (at, clock_ms) for ply, at, clock_ms in turns.values_list("ply", "at", "clock_ms")}
        record = store_record(game, None, replace(checked, times=times))
        game.rated_on = timezone.localdate(now)
        game.save(update_fields=["rated_on"])
    Recording.objects.filter(pk=recording.pk).update(closed_at=now, record=record)
    add_claim(game, None, Claimant.SERVER, Source.BOARD, result, record=record)
    follow(game)
    request_adjudication([game.pk])
    return game
