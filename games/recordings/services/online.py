"""Games that are played on the server's own board, as far as games know them.

The app that lets people play (challenges, clocks, offers) calls these inside its own acts in the scope of the game. It
says who may do what and when; here is what becomes of it: turns in a recording, at the end a record with its clocks,
and a claim of the server that is in force at once.

A game that two people arranged is its own parent scope. One of an event has the event's scope as its parent scope, and
its own scope below that: a turn waits for no one, and the end is an act of the parent scope, too. The game's scope is
locked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from common.compiled_query import CompiledInsert
from common.journal import services as journal
from common.journal.acts import Act
from common.journal.models import Scope
from common.journal.services import ActContext
from games.core.running import RunningGame, scope_of
from games.models import Claimant, Game, Record, RecordedTurn, Recording, Source
from games.recordings.acts import CloseBoard, EndOnlineGame
from games.recordings.services.record_turns import write_recording
from games.records.services.submit_record import CheckedRecord, certificate_of, check_final, store_record
from games.results.services.adjudicate import keep_certificates, store_certificate
from games.results.services.create import create_game
from games.results.services.results import add_claim, lock_game
from games.results.services.stated import follow
from gipf_engine.results import RESULTS
from players.models import Account, Person

_TURN = CompiledInsert(RecordedTurn, ["recording_id", "version", "ply", "token", "account", "at", "clock_ms"])


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
    """A game of two people that belongs to no club and is its own parent scope; its board is ready. Inside an act.

    Raises `GameRefused` where the rules do not know what is asked for.
    """
    now = timezone.now()
    game = create_game(
        parent_scope=journal.open_scope(journal.SERVER),  # its own has its number
        guests=_guest_seats(white, black),
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
    game.parent_scope = journal.open_scope(scope_of(game.pk), journal.SERVER)
    game.save(update_fields=["parent_scope"])
    Recording.objects.create(game=game, begun_at=now)
    return game


def _guest_seats(white: Person, black: Person) -> str:
    """Where guests sit, as `Game.guests` has it."""
    if white.is_guest and black.is_guest:
        return "both"
    return "white" if white.is_guest else "black" if black.is_guest else ""


def open_boards(
    games: Sequence[Game], parent_scope: Scope, actor: Account | None, act: type[Act], control: str
) -> None:
    """Let new games of a parent scope be played here: each gets a scope of its own, in which `act` is the first.

    Inside an act on the parent scope. A few queries, however many games there are.
    """
    now = timezone.now()
    journal.begin_scopes([scope_of(game.pk) for game in games], parent_scope, actor, act, control=control)
    Recording.objects.bulk_create(Recording(game=game, begun_at=now) for game in games)


def add_turn(
    running: RunningGame, act: ActContext, account: Account | None, token: str, *, at: datetime, clock_ms: int
) -> RunningGame:
    """Write one more turn, legal and in official notation, behind those that `running` has: with the act's own line."""
    assert running.recording is not None
    by = account.pk if account is not None else None
    act.writes.append(_TURN(running.recording, act.version, len(running.tokens) + 1, token, by, at, clock_ms))
    return replace(running, version=act.version, tokens=(*running.tokens, token))


def take_back_turns(
    running: RunningGame, act: ActContext, account: Account | None, keep: int, *, at: datetime
) -> RunningGame:
    """Let only the first `keep` turns stand. Nothing is rewritten: it is one more row."""
    assert running.recording is not None
    actor = account.pk if account is not None else None
    row = RecordedTurn(recording_id=running.recording, version=act.version, ply=keep, token="", account=actor, at=at)
    row.save(force_insert=True)
    return replace(running.after(keep), version=act.version)


def check_played(running: RunningGame, result: str, termination: str) -> CheckedRecord:
    """The record of a game that ends here, before any lock; as `end_online_game` takes it.

    `result` and `termination` are what the moves do not prove; both "" where they do.
    """
    return check_final(running.game, write_recording(running, result, termination))[0]


def end_online_game(running: RunningGame, result: str, checked: CheckedRecord | None) -> Game:
    """Let the game be over: its record, and the claim of the server. Inside its act.

    A game that is its own parent scope counts from now on. Without a record (`checked` is None) it was not played: it
    is void, or a forfeit. Raises `GameRefused` for a game that was taken out of its parent scope.
    """
    assert checked is not None or not RESULTS[result].played
    with _in_parent_scope(running.game, EndOnlineGame) as act:
        game = lock_game(running.game.pk)
        before = game.result
        record = _close_recording(running, game, checked)
        if act is None and record is not None:
            game.rated_on = timezone.localdate()
            game.save(update_fields=["rated_on"])
        add_claim(game, None, Claimant.SERVER, Source.BOARD, result, record=record)
        follow(game)
        if act is not None:
            act.data |= {"result": result, "changed": {"result": [before, game.result]}}
    _certify(game, record, checked)
    return game


def close_board(running: RunningGame, checked: CheckedRecord | None) -> Game:
    """The game was decided elsewhere, or taken out of its parent scope: nothing more is played here. Inside its act.

    What was played of a game that counts is its record (`checked`); nothing is said of the result.
    """
    with _in_parent_scope(running.game, CloseBoard):
        game = Game.objects.select_for_update(of=("self",)).get(pk=running.game.pk)
        record = _close_recording(running, game, checked)
    _certify(game, record, checked)
    return game


def reopen_board(game: Game) -> None:
    """What was decided elsewhere was taken back: the recording that was closed goes on. Inside its act."""
    last = Recording.objects.filter(game=game).order_by("-pk").values("pk")[:1]
    Recording.objects.filter(pk__in=list(last.values_list("pk", flat=True))).update(closed_at=None, record=None)


def _certify(game: Game, record: Record | None, checked: CheckedRecord | None) -> None:
    """Keep what the record proves: by an act in the parent scope, or with the act in the game's own scope."""
    certificate = certificate_of(record, checked) if record is not None and checked is not None else None
    if certificate is None:
        return
    if game.parent_scope.key == scope_of(game.pk):
        store_certificate(game, certificate)
    else:
        keep_certificates(game, [certificate])


@contextmanager
def _in_parent_scope(game: Game, act: type[Act]) -> Iterator[ActContext | None]:
    """An act of the server on the game's parent scope; None for a game that is its own."""
    if game.parent_scope.key == scope_of(game.pk):
        yield None
        return
    with journal.commit(game.parent_scope.key, None, act, game=game.pk) as context:
        yield context


def _close_recording(running: RunningGame, game: Game, checked: CheckedRecord | None) -> Record | None:
    """Nothing more is recorded; what was is kept as a record with its times, where there is to be one."""
    recording, record = running.recording, None
    assert recording is not None
    if checked is not None:
        turns = RecordedTurn.objects.filter(recording=recording).exclude(token="").order_by("version", "ply")
        times = {ply: (at, clock_ms) for ply, at, clock_ms in turns.values_list("ply", "at", "clock_ms")}
        record = store_record(game, None, replace(checked, times=times))
    Recording.objects.filter(pk=recording).update(closed_at=timezone.now(), record=record)
    return record
