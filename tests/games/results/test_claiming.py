"""What claiming a result does to a game: rows are only added, and the game follows what is in force."""

from __future__ import annotations

import datetime

import pytest
from django.db import IntegrityError, transaction

from common.journal.models import JournalEntry
from games.core.events import GamesChanged
from games.core.services.errors import ClaimRefused
from games.models import Claim, Game
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from players.models import Account, Merge
from players.permissions import NotAllowed
from testing.factories import AccountFactory, PersonFactory, seated
from tests.events import subscribed

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def claims_of(game: Game) -> list[tuple[int, str, str, str, bool]]:
    return list(Claim.objects.filter(game=game).values_list("number", "role", "source", "result", "late"))


def test_one_player_alone_makes_no_result(game: Game) -> None:
    done = claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    assert (done.game.result, done.claim.late) == ("pending", False)
    assert claims_of(game) == [(1, "white", "page", "1-0", False)]


def test_who_presses_twice_says_it_once(game: Game) -> None:
    white = seated(game, "white")
    first = claim_result(game.pk, white, "1-0", source="page")
    again = claim_result(game.pk, white, "1-0", source="page")
    assert (again.claim.number, again.claim.at, again.standing) == (1, first.claim.at, first.standing)
    assert again.game.version == 1
    assert claims_of(game) == [(1, "white", "page", "1-0", False)]
    assert list(JournalEntry.objects.filter(scope=game.parent_scope).values_list("version", "action")) == [
        (1, "claim-result")
    ]
    game.parent_scope.refresh_from_db()
    assert (game.parent_scope.version, Game.objects.get(pk=game.pk).version) == (1, 1)


def test_what_is_said_again_after_somebody_elses_word_or_in_another_way_is_kept(game: Game) -> None:
    white, black = seated(game, "white"), seated(game, "black")
    for account, result, source in (
        (white, "1-0", "page"),
        (white, "1-0", "api"),
        (white, "0-1", "api"),
        (black, "0-1", "api"),
        (white, "0-1", "api"),
    ):
        claim_result(game.pk, account, result, source=source)
    claim_result(game.pk, white, "0-1", source="api", reason="I counted twice.")
    assert [number for number, *_rest in claims_of(game)] == [1, 2, 3, 4, 5, 6]


def test_what_an_arbiter_decides_again_is_kept(game: Game, organiser: Account) -> None:
    for _ in range(2):
        claim_result(game.pk, organiser, "+-", source="desk")
    assert len(claims_of(game)) == 2


def test_both_players_together_make_the_result_and_the_apps_above_hear_of_it(game: Game) -> None:
    heard: list[str] = []

    def listen(event: GamesChanged) -> None:
        heard.extend(game.result for game in event.games)

    with subscribed(GamesChanged, listen):
        claim_result(game.pk, seated(game, "white"), "0-1", source="page")
        claim_result(game.pk, seated(game, "black"), "0-1", source="api")
    game.refresh_from_db()
    assert (game.result, game.version, heard) == ("0-1", 2, ["0-1"])


def test_a_dispute_leaves_the_agreed_result_until_the_arbiter_decides(game: Game, organiser: Account) -> None:
    white, black = seated(game, "white"), seated(game, "black")
    for account in (white, black):
        claim_result(game.pk, account, "1-0", source="page")
    disputed = claim_result(game.pk, black, "0-1", source="page")
    assert (disputed.game.result, disputed.standing.state) == ("1-0", "disputed")
    decided = claim_result(game.pk, organiser, "0-1", source="page", reason="The score sheet says so.")
    assert decided.game.result == "0-1"


def test_an_arbiter_decides_alone(game: Game, organiser: Account) -> None:
    assert claim_result(game.pk, organiser, "+-", source="desk").game.result == "+-"
    assert claims_of(game) == [(1, "arbiter", "desk", "+-", False)]


def test_overruling_the_players_needs_a_reason(game: Game, organiser: Account) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    claim_result(game.pk, seated(game, "black"), "0-1", source="page")
    with pytest.raises(ClaimRefused, match="Give a reason"):
        claim_result(game.pk, organiser, "0-1", source="desk")
    done = claim_result(game.pk, organiser, "0-1", source="desk", reason=" Both saw the last capture. ")
    assert done.game.result == "0-1"
    assert Claim.objects.get(game=game, number=done.claim.number).why.text == "Both saw the last capture."


def test_a_decision_from_an_old_page_is_kept_and_not_in_force(game: Game, organiser: Account) -> None:
    seen = game.version
    first = claim_result(game.pk, organiser, "1-0", source="desk", expect=seen)
    second = claim_result(game.pk, organiser, "0-1", source="desk", expect=seen)
    assert (first.claim.late, second.claim.late, second.game.result) == (False, True, "1-0")
    assert claims_of(game) == [(1, "arbiter", "desk", "1-0", False), (2, "arbiter", "desk", "0-1", True)]
    again = claim_result(game.pk, organiser, "0-1", source="desk", expect=second.game.version)
    assert (again.claim.late, again.game.result) == (False, "0-1")


def test_a_decision_from_an_old_page_that_says_the_same_is_not_late(game: Game, organiser: Account) -> None:
    seen = game.version
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    assert not claim_result(game.pk, organiser, "1-0", source="desk", expect=seen).claim.late


def test_who_organises_and_plays_speaks_from_the_seat_save_at_the_desk(game: Game, organiser: Account) -> None:
    organiser.person = game.white
    organiser.save()
    assert claim_result(game.pk, organiser, "1-0", source="page").claim.role == "white"
    assert claim_result(game.pk, organiser, "1-0", source="desk").claim.role == "arbiter"
    assert claim_result(game.pk, organiser, "1-0", source="page", role="arbiter").claim.role == "arbiter"


def test_a_merged_person_still_has_the_seat(game: Game) -> None:
    kept = PersonFactory()
    game.white.merged_into = kept
    game.white.save()
    Merge.objects.create(kept=kept, gone=game.white, at="2026-01-01T00:00Z")
    assert claim_result(game.pk, AccountFactory(person=kept), "1-0", source="page").claim.role == "white"


@pytest.mark.parametrize("role", [None, "white", "arbiter"])
def test_strangers_may_not_speak(game: Game, stranger: Account, role: str | None) -> None:
    with pytest.raises(NotAllowed):
        claim_result(game.pk, stranger, "1-0", source="page", role=role)
    assert claims_of(game) == []
    assert not JournalEntry.objects.filter(scope=game.parent_scope).exists()


def test_a_player_may_not_speak_for_the_other_seat_or_as_arbiter(game: Game) -> None:
    for role in ("black", "arbiter"):
        with pytest.raises(NotAllowed):
            claim_result(game.pk, seated(game, "white"), "1-0", source="page", role=role)


@pytest.mark.parametrize("result", ["+-", "void", "pending", "1/2-0", "2-0", ""])
def test_players_report_only_what_was_played(game: Game, result: str) -> None:
    with pytest.raises(ClaimRefused):
        claim_result(game.pk, seated(game, "white"), result, source="page")
    assert claims_of(game) == []


def test_a_closed_game_is_the_arbiters_alone_and_a_correction_says_why(game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    settle_games(game.parent_scope, datetime.date(2026, 3, 1))
    with pytest.raises(ClaimRefused, match="closed"):
        claim_result(game.pk, seated(game, "black"), "0-1", source="page")
    with pytest.raises(ClaimRefused, match="Give a reason"):
        claim_result(game.pk, organiser, "0-1", source="desk")
    done = claim_result(game.pk, organiser, "0-1", source="desk", reason="Sheet read the wrong way round")
    assert done.game.result == "0-1"


def test_a_reason_has_a_length(game: Game, organiser: Account) -> None:
    with pytest.raises(ClaimRefused, match="300"):
        claim_result(game.pk, organiser, "1-0", source="desk", reason="x" * 301)


def test_claims_are_never_rewritten_nor_numbered_twice(game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    claim = Claim.objects.get(game=game)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Claim.objects.filter(pk=claim.pk).update(result="0-1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.create(game=game, number=1, role="white", source="page", result="0-1", at=claim.at)


def test_the_journal_has_a_line_for_each_claim_without_names(game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    line = JournalEntry.objects.get(scope=game.parent_scope)
    assert (line.action, line.actor) == ("claim-result", organiser.pk)
    assert line.data == {
        "game": game.pk,
        "role": "arbiter",
        "result": "1-0",
        "late": False,
        "claim": 1,
        "old": "pending",
        "changed": {"result": ["pending", "1-0"]},
    }
