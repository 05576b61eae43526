"""What the services of tournaments refuse, each with a sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from engine.messages import Message, Refused


class EventRefused(Refused):
    """Nothing was stored; `message` says why.

    `blockers` lists one by one what stands in the way; `field` names the field of a plan that is wrong.
    """

    def __init__(self, message: Message, blockers: Sequence[Message] = (), field: str = "") -> None:
        super().__init__(message, field=field)
        self.blockers = tuple(blockers)
