"""What games tell the apps above. Receivers run in the same transaction: bump a version, ask for a job.

`games_changed` (`games`, `result`): the result in force, the handicap or the seats' record of these games of one
occasion changed; `result` is False where the result in force is the same for certain.
`claims_changed` (`game`, `standing`): more is said of one game, or less; what its claims come to.
`attempts_ended` (`attempts`): these attempts at a solitaire are over; the lock of their occasion is held.
`decisions_coming` (`decisions`, `account`, `confirm`): an arbiter is about to decide results of games of one occasion
(`ComingDecision`), and may be asked to confirm them: a receiver refuses one of them. The occasion's lock is held.
`games_settled` (`games`): the games of an occasion got a day to be rated on, or lost it; once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.dispatch import Signal

from games.models import Game
from gipf_engine.messages import Refused


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


games_changed = Signal()
decisions_coming = Signal()
games_settled = Signal()
attempts_ended = Signal()
claims_changed = Signal()
