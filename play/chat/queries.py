"""The chat beside a board, as one of its two players sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from common.journal import queries as journal
from gipf_engine.messages import Message
from play.chat.services.chat import chat_scope, chat_token, check_chat
from play.core.errors import PlayRefused
from play.core.playing import GameInPlay
from play.core.services.blocks import has_blocked
from play.models import ChatMessage
from players.identity import person_of
from players.models import Account, Person

MOST_SHOWN = 100
"""Messages beside a board, the latest."""


@dataclass(frozen=True)
class ChatLine:
    """A message; `own`: of the reader."""

    message: ChatMessage
    own: bool

    @property
    def author(self) -> Person:
        return self.message.author.merged_into or self.message.author


@dataclass(frozen=True)
class Chat:
    """The chat of a game at `version`; `closed` says why nothing can be written, None where it can."""

    game: GameInPlay
    reader: Account
    opponent: Person
    version: int
    lines: Sequence[ChatLine]
    closed: Message | None
    longest: int = ChatMessage.LONGEST

    @property
    def scope(self) -> str:
        return chat_scope(self.game.game.pk)

    @property
    def token(self) -> str:
        return chat_token(self.game.game.pk)

    @cached_property
    def is_blocked(self) -> bool:
        """Whether the reader has blocked the opponent."""
        person = person_of(self.reader)
        return person is not None and has_blocked(person, self.opponent)


def chat_of(game: GameInPlay, reader: Account, opponent: Person) -> Chat:
    """The chat of a game for one of its players."""
    version = journal.version(chat_scope(game.game.pk))
    own = person_of(reader)
    rows = ChatMessage.objects.filter(game=game.game).select_related("author__merged_into").order_by("-pk")
    lines = [ChatLine(row, (row.author.merged_into or row.author) == own) for row in rows[:MOST_SHOWN]]
    return Chat(game, reader, opponent, version, lines[::-1], _closed(game, reader))


def _closed(game: GameInPlay, reader: Account) -> Message | None:
    try:
        check_chat(game, reader)
    except PlayRefused as refused:
        return refused.message
    return None
