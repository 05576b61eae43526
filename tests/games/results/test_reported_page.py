"""The page that a player is led to after a report."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from common.journal.models import Scope
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Person
from players.roles import Role
from testing.factories import GameFactory, holder_of, organiser_of, seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def white(client: Client, game: Game) -> Account:
    account = seated(game, "white")
    client.force_login(account)
    return account


def shown(client: Client, game: Game) -> str:
    answer = client.get(f"/games/{game.pk}/reported")
    assert answer.status_code == 200, answer.headers
    return " ".join(answer.content.decode().split())


def test_a_report_leads_to_what_was_reported_and_what_is_waited_for(client: Client, game: Game, white: Account) -> None:
    answer = client.post(f"/games/{game.pk}/result", {"as": "white", "result": "0-1"}, follow=True)
    assert answer.redirect_chain == [(f"/games/{game.pk}/reported", 302)]
    page = shown(client, game)
    assert "<h1>Report saved</h1>" in page
    assert '<span class="big-number">0-1</span> <span>Black wins</span>' in page
    assert f"It counts once <bdi>{game.black.name}</bdi> reports the same." in page


def test_it_leads_on_to_the_correction_the_game_and_its_record(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    page = shown(client, game)
    for path in (f"/games/{game.pk}/result", f"/games/{game.pk}", f"/games/{game.pk}/record"):
        assert f'href="{path}"' in page


def test_of_several_reports_the_last_is_shown(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    claim_result(game.pk, white, "0-1", source="page")
    assert '<span class="big-number">0-1</span>' in shown(client, game)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("1-0", "<bdi>{black}</bdi> reported the same: the result is final."),
        ("0-1", "<bdi>{black}</bdi> reported something else. The arbiter decides."),
    ],
)
def test_it_says_how_the_other_report_compares(
    client: Client, game: Game, white: Account, said: str, sentence: str
) -> None:
    claim_result(game.pk, seated(game, "black"), said, source="page")
    client.post(f"/games/{game.pk}/result", {"as": "white", "result": "1-0"})
    assert sentence.format(black=game.black.name) in shown(client, game)


def test_it_says_what_stands_until_the_arbiter_has_decided(client: Client, game: Game, white: Account) -> None:
    for account in (seated(game, "black"), white):
        claim_result(game.pk, account, "1-0", source="page")
    assert "Until then" not in shown(client, game)
    claim_result(game.pk, white, "0-1", source="page")
    page = shown(client, game)
    assert '<span class="big-number">0-1</span> <span>Black wins</span>' in page
    black = f"<bdi>{game.black.name}</bdi>"
    assert f"{black} reported something else. The arbiter decides. Until then the result is 1-0." in page


def test_it_says_what_the_arbiter_decided(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    claim_result(game.pk, organiser_of(game.club), "0-1", source="page", reason="My sheet", role="arbiter")
    page = shown(client, game)
    assert '<span class="big-number">1-0</span> <span>White wins</span>' in page
    assert 'The arbiter has decided. <span class="strong">0-1</span> Black wins' in page


def test_of_a_closed_event_it_names_the_arbiter_and_no_correction(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    Game.objects.filter(pk=game.pk).update(rated_on=datetime.date(2026, 3, 1))
    page = shown(client, game)
    assert "This event is closed: ask its arbiter to correct the result." in page
    assert f'href="/games/{game.pk}/result"' not in page


def test_who_has_reported_nothing_is_led_to_the_page_of_the_result(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    others = [seated(game, "black"), organiser_of(game.club), seated(GameFactory(club=game.club), "white")]
    client.logout()
    for account in (None, *others):
        if account is not None:
            client.force_login(account)
        answer = client.get(f"/games/{game.pk}/reported")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{game.pk}/result")


def test_a_report_that_an_arbiter_took_back_is_not_shown_as_kept(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    arbiter = holder_of(Role.ARBITER, game.parent_scope.key)
    claim_result(game.pk, arbiter, "pending", source="page", reason="Wrong board", role="arbiter")
    claim_result(game.pk, seated(game, "black"), "0-1", source="page")
    assert client.get(f"/games/{game.pk}/reported").status_code == 302
    claim_result(game.pk, white, "0-1", source="page")
    assert "the result is final" in shown(client, game)


def test_a_player_whose_record_was_merged_is_known(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    kept = Person.objects.create(name="Kept Record")
    Person.objects.filter(pk=game.white_id).update(merged_into=kept)
    Account.objects.filter(pk=white.pk).update(person=kept)
    assert "Report saved" in shown(client, game)


def test_a_game_that_nobody_may_see_yet_is_no_page(client: Client, game: Game, white: Account) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    Scope.objects.filter(pk=game.parent_scope_id).update(hidden=True)
    assert client.get(f"/games/{game.pk}/reported").status_code == 404


@pytest.mark.parametrize("number", [0, 10**6, 10**30])
def test_there_is_no_page_of_a_game_that_is_not_there(client: Client, white: Account, number: int) -> None:
    assert client.get(f"/games/{number}/reported").status_code == 404


def test_nothing_is_sent_to_it(client: Client, game: Game, white: Account) -> None:
    assert client.post(f"/games/{game.pk}/reported").status_code == 405


@pytest.mark.parametrize(
    ("language", "direction", "heading"),
    [("fa", "rtl", "گزارش شما ثبت شد"), ("ja", "ltr", "申告を保存しました")],
)
def test_it_speaks_the_language_of_the_player(
    client: Client, game: Game, white: Account, language: str, direction: str, heading: str
) -> None:
    claim_result(game.pk, white, "1-0", source="page")
    Account.objects.filter(pk=white.pk).update(language=language)
    page = shown(client, game)
    assert f'<html lang="{language}" dir="{direction}"' in page
    assert f"<h1>{heading}</h1>" in page
    for english in ("It counts once", "Not right?", "You can report again", "Correct your report", "To the game"):
        assert english not in page
