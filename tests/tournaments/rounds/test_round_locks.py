"""A round that is locked takes no other result, from nobody; unlocking it takes a reason, which the journal shows."""

from __future__ import annotations

import pytest
from django.test import Client

from common.journal.services import Stale
from games.core.services.errors import ClaimRefused, RecordRefused
from games.models import Claim, Record
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import game, last_point, running, swiss_after_round_1
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import leaving
from tournaments.events.services import undo
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, Round
from tournaments.rounds.services import round_changes, round_drafts, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Round 1 is played and locked: Ada has beaten Cleo."""
    made = swiss_after_round_1(club, organiser)
    round_changes.lock_round(made.pk, organiser, 1)
    return made


def version(event: Event, number: int = 1) -> int:
    return Round.objects.get(event=event, number=number).version


def test_nobody_changes_a_result_of_a_locked_round(event: Event, organiser: Account) -> None:
    made = game(event, "Ada", "Cleo")
    for account, source in ((organiser, "desk"), (AccountFactory(person=made.white), "page")):
        with pytest.raises(ClaimRefused, match="locked"):
            claim_result(made.pk, account, "0-1", source=source)
    with pytest.raises(ClaimRefused, match="locked"):
        undo_decision(made.pk, organiser, 1)
    made.refresh_from_db()
    assert made.result == "1-0" and Claim.objects.filter(game=made).count() == 1


def test_a_record_of_a_locked_round_is_kept_where_it_agrees(event: Event) -> None:
    made = game(event, "Ada", "Cleo")
    white = AccountFactory(person=made.white)
    for result in ("1-0", "0-1"):
        text = f'[Game "gipf"]\n[Rules "standard"]\n[Result "{result}"]\n[Termination "resigned"]\n\n'
        if result == "1-0":
            submit_record(made.pk, white, text + result)
        else:
            with pytest.raises(RecordRefused, match="locked with 1-0"):
                submit_record(made.pk, white, text + result)
    assert Record.objects.filter(game=made).count() == 1 and Claim.objects.filter(game=made).count() == 1


def test_unlocking_takes_a_reason_and_the_journal_shows_both(event: Event, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="Give a reason"):
        round_changes.unlock_round(event.pk, organiser, 1, reason=" ")
    round_changes.unlock_round(event.pk, organiser, 1, reason="Wrong slip.")
    claim_result(game(event, "Ada", "Cleo").pk, organiser, "0-1", source="desk", role="arbiter")
    lines = [(str(line.text), line.reason) for line in journal_entries(load(event))]
    assert lines[1:3] == [("Round 1 unlocked", "Wrong slip."), ("Round 1 locked", "")]


def test_a_round_is_locked_once_and_only_when_its_results_are_in(
    event: Event, organiser: Account, stranger: Account
) -> None:
    with pytest.raises(EventRefused, match="already locked"):
        round_changes.lock_round(event.pk, organiser, 1)
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="board 1 of round 2 has no result"):
        round_changes.lock_round(event.pk, organiser, 2)
    with pytest.raises(EventRefused, match="not locked"):
        round_changes.unlock_round(event.pk, organiser, 2, reason="x")
    with pytest.raises(Stale):
        round_changes.unlock_round(event.pk, organiser, 1, reason="x", expect=version(event) - 1)
    for act in (round_changes.lock_round, round_changes.unlock_round):
        more = {"reason": "x"} if act is round_changes.unlock_round else {}
        with pytest.raises(NotAllowed):
            act(event.pk, stranger, 1, **more)


def test_a_locked_round_is_not_taken_back_nor_made_a_draft(club: Club, organiser: Account) -> None:
    """Both players of its one board have left, so that without the lock it could go."""
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, format="swiss-dutch", rounds_planned=2)
    for each in load(event).entries:
        leaving.withdraw(event.pk, organiser, each.id)
    round_changes.lock_round(event.pk, organiser, 1)
    with pytest.raises(EventRefused, match="unlock it first"):
        rounds.delete_round(event.pk, organiser, 1)
    with pytest.raises(EventRefused, match="unlock it first"):
        round_drafts.unpublish_round(event.pk, organiser, 1, reason="x")
    round_changes.unlock_round(event.pk, organiser, 1, reason="x")
    rounds.delete_round(event.pk, organiser, 1)


def test_an_undo_brings_the_lock_back_with_the_rest(event: Event, organiser: Account) -> None:
    rounds.start_round(event.pk, organiser)
    round_changes.unlock_round(event.pk, organiser, 1, reason="x")
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="a slip")
    assert Round.objects.get(event=event).locked and game(event, "Ada", "Cleo").result_locked


def test_the_desk_locks_and_unlocks(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    made = game(event, "Ada", "Cleo")
    desk = client.get(f"/events/{event.pk}/desk").content.decode()
    assert "locked</span>" in desk and 'data-key="1"' not in desk and "Unlock round 1" in desk
    page = client.get(f"/events/{event.pk}/results/{made.pk}").content.decode()
    assert "This round is locked." in page and 'name="result"' not in page
    unlock = f"/events/{event.pk}/pairings/1/unlock"
    assert client.post(unlock, {"reason": "", "version": version(event)}).status_code == 400
    late = client.post(unlock, {"reason": "Wrong slip.", "version": 0})
    assert late.status_code == 409 and "Wrong slip." in late.content.decode()
    assert client.post(unlock, {"reason": "Wrong slip.", "version": version(event)}).status_code == 302
    assert 'data-key="1"' in client.get(f"/events/{event.pk}/desk").content.decode()
    assert client.post(f"/events/{event.pk}/pairings/1/lock", {"version": version(event)}).status_code == 302
    assert client.post(f"/events/{event.pk}/pairings/7/lock", {}).status_code == 404
    assert Round.objects.get(event=event).locked


def test_the_api_locks_and_unlocks(event: Event, organiser: Account) -> None:
    caller = Caller(organiser)
    path = f"/events/{event.pk}/rounds/1"
    assert caller.get(path).json()["locked"] is True
    assert caller.post(f"{path}/unlock", {}).status_code == 400
    assert caller.done(f"{path}/unlock", {"reason": "Wrong slip."})["locked"] is False
    assert caller.done(f"{path}/lock", {"version": version(event)})["locked"] is True
    assert caller.get(f"/events/{event.pk}/rounds").json()["results"][0]["locked"] is True
