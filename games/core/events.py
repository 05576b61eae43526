"""What games tell the apps above, inside the act: subscribers bump a version, ask for a job, or refuse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from common.events import Event
from games.models import Attempt, Game
from gipf_engine.claims import Standing
from gipf_engine.messages import Refused
from players.models import Account


@dataclass(frozen=True)
class ArrangedGamesChanged(Event):
    """Of these games, which their players arranged, something changed that `GamesChanged` tells next."""

    games: Sequence[Game]


@dataclass(frozen=True)
class GamesChanged(Event):
    """The result in force, the handicap or the seats' record of these games of one parent scope changed.

    `result`: False where the result in force is the same for certain.
    """

    games: Sequence[Game]
    result: bool


@dataclass(frozen=True)
class EventBoardsChanged(Event):
    """`GamesChanged` has told of these games of an event, which are played on this server."""

    games: Sequence[Game]


@dataclass(frozen=True)
class GamesSettled(Event):
    """These games of a parent scope got a day to be rated on, or lost it; once for all of them."""

    games: Sequence[Game]


@dataclass(frozen=True)
class ReportsWait(Event):
    """What is said of a game waits for the other player or for an arbiter; `standing` is what its claims come to."""

    game: Game
    standing: Standing


@dataclass(frozen=True)
class AttemptsEnded(Event):
    """These attempts at a solitaire are over; the lock of their parent scope is held."""

    attempts: Sequence[Attempt]


@dataclass(frozen=True, slots=True)
class ComingDecision:
    """The result of `game` is about to be `new` in place of `old`, for a `reason` or without one ("").

    `note` adds values to the journal's entry; `refuse` says that this decision is not kept, and none with it.
    """

    game: Game
    old: str
    new: str
    reason: str
    note: Callable[..., None]
    refuse: Callable[[Refused], None]


@dataclass(frozen=True)
class DecisionsComing(Event):
    """An arbiter, `account`, is about to decide results of games of one parent scope, whose lock is held.

    A subscriber may refuse one of them, or ask for it to be confirmed; `confirm` holds keys of what is confirmed.
    """

    decisions: Sequence[ComingDecision]
    account: Account
    confirm: Collection[str]
