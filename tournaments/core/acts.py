"""What all acts on an event have in common, and those that subjects below the one that does them read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from common.journal.acts import ALL, Act, Data, Part, Parts, acts_in
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.webhooks import EVENT_STARTED, EVENT_UNDONE

EVENT = "event"
WHILE_IT_IS: Parts = frozenset({Part.STATE, Part.SETTINGS})
"""What an act depends on that only asks what the event is like."""
NEXT_ROUND: Parts = ALL - {Part.REQUEST, Part.PRIZES, Part.LIMIT}
"""What the pairings of the next round depend on."""
_START: Parts = frozenset({Part.STATE, Part.ENTRIES})
_SEEDED = _("%(act)s (drawn by lot, seed %(seed)s)")
_MOVED_UP = _("%(act)s. Moved up from the waiting list: %(players)s")


class EventAct(Act):
    """An act on an event, done by `tournaments.core.services.base.event_act` or `prepared_act`.

    It depends on everything that acts change; a rename of a player, which is no act on the event, is not in its way.
    """

    scopes: ClassVar[tuple[str, ...]] = (EVENT,)
    permission: ClassVar[Permission | None] = None
    """None: its service decides who may do it, or the server does it."""
    depends_on: ClassVar[Parts | None] = ALL
    keeps_point: ClassVar[bool] = True
    """Whether a restore point is kept before it, where it changes more than results.

    False: it is taken back where it is done, or its point is at the beginning of what it belongs to.
    """
    is_news: ClassVar[bool] = False
    """Whether those who follow the event by other programs are told of it. Then no entry of it names a player."""

    club_news: ClassVar[str] = ""
    """What the news of the event's club say of it; empty: nothing."""
    news_while: ClassVar[frozenset[str]] = frozenset({"open", "running", "closed"})
    """The states of the event in which that is still so."""

    @classmethod
    def additions_for(cls, data: Data) -> Iterable[str]:
        """One who moved up because of it."""
        return [_MOVED_UP] if data.get("moved_up") else []


class StartEvent(EventAct):
    name = "start-event"
    permission = Permission.RUN_ROUNDS
    changes = _START
    depends_on = WHILE_IT_IS | {Part.ENTRIES}
    is_news = True
    sentence = _("Event started, pairing numbers assigned")
    colour_drawn = _("Event started, pairing numbers assigned; number 1 has %(colour)s in round 1 (drawn by lot)")
    colour_set = _("Event started, pairing numbers assigned; number 1 has %(colour)s in round 1 (set by hand)")
    webhook = EVENT_STARTED

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """What number 1 has, where a person or something decided it."""
        if not data.get("first_colour"):
            return cls.sentence
        return cls.colour_drawn if data.get("colour_by_lot") else cls.colour_set

    @classmethod
    def additions_for(cls, data: Data) -> Iterable[str]:
        """The seed with which anyone can draw the numbers again."""
        return [*([_SEEDED] if data.get("seed") else []), *super().additions_for(data)]


class UnstartEvent(EventAct):
    """The start of an event is taken back."""

    name = "unstart-event"
    permission = Permission.RUN_ROUNDS
    changes = _START
    depends_on = frozenset({Part.STATE, Part.PAIRINGS})
    is_news = True
    sentence = _("Start undone")


class Undo(EventAct):
    """The event goes back to a restore point."""

    name = "undo"
    permission = Permission.RUN_ROUNDS
    changes = ALL
    sentence = _("Undid everything since: %(first_act)s")
    webhook = EVENT_UNDONE


def event_acts() -> Iterator[type[EventAct]]:
    """Every act on events, without those on their games and roles."""
    return (act for act in acts_in(EVENT) if issubclass(act, EventAct))
