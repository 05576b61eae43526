"""A player who changes the section: both or neither, and what goes along."""

from __future__ import annotations

import pytest

from common.journal import queries as journal
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import holder_of, player_in
from testing.tournaments.factories import entry, fresh, running, with_players
from tests.tournaments.festivals.test_festivals import made
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import byes, leaving, moving_up, numbering
from tournaments.entries.services.entries import ListedEntry, enter_listed, enter_myself, enter_person
from tournaments.events.services import events, lifecycle
from tournaments.festivals.services import festivals
from tournaments.festivals.services.moving import move_entry
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Arrival, ByeRequest, Entry, Event
from tournaments.rounds.services.round_drafts import draft_round
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


def sections(club: Club, organiser: Account, **of_second: object) -> tuple[Event, Event]:
    """Two sections: One with Ada, Ben, Cleo and Dan, Two with Eva."""
    one = with_players(club, organiser, name="One", **SWISS)
    two = with_players(club, organiser, ("Eva",), **{"name": "Two", **SWISS, **of_second})
    made(club, organiser, one, two)
    return one, two


def people(event: Event) -> list[str]:
    return sorted(Entry.objects.filter(event=event).values_list("members__person__name", flat=True))


def test_the_player_is_in_the_other_section_and_both_journals_say_so(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    moved = move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert people(one) == ["Ada", "Cleo", "Dan"]
    assert people(two) == ["Ben", "Eva"]
    assert moved.event_id == two.pk
    for event, said in ((one, "Ben moved to Two"), (two, "Ben moved here from One")):
        first = journal_entries(load(fresh(event)))[0]
        assert str(first.text) == said


def test_the_name_of_a_draft_is_in_no_public_journal(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    events.retract(two.pk, organiser)
    move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert str(journal_entries(load(fresh(one)))[0].text) == "Ben moved to another section"


def test_it_takes_the_right_in_both(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    for event in (one, two):
        arbiter = holder_of(Role.ARBITER, event.scope, player_in(club, name=f"Arbiter of {event.name}"))
        with pytest.raises(NotAllowed):
            move_entry(one.pk, arbiter, entry(one, "Ben").pk, two.pk)
    assert people(one) == ["Ada", "Ben", "Cleo", "Dan"]
    both = holder_of(Role.ARBITER, two.scope, holder_of(Role.ARBITER, one.scope, player_in(club, name="Both")))
    move_entry(one.pk, both, entry(one, "Ben").pk, two.pk)
    assert people(two) == ["Ben", "Eva"]


@pytest.mark.parametrize("paired", ["One", "Two"])
def test_after_round_1_of_either_is_paired_nobody_moves(club: Club, organiser: Account, paired: str) -> None:
    one = running(club, organiser, name="One", rounds=int(paired == "One"), **SWISS)
    two = running(club, organiser, ("Eva", "Fay"), name="Two", rounds=int(paired == "Two"), **SWISS)
    made(club, organiser, one, two)
    with pytest.raises(EventRefused, match=f"Round 1 of {paired} is paired"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert (people(one), people(two)) == (["Ada", "Ben", "Cleo", "Dan"], ["Eva", "Fay"])


def test_between_sections_that_have_started_numbers_close_up(club: Club, organiser: Account) -> None:
    one = running(club, organiser, name="One", **SWISS)
    two = running(club, organiser, ("Eva", "Fay"), name="Two", **SWISS)
    made(club, organiser, one, two)
    move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    for event, names in ((one, ["Ada", "Cleo", "Dan"]), (two, ["Eva", "Fay", "Ben"])):
        numbered = Entry.objects.filter(event=event).order_by("number")
        assert list(numbered.values_list("number", "members__person__name")) == list(enumerate(names, 1))


def test_a_full_section_takes_nobody(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    moving_up.set_entry_limit(two.pk, organiser, 1)
    with pytest.raises(EventRefused, match="Two is full"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert people(one) == ["Ada", "Ben", "Cleo", "Dan"]


def test_who_waits_for_the_first_section_gets_the_place(club: Club, organiser: Account) -> None:
    one = with_players(club, organiser, ("Ada", "Ben"), name="One", self_entry=True, **SWISS)
    two = with_players(club, organiser, ("Eva",), name="Two", **SWISS)
    made(club, organiser, one, two)
    moving_up.set_entry_limit(one.pk, organiser, 2)
    enter_myself(one.pk, player_in(club, name="Waiting"))
    move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert people(one) == ["Ada", "Waiting"]


def test_sections_of_two_festivals_and_events_of_none_exchange_nobody(club: Club, organiser: Account) -> None:
    one, _two = sections(club, organiser)
    other = with_players(club, organiser, (), name="Other", **SWISS)
    festival = made(club, organiser, other, name="Summer Days")
    with pytest.raises(EventRefused, match="not sections of one festival"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, other.pk)
    festivals.remove_section(festival.pk, organiser, other.pk)
    with pytest.raises(EventRefused, match="not sections of one festival"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, other.pk)
    with pytest.raises(EventRefused, match="another section"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, one.pk)


def test_who_plays_in_both_stays_in_both(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    ben = entry(one, "Ben").members.get().person_id
    enter_person(two.pk, organiser, person_id=ben)
    with pytest.raises(EventRefused, match="registered already"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    assert "Ben" in people(one)
    assert journal.entries(one.scope)[0].action != "move-entry-out"


def test_rating_details_byes_and_check_in_go_along(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    (listed,) = enter_listed(
        one.pk, organiser, [ListedEntry("Gus", rating=1712, details={"title": "FM", "birth": "1990"})]
    )
    byes.request_bye(one.pk, organiser, listed.pk, 2, ByeRequest.Kind.HALF)
    for event in (one, two):
        byes.open_check_in(event.pk, organiser)
    byes.check_in(one.pk, organiser, listed.pk)
    moved = move_entry(one.pk, organiser, listed.pk, two.pk)
    moved.refresh_from_db()
    assert (moved.rating, moved.rating_source, moved.details) == (1712, "file", {"title": "FM", "birth": "1990"})
    assert list(moved.bye_requests.values_list("round_number", "kind")) == [(2, "half")]
    assert Arrival.objects.get().entry == moved


def test_what_the_other_section_has_not_stays_behind(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser, rules="lyngk-main", rounds_planned=1)
    numbering.set_rating(one.pk, organiser, entry(one, "Ben").pk, 1500, reason="typed")
    byes.request_bye(one.pk, organiser, entry(one, "Ben").pk, 2, ByeRequest.Kind.ZERO)
    moved = move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
    moved.refresh_from_db()
    assert (moved.rating, moved.rating_source) == (None, "")
    assert not moved.bye_requests.exists()


def test_an_entry_that_withdrew_does_not_move(club: Club, organiser: Account) -> None:
    one = running(club, organiser, name="One", **SWISS)
    two = with_players(club, organiser, ("Eva",), name="Two", **SWISS)
    made(club, organiser, one, two)
    leaving.withdraw(one.pk, organiser, entry(one, "Ben").pk)
    with pytest.raises(EventRefused, match="withdrawn"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)


def test_a_draft_of_round_1_counts_as_paired(club: Club, organiser: Account) -> None:
    one, two = sections(club, organiser)
    lifecycle.start_event(one.pk, organiser)
    draft_round(one.pk, organiser, RoundOptions(number=1))
    with pytest.raises(EventRefused, match="Round 1 of One is paired"):
        move_entry(one.pk, organiser, entry(one, "Ben").pk, two.pk)
