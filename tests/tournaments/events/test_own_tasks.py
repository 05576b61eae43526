"""What somebody has to do next stands first on the home page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.results.services.results import claim_result
from players.models import Account, Club, Person
from testing.factories import AccountFactory, organiser_of
from testing.tournaments.duplicate_factories import account_for, attempt, playing
from testing.tournaments.factories import decide, entry, game, running
from tournaments.events.queries.coming import coming_rounds
from tournaments.events.queries.own_tasks import own_tasks
from tournaments.models import Arrival, CheckIn, Entry, PairedGame
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def account_of(name: str) -> Account:
    return AccountFactory(person=Person.objects.get(name=name))


def home(account: Account | None = None) -> str:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get("/").content.decode()


def test_a_player_finds_the_open_game_first_and_reports_it_in_two_taps(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    ada, mine = account_of("Ada"), game(event, "Ada", "Dan")
    page = home(ada)
    assert page.index("Your turn") < page.index("Running")
    assert re.search(r"Your game against <bdi>Dan</bdi>", page)
    assert "Round 1, board 1" in page
    client = Client()
    client.force_login(ada)
    assert f'class="button primary" href="/games/{mine.pk}/result"' in page
    form = client.get(f"/games/{mine.pk}/result").content.decode()
    assert re.search(r'<button[^>]*name="result"[^>]*value="1-0"', form), "the second tap is the result itself"


def test_games_of_others_and_games_that_are_over_are_nobodys_task(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    ada = account_of("Ada")
    assert [own.opponent.name for own in own_tasks(ada).games] == ["Dan"]
    assert not own_tasks(AccountFactory())
    assert not own_tasks(None)
    assert "Your turn" not in home()
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert not own_tasks(ada)


def test_both_see_how_far_the_reports_are(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    ada, dan, mine = account_of("Ada"), account_of("Dan"), game(event, "Ada", "Dan")
    claim_result(mine.pk, ada, "1-0", source="page", role="white")
    assert "You have reported; your opponent has not." in home(ada)
    assert "Your opponent has reported." in home(dan)
    assert [own.may_report for who in (ada, dan) for own in own_tasks(who).games] == [False, True]
    assert "Your turn" not in home(ada) and "Waiting for your opponent" in home(ada)
    assert "Your turn" in home(dan) and "Waiting for your opponent" not in home(dan)
    claim_result(mine.pk, dan, "0-1", source="page", role="black")
    assert all("The arbiter decides" in home(who) for who in (ada, dan))


def test_whoever_runs_an_event_finds_its_last_round(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    assert "Round 1: 2 of 2 results missing" in home(organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert "Round 1: 1 of 2 results missing" in home(organiser)
    decide(event, organiser, {("Ben", "Cleo"): "1-0"})
    assert "Round 1: all results are in" in home(organiser)
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    assert not own_tasks(organiser_of(other)), "another club's rounds"


def test_one_button_is_the_loudest_and_it_is_the_next_thing_to_do(club: Club, organiser: Account) -> None:
    """Two events wait at their desks: the first is the primary button, on the club's page also before "New event"."""
    first, second = (running(club, organiser, rounds=1, name=name) for name in ("First Cup", "Second Cup"))
    for address in ("/", f"/clubs/{club.slug}"):
        page = page_of(organiser, address)
        assert re.findall(r'class="button primary"[^>]*href="([^"]*)"', page) == [f"/events/{first.pk}/desk"], address
        assert f'class="button" href="/events/{second.pk}/desk"' in page
    visitor = Client().get(f"/clubs/{club.slug}").content.decode()
    assert re.findall(r'class="button primary"[^>]*href="([^"]*)"', visitor) == ["/play"]


def test_disputes_come_first_at_home_and_at_the_desk_with_both_claims_to_choose(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    mine = game(event, "Ada", "Dan")
    assert "In dispute" not in page_of(organiser, f"/events/{event.pk}/desk")
    ada = account_of("Ada")
    claim_result(mine.pk, ada, "1-0", source="page", role="white")
    assert not own_tasks(organiser).disputes, "one claim alone is no dispute"
    claim_result(mine.pk, account_of("Dan"), "0-1", source="page", role="black")
    address = f"/events/{event.pk}/results/{mine.pk}"
    at_home, at_desk = home(organiser), page_of(organiser, f"/events/{event.pk}/desk")
    for claimed in ("1-0", "0-1"):
        assert at_home.index(f'href="{address}?said={claimed}"') < at_home.index("Round 1: 2 of 2")
        claim = re.search(rf'name="result"[^>]*value="{claimed}"|value="{claimed}"[^>]*name="result"', at_desk)
        assert claim and claim.start() < at_desk.index("Start round 2")
    assert "dispute-claims" not in home(ada)
    form = page_of(organiser, f"{address}?said=0-1")
    assert '<option value="0-1" selected>' in form and "Required: this contradicts a player's report." in form
    assert re.search(r'<input[^>]*name="reason"[^>]* required', form)
    claim_result(mine.pk, organiser, "1-0", source="desk", role="arbiter", reason="The record shows it.")
    assert not own_tasks(organiser).disputes
    assert "In dispute" not in page_of(organiser, f"/events/{event.pk}/desk")


def test_the_form_says_when_a_reason_is_needed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    mine = game(event, "Ada", "Dan")
    address = f"/events/{event.pk}/results/{mine.pk}"
    assert "Required for a void game" in page_of(organiser, address)
    for name, seat in (("Ada", "white"), ("Dan", "black")):
        claim_result(mine.pk, account_of(name), "1-0", source="page", role=seat)
    form = page_of(organiser, address)
    assert "Required unless you confirm the current result, 1-0." in form
    assert not re.search(r'<input[^>]*name="reason"[^>]* required', form)


def page_of(account: Account, address: str) -> str:
    client = Client()
    client.force_login(account)
    return client.get(address).content.decode()


def test_deals_that_are_not_finished_are_listed(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    ada = account_for("Ada")
    first = attempt(event, "Ada", 1)
    assert [(own.attempt, own.place) for own in own_tasks(ada).deals] == [
        (attempt(event, "Ada", place).pk, place) for place in (1, 2)
    ]
    assert f'href="/attempts/{first.pk}">Play</a>' in home(ada)


@pytest.mark.postgresql
def test_the_tasks_cost_the_same_however_many_there_are(
    club: Club, organiser: Account, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    running(club, organiser, rounds=1)
    running(club, organiser, rounds=1)
    with django_assert_max_num_queries(8):
        tasks = own_tasks(organiser)
    assert len(tasks.rounds) == 2


def test_the_next_round_is_named_until_it_is_paired_and_check_in_is_one_tap(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=2)
    ada, dan = account_of("Ada"), account_of("Dan")
    assert coming_rounds(ada, {event.pk}) == [], "their game of round 1 is open"
    white, black = next(
        (each.game.white.name, each.game.black.name)
        for each in PairedGame.objects.select_related("game__white", "game__black")
        if "Ada" in (each.game.white.name, each.game.black.name)
    )
    assert "Your next rounds" not in home(ada)
    decide(event, organiser, {(white, black): "1-0"})
    assert [(own.round, own.may_check_in, own.is_checked_in) for own in coming_rounds(ada)] == [(2, False, False)]
    assert "Your next rounds" in home(ada) and "Round 2 · not paired yet" in home(ada)
    check_in = CheckIn.objects.create(event=event, round_number=2, opened_at=timezone.now())
    assert "Check me in" in home(ada)
    Arrival.objects.create(check_in=check_in, entry=entry(event, "Ada"), at=timezone.now())
    assert [(own.may_check_in, own.is_checked_in) for own in coming_rounds(ada)] == [(False, True)]
    assert [(own.may_check_in, own.is_checked_in) for own in coming_rounds(dan)] == [(True, False)]
    assert coming_rounds(organiser) == [] and coming_rounds(None) == []


def test_who_withdrew_waits_for_no_round_nor_who_has_played_the_last(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=1)
    ada = account_of("Ada")
    assert [own.round for own in coming_rounds(ada)] == [1]
    Entry.objects.filter(members__person=ada.person).update(withdrawn_after=0)
    assert coming_rounds(ada) == []
    ben = account_of("Ben")
    assert [own.event for own in coming_rounds(ben)] == [event]
    rounds.start_round(event.pk, organiser)
    assert coming_rounds(ben) == []
