"""A result that a phone reports costs few queries, however many play: 200 phones may report at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Claim, Game
from games.results.services.results import claim_result
from players.accounts.services.tokens import make_token
from players.models import Account
from testing.factories import seated

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MOST = 10
BOUNDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
"""Begin and end of a transaction read and write no row."""


@contextmanager
def few_queries(most: int = MOST) -> Iterator[list[str]]:
    """The statements are in the list afterwards."""
    queries: list[str] = []
    with CaptureQueriesContext(connection) as asked:
        yield queries
    queries += [query["sql"] for query in asked.captured_queries if not query["sql"].startswith(BOUNDS)]
    assert queries, "nothing was asked of the database: the count is worth nothing"
    assert len(queries) <= most, "\n".join(queries)


@pytest.fixture
def white(game: Game) -> Account:
    return seated(game, "white")


@pytest.fixture
def phone(client: Client, white: Account) -> Client:
    client.force_login(white)
    return client


def test_the_form_that_a_phone_opens_costs_ten_queries_at_most(phone: Client, game: Game) -> None:
    with few_queries():
        answer = phone.get(f"/games/{game.pk}/result")
    assert answer.status_code == 200


def test_the_form_asks_for_roles_once_for_the_game_and_once_for_the_header(phone: Client, game: Game) -> None:
    with few_queries() as queries:
        phone.get(f"/games/{game.pk}/result")
    asked = [query for query in queries if 'FROM "players_grant"' in query]
    assert len(asked) == 2, "\n".join(asked)


def test_the_form_costs_no_more_where_both_have_reported(phone: Client, game: Game, white: Account) -> None:
    for account in (white, seated(game, "black")):
        claim_result(game.pk, account, "1-0", source="page")
    with few_queries():
        answer = phone.get(f"/games/{game.pk}/result")
    assert game.black.name in answer.content.decode()


def test_a_report_reads_the_claims_without_reading_the_game_again(phone: Client, game: Game) -> None:
    with few_queries() as queries:
        phone.post(f"/games/{game.pk}/result", {"as": "white", "result": "1-0"})
    [claims] = [query for query in queries if query.startswith("SELECT") and 'FROM "games_claim"' in query]
    assert "JOIN" not in claims


def test_a_report_by_page_costs_ten_queries_at_most(phone: Client, game: Game) -> None:
    with few_queries():
        answer = phone.post(f"/games/{game.pk}/result", {"as": "white", "result": "1-0"})
    assert answer.status_code == 302
    assert Claim.objects.get(game=game).result == "1-0"


def test_the_second_report_which_makes_the_result_costs_one_more(client: Client, game: Game, white: Account) -> None:
    """It asks which rating lists count the game at once: who makes the result asks for their jobs with it."""
    black = seated(game, "black")
    for account, side, most in ((white, "white", MOST), (black, "black", MOST + 1)):
        client.force_login(account)
        with few_queries(most):
            client.post(f"/games/{game.pk}/result", {"as": side, "result": "1-0"})
    game.refresh_from_db()
    assert game.result == "1-0"


def test_the_page_after_a_report_costs_ten_queries_at_most(phone: Client, game: Game) -> None:
    phone.post(f"/games/{game.pk}/result", {"as": "white", "result": "1-0"})
    with few_queries():
        answer = phone.get(f"/games/{game.pk}/reported")
    assert "Report saved" in answer.content.decode()


def test_a_report_by_the_api_costs_ten_queries_at_most(client: Client, game: Game, white: Account) -> None:
    key = make_token(account=white, label="phone").key
    path, headers = f"/api/v1/games/{game.pk}/results", {"Authorization": f"Token {key}"}
    # The first one notes when the key was used.
    client.post(path, {"result": "0-1"}, content_type="application/json", headers=headers)
    with few_queries():
        answer = client.post(path, {"result": "1-0"}, content_type="application/json", headers=headers)
    said = answer.json()
    assert (said["number"], said["result"], said["in_force"], said["reason"]) == (2, "1-0", False, "")
    assert said["who"] == {"id": game.white_id, "name": game.white.name}
