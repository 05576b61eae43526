"""The desk takes results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from common.journal import queries as journal
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.factories import AccountFactory, organiser_of
from testing.tournaments.factories import decide, fresh, game, running, swiss_after_round_1
from tournaments.core.loader import load, load_boards_of
from tournaments.models import Event
from tournaments.results.queries.desk import desk as desk_of
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds

ROW = {"X-Desk": "row"}


@pytest.fixture
def event(club: Club, organiser: Account, client: Client) -> Event:
    client.force_login(organiser)
    return running(club, organiser, rounds=1)


def post(client: Client, event: Event, result: str, *, version: int | None = None, headers: object = None, **more: str):
    made = game(event, "Ada", "Dan")
    data = {"result": result, "version": str(made.version if version is None else version), **more}
    return client.post(f"/events/{event.pk}/results/{made.pk}", data, headers=headers)


def test_a_button_of_a_board_decides_its_game_and_leads_back_to_it(event: Event, client: Client) -> None:
    answer = post(client, event, "1-0")
    made = game(event, "Ada", "Dan")
    assert made.result == "1-0"
    assert answer.headers["Location"] == f"/events/{event.pk}/desk?round=1#game-{made.pk}"


def test_the_script_gets_the_boards_row_as_it_is_now(event: Event, client: Client) -> None:
    row = post(client, event, "0-1", headers=ROW)
    text = row.content.decode()
    assert row.status_code == 200 and text.count("<li") == 1
    assert "Board 1: Ada – Dan, Black wins" in text
    assert 'value="0-1" data-key="0" aria-label="0-1 Black wins" aria-pressed="true"' in text
    assert f'name="version" value="{game(event, "Ada", "Dan").version}"' in text
    assert row.headers["X-Version"] == str(journal.version(event.scope))


def test_the_desk_begins_at_the_first_board_without_a_result(event: Event, organiser: Account) -> None:
    assert desk_of(load(event)).first_open == game(event, "Ada", "Dan").pk
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert desk_of(load(event)).first_open == game(event, "Ben", "Cleo").pk
    decide(event, organiser, {("Ben", "Cleo"): "1-0"})
    assert desk_of(load(event)).first_open is None


def test_the_desk_says_what_is_next_and_what_blocks_it(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=2)
    found = desk_of(load(event)).steps
    steps = {step.action: [str(message) for message in step.blockers] for step in found}
    asked = {step.action: [str(message) for message in step.warnings] for step in found}
    waiting = ["board 1 of round 1 has no result: Ada – Cleo", "board 2 of round 1 has no result: Dan – Ben"]
    assert steps == {"round": [], "close": waiting}
    assert asked["round"] == waiting, "such games count as draws, once somebody says so"


def test_games_of_earlier_rounds_that_are_open_are_named(event: Event, organiser: Account, client: Client) -> None:
    rounds.start_round(event.pk, organiser, despite_open=True)
    assert [str(message) for message in desk_of(load(event)).older_open] == [
        "board 1 of round 1 has no result: Ada – Dan",
        "board 2 of round 1 has no result: Ben – Cleo",
    ]
    page = client.get(f"/events/{event.pk}/desk?round=1").content.decode()
    assert "Board 1: Ada – Dan" in page
    assert client.get(f"/events/{event.pk}/desk?round=99").status_code == 200


def test_the_later_of_two_arbiters_sees_both_values_and_decides_again(event: Event, client: Client, club: Club) -> None:
    seen = game(event, "Ada", "Dan").version
    claim_result(game(event, "Ada", "Dan").pk, organiser_of(club), "0-1", source="desk")
    answer = post(client, event, "1-0", version=seen)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Another arbiter was faster." in page and "Current result: Black wins." in page and "came too late" in page
    assert game(event, "Ada", "Dan").result == "0-1"
    made = game(event, "Ada", "Dan")
    assert f'name="version" value="{made.version}"' in page
    post(client, event, "1-0", reason="I watched the end.")
    assert game(event, "Ada", "Dan").result == "1-0"


def test_the_script_gets_why_the_row_and_the_way_to_that_page(event: Event, client: Client, club: Club) -> None:
    seen = game(event, "Ada", "Dan").version
    claim_result(game(event, "Ada", "Dan").pk, organiser_of(club), "0-1", source="desk")
    answer = post(client, event, "1-0", version=seen, headers=ROW)
    assert answer.status_code == 409
    go, row = answer.json()["go"], answer.json()["row"]
    assert answer.json()["why"] == "Another arbiter was faster. Current result: Black wins."
    assert 'data-result="0-1"' in row and f'name="version" value="{game(event, "Ada", "Dan").version}"' in row
    assert go == f"/events/{event.pk}/results/{game(event, 'Ada', 'Dan').pk}?said=1-0&late=1"
    page = client.get(go).content.decode()
    assert "Another arbiter was faster." in page and '<option value="1-0" selected>' in page


def test_overruling_the_players_takes_a_reason(event: Event, client: Client) -> None:
    made = game(event, "Ada", "Dan")
    for seat in (made.white, made.black):
        claim_result(made.pk, AccountFactory(person=seat), "1-0", source="page")
    answer = post(client, event, "0-1")
    assert answer.status_code == 400 and "Give a reason" in answer.content.decode()
    assert game(event, "Ada", "Dan").result == "1-0"
    asked = post(client, event, "0-1", headers=ROW)
    assert asked.status_code == 400 and asked.json()["go"].endswith("?said=0-1")
    assert asked.json()["why"] == "Give a reason: this contradicts a player's report."
    post(client, event, "0-1", reason="White overstepped.")
    assert game(event, "Ada", "Dan").result == "0-1"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"result": "1-1"},
        {"result": "1-0", "version": "x"},
        {"result": "1-0"},
        {"result": "1-0", "version": "0", "reason": "r" * 301},
    ],
)
def test_what_is_no_result_is_not_taken(event: Event, client: Client, data: dict[str, str]) -> None:
    made = game(event, "Ada", "Dan")
    answer = client.post(f"/events/{event.pk}/results/{made.pk}", data)
    assert answer.status_code == 400
    assert "Please correct" in answer.content.decode()
    assert not made.claims.exists()


def test_disputes_and_waiting_reports_are_marked(event: Event, client: Client) -> None:
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    assert "1-0, waiting" in client.get(f"/events/{event.pk}/desk").content.decode()
    claim_result(made.pk, AccountFactory(person=made.black), "0-1", source="page")
    assert "in dispute" in client.get(f"/events/{event.pk}/desk").content.decode()


def test_results_from_elsewhere_are_counted_and_ones_own_are_not(event: Event, client: Client, club: Club) -> None:
    since = journal.version(event.scope)
    url = f"/events/{event.pk}/desk/news?since={since}"
    told = client.get(url).json()
    assert (told["text"], told["version"], told["wanted"]) == ("", since, None)
    post(client, event, "1-0")
    assert client.get(url).json()["text"] == ""
    decide(event, organiser_of(club), {("Ben", "Cleo"): "1-0"})
    assert client.get(url).json()["text"] == "1 new result"
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    now = journal.version(event.scope)
    told = client.get(url).json()
    assert (told["text"], told["version"], told["wanted"]) == ("2 new results", now, None)
    for odd in ("", "x", "²", "9" * 30):
        assert client.get(f"/events/{event.pk}/desk/news?since={odd}").status_code == 400


def test_the_journal_stands_beside_the_boards_in_words(event: Event, client: Client, organiser: Account) -> None:
    post(client, event, "1-0")
    page = client.get(f"/events/{event.pk}/desk").content.decode()
    assert "Round 1, board 1: arbiter entered \u20661-0\u2069" in page
    assert page.index("arbiter entered") < page.index("Round 1 started") < page.index("Event announced")
    assert organiser.username in page


def test_a_game_of_two_a_round_is_a_row_of_its_own(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, ("Ada", "Dan"), rounds=1, games_per_round=2)
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}/desk").content.decode()
    assert page.count("data-row") == 2
    assert "1.1" in page and "1.2" in page


def test_a_board_that_is_read_alone_is_as_in_the_whole_round(club: Club, organiser: Account) -> None:
    """Ada and Ben have won in round 1, so both have a point beside their names."""
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    whole = round_page(load(fresh(event)), 2)
    assert whole is not None
    for board in whole.boards:
        entries = [side.entry.id for side in (board.white, board.black) if side is not None]
        alone = round_page(load_boards_of(fresh(event), entries), 2, with_reasons=False)
        assert alone is not None and [replace(each, why=()) for each in alone.boards] == [replace(board, why=())]
    assert max(board.white.points for board in whole.boards) == 10


def test_the_last_entry_of_a_board_is_undone_from_its_row(event: Event, client: Client) -> None:
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    row = post(client, event, "0-1", headers=ROW).content.decode()
    undo = f"/events/{event.pk}/results/{made.pk}/undo"
    assert f'name="claim" value="2" data-key="u" formaction="{undo}"' in row
    fresh_row = client.post(undo, {"claim": "2"}, headers=ROW)
    assert fresh_row.status_code == 200 and "1-0, waiting" in fresh_row.content.decode()
    assert 'name="claim"' not in fresh_row.content.decode()
    assert client.post(undo, {"claim": "2"}).status_code == 409
    told = client.post(undo, {"claim": "2"}, headers=ROW)
    assert (told.status_code, told.json()["go"]) == (409, f"/events/{event.pk}/results/{made.pk}")
    assert told.json()["why"] == "This is no longer the latest decision: check the game."
    assert "data-row" in told.json()["row"]
    for odd in ("", "x", "9" * 30):
        assert client.post(undo, {"claim": odd}).status_code in (400, 409)


def test_whoever_is_late_keeps_the_reason_that_was_typed(event: Event, client: Client, club: Club) -> None:
    seen = game(event, "Ada", "Dan").version
    claim_result(game(event, "Ada", "Dan").pk, organiser_of(club), "0-1", source="desk")
    page = post(client, event, "1-0", version=seen, reason="I watched the end.")
    text = page.content.decode()
    assert page.status_code == 409 and 'value="I watched the end."' in text
    assert "Current result: Black wins." in text and "You entered: White wins." in text
