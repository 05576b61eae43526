"""Until both line-ups of a match are in, or due, nobody but its own team finds out who plays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.roles import Role
from testing.factories import holder_of
from testing.tournaments.factories import fresh, last_point
from testing.tournaments.teams import FOUR_TEAMS, hand_in, running_teams, seats, team
from tournaments.core.loader import load
from tournaments.core.saved_event import unpack
from tournaments.core.webhooks import HAPPENINGS
from tournaments.events.services.undo import undo
from tournaments.models import Event, LineUp, RestorePoint, WebhookMessage
from tournaments.notices.services import add_webhook
from tournaments.rounds.services import rounds
from tournaments.teams.line_ups import own_line_up

pytestmark = [pytest.mark.django_db, pytest.mark.core]

WITH_RESERVE: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Ants": ("Ada", "Al", "Abe")}


def handed_in(club: Club, organiser: Account) -> tuple[Event, Mapping[str, Account], tuple[int | None, ...]]:
    """An event in which the Ants have handed in a line-up, and no other team has."""
    event, players = running_teams(club, organiser, WITH_RESERVE)
    hand_in(event, players["Ada"], 1, "Ants", "Al", "Abe")
    return fresh(event), players, tuple(seats(event, ["Al", "Abe"]))


def test_its_players_read_a_line_up_and_nobody_else_does(club: Club, organiser: Account) -> None:
    event, players, line_up = handed_in(club, organiser)
    rows = load(event)
    ants = rows.team_by_id[team(event, "Ants").pk]
    others = [players["Dan"], players["Ben"], organiser, holder_of(Role.ARBITER, event.scope)]
    assert [own_line_up(rows, players[name], ants, 1, 2) for name in ("Ada", "Al", "Abe")] == [line_up] * 3
    assert [own_line_up(rows, account, ants, 1, 2) for account in others] == [None] * 4


def test_the_rows_of_the_event_of_which_all_pages_are_made_hold_no_line_up(club: Club, organiser: Account) -> None:
    event, _players, _line_up = handed_in(club, organiser)
    (round_,) = load(event).rounds
    assert round_.pairings == () and all(match.boards == () for match in round_.matches)


def test_the_journal_says_that_a_line_up_is_in_and_not_who_plays(club: Club, organiser: Account) -> None:
    event, _players, _line_up = handed_in(club, organiser)
    entry = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert entry.data == {"round": 1, "team": team(event, "Ants").pk}


def test_webhooks_are_told_nothing_before_the_match_is_open(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    add_webhook(event.pk, organiser, "https://example.org/hook", list(HAPPENINGS))
    hand_in(event, players["Ada"], 1, "Ants", "Al", "Abe")
    assert not WebhookMessage.objects.exists()
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    (message,) = WebhookMessage.objects.all()
    assert message.kind == "round.changed" and json.loads(message.body)["data"]["round"] == 1


def test_restore_points_keep_no_line_up_and_an_undo_shows_none(club: Club, organiser: Account) -> None:
    event, players, line_up = handed_in(club, organiser)
    rounds.start_round(event.pk, organiser, despite_open=True)
    point = RestorePoint.objects.get(event=event, version=last_point(event))
    assert not {name for name in unpack(bytes(point.content)).tables if "lineup" in name} - {"lineupdeadline"}
    undo(event.pk, organiser, last_point(event), reason="The second round came too early.")
    assert len(load(fresh(event)).rounds) == 1
    assert load(fresh(event)).rounds[0].pairings == ()
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert load(fresh(event)).rounds[0].pairings[0].white == line_up[0], "it was kept"


def test_an_undo_takes_boards_back_and_no_captain_has_to_hand_in_again(club: Club, organiser: Account) -> None:
    event, players, _line_up = handed_in(club, organiser)
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    assert len(load(event).rounds[0].pairings) == 2
    undo(event.pk, organiser, last_point(event), reason="Dan sent the wrong line-up.")
    assert load(fresh(event)).rounds[0].pairings == ()
    assert LineUp.objects.count() == 2
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "")
    assert [len(each.entries) for each in load(fresh(event)).rounds[0].pairings] == [2, 1]
