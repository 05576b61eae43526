"""When players could not reach the server, their time does not run.

Each web process looks twice a second whether any of them was there a moment ago, and notes that it is
(`play.clocks.services.signs_of_life`). The one that finds that none was (after a restart, or when the database is back)
gives the time back: the first does, once for all. So no process has to know why another ended, and a node that is
started beside others changes nothing.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from django.db import DatabaseError, close_old_connections, transaction

from common.journal import services as journal
from gipf_engine.clocks.clock import LONGEST_GIFT
from play.clocks.acts import GiveTimeBack
from play.clocks.services import signs_of_life
from play.core.arrivals import LONGEST_WAIT_MS, longest_wait_ms
from play.core.playing import ADJOURNED, GameInPlay, from_ms, load_games, now_ms
from play.core.services.acting import FIRST_TURNS, clock_columns, locked, set_columns
from play.models import OnlineGame, Presence

LOOK_SECONDS = 0.5
"""Between two looks of a web process."""
SOON = timedelta(days=1)
"""While a game has its deadline within this time every look is written down; else one now and then."""
NOW_AND_THEN_MS = 30_000
GAP_MS = 1_000
"""Who was not there for so long was away. No process starts in less."""
GIFT_MS = LONGEST_GIFT - GAP_MS
"""To find the page again. The last look may be `GAP_MS` older than the end: no one gets more than `LONGEST_GIFT`."""
HELD_MS = 100
"""Once a turn waits for its thread for so long, other processes are told."""
_log = logging.getLogger(__name__)


@dataclass
class _Watch:
    """When this process looked last: 0 where it should and has not yet; None where it does not, as in a worker."""

    looked: int | None = None
    stored: int = 0  # when it last wrote the row, where Redis has the signs
    holds: bool = False  # whether it has said that turns wait in it


_watch = _Watch()


def watch_over_clocks() -> threading.Thread:
    """Look now, and from now on in a thread. Called by each web process before it answers anyone.

    Where the database is away, it looks before the first turn that it is sent.
    """
    _watch.looked = 0
    _look_if_possible()
    thread = threading.Thread(target=_keep_looking, name="clocks", daemon=True)
    thread.start()
    return thread


def _keep_looking() -> None:
    pause = threading.Event()
    while not pause.wait(LOOK_SECONDS):
        close_old_connections()
        _look_if_possible()


def _look_if_possible() -> None:
    try:
        look()
    except DatabaseError:
        _log.warning("The clocks are looked at again when the database can be reached", exc_info=True)
    except Exception:
        _log.exception("The clocks could not be looked at")


def look() -> bool:
    """Note that players reach the server, and give back the time in which they did not; whether there was any."""
    now = now_ms()
    noted = _last_noted(now)
    last = max((moment for moment in (_watch.looked, noted) if moment), default=None)
    was_away = last is not None and now - last > GAP_MS
    if was_away:
        was_away = _come_back(now)
    elif signs_of_life.note(Presence.ONLY, now):
        if now - _watch.stored > NOW_AND_THEN_MS:
            _watch.stored = now
            signs_of_life.note_in_row(Presence.ONLY, now)
    elif noted is None or now - noted > _pause_between_notes(now):
        signs_of_life.note_in_row(Presence.ONLY, now)
    _watch.looked = now
    _tell_of_waiting_turns(now)
    return was_away


def _last_noted(now: int) -> int | None:
    """The last instant that is noted anywhere. The row is asked where Redis knows of none a moment ago."""
    noted = signs_of_life.noted_at(Presence.ONLY)
    if noted is not None and now - noted <= GAP_MS:
        return noted
    known = (noted, signs_of_life.noted_in_row(Presence.ONLY))
    return max((moment for moment in known if moment is not None), default=None)


def _tell_of_waiting_turns(now: int) -> None:
    """Say to workers and other nodes since when turns wait in this process, so that they let no flag fall meanwhile."""
    waits = longest_wait_ms()
    if waits >= HELD_MS:
        _watch.holds = True
        came = now - waits
        if held_back(now) > came and not signs_of_life.note(Presence.OLDEST_TURN, came, LONGEST_WAIT_MS):
            signs_of_life.note_in_row(Presence.OLDEST_TURN, came)
    elif _watch.holds:
        _watch.holds = False
        signs_of_life.forget(
            Presence.OLDEST_TURN
        )  # where turns wait in another process too, it says so again at its next look


def held_back(now: int) -> int:
    """`now`, or the instant at which the oldest turn came that is known to wait for a thread of some web process."""
    came = signs_of_life.noted_at(Presence.OLDEST_TURN)
    return now if came is None or now - came > LONGEST_WAIT_MS else min(now, came)


def make_up_for_absence() -> bool:
    """`look`, where this process should have and did not: the machine slept, or the thread has not come to it yet."""
    return _watch.looked is not None and now_ms() - _watch.looked > GAP_MS and look()


def last_alive() -> int:
    """The last instant at which players are known to have reached the server: no deadline after it has passed."""
    now = now_ms()
    noted = _last_noted(now)
    return held_back(now if noted is None else min(now, noted))


def _pause_between_notes(now: int) -> int:
    soon = OnlineGame.objects.filter(ended_at=None, deadline__lt=from_ms(now) + SOON)
    return 0 if soon.exists() else NOW_AND_THEN_MS


@transaction.atomic
def _come_back(now: int) -> bool:
    """Give time back in all games, unless another process has done it."""
    Presence.objects.select_for_update().filter(pk=Presence.ONLY).first()  # one process at a time
    last = max(_last_noted(now) or 0, _watch.looked or 0)
    if now - last <= GAP_MS:
        return False
    signs_of_life.note_in_row(Presence.ONLY, now)
    transaction.on_commit(partial(signs_of_life.note, Presence.ONLY, now))
    rows = OnlineGame.objects.filter(ended_at=None, deadline__gt=from_ms(last))
    for game in load_games(list(rows.select_related("game__parent_scope", "game__white", "game__black"))):
        _give_time_back(game, last, now)
    return True


def _give_time_back(game: GameInPlay, last: int, now: int) -> None:
    with journal.commit(game.scope, None, GiveTimeBack) as act:
        online = locked(game)
        if online.ended_at is not None or online.deadline is None:
            return
        clock = replace(game, online=online).clock
        if ADJOURNED in clock.pauses:
            return
        away = max(0, now - max(last, clock.since))
        columns = clock_columns(clock.after_restart(last, now, gift=GIFT_MS), now)
        if FIRST_TURNS in clock.pauses:
            columns["deadline"] = online.deadline + timedelta(milliseconds=away + GIFT_MS)
        if FIRST_TURNS in clock.pauses and online.no_show_at is not None:
            columns["no_show_at"] = online.no_show_at + timedelta(milliseconds=away + GIFT_MS)
        act.data |= {"away_ms": away}
        set_columns(online, columns)
