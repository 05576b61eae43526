"""What becomes of the running games of a person who is erased: no one waits for who will not come back.

One who erases a person holds the person's row, and a game is locked before persons; so it is a job that is done right
after the commit.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from common.jobs import services as jobs
from common.journal.services import Stale
from gipf_engine.results import VOID
from play.clocks.services.flags import notice_flag
from play.core.playing import load_game, now_ms
from play.core.services.acting import End, end, lose
from play.models import OnlineGame
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids

GIVE_UP = "give-games-up"
"""The kind of job that ends the games of a person who is erased. Its subject is "person:" and the id."""


def give_up_after_commit(erasing: PersonErasing) -> list[Touched]:
    """Let the running games of a person end once the caller's transaction is committed."""
    if _arranged(record_ids(erasing.person.pk)).exists():
        subject = f"person:{erasing.person.pk}"
        jobs.request(GIVE_UP, subject)
        transaction.on_commit(partial(jobs.run_now, GIVE_UP, [subject]))
    return []


def give_up_games(person_id: int) -> None:
    """Resign the games that a person has arranged, or abort those that have not begun. It may be done twice.

    Games of events stay as they are: their clocks run, and their arbiter decides.
    """
    mine = set(record_ids(person_id))
    for game_id in list(_arranged(mine).values_list("pk", flat=True)):
        _give_up(game_id, mine)


def _arranged(records: Collection[int]) -> QuerySet[OnlineGame]:
    """The running games of a person that no event has paired."""
    sits = Q(game__white__in=records) | Q(game__black__in=records)
    return OnlineGame.objects.filter(sits, ended_at=None, no_show_at=None)


def _give_up(game_id: int, mine: set[int]) -> None:
    while True:
        game = notice_flag(load_game(game_id))
        if game.is_over:
            return
        now = now_ms()
        seat = 0 if game.game.white_id in mine else 1
        try:
            if game.has_begun:
                lose(game, seat, OnlineGame.Ending.RESIGNED, None, now)
            else:
                end(game, None, End(OnlineGame.Ending.ABORTED, VOID, None, now))
        except Stale:
            """A turn was made in between: the game is given up as it is now."""
        else:
            return
