"""The events that hostile followers ask for. Imported once Django is set up."""

from __future__ import annotations

from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import running


def make_events(count: int, entries: int) -> int:
    """Running events with a round paired each; the number of the last."""
    club = ClubFactory(slug="followed", name="Followed Club")
    organiser = organiser_of(club)
    last = 0
    for number in range(count):
        names = [f"Player {number}.{entry}" for entry in range(entries)]
        event = running(club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=5, name=f"Cup {number}")
        last = event.pk
    return last
