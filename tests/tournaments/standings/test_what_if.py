"""The standings as they would be: those that come once it happens, marked as not real, bounded, not stored."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from testing.api.caller import Caller
from testing.api.limits import limit
from testing.tables import rows_of_all_tables
from testing.tournaments.factories import decide, fresh, game, running, swiss_after_round_1, table
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import standings
from tournaments.standings.queries.what_if import MOST_SUPPOSED, parse_supposed, supposed_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A round robin of four in round 1: Ada has beaten Dan, and Ben plays Cleo."""
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    return fresh(event)


def address(event: Event, white: str, black: str, code: str) -> str:
    return f"/events/{event.pk}/what-if?result={game(event, white, black).pk}:{code}"


def test_a_supposed_win_moves_the_table(event: Event) -> None:
    supposed = supposed_standings(load(event), {game(event, "Ben", "Cleo").pk: "0-1"})
    assert {(row.rank, row.entry.name, row.points) for row in supposed.rows} == {
        (1, "Ada", 10), (1, "Cleo", 10), (3, "Ben", 0), (3, "Dan", 0),
    }  # fmt: skip
    assert {name: points for _rank, name, points in table(event)} == {"Ada": 10, "Ben": 0, "Cleo": 0, "Dan": 0}


@pytest.mark.parametrize("code", ["1-0", "1/2-1/2", "0-1"])
def test_it_is_the_table_that_comes_once_the_game_ends_like_that(code: str, club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    rows = load(fresh(event))
    open_ = [(rows.by_id[each.white or 0].name, rows.by_id[each.black or 0].name) for each in rows.rounds[1].pairings]
    supposed = supposed_standings(rows, {game(event, *pair).pk: code for pair in open_})
    decide(event, organiser, dict.fromkeys(open_, code))
    assert supposed == standings(fresh(event))


def test_the_page_says_that_nothing_of_it_is_real_and_stores_nothing(event: Event, client: Client) -> None:
    before = rows_of_all_tables()
    page = client.get(address(event, "Ben", "Cleo", "0-1")).content.decode()
    assert "Hypothetical standings: 1 result assumed." in page
    cleo = page.partition('<table class="fold standings">')[2].partition("<bdi>Cleo</bdi>")[2]
    assert cleo.partition("</td>")[0].count("would rise") == 2  # as a title, and for who hears the page
    assert f'value="{game(event, "Ben", "Cleo").pk}:0-1" selected' in page
    assert "Hypothetical standings" not in client.get(f"/events/{event.pk}/what-if").content.decode()
    assert f'href="/events/{event.pk}/what-if"' in client.get(f"/events/{event.pk}").content.decode()
    assert rows_of_all_tables() == before


def test_the_api_tells_the_table_and_what_it_supposes(event: Event) -> None:
    ben = game(event, "Ben", "Cleo").pk
    answer = Caller().read(f"/events/{event.pk}/what-if?result={ben}:1-0")
    assert answer["supposed"] == {str(ben): "1-0"}
    told = {(row["entry"]["player"]["name"], row["rank"], row["rank_now"], row["points"]) for row in answer["rows"]}
    assert told == {("Ada", 1, 1, "1.0"), ("Ben", 1, 2, "1.0"), ("Cleo", 3, 2, "0.0"), ("Dan", 3, 2, "0.0")}


def test_what_cannot_be_supposed_is_refused_with_a_reason(event: Event, organiser: Account, client: Client) -> None:
    decided = game(event, "Ada", "Dan").pk
    reasons = {
        f"result={decided}:0-1": "now has a result",
        "result=999999:1-0": "now has a result",
        f"result={game(event, 'Ben', 'Cleo').pk}:--": "not possible in this event",
        "result=1-0": "GAME:RESULT",
        "&".join(f"result={number}:1-0" for number in range(MOST_SUPPOSED + 1)): "at most 40",
    }
    for asked, reason in reasons.items():
        page = client.get(f"/events/{event.pk}/what-if?{asked}")
        assert page.status_code == 400 and reason in page.content.decode(), asked
        answer = Caller().get(f"/events/{event.pk}/what-if?{asked}")
        assert answer.status_code == 400 and reason in answer.json()["error"]["fields"]["result"][0]


def test_where_draws_are_impossible_none_is_supposed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, agreed_draws=False)
    with pytest.raises(EventRefused, match="not possible in this event"):
        supposed_standings(load(event), {game(event, "Ada", "Ben").pk: "1/2-1/2"})


def test_empty_choices_suppose_nothing() -> None:
    assert parse_supposed(["", "12:1-0", ""]) == {12: "1-0"}


def test_who_is_not_signed_in_asks_for_so_many_tables_a_minute(
    event: Event, organiser: Account, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, "HEAVY_READS", 0)
    asked = address(event, "Ben", "Cleo", "1-0")
    for answer in (client.get(asked), Caller().get(asked)):
        assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert client.get(f"/events/{event.pk}/what-if").status_code == 200  # the table as it is costs nothing
    client.force_login(organiser)
    assert client.get(asked).status_code == 200


def test_drafts_and_events_that_are_over_have_none(event: Event, organiser: Account, client: Client) -> None:
    for state in (Event.State.OPEN, Event.State.CLOSED):
        Event.objects.filter(pk=event.pk).update(state=state)
        assert client.get(f"/events/{event.pk}/what-if").status_code == 404
        assert Caller().get(f"/events/{event.pk}/what-if").status_code == 404
