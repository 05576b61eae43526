"""What the acts of a club's year take, each measured on PostgreSQL: imported once Django is set up."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client

from bench._year_costs import Cost
from bench.drills.play_games import begin_games, turns
from common.jobs.services import run_due
from games.models import Game
from play.games.services.games import resign
from players.models import Account, Club, Membership, Person
from testing.factories import MEMBER_SINCE, AccountFactory, ClubFactory, organiser_of
from testing.servers import Postgres
from testing.tournaments.factories import with_players
from tournaments.events.services import lifecycle
from tournaments.models import Event

FIELD, ROUNDS = 24, 5
EVENTS, GAMES, PEOPLE = 3, 12, 200
LOOKS = 10
_TICKS = os.sysconf("SC_CLK_TCK")


class Meter:
    """Measures on one database, with nothing else going on in it."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        self.costs: dict[str, Cost] = {}
        self._queries = 0

    @contextmanager
    def each(self, name: str, times: int) -> Iterator[None]:
        """Let what is done inside count as `name`, so many times."""
        rows, disk = _rows(), _bytes_of_tables()
        self._queries = 0
        began = process_time(), _database_seconds(self.server.pid)
        with connection.execute_wrapper(self._count):
            yield
        ended = process_time(), _database_seconds(self.server.pid)
        spent = [end - begin for begin, end in zip(began, ended, strict=True)]
        whole = Cost(*spent, self._queries, _rows() - rows, _bytes_of_tables() - disk)
        self.costs[name] = self.costs.get(name, Cost()) + whole * (1 / times)

    def _count(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self._queries += 1
        return execute(*arguments)


def _rows() -> int:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT count(*) FROM {table}" for table in _tables()))
        return sum(count for (count,) in cursor.fetchall())


def _bytes_of_tables() -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {' + '.join(f'pg_total_relation_size({table!r})' for table in _tables())}")
        return int(cursor.fetchone()[0])


def _tables() -> list[str]:
    return [model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _database_seconds(postmaster: int) -> float:
    """CPU seconds of the server's processes that are there, those of writing out included."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            values = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended
            continue
        if postmaster in (int(folder.name), int(values[1])):
            total += int(values[11]) + int(values[12])
    return total / _TICKS


# --- the acts ------------------------------------------------------------------------------------------


def measure(server: Postgres) -> dict[str, Cost]:
    """All acts, by name."""
    meter = Meter(server)
    club: Club = ClubFactory(slug="year")
    organiser = organiser_of(club)
    _people(meter, club)
    events = [_event(meter, club, organiser, number) for number in range(EVENTS + 1)]
    _games(meter)
    _looks(meter, club, events[-1])
    return meter.costs


def _people(meter: Meter, club: Club) -> None:
    with meter.each("a player joins", PEOPLE):
        for number in range(PEOPLE):
            person = Person.objects.create(name=f"Member {number}", home=club)
            Membership.objects.create(person=person, club=club, since=MEMBER_SINCE)
            AccountFactory(person=person)


def _event(meter: Meter, club: Club, organiser: Account, number: int) -> Event:
    """An evening of `FIELD` players; the first is not measured, as much is imported and compiled by it."""
    measured = meter if number else Meter(meter.server)
    share = EVENTS
    names = [f"Player {number} {place:02}" for place in range(FIELD)]
    plan = {"name": f"Evening {number}", "format": "swiss-dutch", "rounds_planned": ROUNDS, "rules": "gipf-basic"}
    with measured.each("an event is made and starts", share):
        event = with_players(club, organiser, names, **plan)
        lifecycle.start_event(event.pk, organiser, first_colour="w")
    desk, chance = _signed_in(organiser), random.Random(number)
    for round_number in range(1, ROUNDS + 1):
        with measured.each("a round is paired", share * ROUNDS):
            answer = desk.post(f"/events/{event.pk}/rounds/start", {"number": round_number})
            assert answer.status_code == 302, answer.content
        pending = list(Game.objects.filter(parent_scope__key=event.scope, result="pending"))
        players = [[_player(person) for person in (game.white, game.black)] for game in pending]
        with measured.each("a result is reported and confirmed", share * ROUNDS * FIELD // 2):
            for game, clients in zip(pending, players, strict=True):
                _report(game, clients, chance.choice(("1-0", "0-1")))
    with measured.each("an event is closed and rated", share):
        lifecycle.close_event(event.pk, organiser)
        _work()
    return event


def _report(game: Game, clients: list[Client], result: str) -> None:
    address = f"/games/{game.pk}/result"
    for client, side in zip(clients, ("white", "black"), strict=True):
        client.get(address)
        assert client.post(address, {"result": result, "as": side}).status_code == 302


def _player(person: Person | None) -> Client:
    assert person is not None
    return _signed_in(Account.objects.filter(person=person).first() or AccountFactory(person=person))


def _signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def _work() -> None:
    while run_due():
        pass


def _games(meter: Meter) -> None:
    """Games that are played here."""
    line = turns()[:-1]  # the last one ends the game
    _play(Meter(meter.server), 1, line)
    _play(meter, GAMES, line)


def _play(meter: Meter, count: int, line: list[str]) -> None:
    with meter.each("a game begins here", count):
        begun = [key for key, _seats in begin_games(count, f"year{count}-")]
    games = list(Game.objects.filter(pk__in=begun).select_related("white", "black"))
    players = [[_player(person) for person in (game.white, game.black)] for game in games]
    with meter.each("a turn", count * len(line)):
        for game, clients in zip(games, players, strict=True):
            for number, token in enumerate(line):
                form, board = {"version": number + 1, "turns": token}, {"X-Board": str(number)}
                answer = clients[number % 2].post(f"/play/{game.pk}", form, headers=board)
                assert answer.status_code == 200, answer.content
    with meter.each("a game ends and is rated", count):
        for game in games:
            resign(game.pk, Account.objects.get(person=game.white_id))
        _work()


def _looks(meter: Meter, club: Club, event: Event) -> None:
    """Pages for visitors: the first after a change, and those of the minute that follows."""
    game = Game.objects.filter(parent_scope__key=event.scope).latest("pk")
    addresses = (f"/events/{event.pk}", f"/events/{event.pk}/pairings/{ROUNDS}", f"/games/{game.pk}")
    addresses += (f"/people/{game.white_id}", f"/clubs/{club.slug}", "/ratings", "/")
    client = Client(headers={"accept-encoding": ""})
    sizes = [len(zlib.compress(client.get(address).content)) for address in addresses]
    for name, forgets in (("a page for the first visitor", True), ("the same page for the next", False)):
        with meter.each(name, LOOKS * len(addresses)):
            for address in addresses * LOOKS:
                if forgets:
                    cache.clear()
                client.get(address)
        meter.costs[name] += Cost(sent=sum(sizes) / len(sizes))
