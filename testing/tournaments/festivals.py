"""A festival made by services: two sections before round 1, check-in open in one, and an event that could join."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Account, Club
from testing.tournaments.factories import DAY, draft, entry, with_players
from tournaments.entries.services import byes
from tournaments.festivals.services import festivals
from tournaments.models import Event, Festival

SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


@dataclass(frozen=True)
class FestivalWorld:
    """`festival` has the sections `north`, in which Nia and Nor are, and `south` with Sid; `empty` has none."""

    festival: Festival
    empty: Festival
    north: Event
    south: Event
    free: Event

    @property
    def nia(self) -> int:
        """The entry of Nia."""
        return entry(self.north, "Nia").pk

    @property
    def nias_person(self) -> int:
        return entry(self.north, "Nia").members.get().person_id


def new_festival(club: Club, organiser: Account, *events: Event, name: str = "Winter Days") -> Festival:
    """A festival of one day with these sections."""
    festival = festivals.create_festival(club.pk, organiser, name=name, starts_on=DAY, ends_on=DAY, place="Hall")
    for event in events:
        festivals.add_section(festival.pk, organiser, event.pk)
    return festival


def festival_world(club: Club, organiser: Account) -> FestivalWorld:
    """All of it."""
    north = with_players(club, organiser, ("Nia", "Nor"), name="North", **SWISS)
    south = with_players(club, organiser, ("Sid",), name="South", **SWISS)
    byes.open_check_in(north.pk, organiser)
    return FestivalWorld(
        new_festival(club, organiser, north, south),
        new_festival(club, organiser, name="Empty Days"),
        north,
        south,
        draft(club, organiser, name="Free Event"),
    )
