"""Players whom the organiser keeps apart, by services and on their page."""

from __future__ import annotations

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.tournaments.factories import entry, fresh, play, running, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.entries.services import exclusions, leaving
from tournaments.models import Entry, Event, ForbiddenGroup
from tournaments.rounds.services import rounds as rounds_services

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, format="swiss-dutch", rounds_planned=3)


def ids(event: Event, *names: str) -> list[int]:
    return [entry(event, name).pk for name in names]


def test_who_is_kept_apart_is_not_paired(event: Event, organiser: Account) -> None:
    """Round 1 would be 1-3 and 2-4. Without 1-3 the next candidate is 1-4 and 2-3."""
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Cleo"))
    play(event, organiser, {("Ada", "Dan"): "1-0", ("Cleo", "Ben"): "0-1"})


def test_who_may_meet_again_does(event: Event, organiser: Account) -> None:
    group = exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Cleo"))
    exclusions.remove_exclusion(event.pk, organiser, group.pk)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})


def test_a_group_counts_in_its_rounds_alone(event: Event, organiser: Account) -> None:
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Cleo"), first_round=2, last_round=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    (group,) = cross_table(load(event)).forbidden
    assert (group.numbers, group.first_round, group.last_round) == (frozenset({1, 3}), 2, 3)


def test_where_nobody_is_left_to_meet_the_round_is_refused(event: Event, organiser: Account) -> None:
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben", "Cleo", "Dan"))
    with pytest.raises(EventRefused, match="Round 1 cannot be paired"):
        rounds_services.start_round(event.pk, organiser)


def test_what_cannot_be_is_refused_and_leaves_nothing(event: Event, club: Club, organiser: Account) -> None:
    two = ids(event, "Ada", "Ben")
    for entries, rounds in ((two[:1], {}), (two, {"first_round": 0}), (two, {"first_round": 3, "last_round": 2})):
        with pytest.raises(EventRefused):
            exclusions.add_exclusion(event.pk, organiser, entries, **rounds)
    with pytest.raises(EventRefused):
        exclusions.add_exclusion(event.pk, organiser, two, last_round=4)
    other = running(club, organiser, ("Kim", "Lee"))
    with pytest.raises(Entry.DoesNotExist):
        exclusions.add_exclusion(event.pk, organiser, [two[0], *ids(other, "Kim")])
    with pytest.raises(EventRefused, match="the schedule fixes all pairings"):
        exclusions.add_exclusion(other.pk, organiser, ids(other, "Kim", "Lee"))
    assert not ForbiddenGroup.objects.exists()
    exclusions.add_exclusion(event.pk, organiser, two)
    with pytest.raises(EventRefused, match="already forbidden"):
        exclusions.add_exclusion(event.pk, organiser, two[::-1])


def test_a_group_goes_when_only_one_of_it_is_left(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben"))
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben", "Cleo"))
    leaving.remove_entry(event.pk, organiser, entry(event, "Ben").pk)
    assert [len(group.entries) for group in load(event).forbidden] == [2]


def test_strangers_and_players_keep_nobody_apart(event: Event, stranger: Account, arbiter_to_be: Account) -> None:
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            exclusions.add_exclusion(event.pk, account, ids(event, "Ada", "Ben"))


# --- the page -------------------------------------------------------------------------------------------


def test_the_page_keeps_apart_and_lets_meet(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    one, two = ids(event, "Ada", "Ben")
    page = f"/events/{event.pk}/apart"
    answer = client.post(page, {"entries": [one, two], "first_round": "1", "last_round": "2"}, follow=True)
    assert "rounds 1 to 2" in answer.content.decode()
    group = ForbiddenGroup.objects.get()
    answer = client.post(f"{page}/{group.pk}/delete", follow=True)
    assert "No forbidden pairings." in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({}, "This field is required"),
        ({"entries": ["999999"]}, "is not a valid choice"),
        ({"entries": ["<script>"]}, "is not a valid choice"),
        ({"first_round": "0"}, "greater than or equal to 1"),
        ({"first_round": "many"}, "A valid integer is required"),
        ({"first_round": "9"}, "Rounds run from 1 to 3"),
        ({"last_round": "-1"}, "greater than or equal to 1"),
    ],
)
def test_the_page_says_what_is_wrong(
    event: Event, organiser: Account, client: Client, wrong: dict[str, object], message: str
) -> None:
    client.force_login(organiser)
    good = {"entries": ids(event, "Ada", "Ben"), "first_round": "1"}
    lines = JournalEntry.objects.count()
    answer = client.post(f"/events/{event.pk}/apart", good | wrong if wrong else {"first_round": "1"})
    assert answer.status_code == 400 and message in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()
    assert not ForbiddenGroup.objects.exists() and JournalEntry.objects.count() == lines


def test_an_old_page_keeps_nobody_apart(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    answer = client.post(
        f"/events/{event.pk}/apart", {"entries": ids(event, "Ada", "Ben"), "first_round": "1", "version": "1"}
    )
    assert answer.status_code == 409 and not ForbiddenGroup.objects.exists()


def test_the_page_is_for_those_who_run_the_event(
    event: Event, club: Club, organiser: Account, stranger: Account, arbiter_to_be: Account, client: Client
) -> None:
    group = exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben"))
    for account in (stranger, arbiter_to_be, None):
        other = Client()
        if account is not None:
            other.force_login(account)
        assert other.get(f"/events/{event.pk}/apart").status_code in (302, 403)
        assert other.post(f"/events/{event.pk}/apart/{group.pk}/delete").status_code in (302, 403)
    client.force_login(organiser)
    robin = running(club, organiser, ("Kim", "Lee"))
    assert client.get(f"/events/{robin.pk}/apart").status_code == 404
    assert client.post(f"/events/{robin.pk}/apart/{group.pk}/delete").status_code == 404
    assert ForbiddenGroup.objects.filter(event=fresh(event)).exists()
