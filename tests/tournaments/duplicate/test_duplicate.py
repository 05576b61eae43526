"""A duplicate event: everybody plays the same deals alone, and the better play wins."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal.services import Stale
from games.attempts.services.attempts import begin_attempt, play_turn, resign_attempt
from games.core.services.errors import AttemptRefused
from games.models import Attempt, AttemptTurn
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.tournaments.duplicate_factories import (
    account_for,
    announced,
    attempt,
    draw_deals,
    give_up,
    lay_out,
    play_line,
    playing,
    started,
    winning_line,
)
from testing.tournaments.factories import fresh, plan, table, values
from tournaments.core.errors import EventRefused
from tournaments.duplicate.services import close_deals
from tournaments.entries.services import leaving
from tournaments.events.services import events
from tournaments.models import Deal, DrawnDeal, PairedAttempt
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import explain_standings, standings

pytestmark = pytest.mark.core


def test_everybody_has_an_attempt_at_every_deal_of_the_round(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    rows = PairedAttempt.objects.filter(pairing__round__event=event)
    places = rows.values_list("attempt__player__name", "place", "attempt__setup")
    setups = {deal.setup for deal in DrawnDeal.objects.filter(par__isnull=False)}
    assert len(setups) == 2
    assert {(name, place) for name, place, _setup in places} == {(n, p) for n in ("Ada", "Ben", "Cleo") for p in (1, 2)}
    assert {setup for _name, _place, setup in places} == setups
    assert all(len({s for _n, p, s in places if p == place}) == 1 for place in (1, 2))


def test_a_round_waits_for_its_deals(club: Club, organiser: Account) -> None:
    event = started(club, organiser)
    with pytest.raises(EventRefused, match="being drawn: 0 of 2"):
        rounds.start_round(event.pk, organiser)
    assert Job.objects.filter(kind="draw-deals", subject=f"event:{event.pk}:1").exists()
    while jobs.run_due():
        pass
    rounds.start_round(event.pk, organiser)
    assert Attempt.objects.count() == 6


def test_drawing_that_was_stopped_goes_on_with_the_same_deals(club: Club, organiser: Account) -> None:
    event = started(club, organiser)
    draw_deals(event.pk, 1)
    whole = list(DrawnDeal.objects.order_by("number").values_list("number", "setup", "par"))
    DrawnDeal.objects.filter(number__gt=1).delete()
    draw_deals(event.pk, 1)
    assert list(DrawnDeal.objects.order_by("number").values_list("number", "setup", "par")) == whole


def test_the_better_play_wins_and_the_values_open_to_their_sums(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    for place in (1, 2):
        line = winning_line(attempt(event, "Ada", place))
        assert play_line(attempt(event, "Ada", place), line).result == "won"
        give_up(attempt(event, "Ben", place))
    give_up(attempt(event, "Cleo", 1))
    assert [points for _rank, _name, points in table(event)] == [0, 0, 0], "nothing counts before the round is over"
    close_deals(event.pk, organiser, 1)
    # Deal 1: Ada beats two (2), Ben and Cleo are equal (½ each). Deal 2: Cleo did not play (0), Ben beats Cleo (1).
    assert table(event) == [(1, "Ada", 40), (2, "Ben", 15), (3, "Cleo", 5)]
    assert values(event, "Ada")[0] == "2"
    sums = {row.entry.name: str(row.values[0].explanation) for row in explain_standings(fresh(event)).rows}
    assert sums["Ada"] == "2: round 1: 1, 1"
    assert standings(fresh(event)).is_final


def test_lines_are_shown_when_everybody_has_finished(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    for name in ("Ada", "Ben", "Cleo"):
        for place in (1, 2):
            assert not Attempt.objects.filter(published=True).exists()
            give_up(attempt(event, name, place))
    assert Attempt.objects.filter(published=True).count() == 6


def test_each_turn_is_stored_when_it_is_played(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    mine = attempt(event, "Ada")
    line = winning_line(mine)
    play_line(mine, line[:3])
    assert list(AttemptTurn.objects.filter(attempt=mine).values_list("ply", "token")) == list(enumerate(line[:3], 1))


def test_a_turn_that_is_not_legal_says_why_and_stores_nothing(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    with pytest.raises(AttemptRefused, match="has not started"):
        play_turn(mine.pk, ada, "/")
    begin_attempt(mine.pk, ada)
    with pytest.raises(AttemptRefused, match="there is no level 9"):
        play_turn(mine.pk, ada, "9.123")
    with pytest.raises(NotAllowed):
        play_turn(mine.pk, account_for("Ben"), "/")
    with pytest.raises(NotAllowed):
        play_turn(mine.pk, organiser, "/")
    assert not AttemptTurn.objects.exists()


def test_a_page_that_is_out_of_date_plays_nothing(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    play_turn(mine.pk, ada, "/", expect=1)
    with pytest.raises(Stale):
        play_turn(mine.pk, ada, "/", expect=1)
    assert AttemptTurn.objects.count() == 1


def test_time_that_ran_out_ends_the_attempt_at_its_deadline_whoever_looks(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, format_options={"deals": 2, "minutes": 10, "solver_limit": 50_000})
    by_worker, by_turn = attempt(event, "Ada", 1), attempt(event, "Ada", 2)
    ada = account_for("Ada")
    for mine in (by_worker, by_turn):
        play_line(mine, ["/"])
        began = timezone.now() - datetime.timedelta(minutes=11)
        Attempt.objects.filter(pk=mine.pk).update(begun_at=began, deadline=began + datetime.timedelta(minutes=10))
    Job.objects.filter(kind="end-attempt", subject=by_worker.scope).update(due_at=timezone.now())
    jobs.run_due()
    with pytest.raises(AttemptRefused, match="time for this deal is up"):
        play_turn(by_turn.pk, ada, "/")
    for mine in (by_worker, by_turn):
        mine.refresh_from_db()
        assert (mine.ending, mine.result, mine.ended_at) == ("time", "open", mine.deadline)
        assert AttemptTurn.objects.filter(attempt=mine).count() == 1
        assert mine.counts["rounds"] == 2
    assert not Job.objects.filter(kind="end-attempt").exists()


def test_to_begin_again_gives_no_more_time_and_closing_a_round_none_back(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, format_options={"deals": 2, "minutes": 10, "solver_limit": 50_000})
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    began = begin_attempt(mine.pk, ada)
    again = begin_attempt(mine.pk, ada)
    assert (again.begun_at, again.deadline) == (began.begun_at, began.deadline)
    past = timezone.now() - datetime.timedelta(minutes=1)
    Attempt.objects.filter(pk=mine.pk).update(begun_at=past - datetime.timedelta(minutes=10), deadline=past)
    close_deals(event.pk, organiser, 1)
    mine.refresh_from_db()
    assert (mine.ending, mine.ended_at) == ("time", past)


def test_an_attempt_is_played_once(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    give_up(attempt(event, "Ada"))
    for again in (begin_attempt, resign_attempt):
        with pytest.raises(AttemptRefused, match="over"):
            again(attempt(event, "Ada").pk, account_for("Ada"))


def test_the_commitment_binds_rules_solver_and_limit(club: Club, organiser: Account) -> None:
    event = started(club, organiser)
    deal = Deal.objects.get(event=event)
    assert deal.version == "guowuguan-setup-1:guowuguan-beam-1:50000"
    assert deal.rules == "guowuguan-gwg"


def test_a_solitaire_is_played_in_this_format_alone(club: Club, organiser: Account) -> None:
    for wrong, why in (
        ({"rules": "guowuguan-gwg"}, "choose the Duplicate format"),
        ({"format": "duplicate"}, "solitaire"),
    ):
        with pytest.raises(EventRefused, match=why):
            events.create_event(club.pk, organiser, plan=plan(**wrong))
    assert not announced(club, organiser).rated


def test_who_leaves_plays_no_more_and_nobody_wins_by_it(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    play_line(attempt(event, "Ben", 1), ["/"])
    entry = PairedAttempt.objects.get(attempt=attempt(event, "Ben", 1)).pairing.slots.get().entry_id
    leaving.withdraw(event.pk, organiser, entry)
    endings = Attempt.objects.filter(player__name="Ben").order_by("paired__place").values_list("ending", flat=True)
    assert list(endings) == ["arbiter", "unplayed"]


def test_a_round_that_somebody_has_seen_is_not_taken_back(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    begin_attempt(attempt(event, "Cleo", 2).pk, account_for("Cleo"))
    with pytest.raises(EventRefused, match="Cleo has seen a deal"):
        rounds.delete_round(event.pk, organiser, 1)


def test_a_round_is_taken_back_with_its_attempts_and_other_deals_are_drawn(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    rounds.delete_round(event.pk, organiser, 1)
    assert not Attempt.objects.exists()
    seeds = list(Deal.objects.filter(event=event, round_number=1).values_list("seed", flat=True))
    assert len(set(seeds)) == 2
    lay_out(event, 1)
    rounds.start_round(event.pk, organiser)
    assert Attempt.objects.filter(setup__in=DrawnDeal.objects.filter(draw__seed=seeds[1]).values("setup")).count() == 6
