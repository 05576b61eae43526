"""A league made by services: two divisions that are over, so that its season can end; and an event that could join."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Account, Club, Person
from testing.tournaments.circuits import people, played
from testing.tournaments.factories import draft
from tournaments.models import Event, League
from tournaments.seasons.services import leagues as services


@dataclass(frozen=True)
class LeagueWorld:
    """`league` has the divisions `top`, which Lea won from Leo, and `low`, which Lia won from Liv.

    Liv stays by hand. `empty` has no division, and `free` is in none.
    """

    league: League
    empty: League
    top: Event
    low: Event
    free: Event
    lia: Person
    liv: Person


def league_world(club: Club, organiser: Account) -> LeagueWorld:
    """All of it."""
    lea, leo, lia, liv = people(club, "Lea", "Leo", "Lia", "Liv")
    top = played(club, organiser, [lea, leo], {("Lea", "Leo"): "1-0"}, name="Top 2026")
    low = played(club, organiser, [lia, liv], {("Lia", "Liv"): "1-0"}, name="Low 2026")
    league = services.create_league(club.pk, organiser, name="Club League", season="2026")
    for event in (top, low):
        services.add_division(league.pk, organiser, event.pk)
    services.move_by_hand(league.pk, organiser, liv.pk, to=2, reason="Stays where she is")
    empty = services.create_league(club.pk, organiser, name="Empty League", season="2026")
    return LeagueWorld(league, empty, top, low, draft(club, organiser, name="Third Division"), lia, liv)
