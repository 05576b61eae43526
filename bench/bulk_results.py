"""150 results of a round in one request to the API, against its bar of 1 second.

    python -m bench.bulk_results [--postgres]

CPU milliseconds of this process, which hold SQLite's work too (in brackets wall milliseconds), the least of three, and
queries: results that come first, the same ones sent again, and 150 that one wrong row stops. Half a minute.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from bench.desk import Measured, _measure
from bench.pages import PEOPLE, _enter, _said, database_of_its_own, make_club

if TYPE_CHECKING:
    from players.models import Account

GAMES, TRIES = 150, 3


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    chosen = parser.parse_args(arguments)
    with database_of_its_own("", postgres=chosen.postgres):
        club, organiser = make_club(PEOPLE)
        tried = [_try(club, organiser) for _try_number in range(TRIES)]
        for number, name in enumerate(("150 results", "150 that are there", "150, one of them wrong")):
            took, queries, code = min(each[number] for each in tried)
            print(f"{name:<26} {_said(took):>16} ms {queries:>8} queries   [{code}]   bar 1000 ms", flush=True)


def _try(club: Any, organiser: Account) -> list[Measured]:
    """A round of 300 players: its results, the same again, and others with a fault."""
    from django.test import Client

    from games.models import Game
    from players.accounts.services.tokens import make_token
    from testing.tournaments.factories import DAY, plan
    from tournaments.events.services import events, lifecycle
    from tournaments.rounds.services import rounds

    swiss = plan(name="Open of 300", format="swiss-dutch", rounds_planned=5, time_zone="UTC")
    event = events.create_event(club.pk, organiser, plan=swiss)
    events.announce(event.pk, organiser)
    _enter(event, club, 2 * GAMES)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    rounds.start_round(event.pk, organiser, number=1, played_on=DAY)
    games = list(Game.objects.filter(parent_scope__key=event.scope).values_list("pk", flat=True))
    assert len(games) == GAMES
    client, address = Client(), f"/api/v1/events/{event.pk}/rounds/1/results"
    headers = {"Authorization": f"Bearer {make_token(account=organiser, label='bench').key}"}

    def send(results: list[dict[str, object]]) -> int:
        answer = client.post(address, json.dumps({"results": results}), "application/json", headers=headers)
        return answer.status_code

    gc.freeze()
    right: list[dict[str, object]] = [{"game": game, "result": "1-0"} for game in games]
    wrong: list[dict[str, object]] = [{"game": game, "result": "0-1", "reason": "seen"} for game in games]
    wrong[-1]["result"] = "2-0"
    return [_measure_one(partial(send, rows)) for rows in (right, right, wrong)]


def _measure_one(ask: Callable[[], int]) -> Measured:
    """Django keeps 9,000 queries: those of before are let go."""
    from django.db import reset_queries

    reset_queries()
    return _measure(ask)


if __name__ == "__main__":
    main()
