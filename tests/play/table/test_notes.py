"""Notes of players beside their games: kept for the one who wrote them alone."""

from __future__ import annotations

import pytest

from games.models import Game
from play.core.errors import PlayRefused
from play.exports import _notes
from play.models import GameNote
from play.table.services.notes import delete_notes, keep_note, note_of
from players.core.events import PersonErasing
from players.models import Account
from players.permissions import NotAllowed
from testing.clients import signed_in
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, guest_browser, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    return two_accounts()


def test_a_note_is_read_by_its_writer_alone(accounts: tuple[Account, Account]) -> None:
    address = f"/play/{begin(*accounts)}"
    white, black = map(signed_in, accounts)
    assert white.post(f"{address}/note", {"note": "Watch d4"}).url == address
    assert "Watch d4" in white.get(address).content.decode()
    assert "Watch d4" not in black.get(address).content.decode()
    white.post(f"{address}/note", {"note": " "})
    assert not GameNote.objects.exists()


def test_a_guest_keeps_a_note_too() -> None:
    client = guest_browser()
    game = Game.objects.get()
    client.post(f"/play/{game.pk}/note", {"note": "Mine"})
    assert "Mine" in client.get(f"/play/{game.pk}").content.decode()


def test_who_does_not_play_keeps_none_and_none_is_endless(accounts: tuple[Account, Account]) -> None:
    game = Game.objects.select_related("white", "black").get(pk=begin(*accounts))
    with pytest.raises(NotAllowed):
        keep_note(game, AccountFactory(person=PersonFactory()), "Mine")
    keep_note(game, accounts[0], "n" * GameNote.LONGEST)
    with pytest.raises(PlayRefused):
        keep_note(game, accounts[0], "n" * (GameNote.LONGEST + 1))
    assert note_of(game, accounts[0].person) == "n" * GameNote.LONGEST


def test_notes_are_in_the_export_of_their_writer_and_go_with_the_person(accounts: tuple[Account, Account]) -> None:
    game = Game.objects.select_related("white", "black").get(pk=begin(*accounts))
    for account, text in zip(accounts, ("White's", "Black's"), strict=True):
        keep_note(game, account, text)
    assert _notes(accounts[0], [accounts[0].person_id]) == [{"game": game.pk, "text": "White's"}]
    delete_notes(PersonErasing(accounts[0].person))
    assert list(GameNote.objects.values_list("text", flat=True)) == ["Black's"]
