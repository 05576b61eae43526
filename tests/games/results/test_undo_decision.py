"""Undoing what an arbiter decided: it stays and does not count, and what had been said before counts again."""

from __future__ import annotations

import datetime

import pytest

from common.journal.models import JournalEntry
from games.core.services.errors import ClaimRefused
from games.models import Claim, Game, VoidedClaim
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import GameFactory, seated

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def game(club: Club) -> Game:
    return GameFactory(club=club)


def decide(game: Game, arbiter: Account, result: str, **more: str) -> None:
    claim_result(game.pk, arbiter, result, source="desk", role="arbiter", **more)


def test_decisions_are_undone_one_by_one(game: Game, organiser: Account) -> None:
    for result in ("1-0", "0-1", "pending"):
        decide(game, organiser, result)
    assert [undo_decision(game.pk, organiser, number).result for number in (3, 2, 1)] == ["0-1", "1-0", "pending"]
    assert Claim.objects.filter(game=game).count() == VoidedClaim.objects.count() == 3
    last = JournalEntry.objects.filter(scope=game.parent_scope).latest("version")
    assert (last.action, last.data) == (
        "undo-decision",
        {"game": game.pk, "undone": 1, "old": "1-0", "result": "pending", "changed": {"result": ["1-0", "pending"]}},
    )


def test_what_players_had_reported_is_there_again(game: Game, organiser: Account) -> None:
    """Taking the result back ("pending") would have taken their reports back too."""
    for seat in ("white", "black"):
        claim_result(game.pk, seated(game, seat), "1-0", source="page")
    decide(game, organiser, "0-1", reason="Black was right.")
    assert undo_decision(game.pk, organiser, 3).result == "1-0"


@pytest.mark.parametrize("number", [1, 3, 9])
def test_only_the_latest_decision_that_counts_can_be_undone(game: Game, organiser: Account, number: int) -> None:
    decide(game, organiser, "1-0")
    decide(game, organiser, "0-1")
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    with pytest.raises(ClaimRefused, match="no longer the latest decision"):
        undo_decision(game.pk, organiser, number)
    assert not VoidedClaim.objects.exists()


def test_only_arbiters_undo_and_a_closed_event_takes_a_reason(game: Game, organiser: Account) -> None:
    decide(game, organiser, "1-0")
    with pytest.raises(NotAllowed):
        undo_decision(game.pk, seated(game, "white"), 1)
    settle_games(game.parent_scope, datetime.date(2026, 3, 7))
    with pytest.raises(ClaimRefused, match="with a reason"):
        undo_decision(game.pk, organiser, 1)
