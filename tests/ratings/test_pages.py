"""Rating lists, one person's history with its sums, and lists as files."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from games.models import Game
from players.models import Club, Membership, Person
from ratings.core.queries.details import decimals
from ratings.core.queries.lists import current
from ratings.core.queries.rating_list import rating_list
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.history import history, pools_of_person
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory, PersonFactory
from testing.ratings.factories import FIRST, SECOND, closed_event, game_between

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    """The club's list after the two events that are worked out by hand; the server's list is rated too."""
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    server, pool = pool_for("gipf-basic"), pool_for("gipf-basic", club)
    recompute(server.pk)
    recompute(pool.pk)
    return pool


def page(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_list_ranks_by_rating_and_shows_the_last_change(pool: Pool, people: list[Person]) -> None:
    rows = [(row.rank, row.person_id, row.value, row.change, row.games, row.provisional) for row in rating_list(pool)]
    a, b, c, d = (person.pk for person in people)
    assert rows == [
        (1, a, 1567, 7, 6, False),
        (2, c, 1484, 4, 6, False),
        (3, b, 1476, -44, 6, False),
        (4, d, 1473, 33, 6, False),
    ]


def test_equal_ratings_share_a_rank(club: Club, people: list[Person]) -> None:
    closed_event(club, people, "A-B 1-0, C-D 1-0")
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    assert [(row.rank, row.value) for row in rating_list(pool)] == [(1, 1520), (1, 1520), (3, 1480), (3, 1480)]


def test_a_list_takes_one_query_however_long_it_is(pool: Pool, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        assert len(rating_list(pool)) == 4


def test_seeding_gets_ratings_under_the_ids_it_asked_with(pool: Pool, club: Club, people: list[Person]) -> None:
    twin = PersonFactory(merged_into=people[0])
    unrated = PersonFactory()
    asked = [twin.pk, people[1].pk, unrated.pk]
    assert current("gipf-basic", club, asked) == {twin.pk: 1567, people[1].pk: 1476}
    assert current("gipf-basic", None, asked) == {twin.pk: 1567, people[1].pk: 1476}
    assert current("gipf-standard", club, asked) == {}


def test_the_page_of_a_club_shows_its_list(client: Client, pool: Pool, club: Club, people: list[Person]) -> None:
    shown = page(client, f"/clubs/{club.slug}/ratings")
    assert shown.index("Player A") < shown.index("Player C") < shown.index("Player B") < shown.index("Player D")
    assert "1567" in shown
    assert f'href="/ratings/{pool.pk}/people/{people[1].pk}#newest">−44</a>' in shown
    assert "All players enter the list at 1500." in shown


def test_a_club_with_several_lists_has_tabs(client: Client, pool: Pool, club: Club, people: list[Person]) -> None:
    closed_event(club, people, "A-B 1-0", rules="gipf-tournament")
    other = pool_for("gipf-tournament", club)
    recompute(other.pk)
    assert f'href="/ratings/{other.pk}"' in page(client, f"/clubs/{club.slug}/ratings")
    assert "1520" in page(client, f"/clubs/{club.slug}/ratings?rules=gipf-tournament")
    page(client, f"/clubs/{club.slug}/ratings?rules=chess", 404)


def test_a_list_that_is_empty_says_so(client: Client, club: Club) -> None:
    for url in (f"/clubs/{club.slug}/ratings", "/ratings", f"/ratings/{pool_for('gipf-basic').pk}"):
        assert "No ratings yet." in page(client, url)


@pytest.mark.parametrize(
    "url",
    [
        *("/ratings/987654", "/clubs/nowhere/ratings", "/ratings/987654.csv", "/ratings/99999999999999999999"),
        *("/clubs/rotterdam/ratings?rules=chess%00", "/ratings?club=%00a"),
    ],
)
def test_a_list_that_is_not_there_is_no_page(client: Client, club: Club, url: str) -> None:
    page(client, url, 404)


def test_the_servers_list_can_be_cut_to_the_members_of_a_club(
    client: Client, pool: Pool, club: Club, people: list[Person]
) -> None:
    other = ClubFactory(slug="elsewhere")
    Membership.objects.filter(person=people[0]).delete()
    Membership.objects.create(person=people[0], club=other, since="2026-01-01")
    server = pool_for("gipf-basic")
    cut = page(client, f"/ratings/{server.pk}?club=elsewhere")
    assert "Player A" in cut
    assert "Player B" not in cut
    assert "Player A" not in page(client, f"/ratings/{server.pk}?club={club.slug}")
    page(client, f"/ratings/{server.pk}?club=nowhere", 404)


def test_a_list_can_be_taken_away_and_no_cell_is_a_formula(client: Client, pool: Pool, people: list[Person]) -> None:
    Person.objects.filter(pk=people[0].pk).update(name="=HYPERLINK(1)")
    answer = client.get(f"/ratings/{pool.pk}.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    told = ["rank", "name", "country", "rating", "provisional", "games", "change", "rated_on"]
    assert rows[0] == [*told, "best", "best_on", "inactive"]
    assert rows[1] == ["1", "'=HYPERLINK(1)", "", "1567", "0", "6", "7", "2026-03-08", "1567", "2026-03-08", "0"]
    assert rows[3][6] == "-44"  # a number is a number


def test_each_change_opens_to_its_sum(client: Client, pool: Pool, people: list[Person]) -> None:
    shown = page(client, f"/ratings/{pool.pk}/people/{people[1].pk}")
    assert "40 × (0.5 − 1.61) = −44.40 ≈ −44" in shown
    assert "K is 40: 3 games before this event, fewer than 30." in shown
    assert "40 × (2 − 1.50) = +20.00 = +20" in shown
    assert shown.index("−44.40") < shown.index("+20.00")  # the newest first
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="chart"' in shown


def test_wherever_a_chart_stands_its_band_is_explained(client: Client, pool: Pool, people: list[Person]) -> None:
    for address in (f"/ratings/{pool.pk}/people/{people[1].pk}", f"/people/{people[1].pk}"):
        shown = page(client, address)
        assert shown.count("The band is one standard deviation") == shown.count('class="chart" ') > 0, address


def test_the_terms_of_a_sum_are_the_games_against_the_ratings_before(pool: Pool, people: list[Person]) -> None:
    a, b, c, d = (person.pk for person in people)
    worked_out = list(explanations(pool, b).values())[1]
    assert worked_out.current
    terms = {line.opponent_id: (line.opponent_rating, decimals(line.details), line.score) for line in worked_out.terms}
    assert terms == {
        c: (1480, {"difference": "40", "expected": "0.56"}, 5),
        a: (1560, {"difference": "-40", "expected": "0.44"}, 0),
        d: (1440, {"difference": "80", "expected": "0.61"}, 0),
    }
    # Mean of the opponents 1493, ½ of 3 is .17: dp −273. By table 8.1.1.
    assert worked_out.performance == 1493 - 273


def test_sums_take_the_same_queries_for_any_number_of_events(
    pool: Pool, club: Club, people: list[Person], django_assert_num_queries
) -> None:
    with django_assert_num_queries(6):
        explanations(pool, people[0].pk)
    for days in range(14, 21):
        closed_event(club, people, SECOND, days=days)
    recompute(pool.pk)
    with django_assert_num_queries(6):
        assert len(explanations(pool, people[0].pk)) == 9


def test_while_a_recompute_is_due_the_sum_says_so(client: Client, pool: Pool, people: list[Person]) -> None:
    Game.objects.filter(white=people[1], black=people[2], result="1/2-1/2").update(result="1-0")
    shown = page(client, f"/ratings/{pool.pk}/people/{people[1].pk}")
    assert "The list is being recalculated" in shown
    recompute(pool.pk)
    assert "The list is being recalculated" not in page(client, f"/ratings/{pool.pk}/people/{people[1].pk}")


def test_what_was_published_stands_beside_what_is_now_known(client: Client, pool: Pool, people: list[Person]) -> None:
    url = f"/ratings/{pool.pk}/people/{people[0].pk}"
    assert "Published" not in page(client, url)
    first = Game.objects.order_by("rated_on").first().parent_scope
    game = game_between(first, people[0], people[1])
    Game.objects.filter(pk=game.pk).update(result="0-1")
    recompute(pool.pk)
    events = history(people[0].pk, pool)
    # A with 2 of 3 wins 40 × ½ = 20 in the first event, where 1560 was published.
    assert (events[0].after, events[0].published, events[0].was_corrected) == (1520, 1560, True)
    shown = page(client, url)
    assert "Published" in shown
    assert shown.count("corrected</span>") == 2


def test_a_merged_persons_history_is_found_under_either_record(
    client: Client, pool: Pool, people: list[Person]
) -> None:
    twin = PersonFactory(merged_into=people[0])
    one, other = (page(client, f"/ratings/{pool.pk}/people/{person.pk}") for person in (twin, people[0]))
    assert one.partition("<main")[2] == other.partition("<main")[2]


def test_a_history_that_is_not_there_is_no_page(client: Client, pool: Pool, people: list[Person]) -> None:
    for person in (PersonFactory().pk, 987654, 10**25):
        page(client, f"/ratings/{pool.pk}/people/{person}", 404)
    page(client, f"/ratings/{pool.pk + 1000}/people/{people[0].pk}", 404)


def test_a_person_has_the_lists_of_server_and_clubs(pool: Pool, people: list[Person], club: Club) -> None:
    lists = pools_of_person(people[1].pk)
    assert [(row.pool.club, row.value, row.change, row.games, row.best) for row in lists] == [
        (None, 1476, -44, 6, 1520),
        (club, 1476, -44, 6, 1520),
    ]


def test_names_are_escaped_in_lists_and_charts(client: Client, pool: Pool, people: list[Person]) -> None:
    Person.objects.filter(pk=people[0].pk).update(name="<script>alert(1)</script>")
    for url in (
        f"/ratings/{pool.pk}",
        f"/ratings/{pool.pk}/people/{people[0].pk}",
        f"/ratings/{pool.pk}/people/{people[1].pk}",
    ):
        assert "<script>alert" not in page(client, url)
