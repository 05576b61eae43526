"""A list may count games from the day on which their results stand, while their event goes on."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import Scope
from common.journal.services import commit
from games.models import Game
from games.results.services.create import announce_results, reopen_games, settle_games
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from players.models import Account, Club, Person
from ratings.comparison.queries import effects
from ratings.core.ledger import games_of
from ratings.core.queries.predictions import predict_games
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.lists.queries.dated_lists import compare_lists
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.history import changes_of_event, history
from ratings.lists.services import publish_lists
from ratings.models import Pool, Published, Rating
from ratings.pools.services.pools import pool_for, set_parameters
from testing.factories import administrator
from testing.ratings.factories import DAY, FIRST, closed_event, game_between
from tournaments.interchange.acts import ImportEvent

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SECOND_DAY = DAY + datetime.timedelta(days=1)
CLOSED = DAY + datetime.timedelta(days=6)


@pytest.fixture
def pool(club: Club) -> Pool:
    found = pool_for("gipf-basic", club)
    return set_parameters(found.pk, administrator(), {}, counts_at_once=True)


@pytest.fixture
def event(club: Club, people: list[Person]) -> Scope:
    """A beats B on the first day; A beats C, and B draws with D, on the second. C and D have yet to play.

    Day 1: two newcomers, K 40: A 1520, B 1480. Day 2: A meets C (1500) at 1520: 20 points are .53, and 40 × .47 = 18.8;
    C loses as much: A 1539, C 1481. B (1480) draws with D: 40 × (.5 − .47) = 1.2: B 1481, D 1499.
    """
    scope = closed_event(club, people, "A-B 1-0, A-C 1-0, B-D 1/2-1/2, C-D pending")
    Game.objects.filter(parent_scope=scope).update(rated_on=None)
    Game.objects.filter(parent_scope=scope, sequence=0).update(stands_on=DAY)
    Game.objects.filter(parent_scope=scope, sequence__in=(1, 2)).update(stands_on=SECOND_DAY)
    return scope


FIRST_DAYS = [1539, 1481, 1481, 1499]


def values(pool: Pool, people: list[Person]) -> list[int]:
    found = dict(Rating.objects.filter(pool=pool).values_list("person", "value"))
    return [found.get(person.pk, 0) for person in people]


def published(pool: Pool, person: Person) -> list[tuple[datetime.date | None, int]]:
    rows = Published.objects.filter(pool=pool, person=person).order_by("pk")
    return list(rows.values_list("rated_on", "value"))


def test_games_of_each_day_count_together_while_their_event_goes_on(
    event: Scope, people: list[Person], pool: Pool
) -> None:
    recompute(pool.pk)
    assert values(pool, people) == FIRST_DAYS
    assert published(pool, people[0]) == [(DAY, 1520), (SECOND_DAY, 1539)]
    told = history(people[0].pk, pool)
    assert [(line.rated_on, line.before, line.after, line.games, line.published) for line in told] == [
        (DAY, 1500, 1520, 1, 1520),
        (SECOND_DAY, 1520, 1539, 1, 1539),
    ]
    sums = explanations(pool, people[0].pk)
    assert all(each.current for each in sums.values())
    games = [game_between(event, people[0], people[place]).pk for place in (1, 2)]
    assert [[term.game_id for term in sums[number].terms] for number in (1, 2)] == [games[:1], games[1:]]
    assert changes_of_event(event.key) == {}  # a first rating is no change


def test_closing_and_reopening_the_event_counts_nothing_twice(event: Scope, people: list[Person], pool: Pool) -> None:
    recompute(pool.pk)
    settle_games(event, CLOSED)
    run_due()
    assert values(pool, people) == FIRST_DAYS and published(pool, people[0])[2:] == []
    reopen_games(event)
    run_due()
    assert values(pool, people) == FIRST_DAYS and published(pool, people[0])[2:] == []
    pool.refresh_from_db()
    assert not difference(pool, replay(pool))


def test_a_result_asks_for_the_lists_that_count_it_at_once_and_a_correction_stays_on_its_day(
    event: Scope, people: list[Person], pool: Pool, organiser: Account
) -> None:
    """B wins the second day's game with D: 40 × .53 = 21.2 for 1480 against 1500: 1501 and 1479."""
    recompute(pool.pk)
    Job.objects.all().delete()
    claim_result(game_between(event, people[1], people[3]).pk, organiser, "1-0", source="desk", reason="Misread")
    assert [job.subject for job in Job.objects.filter(kind="rate")] == [str(pool.pk)]
    run_due()
    assert values(pool, people) == [1539, 1501, 1481, 1479]
    told = history(people[1].pk, pool)
    assert [(line.rated_on, line.after, line.published) for line in told] == [
        (DAY, 1480, 1480),
        (SECOND_DAY, 1501, 1481),
    ]
    assert [line.was_corrected for line in told] == [False, True]


def test_a_result_counts_from_today_and_leaves_when_it_is_taken_back(
    event: Scope, people: list[Person], pool: Pool, organiser: Account
) -> None:
    """C (1481) beats D (1499): 18 points are .53 for D: 40 × .53 = 21.2: 1502 and 1478."""
    recompute(pool.pk)
    last = game_between(event, people[2], people[3])
    claim_result(last.pk, organiser, "1-0", source="desk")
    run_due()
    assert values(pool, people) == [1539, 1481, 1502, 1478]
    assert history(people[2].pk, pool)[-1].rated_on == Game.objects.get(pk=last.pk).stands_on == pool.today
    undo_decision(last.pk, organiser, 1)
    run_due()
    assert values(pool, people) == FIRST_DAYS


def test_the_servers_list_is_asked_for_where_the_club_is_admitted(
    event: Scope, people: list[Person], club: Club, organiser: Account
) -> None:
    server = Pool.objects.get(pk=pool_for("gipf-basic").pk)
    whole = set_parameters(pool_for("project").pk, administrator(), {}, counts_at_once=True)
    set_parameters(server.pk, administrator(), {}, counts_at_once=True)
    asked = []
    for admitted, result in ((False, "0-1"), (True, "1-0")):
        Club.objects.filter(pk=club.pk).update(admitted=admitted)
        Job.objects.all().delete()
        claim_result(game_between(event, people[2], people[3]).pk, organiser, result, source="desk", reason="Misread")
        asked.append({job.subject for job in Job.objects.filter(kind="rate")})
    assert asked == [set(), {str(server.pk), str(whole.pk)}]


def test_lists_that_count_events_when_they_are_closed_are_asked_for_nothing(
    event: Scope, people: list[Person], club: Club, organiser: Account
) -> None:
    pool = pool_for("gipf-basic", club)
    claim_result(game_between(event, people[2], people[3]).pk, organiser, "1-0", source="desk")
    assert not Job.objects.filter(kind="rate").exists()
    recompute(pool.pk)
    assert values(pool, people) == [0, 0, 0, 0]


def test_a_list_may_change_from_one_to_the_other_and_back(event: Scope, people: list[Person], pool: Pool) -> None:
    """All together at the close, by the table of newcomers: A 2 of 2, B .5 of 2, C 0 of 1, D .5 of 1, K 40."""
    settle_games(event, CLOSED)
    recompute(pool.pk)
    boss = administrator()
    set_parameters(pool.pk, boss, {}, counts_at_once=False)
    run_due()
    assert values(pool, people) == [1540, 1480, 1480, 1500]
    assert published(pool, people[0]) == [(DAY, 1520), (SECOND_DAY, 1539), (None, 1540)]
    assert [line.published for line in history(people[0].pk, Pool.objects.get(pk=pool.pk))] == [1540]
    set_parameters(pool.pk, boss, {}, counts_at_once=True)
    run_due()
    assert values(pool, people) == FIRST_DAYS and len(published(pool, people[0])) == 3


def test_a_closed_event_of_before_counts_on_its_day(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, FIRST)
    recompute(pool.pk)
    assert values(pool, people) == [1560, 1520, 1480, 1440]  # as in test_elo: nobody knows days of its results


def test_an_event_that_is_being_imported_counts_for_nobody(event: Scope, people: list[Person], pool: Pool) -> None:
    Scope.objects.filter(pk=event.pk).update(hidden=True)
    assert not games_of(pool).exists()


def test_results_that_came_with_an_import_ask_for_the_lists_that_count_them_at_once(event: Scope, pool: Pool) -> None:
    Job.objects.all().delete()
    with commit(event.key, None, ImportEvent):
        announce_results(event)
    assert [job.subject for job in Job.objects.filter(kind="rate")] == [str(pool.pk)]


def test_what_is_expected_of_a_game_is_by_what_was_known_before_its_own_day(
    event: Scope, people: list[Person], pool: Pool
) -> None:
    """A at 1520 against C, who is new: .53. A against B was a game of newcomers. C and D have today's ratings: .47."""
    recompute(pool.pk)
    a, b, c, d = people
    pairs = {(one.pk, two.pk): game_between(event, one, two) for one, two in ((a, b), (a, c), (c, d))}
    found = predict_games(Pool.objects.get(pk=pool.pk), list(pairs), parent_scope=event.key, games=pairs)
    assert [(each.first_rating, each.second_rating, each.score) for each in found.values()] == [
        (1500, 1500, "0.50"),
        (1520, 1500, "0.53"),
        (1481, 1499, "0.47"),
    ]


def test_what_a_result_would_do_to_it(event: Scope, people: list[Person], pool: Pool) -> None:
    recompute(pool.pk)
    (effect,) = effects(game_between(event, people[2], people[3]), "1-0")
    assert [(seat.before, seat.after) for seat in effect.seats] == [(1481, 1502), (1499, 1478)]
    (effect,) = effects(game_between(event, people[1], people[3]), "1-0")
    assert [(seat.before, seat.after) for seat in effect.seats] == [(1481, 1501), (1499, 1479)]


def test_an_event_changes_a_rating_by_all_its_days(event: Scope, people: list[Person], pool: Pool, club: Club) -> None:
    """B was at 1520 by a win over C before. Day 1: 40 × −.53 against A: 1499. A draw with D (1500) changes nothing."""
    closed_event(club, people, "B-C 1-0", days=-5)
    recompute(pool.pk)
    lines = [(line.rated_on, line.before, line.after) for line in history(people[1].pk, pool)]
    assert lines[1:] == [(DAY, 1520, 1499), (SECOND_DAY, 1499, 1499)]
    assert changes_of_event(event.key)[people[1].pk] == -21


def test_a_published_list_has_what_stood_before_its_day_and_its_difference_names_the_game(
    event: Scope, people: list[Person], pool: Pool, organiser: Account
) -> None:
    (first,) = publish_lists(pool.pk)
    assert (first.games, first.players) == (3, 4)
    claim_result(game_between(event, people[1], people[3]).pk, organiser, "1-0", source="desk", reason="Misread")
    (second,) = publish_lists(pool.pk)
    told = compare_lists(first, second)
    assert (told.days, [(game.day, game.after) for game in told.games]) == ([SECOND_DAY], [(SECOND_DAY, "1-0")])


def test_where_a_list_counts_games_from_other_days_its_difference_says_so(
    event: Scope, club: Club, client: Client
) -> None:
    settle_games(event, CLOSED)
    pool = pool_for("gipf-basic", club)
    (first,) = publish_lists(pool.pk)
    set_parameters(pool.pk, administrator(), {}, counts_at_once=True)
    (second,) = publish_lists(pool.pk)
    assert compare_lists(first, second).other_days
    page = client.get(f"/ratings/{pool.pk}/lists/{second.number}/{second.version}/difference")
    assert "Games now count as soon as results are final" in page.content.decode()


def test_the_settings_say_it_in_words_and_so_do_list_and_api(
    event: Scope, club: Club, organiser: Account, client: Client
) -> None:
    pool = pool_for("gipf-basic", club)
    client.force_login(organiser)
    page = client.get(f"/ratings/{pool.pk}/settings").content.decode()
    assert "A game counts" in page and "as soon as its result is final" in page
    sent = {known.key: pool.rating_system.parameters[known.key] for known in pool.rating_system.all_known()}
    form = {key: number for key, number in sent.items() if number} | {"counts_at_once": "yes", "publishes": "month"}
    assert client.post(f"/ratings/{pool.pk}/settings", form).status_code == 302
    run_due()
    assert client.get(f"/api/v1/pools/{pool.pk}").json()["counts_at_once"] is True
    assert "from the day its result is final" in client.get(f"/ratings/{pool.pk}").content.decode()
    form["counts_at_once"] = "no"
    client.post(f"/ratings/{pool.pk}/settings", form)
    assert not Pool.objects.get(pk=pool.pk).counts_at_once
