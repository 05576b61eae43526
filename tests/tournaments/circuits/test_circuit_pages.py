"""The pages, files and endpoints of circuits and leagues: what they show to whom. Expected values by hand."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client

from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import player_in
from testing.tournaments.circuits import CircuitWorld, circuit_world, people, played
from testing.tournaments.factories import draft
from testing.tournaments.festivals import festival_world
from testing.tournaments.seasons import league_world
from tournaments.circuits import services
from tournaments.models import Circuit, League, Season, SeasonMove

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(club: Club, organiser: Account) -> CircuitWorld:
    """Cai won the only event from Cid: 25 and 18 points."""
    return circuit_world(club, organiser)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


def test_the_page_says_who_leads_and_why(client: Client, world: CircuitWorld) -> None:
    page = text(client, f"/circuits/{world.circuit.pk}")
    assert page.index("Winner") < page.index("Cai") < page.index("Cid")
    assert "25: Circuit One, place 1" in page
    assert "Points by place: 25 18 15 12 10 8 6 4 2 1." in page
    assert "Settings" not in page


def test_an_empty_circuit_says_what_to_do(client: Client, organiser: Account, world: CircuitWorld) -> None:
    assert "start with the first results" in text(client, f"/circuits/{world.empty.pk}")
    client.force_login(organiser)
    assert "Add an event" in text(client, f"/circuits/{world.empty.pk}")


def test_names_are_no_markup(client: Client, club: Club, organiser: Account, world: CircuitWorld) -> None:
    services.edit_circuit(world.circuit.pk, organiser, about="<b>bold</b>")
    page = text(client, f"/circuits/{world.circuit.pk}")
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


def test_the_files_have_what_the_page_has(client: Client, organiser: Account, club: Club, world: CircuitWorld) -> None:
    cai, cid = (member.person for member in world.first.members.order_by("person__name"))
    (dora,) = people(club, "Dora")
    second = played(club, organiser, [cai, dora], {("Cai", "Dora"): "0-1"}, name="Circuit Two")
    services.add_event(world.circuit.pk, organiser, second.pk)
    services.edit_circuit(world.circuit.pk, organiser, counted=1)
    lines = client.get(f"/circuits/{world.circuit.pk}/standings.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(lines)))
    assert rows[0] == ["rank", "name", "points", "Circuit One", "Circuit Two", "final"]
    assert ["Cai", "25.00", "25.00", "[18.00]", "yes"] in [row[1:] for row in rows]
    saved = json.loads(client.get(f"/circuits/{world.circuit.pk}/standings.json").content)
    first = next(row for row in saved["standings"] if row["player"]["name"] == "Cai")
    assert [result["points"] for result in first["dropped"]] == ["18.00"]
    told = Caller().read(f"/circuits/{world.circuit.pk}/standings")["results"]
    assert told == saved["standings"]
    assert cid.pk in [row["player"]["id"] for row in told]


def test_a_formula_in_a_name_is_text_in_the_file(
    client: Client, club: Club, organiser: Account, world: CircuitWorld
) -> None:
    event = played(club, organiser, people(club, "=1+1", "Eve"), {("=1+1", "Eve"): "1-0"}, name="Third")
    services.add_event(world.circuit.pk, organiser, event.pk)
    content = client.get(f"/circuits/{world.circuit.pk}/standings.csv").content.decode("utf-8-sig")
    assert "'=1+1" in content
    assert "\n=1+1" not in content


def test_an_organiser_makes_a_circuit_and_adds_an_event_by_pages(
    client: Client, club: Club, organiser: Account, world: CircuitWorld
) -> None:
    client.force_login(organiser)
    sent = {"name": "Own Points", "scale": "own", "own": "12 9,5 7", "tied": "highest", "ties": ["latest", "places"]}
    assert client.post(f"/clubs/{club.slug}/circuits/new", sent).status_code == 302
    made = Circuit.objects.get(name="Own Points")
    assert (made.own, made.tied, made.ties, made.counted) == ([1200, 950, 700], "highest", ["latest", "places"], None)
    address = f"/circuits/{made.pk}"
    client.post(f"{address}/events", {"event": world.first.pk, "weight": 2})
    assert "24: Circuit One, place 1, times 2" in text(client, address)
    assert client.post(f"{address}/edit", {**sent, "own": "7 9", "version": 2}).status_code == 400
    client.post(f"{address}/events/{world.first.pk}/remove")
    client.post(f"{address}/delete")
    assert not Circuit.objects.filter(pk=made.pk).exists()


def test_a_choice_that_is_gone_and_a_wrong_value_are_explained(
    client: Client, club: Club, organiser: Account, world: CircuitWorld
) -> None:
    """Another organiser was quicker, or a value is out of bounds: the settings say so and keep what was typed."""
    league, festival = league_world(club, organiser), festival_world(club, organiser)
    client.force_login(organiser)
    circuit, free, taken = f"/circuits/{world.circuit.pk}/events", world.free.pk, world.first.pk
    division, move = (f"/leagues/{league.league.pk}/{part}" for part in ("divisions", "moves"))
    section = f"/festivals/{festival.festival.pk}/sections"
    gone, twice, ill = "Choose another one.", 'name="weight" value="2"', 'value="Ill"'
    for path, sent, expected in (
        (circuit, {"event": taken, "weight": 2}, ("This event counts in the circuit already.", twice)),
        (circuit, {"event": 10**6, "weight": 2}, (gone, twice)),
        (circuit, {"event": free, "weight": 9}, ("less than or equal to 5", f'<option value="{free}" selected>')),
        (division, {"event": league.top.pk}, ("This event is a division already.",)),
        (move, {"person": 10**6, "to": "", "reason": "Ill"}, (gone, ill)),
        (move, {"person": league.lia.pk, "to": 9, "reason": "Ill"}, (ill,)),
        (section, {"event": festival.south.pk}, ("section of a festival already",)),
    ):
        answer = client.post(path, sent)
        page = " ".join(answer.content.decode().split())
        assert answer.status_code == 400, path
        assert [each for each in ('class="field wrong"', *expected) if each not in page] == [], path
    told = Caller(organiser).ask("POST", circuit, {"event": taken})
    assert (told.status_code, "counts in the circuit already" in told.content.decode()) == (400, True)


def test_the_page_of_the_club_leads_to_circuits_and_leagues(
    client: Client, club: Club, organiser: Account, world: CircuitWorld
) -> None:
    league_world(club, organiser)
    page = text(client, f"/clubs/{club.slug}")
    assert f"/circuits/{world.circuit.pk}" in page
    assert "Club League" in page


def test_drafts_are_told_to_organisers_alone(club: Club, organiser: Account, world: CircuitWorld) -> None:
    secret = draft(club, organiser, name="Secret Cup")
    services.add_event(world.circuit.pk, organiser, secret.pk)
    address = f"/circuits/{world.circuit.pk}"
    assert [each["event"]["name"] for each in Caller().read(address)["events"]] == ["Circuit One"]
    assert len(Caller(organiser).read(address)["events"]) == 2


def test_a_league_ends_by_pages(client: Client, club: Club, organiser: Account) -> None:
    there = league_world(club, organiser)
    address = f"/leagues/{there.league.pk}"
    assert "by hand:" in text(client, address)
    client.force_login(player_in(club))
    assert client.get(f"{address}/end").status_code == 403
    client.force_login(organiser)
    client.post(f"{address}/moves", {"person": there.lia.pk, "to": "", "reason": "Moves away"})
    assert SeasonMove.objects.get(person=there.lia).to is None
    client.post(f"{address}/moves/{there.lia.pk}/remove")
    sent = {"name": "2027", "starts_on": "2027-01-09", "ends_on": "2027-04-10"}
    assert client.post(f"{address}/end", sent).status_code == 302
    assert Season.objects.filter(league=there.league).count() == 2
    over = text(client, f"{address}/seasons/1")
    assert over.index("Champion<") < over.index("Lea<")
    assert client.get(f"{address}/seasons/3").status_code == 404
    told = Caller().read(f"{address}/seasons/1")
    assert [(each["player"]["name"], each["move"]) for each in told["divisions"][0]["players"]] == [
        ("Lea", ""), ("Leo", "down"),
    ]  # fmt: skip


def test_an_organiser_makes_a_league_by_pages(client: Client, club: Club, organiser: Account) -> None:
    client.force_login(organiser)
    event = draft(club, organiser, name="Top")
    client.post(f"/clubs/{club.slug}/leagues/new", {"name": "Liga", "season": "2026", "up": 2, "down": 0})
    league = League.objects.get(name="Liga")
    client.post(f"/leagues/{league.pk}/divisions", {"event": event.pk})
    page = text(client, f"/leagues/{league.pk}/edit")
    assert "Top is not finished." in page
    client.post(f"/leagues/{league.pk}/divisions/{event.pk}/remove")
    client.post(f"/leagues/{league.pk}/delete")
    assert not League.objects.filter(pk=league.pk).exists()
