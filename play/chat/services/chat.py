"""Chat between the two players of a game: one line of plain text at a time, which no one else reads.

It acts in a scope of its own below that of the game, so that a message disturbs no one's turn, and no follower of the
game learns of it. Both players have an account: who plays without one is written to, and writes, nowhere.
"""

from __future__ import annotations

import unicodedata
from datetime import timedelta

from django.core.signing import Signer
from django.db.models import Q
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.secret_keys import is_signature
from games.core.running import scope_of
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.challenges.services.challenges import can_play
from play.chat.acts import SendMessage
from play.core.errors import PlayRefused
from play.core.notified import MESSAGE
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import own_seat
from play.core.services.blocks import need_no_block
from play.core.services.sanctions import need_unmuted
from play.models import ChatMessage
from players.core import limits
from players.models import Account, Person
from players.names import has_something_seen, has_stacked_marks
from players.notifications.services.notifications import ask_to_notify

KEPT = timedelta(days=90)
"""How long messages stay; those of a game with an open report as long as that is open, too."""
OPEN_AFTER_THE_END = timedelta(days=1)
PORTION = 1_000
_SPACES = {"Cc", "Cf", "Zl", "Zp"}
_KEPT_LETTERS = {"\u200c", "\u200d"}
"""Letters without a width that words of Persian and other scripts are written with."""

_EMPTY = Message(_("Write something first."))
_NO_TEXT = Message(_("This is no plain text."))
_STACKED = Message(_("One letter has too many marks."))
_CLOSED = Message(_("The chat of this game is closed."))
_NO_ACCOUNT = Message(_("Your opponent has no account here, so there is no chat."))


def send_message(game_id: int, account: Account, text: str) -> ChatMessage:
    """Write a line to the opponent. Raises `NotAllowed` for one who does not play, `PlayRefused`, TooMany and
    OnlineGame.DoesNotExist.
    """
    line = clean_line(text)
    game = load_game(game_id)
    author, _opponent = _two(game, account)
    check_chat(game, account)
    limits.CHAT_MESSAGES.take(str(account.pk))
    journal.open_scope(chat_scope(game_id), scope_of(game_id))
    with journal.commit(chat_scope(game_id), account, SendMessage) as act:
        made = ChatMessage.objects.create(game=game.game, author=author, text=line, sent_at=timezone.now())
        act.data["message"] = made.pk
        ask_to_notify(MESSAGE, game_id)
    return made


def check_chat(game: GameInPlay, account: Account) -> None:
    """Raise `PlayRefused`, which says why, where one player cannot write to the other."""
    author, opponent = _two(game, account)
    online = game.online
    if online.ended_at is not None and online.ended_at + OPEN_AFTER_THE_END < timezone.now():
        raise PlayRefused(_CLOSED)
    if game.game.guests or not can_play(opponent):
        raise PlayRefused(_NO_ACCOUNT)
    need_no_block(author, opponent)
    need_unmuted(author)


def clean_line(text: str, *, most: int = ChatMessage.LONGEST) -> str:
    """The text as one line without control characters and marks of direction. Raises `PlayRefused`, with the field."""
    if "\0" in text:
        raise PlayRefused(_NO_TEXT, field="text")
    letters = (
        letter if letter in _KEPT_LETTERS or unicodedata.category(letter) not in _SPACES else " " for letter in text
    )
    line = " ".join("".join(letters).split())
    if not has_something_seen(line):
        raise PlayRefused(_EMPTY, field="text")
    if has_stacked_marks(line):
        raise PlayRefused(_STACKED, field="text")
    if len(line) > most:
        raise PlayRefused(Message(_("At most %(most)s characters."), {"most": most}), field="text")
    return line


def chat_scope(game_id: int) -> str:
    """The key of the scope in which messages of a game are acts."""
    return f"chat:{game_id}"


def chat_token(game_id: int) -> str:
    """Part of the address at which the pages of the two players learn that something was written."""
    return Signer(salt="chat").signature(str(game_id))


def is_chat_token(game_id: int, token: str) -> bool:
    """Whether it is that of this game."""
    return is_signature(Signer(salt="chat"), str(game_id), token)


def _two(game: GameInPlay, account: Account) -> tuple[Person, Person]:
    """The player who acts, and the opponent."""
    people = _players_of(game.game)
    seat = own_seat(game, account)
    return people[seat], people[1 - seat]


def _players_of(game: Game) -> tuple[Person, Person]:
    white, black = game.white, game.black
    return white.merged_into or white, black.merged_into or black


@jobs.every(3600)
def delete_old_messages() -> None:
    """Delete what has been kept for long enough, in portions."""
    reported = Q(game__reports__isnull=False, game__reports__closed_at=None)
    old = ChatMessage.objects.filter(sent_at__lt=timezone.now() - KEPT).exclude(reported)
    while portion := list(old.values_list("pk", flat=True)[:PORTION]):
        ChatMessage.objects.filter(pk__in=portion).delete()
