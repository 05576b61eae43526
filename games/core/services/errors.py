"""What the services of games refuse, each with a sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.questions import why_not_played
from games.models import Game
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.verdict import Fault

LARGEST = 256 * 1024
"""Bytes of a record's text. The longest games there are need some 20,000."""


class GameRefused(Refused):
    """A game that the rules do not know, or a change that comes too late."""


class ClaimRefused(Refused):
    """A result that may not be claimed so."""


class AttemptRefused(Refused):
    """A turn that may not be played, or an attempt that cannot go on."""


class ScoreRefused(Refused):
    """A final score that is not kept."""


class RecordRefused(Refused):
    """A record that is not kept. `fault` says where an illegal one breaks off (None: it is legal, or was not played).

    `plies` counts the turns that were legal, `legal` are these in official notation, and `used` the tokens that they
    were written with: the one that is refused comes next.
    """

    def __init__(
        self,
        message: Message,
        *,
        fault: Fault | None = None,
        plies: int = 0,
        legal: Sequence[str] = (),
        used: int = 0,
    ) -> None:
        super().__init__(message)
        self.fault, self.plies, self.legal, self.used = fault, plies, tuple(legal), used


class TurnRefused(Refused):
    """A turn that is not recorded. `fault` says why it is not legal, and `left` are the tokens from there on."""

    def __init__(self, message: Message, *, fault: Fault | None = None, left: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.fault, self.left = fault, tuple(left)


def refuse_locked(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game whose result its occasion has locked, with the reason that the occasion gives."""
    if game.result_locked:
        locked = Message(_("This round is locked: an arbiter has to unlock it before a result can change."))
        raise refusal(why_not_played(game) or locked)


def refuse_unsettled(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game of which it is not settled yet what is played: it takes no turn and no record."""
    if game.result_locked and (why := why_not_played(game)) is not None:
        raise refusal(why)


def refuse_removed(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game that an undo took out of its occasion."""
    if game.removed_at is not None:
        raise refusal(Message(_("This game was removed from its event and can no longer be changed.")))


def refuse_online(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game that is played on the server's board: nobody else tells of it."""
    if game.online:
        raise refusal(Message(_("This game is played on this server: turns and result come from its board.")))
