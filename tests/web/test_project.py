"""The page of all games: what each is like, how much it is played here, who leads, and where one goes on."""

from __future__ import annotations

import datetime
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from gipf_engine.rules import all_rules
from gipfel.game_cards import game_cards
from play.models import Challenge
from players.models import Club
from ratings.ledger.services.ledgers import recompute
from ratings.pools.services.pools import pool_for
from testing.api.caller import Caller
from testing.factories import ClubFactory, GameFactory
from testing.ratings.factories import AFTER_FIRST, FIRST, closed_event, four

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def days_ago(days: int) -> datetime.date:
    return timezone.localdate() - datetime.timedelta(days=days)


def card_of(html: str, game: str) -> str:
    """The words of a game's card, its tags left out."""
    card = html.partition(f'id="{game}"')[2].partition("</li>")[0]
    return " ".join(re.sub("<[^>]*>", " ", card.partition("portrait-words")[2]).split())


def test_every_game_has_its_board_its_sentence_and_ways_on(client: Client) -> None:
    html = client.get("/project").content.decode()
    games = {rules.game for rules in all_rules().values()}
    assert set(re.findall('<li class="card portrait[^"]*" id="([^"]+)"', html)) == games
    assert html.count("<svg") >= 2 * len(games)
    dvonn = html.partition('id="dvonn"')[2].partition("</li>")[0]
    assert "Stacks travel as far as they are high" in dvonn
    for address in ("/learn/dvonn", "/rules/dvonn-placed", "/play?rules=dvonn-placed", "/games?rules=dvonn-placed"):
        assert f'href="{address}"' in dvonn
    solitaire = card_of(html, "guowuguan")
    assert "For one player" in solitaire and "Leader" not in solitaire and "Lessons" not in solitaire


def test_games_of_thirty_days_are_counted_and_the_game_played_most_is_first(client: Client, club: Club) -> None:
    for rules, days in [
        ("zertz-37", 1),
        ("zertz-61", 29),
        ("gipf-basic", 5),
        ("dvonn-placed", 31),
        ("dvonn-placed", 90),
    ]:
        GameFactory(club=club, rules=rules, played_on=days_ago(days), result="1-0")
    GameFactory(club=club, rules="dvonn-placed", played_on=days_ago(1))
    GameFactory(club=club, rules="dvonn-placed", played_on=days_ago(1), result="void")
    secret = GameFactory(club=club, rules="dvonn-placed", played_on=days_ago(1), result="1-0")
    secret.parent_scope.hidden = True
    secret.parent_scope.save()
    shown = {card.game.key: card.played for card in game_cards()}
    assert {key: count for key, count in shown.items() if count} == {"zertz": 2, "gipf": 1}
    html = client.get("/project").content.decode()
    assert "ZÈRTZ Most played" in card_of(html, "zertz") and "2 games" in card_of(html, "zertz")
    assert html.count("Most played") == 1
    assert html.index('id="zertz"') < html.index('id="gipf"') < html.index('id="dvonn"') < html.index('id="guowuguan"')


def test_the_leader_is_the_first_of_the_main_list_of_the_server(client: Client, club: Club) -> None:
    people = four(club)
    closed_event(club, people, FIRST, rules="gipf-basic")
    pool = pool_for("gipf-basic", None)
    recompute(pool.pk)
    html = client.get("/project").content.decode()
    best = max(AFTER_FIRST)
    assert f"Leader Player {'ABCD'[AFTER_FIRST.index(best)]} {best}" in card_of(html, "gipf")
    assert f'href="/ratings/{pool.pk}"' in html
    assert "No player is rated yet." in card_of(html, "dvonn")


def test_figures_are_counted_once_for_all_readers(
    client: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    closed_event(club, four(club), FIRST, rules="gipf-basic")
    GameFactory.create_batch(20, club=club, played_on=days_ago(1), result="1-0")
    with django_assert_max_num_queries(6):
        client.get("/project")
    GameFactory(club=club, played_on=days_ago(1), result="1-0")
    with django_assert_max_num_queries(1):
        html = client.get("/project").content.decode()
    assert "20 games" in card_of(html, "gipf")


def test_home_and_the_foot_of_every_page_lead_to_it(client: Client, club: Club) -> None:
    for address in ("/", "/clubs"):
        assert 'href="/project#yinsh"' in client.get(address).content.decode()
    for address in ("/learn", "/rules", "/about"):
        assert 'href="/project"' in client.get(address).content.decode()
    ClubFactory(name="A second one")
    assert 'href="/project#yinsh"' in client.get("/").content.decode()


def test_the_lobby_offers_the_game_that_one_came_for(client: Client) -> None:
    html = client.get("/play?rules=tzaar-drawn").content.decode()
    assert '<option value="tzaar-drawn" selected>' in html.partition('id="quick-rules"')[2].partition("</select>")[0]
    assert not Challenge.objects.exists()
    html = client.get("/play?rules=of-ducks").content.decode()
    assert '<option value="of-ducks"' not in html


def test_programs_read_what_the_games_are_like() -> None:
    games = {each["key"]: each for each in Caller(None).read("/choices")["games"]}
    assert games["tzaar"]["rules"] == ["tzaar-drawn", "tzaar-fixed", "tzaar-placed"]
    assert (games["tzaar"]["seats"], games["tzaar"]["main_rules"]) == (2, "tzaar-drawn")
    assert games["tzaar"]["sentence"].startswith("Capture every turn")
    assert all_rules()["dvonn-placed"].portrait is not None
    assert games["dvonn"]["position"] == all_rules()["dvonn-placed"].portrait.position


def test_the_header_marks_the_main_page_to_which_a_page_belongs(client: Client) -> None:
    for address, current in (("/project", "Learn"), ("/analysis", "Learn"), ("/events", "Events"), ("/about", None)):
        bar = client.get(address).content.decode().partition('class="top-nav"')[2].partition("</nav>")[0]
        marked = [item for item in bar.split("<li")[1:] if "aria-current" in item]
        assert [current for item in marked if f"<span>{current}</span>" in item] == [current] * len(marked), address
        assert bool(marked) == (current is not None), address
