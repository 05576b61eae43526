"""The example club is removed by one service."""

import pytest
from django.test import Client

from common.jobs.models import Job
from common.journal.models import Scope
from common.journal.services import open_scope
from games.models import Game
from players.core.errors import LastOrganiser
from players.core.events import ExampleRemoving
from players.models import Account, Club, Grant, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from players.setup.services import create_first_organiser, remove_example_club
from ratings.models import Pool
from testing.factories import (
    PASSWORD,
    AccountFactory,
    ClubFactory,
    PersonFactory,
    administrator,
    organiser_of,
    player_in,
)
from tests.events import hearing


@pytest.fixture
def example(db: None) -> Club:
    """An example club with forty players, merged records, accounts and a game in an event."""
    club = ClubFactory(name="Example", slug="example", example=True)
    people = [PersonFactory(member_of=club, example=True) for _ in range(40)]
    merge_persons(actor=administrator_of_the_example(), kept_id=people[0].pk, gone_id=people[1].pk)
    AccountFactory(person=people[2], example=True)
    parent_scope = open_scope("event:1", club.scope)
    Game.objects.create(parent_scope=parent_scope, club=club, rules="gipf-basic", white=people[3], black=people[1])
    return club


def administrator_of_the_example() -> Account:
    account = administrator()
    account.example = True
    account.save()
    return account


def test_everything_that_is_marked_goes_and_the_server_can_begin(example: Club, client: Client) -> None:
    actor = Account.objects.get(grants__role="administrator")
    client.force_login(actor)
    with hearing(ExampleRemoving) as told:
        remove_example_club(actor=actor)
    assert told == [ExampleRemoving(frozenset({example.pk}))]
    assert not any(model.objects.exists() for model in (Club, Person, Account, Grant, Game))
    assert list(Scope.objects.values_list("key", flat=True)) == ["server"]
    assert client.session.get("_auth_user_id") is None
    assert create_first_organiser(username="anna", password=PASSWORD, club_name="Example").account.pk


def test_real_clubs_people_and_accounts_stay(example: Club) -> None:
    club = ClubFactory()
    real = {administrator(), player_in(club), organiser_of(club)}
    remove_example_club(actor=Account.objects.filter(example=True, grants__role="administrator").get())
    assert set(Account.objects.all()) == real
    assert Club.objects.get() == club
    assert Person.objects.count() == 1


def test_example_people_in_a_real_game_stay_as_real_people(example: Club) -> None:
    club = ClubFactory()
    real = PersonFactory(member_of=club)
    guest = Person.objects.filter(example=True, merged_into=None).last()
    Game.objects.create(
        parent_scope=open_scope("event:2", club.scope), club=club, rules="gipf-basic", white=real, black=guest
    )
    remove_example_club(actor=administrator())
    assert set(Person.objects.all()) == {real, guest}
    assert not Person.objects.filter(example=True).exists()
    assert Game.objects.get().black == guest


def test_the_lists_of_the_whole_server_are_rated_again(example: Club) -> None:
    of_the_server = Pool.objects.create(rules="gipf-basic")
    Pool.objects.create(rules="gipf-basic", club=example)
    remove_example_club(actor=administrator())
    assert list(Pool.objects.all()) == [of_the_server]
    assert list(Job.objects.filter(kind="rate").values_list("subject", flat=True)) == [str(of_the_server.pk)]


def test_real_accounts_are_not_left_without_an_administrator(example: Club) -> None:
    organiser_of(ClubFactory())
    with pytest.raises(LastOrganiser, match="Make one of your own accounts an administrator"):
        remove_example_club(actor=Account.objects.get(grants__role="administrator"))
    assert Person.objects.filter(example=True).count() == 40


def test_only_its_organisers_remove_the_example(example: Club) -> None:
    for account in (organiser_of(ClubFactory()), player_in(example)):
        with pytest.raises(NotAllowed):
            remove_example_club(actor=account)
    assert Club.objects.filter(example=True).exists()
