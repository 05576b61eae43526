"""Reports about players, and what moderators do about them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.chat.services.chat import delete_old_messages, send_message
from play.chat.services.reports import ReportAnswer, answer_report, delete_old_reports, lift_sanction, report_player
from play.core.playing import load_game
from play.core.services.guests import Visitor, as_guest
from play.models import ChatMessage, Report, Sanction
from play.moderation.queries import report_page
from players.erasure import exports
from players.erasure.services import erase_person
from players.grants.services.grants import give_up_role, grant
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import AccountFactory, PersonFactory, administrator, holder_of
from testing.play.online import begin, play

pytestmark = [pytest.mark.django_db, pytest.mark.core]
WANTED = NewChallenge(rules="gipf-basic", control="300+3")


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    return begin(*accounts)


@pytest.fixture
def report(accounts: tuple[Account, Account], game: int) -> Report:
    """Black reports a message of White."""
    message = send_message(game, accounts[0], "You fool")
    return report_player(game, accounts[1], "insult", "He swears", message.pk)


def test_a_report_names_the_opponent_and_one_is_open_at_a_time(
    accounts: tuple[Account, Account], game: int, report: Report
) -> None:
    assert (report.person, report.reporter) == (accounts[0].person, accounts[1].person)
    with pytest.raises(Refused, match="You have reported"):
        report_player(game, accounts[1], "spam")
    own = send_message(game, accounts[1], "mine")
    with pytest.raises(ChatMessage.DoesNotExist):
        report_player(game, accounts[1], "spam", "", own.pk)
    with pytest.raises(NotAllowed):
        report_player(game, AccountFactory(person=PersonFactory()), "spam")


def test_moderators_alone_read_reports_and_the_chat_while_one_is_open(
    client: Client, accounts: tuple[Account, Account], game: int, report: Report
) -> None:
    address = f"/moderation/reports/{report.pk}"
    for account in accounts:
        client.force_login(account)
        assert client.get("/moderation").status_code == 403
        assert client.get(address).status_code == 403
    moderator = administrator()
    client.force_login(moderator)
    assert "Wanda" in client.get("/moderation").content.decode()
    assert "You fool" in client.get(address).content.decode()
    done = client.post(address, {"answer": "warn", "days": "7", "text": "Be kind."})
    assert done.status_code == 302
    assert "You fool" not in client.get(address).content.decode()
    assert "No report is open." in client.get("/moderation").content.decode()
    client.force_login(accounts[0])
    assert "Be kind." in client.get("/play").content.decode()


def test_each_answer_is_an_act_in_the_journal(report: Report) -> None:
    moderator = administrator()
    answer_report(moderator, report.pk, ReportAnswer.MUTE, days=3, text="Be kind.")
    entry = JournalEntry.objects.get(action="answer-report")
    assert entry.actor == moderator.pk
    assert entry.data == {
        "report": report.pk, "answer": "mute", "sanction": Sanction.objects.get().pk, "days": 3,
    }  # fmt: skip
    with pytest.raises(Refused, match="closed"):
        answer_report(moderator, report.pk, ReportAnswer.DISMISS)


def test_a_dismissed_report_changes_nothing_for_the_player(
    accounts: tuple[Account, Account], game: int, report: Report
) -> None:
    answer_report(administrator(), report.pk, ReportAnswer.DISMISS)
    send_message(game, accounts[0], "Hello")
    assert not Sanction.objects.exists()


def test_who_is_muted_plays_and_does_not_write(accounts: tuple[Account, Account], game: int, report: Report) -> None:
    answer_report(administrator(), report.pk, ReportAnswer.MUTE, days=7, text="Be kind.")
    with pytest.raises(Refused, match="switched off your chat until"):
        send_message(game, accounts[0], "Hello")
    send_message(game, accounts[1], "Hello")
    assert play(game, (accounts[0], "g2")).plies == 1
    Sanction.objects.update(made_at=timezone.now() - timedelta(days=9), until=timezone.now() - timedelta(days=2))
    send_message(game, accounts[0], "Sorry")


def test_who_is_suspended_begins_no_game_and_finishes_those_that_run(
    accounts: tuple[Account, Account], game: int, report: Report
) -> None:
    white, black = accounts
    offered, other = open_challenge(white, WANTED), open_challenge(black, WANTED)
    moderator = administrator()
    answer_report(moderator, report.pk, ReportAnswer.SUSPEND, days=30, text="Cheating")
    offered.refresh_from_db()
    assert offered.closed_at is not None
    with pytest.raises(Refused, match="suspended you"):
        open_challenge(white, WANTED)
    with pytest.raises(Refused, match="suspended you"):
        take_challenge(white, other)
    with pytest.raises(Refused, match="cannot start games"):
        open_challenge(
            black, NewChallenge(rules="gipf-basic", control="300+3", audience="person", opponent=white.person_id)
        )
    assert play(game, (white, "g2")).plies == 1
    lift_sanction(moderator, Sanction.objects.get().pk)
    assert take_challenge(white, other).plies == 0


def test_a_sanction_says_why_and_how_long(report: Report) -> None:
    for days, text, words in ((0, "Be kind.", "1 to 365"), (400, "Be kind.", "1 to 365"), (3, " ", "Give the player")):
        with pytest.raises(Refused, match=words):
            answer_report(administrator(), report.pk, ReportAnswer.SUSPEND, days=days, text=text)
    assert report_page(report.pk).is_open


def test_players_moderate_nobody(accounts: tuple[Account, Account], report: Report) -> None:
    with pytest.raises(NotAllowed):
        answer_report(accounts[1], report.pk, ReportAnswer.WARN, text="Be kind.")


def test_what_is_reported_stays_while_the_report_is_open(game: int, report: Report) -> None:
    ChatMessage.objects.update(sent_at=timezone.now() - timedelta(days=100))
    delete_old_messages()
    assert ChatMessage.objects.exists()
    answer_report(administrator(), report.pk, ReportAnswer.DISMISS)
    delete_old_messages()
    assert not ChatMessage.objects.exists()
    Report.objects.update(closed_at=timezone.now() - timedelta(days=366))
    delete_old_reports()
    assert not Report.objects.exists()


def test_the_export_does_not_tell_who_reported(accounts: tuple[Account, Account], report: Report) -> None:
    assert "He swears" in exports.as_json(accounts[1])
    assert "He swears" not in exports.as_json(accounts[0])


def test_erasing_forgets_reports_and_sanctions(accounts: tuple[Account, Account], report: Report) -> None:
    answer_report(administrator(), report.pk, ReportAnswer.WARN, text="Be kind, Wanda.")
    assert accounts[0].person_id is not None
    erase_person(actor=accounts[0], person_id=accounts[0].person_id)
    assert not Report.objects.exists() and not Sanction.objects.exists()


@pytest.fixture
def of_guest() -> tuple[Account, Report]:
    """Somebody who plays a guest with a bad name, and has reported him."""
    host = AccountFactory(person=PersonFactory())
    open_game = open_challenge(host, NewChallenge(rules="gipf-basic", control="7days+14", rated=False, guests=True))
    visitor = Visitor("", "Bad Name (guest)", "192.0.2.1")
    game, _token = as_guest(visitor, lambda guest: take_challenge(guest, open_game))
    return host, report_player(game.game.pk, host, "insult")


def test_a_moderator_takes_the_name_of_a_guest_away_at_every_seat(
    of_guest: tuple[Account, Report], client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    host, report = of_guest
    client.force_login(holder_of(Role.MODERATOR, "server"))
    before = load_game(report.game_id).version
    shown = client.get(f"/moderation/reports/{report.pk}").content.decode()
    assert "Bad Name (guest)" in shown
    assert "Suspend the player" not in shown
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"/moderation/reports/{report.pk}", {"answer": "rename"}).status_code == 302
    game = load_game(report.game_id)
    assert {game.game.white.name, game.game.black.name} == {"Guest", host.person.name}
    assert game.version == before + 1  # pages that show the name are told
    assert JournalEntry.objects.get(action="answer-report").data["answer"] == "rename"
    client.force_login(host)
    assert "Bad Name" not in client.get(f"/play/{report.game_id}").content.decode()


def test_what_is_done_about_persons_is_not_done_about_guests_nor_the_reverse(
    of_guest: tuple[Account, Report], report: Report
) -> None:
    for answer in (ReportAnswer.WARN, ReportAnswer.MUTE, ReportAnswer.SUSPEND):
        with pytest.raises(Refused, match="A guest reads no message"):
            answer_report(administrator(), of_guest[1].pk, answer, days=1, text="Stop it.")
    with pytest.raises(Refused, match="Only the names of guests"):
        answer_report(administrator(), report.pk, ReportAnswer.RENAME)
    assert set(Report.objects.values_list("closed_at", flat=True)) == {None}


def test_a_moderator_answers_reports_and_keeps_nothing_else(report: Report, client: Client) -> None:
    moderator = holder_of(Role.MODERATOR, "server")
    client.force_login(moderator)
    assert "/moderation" in client.get("/").content.decode()
    assert str(report.person.name) in client.get("/moderation").content.decode()
    assert client.get("/clubs/new").status_code == 403
    answer_report(moderator, report.pk, ReportAnswer.WARN, text="Be kind.")
    assert Sanction.objects.get().made_by == moderator.pk


def test_administrators_alone_make_moderators_and_the_last_one_may_go(organiser: Account, club: Club) -> None:
    account, admin = AccountFactory(), administrator()
    with pytest.raises(NotAllowed):
        grant(actor=organiser, account=account, role=Role.MODERATOR, scope="server")
    with pytest.raises(Refused, match="not possible there"):
        grant(actor=admin, account=account, role=Role.MODERATOR, scope=club.scope)
    given = grant(actor=admin, account=account, role=Role.MODERATOR, scope="server")
    give_up_role(account=account, grant_id=given.pk)
    assert not account.grants.exists()
