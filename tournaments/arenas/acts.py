"""Acts in an arena: of players who come and go, of the server that pairs them, and its end."""

from __future__ import annotations

from common.journal.acts import NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct
from tournaments.core.webhooks import ADDED, ARENA_PAIRED, ENTRY_WITHDRAWN, EVENT_CLOSED


class _ArenaAct(EventAct):
    keeps_point = False
    depends_on = frozenset({Part.STATE})


class JoinArena(_ArenaAct):
    """A player joins, for the first time or after a pause."""

    name = "join-arena"
    changes = frozenset({Part.ENTRIES})
    sentence = _("%(player)s joined")
    back = _("%(player)s is back")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether it is the first time."""
        return cls.sentence if data.get("is_new") else cls.back

    @classmethod
    def webhook_for(cls, data: Data) -> str:
        """One who is registered by it is told of."""
        return ADDED if data.get("is_new") else ""


class PauseArena(_ArenaAct):
    name = "pause-arena"
    changes = NOTHING
    public = True
    sentence = _("%(player)s paused")


class LeaveArena(_ArenaAct):
    name = "leave-arena"
    changes = frozenset({Part.ENTRY})
    sentence = _("%(player)s left")
    webhook = ENTRY_WITHDRAWN


class PairArena(_ArenaAct):
    """The server pairs who is free."""

    name = "pair-arena"
    changes = frozenset({Part.PAIRINGS})
    sentence = _("Players paired: %(players)s")
    webhook = ARENA_PAIRED


class StopArena(_ArenaAct):
    """An organiser ends it before the time is up: no one is paired any more."""

    name = "stop-arena"
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.SETTINGS})
    is_news = True
    sentence = _("Arena ended early")


class CloseArena(_ArenaAct):
    """Time is up, and the last game is over: the table is final."""

    name = "close-arena"
    changes = frozenset({Part.STATE})
    is_news = True
    sentence = _("Arena finished")
    webhook = EVENT_CLOSED
