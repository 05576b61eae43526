"""What waits for an account: told once, gone when it waits no longer, seen by its owner alone."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal import queries as journal
from common.journal.models import Scope
from games.results.notifications import NOTIFY_REPORTED, look_what_is_confirmed, notify_reported
from games.results.services.results import claim_result
from play.challenges.services.challenges import NewChallenge, close_challenge, open_challenge, take_challenge
from play.chat.services.chat import send_message
from play.core.playing import now_ms
from play.core.services.presence import note_presence
from play.games.services.games import resign
from play.models import Challenge
from players.clubs.services.invitations import decline_invitation, invite_person
from players.erasure.services import erase_person
from players.models import Account, Notification
from players.notifications.services.notifications import delete_old_notifications, scope_of, update_notifications
from testing.clients import signed_in
from testing.factories import ClubFactory, GameFactory, organiser_of
from testing.play.online import begin, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
BY_MAIL = "3days+0"


@pytest.fixture
def accounts(db: None) -> tuple[Account, Account]:
    return two_accounts()


def texts(account: Account) -> list[str]:
    """What the page of notifications tells its owner."""
    run_due()
    html = signed_in(account).get("/notifications").content.decode()
    return [unescape(text) for text in re.findall(r'<a href="/notifications/[0-9]+">(.*?)</a>', html)]


def let_time_pass() -> None:
    """What was to be done later is due."""
    Job.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def challenge(accounts: tuple[Account, Account]) -> Challenge:
    wanted = NewChallenge(
        rules="gipf-basic", control="300+3", audience=Challenge.Audience.PERSON, opponent=accounts[1].person_id
    )
    return open_challenge(accounts[0], wanted)


def test_a_challenge_waits_for_the_one_who_is_challenged(accounts: tuple[Account, Account]) -> None:
    challenge(accounts)
    assert texts(accounts[1]) == ["Wanda challenges you to GIPF, basic game."]
    assert texts(accounts[0]) == []


@pytest.mark.parametrize("how", ["taken", "withdrawn", "declined"])
def test_a_challenge_that_waits_no_longer_is_gone(accounts: tuple[Account, Account], how: str) -> None:
    made = challenge(accounts)
    assert len(texts(accounts[1])) == 1
    if how == "taken":
        take_challenge(accounts[1], made)
    else:
        close_challenge(accounts[0] if how == "withdrawn" else accounts[1], made)
    assert texts(accounts[1]) == []


def test_in_correspondence_each_turn_is_told_and_the_one_who_moved_waits_no_longer(
    accounts: tuple[Account, Account],
) -> None:
    game = begin(*accounts, control=BY_MAIL)
    assert texts(accounts[0]) == ["Your turn against Bela (GIPF, basic game)."]
    turns = reference_turns(*accounts)
    play(game, turns[0])
    assert texts(accounts[0]) == []
    assert texts(accounts[1]) == ["Your turn against Wanda (GIPF, basic game)."]
    play(game, turns[1])
    resign(game, accounts[0])
    assert texts(accounts[0]) == texts(accounts[1]) == []


def test_in_real_time_nothing_is_told_of_turns(accounts: tuple[Account, Account]) -> None:
    begin(*accounts)
    assert texts(accounts[0]) == []


def test_a_message_is_told_to_who_is_away_from_the_board(accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    send_message(game, accounts[0], "secret words")
    assert texts(accounts[1]) == ["Wanda has sent you a message."]
    row = Notification.objects.get()
    assert "secret" not in json.dumps(row.message)


def test_a_message_is_not_told_to_who_is_at_the_board(accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    note_presence(game, 1, now_ms())
    send_message(game, accounts[0], "here")
    assert texts(accounts[1]) == []


def test_a_reported_result_waits_for_the_opponent_until_it_is_confirmed(accounts: tuple[Account, Account]) -> None:
    game = GameFactory(white=accounts[0].person, black=accounts[1].person)
    claim_result(game.pk, accounts[0], "1-0", source="page")
    assert texts(accounts[1]) == []
    let_time_pass()
    assert texts(accounts[1]) == ["Wanda has reported the result of your game. Do you agree?"]
    look_what_is_confirmed()
    assert len(texts(accounts[1])) == 1
    claim_result(game.pk, accounts[1], "1-0", source="page")
    look_what_is_confirmed()
    assert texts(accounts[1]) == []


def test_what_both_report_within_seconds_is_told_to_no_one(accounts: tuple[Account, Account]) -> None:
    game = GameFactory(white=accounts[0].person, black=accounts[1].person)
    for account in accounts:
        claim_result(game.pk, account, "1-0", source="page")
    let_time_pass()
    assert texts(accounts[0]) == texts(accounts[1]) == []


def test_one_job_tells_of_all_reports_of_an_event_and_of_each_once(accounts: tuple[Account, Account]) -> None:
    first = GameFactory(white=accounts[0].person, black=accounts[1].person)
    second = GameFactory(
        club=first.club, parent_scope=first.parent_scope, white=accounts[1].person, black=accounts[0].person
    )
    claim_result(first.pk, accounts[0], "1-0", source="page")
    claim_result(second.pk, accounts[1], "1-0", source="page")
    assert list(Job.objects.filter(kind=NOTIFY_REPORTED).values_list("subject", flat=True)) == [first.parent_scope.key]
    let_time_pass()
    assert (len(texts(accounts[0])), len(texts(accounts[1]))) == (1, 1)
    known = [journal.version(scope_of(account.pk)) for account in accounts]
    notify_reported(first.parent_scope.key)
    assert [journal.version(scope_of(account.pk)) for account in accounts] == known


def test_another_word_of_the_same_player_is_told_again(accounts: tuple[Account, Account]) -> None:
    game = GameFactory(white=accounts[0].person, black=accounts[1].person)
    for result in ("1-0", "0-1"):
        claim_result(game.pk, accounts[0], result, source="page")
        let_time_pass()
        assert len(texts(accounts[1])) == 1
    assert Notification.objects.get().state == "black 0-1"


def test_an_invitation_waits_until_it_is_answered(accounts: tuple[Account, Account]) -> None:
    club = ClubFactory(name="Zürich")
    organiser = organiser_of(club)
    made = invite_person(actor=organiser, club=club, person_id=accounts[0].person_id, since=date(2026, 1, 1))
    assert texts(accounts[0]) == ["Zürich invites you to become a member."]
    decline_invitation(actor=accounts[0], invitation_id=made.pk)
    assert texts(accounts[0]) == []


def test_the_same_state_is_told_once_and_another_is_news_again(accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts, control=BY_MAIL)
    run_due()
    first = Notification.objects.get()
    signed_in(accounts[0]).get(f"/notifications/{first.pk}")
    version = journal.version(scope_of(accounts[0].pk))
    update_notifications("turn", str(game))
    assert journal.version(scope_of(accounts[0].pk)) == version
    play(game, *reference_turns(*accounts)[:2])
    run_due()
    assert Notification.objects.get(account=accounts[0]).read_at is None


def test_following_one_leads_there_and_marks_it_as_read(accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts, control=BY_MAIL)
    run_due()
    row = Notification.objects.get()
    client = signed_in(accounts[0])
    assert 'data-unread="1"' in client.get("/about").content.decode()
    answer = client.get(f"/notifications/{row.pk}")
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{game}")
    assert 'data-unread="0"' in client.get("/about").content.decode()
    assert "Your turn against Bela" in client.get("/notifications").content.decode()


def test_all_are_marked_as_read_at_once(accounts: tuple[Account, Account]) -> None:
    begin(*accounts, control=BY_MAIL)
    begin(*accounts, control=BY_MAIL)
    run_due()
    client = signed_in(accounts[0])
    client.post("/notifications/read")
    assert 'data-unread="0"' in client.get("/notifications/bell").content.decode()
    assert not Notification.objects.filter(account=accounts[0], read_at=None).exists()


def test_nobody_reads_or_follows_those_of_another_account(accounts: tuple[Account, Account]) -> None:
    begin(*accounts, control=BY_MAIL)
    run_due()
    row = Notification.objects.get(account=accounts[0])
    other = signed_in(accounts[1])
    assert other.get(f"/notifications/{row.pk}").status_code == 404
    assert "Bela" not in other.get("/notifications").content.decode().split("<main")[1]
    other.post("/notifications/read")
    row.refresh_from_db()
    assert row.read_at is None
    assert Client().get(f"/notifications/{row.pk}").status_code in (302, 401, 403)
    assert Client().get(f"/notifications/{accounts[0].pk}/wrong").status_code == 404


def test_what_a_page_follows_tells_nothing_but_that_something_changed(accounts: tuple[Account, Account]) -> None:
    html = signed_in(accounts[1]).get("/about").content.decode()
    token = html.split(f'data-live="notifications-seen:{accounts[1].pk}:')[1].split('"')[0]
    address = f"/notifications/{accounts[1].pk}/{token}"
    before = Client().get(address).json()
    challenge(accounts)
    run_due()
    after = Client().get(address).json()
    key = scope_of(accounts[1].pk)
    assert (before, after) == ({"seen": f"{key}=0"}, {"seen": f"{key}=1"})


def test_an_erased_person_leaves_no_name_in_those_of_others(accounts: tuple[Account, Account]) -> None:
    challenge(accounts)
    assert texts(accounts[1]) == ["Wanda challenges you to GIPF, basic game."]
    erase_person(actor=accounts[0], person_id=accounts[0].person_id)
    html = signed_in(accounts[1]).get("/notifications").content.decode()
    assert "Wanda" not in html


def test_nothing_waits_for_an_account_that_was_erased(accounts: tuple[Account, Account]) -> None:
    challenge(accounts)
    run_due()
    erase_person(actor=accounts[1], person_id=accounts[1].person_id)
    assert not Notification.objects.exists()
    assert not Scope.objects.filter(key=scope_of(accounts[1].pk)).exists()


def test_old_ones_go_after_thirty_days(accounts: tuple[Account, Account]) -> None:
    begin(*accounts, control=BY_MAIL)
    begin(*accounts, control=BY_MAIL)
    run_due()
    read, waiting = Notification.objects.filter(account=accounts[0])
    month = timedelta(days=30)
    Notification.objects.filter(pk=read.pk).update(read_at=timezone.now() - month)
    delete_old_notifications()
    assert list(Notification.objects.filter(account=accounts[0])) == [waiting]
    now = timezone.now()
    Notification.objects.update(at=now - 2 * month, until=now - month)
    delete_old_notifications()
    assert not Notification.objects.exists()
