"""The chat of spectators: who reads it and when, who writes, and what moderators, limits and erasure do."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry, Scope
from games.models import Game
from play.chat.services.chat import send_message
from play.chat.services.reports import ReportAnswer, answer_report
from play.chat.services.spectators import delete_old_lines, report_spectator, write_as_spectator
from play.core.errors import PlayRefused
from play.core.services.blocks import block_person
from play.games.services.games import resign
from play.models import OnlineGame, Report, SpectatorMessage
from players.core import limits
from players.core.rate_limit import TooMany
from players.erasure import exports
from players.erasure.services import erase_person
from players.models import Account
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory, administrator
from testing.play.online import begin, first_turns, guest_browser

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SECRET = "she-has-a-row-on-e2"


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    return begin(*accounts)


@pytest.fixture
def watcher() -> Account:
    return AccountFactory(person=PersonFactory(name="Wanda"))


def page_of(account: Account | None, address: str, **headers: str) -> Any:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get(address, headers=headers)


def text_of(account: Account | None, game: int) -> str:
    script = page_of(account, f"/play/{game}/spectators", **{"X-Chat": "1"}).content.decode()
    whole = page_of(account, f"/play/{game}/spectators").content.decode()
    assert (SECRET in script) == (SECRET in whole)
    return str(whole)


def everywhere(account: Account, game: int) -> str:
    """All that a player can be told about the game, by page, endpoint and what pages follow."""
    pages = (f"/games/{game}", f"/play/{game}", f"/play/{game}/chat", f"/play/{game}/state", f"/play/{game}/spectators")
    more = (f"/play/{game}/spectators/seen", f"/games/{game}/state", f"/embed/games/{game}", "/watch", "/notifications")
    said = [b"".join(page_of(account, address)).decode() for address in (*pages, *more)]
    api = (f"/play/games/{game}", f"/play/games/{game}/chat", f"/play/games/{game}/spectators", f"/games/{game}")
    said += [Caller(account).get(address).content.decode() for address in api]
    return "".join(said) + exports.as_json(account)


def test_players_read_it_when_the_game_is_over_and_everyone_else_at_once(
    accounts: tuple[Account, Account], game: int, watcher: Account
) -> None:
    first_turns(game, *accounts)
    write_as_spectator(game, watcher, SECRET)
    for reader in (None, watcher, AccountFactory()):
        assert SECRET in text_of(reader, game)
        caller = Caller(reader) if reader is not None else Caller()
        assert caller.read(f"/play/games/{game}/spectators")["results"][0]["text"] == SECRET
    for player in accounts:
        assert SECRET not in everywhere(player, game)
        assert Caller(player).get(f"/play/games/{game}/spectators").status_code == 409
    assert SECRET not in json.dumps(list(JournalEntry.objects.values_list("data", flat=True)))
    resign(game, accounts[0])
    for player in accounts:
        assert SECRET in text_of(player, game)
        assert Caller(player).read(f"/play/games/{game}/spectators")["results"][0]["author"]["name"] == "Wanda"


def test_a_guest_reads_and_a_guest_who_plays_does_not(game: int, watcher: Account) -> None:
    """A guest's seat is known by the browser's token: the page is asked with it."""
    guest = guest_browser()
    played = OnlineGame.objects.exclude(pk=game).get().pk
    write_as_spectator(played, watcher, SECRET)
    assert SECRET in Client().get(f"/play/{played}/spectators").content.decode()
    assert SECRET not in guest.get(f"/play/{played}/spectators").content.decode()
    assert guest.post(f"/play/{game}/spectators", {"text": "Hello"}).status_code in (302, 403)
    assert SpectatorMessage.objects.count() == 1


def test_players_do_not_write_in_it_and_spectators_write_nowhere_else(
    accounts: tuple[Account, Account], game: int, watcher: Account
) -> None:
    with pytest.raises(PlayRefused, match="when the game is over"):
        write_as_spectator(game, accounts[0], "Am I winning?")
    send_message(game, accounts[0], "between-the-two")
    assert "between-the-two" not in text_of(watcher, game)
    client = Client()
    client.force_login(watcher)
    assert client.post(f"/play/{game}/spectators", {"text": " hello\n there "}).status_code == 302
    assert SpectatorMessage.objects.get().text == "hello there"
    assert Caller(watcher).done(f"/play/games/{game}/spectators", {"text": "<b>"})["own"] is True
    assert "&lt;b&gt;" in text_of(None, game)


def test_it_is_closed_a_day_after_the_game(accounts: tuple[Account, Account], game: int, watcher: Account) -> None:
    first_turns(game, *accounts)
    resign(game, accounts[0])
    write_as_spectator(game, accounts[0], "So that was it.")
    OnlineGame.objects.update(ended_at=timezone.now() - timedelta(days=1, minutes=1))
    with pytest.raises(PlayRefused, match="closed"):
        write_as_spectator(game, watcher, "Late")


def test_nobody_reads_or_writes_beside_a_hidden_game(game: int, watcher: Account) -> None:
    Scope.objects.filter(pk__in=Game.objects.values("parent_scope")).update(hidden=True)
    assert page_of(watcher, f"/play/{game}/spectators").status_code == 404
    assert page_of(None, f"/play/{game}/spectators/seen").status_code == 404
    with pytest.raises(OnlineGame.DoesNotExist):
        write_as_spectator(game, watcher, "Hello")


def test_limits_and_mutes_hold_as_in_the_chat_of_the_two(game: int, watcher: Account) -> None:
    reader = AccountFactory(person=PersonFactory())
    line = write_as_spectator(game, watcher, SECRET)
    report = report_spectator(game, reader, line.pk, Report.Reason.INSULT, "Rude")
    with pytest.raises(PlayRefused, match="have reported"):
        report_spectator(game, reader, line.pk, Report.Reason.SPAM)
    moderator = administrator()
    shown = page_of(moderator, f"/moderation/reports/{report.pk}").content.decode()
    assert SECRET in shown and "Wanda" in shown
    answer_report(moderator, report.pk, ReportAnswer.MUTE, days=3, text="Calm down.")
    with pytest.raises(PlayRefused, match="switched off your chat"):
        write_as_spectator(game, watcher, "Again")
    for _line in range(limits.CHAT_MESSAGES.tries):
        write_as_spectator(game, reader, "so")
    with pytest.raises(TooMany):
        write_as_spectator(game, reader, "so")


def test_a_line_is_reported_on_its_page_and_not_by_its_author_or_a_player(
    accounts: tuple[Account, Account], game: int, watcher: Account
) -> None:
    line = write_as_spectator(game, watcher, SECRET)
    address, reader = f"/play/{game}/spectators/report?message={line.pk}", AccountFactory(person=PersonFactory())
    assert page_of(accounts[0], address).status_code == 404
    client = Client()
    client.force_login(reader)
    assert SECRET in client.get(address).content.decode()
    assert client.post(address, {"reason": "spam", "text": ""}).status_code == 302
    assert Report.objects.get().spectator_message == line
    with pytest.raises(PlayRefused, match="your own"):
        report_spectator(game, watcher, line.pk, "spam")
    with pytest.raises(PlayRefused, match="when the game is over"):
        report_spectator(game, accounts[0], line.pk, "spam")


def test_lines_of_blocked_people_are_left_out_for_both(game: int, watcher: Account) -> None:
    other = AccountFactory(person=PersonFactory())
    write_as_spectator(game, watcher, SECRET)
    assert watcher.person_id is not None
    block_person(other, watcher.person_id)
    assert SECRET not in text_of(other, game)
    write_as_spectator(game, other, "from-the-other")
    assert "from-the-other" not in text_of(watcher, game)
    assert SECRET in text_of(None, game)


def test_old_lines_go_and_stay_while_they_are_reported(game: int, watcher: Account) -> None:
    line = write_as_spectator(game, watcher, SECRET)
    report = report_spectator(game, AccountFactory(person=PersonFactory()), line.pk, "spam")
    SpectatorMessage.objects.update(sent_at=timezone.now() - timedelta(days=91))
    delete_old_lines()
    assert SpectatorMessage.objects.exists()
    answer_report(administrator(), report.pk, ReportAnswer.DISMISS)
    delete_old_lines()
    assert not SpectatorMessage.objects.exists()
    assert Report.objects.get().spectator_message is None


def test_erasing_a_person_deletes_what_was_written(
    accounts: tuple[Account, Account], game: int, watcher: Account
) -> None:
    other = begin(*(AccountFactory(person=PersonFactory()) for _seat in range(2)))
    write_as_spectator(game, watcher, "beside the game of the person")
    write_as_spectator(other, accounts[0], "of the person beside another game")
    kept = write_as_spectator(other, watcher, "of others")
    assert accounts[0].person_id is not None
    assert "of the person beside" not in exports.as_json(watcher) and "of others" in exports.as_json(watcher)
    erase_person(actor=administrator(), person_id=accounts[0].person_id)
    assert list(SpectatorMessage.objects.all()) == [kept]


def test_pages_learn_of_a_line_and_not_what_it_says(game: int, watcher: Account) -> None:
    write_as_spectator(game, watcher, SECRET)
    assert page_of(None, f"/play/{game}/spectators/seen").json() == {"seen": f"spectators:{game}=1"}
    page = page_of(None, f"/games/{game}").content.decode()
    assert f'data-live="play-spectators-seen:{game}"' in page
    assert SECRET not in page, "it is the same for all, the players too"
