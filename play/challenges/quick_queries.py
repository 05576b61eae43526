"""Quick pairing as the lobby shows it: time controls, who waits for what, and what the reader waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.labels import rules_name
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from play.challenges.services.favourites import favourite_controls
from play.challenges.services.quick import own_seek, waiting_seeks
from play.core.services.blocks import hidden_from
from play.models import Seek
from players.models import Account, Person

QUICK_CONTROLS = ("180+2", "300+3", "600+5", "1800+20", "1days+3", "3days+10")
"""What is offered to everybody, behind favourites."""


@dataclass(frozen=True)
class WaitingPlayer:
    """A person who waits for a game."""

    seek: Seek

    @property
    def person(self) -> Person:
        return self.seek.person.merged_into or self.seek.person

    @property
    def rules_name(self) -> Message:
        return rules_name(self.seek.rules)

    @property
    def control(self) -> Message:
        """The time control in words."""
        return parse_control(self.seek.control).explain()


@dataclass(frozen=True)
class ControlChoice:
    """A time control to press; `is_favourite`: the reader has kept it."""

    key: str
    is_favourite: bool = False

    @property
    def words(self) -> Message:
        return parse_control(self.key).explain()


@dataclass(frozen=True)
class QuickPairing:
    """`own` is what the reader waits for; `waiting` are others, whom the reader can meet with one press."""

    own: WaitingPlayer | None
    waiting: Sequence[WaitingPlayer]
    controls: Sequence[ControlChoice]


def quick_pairing(reader: Person | None, account: Account | None) -> QuickPairing:
    """Quick pairing for a reader; None for strangers, and an account where there is one. At most eight queries."""
    own = own_seek(reader)
    favourites = favourite_controls(account) if account is not None else []
    controls = [ControlChoice(key, is_favourite=True) for key in favourites]
    controls += [ControlChoice(key) for key in QUICK_CONTROLS if key not in favourites]
    hidden = set(hidden_from(reader)) if reader is not None and not reader.is_guest else set()
    others = [
        WaitingPlayer(seek)
        for seek in waiting_seeks()
        if (own is None or seek.pk != own.pk)
        and seek.person_id not in hidden
        and not (seek.members and account is None)
    ]
    return QuickPairing(WaitingPlayer(own) if own is not None else None, others, controls)
