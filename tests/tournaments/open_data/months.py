"""A small club with an event of March 2026 whose file is worked out by hand, and events that are in no file.

In February Ada beat Ben: two newcomers, K 40: 1520 and 1480. In March Ada, Ben, Cleo (born 2010) and Dan met each
other. Games with Cleo are left out. The other event of March is hidden, the one of April goes on.
"""

from __future__ import annotations

import gzip
import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings

from common.jobs.services import run_due
from common.journal.models import Scope
from common.stored_files import bytes_of
from games.models import Game
from games.records.services.submit_record import submit_record
from players.clubs.services.open_licences import set_open_licence
from players.models import Account, Club, Person
from testing.factories import PersonFactory
from testing.games.game_records import WON_BY_BLACK
from testing.tournaments.factories import decide, draft, entry, fresh, game, play
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event, OpenMonth
from tournaments.open_data.queries import find_month
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings.services import set_birth_years

MARCH = date(2026, 3, 1)
Results = Sequence[Mapping[tuple[str, str], str]]
OF_FOUR: Results = [
    {("Ada", "Dan"): "1/2-1/2", ("Ben", "Cleo"): "1-0"},
    {("Dan", "Cleo"): "1-0", ("Ada", "Ben"): "0-1"},
    {("Ben", "Dan"): "+-", ("Cleo", "Ada"): "0-1"},
]


@dataclass(frozen=True)
class SmallClub:
    """The club, whoever runs it, its people by name, and the event of March."""

    club: Club
    organiser: Account
    people: Mapping[str, Person]
    event: Event

    def player(self, name: str) -> str:
        """The pseudonym, as docs/open-data.md describes it."""
        key = hashlib.sha256(b"gipfel.open-data.player" + settings.SECRET_KEY.encode()).digest()
        return hmac.new(key, str(self.people[name].pk).encode(), "sha256").hexdigest()[:24]


def make_small_club(club: Club, organiser: Account) -> SmallClub:
    """All of it, with ratings, under CC-BY-4.0."""
    people = {name: PersonFactory(name=name, member_of=club) for name in ("Ada", "Ben", "Cleo", "Dan")}
    some = (people["Ada"], people["Ben"])
    closed(club, organiser, some, [{("Ada", "Ben"): "1-0"}], day=date(2026, 2, 7))
    run_due()
    march = started(club, organiser, people.values(), day=date(2026, 3, 7))
    set_birth_years(march.pk, organiser, {entry(march, "Cleo").pk: 2010})
    for number, results in enumerate(OF_FOUR, 1):
        if number == 2:
            rounds_services.start_round(march.pk, organiser)
            submit_record(game(march, "Ada", "Ben").pk, organiser, WON_BY_BLACK.replace("1. ", "1. {Ben was late} ", 1))
            decide(march, organiser, results)
        else:
            play(march, organiser, results)
    Game.objects.filter(parent_scope__key=march.scope).update(played_on=march.ends_on)
    lifecycle.close_event(march.pk, organiser)
    hidden = closed(club, organiser, some, [{("Ada", "Ben"): "1-0"}], day=date(2026, 3, 14))
    Scope.objects.filter(key=hidden.scope).update(hidden=True)
    started(club, organiser, some, day=date(2026, 3, 21))
    set_open_licence(actor=organiser, club_id=club.pk, licence="CC-BY-4.0")
    run_due()
    return SmallClub(club, organiser, people, fresh(march))


def started(club: Club, organiser: Account, people: Iterable[Person], *, day: date) -> Event:
    """A round robin of these members that has started."""
    event = draft(club, organiser, starts_on=day, ends_on=day, rules="gipf-basic", name=f"Open of {day}")
    events.announce(event.pk, organiser)
    for person in people:
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    return fresh(event)


def closed(club: Club, organiser: Account, people: Iterable[Person], results: Results, *, day: date) -> Event:
    """One that is over."""
    event = started(club, organiser, people, day=day)
    for of_round in results:
        play(event, organiser, of_round)
    lifecycle.close_event(event.pk, organiser)
    return fresh(event)


def file_of(month: date = MARCH) -> OpenMonth:
    """The file that is there."""
    file = find_month(month)
    assert file is not None
    return file


def lines_of(file: OpenMonth) -> list[dict[str, Any]]:
    """What its lines say, the first one first."""
    return [json.loads(line) for line in gzip.decompress(b"".join(bytes_of(file))).splitlines()]


def pairs_in(file: OpenMonth) -> list[tuple[str, str]]:
    """Who plays whom, by pseudonyms."""
    return [(line["white"]["player"], line["black"]["player"]) for line in lines_of(file)[1:]]
