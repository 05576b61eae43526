"""The rating lists of the whole server count only clubs that an administrator admitted."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.journal.services import commit
from games.results.services.create import settle_games
from players.clubs.services.clubs import admit_club, create_club
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from players.setup.services import create_first_organiser
from ratings.core.queries.lists import current, server_pools
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.lists.queries.seeding import get_seed_ratings
from ratings.models import Published
from ratings.pools.services.pools import pool_for
from ratings.pools.services.recomputes import request_recompute
from testing.api.caller import Caller
from testing.factories import ClubFactory, PersonFactory, administrator, organiser_of
from testing.ratings.factories import DAY, FIRST, closed_event, four
from tournaments.events.acts import CloseEvent

pytestmark = pytest.mark.core

RULES = "gipf-basic"


@pytest.fixture
def outside(db: None) -> Club:
    """A club that nobody admitted."""
    return ClubFactory(name="Outside", slug="outside", admitted=False)


def rate_all() -> None:
    request_recompute([pool_for(RULES), *(pool_for(RULES, club) for club in Club.objects.all())])
    run_due()


def server_ratings(people: list[Person]) -> list[int]:
    known = current(RULES, None, [person.pk for person in people])
    return [known.get(person.pk, 0) for person in people]


def test_invented_events_of_a_club_that_is_not_admitted_move_nobody(
    club: Club, outside: Club, people: list[Person]
) -> None:
    """Its organiser enters people of other clubs as guests and makes them lose, as often as he likes."""
    closed_event(club, people, FIRST)
    rate_all()
    before = server_ratings(people)
    friend = PersonFactory(name="Friend", member_of=outside)
    for number in range(5):
        closed_event(outside, [*people, friend], "E-A 1-0, E-B 1-0, E-C 1-0, E-D 1-0", days=number + 1)
    rate_all()
    assert server_ratings([*people, friend]) == [*before, 0]
    assert current(RULES, outside, [friend.pk])[friend.pk] > 1500


def test_closing_such_an_event_changes_the_list_of_its_club_alone(outside: Club) -> None:
    people = four(outside)
    event = closed_event(outside, people, FIRST)
    with commit(event.key, None, CloseEvent):
        settle_games(event, DAY)
    run_due()
    assert server_ratings(people) == [0, 0, 0, 0]
    assert list(server_pools()) == []
    assert current(RULES, outside, [people[0].pk]) == {people[0].pk: 1560}


def test_admitting_a_club_rates_its_past_events_and_undoing_it_takes_them_out(outside: Club) -> None:
    people, boss = four(outside), administrator()
    closed_event(outside, people, FIRST)
    rate_all()
    admit_club(actor=boss, club_id=outside.pk, admitted=True)
    assert Job.objects.filter(kind="rate", subject=str(pool_for(RULES).pk)).exists()
    run_due()
    assert server_ratings(people) == [1560, 1520, 1480, 1440]
    published = Published.objects.filter(pool=pool_for(RULES)).count()
    admit_club(actor=boss, club_id=outside.pk, admitted=False)
    run_due()
    assert server_ratings(people) == [0, 0, 0, 0]
    assert Published.objects.filter(pool=pool_for(RULES)).count() == published == 4
    assert not difference(pool_for(RULES), replay(pool_for(RULES)))
    admit_club(actor=boss, club_id=outside.pk, admitted=True)
    run_due()
    assert server_ratings(people) == [1560, 1520, 1480, 1440]
    assert recompute(pool_for(RULES).pk) == 0


def test_only_administrators_admit_and_the_journal_of_the_club_tells_it(outside: Club) -> None:
    own = organiser_of(outside)
    with pytest.raises(NotAllowed):
        admit_club(actor=own, club_id=outside.pk, admitted=True)
    assert not Club.objects.get(pk=outside.pk).admitted
    boss = administrator()
    for admitted in (True, True, False):
        admit_club(actor=boss, club_id=outside.pk, admitted=admitted)
    lines = JournalEntry.objects.filter(scope__key=outside.scope, action="admit-club").order_by("pk")
    assert [(line.actor, line.data["admitted"]) for line in lines] == [
        (boss.pk, True), (boss.pk, True), (boss.pk, False),
    ]  # fmt: skip


def test_the_first_club_of_a_server_is_admitted_and_a_later_one_when_its_administrator_says_so(db: None) -> None:
    began = create_first_organiser(username="boss", password="a long enough password", club_name="First")
    assert began.club is not None and began.club.admitted
    assert not create_club(actor=began.account, name="Second").admitted
    assert create_club(actor=began.account, name="Third", admitted=True).admitted


def test_an_event_seeds_by_the_lists_that_its_players_are_in(club: Club, outside: Club, people: list[Person]) -> None:
    """Guests by the server's list; members of a club that is not admitted by the club's own."""
    closed_event(club, people, FIRST)
    members = four(outside)
    closed_event(outside, [*members, people[0]], "A-E 1-0, B-A 1-0")
    rate_all()
    own = current(RULES, outside, [person.pk for person in members])
    seeds = get_seed_ratings(RULES, outside.pk, [people[0].pk, *(person.pk for person in members)], DAY)
    assert {person: seed.value for person, seed in seeds.items()} == {people[0].pk: 1560, **own} and len(own) == 2


def test_an_administrator_admits_on_the_page_of_all_clubs_and_organisers_read_how_it_is(
    outside: Club, client: Client
) -> None:
    own = organiser_of(outside)
    client.force_login(own)
    settings = client.get("/clubs/outside/settings").content.decode()
    assert "do not count there" in settings and "/clubs/outside/admit" not in settings
    assert "do not count in the ratings of the whole server" in client.get("/clubs/outside/ratings").content.decode()
    assert client.post("/clubs/outside/admit", {"admitted": "1"}).status_code == 403
    client.force_login(administrator())
    assert "/clubs/outside/admit" in client.get("/server/clubs").content.decode()
    assert client.post("/clubs/outside/admit", {"admitted": "1"}).url == "/server/clubs"
    assert Club.objects.get(pk=outside.pk).admitted
    assert "The games of this club count there." in client.get("/clubs/outside/settings").content.decode()
    made = client.post("/clubs/new", {"name": "Trusted", "time_zone": "UTC", "admitted": "on"})
    assert made.status_code == 302 and Club.objects.get(name="Trusted").admitted


def test_by_the_api_an_administrator_admits_and_an_organiser_does_not(outside: Club, organiser: Account) -> None:
    for account in (organiser, organiser_of(outside)):
        assert Caller(account).ask("PUT", "/clubs/outside/admission", {"admitted": True}).status_code == 403
    assert Caller().read("/clubs/outside")["admitted"] is False
    answer = Caller(administrator()).ask("PUT", "/clubs/outside/admission", {"admitted": True})
    assert answer.json()["admitted"] is True and Club.objects.get(pk=outside.pk).admitted
