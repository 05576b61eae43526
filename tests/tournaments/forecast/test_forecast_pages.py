"""The forecast of an event: before it, during it and after it, on its page and by the API."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club, Person
from testing.api.caller import Caller
from testing.api.limits import limit
from testing.tournaments.factories import decide, draft, entry, fresh, running, with_players
from tournaments.core.loader import load
from tournaments.forecast.queries import compute_race, has_race, performances, race
from tournaments.models import Event, RoundDraft
from tournaments.rounds.services import rounds
from tournaments.rounds.services.round_drafts import RoundOptions, draft_round
from tournaments.standings.queries.standings import compute

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A round robin of four in round 1: Ada has beaten Dan, and Ben plays Cleo."""
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    return fresh(event)


def text_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


# --- during it --------------------------------------------------------------------------------------------


def test_in_a_round_robin_everything_is_known(event: Event) -> None:
    found = compute_race(load(event))
    assert found.is_exact and found.trials == 1000
    ada = next(row for row in found.rows if row.number == 1)
    # Ada has 1 of 1 and plays Ben and Cleo. The others can have 3 (Ben, Cleo) or 2 (Dan).
    assert (ada.points, ada.most, ada.best, ada.worst, ada.chance) == (10, 30, 1, 4, "can")
    # With 1½ points Ada has 2½. She took ½ at least from Ben and Cleo each, or 1 from one of them, who then reaches 2½:
    # tied at most. With 2 points nobody else reaches 3.
    assert (ada.enough, ada.enough_alone) == (15, 20)
    assert sum(row.alone.value for row in found.rows if row.alone) <= 1
    assert abs(sum(row.first.value for row in found.rows if row.first) - 1) < 1


def test_who_is_out_is_said_to_be(club: Club, organiser: Account, client: Client) -> None:
    """Ada wins rounds 1 and 2 and leads Dan, who has lost both, by two with one round left."""
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    rounds.start_round(event.pk, organiser)
    pairs = {
        frozenset((load(fresh(event)).by_id[each.white or 0].name, load(fresh(event)).by_id[each.black or 0].name))
        for each in load(fresh(event)).rounds[1].pairings
    }
    for pair in pairs:
        white, black = next(
            (rows.by_id[each.white or 0].name, rows.by_id[each.black or 0].name)
            for rows in [load(fresh(event))]
            for each in rows.rounds[1].pairings
            if {rows.by_id[each.white or 0].name, rows.by_id[each.black or 0].name} == pair
        )
        decide(event, organiser, {(white, black): "1-0" if white < black else "0-1"})
    found = compute_race(load(fresh(event)))
    chances = {load(fresh(event)).by_number[row.number].name: row.chance for row in found.rows}
    assert chances["Dan"] == "out"
    page = text_of(client, f"/events/{event.pk}/forecast")
    assert "All pairings to come are known, so this is exact." in page
    assert page.partition("<bdi>Dan</bdi>")[2].partition("</tr>")[0].count(">out<") == 1


def test_a_swiss_leaves_open_what_depends_on_pairings(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    found = compute_race(load(event))
    assert not found.is_exact
    assert {row.chance for row in found.rows} <= {"can", "open"}
    assert "Later rounds are not paired yet" in text_of(client, f"/events/{event.pk}/forecast")


def test_the_reader_who_plays_sees_the_own_needs_first(event: Event, client: Client) -> None:
    person = Person.objects.get(pk=load(event).by_id[entry(event, "Ada").pk].person)
    account = Account.objects.create_user(username="ada-plays", password="a long password", person=person)
    assert "Your chances" not in text_of(client, f"/events/{event.pk}/forecast")
    client.force_login(account)
    page = text_of(client, f"/events/{event.pk}/forecast")
    card = page.partition("Your chances")[2].partition("</section>")[0]
    assert "1½ of 2 points are enough for first place or a tie, with any other results." in card
    assert page.index("Your chances") < page.index('<table class="fold forecast">')


def test_a_draft_of_a_round_is_not_told(club: Club, organiser: Account, client: Client) -> None:
    """A round that is paired and not published changes nothing that readers get."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    before = compute_race(load(fresh(event)))
    draft_round(event.pk, organiser, RoundOptions())
    assert RoundDraft.objects.filter(event=event).exists()
    assert compute_race(load(fresh(event))) == before


def test_formats_without_a_race_say_so(club: Club, organiser: Account, client: Client) -> None:
    keizer = running(club, organiser, ("Kim", "Lee", "Mia", "Noa"), format="keizer", rounds_planned=3, rounds=1)
    assert not has_race(load(keizer))
    assert "not won by points in one table" in text_of(client, f"/events/{keizer.pk}/forecast")
    answer = Caller().read(f"/events/{keizer.pk}/forecast")
    assert (answer["phase"], answer["outlooks"], answer["is_exact"]) == ("during", [], None)


def test_it_is_computed_once_for_a_version_and_charged(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    version = 7
    first = race(load(event), version, lambda: calls.append(1))
    assert race(load(event), version, lambda: calls.append(1)) == first
    assert len(calls) == 1
    limit(monkeypatch, "HEAVY_READS", 0)
    assert client.get(f"/events/{event.pk}/forecast").status_code == 429
    limit(monkeypatch, "HEAVY_READS", 1)
    assert client.get(f"/events/{event.pk}/forecast").status_code == 200
    assert client.get(f"/events/{event.pk}/forecast").status_code == 200  # kept: nothing is charged


# --- before it --------------------------------------------------------------------------------------------


def test_before_it_the_rounds_are_counted(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    client.force_login(organiser)
    assert f'href="/events/{event.pk}/forecast"' in text_of(client, f"/events/{event.pk}")
    page = text_of(client, f"/events/{event.pk}/forecast?players=9")
    tiles = page.partition('<dl class="tiles">')[2].partition("</dl>")[0]
    assert tiles.count('<dd class="num">9</dd>') == 2 and '<dd class="num">4</dd>' in tiles  # 9 rounds at most
    caller = Caller(organiser)
    found = caller.read(f"/events/{event.pk}/forecast")
    assert (found["phase"], found["rounds"]["players"], found["rounds"]["least"]) == ("before", 4, 2)
    assert [each["rounds"] for each in found["rounds"]["odds"]] == [1, 2, 3]
    # After round 1 one player is alone in front only where one of the two games is drawn: 2 · 0.1 · 0.9 = 18 %.
    first = found["rounds"]["odds"][0]["sole_winner"]
    assert abs(first["value"] - 0.18) < 3 * first["error"] < 0.07
    assert Caller(organiser).get(f"/events/{event.pk}/forecast?players=1").status_code == 400


def test_a_knock_out_has_its_own_count(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, format="knock-out")
    client.force_login(organiser)
    assert "6 players: 3 rounds, fixed by the format." in text_of(client, f"/events/{event.pk}/forecast?players=6")


def test_the_form_of_a_new_event_says_how_many_rounds(club: Club, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    page = text_of(client, f"/clubs/{club.slug}/events/new")
    assert "rounds for a clear winner" in page


# --- after it ---------------------------------------------------------------------------------------------


def test_performance_and_expected_score(club: Club, organiser: Account, client: Client) -> None:
    """Ada (1600) beats Dan (1400): 76 % were expected (B.02, table 8.1.2: 198 to 206 points are 76)."""
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    event.entries.filter(pk=entry(event, "Ada").pk).update(rating=1600)
    event.entries.filter(pk=entry(event, "Dan").pk).update(rating=1400)
    rows = load(fresh(event))
    found = {each.row.entry.name: each for each in performances(rows, compute(rows))}
    ada = found["Ada"]
    assert (ada.games, ada.score, ada.expected, ada.surplus, ada.performance) == (1, 10, 8, 2, 2200)
    assert (found["Ben"].games, found["Ben"].expected, found["Ben"].performance) == (0, None, None)


def test_a_closed_event_shows_it_in_one_place(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    page = text_of(client, f"/events/{event.pk}/forecast")
    assert "Performance and rating change" in page and "Who can still win?" not in page
    assert f'href="/events/{event.pk}/forecast"' in text_of(client, f"/events/{event.pk}")
    answer = Caller().read(f"/events/{event.pk}/forecast")
    assert answer["phase"] == "after" and {each["entry"]["player"]["name"] for each in answer["performances"]} == {
        "Ada", "Ben", "Cleo", "Dan",
    }  # fmt: skip


def test_an_event_that_shows_no_ratings_tells_nothing_of_them(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1, rating_columns=[])
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    event.entries.update(rating=1600)
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    page = text_of(client, f"/events/{event.pk}/forecast")
    assert "The organisers show no ratings in this event." in page and "1600" not in page
    assert Caller().read(f"/events/{event.pk}/forecast")["performances"] == []


def test_drafts_are_their_organisers(club: Club, organiser: Account, stranger: Account, client: Client) -> None:
    event = draft(club, organiser, format="swiss-dutch", rounds_planned=3)
    client.force_login(stranger)
    assert client.get(f"/events/{event.pk}/forecast").status_code == 403
    assert Caller(stranger).get(f"/events/{event.pk}/forecast").status_code == 404
    client.force_login(organiser)
    assert "How many rounds?" in text_of(client, f"/events/{event.pk}/forecast")


def test_arenas_have_none(club: Club, organiser: Account, client: Client) -> None:
    arena = draft(club, organiser, format="arena", time_control="180+2", no_show_minutes=None)
    client.force_login(organiser)
    assert client.get(f"/events/{arena.pk}/forecast").status_code == 404
    assert Caller(organiser).get(f"/events/{arena.pk}/forecast").status_code == 404
