"""The form of an event: each format shows its own choices, keeps those that differ, and asks for no other's."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from players.models import Account, Club
from testing.browser import PHONE, Open
from testing.tournaments.factories import draft, entry, fresh, running, with_players
from tests.looks import too_wide
from tests.tournaments.test_bad_input import CHANGED, GOOD
from tournaments.core.formats import formats as known_formats
from tournaments.events.presets import PRESETS, Preset
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

pytestmark = pytest.mark.django_db


def made(desk: Client, **fields: str) -> Event:
    answer = desk.post("/clubs/rotterdam/events/new", GOOD | fields)
    assert answer.status_code == 302, re.findall(r'class="errors".*?</ul>', answer.content.decode(), re.DOTALL)
    return Event.objects.latest("pk")


def test_what_was_chosen_within_a_format_is_kept(desk: Client) -> None:
    event = made(
        desk,
        format="league",
        league__groups="3",
        league__double="on",
        league__up="2",
        league__down="1",
    )
    assert event.format_options == {"groups": 3, "double": True, "up": 2}, "what is as usual is left out"
    page = desk.get(f"/events/{event.pk}/edit").content.decode()
    assert 'name="league__groups" value="3"' in page


def test_what_belongs_to_other_formats_is_not_asked_for(desk: Client) -> None:
    others = {"league__groups": "nonsense", "rounds_planned": "", "tie_break_1": ""}
    tie = {"knock-out__tie_games": "2", "knock-out__tie_minutes": "10", "knock-out__tie_seconds": "3"}
    event = made(desk, **others, **tie, **{"format": "knock-out", "knock-out__third_place": "on"})
    assert event.format_options == {"third_place": True, "tie_games": 2, "tie_seconds": 3}
    assert (event.rounds_planned, event.tie_breaks) == (None, [])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": "league", "league__groups": "0"}, "greater than or equal to 1"),
        ({"format": "league", "league__groups": "many"}, "Enter a whole number"),
        ({"format": "league", "league__groups": ""}, "This field is required"),
        ({"format": "league", "league__groups": "2", "league__up": "51"}, "less than or equal to 50"),
        (
            {"format": "swiss-dutch", "rounds_planned": "5", "swiss-dutch__baku": "on", "points": "3-1-0"},
            "Baku acceleration needs a draw worth half a win",
        ),
        ({"format": "swiss-dutch", "rounds_planned": "5", "pairing_bye": "1.25"}, "no more than 1 decimal place"),
        (
            {"format": "swiss-dutch", "rounds_planned": "5", "pairing_bye": "2"},
            "cannot be worth more than winning",
        ),
    ],
)
def test_a_choice_that_cannot_be_is_told(desk: Client, fields: dict[str, str], message: str) -> None:
    more = {"league__up": "1", "league__down": "1", "tie_break_1": ""}
    answer = desk.post("/clubs/rotterdam/events/new", GOOD | more | fields)
    assert answer.status_code == 400 and message in answer.content.decode()
    assert not Event.objects.exists()


def test_the_bye_of_an_odd_field_is_worth_what_is_typed_else_a_win(desk: Client) -> None:
    swiss = {"format": "swiss-dutch", "rounds_planned": "5"}
    assert made(desk, **swiss, pairing_bye="0.5").points.pairing_bye == 5
    event = made(desk, **swiss, games_per_round="2")
    assert event.points.pairing_bye == 20
    page = desk.get(f"/events/{event.pk}/edit").content.decode()
    assert re.search(r'name="pairing_bye"(?! value)', page)


def test_tie_breaks_are_as_usual_unless_they_are_chosen(desk: Client) -> None:
    swiss = {"format": "swiss-dutch", "rounds_planned": "5", "ranking": "usual"}
    assert made(desk, **swiss).tie_breaks == ["BH/C1", "BH", "SB"]
    assert made(desk, ranking="usual").tie_breaks == ["DE", "WIN", "SB"]
    assert made(desk, ranking="own", tie_break_2="WIN").tie_breaks == ["DE", "WIN"]


def test_the_lists_of_tie_breaks_begin_with_those_of_the_format_and_have_its_variants(desk: Client) -> None:
    page = desk.get("/clubs/rotterdam/events/new?preset=afternoon").content.decode()
    lists = re.findall(r'<select name="tie_break_\d"[^>]*>(.*?)</select>', page, re.DOTALL)
    chosen = [(re.findall(r'value="([^"]*)" selected', each) or [""])[0] for each in lists]
    assert chosen == ["BH/C1", "BH", "SB", "", ""]
    assert ">BH/C1 – Buchholz. The lowest is left out.<" in lists[0]
    assert 'data-tie-breaks="DE WIN SB"' in page, "what the script puts there with a round robin"


def test_formats_stand_in_the_order_of_use_with_the_rounds_they_mean(
    club: Club, organiser: Account, desk: Client
) -> None:
    page = desk.get("/clubs/rotterdam/events/new").content.decode()
    formats = re.findall(r'name="format" value="([\w-]+)"', page)
    assert formats[:4] == ["swiss-dutch", "round-robin", "double-round-robin", "knock-out"]
    assert sorted(formats) == sorted(each.key for each in known_formats())
    assert "10 players: 9 rounds." in page
    event = with_players(club, organiser, ("Ada", "Ben", "Cleo", "Dan", "Eve"))
    page = desk.get(f"/events/{event.pk}/edit").content.decode()
    assert "5 players: 5 rounds." in page
    assert "5 players: 4 rounds for a clear winner, 5 at most." in page


@pytest.mark.parametrize(
    ("query", "chosen"),
    [("", "Short Swiss (5 rounds)"), ("?preset=evening", "Club evening"), ("?preset=friendly", "Friendly")],
)
def test_the_preset_that_fills_the_form_is_shown_as_chosen(desk: Client, query: str, chosen: str) -> None:
    page = desk.get(f"/clubs/rotterdam/events/new{query}").content.decode()
    assert re.findall(r'href="\?preset=\w[\w-]*" aria-current="true">([^<]+)</a>', page) == [chosen]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_makes_an_event_as_it_stands(desk: Client, preset: Preset) -> None:
    """The form that a preset fills, sent as it is with a name."""
    page = desk.get(f"/clubs/rotterdam/events/new?preset={preset.key}").content.decode()
    fields: dict[str, Any] = dict(re.findall(r'<input type="(?:text|date)" name="([\w-]+)" value="([^"]*)"', page))
    fields |= dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]* checked', page))
    for name, value in re.findall(r'<input type="checkbox" name="([\w-]+)"(?: value="(\w+)")?[^>]* checked', page):
        fields[name] = [*fields.get(name, []), value or "on"]
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        fields[name] = (re.findall(r'value="([^"]*)" selected', options) or [""])[0]
    assert desk.post("/clubs/rotterdam/events/new", fields | {"name": "As it stands"}).status_code == 302
    event = Event.objects.get()
    for name, value in preset.values.items():
        if hasattr(event, name):
            assert getattr(event, name) == value


def test_the_championship_is_ranked_by_the_median_buchholz(desk: Client) -> None:
    page = desk.get("/clubs/rotterdam/events/new?preset=gipf-championship").content.decode()
    assert re.search(r'value="MB" selected', page) and 'name="rounds_planned" value="7"' in page


def test_choices_are_frozen_once_a_round_is_paired(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=5)
    swiss = CHANGED | {"format": "swiss-dutch", "rounds_planned": "5", "ranking": "usual", "swiss-dutch__baku": "on"}
    assert desk.post(f"/events/{event.pk}/edit", swiss).status_code == 302
    assert fresh(event).format_options == {"baku": True}
    rounds_services.start_round(event.pk, organiser)
    without = {name: value for name, value in swiss.items() if name != "swiss-dutch__baku"}
    assert desk.post(f"/events/{event.pk}/edit", without).status_code == 302
    assert fresh(event).format_options == {"baku": True}


# --- the start ------------------------------------------------------------------------------------------


def test_groups_and_the_first_colour_are_given_on_the_start_page(club: Club, organiser: Account, desk: Client) -> None:
    event = with_players(club, organiser, format="league", format_options={"groups": 2})
    page = desk.get(f"/events/{event.pk}/start").content.decode()
    assert "by strength: top numbers in the first" in page and "First move on board 1" not in page
    form = {"seeding": "rating", "grouping": "hand"}
    by_hand = zip(("Ada", "Ben", "Cleo", "Dan"), (2, 1, 1, 2), strict=True)
    form |= {f"group_{entry(event, name).pk}": str(group) for name, group in by_hand}
    assert desk.post(f"/events/{event.pk}/start", form | {f"group_{entry(event, 'Ada').pk}": "1"}).status_code == 400
    assert desk.post(f"/events/{event.pk}/start", form | {"grouping": "alphabet"}).status_code == 400
    assert desk.post(f"/events/{event.pk}/start", form).status_code == 302
    assert [entry(event, name).group for name in ("Ada", "Ben", "Cleo", "Dan")] == [2, 1, 1, 2]
    swiss = with_players(club, organiser, ("Eve", "Fay"), format="swiss-dutch", rounds_planned=1)
    assert "First move on board 1" in desk.get(f"/events/{swiss.pk}/start").content.decode()
    assert desk.post(f"/events/{swiss.pk}/start", {"seeding": "rating", "first_colour": "x"}).status_code == 400
    assert desk.post(f"/events/{swiss.pk}/start", {"seeding": "rating", "first_colour": "b"}).status_code == 302
    assert fresh(swiss).first_colour == "b"
    journal = desk.get(f"/events/{swiss.pk}/desk").content.decode()
    assert "number 1 has Black in round 1 (set by hand)" in journal


# --- deadlines ------------------------------------------------------------------------------------------


DAYS = [("2199-01-01", 302, ""), ("", 302, ""), ("0001-01-01", 409, "The round starts after that day.")]
DAYS += [(each, 400, "To be played by: Date has wrong format.") for each in ("tomorrow", "2026-02-30")]


@pytest.mark.parametrize(("deadline", "status", "why"), DAYS)
def test_a_round_starts_with_a_day_by_which_it_is_played(
    club: Club, organiser: Account, desk: Client, deadline: str, status: int, why: str
) -> None:
    event = running(club, organiser, format="knock-out")
    answer = desk.post(f"/events/{event.pk}/rounds/start", {"number": "1", "deadline": deadline})
    assert answer.status_code == status and why in answer.content.decode()
    assert event.rounds.count() == (status == 302)


def test_the_day_is_changed_on_its_page_by_those_who_run_the_event(
    club: Club, organiser: Account, stranger: Account, desk: Client
) -> None:
    event = running(club, organiser, format="knock-out", rounds=1)
    page = f"/events/{event.pk}/pairings/1/deadline"
    assert desk.post(page, {"deadline": "2199-01-01", "version": "1"}).status_code == 302
    assert "To be played by" in Client().get(f"/events/{event.pk}/pairings/1").content.decode()
    assert desk.post(page, {"deadline": "2199-01-02", "version": "1"}).status_code == 409
    assert desk.post(page, {"deadline": "1999-01-01"}).status_code == 400
    assert desk.post(page, {"deadline": "soon"}).status_code == 400
    assert desk.get(f"/events/{event.pk}/pairings/2/deadline").status_code == 404
    other = Client()
    assert other.post(page, {"deadline": ""}).status_code == 302
    other.force_login(stranger)
    assert other.post(page, {"deadline": ""}).status_code == 403
    assert str(event.rounds.get().deadline) == "2199-01-01"


# --- in a browser ---------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_fields_show_themselves_with_their_format(
    club: Club, organiser: Account, open_page: Open, scripts: bool
) -> None:
    page = open_page("/clubs/rotterdam/events/new?preset=evening", organiser, java_script_enabled=scripts)
    groups, rounds = page.locator("#id_league__groups"), page.locator("#id_rounds_planned")
    expect(groups).to_be_hidden()
    page.locator(".choice:has(#id_league__groups) > label").click()
    expect(groups).to_be_visible()
    expect(rounds).to_be_hidden()
    ranking = page.locator("#id_tie_break_1")
    page.get_by_text("House rules", exact=True).click()
    for_lyngk = page.locator("#id_options input[data-games*=lyngk]:not([data-games*=gipf])").first
    expect(for_lyngk).to_be_visible(visible=not scripts)
    page.get_by_label("Game", exact=True).select_option("lyngk-main")
    expect(for_lyngk).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("gipf-standard")
    groups.fill("nonsense")
    page.locator("label", has_text="Swiss, FIDE (Dutch) System").click()
    expect(groups).to_be_hidden()
    expect(ranking).to_have_value("BH/C1" if scripts else "DE")
    rounds.fill("3")
    page.get_by_label("Name", exact=True).fill("By browser")
    page.get_by_role("button", name="Create as a draft").click()
    page.wait_for_url("**/desk")
    event = Event.objects.get()
    assert (event.format, event.rounds_planned) == ("swiss-dutch", 3)


@pytest.mark.slow
@pytest.mark.browser
def test_no_new_page_is_wider_than_a_phone(club: Club, organiser: Account, open_page: Open) -> None:
    swiss = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    league = running(
        club, organiser, ("Eve", "Fay", "Gus", "Hal"), rounds=1, format="league", format_options={"groups": 2}
    )
    paths = (
        f"/events/{swiss.pk}/apart",
        f"/events/{swiss.pk}/files",
        f"/events/{swiss.pk}/pairings/1?one=1&two=2",
        f"/events/{swiss.pk}/pairings/1/deadline",
        f"/events/{league.pk}",
        f"/events/{league.pk}/crosstable",
        f"/events/{league.pk}/info",
        "/clubs/rotterdam/events/import",
        "/clubs/rotterdam/events/new?preset=gipf-championship",
    )
    assert too_wide(open_page("/about", organiser, width=PHONE), paths, ("en", "fa")) == []


def test_a_draft_can_change_its_format_with_all_that_belongs_to_it(
    club: Club, organiser: Account, desk: Client
) -> None:
    event = draft(club, organiser, format="league", format_options={"groups": 3})
    form = CHANGED | {"format": "swiss-dutch", "rounds_planned": "4", "ranking": "usual"}
    assert desk.post(f"/events/{event.pk}/edit", form).status_code == 302
    assert (fresh(event).format_options, fresh(event).rounds_planned) == ({}, 4)
