"""What another result would do, beside what it does when it is decided; and who may ask."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.services import run_due
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from ratings.comparison.queries import ListEffect, effects
from ratings.core.queries.rating_list import rating_list
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.api.caller import Caller
from testing.factories import GameFactory, parent_scope_of
from testing.ratings.factories import FIRST, SECOND, closed_event, four, game_between
from testing.tables import changed, rows_of_all_tables

pytestmark = pytest.mark.django_db
RULES = "gipf-standard"


def ratings(club: Club) -> dict[int, int]:
    run_due()
    return {row.person_id: row.value for row in rating_list(pool_for(RULES, club))}


def of_club(found: list[ListEffect]) -> ListEffect:
    return next(each for each in found if each.pool.club is not None)


def test_it_says_what_deciding_the_result_does_and_writes_nothing(club: Club, organiser: Account) -> None:
    people = four(club)
    first = closed_event(club, people, FIRST, rules=RULES)
    closed_event(club, people, SECOND, days=7, rules=RULES)
    recompute(pool_for(RULES, club).pk)
    game = game_between(first, people[0], people[1])
    before, tables = ratings(club), rows_of_all_tables()
    found = of_club(effects(game, "0-1"))
    assert changed(tables, rows_of_all_tables()) == []
    assert [(seat.person_id, seat.before) for seat in found.seats] == [
        (each.pk, before[each.pk]) for each in people[:2]
    ]
    claim_result(game.pk, organiser, "0-1", source="page", reason="the sheet says so")
    after = ratings(club)
    assert [seat.after for seat in found.seats] == [after[each.pk] for each in people[:2]]
    assert found.others == sum(before[each.pk] != after[each.pk] for each in people[2:])
    assert before != after


def test_an_open_game_is_looked_at_as_if_its_event_closed_today(club: Club) -> None:
    # Worked out by hand (test_elo): at 1500 and K = 40 a win is +20, so two wins of A in one event are +40.
    a, b, c, _d = four(club)
    event = parent_scope_of(club)
    GameFactory(club=club, parent_scope=event, white=a, black=c, result="1-0", rules=RULES)
    game = GameFactory(club=club, parent_scope=event, white=a, black=b, rules=RULES)
    pool_for(RULES, club)
    found = of_club(effects(game, "1-0"))
    assert [(seat.before, seat.after, seat.change) for seat in found.seats] == [(1520, 1540, 20), (None, 1480, None)]
    assert found.others == 0  # C loses the same 20 either way


def test_a_large_list_says_that_it_would_take_too_long(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.comparison.queries.MOST_GAMES", 5)
    event = closed_event(club, people := four(club), FIRST, rules=RULES)
    recompute(pool_for(RULES, club).pk)
    assert of_club(effects(game_between(event, *people[:2]), "0-1")).seats == ()


def test_whoever_is_signed_in_asks_on_a_page_and_by_the_api(club: Club, stranger: Account, client: Client) -> None:
    event = closed_event(club, people := four(club), FIRST, rules=RULES)
    recompute(pool_for(RULES, club).pk)
    game = game_between(event, *people[:2])
    address = f"/games/{game.pk}/what-if"
    assert client.get(address).headers["Location"].startswith("/sign-in?next=")
    client.force_login(stranger)
    assert address in client.get(f"/games/{game.pk}").content.decode()
    page = client.get(f"{address}?result=0-1").content.decode()
    # A's event was 3 of 3; with 2 of 3 it is 40 × (2 − 1.5) = +20.
    assert "1560" in page and "1520" in page and "−40" in page
    assert client.get(f"{address}?result=2-0").status_code == 400
    rows = Caller(stranger).get(f"{address}?result=0-1").json()["results"]
    mine = next(row for row in rows if row["pool"] == Pool.objects.get(club=club).pk)
    assert [(seat["before"], seat["after"]) for seat in mine["players"]] == [(1560, 1520), (1520, 1560)]
    assert mine["others"] == 0
    assert Caller(stranger).get(f"{address}?result=x").status_code == 400
    Game.objects.filter(pk=game.pk).update(rated=False)
    assert client.get(address).status_code == 404


def test_games_of_the_event_with_other_handicaps_count_where_the_list_counts_them(club: Club) -> None:
    # The win of A with a handicap over C and the one over B come in together: + 40, as above.
    a, b, c, _d = four(club)
    event = parent_scope_of(club)
    GameFactory(club=club, parent_scope=event, white=a, black=c, result="1-0", handicap="1/0")
    game = GameFactory(club=club, parent_scope=event, white=a, black=b)
    pool = pool_for("gipf-basic", club)
    for counted, after in ((0, 1520), (1, 1540)):
        Pool.objects.filter(pk=pool.pk).update(parameters={"rate_handicap": counted} if counted else {})
        assert of_club(effects(game, "1-0")).seats[0].after == after
