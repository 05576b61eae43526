"""Games that an event pairs: put on boards all at once, and stopped when an arbiter decides otherwise.

The services of events call these inside their own acts on the event. A board is a scope of its own that is locked
before the event's, so an act on the event never ends a game on its board itself: it says what becomes of the game, and
a job that is done right after the commit lets the board follow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from common.journal.services import Stale
from common.streams import announce_to_person
from games.core.events import EventBoardsChanged
from games.core.running import scope_of
from games.models import Game, RecordedTurn
from games.recordings.services.online import check_played, close_board, open_boards, reopen_board
from games.records.services.submit_record import CheckedRecord
from gipf_engine.clocks import Clock, parse_control, start_clock
from gipf_engine.results import RESULTS
from gipf_engine.rules.possible_results import DRAW, OVER_THE_BOARD
from play.clocks.services.days_off import calendars_of
from play.core.acts import EndGame
from play.core.playing import PLIES_TO_BEGIN, GameInPlay, colour_of, from_ms, load_game, now_ms, to_ms
from play.core.services.acting import (
    FIRST_TURNS,
    End,
    clock_columns,
    locked,
    mark_over,
    set_columns,
)
from play.core.services.conditional_lines import delete_lines
from play.games.acts import BeginGame, LayOutGame, Resume
from play.models import OnlineGame
from players.core.queries.records import belongs_to, canonical_ids
from players.models import Account

FOLLOW = "follow-decision"
"""The kind of job that lets a board follow what was decided of its game. Its subject is the game's scope, "game:12"."""
_Ending = OnlineGame.Ending
_STOPPED = "stopped"
"""Why no time ran on a clock while the game was decided."""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """How the games of an event are played here: the time control, and how long a player may be late."""

    control: str
    time_to_come: timedelta


def begin_event_games(
    games: Sequence[Game],
    parent_scope: Scope,
    actor: Account | None,
    settings: BoardSettings,
    seeds: Mapping[int, str] | None = None,
) -> None:
    """Put new games of an event on their boards. Who makes no first turn within the time to come loses by forfeit.

    `seeds` are those that their set-ups follow from, by game (id), where each has its own. Inside an act on
    `parent_scope`; streams of their players are told once it is committed. A few queries in all.
    """
    now = now_ms()
    control = parse_control(settings.control)
    calendars = calendars_of(games, control, vacations=False)
    no_show_at = from_ms(now) + settings.time_to_come

    def columns(game: Game) -> dict[str, Any]:
        clock = start_clock(control, now, calendars=calendars[game.pk])
        return clock_columns(clock.pause(FIRST_TURNS, now), now, no_show_at)

    open_boards(games, parent_scope, actor, BeginGame, settings.control)
    OnlineGame.objects.bulk_create(
        OnlineGame(
            game=game,
            control=settings.control,
            seed=(seeds or {}).get(game.pk, ""),
            no_show_at=no_show_at,
            **columns(game),
        )
        for game in games
    )
    seats = {seat for game in games for seat in (game.white_id, game.black_id)}
    for person in set(canonical_ids(seats).values()):
        announce_to_person(person)


def who_can_play(people: Collection[int]) -> frozenset[int]:
    """Those of these persons (ids of any record) who have an account that is not switched off. Two queries."""
    roots = canonical_ids(people)
    rows = Account.objects.filter(belongs_to(roots.values()), is_active=True).values_list(
        "person", "person__merged_into"
    )
    there = {merged_into or person for person, merged_into in rows}
    return frozenset(person for person, root in roots.items() if root in there)


def begun_games(games: Collection[int]) -> frozenset[int]:
    """Those of these games (ids) that run and in which each player has made a turn. One query."""
    turns = RecordedTurn.objects.filter(
        recording__game__in=games, recording__game__online_game__ended_at=None, ply=PLIES_TO_BEGIN
    )
    return frozenset(turns.exclude(token="").values_list("recording__game", flat=True))


def note_arrival(game: GameInPlay, seat: int) -> None:
    """A person looks at the board of his game: from now on it is known that he has come."""
    column = f"{colour_of(seat)}_came_at"
    if game.in_event and not game.is_over and getattr(game.online, column) is None:
        OnlineGame.objects.filter(pk=game.online.pk, **{column: None}).update(**{column: timezone.now()})


def follow_changed_games(event: EventBoardsChanged) -> None:
    """Games of an event that run on their boards were decided, laid out otherwise, or taken out of their event."""
    moving = Q(ended_at=None) | Q(ending__in=(_Ending.ABORTED, _Ending.DECIDED))
    found = OnlineGame.objects.filter(moving, game__in=event.games).order_by("game").values_list("game", flat=True)
    on_boards = list(found)
    if on_boards:
        follow_after_commit(on_boards)


def follow_after_commit(games: Collection[int]) -> None:
    """Let the boards of these games (ids) be as the games are, once the caller's transaction is committed."""
    scopes = [scope_of(game) for game in games]
    jobs.request_many(FOLLOW, scopes)
    transaction.on_commit(partial(jobs.run_now, FOLLOW, scopes))


def follow_decision(game_id: int) -> None:
    """Let the board of a game be as the game is: stopped where an arbiter decided it, or took it out of its event.

    Where that was taken back it goes on, with the time that was left; else its pages show what changed. It may be done
    by any number at once.
    """
    while True:
        try:
            game = load_game(game_id)
        except OnlineGame.DoesNotExist:
            return None
        try:
            if game.is_decided_elsewhere:
                return _end_game(game)
            if game.goes_on:
                return _reopen(game)
            return _show_game(game)
        except Stale:
            """A turn was made in between: it is part of what was played."""


def _show_game(game: GameInPlay) -> None:
    """Let pages show what is said of the game now. Before the first turn it may begin otherwise: no older turn fits."""
    if game.is_over or game.plies:
        journal.touch([game.scope])
        return
    with journal.commit(game.scope, None, LayOutGame):
        delete_lines(game.game.pk)


def _end_game(game: GameInPlay) -> None:
    result = game.game.result
    ending = _Ending.ABORTED if game.game.removed_at is not None else _Ending.DECIDED
    how = End(ending, result, _record(game, result), now_ms())
    with journal.commit(game.scope, None, EndGame, expect=game.version, ply=game.plies) as act:
        online = locked(game)
        if online.ended_at is None:
            mark_over(online, act, how)
            close_board(game.running, how.checked)


def _reopen(game: GameInPlay) -> None:
    """Go on where the game was stopped. What was recorded of it then stays as a record."""
    now = now_ms()
    with journal.commit(game.scope, None, Resume, expect=game.version, ply=game.plies):
        online = locked(game)
        assert online.ended_at is not None
        stopped = to_ms(online.ended_at)
        if online.no_show_at is not None:
            online.no_show_at += timedelta(milliseconds=now - stopped)
        clock = _without_pause(game.clock, stopped, now)
        online.ended_at, online.ending = None, ""
        columns = clock_columns(clock, now, online.no_show_at)
        set_columns(online, columns, "ended_at", "ending", "no_show_at")
        reopen_board(game.game)


def _without_pause(clock: Clock, stopped: int, now: int) -> Clock:
    """The clock as if no time had run between two instants. A flag that had fallen unseen falls now."""
    if clock.pauses:
        return clock
    deadline = clock.deadline
    at = stopped if deadline is None or stopped < deadline else deadline - 1
    return clock.pause(_STOPPED, at).resume(_STOPPED, now)


def _record(game: GameInPlay, result: str) -> CheckedRecord | None:
    """What was played of a game that an arbiter decided; None where the result is not one of a game."""
    if not RESULTS[result].played or not game.plies or game.running.recording is None:
        return None
    is_reportable = result in OVER_THE_BOARD and (result != DRAW or game.can_be_drawn)
    return check_played(game.running, result, "arbiter") if is_reportable else check_played(game.running, "", "")
