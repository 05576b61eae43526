"""Erasing somebody searches texts before it holds anybody up; what was changed meanwhile is searched again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import CodeType, FrameType

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.erasure.scrubbing import NameFinder
from players.erasure.services import erase_person
from players.erasure.texts import Erasure, TextSearch
from players.models import Account, Club, Person
from testing.factories import ClubFactory, PersonFactory, organiser_of
from testing.tournaments.factories import draft, fresh
from tournaments.core.event_config import config_of
from tournaments.events.services import events as events_services
from tournaments.models import Event

pytestmark = pytest.mark.postgresql

NAME = "Anna Winter"


def events_about(club: Club, organiser: Account) -> list[Event]:
    return [draft(club, organiser, about=f"Cup {number}, won by {NAME}") for number in range(3)]


def searches(work: Callable[[], object]) -> list[bool]:
    """For each text that was searched for words of names while `work` ran: whether a transaction was open."""
    wanted: CodeType = NameFinder.words.__code__
    seen: list[bool] = []

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is wanted:
            seen.append(connection.in_atomic_block)

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


def test_no_text_is_searched_while_others_wait(real_database: None) -> None:
    club = ClubFactory()
    organiser, person = organiser_of(club), PersonFactory(name=NAME, member_of=club)
    events = events_about(club, organiser)
    seen = searches(lambda: erase_person(actor=organiser, person_id=person.pk))
    assert len(seen) >= len(events) and not any(seen)
    person.refresh_from_db()
    assert [fresh(event).about for event in events] == [f"Cup {number}, won by {person.name}" for number in range(3)]


@pytest.mark.django_db
def test_only_a_text_that_was_changed_is_searched_again(club: Club, organiser: Account) -> None:
    person = PersonFactory(name=NAME, member_of=club)
    events, search = events_about(club, organiser), TextSearch()
    first = Erasure(person, organiser, search).find_texts()
    events_services.edit_event(events[1].pk, organiser, plan=replace(config_of(events[1]), about=f"{NAME} came second"))
    found: list[str] = []
    seen = searches(lambda: found.extend(each.text for each in Erasure(person, organiser, search).find_texts()))
    assert len(first) == len(events) and len(seen) == 1
    assert sorted(found) == [f"{NAME} came second", f"Cup 0, won by {NAME}", f"Cup 2, won by {NAME}"]


@pytest.mark.django_db
def test_texts_are_read_again_only_where_something_was_done(club: Club, organiser: Account) -> None:
    person = PersonFactory(name=NAME, member_of=club)
    events, search = events_about(club, organiser), TextSearch()
    first = Erasure(person, organiser, search).find_texts()
    with CaptureQueriesContext(connection) as asked:
        assert Erasure(person, organiser, search).find_texts() == first
    assert not [each["sql"] for each in asked if '"about"' in each["sql"]]
    events_services.announce(events[2].pk, organiser)
    with CaptureQueriesContext(connection) as asked:
        assert Erasure(person, organiser, search).find_texts() == first
    (read,) = [each["sql"] for each in asked if '"about"' in each["sql"]]
    assert f"IN ({events[2].pk})" in read


@pytest.mark.django_db
def test_a_name_that_came_since_is_searched_for_everywhere(club: Club, organiser: Account) -> None:
    person = PersonFactory(name="Berta Sommer", member_of=club)
    events, search = events_about(club, organiser), TextSearch()
    assert Erasure(person, organiser, search).find_texts() == []
    Person.objects.filter(pk=person.pk).update(name=NAME)
    assert len(Erasure(Person.objects.get(pk=person.pk), organiser, search).find_texts()) == len(events)
