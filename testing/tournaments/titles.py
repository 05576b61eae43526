"""Titles made by services: one by norms that Tia holds and Tom could be awarded, and one that was never awarded."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Account, Club, Person
from testing.tournaments.circuits import people, played
from testing.tournaments.factories import entry, play
from tournaments.entries.services import numbering
from tournaments.events.services import lifecycle
from tournaments.models import Award, Event, Title
from tournaments.titles import services


@dataclass(frozen=True)
class TitleWorld:
    """`title` takes one norm of 1800 in a game; Tia and Tom made one each against Tat, who has 1500."""

    title: Title
    unused: Title
    award: Award
    tia: Person
    tom: Person


def norm_event(club: Club, organiser: Account, winner: Person, loser: Person, rating: int, name: str) -> Event:
    """An event of one game, which `winner` wins against `loser`, who has this rating: a performance 800 above it."""
    event = played(club, organiser, [winner, loser], closed=False, name=name)
    numbering.set_rating(event.pk, organiser, entry(event, loser.name).pk, rating, reason="typed")
    white, black = sorted((winner, loser), key=lambda person: person.name)
    if entry(event, loser.name).number == 1:
        white, black = loser, winner
    play(event, organiser, {(white.name, black.name): "1-0" if white == winner else "0-1"})
    lifecycle.close_event(event.pk, organiser)
    return event


def title_world(club: Club, organiser: Account) -> TitleWorld:
    """All of it."""
    tat, tia, tom = people(club, "Tat", "Tia", "Tom")
    norm_event(club, organiser, tia, tat, 1500, "Norm One")
    norm_event(club, organiser, tom, tat, 1500, "Norm Two")
    title = services.create_title(club.pk, organiser, name="Club Expert", kind="norms", rating=1800, games=1)
    award = services.award_title(title.pk, organiser, tia.pk)
    unused = services.create_title(club.pk, organiser, name="Club Master", kind="rating", rating=1800, games=30)
    return TitleWorld(title, unused, award, tia, tom)
