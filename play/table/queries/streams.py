"""What streams tell of games of two: what is new since a state that the reader has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.streams import Portion, StreamedLine, person_key
from games.models import COLOURS
from play.challenges.queries import ChallengeRow, challenge_row
from play.challenges.schemas import ChallengeShape, PlayerShape
from play.challenges.services.challenges import open_challenges
from play.chat.services.chat import chat_scope
from play.core.player import Player, seat_of_player
from play.core.playing import GameInPlay
from play.core.services.acting import need_person
from play.models import Challenge, ChatMessage, Guest, OnlineGame
from players.core.queries.records import record_ids
from players.models import Person

MOST_AT_ONCE = 200
"""Games and challenges that one stream tells of."""
ENDED_MEANWHILE = timedelta(days=1)
"""A game that began and ended while no one listened is told of for so long."""


@dataclass
class SeenEvents:
    """What a reader was told of: open challenges, running games, and the newest game of all. As text: "c3.9g12n12"."""

    challenges: set[int] = field(default_factory=set)
    games: set[int] = field(default_factory=set)
    newest: int = 0
    is_first: bool = True

    @classmethod
    def read(cls, text: str) -> SeenEvents:
        """What was written; anything else is a reader who has seen nothing."""
        head, _, newest = text.partition("n")
        challenges, _, games = head.removeprefix("c").partition("g")
        if not newest.isdecimal() or not text.isascii() or not text.startswith("c") or len(newest) > 18:
            return cls()
        return cls(_ids(challenges), _ids(games), int(newest), is_first=False)

    def write(self) -> str:
        """As a line says it."""
        return f"c{_join(self.challenges)}g{_join(self.games)}n{self.newest}"


class OwnEvents:
    """The challenges of a player, and the start and end of games."""

    def __init__(self, player: Player) -> None:
        self.person = need_person(player)
        self.mine = [self.person.pk] if isinstance(player, Guest) else record_ids(self.person.pk)

    def since(self, text: str) -> Portion:
        """What is new. Six queries at most, and for new challenges some more."""
        seen = SeenEvents.read(text)
        games = {row.pk: row for row in self._games(seen)}
        challenges = {row.pk: row for row in self._challenges()}
        running = {pk for pk, row in games.items() if row.ended_at is None}
        lines = [
            *self._gone(seen.challenges - challenges.keys()),
            *(self._challenge(row) for pk, row in challenges.items() if pk not in seen.challenges),
            *(line for row in games.values() for line in self._of_game(row, seen)),
            *([{"type": "ready"}] if seen.is_first else []),
        ]
        newest = self._newest() if seen.is_first else seen.newest
        now = SeenEvents(set(challenges), running, max([newest, *games]))
        return Portion(lines, now.write(), {person_key(self.person.pk)}, pace=0.1)

    def _games(self, seen: SeenEvents) -> QuerySet[OnlineGame]:
        mine = Q(game__white__in=self.mine) | Q(game__black__in=self.mine)
        wanted = Q(ended_at=None) | Q(pk__in=seen.games)
        if not seen.is_first:
            wanted |= Q(pk__gt=seen.newest, ended_at__gt=timezone.now() - ENDED_MEANWHILE)
        people = ("game__white__merged_into", "game__black__merged_into")
        return OnlineGame.objects.filter(mine & wanted).select_related(*people).order_by("-pk")[:MOST_AT_ONCE]

    def _newest(self) -> int:
        mine = Q(game__white__in=self.mine) | Q(game__black__in=self.mine)
        return OnlineGame.objects.filter(mine).order_by("-pk").values_list("pk", flat=True).first() or 0

    def _challenges(self) -> QuerySet[Challenge]:
        mine = Q(challenger__in=self.mine) | Q(opponent__in=self.mine)
        return open_challenges().filter(mine).order_by("-pk")[:MOST_AT_ONCE]

    def _challenge(self, challenge: Challenge) -> StreamedLine:
        row = challenge_row(challenge)
        own = challenge.challenger_id in self.mine
        return {"type": "challenge", "challenge": ChallengeShape(ChallengeRow(row.challenge, row.rating, own)).data}

    def _gone(self, ids: set[int]) -> Iterator[StreamedLine]:
        for pk, game in Challenge.objects.filter(pk__in=ids).order_by("pk").values_list("pk", "game") if ids else ():
            yield {"type": "challenge-gone", "id": pk, "game": game}

    def _of_game(self, row: OnlineGame, seen: SeenEvents) -> Iterator[StreamedLine]:
        seat = 0 if row.game.white_id in self.mine else 1
        opponent = row.game.black if seat == 0 else row.game.white
        if row.pk not in seen.games:
            yield {
                "type": "game-start",
                "game": row.pk,
                "colour": COLOURS[seat],
                "opponent": PlayerShape(opponent.merged_into or opponent).data,
                "rules": row.game.rules,
                "control": row.control,
                "rated": row.game.rated,
            }
        if row.ended_at is not None:
            yield {"type": "game-end", "game": row.pk, "result": row.game.result, "ending": row.ending}


@dataclass(frozen=True)
class GameStream:
    """A game as `describe` tells it, and to its two players their chat. The state is "12.5": version, last message."""

    game: GameInPlay
    reader: Player | None
    describe: Callable[[GameInPlay], Any]

    def since(self, text: str) -> Portion:
        """What is new. One query for players, none for others."""
        version, message = _two_numbers(text)
        messages = self._messages(message)
        lines: list[StreamedLine] = []
        if version != self.game.version:
            lines.append({"type": "game", "game": self.describe(self.game)})
        lines += map(_chat_line, messages)
        last = messages[-1].pk if messages else message
        keys = {self.game.scope, chat_scope(self.game.game.pk)} if self._reads_chat else {self.game.scope}
        return Portion(lines, f"{self.game.version}.{last}", keys, ends=self.game.is_over)

    @cached_property
    def _reads_chat(self) -> bool:
        is_player = seat_of_player(self.game.game, self.reader) is not None
        return is_player and not isinstance(self.reader, Guest)

    def _messages(self, after: int) -> Sequence[ChatMessage]:
        if not self._reads_chat:
            return []
        rows = ChatMessage.objects.filter(game=self.game.game, pk__gt=after).select_related("author__merged_into")
        return list(rows.order_by("pk")[:MOST_AT_ONCE])


def _chat_line(message: ChatMessage) -> StreamedLine:
    author: Person = message.author.merged_into or message.author
    return {
        "type": "chat",
        "id": message.pk,
        "author": PlayerShape(author).data,
        "text": message.text,
        "sent_at": message.sent_at.isoformat(),
    }


def _two_numbers(text: str) -> tuple[int, int]:
    """Version and message that were seen; -1 and 0 for a reader who has seen nothing."""
    found = text.split(".")
    if len(found) != 2 or not all(each.isascii() and each.isdecimal() and len(each) <= 18 for each in found):
        return -1, 0
    return int(found[0]), int(found[1])


def _ids(text: str) -> set[int]:
    return {int(each) for each in text.split(".")[:MOST_AT_ONCE] if each.isdecimal() and len(each) <= 18}


def _join(ids: set[int]) -> str:
    return ".".join(map(str, sorted(ids)))
