"""Pages of a large server: a club of 5,000 people and 20,000 games, Swiss events of 300 and 1,000 players.

    python -m bench.pages [--postgres] [--home FOLDER] [--only TEXT]

Milliseconds of the server for each page, and its queries: cold (nothing is cached, as after an act in the event) and
warm (asked again), for a reader who is not signed in and for an organiser; before that, what starting a round takes.
CPU milliseconds of this process, which hold SQLite's work too, and in brackets wall milliseconds.
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game
    from players.models import Account, Club
    from tournaments.models import Event

PEOPLE, PAST_EVENTS, PAST_FIELD, PAST_ROUNDS = 5_000, 200, 40, 5
LARGE, ROUNDS = (300, 1_000), 9
WARM_TRIES = 5
FIRST_DAY = datetime.date(2020, 1, 4)
SOMEBODY = 7
"""The place, among the club's people, of the player whose page is asked for: a regular of its events."""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--only", default="", help="only addresses with this text in them")
    parser.add_argument("--home", default="", help="keep the data in this folder, and use what is there")
    chosen = parser.parse_args(arguments)
    with database_of_its_own(chosen.home, postgres=chosen.postgres):
        _tell(*_standing(), chosen.only)


def _standing() -> tuple[Club, Account, list[Event]]:
    """The club, its organiser and its large events: built where they do not stand yet."""
    from players.models import Account, Club
    from tournaments.models import Event

    if not Club.objects.exists():
        club, organiser = make_club(PEOPLE)
        began = perf_counter()
        make_history(club, organiser, PAST_EVENTS)
        print(f"the club's past stands after {perf_counter() - began:.0f} s", flush=True)
        return club, organiser, [_swiss(club, organiser, size) for size in LARGE]
    large = Event.objects.select_related("club").order_by("-pk")[: len(LARGE)]
    return Club.objects.get(), Account.objects.get(), list(large)[::-1]


@contextmanager
def database_of_its_own(kept: str, *, postgres: bool) -> Iterator[None]:
    """A database of its own, migrated: empty, or the one that is `kept` in a folder."""
    with ExitStack() as stack:
        home = kept or stack.enter_context(tempfile.TemporaryDirectory())
        os.environ |= {"GIPFEL_HOME": home, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        if postgres:
            from testing.servers import Postgres

            server = Postgres()
            stack.callback(server.stop)
            os.environ["DATABASE_URL"] = server.start().create("bench")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield
        from django.db import connections

        connections.close_all()


# --- the data ----------------------------------------------------------------------------------------


def make_club(size: int) -> tuple[Club, Account]:
    """A club with so many members, and who organises it."""
    from players.models import Membership, Person
    from players.roles import Role
    from testing.factories import ClubFactory, holder_of

    club: Club = ClubFactory(name="Bench", slug="bench", time_zone="UTC")
    people = Person.objects.bulk_create(Person(name=_name(place)) for place in range(size))
    Membership.objects.bulk_create(Membership(person=person, club=club, since=FIRST_DAY) for person in people)
    return club, holder_of(Role.ORGANISER, club.scope)


def _name(place: int) -> str:
    """A name of two syllabled words for everybody, each only once."""
    first = ["An", "Be", "Cor", "Do", "El", "Fa", "Gi", "Ha", "Io", "Jo", "Ka", "Li", "Mo", "No", "Ot", "Pe", "Ro"]
    return f"{first[place % 17]}{'aeiou'[place % 5]} {first[place // 17 % 17]}berg {place:04}"


def make_history(club: Club, organiser: Account, events: int) -> None:
    """Events that are over: each a draw of regulars and newcomers, taken in as from files, closed and rated."""
    from common.jobs.services import run_due
    from players.models import Person
    from testing.tournaments.confirming import confirmed
    from tournaments.events.services import lifecycle
    from tournaments.interchange.services import importing

    people = list(Person.objects.order_by("pk").values_list("pk", "name"))
    chance = random.Random(1997)
    for number in range(events):
        places = {SOMEBODY} if number % 2 else set()
        while len(places) < PAST_FIELD:
            places.add(int(len(people) * chance.random() ** 2))
        field = dict(enumerate((people[place] for place in sorted(places)), 1))
        incoming = _past_event(number, {ref: name for ref, (_pk, name) in field.items()}, chance)
        made = confirmed(
            importing.import_event, club.pk, organiser, incoming, {ref: pk for ref, (pk, _name) in field.items()}
        )
        lifecycle.close_event(made.pk, organiser)
    while run_due():
        pass


def _past_event(number: int, field: dict[int, str], chance: random.Random) -> Any:
    """An event of everybody against neighbours in a circle, with results by chance."""
    from tournaments.core.event_config import EventConfig, validate
    from tournaments.interchange.formats.imported_event import ImportedEntry, ImportedEvent, ImportedRound

    day = FIRST_DAY + datetime.timedelta(weeks=number)
    plan = EventConfig(
        name=f"Evening {number + 1}",
        place="",
        starts_on=day,
        ends_on=day,
        time_zone="UTC",
        rules="gipf-basic",
        format="swiss-dutch",
        rounds_planned=PAST_ROUNDS,
    )
    return ImportedEvent(
        plan=validate(plan),
        entries=tuple(ImportedEntry(ref, ref, name) for ref, name in field.items()),
        rounds=tuple(ImportedRound(tuple(_boards(turn, day, chance))) for turn in range(PAST_ROUNDS)),
    )


def _boards(turn: int, day: datetime.date, chance: random.Random) -> Iterable[Any]:
    from tournaments.interchange.formats.imported_event import ImportedGame, ImportedPairing

    others = list(range(2, PAST_FIELD + 1))
    circle = [1, *others[turn:], *others[:turn]]
    for one, other in zip(circle[: PAST_FIELD // 2], circle[: PAST_FIELD // 2 - 1 : -1], strict=True):
        yield ImportedPairing("game", one, other, (ImportedGame(chance.choice(("1-0", "0-1")), day),))


def _swiss(club: Club, organiser: Account, size: int) -> Event:
    """A Swiss of `size` members in its last round, half of which is played; starting that round is timed."""
    from testing.tournaments.factories import DAY, fresh, plan
    from tournaments.events.services import events as events_services
    from tournaments.events.services import lifecycle
    from tournaments.rounds.services import rounds

    event = events_services.create_event(
        club.pk,
        organiser,
        plan=plan(name=f"Open of {size}", format="swiss-dutch", rounds_planned=ROUNDS, time_zone="UTC"),
    )
    events_services.announce(event.pk, organiser)
    _enter(event, club, size)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    chance = random.Random(size)
    for number in range(1, ROUNDS):
        rounds.start_round(event.pk, organiser, number=number, played_on=DAY)
        _decide(event, organiser, chance, share=1)
    took = _timed(lambda: rounds.start_round(event.pk, organiser, number=ROUNDS, played_on=DAY))
    print(f"{size:>6} players: starting round {ROUNDS} takes {_said(took)} ms", flush=True)
    _decide(event, organiser, chance, share=0.5)
    return fresh(event)


def _enter(event: Event, club: Club, size: int) -> None:
    """Enter the first members, all at once: one by one it is the same service `size` times."""
    from django.utils import timezone

    from players.models import Person
    from tournaments.models import Entry, Member

    people = list(Person.objects.filter(memberships__club=club).order_by("pk")[:size])
    entries = Entry.objects.bulk_create(Entry(event=event, entered_at=timezone.now()) for _person in people)
    Member.objects.bulk_create(
        Member(entry=entry, event=event, person=person) for entry, person in zip(entries, people, strict=True)
    )


def _decide(event: Event, arbiter: Account, chance: random.Random, share: float) -> None:
    """Decide a share of the open games as the arbiter's claims would, in few queries."""
    from django.utils import timezone

    from common.journal import services as journal
    from games.models import Claim, Claimant, Game, Source
    from games.results.acts import ClaimResult

    open_games = list(Game.objects.filter(parent_scope__key=event.scope, result="pending"))
    decided: list[Game] = open_games[: int(len(open_games) * share)]
    for game in decided:
        game.result, game.version = chance.choice(("1-0", "0-1")), 1
    with journal.commit(event.scope, arbiter, ClaimResult, game=decided[0].pk, role="arbiter", result="1-0"):
        Game.objects.bulk_update(decided, ["result", "version"], batch_size=500)
        Claim.objects.bulk_create(
            Claim(
                game=game,
                number=1,
                account=arbiter.pk,
                role=Claimant.ARBITER,
                source=Source.DESK,
                result=game.result,
                at=timezone.now(),
            )
            for game in decided
        )


# --- asking ------------------------------------------------------------------------------------------


def _tell(club: Club, organiser: Account, events: list[Event], only: str) -> None:
    from django.test import Client

    signed_in = Client()
    signed_in.force_login(organiser)
    print(f"{'page':<48} {'cold ms':>15} {'warm ms':>15} {'queries':>8} {'warm':>5} {'KB':>6}")
    for who, client, addresses in (
        ("anybody", Client(), _public(club, events)),
        ("organiser", signed_in, _organisers(club, events)),
    ):
        for address in addresses:
            if only in address:
                print(_line(who, client, address), flush=True)


def _public(club: Club, events: list[Event]) -> Iterator[str]:
    from players.models import Person

    people = list(Person.objects.order_by("pk").values_list("pk", flat=True)[: SOMEBODY + 1])
    yield from ("/", "/ratings", "/search?q=berg+00", "/search?q=an", f"/people/{people[SOMEBODY]}")
    yield from (f"/clubs/{club.slug}", f"/clubs/{club.slug}/events", f"/clubs/{club.slug}/ratings")
    from ratings.pools.services.pools import pool_for

    pool = pool_for("gipf-basic").pk
    yield from (f"/ratings/{pool}", f"/ratings/{pool}.csv", f"/ratings/{pool}/people/{people[SOMEBODY]}")
    for event in events:
        for page in ("", "/pairings/1", "/pairings/9", "/players", "/games", "/crosstable", "/info"):
            yield f"/events/{event.pk}{page}"
        yield from (f"/events/{event.pk}/pairings/9?one=1&two=5", f"/events/{event.pk}/standings.csv")
        yield from (f"/events/{event.pk}/crosstable.csv", f"/events/{event.pk}/event.json")
        for endpoint in ("", "/entries?size=500", "/standings", "/crosstable", "/rounds", "/rounds/9"):
            yield f"/api/v1/events/{event.pk}{endpoint}"
    yield from ("/api/v1/events", "/api/v1/players?q=an", f"/api/v1/pools/{pool}/ratings")


def _organisers(club: Club, events: list[Event]) -> Iterator[str]:
    for page in ("/people", "/people?q=an", "/journal", "/roles", "/settings", "/events/new"):
        yield f"/clubs/{club.slug}{page}"
    yield "/jobs"
    from tournaments.models import Entry, PairedGame

    for event in events:
        entry = Entry.objects.filter(event=event).first()
        game = PairedGame.objects.filter(pairing__round__event=event).last()
        assert entry is not None and game is not None
        for page in ("/desk", "/desk?round=1", "/desk/news?since=1", "/enter", "/enter?q=an", "/players"):
            yield f"/events/{event.pk}{page}"
        for page in ("/pairings/9/edit", "/apart", "/files", "/files/json", "/files/trf26", "/close", "/edit"):
            yield f"/events/{event.pk}{page}"
        yield f"/events/{event.pk}/results/{game.game_id}"
        yield f"/events/{event.pk}/entries/{entry.pk}/withdraw"


def _line(who: str, client: Client, address: str) -> str:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    cache.clear()
    queries = []
    for _try in ("cold", "warm"):
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        queries.append(len(asked))
    cache.clear()
    cold = _timed(lambda: client.get(address))
    warm = min(_timed(lambda: client.get(address)) for _try in range(WARM_TRIES))
    where = f"{who} {address}" + ("" if answer.status_code == 200 else f" [{answer.status_code}]")
    size = len(answer.content) / 1024
    return f"{where:<48} {_said(cold):>15} {_said(warm):>15} {queries[0]:>8} {queries[1]:>5} {size:>6.0f}"


Took = tuple[float, float]
"""Seconds of CPU, and seconds of the wall's clock."""


def _timed(work: Callable[[], object]) -> Took:
    began = process_time(), perf_counter()
    work()
    return process_time() - began[0], perf_counter() - began[1]


def _said(took: Took) -> str:
    return f"{1000 * took[0]:,.0f} ({1000 * took[1]:,.0f})"


if __name__ == "__main__":
    main()
