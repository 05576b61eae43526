"""Since which day a game has had a result, where its club is."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from django.utils import timezone

from common.journal import services as journal
from games.models import Game
from games.results.services.create import NewGame, create_games
from games.results.services.decisions import Decision, decide_results
from games.results.services.internal import decide_games
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from players.models import Account, Club
from testing.factories import GameFactory, seated
from tournaments.entries.acts import Withdraw
from tournaments.interchange.acts import ImportEvent

pytestmark = [pytest.mark.django_db, pytest.mark.core]
DAY = datetime.datetime(2026, 3, 7, 23, 30, tzinfo=datetime.UTC)
"""In Tokyo that is half past eight on the morning of the eighth."""
EIGHTH, TENTH = datetime.date(2026, 3, 8), datetime.date(2026, 3, 10)


@pytest.fixture
def game(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Tokyo")
    club.refresh_from_db()
    monkeypatch.setattr(timezone, "now", lambda: DAY)
    return GameFactory(club=club)


def later(monkeypatch: pytest.MonkeyPatch, days: int = 2) -> None:
    monkeypatch.setattr(timezone, "now", lambda: DAY + datetime.timedelta(days=days))


def stands_on(game: Game) -> datetime.date | None:
    game.refresh_from_db()
    return game.stands_on


def test_it_stands_when_both_have_said_so_and_a_correction_moves_no_day(
    game: Game, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    assert stands_on(game) is None
    claim_result(game.pk, seated(game, "black"), "1-0", source="page")
    assert stands_on(game) == EIGHTH
    later(monkeypatch)
    claim_result(game.pk, organiser, "0-1", source="desk", reason="Sheet misread")
    assert (stands_on(game), game.result) == (EIGHTH, "0-1")


def test_a_result_that_is_taken_back_does_not_stand_and_another_one_stands_from_its_own_day(
    game: Game, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    assert stands_on(game) == EIGHTH
    undo_decision(game.pk, organiser, 1)
    assert (stands_on(game), game.result) == (None, "pending")
    later(monkeypatch)
    decide_results(game.parent_scope.key, organiser, [Decision(game.pk, "0-1")], source="desk")
    assert stands_on(game) == TENTH
    decide_results(game.parent_scope.key, organiser, [Decision(game.pk, "pending", "Not played")], source="desk")
    assert stands_on(game) is None


def test_decisions_that_follow_from_a_withdrawal_leave_a_day_that_is_there(
    game: Game, organiser: Account, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_one = GameFactory(club=club, parent_scope=game.parent_scope)
    claim_result(game.pk, organiser, "1-0", source="desk")
    later(monkeypatch)
    with journal.commit(game.parent_scope.key, organiser, Withdraw):
        decide_games({game.pk: "0-1", open_one.pk: "+-"}, organiser)
    assert (stands_on(game), stands_on(open_one)) == (EIGHTH, TENTH)


def test_a_result_that_came_with_its_game_stands_since_the_game_was_played(game: Game, organiser: Account) -> None:
    day, seats = datetime.date(2019, 5, 4), {"white": game.white_id, "black": game.black_id}
    with journal.commit(game.parent_scope.key, organiser, ImportEvent):
        made = create_games(
            [NewGame(result="1-0", played_on=day, **seats), NewGame(played_on=day, **seats)],
            parent_scope=game.parent_scope,
            club=game.club,
            rules="gipf-basic",
            decided_by=organiser,
        )
    assert [stands_on(each) for each in made] == [day, None]
