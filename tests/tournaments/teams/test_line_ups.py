"""Line-ups: who hands them in, what may be played, and when they become boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import holder_of
from testing.tournaments.factories import fresh, game
from testing.tournaments.teams import FOUR_TEAMS, hand_in, line_up_all, running_teams, seats, team
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, load
from tournaments.core.team_tables import team_table
from tournaments.entries.services.leaving import withdraw
from tournaments.models import Event, LineUp, LineUpDeadline, LineUpSeat, Round, TeamMatch
from tournaments.rounds.services import rounds
from tournaments.teams.services import line_ups

pytestmark = [pytest.mark.django_db, pytest.mark.core]

WITH_RESERVES: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Ants": ("Ada", "Al", "Abe"), "Dogs": ("Dan", "Di", "Dora")}


def boards(event: Event, number: int = 1) -> list[tuple[int, str, str]]:
    """Place in the round, White and Black of every board; "" where nobody sits."""
    rows = load(fresh(event))
    return [
        (each.board, *_names(rows, each.white, each.black, each.alone)) for each in rows.rounds[number - 1].pairings
    ]


def _names(rows: EventData, white: int | None, black: int | None, alone: int | None) -> tuple[str, str]:
    if alone is not None:
        return rows.by_id[alone].name, ""
    assert white is not None and black is not None
    return rows.by_id[white].name, rows.by_id[black].name


def test_boards_are_made_once_both_captains_have_handed_in(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    assert boards(event) == []
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert boards(event) == [(1, "Ada", "Dan"), (2, "Di", "Al")], "colours alternate; Bees and Cats still wait"
    hand_in(event, players["Cleo"], 1, "Cats", "Cleo", "Cy")
    hand_in(event, players["Ben"], 1, "Bees", "Ben", "Bo")
    assert boards(event)[2:] == [(3, "Ben", "Cleo"), (4, "Cy", "Bo")]
    assert game(event, "Cy", "Bo").result == "pending"


def test_the_last_line_up_counts_until_the_match_is_open(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVES)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    hand_in(event, players["Ada"], 1, "Ants", "Al", "Abe")
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert boards(event) == [(1, "Al", "Dan"), (2, "Di", "Abe")]
    with pytest.raises(EventRefused, match="can no longer change"):
        hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")


def test_captains_hand_in_for_their_own_team_and_arbiters_for_any(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    for account in (players["Al"], players["Ben"], holder_of(Role.SCORER, event.scope)):
        with pytest.raises(NotAllowed):
            hand_in(event, account, 1, "Ants", "Ada", "Al")
    assert not LineUp.objects.exists()
    hand_in(event, holder_of(Role.ARBITER, event.scope), 1, "Ants", "Ada", "Al")
    assert LineUp.objects.get().team == team(event, "Ants")


def test_a_line_up_keeps_to_the_roster_and_its_order(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVES)
    wrong = {
        ("Al", "Ada"): "The order of the boards is fixed",
        ("Ada", "Ada"): "sits at more than one board",
        ("Ada", "Bo"): "names only players of its team",
        ("Ada", "Al", "Abe"): "the line-up has 3",
        ("", ""): "The line-up is empty",
    }
    for names, why in wrong.items():
        with pytest.raises(EventRefused, match=why):
            hand_in(event, players["Ada"], 1, "Ants", *names)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Abe")


def test_captains_seat_players_in_any_order_where_it_is_free(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, format_options={"fixed_order": False})
    hand_in(event, players["Ada"], 1, "Ants", "Al", "Ada")
    hand_in(event, players["Dan"], 1, "Dogs", "Di", "Dan")
    assert boards(event) == [(1, "Al", "Di"), (2, "Dan", "Ada")]


def test_an_empty_board_is_forfeited(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "")
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert boards(event) == [(1, "Ada", "Dan"), (2, "Di", "")]
    match = team_table(load(event)).rounds[0].matches[0]
    assert [(side.outcome, side.played) for side in match.sides(4)][1] == ("win", False)
    assert match.line_up(1) == (1, None)


def test_matches_are_seated_when_line_ups_are_due_and_missing_boards_are_forfeits(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    line_ups.set_line_up_deadline(event.pk, organiser, 1, timezone.now() + timedelta(hours=1))
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    jobs.run_due()
    assert boards(event) == [], "an hour is left"
    LineUpDeadline.objects.update(at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(EventRefused, match="time for line-ups"):
        hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    line_ups.seat_ready_matches(event.pk, 1)
    line_ups.seat_ready_matches(event.pk, 1)
    assert boards(event) == [(1, "Ada", ""), (2, "Al", "")]
    ants, others = team_table(load(event)).rounds[0].matches
    assert not ants.is_open and not others.is_open, "nobody sits at two teams' boards: both have lost"
    assert not any(side.played for side in (*ants.sides(1), *others.sides(2)))


def test_boards_of_one_match_that_are_made_early_leave_the_hour_when_the_others_are_due(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    line_ups.set_line_up_deadline(event.pk, organiser, 1, timezone.now() + timedelta(hours=1))
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    jobs.run_due()
    assert len(load(event).rounds[0].waiting_matches) == 1
    passed = timezone.now() - timedelta(seconds=1)
    LineUpDeadline.objects.update(at=passed)
    Job.objects.filter(is_planned=False, due_at__gt=timezone.now()).update(due_at=passed)
    jobs.run_due()
    assert not load(fresh(event)).rounds[0].waiting_matches


def test_an_arbiter_closes_line_ups_that_nobody_waits_for(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    with pytest.raises(NotAllowed):
        line_ups.close_line_ups(event.pk, players["Ada"], 1)
    line_ups.close_line_ups(event.pk, organiser, 1)
    assert boards(event) == [(1, "Ada", ""), (2, "Al", "")]
    with pytest.raises(EventRefused, match="All line-ups of this round are open"):
        line_ups.close_line_ups(event.pk, organiser, 1)


def test_a_deadline_lies_ahead_and_can_be_taken_back(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser)
    now = timezone.now()
    with pytest.raises(EventRefused, match="That time has passed"):
        line_ups.set_line_up_deadline(event.pk, organiser, 1, now - timedelta(minutes=1))
    line_ups.set_line_up_deadline(event.pk, organiser, 1, now + timedelta(hours=2))
    assert load(event).rounds[0].line_ups_due == now + timedelta(hours=2)
    line_ups.set_line_up_deadline(event.pk, organiser, 1, None)
    assert load(event).rounds[0].line_ups_due is None


def test_a_round_that_is_taken_back_leaves_no_line_up_for_its_next_pairing(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    rounds.delete_round(event.pk, organiser, 1)
    assert not TeamMatch.objects.exists()
    rounds.start_round(event.pk, organiser)
    assert not LineUp.objects.exists()
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert boards(event) == []


def test_a_player_who_withdrew_after_the_line_up_was_sent_leaves_the_board_empty(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    withdraw(event.pk, organiser, seats(event, ["Al"])[0] or 0)
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert boards(event) == [(1, "Ada", "Dan"), (2, "Di", "")]
    with pytest.raises(EventRefused, match="Al has withdrawn"):
        rounds.start_round(event.pk, organiser, despite_open=True)
        hand_in(event, players["Ada"], 2, "Ants", "Ada", "Al")


@pytest.mark.postgresql
def test_the_tables_refuse_what_no_service_would_write(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    own, round_ = LineUp.objects.get(), Round.objects.get()
    ants, bees = team(event, "Ants"), team(event, "Bees")
    match = TeamMatch.objects.filter(round=round_).earliest("table")
    refused = [
        lambda: LineUp.objects.create(team=ants, round_number=1, sent_by=1, sent_at=timezone.now()),
        lambda: LineUpSeat.objects.create(line_up=own, board=3, entry_id=seats(event, ["Ada"])[0]),
        lambda: ants.members.update(captain=True),
        lambda: TeamMatch.objects.create(round=round_, table=9, white=ants, black=bees),
        lambda: TeamMatch.objects.filter(pk=match.pk).update(black=match.white_id),
        lambda: TeamMatch.objects.filter(pk=match.pk).update(kind="pab"),
        lambda: type(ants).objects.filter(pk=ants.pk).update(name="Bees"),
    ]
    for write in refused:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_line_ups_of_rounds_that_are_paired_ahead_are_handed_in_in_any_order(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=3)
    for number in (3, 1, 2):
        line_up_all(event, players, number)
    assert [len(boards(event, number)) for number in (1, 2, 3)] == [4, 4, 4]
