"""Merged, renamed and erased persons in events: ids stay, names are those of today."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal import queries as journal
from common.journal.models import JournalEntry
from players.core.errors import MergeRefused
from players.erasure.exports import own_data
from players.erasure.services import erase_person
from players.models import Account, Club
from players.notifications.services.notifications import NOTIFY
from players.people.services.merging import merge_persons
from players.people.services.people import rename_person
from testing.factories import AccountFactory, PersonFactory
from testing.tournaments.factories import decide, draft, entry, fresh, running
from testing.tournaments.hand_edits import swap_colours
from tests.database_text import every_word
from tournaments.core.loader import load
from tournaments.entries.services import entries, leaving
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, Reason
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.core


def names(event: Event) -> list[str]:
    return [row.entry.name for row in standings(fresh(event)).rows]


def test_two_who_entered_one_event_are_not_one_person(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    ada, ben = (entry(event, name).members.get().person for name in ("Ada", "Ben"))
    with pytest.raises(MergeRefused, match="Both are registered for Spring Open"):
        merge_persons(actor=organiser, kept_id=ada.pk, gone_id=ben.pk)
    # Also not by way of a third record.
    third = PersonFactory(name="A. Other", member_of=club)
    merge_persons(actor=organiser, kept_id=third.pk, gone_id=ada.pk)
    with pytest.raises(MergeRefused):
        merge_persons(actor=organiser, kept_id=third.pk, gone_id=ben.pk)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_standings_show_the_person_that_a_record_became(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "0-1"})
    assert names(event) == ["Ada", "Cleo", "Ben", "Dan"]
    before = journal.version(event.scope)
    kept = PersonFactory(name="Ada Lovelace", member_of=club)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=entry(event, "Ada").members.get().person_id)
    assert journal.version(event.scope) > before
    assert names(event)[0] == "Ada Lovelace"
    assert standings(fresh(event)).rows[0].entry.person == kept.pk
    rename_person(actor=organiser, person_id=kept.pk, name="Countess", country="")
    assert names(event)[0] == "Countess"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_erased_name_is_in_no_page_and_no_table_and_the_standings_stand(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(
        club,
        organiser,
        ("Wilhelmina Quist", "Ben", "Cleo", "Dan"),
        rounds=1,
        name="Quist Memorial",
        about="Founded by Wilhelmina Quist.",
        place="Castle Quist",
    )
    rows = load(event)
    swap_colours(event.pk, organiser, rows.rounds[0].pairings[0].id, reason="Quist came late.")
    first = rows.rounds[0].pairings[0]
    white, black = (rows.by_id[each].name for each in reversed(first.entries))
    decide(event, organiser, {(white, black): "1-0"})
    person = entry(event, "Wilhelmina Quist").members.get().person
    points = sorted(row.points for row in standings(fresh(event)).rows)
    erase_person(actor=organiser, person_id=person.pk, words=every_word(organiser, person))
    client.force_login(organiser)
    for path in (
        "",
        "/pairings/1",
        "/players",
        "/games",
        "/crosstable",
        "/info",
        "/desk",
        "/standings.csv",
        "/event.json",
    ):
        page = client.get(f"/events/{event.pk}{path}").content.decode()
        assert "Quist" not in page and "Wilhelmina" not in page, path
    assert "Quist" not in client.get(f"/people/{person.pk}").content.decode()
    assert "Quist" not in client.get(f"/clubs/{club.slug}").content.decode()
    assert "Quist" not in str(list(Event.objects.values())) + str(list(Reason.objects.values()))
    assert "Quist" not in str(list(JournalEntry.objects.values_list("data", flat=True)))
    assert sorted(row.points for row in standings(fresh(event)).rows) == points


def test_the_journal_names_people_as_they_are_called_when_it_is_read(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    made = entries.enter_person(event.pk, organiser, name="Ada")
    rename_person(actor=organiser, person_id=made.members.get().person_id, name="Ada Lovelace", country="")
    leaving.remove_entry(event.pk, organiser, made.pk)
    lines = [str(line.text) for line in journal_entries(load(fresh(event)))]
    assert lines == ["Ada Lovelace was removed from the list", "Ada Lovelace registered", "Event created"]


def test_ones_own_events_are_in_the_export_of_ones_data(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    ada = AccountFactory(person=entry(event, "Ada").members.get().person)
    events = own_data(ada)["events"]
    assert isinstance(events, list) and len(events) == 1
    assert (events[0]["event"], events[0]["pairing_number"]) == ("Spring Open", 1)


def test_a_process_that_ends_right_after_the_commit_leaves_no_old_name(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    assert "Ada" in names(event)
    before = journal.version(event.scope)
    # What would be done after the commit is never done here: this test's transaction does not commit.
    rename_person(actor=organiser, person_id=entry(event, "Ada").members.get().person_id, name="Countess", country="")
    assert journal.version(event.scope) == before
    jobs.run_due()
    assert journal.version(event.scope) == before + 1
    assert "Countess" in names(event) and "Ada" not in names(event)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_new_name_shows_at_once_and_moves_the_version_once(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    before = journal.version(event.scope)
    rename_person(actor=organiser, person_id=entry(event, "Ada").members.get().person_id, name="Countess", country="")
    assert (journal.version(event.scope), Job.objects.exclude(kind=NOTIFY).count()) == (before + 1, 0)
    assert "Countess" in names(event)
