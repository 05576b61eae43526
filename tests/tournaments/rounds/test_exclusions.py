"""Players whom the organiser keeps apart, by services and on their page."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import entry, fresh, play, running, with_players
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.formats import format_of
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.core.pairing_history import data_before_round
from tournaments.core.saved_event import pack, save_event, unpack
from tournaments.entries.services import exclusions, leaving
from tournaments.models import Entry, Event, ForbiddenGroup, RuleExit
from tournaments.rounds.services import rounds as rounds_services

pytestmark = [pytest.mark.django_db, pytest.mark.core]


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


# --- pairs that are avoided where possible ---------------------------------------------------------------


@pytest.fixture
def free_event(event: Event) -> Event:
    """One that has left standard rules."""
    RuleExit.objects.create(event=event, setting="chosen", after_round=0, at=timezone.now())
    return fresh(event)


def test_a_pair_is_avoided_where_another_is_as_good(free_event: Event, organiser: Account) -> None:
    exclusions.add_exclusion(free_event.pk, organiser, ids(free_event, "Ada", "Cleo"), strength="avoid")
    play(free_event, organiser, {("Ada", "Dan"): "1-0", ("Cleo", "Ben"): "0-1"})
    (round_,) = load(free_event).rounds
    assert round_.known is not None and round_.known["forbidden"] == [[[1, 3], 1, None, "avoid"]]
    made = format_of("swiss-dutch").pair(cross_table(data_before_round(load(free_event), 1)))
    said = " ".join(map(str, made.reasons[1]))
    assert "Ada meets Dan and not Cleo: the event avoids this pairing" in said


def test_a_pair_that_cannot_be_avoided_is_made(free_event: Event, organiser: Account) -> None:
    everybody = ids(free_event, "Ada", "Ben", "Cleo", "Dan")
    exclusions.add_exclusion(free_event.pk, organiser, everybody, strength="avoid")
    play(free_event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})


def test_avoiding_leaves_standard_rules_and_is_asked(event: Event, organiser: Account) -> None:
    with pytest.raises(ConfirmationNeeded) as asked:
        exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben"), strength="avoid")
    assert [each.key for each in asked.value.cautions] == ["avoided-pairs"]
    confirmed(exclusions.add_exclusion, event.pk, organiser, ids(event, "Ada", "Ben"), strength="avoid")
    assert [each.setting for each in fresh(event).rule_exits.all()] == ["avoided-pairs"]
    (group,) = load(fresh(event)).forbidden
    line = JournalEntry.objects.filter(action="forbid").latest("pk")
    assert group.is_soft and line.data["avoid"] is True
    exclusions.remove_exclusion(event.pk, organiser, group.id)
    assert JournalEntry.objects.filter(action="allow").latest("pk").data["avoid"] is True


@pytest.mark.postgresql
def test_a_keizer_event_cannot_avoid(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="keizer", rounds_planned=3)
    with pytest.raises(EventRefused, match="cannot avoid pairings"):
        exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben"), strength="avoid")
    exclusions.add_exclusion(event.pk, organiser, ids(event, "Ada", "Ben"))
    with pytest.raises(IntegrityError), transaction.atomic():
        ForbiddenGroup.objects.update(strength="maybe")


def test_undoing_brings_back_that_a_pair_was_only_avoided(free_event: Event, organiser: Account) -> None:
    group = exclusions.add_exclusion(free_event.pk, organiser, ids(free_event, "Ada", "Ben"), strength="avoid")
    rounds_services.start_round(free_event.pk, organiser)
    saved = unpack(pack(save_event(free_event.pk)))
    assert saved.tables["forbiddengroup"][group.pk]["strength"] == "avoid"


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


def test_the_page_offers_to_avoid_only_where_the_format_can(
    free_event: Event, club: Club, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    keizer = running(club, organiser, ("Kim", "Lee"), format="keizer", rounds_planned=3)
    assert 'value="avoid"' not in client.get(f"/events/{keizer.pk}/apart").content.decode()
    page = f"/events/{free_event.pk}/apart"
    assert 'value="avoid"' in client.get(page).content.decode()
    sent = {"entries": ids(free_event, "Ada", "Ben"), "first_round": "1", "strength": "avoid"}
    answer = client.post(page, sent, follow=True)
    assert "if possible" in answer.content.decode()
