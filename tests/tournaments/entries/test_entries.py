"""Players are entered."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from gipf_engine.messages import Refused
from players.core.errors import MergeRefused
from players.erasure.services import erase_person
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from testing.factories import AccountFactory, PersonFactory, player_in
from testing.tournaments.factories import decide, draft, entry, fresh, running, with_players
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import byes, entries, leaving
from tournaments.events.services import lifecycle
from tournaments.models import ByeRequest, Entry, Member
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.core


def test_a_new_name_makes_a_member_of_the_club(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    made = entries.enter_person(event.pk, organiser, name="  Eva  Visser ")
    person = made.members.get().person
    assert (person.name, person.memberships.get().club) == ("Eva Visser", club)


@pytest.mark.parametrize("name", ["", "<script>", "=1+1", "n" * 81])
def test_what_is_no_name_enters_nobody(club: Club, organiser: Account, name: str) -> None:
    event = draft(club, organiser)
    with pytest.raises(Refused):
        entries.enter_person(event.pk, organiser, name=name)
    assert not Entry.objects.exists() and not Person.objects.exists()


def test_nobody_is_entered_twice_under_either_record_of_a_person(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    kept, gone = PersonFactory(name="Jan", member_of=club), PersonFactory(name="J. Jansen", member_of=club)
    entries.enter_person(event.pk, organiser, person_id=gone.pk)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    for person in (kept, gone):
        with pytest.raises(EventRefused, match="Jan is registered already"):
            entries.enter_person(event.pk, organiser, person_id=person.pk)
    assert Member.objects.count() == 1


def test_somebody_who_is_not_there_is_not_entered(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    with pytest.raises(Person.DoesNotExist):
        entries.enter_person(event.pk, organiser, person_id=999)


def test_many_names_find_members_and_make_the_others(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    PersonFactory(name="José Núñez", member_of=club)
    lines = entries.enter_many(event.pk, organiser, ["jose nunez", "", "Eva Visser"])
    assert [(line.name, line.is_new) for line in lines] == [("jose nunez", False), ("Eva Visser", True)]
    assert Person.objects.count() == 2


def test_a_list_with_something_unclear_enters_nobody_and_says_what(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    for _twin in range(2):
        PersonFactory(name="Jan de Vries", member_of=club)
    entries.enter_person(event.pk, organiser, name="Eva")
    with pytest.raises(EventRefused) as refusal:
        entries.enter_many(event.pk, organiser, ["Jan de Vries", "Eva", "Piet", "Piet"])
    assert [str(message) for message in refusal.value.blockers] == [
        "the club has more than one Jan de Vries: enter this one alone",
        "Eva is registered already",
        "Piet is listed twice",
    ]
    assert Entry.objects.count() == 1


def test_a_bad_name_in_a_list_enters_nobody(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    with pytest.raises(Refused):
        entries.enter_many(event.pk, organiser, ["Eva", "<b>"])
    assert not Entry.objects.exists()


def test_players_enter_themselves_only_while_the_event_is_open_for_it(club: Club, organiser: Account) -> None:
    closed_to_players = with_players(club, organiser, names=())
    ada = player_in(club, name="Ada")
    with pytest.raises(EventRefused, match="Only organisers can register"):
        entries.enter_myself(closed_to_players.pk, ada)
    event = with_players(club, organiser, names=(), self_entry=True)
    entries.enter_myself(event.pk, ada)
    with pytest.raises(EventRefused, match="registered already"):
        entries.enter_myself(event.pk, ada)
    leaving.leave_event(event.pk, ada)
    assert not Entry.objects.exists()


def test_an_account_without_a_person_enters_nobody(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, names=(), self_entry=True)
    with pytest.raises(EventRefused, match="not linked to a player"):
        entries.enter_myself(event.pk, AccountFactory())


def test_an_erased_person_is_not_entered(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    person = PersonFactory(name="Ada", member_of=club)
    erase_person(actor=organiser, person_id=person.pk)
    with pytest.raises(Refused, match="erased"):
        entries.enter_person(event.pk, organiser, person_id=person.pk)


def test_the_field_of_a_round_robin_is_open_until_round_1_is_paired(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    late = entries.enter_person(event.pk, organiser, name="Eva")
    assert late.number == 5
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="cannot be registered once round 1"):
        entries.enter_person(event.pk, organiser, name="Finn")


def test_a_late_entrant_of_a_swiss_gets_the_next_number_and_is_paired(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=0, format="swiss-dutch", rounds_planned=3, names=("Ada", "Ben", "Cleo"))
    rounds.start_round(event.pk, organiser)
    first = load(event).rounds[0].pairings[0]
    names = tuple(load(event).by_id[each].name for each in (first.white, first.black) if each)
    decide(event, organiser, {names: "1-0"})
    late = entries.enter_person(event.pk, organiser, name="Dan")
    assert late.number == 4
    rounds.start_round(event.pk, organiser)
    assert any(late.pk in pairing.entries for pairing in load(event).rounds[1].pairings)


def test_before_the_start_entries_are_removed_and_afterwards_not(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    leaving.remove_entry(event.pk, organiser, entry(event, "Dan").pk)
    assert Entry.objects.count() == 3
    lifecycle.start_event(event.pk, organiser)
    with pytest.raises(EventRefused, match=r"state \(running\)"):
        leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)


def test_a_twin_that_was_added_late_is_taken_off_and_merged_into_the_entry_that_it_doubles(
    club: Club, organiser: Account
) -> None:
    """Numbers have no gap afterwards; before it is paired alone, and nobody who was paired is taken off."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    ada = entry(event, "Ada").members.get().person
    with pytest.raises(ConfirmationNeeded) as asked:
        entries.enter_person(event.pk, organiser, name="ada")
    twin = entries.enter_person(event.pk, organiser, name="ada", confirm=[asked.value.key])
    gone = twin.members.get().person
    later = entries.enter_person(event.pk, organiser, name="Zoe")
    assert (twin.number, later.number) == (5, 6)
    with pytest.raises(MergeRefused, match="remove one of the two entries there first"):
        merge_persons(actor=organiser, kept_id=ada.pk, gone_id=gone.pk)
    client = Client()
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}/players").content.decode()
    assert re.findall(r"/entries/(\d+)/remove", page) == [str(twin.pk), str(later.pk)]
    with pytest.raises(EventRefused, match="already paired"):
        leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    assert client.post(f"/events/{event.pk}/entries/{twin.pk}/remove").status_code == 302
    merge_persons(actor=organiser, kept_id=ada.pk, gone_id=gone.pk)
    numbers = {each.name: each.number for each in load(fresh(event)).entries}
    assert numbers == {"Ada": 1, "Ben": 2, "Cleo": 3, "Dan": 4, "Zoe": 5}
    rounds.start_round(event.pk, organiser, despite_open=True)
    assert sum(entry(event, "Zoe").pk in pairing.entries for pairing in load(fresh(event)).rounds[1].pairings) == 1


def test_entries_of_another_event_are_not_touched(club: Club, organiser: Account) -> None:
    here, there = with_players(club, organiser), with_players(club, organiser, names=("Eva",))
    with pytest.raises(Entry.DoesNotExist):
        leaving.remove_entry(here.pk, organiser, entry(there, "Eva").pk)
    assert entry(there, "Eva")


# --- byes --------------------------------------------------------------------------------------------


def test_a_bye_that_was_asked_for_keeps_its_player_out_of_the_pairing(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, names=("Ada", "Ben", "Cleo"))
    byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 1, "half")
    rounds.start_round(event.pk, organiser)
    kinds = {slot.entry.members.get().person.name: slot.pairing.kind for slot in event.rounds.get().slots.all()}
    assert kinds == {"Ada": "half", "Ben": "game", "Cleo": "game"}
    assert load(event).byes == {}  # none is left to come


def test_players_ask_for_their_own_byes_alone_and_not_for_full_points(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    ada = AccountFactory(person=entry(event, "Ada").members.get().person)
    mine, other = entry(event, "Ada"), entry(event, "Ben")
    byes.request_bye(event.pk, ada, mine.pk, 2, "half")
    byes.request_bye(event.pk, ada, mine.pk, 2, "zero")
    assert ByeRequest.objects.get().kind == "zero"
    with pytest.raises(EventRefused, match="Only the arbiter can give"):
        byes.request_bye(event.pk, ada, mine.pk, 2, "full")
    with pytest.raises(NotAllowed):
        byes.request_bye(event.pk, ada, other.pk, 2, "half")
    byes.cancel_bye(event.pk, ada, mine.pk, 2)
    assert not ByeRequest.objects.exists()


@pytest.mark.parametrize(
    ("number", "kind", "why"),
    [(0, "half", "paired already"), (4, "half", "has 3 rounds"), (1, "huge", "does not exist")],
)
def test_byes_that_cannot_be_are_refused(club: Club, organiser: Account, number: int, kind: str, why: str) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    with pytest.raises(EventRefused, match=why):
        byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, number, kind)


def test_a_round_robin_has_no_byes(club: Club, organiser: Account) -> None:
    event = fresh(running(club, organiser))
    with pytest.raises(EventRefused, match="agree on another day"):
        byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 1, "half")


@pytest.mark.parametrize("typed", ["Byron, Ada", "ada byron", "Ada Byron"])
@pytest.mark.parametrize("registered", [True, False])
def test_a_namesake_of_a_player_or_a_member_is_made_once_that_is_confirmed(
    club: Club, organiser: Account, typed: str, registered: bool
) -> None:
    """Late entry too, and whether the name is that of a player or of a member alone."""
    member = PersonFactory(name="Ada Byron", member_of=club)
    event = draft(club, organiser)
    if registered:
        entries.enter_person(event.pk, organiser, person_id=member.pk)
    with pytest.raises(ConfirmationNeeded) as asked:
        entries.enter_person(event.pk, organiser, name=typed)
    (caution,) = asked.value.cautions
    assert caution.key == ("registered" if registered else "member")
    assert Person.objects.filter(memberships__club=club, folded__contains="byron").count() == 1
    made = entries.enter_person(event.pk, organiser, name=typed, confirm=[asked.value.key])
    assert made.members.get().person != member


def test_a_page_offers_no_new_person_first_for_a_name_that_is_registered(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    entries.enter_person(event.pk, organiser, name="Ada Byron")
    client = Client()
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}/enter", {"q": "byron ada"}).content.decode()
    found = page[page.index('id="found"') : page.index("Paste a list")]
    assert "registered already" in found
    assert found.index("Another person of the same name") < found.index("Register as new")
    asked = client.post(f"/events/{event.pk}/enter", {"name": "byron ada"})
    assert asked.status_code == 409 and Entry.objects.count() == 1
