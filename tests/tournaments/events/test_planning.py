"""Events are planned."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from common.journal.services import Stale
from players.models import Account, Club, Membership, Person
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import ClubFactory, PersonFactory, holder_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import DAY, draft, fresh, plan, running, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig, config_of
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.events.services.events import made_people
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.core


def test_an_organiser_makes_a_draft(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, name="  Spring   Open ")
    assert (event.name, event.state, event.scoring["pairing_bye"]) == ("Spring Open", Event.State.DRAFT, 10)
    assert list(JournalEntry.objects.filter(scope__key=event.scope).values_list("action", flat=True)) == [
        "create-event"
    ]


def test_a_stranger_makes_no_event_in_another_club(club: Club, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        draft(club, stranger)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": " "}),
        ("name", {"name": "n" * 81}),
        ("name", {"name": "<script>alert(1)</script>"}),
        ("name", {"name": '=HYPERLINK("http://x")'}),
        ("place", {"place": "<b>"}),
        ("about", {"about": "a" * 2001}),
        ("about", {"about": "bell \x07"}),
        ("ends_on", {"ends_on": DAY - datetime.timedelta(days=1)}),
        ("starts_on", {"starts_on": datetime.date(1212, 1, 1)}),
        ("time_zone", {"time_zone": "Mars/Olympus"}),
        ("rules", {"rules": "chess"}),
        ("options", {"options": ("no-such-option",)}),
        ("handicap", {"handicap": "large"}),
        ("setups", {"setups": "match"}),
        ("format", {"format": "no-such-format"}),
        ("rounds_planned", {"format": "swiss-dutch"}),
        ("rounds_planned", {"format": "swiss-dutch", "rounds_planned": 51}),
        ("games_per_round", {"games_per_round": 3}),
        ("scoring", {"scoring": {"win": 10, "draw": 6}}),
        ("scoring", {"scoring": {"win": 0, "draw": 0}}),
        ("scoring", {"scoring": {"win": 10, "draw": 5, "loss": 7}}),
        ("scoring", {"scoring": {"pairing_bye": 11}}),
        ("scoring", {"scoring": {"pairing_bye": 3}}),
        ("scoring", {"scoring": {"win": 30, "draw": 10, "pairing_bye": 5}}),
        ("scoring", {"scoring": {"pairing_bye": 25}, "games_per_round": 2}),
        ("scoring", {"scoring": {"pairing_bye": 17}, "games_per_round": 2}),
        ("scoring", {"scoring": {"win": -10}}),
        ("scoring", {"scoring": {"victory": 10}}),
        ("tie_breaks", {"tie_breaks": ("XX",)}),
        ("tie_breaks", {"tie_breaks": ("DE", "de")}),
        ("tie_breaks", {"tie_breaks": ("BH",)}),
    ],
)
def test_a_plan_that_cannot_be_held_is_refused_at_its_field(
    club: Club, organiser: Account, field: str, changes: dict[str, object]
) -> None:
    with pytest.raises(EventRefused) as refusal:
        draft(club, organiser, **changes)
    assert refusal.value.field == field
    assert not Event.objects.exists()


def test_points_that_are_not_said_follow_from_win_and_draw(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, scoring={"win": 30, "draw": 10}, games_per_round=2)
    scoring = event.points
    assert (scoring.win, scoring.draw, scoring.loss, scoring.forfeit_win, scoring.forfeit_loss) == (30, 10, 0, 30, 0)
    assert (scoring.pairing_bye, scoring.full_bye, scoring.half_bye, scoring.zero_bye) == (60, 60, 20, 0)


def test_buchholz_is_offered_where_not_all_meet_all(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, format="swiss-dutch", rounds_planned=5, tie_breaks=("BH/C1", "SB"))
    assert event.tie_breaks == ["BH/C1", "SB"]


def test_only_what_is_still_open_can_change(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    wanted = plan(format="double-round-robin", scoring={"win": 30, "draw": 10})
    confirmed(events.edit_event, event.pk, organiser, plan=wanted)
    assert fresh(event).format == "double-round-robin"
    lifecycle.start_event(event.pk, organiser)
    for change in ({"format": "round-robin"}, {"rules": "gipf-basic"}, {"rated": False}, {"games_per_round": 2}):
        with pytest.raises(EventRefused) as refusal:
            events.edit_event(event.pk, organiser, plan=_changed(event, **change))
        assert refusal.value.field in change
    scoring = {"win": 20, "draw": 10}
    events.edit_event(event.pk, organiser, plan=_changed(event, tie_breaks=("SB",)))
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused) as refusal:
        events.edit_event(event.pk, organiser, plan=_changed(event, scoring=scoring))
    assert refusal.value.field == "scoring"
    events.edit_event(event.pk, organiser, plan=_changed(event, place="Delft"))
    assert fresh(event).place == "Delft"


def _changed(event: Event, **changes: object) -> EventConfig:
    values = {name: getattr(config_of(fresh(event)), name) for name in EventConfig.__dataclass_fields__}
    return EventConfig(**values | changes)


def test_the_journal_says_which_fields_changed_and_no_names(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    events.edit_event(event.pk, organiser, plan=plan(name="Memorial of Somebody", self_entry=True))
    line = JournalEntry.objects.filter(scope__key=event.scope).first()
    assert line is not None and line.action == "edit-event"
    assert line.data["fields"] == ["name", "self_entry"]
    assert "Somebody" not in str(line.data)


def test_of_two_who_edit_from_the_same_page_the_second_is_stale(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    events.edit_event(event.pk, organiser, plan=plan(place="Delft"), expect=1)
    with pytest.raises(Stale):
        events.edit_event(event.pk, organiser, plan=plan(place="Leiden"), expect=1)
    assert fresh(event).place == "Delft"


def test_a_deleted_draft_takes_whom_it_made_and_whom_nothing_else_names(club: Club, organiser: Account) -> None:
    """Members stay, and so does whoever it made who plays elsewhere or is a member of another club by now."""
    PersonFactory(name="Member", member_of=club)
    event, other = draft(club, organiser), draft(club, organiser)
    entries.enter_many(event.pk, organiser, ["Member", "Only Here", "Plays Elsewhere", "Joined Elsewhere"])
    entries.enter_person(event.pk, organiser, name="Alone Too")
    people = {person.name: person for person in Person.objects.all()}
    entries.enter_person(other.pk, organiser, person_id=people["Plays Elsewhere"].pk)
    Membership.objects.create(person=people["Joined Elsewhere"], club=ClubFactory(), since=DAY)
    assert [person.name for person in made_people(event)] == ["Alone Too", "Only Here"]
    client = Client()
    client.force_login(organiser)
    address = f"/events/{event.pk}/delete"
    page = client.get(address).content.decode()
    assert "Also delete 2 people who were added with this draft" in page and "Alone Too" in page
    assert client.post(address, {"typed": event.name, "with_people": "on"}).status_code == 302
    there = set(Person.objects.values_list("name", flat=True))
    assert {"Member", "Plays Elsewhere", "Joined Elsewhere"} <= there
    assert not there & {"Alone Too", "Only Here"}


def test_a_draft_is_deleted_with_its_entries_and_the_club_knows(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    with pytest.raises(EventRefused):
        events.delete_event(event.pk, organiser)
    events.retract(event.pk, organiser)
    events.delete_event(event.pk, organiser)
    assert not Event.objects.exists()
    assert JournalEntry.objects.filter(scope__key=club.scope).first().data == {"event": event.pk}


def test_an_arbiter_runs_an_event_and_does_not_plan_it(club: Club, organiser: Account, arbiter_to_be: Account) -> None:
    event = with_players(club, organiser)
    arbiter = holder_of(Role.ARBITER, event.scope, arbiter_to_be)
    with pytest.raises(NotAllowed):
        events.edit_event(event.pk, arbiter, plan=plan())
    lifecycle.start_event(event.pk, arbiter)
    assert rounds.start_round(event.pk, arbiter).number == 1


def test_strangers_may_do_nothing(club: Club, organiser: Account, stranger: Account) -> None:
    event = running(club, organiser)
    for act in (
        lambda: events.edit_event(event.pk, stranger, plan=plan()),
        lambda: rounds.start_round(event.pk, stranger),
        lambda: entries.enter_person(event.pk, stranger, name="Eve"),
        lambda: lifecycle.close_event(event.pk, stranger),
        lambda: events.delete_event(event.pk, stranger),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_removing_a_club_takes_its_events_along(club: Club, organiser: Account) -> None:
    running(club, organiser, rounds=2)
    club.delete()
    assert not Event.objects.exists()
