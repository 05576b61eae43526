"""The all-time table of a club, from the results and standings of its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from common.computed_once import Admit, free_for_all
from common.journal import queries as journal
from games.models import Game
from gipf_engine.tournament.all_time import AllTimeRow, Tally, rank_tallies, tallies_of
from players.core.queries import records
from players.models import Club
from tournaments.core.formats import game_of
from tournaments.models import Event
from tournaments.standings.queries.finishes import finishes

COUNTED = (Event.State.RUNNING, Event.State.CLOSED)
MOST_FOLLOWED = 60
"""Events that are announced or run and whose results move an open page."""


@dataclass(frozen=True, slots=True)
class AllTimeLine:
    """A player in the table."""

    row: AllTimeRow
    name: str

    @property
    def tally(self) -> Tally:
        return self.row.tally

    @property
    def person(self) -> int:
        return self.row.player

    @property
    def who(self) -> dict[str, int | str]:
        """The player as the API names people."""
        return {"id": self.person, "name": self.name}


def all_time_table(club: Club, game: str = "", admit: Admit = free_for_all) -> list[AllTimeLine]:
    """Everybody who played in an event of the club, most points first; of one game, or of all where `game` is "".

    Games count with their results in force, also of events that run; events once they are closed.
    """
    events = [each for each in Event.objects.filter(club=club, state__in=COUNTED) if game in ("", game_of(each))]
    tallies = _tallies(events)
    closed = [event for event in events if event.state == Event.State.CLOSED]
    for table in finishes(closed, admit).values():
        has_points = any(place.points for place in table.values())
        for person, place in table.items():
            tally = tallies.setdefault(person, Tally())
            tally.events += 1
            tally.first += place.rank == 1 and has_points
    rows = rank_tallies(tallies)
    names = records.names(row.player for row in rows)
    return [AllTimeLine(row, names.get(row.player, "–")) for row in rows]


def _tallies(events: Sequence[Event]) -> dict[int, Tally]:
    """What players have from the games of these events: two queries, which count in the database."""
    games = Game.objects.filter(paired__pairing__round__event__in=events).order_by()
    found: list[tuple[int, str, str, int]] = []
    for side in ("white", "black"):
        rows = games.annotate(root=records.canonical_id(side)).values_list("root", "result")
        found += [(person, side, code, number) for person, code, number in rows.annotate(number=Count("pk"))]
    return tallies_of(found)


def followed_versions(club: Club) -> dict[str, int]:
    """The versions of what moves the table: of the club, and of its events that can still get results."""
    open_or_running = Event.objects.filter(club=club, state__in=(Event.State.OPEN, Event.State.RUNNING))
    newest = open_or_running.order_by("-starts_on", "-pk")[:MOST_FOLLOWED]
    return journal.versions([club.scope, *(event.scope for event in newest)])


def games_played(club: Club) -> list[str]:
    """The keys of the games that the club's events were of, in the order in which they came up."""
    events = Event.objects.filter(club=club, state__in=COUNTED).order_by("starts_on", "pk").only("rules")
    return list(dict.fromkeys(game_of(event) for event in events))
