"""The desk of a Swiss with 500 players and 9 rounds, against its bars.

    python -m bench.desk [--postgres] [--home FOLDER]

CPU milliseconds of this process, which hold SQLite's work too (in brackets wall milliseconds), the least of five, and
queries. Cold: after an act in the event, so that nothing of it is cached. About two minutes to build the event.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench.pages import PEOPLE, Took, _said, _swiss, _timed, database_of_its_own, make_club

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Event

PLAYERS, TRIES = 500, 5
TIE_BREAKS = ["BH/C1", "BH", "SB", "DE", "WIN"]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--home", default="", help="keep the data in this folder, and use what is there")
    chosen = parser.parse_args(arguments)
    with database_of_its_own(chosen.home, postgres=chosen.postgres):
        _tell()


def _tell() -> None:
    from django.test import Client

    from players.models import Account
    from tournaments.models import Event

    if not Event.objects.exists():
        _build()
    event, organiser = Event.objects.latest("pk"), Account.objects.earliest("pk")
    client = Client()
    client.force_login(organiser)
    gc.freeze()  # as a web process does once it has loaded: what the bench has made is no work of the service
    print(f"{'':<34} {'CPU (wall) ms':>16} {'queries':>8}   bar")
    for name, bar, work in (
        ("desk, after a result", "100 ms, 15 queries", lambda: _page(client, event, "/desk")),
        ("a result at the desk", "50 ms", lambda: _result(client, event)),
        ("standings, cold, 5 tie-breaks", "150 ms", lambda: _page(Client(), event, "")),
        ("standings again, signed in: 304", "", lambda: _unchanged(client, event, "")),
        ("pairings again, signed in: 304", "", lambda: _unchanged(client, event, "/pairings/9")),
    ):
        tried = [work() for _try in range(TRIES)]
        took, queries, code = min(tried)
        print(f"{name:<34} {_said(took):>16} {queries:>8}   {bar}{f' [{code}]' if code != 200 else ''}", flush=True)


def _build() -> None:
    from tournaments.models import Event

    club, organiser = make_club(PEOPLE)
    event = _swiss(club, organiser, PLAYERS)
    Event.objects.filter(pk=event.pk).update(tie_breaks=TIE_BREAKS)


Measured = tuple[Took, int, int]
"""What it took, how many queries, and the status of the answer."""


def _measure(ask: Callable[[], int]) -> Measured:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    codes: list[int] = []
    with CaptureQueriesContext(connection) as asked:
        took = _timed(lambda: codes.append(ask()))
    return took, len(asked), codes[0]


def _page(client: Client, event: Event, page: str) -> Measured:
    _act(event)
    return _measure(lambda: client.get(f"/events/{event.pk}{page}").status_code)


def _act(event: Event) -> None:
    """Something happens in the event: a result comes in."""
    from django.core.cache import cache

    from common.journal import services as journal
    from tournaments.rounds.acts import SetDeadline

    with journal.commit(event.scope, None, SetDeadline, round=1):
        pass
    cache.clear()


def _result(client: Client, event: Event) -> Measured:
    """The next board's result, as the desk's script sends it."""
    from games.models import Game

    game = Game.objects.filter(parent_scope__key=event.scope, result="pending").latest("pk")
    form = {"result": "1-0", "version": game.version}
    address = f"/events/{event.pk}/results/{game.pk}"
    return _measure(lambda: client.post(address, form, headers={"X-Desk": "row"}).status_code)


def _unchanged(client: Client, event: Event, page: str) -> Measured:
    """A page that the reader has already."""
    first = client.get(f"/events/{event.pk}{page}")
    tag = first.headers.get("ETag", "")
    address = f"/events/{event.pk}{page}"
    return _measure(lambda: client.get(address, headers={"If-None-Match": tag}).status_code)


if __name__ == "__main__":
    main()
