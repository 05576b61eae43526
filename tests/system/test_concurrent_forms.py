"""Two people do the same at the same moment, each in a browser of their own: real requests in real threads.

The database is the one that runs in earnest: PostgreSQL, or SQLite in a file (the fixture `real_database`).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from common.journal.models import JournalEntry
from games.models import Claim, Game
from players.models import Account, Club
from testing.clients import signed_in
from testing.factories import ClubFactory, organiser_of, seated
from testing.tournaments import factories
from tests.threads import at_once
from tournaments.models import Event, Round

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


@pytest.fixture
def club(real_database: None) -> Club:
    return ClubFactory()


@pytest.fixture
def two(club: Club) -> tuple[Account, Account]:
    """Two organisers of one club."""
    return organiser_of(club), organiser_of(club)


def both_send(one: Account, other: Account, address: str, *forms: dict[str, str]) -> list[tuple[int, str]]:
    """Each of the two sends a form at the same moment: status and words of the answers, the better one first."""
    pairs = zip((signed_in(one), signed_in(other)), forms, strict=True)
    answers: list[Any] = at_once(*(lambda at=client, form=form: at.post(address, form) for client, form in pairs))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    return sorted((answer.status_code, _words(answer.content.decode())) for answer in answers)


def _words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_two_organisers_start_a_round_and_there_is_one_and_the_other_is_told(
    club: Club, two: tuple[Account, Account]
) -> None:
    event = factories.running(club, two[0], ("Ada", "Ben", "Cleo", "Dan"))
    form = {"number": "1"}
    (won, _), (lost, said) = both_send(*two, f"/events/{event.pk}/rounds/start", form, form)
    assert (won, lost) == (302, 409)
    winner = Account.objects.get(pk=JournalEntry.objects.get(action="start-round").actor)
    assert f"Round 1 was already started by {winner.username}." in said
    assert "The round was paired only once, and your request changed nothing." in said
    assert Round.objects.get().number == 1
    assert Game.objects.count() == 2


def paired(event: Event) -> Game:
    return factories.game(event, "Ada", "Dan")


def test_two_arbiters_decide_a_game_and_both_claims_are_kept_and_one_is_in_force(
    club: Club, two: tuple[Account, Account]
) -> None:
    """At the desk, from the same page: whoever comes second sees both results on the page of the game."""
    event = factories.running(club, two[0], rounds=1)
    game = paired(event)
    forms = [{"result": result, "version": "0"} for result in ("1-0", "0-1")]
    (won, _), (lost, said) = both_send(*two, f"/events/{event.pk}/results/{game.pk}", *forms)
    assert (won, lost) == (302, 409)
    in_force, late = Claim.objects.order_by("number")
    game.refresh_from_db()
    assert (in_force.late, late.late, {in_force.result, late.result}) == (False, True, {"1-0", "0-1"})
    assert (game.result, game.version) == (in_force.result, late.number)
    words = {"1-0": "White wins", "0-1": "Black wins"}
    now, yours = words[in_force.result], words[late.result]
    assert f"Another arbiter was faster. Current result: {now}. You entered: {yours}. Your result is kept" in said
    assert said.count("current") == 1 and said.count("came too late") == 1


def test_two_arbiters_decide_on_the_page_of_the_game(club: Club, two: tuple[Account, Account]) -> None:
    game = paired(factories.running(club, two[0], rounds=1))
    forms = [{"as": "arbiter", "result": result, "version": "0"} for result in ("1-0", "0-1")]
    (won, _), (lost, said) = both_send(*two, f"/games/{game.pk}/result", *forms)
    assert (won, lost) == (302, 409)
    game.refresh_from_db()
    late = Claim.objects.get(late=True)
    assert {game.result, late.result} == {"1-0", "0-1"}
    label = {"1-0": "1-0 White wins", "0-1": "0-1 Black wins"}
    assert f"In force now {label[game.result]} Your decision {label[late.result]}" in said


@pytest.mark.parametrize(("theirs", "result"), [("1-0", "1-0"), ("0-1", "pending")])
def test_two_players_report_and_both_are_heard(
    club: Club, two: tuple[Account, Account], theirs: str, result: str
) -> None:
    """They agree, and it counts; or they do not, and it waits for the arbiter."""
    game = paired(factories.running(club, two[0], rounds=1))
    forms = [{"as": "white", "result": "1-0"}, {"as": "black", "result": theirs}]
    answers = both_send(seated(game, "white"), seated(game, "black"), f"/games/{game.pk}/result", *forms)
    assert [status for status, _said in answers] == [302, 302]
    game.refresh_from_db()
    assert sorted(Claim.objects.values_list("role", "result", "late")) == [
        ("black", theirs, False),
        ("white", "1-0", False),
    ]
    assert game.result == result
    page = signed_in(two[0]).get(f"/events/{game.parent_scope.key.partition(':')[2]}/desk").content.decode()
    assert ("in dispute" in page) == (result == "pending")


def test_somebody_presses_twice_and_enters_once(club: Club, two: tuple[Account, Account]) -> None:
    """The same player from two devices, into an event that is open to all."""
    event = factories.with_players(club, two[0], (), self_entry=True)
    account = seated(paired(factories.running(club, two[1], rounds=1)), "white")
    (first, _), (again, said) = both_send(account, account, f"/events/{event.pk}/join", {}, {})
    assert (first, again) == (302, 409)
    assert "already" in said
    assert event.entries.count() == 1
