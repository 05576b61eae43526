"""The pages of festivals: what they show to whom, and that an arbiter of one section reaches no other."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Game, Source
from games.results.services.results import claim_result
from players.models import Account, Club
from players.roles import Role
from testing.factories import ClubFactory, holder_of, organiser_of, player_in
from testing.savepoints import made_once, part
from testing.tournaments.factories import draft, entry, fresh, game, running, with_players
from tests.tournaments.festivals.test_festivals import NEXT_DAY
from tests.tournaments.festivals.test_festivals import made as festival_of
from tournaments.entries.services import byes
from tournaments.entries.services.entries import enter_person
from tournaments.festivals.services.festivals import add_section
from tournaments.models import Entry, Event, Festival
from tournaments.results.queries.seat_links import slips_of
from tournaments.results.services.seat_links import report_by_link

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


@dataclass
class Made:
    """Round 1 of North (Ada, Ben, Cleo, Dan) and of South (Eva, Fay, Gus, Hal) is paired."""

    club: Club
    organiser: Account
    two: tuple[Event, Event]
    festival: Festival


def make() -> Made:
    club = ClubFactory(name="Rotterdam GIPF Club", slug="rotterdam")
    organiser = organiser_of(club)
    north = running(club, organiser, name="North", rounds=1, **SWISS)
    south = running(club, organiser, ("Eva", "Fay", "Gus", "Hal"), name="South", rounds=1, **SWISS)
    return Made(club, organiser, (north, south), festival_of(club, organiser, north, south))


made = made_once(make)
club, organiser, two, festival = (part(name) for name in ("club", "organiser", "two", "festival"))


def arbiter_of(event: Event) -> Account:
    return holder_of(Role.ARBITER, event.scope, player_in(event.club, name=f"Arbiter of {event.name}"))


def page(path: str, account: Account | None = None) -> str:
    answer = get(path, account)
    assert answer.status_code == 200, (path, answer.status_code)
    return re.sub(r"\s+", " ", answer.content.decode())


def get(path: str, account: Account | None = None) -> HttpResponse:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get(path)


def dispute(event: Event) -> Game:
    """Both players of the first board say that they won."""
    (white, black), *_others = slips_of(event.rounds.get(number=1))
    report_by_link(white.token, "1-0")
    report_by_link(black.token, "0-1")
    return Game.objects.get(pk=white.game)


def test_the_page_lists_the_sections_and_their_leaders_and_leads_both_ways(
    festival: Festival, two: tuple[Event, Event], organiser: Account
) -> None:
    claim_result(game(two[0], "Ada", "Cleo").pk, organiser, "1-0", source=Source.DESK, role="arbiter")
    shown = page(f"/festivals/{festival.pk}")
    assert re.findall(r'<a class="whole" href="/events/\d+"><bdi>(\w+)', shown) == ["North", "South"]
    assert re.search(r"Leader</span> <bdi>Ada</bdi> <strong[^>]*>1<", shown)
    assert "Hall" in shown
    for event in two:
        assert f'<a href="/festivals/{festival.pk}"><bdi>Winter Days</bdi></a>' in page(f"/events/{event.pk}")


def test_lists_of_events_name_the_festival(festival: Festival, club: Club, organiser: Account) -> None:
    assert page(f"/clubs/{club.slug}/events").count("<bdi>Winter Days</bdi>") == 2
    assert "<bdi>Winter Days</bdi>" in page("/events")
    assert f"/festivals/{festival.pk}" not in page(f"/clubs/{club.slug}")  # it was in March 2026
    Festival.objects.filter(pk=festival.pk).update(ends_on="2999-01-01")
    assert f"/festivals/{festival.pk}" in page(f"/clubs/{club.slug}")


def test_a_draft_is_shown_to_no_one_else(festival: Festival, club: Club, organiser: Account) -> None:
    secret = draft(club, organiser, name="Secret")
    add_section(festival.pk, organiser, secret.pk)
    for path in ("", "/screen", "/calendar.ics"):
        assert "Secret" not in page(f"/festivals/{festival.pk}{path}")
        assert "Secret" not in page(f"/festivals/{festival.pk}{path}", arbiter_of(draft(club, organiser)))
    assert "Secret" in page(f"/festivals/{festival.pk}", organiser)
    assert "Secret" in page(f"/festivals/{festival.pk}", arbiter_of(secret))


def test_a_festival_of_drafts_asks_to_sign_in(club: Club, organiser: Account) -> None:
    hidden = festival_of(club, organiser, draft(club, organiser))
    assert get(f"/festivals/{hidden.pk}").status_code == 302
    assert get(f"/festivals/{hidden.pk}", player_in(club, name="Pia")).status_code == 403
    assert get(f"/festivals/{hidden.pk}", organiser).status_code == 200


def test_the_desk_shows_what_is_needed_in_its_order(
    festival: Festival, two: tuple[Event, Event], organiser: Account
) -> None:
    contested, (waiting, *_rest) = dispute(two[1]), slips_of(two[0].rounds.get())
    report_by_link(waiting[0].token, "1-0")
    byes.open_check_in(two[0].pk, organiser)
    byes.check_in(two[0].pk, organiser, entry(two[0], "Dan").pk)
    shown = page(f"/festivals/{festival.pk}/desk", organiser)
    needed = [("In dispute: decide", "South"), ("Reported by one player", "North"), ("3 players are not here", "North")]
    assert needed == re.findall(r"<h3>(.*?) <span class=\"small\">· <bdi>(\w+)</bdi>", shown)
    assert f"/events/{two[1].pk}/results/{contested.pk}?said=1-0" in shown
    assert f"/events/{two[0].pk}/results/{waiting[0].game}?said=1-0" in shown
    assert re.findall(r'festival-names">(.*?)</ul>', shown)[0].count("<li>") == 3


def test_an_arbiter_of_one_section_sees_nothing_of_the_other_at_the_desk(
    festival: Festival, two: tuple[Event, Event], organiser: Account
) -> None:
    north, south = two
    contested = dispute(south)
    byes.open_check_in(south.pk, organiser)
    shown = page(f"/festivals/{festival.pk}/desk", arbiter_of(north))
    assert re.findall(r'id="section-(\d+)"', shown) == [str(north.pk)]
    for what in ("South", "Eva", "Gus", f"/events/{south.pk}", str(contested.pk) + "?said"):
        assert what not in shown, what
    assert "Nothing to do now." in shown
    assert "South" in page(f"/festivals/{festival.pk}/desk", arbiter_of(south))


def test_who_runs_no_section_has_no_desk_and_no_list(festival: Festival, club: Club) -> None:
    stranger = player_in(club, name="Pia")
    for path in ("desk", "check-in", "links", "edit"):
        assert get(f"/festivals/{festival.pk}/{path}").status_code == 302, path
        assert get(f"/festivals/{festival.pk}/{path}", stranger).status_code == 403, path


def test_check_in_has_everyone_once_with_a_button_for_each_own_section(
    festival: Festival, two: tuple[Event, Event], organiser: Account
) -> None:
    north, south = two
    enter_person(south.pk, organiser, person_id=entry(north, "Ada").members.get().person_id)
    client = Client()
    client.force_login(organiser)
    answer = client.post(f"/festivals/{festival.pk}/check-in")
    assert answer.status_code == 302
    shown = page(f"/festivals/{festival.pk}/check-in", organiser)
    names = re.findall(r'class="festival-name"[^>]*><bdi>(\w+)', shown)
    assert names == ["Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal"]
    of_ada = shown.partition(">Ada</bdi>")[2].partition(">Ben</bdi>")[0]
    assert re.findall(r'action="/events/(\d+)/check-in/arrivals"', of_ada) == [str(north.pk), str(south.pk)]
    assert "0 of 9 here" in shown


def test_check_in_of_an_arbiter_of_one_section_has_its_players_alone(
    festival: Festival, two: tuple[Event, Event], organiser: Account
) -> None:
    north, south = two
    enter_person(south.pk, organiser, person_id=entry(north, "Ada").members.get().person_id)
    arbiter = arbiter_of(north)
    client = Client()
    client.force_login(arbiter)
    assert client.post(f"/festivals/{festival.pk}/check-in").status_code == 302
    assert hasattr(fresh(north), "check_in")
    assert not hasattr(fresh(south), "check_in")
    byes.open_check_in(south.pk, organiser)
    shown = page(f"/festivals/{festival.pk}/check-in", arbiter)
    assert "South" not in shown
    assert "Eva" not in shown
    assert f"/events/{south.pk}" not in shown
    there = Entry.objects.get(event=south, members__person__name="Ada")
    sent = client.post(f"/events/{south.pk}/check-in/arrivals", {"entry": there.pk, "here": "yes"})
    assert sent.status_code == 403
    assert not there.arrivals.exists()


def test_an_arbiter_of_one_section_gets_no_links_of_players(festival: Festival, two: tuple[Event, Event]) -> None:
    assert get(f"/festivals/{festival.pk}/links", arbiter_of(two[0])).status_code == 403
    of_festival = holder_of(Role.ARBITER, festival.club.scope, player_in(festival.club, name="Club Arbiter"))
    assert get(f"/festivals/{festival.pk}/links", of_festival).status_code == 200


def test_the_move_is_offered_where_it_is_possible(club: Club, organiser: Account) -> None:
    one, other = with_players(club, organiser, name="One"), with_players(club, organiser, (), name="Other")
    festival_of(club, organiser, one, other)
    ben = entry(one, "Ben")
    address = f"/events/{one.pk}/entries/{ben.pk}/move"
    assert address in page(f"/events/{one.pk}/players", organiser)
    assert address not in page(f"/events/{one.pk}/players")
    arbiter = arbiter_of(one)
    assert get(address, arbiter).status_code == 404  # in no other section may this arbiter enter players
    client = Client()
    client.force_login(arbiter)
    assert client.post(address, {"section": other.pk}).status_code == 404
    client.force_login(organiser)
    answer = client.post(address, {"section": other.pk}, follow=True)
    assert "Ben was moved." in answer.content.decode()
    assert list(Entry.objects.filter(event=other).values_list("members__person__name", flat=True)) == ["Ben"]


def test_the_screen_turns_through_all_sections(festival: Festival, two: tuple[Event, Event]) -> None:
    shown = page(f"/festivals/{festival.pk}/screen?show=boards")
    assert re.findall(r"<h2><bdi>(\w+)</bdi> · (Round \d)", shown) == [("North", "Round 1"), ("South", "Round 1")]
    assert page(f"/festivals/{festival.pk}/screen").count("data-slide ") == 4


def test_settings_are_saved_and_a_version_that_is_old_is_not(
    festival: Festival, organiser: Account, club: Club
) -> None:
    client = Client()
    client.force_login(organiser)
    address = reverse("festival-edit", args=[festival.pk])
    form = {"name": "Snow Days", "place": "", "starts_on": NEXT_DAY, "ends_on": NEXT_DAY, "about": "", "version": 3}
    assert client.post(address, form).status_code == 302
    assert client.post(address, form | {"name": "Other"}).status_code == 409
    assert Festival.objects.get().name == "Snow Days"


def test_the_calendar_has_the_festival_and_its_sections(festival: Festival) -> None:
    text = get(f"/festivals/{festival.pk}/calendar.ics").content.decode()
    assert re.findall(r"SUMMARY:(\w+ ?\w*)\r", text) == ["Winter Days", "North", "South"]
    assert "DTSTART;VALUE=DATE:20260307" in text
