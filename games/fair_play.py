"""Fair play: what may be told to a player about a position while it counts (the policy is in docs/play.md).

One function decides, `need_fair_play`, and every surface that tells something of a position asks it: pages, API and
exports. It goes by account: what a person reads without signing in is not known to be a player's.

Games know neither clocks nor rounds; the apps that do are asked whom a position concerns (`Concerns`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from django.db.models import Exists, OuterRef, Q

from common import events
from games.core.replay import positions
from games.core.running import RunningGame, open_recordings, running_games
from games.models import Game
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules.base import Position
from players.core.queries.records import record_ids
from players.identity import person_of
from players.models import Account

OPEN_TURNS = 6
"""The position after so many turns of a running game is the first about which its players are told nothing."""
MOST_AHEAD = 3_000
"""Legal turns of a position that are tried to find whether another one is a turn ahead of it."""

_CLOSED = Message(_("You are playing this game or deal. Under the fair play policy you can see this when it is over."))


class Source(Enum):
    """Who would tell something: the one who thinks about it (hints, solvers, studies), or the collection of games."""

    SOLVER = "solver"
    COLLECTION = "collection"


@dataclass(frozen=True)
class Question:
    """What would be told: about which position, or `several`, which are worked out where it matters; and for a
    solitaire of which deal.
    """

    source: Source
    rules: str
    position: Position | None = None
    setup: str = ""
    several: Callable[[], Iterable[Position]] | None = None
    besides: int | None = None
    """The id of the game in which it would be told: other games alone count."""

    @property
    def positions(self) -> Iterable[Position]:
        """All positions that it is about."""
        if self.several is not None:
            return self.several()
        return () if self.position is None else (self.position,)


class FairPlayRefused(Refused):
    """The position is of a game that its reader is playing."""


@dataclass(frozen=True)
class Concerns(events.Question[bool]):
    """Is what would be told closed to a person? `people` are the ids of all of the person's records."""

    people: Collection[int]
    question: Question


def is_closed(reader: object, question: Question) -> bool:
    """Whether nothing may be told to `reader`; always False for readers without an account of a person."""
    person = person_of(reader) if isinstance(reader, Account) else None
    if person is None:
        return False
    people = record_ids(person.pk)
    answers: Iterator[bool] = events.ask(Concerns(people, question))
    return any(answers)


def need_fair_play(reader: object, question: Question) -> None:
    """Raise `FairPlayRefused` where nothing may be told to `reader`."""
    if is_closed(reader, question):
        raise FairPlayRefused(_CLOSED)


def is_of_running_game(games: Iterable[RunningGame], positions: Iterable[Position]) -> bool:
    """Whether one of these positions, or its mirror image, came up in one of these games after the open turns, or can
    come up next.

    What the next turn leads to is closed too: else a player would ask about each of them in turn. What stands on the
    board counts alone: else one piece fewer in a reserve, set up by hand, would make it another position.
    """
    closed = [game for game in games if len(game.tokens) >= OPEN_TURNS]
    keys = frozenset(position.board_key() for position in positions) if closed else frozenset()
    return any(key in keys for game in closed for key in _keys_of(game))


def _keys_of(game: RunningGame) -> Iterable[int]:
    closed = list(positions(game.start, game.tokens))[OPEN_TURNS:]
    yield from (position.board_key() for position in closed)
    last = closed[-1]
    yield from (last.play(move).board_key() for move in islice(last.legal_moves(), MOST_AHEAD))


def concerns_a_recorder(asked: Concerns) -> bool:
    """A game over the board that is being recorded, as long as no result of it was reported."""
    question = asked.question
    if question.position is None and question.several is None:
        return False
    games = Game.objects.filter(
        Q(white__in=asked.people) | Q(black__in=asked.people),
        Exists(open_recordings(OuterRef("pk"))),
        rules=question.rules,
        online=False,
        result=PENDING,
        removed_at=None,
    )
    return is_of_running_game(running_games(games).values(), question.positions)
