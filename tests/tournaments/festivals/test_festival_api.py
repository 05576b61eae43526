"""Festivals by the API: what is read, and that an arbiter of one section reaches no other."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of, player_in
from testing.tournaments.factories import draft
from testing.tournaments.festivals import FestivalWorld, festival_world
from tournaments.entries.services import byes
from tournaments.festivals.services.festivals import add_section
from tournaments.models import Entry, Festival

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(club: Club, organiser: Account) -> FestivalWorld:
    return festival_world(club, organiser)


@pytest.fixture
def arbiter(club: Club, world: FestivalWorld) -> Account:
    """Of the section North alone."""
    return holder_of(Role.ARBITER, world.north.scope, player_in(club, name="Arne"))


def test_a_festival_is_read_with_the_sections_that_the_reader_sees(
    world: FestivalWorld, club: Club, organiser: Account
) -> None:
    secret = draft(club, organiser, name="Secret")
    add_section(world.festival.pk, organiser, secret.pk)
    address = f"/festivals/{world.festival.pk}"
    shown = Caller().read(address)
    assert (shown["name"], shown["place"], shown["starts_on"]) == ("Winter Days", "Hall", "2026-03-07")
    assert [section["name"] for section in shown["sections"]] == ["North", "South"]
    assert [section["name"] for section in Caller(organiser).read(address)["sections"]] == ["North", "South", "Secret"]
    assert [each["id"] for each in Caller().read("/festivals")["results"]] == [world.festival.pk]


def test_what_is_not_sent_stays(world: FestivalWorld, organiser: Account) -> None:
    Caller(organiser).patch(f"/festivals/{world.festival.pk}", {"place": "Delft"})
    changed = Festival.objects.get(pk=world.festival.pk)
    assert (changed.name, changed.place) == ("Winter Days", "Delft")


def test_the_desk_and_the_check_in_have_the_sections_of_the_account_alone(
    world: FestivalWorld, arbiter: Account, organiser: Account
) -> None:
    byes.open_check_in(world.south.pk, organiser)
    address = f"/festivals/{world.festival.pk}"
    (own,) = Caller(arbiter).read(f"{address}/desk")["results"]
    assert (own["event"], [row["name"] for row in own["absent"]]) == (world.north.pk, ["Nia", "Nor"])
    assert [row["name"] for row in Caller(arbiter).read(f"{address}/check-in")["results"]] == ["Nia", "Nor"]
    assert [row["name"] for row in Caller(organiser).read(f"{address}/check-in")["results"]] == ["Nia", "Nor", "Sid"]


def test_an_arbiter_of_one_section_writes_in_no_other(world: FestivalWorld, arbiter: Account) -> None:
    caller, festival = Caller(arbiter), f"/festivals/{world.festival.pk}"
    sid = Entry.objects.get(event=world.south).pk
    for method, path, body in (
        ("POST", f"/events/{world.north.pk}/entries/{world.nia}/move", {"section": world.south.pk}),
        ("POST", f"/events/{world.south.pk}/entries/{sid}/move", {"section": world.north.pk}),
        ("PUT", f"/events/{world.south.pk}/entries/{sid}/check-in", {}),
        ("POST", f"{festival}/sections", {"event": world.free.pk}),
        ("DELETE", f"{festival}/sections/{world.north.pk}", {}),
        ("PATCH", festival, {"name": "Mine"}),
        ("GET", f"{festival}/player-links", None),
    ):
        assert caller.ask(method, path, body).status_code == 403, (method, path)
    assert list(Entry.objects.filter(event=world.south).values_list("pk", flat=True)) == [sid]


def test_the_answer_to_a_move_is_the_entry_in_the_other_section(world: FestivalWorld, organiser: Account) -> None:
    address = f"/events/{world.north.pk}/entries/{world.nia}/move"
    made = Caller(organiser).post(address, {"section": world.south.pk}).json()
    assert made["player"]["name"] == "Nia"
    assert Entry.objects.get(pk=made["id"]).event_id == world.south.pk
