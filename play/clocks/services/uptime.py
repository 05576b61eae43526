"""When players could not reach the server, their time does not run.

Each web process looks twice a second whether any of them was there a moment ago, and says so in one row. Whoever finds
that none was (after a restart, or when the database is back) gives the time back: the first does, once for all. So no
process has to know why another ended, and a node that is started beside others changes nothing.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import DatabaseError, close_old_connections, transaction

from common.journal import services as journal
from gipf_engine.clocks.clock import LONGEST_GIFT
from play.clocks.acts import GiveTimeBack
from play.core.arrivals import LONGEST_WAIT_MS, longest_wait_ms
from play.core.playing import ADJOURNED, GameInPlay, from_ms, load_games, now_ms, to_ms
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
"""To find the page again. The last look may be `GAP_MS` older than the end: nobody gets more than `LONGEST_GIFT`."""
HELD_MS = 100
"""Once a turn waits for its thread for so long, other processes are told."""
_log = logging.getLogger(__name__)


@dataclass
class _Watch:
    """When this process looked last: 0 where it should and has not yet; None where it does not, as in a worker."""

    looked: int | None = None
    holds: bool = False  # whether it has said that turns wait in it


_watch = _Watch()


def watch_over_clocks() -> threading.Thread:
    """Look now, and from now on in a thread. Called by each web process before it answers anybody.

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
    row = Presence.objects.filter(pk=Presence.ONLY).values_list("at", flat=True).first()
    last = max((moment for moment in (_watch.looked, row and to_ms(row)) if moment), default=None)
    was_away = last is not None and now - last > GAP_MS
    if was_away:
        was_away = _come_back(now)
    elif row is None or now - to_ms(row) > _pause_between_notes(now):
        Presence.objects.update_or_create(pk=Presence.ONLY, defaults={"at": from_ms(now)})
    _watch.looked = now
    _tell_of_waiting_turns(now)
    return was_away


def _tell_of_waiting_turns(now: int) -> None:
    """Say to workers and other nodes since when turns wait in this process, so that they let no flag fall meanwhile."""
    waits = longest_wait_ms()
    row = Presence.objects.filter(pk=Presence.OLDEST_TURN)
    if waits >= HELD_MS:
        _watch.holds = True
        if held_back(now) > now - waits:
            Presence.objects.update_or_create(pk=Presence.OLDEST_TURN, defaults={"at": from_ms(now - waits)})
    elif _watch.holds:
        _watch.holds = False
        row.delete()  # where turns wait in another process too, it says so again at its next look


def held_back(now: int) -> int:
    """`now`, or the instant at which the oldest turn came that is known to wait for a thread of some web process."""
    row = Presence.objects.filter(pk=Presence.OLDEST_TURN).values_list("at", flat=True).first()
    if row is None or now - to_ms(row) > LONGEST_WAIT_MS:
        return now
    return min(now, to_ms(row))


def make_up_for_absence() -> bool:
    """`look`, where this process should have and did not: the machine slept, or the thread has not come to it yet."""
    return _watch.looked is not None and now_ms() - _watch.looked > GAP_MS and look()


def last_alive() -> int:
    """The last instant at which players are known to have reached the server: no deadline after it has passed."""
    now = now_ms()
    row = Presence.objects.filter(pk=Presence.ONLY).values_list("at", flat=True).first()
    return held_back(now if row is None else min(now, to_ms(row)))


def _pause_between_notes(now: int) -> int:
    soon = OnlineGame.objects.filter(ended_at=None, deadline__lt=from_ms(now) + SOON)
    return 0 if soon.exists() else NOW_AND_THEN_MS


@transaction.atomic
def _come_back(now: int) -> bool:
    """Give time back in all games, unless another process has done it."""
    held = Presence.objects.select_for_update().filter(pk=Presence.ONLY).first()
    last = max(to_ms(held.at) if held is not None else 0, _watch.looked or 0)
    if now - last <= GAP_MS:
        return False
    Presence.objects.update_or_create(pk=Presence.ONLY, defaults={"at": from_ms(now)})
    rows = OnlineGame.objects.filter(ended_at=None, deadline__gt=from_ms(last))
    for game in load_games(list(rows.select_related("game__occasion", "game__white", "game__black"))):
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
