"""Rating lists may have to count another result than the table: an arbiter says so, rarely, and everybody sees it."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from common.jobs import services as jobs
from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.core.services.errors import GameRefused
from games.models import Game
from games.results.services.create import settle_games
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from players.models import Account, Club
from players.permissions import NotAllowed
from ratings.ledger.services.ledgers import recompute
from ratings.models import History, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import GameFactory, seated
from testing.tournaments.factories import decide, fresh, running
from tournaments.core.loader import load
from tournaments.events.services.lifecycle import close_event
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.standings.queries.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def won(club: Club, organiser: Account) -> Game:
    """A game that White won over the board."""
    game = GameFactory(club=club)
    return claim_result(game.pk, organiser, "1-0", source="desk").game


def test_the_list_counts_the_other_result_and_the_table_does_not(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    close_event(event.pk, organiser)
    jobs.run_due()
    game = Game.objects.get(parent_scope__key=event.scope)
    # Both are new, at 1500, with K = 40: a win is +20, a draw is 0.
    assert sorted(Rating.objects.filter(pool__club=None).values_list("value", flat=True)) == [1480, 1520]
    set_rated_result(game.pk, organiser, "1/2-1/2")
    jobs.run_due()
    assert sorted(Rating.objects.filter(pool__club=None).values_list("value", flat=True)) == [1500, 1500]
    assert [row.points for row in standings(fresh(event)).rows] == [10, 0]
    set_rated_result(game.pk, organiser, "void")
    jobs.run_due()
    assert not Rating.objects.exists() and not History.objects.exists()
    set_rated_result(game.pk, organiser, "")
    jobs.run_due()
    assert sorted(Rating.objects.filter(pool__club=None).values_list("value", flat=True)) == [1480, 1520]
    told = [str(row.text) for row in journal_entries(load(fresh(event)))]
    assert sum("counts in rating lists as in the table" in text for text in told) == 1
    assert sum("counts in no rating list" in text for text in told) == 1
    assert sum("counts in rating lists as \u2066½-½\u2069" in text for text in told) == 1


def test_a_new_result_counts_as_it_is(won: Game, organiser: Account) -> None:
    set_rated_result(won.pk, organiser, "1/2-1/2")
    claim_result(won.pk, organiser, "0-1", source="desk")
    won.refresh_from_db()
    assert (won.result, won.rated_result) == ("0-1", "")


def test_the_same_result_again_leaves_what_lists_count(won: Game, organiser: Account) -> None:
    set_rated_result(won.pk, organiser, "1/2-1/2")
    claim_result(won.pk, organiser, "1-0", source="desk")
    won.refresh_from_db()
    assert won.rated_result == "1/2-1/2"


def test_the_result_of_the_table_is_nothing_of_its_own(won: Game, organiser: Account) -> None:
    assert set_rated_result(won.pk, organiser, "1-0").rated_result == ""


@pytest.mark.parametrize("code", ["+-", "1/2-0", "pending", "5-0", "<script>"])
def test_only_results_over_the_board_count(won: Game, organiser: Account, code: str) -> None:
    with pytest.raises(GameRefused, match="This result does not exist"):
        set_rated_result(won.pk, organiser, code)
    assert not JournalEntry.objects.filter(action="set-rated-result").exists()


def test_without_a_result_or_outside_the_lists_there_is_nothing_to_count(club: Club, organiser: Account) -> None:
    with pytest.raises(GameRefused, match="Decide the result first"):
        set_rated_result(GameFactory(club=club).pk, organiser, "1-0")
    with pytest.raises(GameRefused, match="is not rated"):
        set_rated_result(GameFactory(club=club, rated=False, result="1-0").pk, organiser, "0-1")


def test_only_arbiters_on_a_page_that_is_still_true_may(won: Game, organiser: Account, stranger: Account) -> None:
    for account in (stranger, seated(won, "white")):
        with pytest.raises(NotAllowed):
            set_rated_result(won.pk, account, "0-1")
    with pytest.raises(Stale):
        set_rated_result(won.pk, organiser, "0-1", expect=won.version - 1)
    won.refresh_from_db()
    assert won.rated_result == ""


def test_replaying_from_nothing_agrees(won: Game, organiser: Account) -> None:
    settle_games(won.parent_scope, datetime.date(2026, 3, 1))
    set_rated_result(won.pk, organiser, "0-1")
    pool = pool_for(won.rules)
    recompute(pool.pk)
    assert Rating.objects.get(pool=pool, person=won.black).value == 1520
    assert recompute(pool.pk) == 0


# --- on the page ----------------------------------------------------------------------------------------


def test_an_arbiter_says_it_on_the_page_and_everybody_reads_it(client: Client, won: Game, organiser: Account) -> None:
    page = f"/games/{won.pk}/result"
    assert "In rating lists" not in client.get(page).content.decode()
    client.force_login(organiser)
    assert "In rating lists" in client.get(page).content.decode()
    answer = client.post(f"/games/{won.pk}/rated-result", {"result": "1/2-1/2", "version": won.version}, follow=True)
    assert answer.redirect_chain == [(page, 302)]
    assert "Rating lists follow." in answer.content.decode()
    client.logout()
    shown = client.get(f"/games/{won.pk}").content.decode()
    assert "½-½" in shown and "by the arbiter's decision" in shown


@pytest.mark.parametrize(
    "fields", [{"result": "+-", "version": 1}, {"result": "1-0"}, {"result": "x" * 99, "version": 1}]
)
def test_what_cannot_be_is_refused_with_words(
    client: Client, won: Game, organiser: Account, fields: dict[str, object]
) -> None:
    client.force_login(organiser)
    answer = client.post(f"/games/{won.pk}/rated-result", fields)
    assert answer.status_code == 400
    assert (
        "This result does not exist." in answer.content.decode() or "This field is required." in answer.content.decode()
    )
    won.refresh_from_db()
    assert won.rated_result == ""


def test_strangers_are_turned_away(client: Client, won: Game, stranger: Account) -> None:
    fields = {"result": "0-1", "version": won.version}
    assert client.post(f"/games/{won.pk}/rated-result", fields).status_code == 302
    client.force_login(stranger)
    assert client.post(f"/games/{won.pk}/rated-result", fields).status_code == 403
