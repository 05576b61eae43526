"""Events of teams for tests: made by services, with an account for every player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from players.models import Account, Club
from testing.factories import player_in
from testing.tournaments.factories import draft, enter_persons, entry, fresh
from tournaments.events.services import events, lifecycle
from tournaments.models import Event, Team
from tournaments.rounds.services import rounds as rounds_services
from tournaments.teams.services import line_ups, teams
from tournaments.teams.services.rosters import set_roster

FOUR_TEAMS: Mapping[str, Sequence[str]] = {
    "Ants": ("Ada", "Al"), "Bees": ("Ben", "Bo"), "Cats": ("Cleo", "Cy"), "Dogs": ("Dan", "Di"),
}  # fmt: skip
"""Unrated, so that they are numbered by name: 1 to 4. The first of a team is its captain."""

Players = Mapping[str, Account]


def announced_teams(
    club: Club,
    organiser: Account,
    rosters: Mapping[str, Sequence[str]] = FOUR_TEAMS,
    known: Players | None = None,
    **changes: Any,
) -> tuple[Event, Players]:
    """An announced round robin of teams with two boards and their rosters, and the accounts of all players by name.

    `known` are accounts that are there.
    """
    options = {"boards": 2, "reserves": 1, **changes.pop("format_options", {})}
    event = draft(club, organiser, **{"format": "team-round-robin"} | changes, format_options=options)
    events.announce(event.pk, organiser)
    names = [name for names in rosters.values() for name in names]
    players = {name: (known or {}).get(name) or player_in(club, name=name) for name in names}
    enter_persons(event, organiser, [account.person for account in players.values()])
    for team, names in rosters.items():
        made = teams.make_team(event.pk, organiser, team)
        own = [entry(event, name).pk for name in names]
        set_roster(event.pk, organiser, made.pk, own, captain=own[0])
    return fresh(event), players


def running_teams(
    club: Club,
    organiser: Account,
    rosters: Mapping[str, Sequence[str]] = FOUR_TEAMS,
    *,
    rounds: int = 1,
    **changes: Any,
) -> tuple[Event, Players]:
    """The same, started, with `rounds` rounds paired and no line-up handed in."""
    event, players = announced_teams(club, organiser, rosters, **changes)
    lifecycle.start_event(event.pk, organiser)
    for _number in range(rounds):
        rounds_services.start_round(event.pk, organiser, despite_open=True)
    return fresh(event), players


def team(event: Event, name: str) -> Team:
    return Team.objects.get(event=event, name=name)


def seats(event: Event, names: Sequence[str]) -> list[int | None]:
    """The entries (ids) of players by name; None for ""."""
    return [entry(event, name).pk if name else None for name in names]


def hand_in(event: Event, account: Account, number: int, team_name: str, *names: str) -> None:
    """A line-up by names, board by board; "" for an empty one."""
    line_ups.hand_in_line_up(event.pk, account, number, team(event, team_name).pk, seats(event, names))


def line_up_all(event: Event, players: Players, number: int, rosters: Mapping[str, Sequence[str]] = FOUR_TEAMS) -> None:
    """Every captain hands in the first two of the roster."""
    for name, names in rosters.items():
        hand_in(event, players[names[0]], number, name, *names[:2])
