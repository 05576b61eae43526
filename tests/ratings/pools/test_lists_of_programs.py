"""Games between programs have lists of their own, and move no list of people; those against people move none."""

import pytest
from django.db import IntegrityError, transaction

from common.jobs.services import run_due
from games.models import Game
from players.accounts.services.programs import make_program
from players.core.events import MembershipsChanged
from players.models import Account, Club, Person
from ratings.arranged.services import judge_games_of_member
from ratings.comparison.queries import effects
from ratings.core.queries.lists import current
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.seeding import get_seed_ratings
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for
from ratings.pools.services.recomputes import pools_of, with_others
from ratings.pools.services.side_by_side import add_system
from testing.api.caller import Caller
from testing.factories import AccountFactory, MembershipFactory, PersonFactory, administrator, player_in
from testing.play.online import begin, play, reference_turns
from testing.ratings.factories import AFTER_FIRST, DAY, FIRST, closed_event, four

pytestmark = [pytest.mark.django_db, pytest.mark.core]

OF_PROGRAMS = "programs:gipf-basic"


@pytest.fixture
def people(club: Club) -> list[Person]:
    return four(club)


@pytest.fixture
def programs(club: Club) -> list[Person]:
    return [PersonFactory(member_of=club, name=f"Engine {letter} (program)") for letter in "ABCD"]


def values(pool: Pool) -> dict[int, int]:
    recompute(pool.pk)
    return dict(Rating.objects.filter(pool=pool).values_list("person", "value"))


def rated(people: list[Person]) -> dict[int, int]:
    return dict(zip([person.pk for person in people], AFTER_FIRST, strict=True))


def test_each_list_counts_its_own_games(club: Club, people: list[Person], programs: list[Person]) -> None:
    closed_event(club, people, FIRST)
    closed_event(club, programs, FIRST, days=1)
    closed_event(club, [people[0], programs[0]], "A-B 1-0, B-A 1-0", days=2)
    assert values(pool_for("gipf-basic")) == values(pool_for("gipf-basic", club)) == rated(people)
    assert values(pool_for(OF_PROGRAMS)) == rated(programs)


def test_which_lists_are_rated_anew(club: Club, people: list[Person], programs: list[Person]) -> None:
    for between, counting in (
        (people[:2], {("gipf-basic", None), ("gipf-basic", club)}),
        (programs[:2], {(OF_PROGRAMS, None)}),
        ([people[0], programs[0]], set()),
    ):
        parent_scope = closed_event(club, between, "A-B 1-0")
        pools = pools_of(Game.objects.filter(parent_scope=parent_scope))
        assert {(pool.coverage.key, pool.club) for pool in pools} == counting
    Club.objects.update(admitted=False)
    assert pools_of(Game.objects.filter(white__in=programs, black__in=programs)) == []


def test_what_a_result_would_do_is_told_of_the_lists_that_count_it(
    club: Club, people: list[Person], programs: list[Person]
) -> None:
    pool_for("gipf-basic")
    pool_for(OF_PROGRAMS)
    for between, told in ((people[:2], "gipf-basic"), (programs[:2], OF_PROGRAMS), ([people[0], programs[0]], None)):
        closed_event(club, between, "A-B 1-0")
        keys = [each.pool.coverage.key for each in effects(Game.objects.latest("pk"), "0-1")]
        assert keys == ([told] if told else [])


def test_programs_are_seeded_by_no_list_and_have_their_rating(club: Club, programs: list[Person]) -> None:
    closed_event(club, programs, FIRST)
    values(pool_for(OF_PROGRAMS))
    ids = [person.pk for person in programs]
    assert current("gipf-basic", None, ids) == rated(programs)
    assert get_seed_ratings("gipf-basic", club.pk, ids, DAY.replace(year=2027)) == {}


@pytest.mark.postgresql
def test_lists_of_programs_are_the_servers(club: Club) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        pool_for(OF_PROGRAMS, club)


def test_systems_of_a_list_of_programs_stand_beside_it_alone(organiser: Account) -> None:
    own, other = pool_for(OF_PROGRAMS), pool_for("gipf-basic")
    added = add_system(own.pk, administrator(), "glicko2")
    assert added.programs and list(own.side_by_side) == [own, added]
    assert list(other.side_by_side) == [other] and with_others([other]) == [other]


def test_readers_are_told_which_list_is_of_programs(club: Club, programs: list[Person]) -> None:
    closed_event(club, programs, FIRST)
    values(pool_for(OF_PROGRAMS))
    (row,) = Caller().read("/pools")["results"]
    assert (row["covers"], row["programs"], row["name"]) == (OF_PROGRAMS, True, "GIPF, basic game: programs")


def test_programs_are_vouched_for_by_their_owners(club: Club) -> None:
    Club.objects.update(admitted=True)
    owner, loner = player_in(club), AccountFactory(person=PersonFactory())
    games = []
    for number, of in enumerate((owner, loner)):
        white, black = (make_program(of, f"Engine {number}{letter}") for letter in "AB")
        games.append(begin(white, black))
        play(games[-1], *reference_turns(white, black))
    assert [Game.objects.get(pk=pk).left_out for pk in games] == ["", "unvouched"]
    MembershipFactory(person=loner.person, club=club)
    assert loner.person is not None
    judge_games_of_member(MembershipsChanged(loner.person))
    run_due()
    assert Game.objects.get(pk=games[1]).left_out == ""
