"""A game that is played here, as it is now: position, clock, and whose turn it is.

And a turn that was just made, as those who follow the game are told of it: all that a board needs to be drawn again. It
is public, as the page of every game is. Who has seen the game before the turn sees the board at once; where a turn
changed more than position and clock (what may be offered, for instance), he asks for the rest afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache

from django.db.models import Subquery
from django.utils import timezone

from common.compiled_query import CompiledObjects
from common.journal import queries as journal
from games.core.replay import Reached, Start, reach
from games.core.running import (
    RunningGame,
    open_recordings,
    recorded_game,
    running_games,
    scope_of,
    turns_without_record,
)
from games.models import COLOURS, Game, Move
from gipf_engine.clocks import Clock, clock_from_json, clock_to_json
from gipf_engine.results import PENDING
from gipf_engine.rules.possible_results import possible_results
from play.models import OnlineGame

ADJOURNED = "adjourned"
"""Why a clock stands still until both players want to go on."""
PLIES_TO_BEGIN = 2
"""Turns after which a game has really begun: its clock runs, and it can be lost. Before, it is aborted."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WITH_ROW = ("game", "game__parent_scope", "game__white", "game__black")
_ROW = CompiledObjects(
    lambda game, scope: (
        OnlineGame.objects.filter(game=game)
        .annotate(version=journal.version_of(scope), recording=Subquery(open_recordings(game).values("pk")))
        .order_by()
    ),
    _WITH_ROW,
)


def now_ms() -> int:
    """This instant as clocks count it."""
    return to_ms(timezone.now())


def to_ms(moment: datetime) -> int:
    """A moment as milliseconds since 1970."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def from_ms(instant: int) -> datetime:
    """The moment of so many milliseconds since 1970."""
    return _EPOCH + timedelta(milliseconds=instant)


@dataclass(frozen=True)
class GameInPlay:
    """An online game with its turns, at `version` of its scope. What is done since the last turn is in `online`."""

    online: OnlineGame
    running: RunningGame
    turn: PlayedTurn | None = None
    """The turn by which it came to be so, where opponents are told of it and the game goes on."""

    @property
    def game(self) -> Game:
        return self.running.game

    @property
    def version(self) -> int:
        return self.running.version

    @property
    def scope(self) -> str:
        return self.running.scope

    @property
    def plies(self) -> int:
        """How many turns were made."""
        return len(self.running.tokens)

    @cached_property
    def clock(self) -> Clock:
        return clock_from_json(self.online.clock)

    @property
    def is_over(self) -> bool:
        return self.online.ended_at is not None

    @property
    def has_begun(self) -> bool:
        """Whether each player has made a turn: from then on the game can be lost."""
        return self.plies >= PLIES_TO_BEGIN

    @property
    def in_event(self) -> bool:
        """Whether an event paired it: its clock and its arbiter decide, and the two agree on nothing but a draw."""
        return self.online.no_show_at is not None

    @property
    def is_decided_elsewhere(self) -> bool:
        """Whether it goes on on its board although an arbiter has decided it, or took it out of its event."""
        return not self.is_over and (self.game.removed_at is not None or self.game.result != PENDING)

    @property
    def goes_on(self) -> bool:
        """Whether its board was stopped for what an arbiter decided, and that was taken back since."""
        stopped = self.online.ending in (OnlineGame.Ending.ABORTED, OnlineGame.Ending.DECIDED)
        is_open = self.game.online and self.game.removed_at is None and self.game.result == PENDING
        return self.in_event and stopped and is_open

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.is_over else self.running.reached.position.turn

    @property
    def can_be_drawn(self) -> bool:
        """Whether its players may agree on a draw."""
        return possible_results(self.game).has_draws

    @property
    def is_adjourned(self) -> bool:
        """Whether the clock stands still until both players want to go on."""
        return not self.is_over and ADJOURNED in self.clock.pauses

    @property
    def stands_until(self) -> datetime | None:
        """When time runs again where a day off of the one who is to move stops it; None where none does."""
        instant = None if self.is_over else self.clock.stands_until(now_ms())
        return None if instant is None else from_ms(instant)

    @property
    def offer(self) -> str:
        """What is offered and waits for an answer; "" where nothing does."""
        return self.online.offer if self.online.offer_open else ""

    @property
    def offer_by(self) -> str:
        """The seat whose offer waits for an answer; "" where none does."""
        return self.online.offer_by if self.online.offer_open else ""

    @property
    def offering_seat(self) -> int:
        """The seat whose offer waits for an answer, as a number; there is an offer."""
        return COLOURS.index(self.online.offer_by)

    def with_row(self, online: OnlineGame, version: int) -> GameInPlay:
        """The game after another act that left its turns alone, with the row as the act wrote it."""
        return GameInPlay(online, replace(self.running, version=version))

    def is_overdue(self, now: int) -> bool:
        """Whether its deadline has passed."""
        deadline = self.online.deadline
        return not self.is_over and deadline is not None and now >= to_ms(deadline)

    def remaining(self, now: int) -> tuple[int, int]:
        """How many milliseconds White and Black have."""
        at = now if self.online.ended_at is None else to_ms(self.online.ended_at)
        return self.clock.remaining(0, at), self.clock.remaining(1, at)


def colour_of(seat: int) -> str:
    """ "white" or "black"."""
    return COLOURS[seat]


def load_game(game_id: int) -> GameInPlay:
    """The game as it is stored: row, turns and version of one moment. Raises OnlineGame.DoesNotExist.

    Two queries while it is played: turns up to a version do not change, so they may be read after the row.
    """
    for row, (version, recording) in _ROW.annotated(game_id, scope_of(game_id)):
        if row.ended_at is None:
            return GameInPlay(row, recorded_game(row.game, recording, version))
        return GameInPlay(row, _ended(row.game, version, _moves([game_id])))
    raise OnlineGame.DoesNotExist(game_id)


def load_games(rows: Collection[OnlineGame]) -> list[GameInPlay]:
    """Several games, in their order. At most four queries. `game` with its players is read with the rows."""
    running = running_games(row.game for row in rows)
    moves = _moves([row.pk for row in rows if row.ended_at is not None])
    return [
        GameInPlay(row, running[row.pk] if row.ended_at is None else _ended(row.game, running[row.pk].version, moves))
        for row in rows
    ]


def _ended(game: Game, version: int, moves: Mapping[int, Sequence[str]]) -> RunningGame:
    """A game that is over, with the turns of its record."""
    return RunningGame(game, None, version, tuple(moves.get(game.pk, ())))


def _moves(games: Collection[int]) -> dict[int, Sequence[str]]:
    """The turns of games that were played here and are over, by the games' ids: of their records, else of what was
    acknowledged. One query, none for no game, one more where games left no record.
    """
    moves: dict[int, Sequence[str]] = {}
    if games:
        kept: dict[int, list[str]] = {}
        played = Move.objects.filter(record__recordings__game__in=games, ply__gt=0).order_by("record", "ply")
        for game, token in played.values_list("record__game", "token"):
            kept.setdefault(game, []).append(token)
        moves |= kept
        if lost := set(games) - set(kept):
            moves |= turns_without_record(lost)
    return moves


LONGEST_MESSAGE = 8_000
"""Characters. A turn of a longer game is told of by its version alone, and fetched."""


@dataclass(frozen=True)
class PlayedTurn:
    """The turns of a game, the last of them just made, at the version that it made; the clock counts from then on.

    `is_all`: nothing but position, clock and the number of turns has changed, and what follows from that number.
    """

    start: Start
    tokens: tuple[str, ...]
    version: int
    clock: Clock
    is_all: bool = True

    @classmethod
    def of(cls, running: RunningGame, clock: Clock, *, is_all: bool) -> PlayedTurn:
        """The last turn of a game."""
        return cls(running.start, running.tokens, running.version, clock, is_all)

    @property
    def reached(self) -> Reached:
        """The position after it."""
        return reach(self.start, self.tokens)

    def message(self) -> str:
        """As a message between web processes carries it; "" where it would be too long."""
        start = self.start
        values = {
            "start": [start.rules, start.options, start.setup, start.handicap],
            "tokens": self.tokens,
            "version": self.version,
            "clock": clock_to_json(self.clock),
            "all": self.is_all,
        }
        text = json.dumps(values, separators=(",", ":"))
        return text if len(text) <= LONGEST_MESSAGE else ""


@lru_cache(maxsize=8)
def read_message(text: str) -> PlayedTurn:
    """What `PlayedTurn.message` wrote. Boards and pages of the same turn are composed one after the other."""
    values = json.loads(text)
    rules, options, setup, handicap = values["start"]
    start = Start(rules, tuple(options), setup, handicap)
    return PlayedTurn(
        start, tuple(values["tokens"]), values["version"], clock_from_json(values["clock"]), values["all"]
    )
