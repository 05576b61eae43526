"""How the file of a club calls its people: by keys that are the same on every server, since they follow from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import count

from django.db.models import F

from games.models import History, PastGame
from players.core.queries.records import belongs_to, canonical_id
from players.models import Club
from players.moving.queries import moved_people, people_of_club
from players.moving.values import MovedPerson
from tournaments.models import Answer, Award, Event, Member, SeasonMove, WaitingPlayer

Place = tuple[str, int, int, int]
"""Where the club has to do with a person: what, and places there. Places in the file, no ids."""


def key_of_place(place: int) -> str:
    """The key of the person at a place of the list, from 1: "p1"."""
    return f"p{place}"


class PeopleOfFile:
    """Everybody in the file, in its order. `keys` are by canonical id, `people` by key."""

    def __init__(self, club: Club, events: Sequence[Event]) -> None:
        ids = people_of_club(club) | _who_played(club, events)
        moved = moved_people(club, ids)
        self.ids = _in_order(club, events, moved)
        self.keys = {person: key_of_place(place) for place, person in enumerate(self.ids, 1)}
        self.people = {self.keys[person]: moved[person] for person in self.ids}


def _who_played(club: Club, events: Sequence[Event]) -> set[int]:
    """Canonical ids of all who entered an event, wait for one, answered a question, hold a title or played before."""
    found: set[int] = set()
    for rows in (
        Member.objects.filter(event__in=events),
        WaitingPlayer.objects.filter(event__in=events),
        Answer.objects.filter(question__event__in=events, person__isnull=False),
        Award.objects.filter(title__club=club),
        SeasonMove.objects.filter(season__league__club=club),
    ):
        found |= set(rows.order_by().values_list(canonical_id("person"), flat=True).distinct())
    past = PastGame.objects.filter(event__history__club=club).order_by()
    for side in ("game__white", "game__black"):
        found |= set(past.values_list(canonical_id(side), flat=True).distinct())
    return found


def _in_order(club: Club, events: Sequence[Event], moved: Mapping[int, MovedPerson]) -> list[int]:
    """By name; of those who are called alike, by what else is known of them, and where the club has to do with them."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for person, each in moved.items():
        alike[repr(each)].append(person)
    unclear = {person for persons in alike.values() if len(persons) > 1 for person in persons}
    places = _places(club, events, unclear) if unclear else {}
    return sorted(moved, key=lambda person: (moved[person].name, repr(moved[person]), sorted(places.get(person, ()))))


def _places(club: Club, events: Sequence[Event], people: Collection[int]) -> dict[int, list[Place]]:
    """By person each place: in the order of the file, which is that of ids where things came one after the other."""
    found: defaultdict[int, list[Place]] = defaultdict(list)
    at = {event.pk: place for place, event in enumerate(events)}
    entered = Member.objects.filter(event__in=events).order_by(
        "event", F("entry__number").asc(nulls_last=True), "entry"
    )
    within: defaultdict[int, count[int]] = defaultdict(count)
    for event, person in entered.values_list("event", canonical_id("person")):
        place = next(within[event])
        if person in people:
            found[person].append(("entry", at[event], place, 0))
    waiting = WaitingPlayer.objects.filter(belongs_to(people), event__in=events).order_by("event", "pk")
    for place, (event, person) in enumerate(waiting.values_list("event", canonical_id("person"))):
        found[person].append(("waiting", at[event], place, 0))
    awards = Award.objects.filter(belongs_to(people), title__club=club).order_by("title", "pk")
    for place, person in enumerate(awards.values_list(canonical_id("person"), flat=True)):
        found[person].append(("award", place, 0, 0))
    files = History.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)
    histories = {pk: place for place, pk in enumerate(files)}
    for side in ("white", "black"):
        past = PastGame.objects.filter(belongs_to(people, f"game__{side}"), event__history__club=club)
        columns = ("event__history", "event__number", "line", canonical_id(f"game__{side}"))
        for history, number, line, person in past.order_by().values_list(*columns):
            found[person].append((side, histories[history], number, line))
    return dict(found)
