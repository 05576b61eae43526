"""Rosters while the event runs: what may change, and that no refusal tells who was handed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from django.db import transaction

from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import PersonFactory
from testing.tournaments.factories import entry, fresh, last_point
from testing.tournaments.teams import FOUR_TEAMS, hand_in, line_up_all, running_teams, seats, team
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import entries
from tournaments.events.services.undo import undo
from tournaments.models import Event, LineUp, LineUpSeat
from tournaments.teams.services.rosters import set_roster

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

WITH_RESERVE: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Ants": ("Ada", "Al", "Abe")}


def change(event: Event, organiser: Account, names: Sequence[str], captain: str = "Ada") -> None:
    own = [pk for pk in seats(event, names) if pk is not None]
    set_roster(event.pk, organiser, team(event, "Ants").pk, own, captain=entry(event, captain).pk)


def roster(event: Event) -> list[str]:
    rows = load(fresh(event))
    return [rows.by_id[each].name for each in rows.team_by_id[team(event, "Ants").pk].roster]


def enter(event: Event, club: Club, organiser: Account, name: str) -> None:
    entries.enter_person(event.pk, organiser, person_id=PersonFactory(name=name, member_of=club).pk)


def test_a_reserve_is_replaced_and_the_captain_changes(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    enter(event, club, organiser, "Aki")
    with pytest.raises(NotAllowed):
        change(event, players["Ada"], ("Ada", "Al", "Aki"))
    change(event, organiser, ("Ada", "Al", "Aki"), captain="Al")
    assert roster(event) == ["Ada", "Al", "Aki"]
    with pytest.raises(NotAllowed):
        hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    hand_in(event, players["Al"], 1, "Ants", "Ada", "Aki")
    undo(event.pk, organiser, last_point(event), reason="Abe can come.")
    assert roster(event) == ["Ada", "Al", "Abe"]


def test_what_a_roster_refuses_while_the_event_runs(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    line_up_all(event, players, 1)
    enter(event, club, organiser, "Aki")
    refused = {
        ("Ada", "Abe"): "Al has played for this team",
        ("Al", "Ada", "Abe"): "The order of the boards is fixed",
        ("Aki", "Ada", "Al"): "new players come after the others",
        ("Ada", "Al", "Bo"): "plays for another team",
        ("Ada", "Al", "Abe", "Aki"): "at most 3 players",
        ("Ada", "Al", "Al"): "listed twice",
    }
    for names, why in refused.items():
        with pytest.raises(EventRefused, match=why):
            change(event, organiser, names)
    with pytest.raises(EventRefused, match="must be one of the team"):
        change(event, organiser, ("Ada", "Al"), captain="Ben")
    with pytest.raises(EventRefused, match="needs at least one player"):
        set_roster(event.pk, organiser, team(event, "Ants").pk, [])
    change(event, organiser, ("Ada", "Al", "Aki"))
    assert roster(event) == ["Ada", "Al", "Aki"]


def test_a_fixed_order_changes_between_rounds_where_the_event_lets_it(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE, format_options={"reorder": True})
    with pytest.raises(EventRefused, match="changes between rounds"):
        change(event, organiser, ("Al", "Ada", "Abe"))
    line_up_all(event, players, 1)
    change(event, organiser, ("Al", "Ada", "Abe"))
    assert roster(event) == ["Al", "Ada", "Abe"]


def test_where_captains_seat_players_freely_the_order_says_nothing(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE, format_options={"fixed_order": False})
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    change(event, organiser, ("Al", "Abe", "Ada"))
    assert roster(event) == ["Al", "Abe", "Ada"]


def test_once_a_line_up_is_in_nobody_leaves_whoever_is_in_it(club: Club, organiser: Account) -> None:
    """Abe is in one line-up and not in the other: both times the arbiter reads the same."""
    event, players = running_teams(club, organiser, WITH_RESERVE)
    said = set()
    for line_up in (("Ada", "Al"), ("Al", "Abe")):
        with transaction.atomic():
            hand_in(event, players["Ada"], 1, "Ants", *line_up)
            for names in (("Ada", "Al"), ("Al", "Abe"), ("Ada", "Abe")):
                with pytest.raises(EventRefused) as refused:
                    change(event, organiser, names, captain=names[0])
                said.add(str(refused.value.message))
            transaction.set_rollback(True)
    assert said == {"The line-up for round 1 is in: players leave the roster once the match is open."}


def test_a_player_whose_place_is_undone_does_not_sit_and_the_line_up_stays_a_secret(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    enter(event, club, organiser, "Aki")
    registered = last_point(event)
    change(event, organiser, ("Ada", "Al", "Aki"))
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Aki")
    undo(event.pk, organiser, registered, reason="Aki is not eligible.")
    assert LineUp.objects.count() == 1 and LineUpSeat.objects.count() == 1
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    rows = load(fresh(event))
    boards = [[rows.by_id[each].name for each in board.entries] for board in rows.rounds[0].pairings]
    assert boards == [["Ada", "Dan"], ["Di"]]


def test_a_player_whose_place_alone_is_undone_does_not_sit_either(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    enter(event, club, organiser, "Aki")
    change(event, organiser, ("Ada", "Al", "Aki"))
    placed = last_point(event)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Aki")
    undo(event.pk, organiser, placed, reason="Aki plays for no team.")
    assert "Aki" not in roster(event) and LineUpSeat.objects.count() == 2
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    rows = load(fresh(event))
    boards = [[rows.by_id[each].name for each in board.entries] for board in rows.rounds[0].pairings]
    assert boards == [["Ada", "Dan"], ["Di"]]


@pytest.mark.usefixtures("real_database")
def test_a_captain_and_an_arbiter_at_once_leave_no_player_on_a_board_who_is_off_the_roster(
    club: Club, organiser: Account
) -> None:
    """Abe is handed in while he is taken off the roster: whichever is first, the other is refused."""
    event, players = running_teams(club, organiser, WITH_RESERVE)
    outcomes = at_once(
        lambda: hand_in(event, players["Ada"], 1, "Ants", "Al", "Abe"),
        lambda: change(event, organiser, ("Ada", "Al")),
    )
    (refused,) = [each for each in outcomes if each is not None]
    assert isinstance(refused, EventRefused), outcomes
    handed_in = LineUp.objects.exists()
    assert ("Abe" in roster(event)) is handed_in
    assert (
        str(refused.message)
        == {
            True: "The line-up for round 1 is in: players leave the roster once the match is open.",
            False: "A line-up names only players of its team.",
        }[handed_in]
    )
