"""What spectators write beside a game, as one of them sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from gipf_engine.messages import Message
from play.chat.queries import MOST_SHOWN
from play.chat.services.spectators import check_spectator, need_reader, spectators_scope
from play.core.errors import PlayRefused
from play.core.player import Player, person_of_player
from play.core.playing import GameInPlay
from play.core.services.blocks import hidden_from
from play.models import SpectatorMessage
from players.models import Account, Person


@dataclass(frozen=True)
class SpectatorLine:
    """A line; `own`: of the reader."""

    message: SpectatorMessage
    own: bool

    @property
    def author(self) -> Person:
        return self.message.author.merged_into or self.message.author


@dataclass(frozen=True)
class SpectatorChat:
    """The chat of those who watch at `version`.

    `closed` says why nothing can be written, None where it can; `signs_in`: an account would do.
    """

    game: GameInPlay
    version: int
    lines: Sequence[SpectatorLine]
    closed: Message | None
    signs_in: bool
    longest: int = SpectatorMessage._meta.get_field("text").max_length or 0

    @property
    def scope(self) -> str:
        return spectators_scope(self.game.game.pk)


def spectator_chat(game: GameInPlay, account: Account | None, *others: Player | None) -> SpectatorChat:
    """The chat beside a game for one who reads as `account`, and as a guest perhaps (`others`).

    Lines of people whom the reader has blocked, or who have blocked the reader, are left out. Raises `PlayRefused` for
    a player of a game that goes on.
    """
    need_reader(game, account, *others)
    version = journal.version(spectators_scope(game.game.pk))
    own = person_of_player(account)
    rows = SpectatorMessage.objects.filter(game=game.game).select_related("author__merged_into").order_by("-pk")
    if own is not None:
        rows = rows.exclude(author__in=hidden_from(own))
    lines = [SpectatorLine(row, (row.author.merged_into or row.author) == own) for row in rows[:MOST_SHOWN]]
    return SpectatorChat(game, version, lines[::-1], _closed(game, account), account is None)


def _closed(game: GameInPlay, account: Account | None) -> Message | None:
    if account is None:
        return None
    try:
        check_spectator(game, account)
    except PlayRefused as refused:
        return refused.message
    return None
