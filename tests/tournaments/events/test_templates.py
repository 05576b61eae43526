"""Templates of a club: the settings of an event under a name, and new events from them."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory, ClubFactory, organiser_of
from testing.marks import slow
from testing.tournaments.factories import draft, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.events.services.templates import MOST_TEMPLATES, delete_template, plan_from, save_template
from tournaments.models import Event, EventTemplate

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NEW = "/clubs/rotterdam/events/new"
LIKE = {"format": "swiss-dutch", "rounds_planned": 7, "rules": "gipf-tournament", "tie_breaks": ("MB", "DE")}


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return draft(club, organiser, place="Delft", about="Bring a clock.", **LIKE)


def test_a_template_has_all_settings_and_neither_name_nor_days_nor_players(
    club: Club, organiser: Account, event: Event
) -> None:
    template = save_template(event.pk, organiser, name="  Autumn   league ")
    assert template.name == "Autumn league" and template.club == club
    plan = plan_from(template, name="Next", day=date(2027, 3, 1))
    before = config_of(event)
    assert (plan.name, plan.starts_on, plan.ends_on) == ("Next", date(2027, 3, 1), date(2027, 3, 1))
    for name in ("format", "rounds_planned", "rules", "tie_breaks", "place", "about", "scoring", "rating_columns"):
        assert getattr(plan, name) == getattr(before, name), name
    entry = JournalEntry.objects.filter(scope__key=club.scope).latest("version")
    assert entry.action == "save-event-template"


def test_saving_again_replaces_and_a_club_has_so_many(club: Club, organiser: Account, event: Event) -> None:
    first = save_template(event.pk, organiser, name="Autumn")
    Event.objects.update(rounds_planned=3)
    assert save_template(event.pk, organiser, name="Autumn").pk == first.pk
    assert EventTemplate.objects.get().plan["rounds_planned"] == 3
    for number in range(MOST_TEMPLATES - 1):
        save_template(event.pk, organiser, name=f"T{number}")
    with pytest.raises(EventRefused, match="at most 30"):
        save_template(event.pk, organiser, name="One more")
    save_template(event.pk, organiser, name="Autumn")
    for name in ("", " ", "x" * 61):
        with pytest.raises(EventRefused):
            save_template(event.pk, organiser, name=name)


def test_others_save_delete_and_use_none(club: Club, organiser: Account, event: Event) -> None:
    template = save_template(event.pk, organiser, name="Autumn")
    other = organiser_of(ClubFactory(slug="delft"))
    for account in (other, AccountFactory()):
        with pytest.raises(NotAllowed):
            save_template(event.pk, account, name="Mine")
        with pytest.raises(NotAllowed):
            delete_template(account, template.pk)
    client = Client()
    client.force_login(other)
    assert client.post(f"/clubs/delft/templates/{template.pk}/delete").status_code == 404
    assert "7" not in re.findall(
        r'name="rounds_planned[^>]*value="(\d+)"',
        client.get(f"/clubs/delft/events/new?template={template.pk}").content.decode(),
    )
    assert EventTemplate.objects.count() == 1


def test_from_the_desk_to_a_new_event_and_away(desk: Client, event: Event) -> None:
    assert f"/events/{event.pk}/template" in desk.get(f"/events/{event.pk}/desk").content.decode()
    assert desk.post(f"/events/{event.pk}/template", {"name": "Autumn"}).status_code == 302
    template = EventTemplate.objects.get()
    assert f'href="?template={template.pk}"' in desk.get(NEW).content.decode()
    page = desk.get(f"{NEW}?template={template.pk}").content.decode()
    assert "Template: <bdi>Autumn</bdi>" in page and 'value="7"' in page and "Bring a clock." in page
    assert re.search(r'value="swiss-dutch"[^>]*checked', page)
    assert desk.post(f"/clubs/rotterdam/templates/{template.pk}/delete").status_code == 302
    assert not EventTemplate.objects.exists() and Event.objects.count() == 1


@pytest.mark.postgresql
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", slow("fa")])
@pytest.mark.django_db(transaction=True)
def test_a_second_event_by_a_template_is_three_clicks(
    club: Club, organiser: Account, open_page: Open, language: str
) -> None:
    event = with_players(club, organiser, **LIKE)
    page = open_page(f"/events/{event.pk}/template", organiser, language=language, width=PHONE)
    assert axe_faults(page) == [] and overflow(page) == 0
    page.fill("[name=name]", "Autumn")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk")
    page = open_page(NEW, organiser, language=language, width=PHONE)
    page.locator(".actions .menu > summary").click()
    assert axe_faults(page) == []
    page.locator(".actions a[href^='?template=']").click()
    page.locator("button[value=create]").click()
    page.wait_for_url("**/desk")
    made = Event.objects.exclude(pk=event.pk).get()
    assert (made.format, made.rounds_planned, made.rules) == ("swiss-dutch", 7, "gipf-tournament")
