"""Acts on an event as a whole: made, changed, announced, closed. `tournaments.core.acts` has its start."""

from __future__ import annotations

from common.journal.acts import ALL, NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EVENT, NEXT_ROUND, WHILE_IT_IS, EventAct
from tournaments.core.webhooks import EVENT_CLOSED, EVENT_REOPENED

_STATE = frozenset({Part.STATE})


class CreateEvent(EventAct):
    scopes = (EVENT, "club")
    name = "create-event"
    permission = Permission.MAKE_EVENT
    changes = ALL
    sentence = _("Event created")
    in_club = _("Event created: %(event)s")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """In the club's journal it says which."""
        return cls.in_club if "event" in data else cls.sentence


class DeleteEvent(EventAct):
    scopes = (EVENT, "club")
    name = "delete-event"
    permission = Permission.EDIT_EVENT
    changes = ALL
    sentence = _("Event deleted")


class EditEvent(EventAct):
    name = "edit-event"
    permission = Permission.EDIT_EVENT
    changes = frozenset({Part.SETTINGS})
    depends_on = WHILE_IT_IS
    sentence = _("Event changed: %(fields)s")


class SaveTemplate(EventAct):
    """In the club alone: the event stays as it is."""

    scopes = ("club",)
    name = "save-event-template"
    permission = Permission.MAKE_EVENT
    changes = NOTHING
    sentence = _("Event template saved")


class DeleteTemplate(EventAct):
    scopes = ("club",)
    name = "delete-event-template"
    permission = Permission.MAKE_EVENT
    changes = NOTHING
    sentence = _("Event template deleted")


class Announce(EventAct):
    name = "announce"
    permission = Permission.EDIT_EVENT
    changes = _STATE
    depends_on = WHILE_IT_IS
    is_news = True
    sentence = club_news = _("Event announced")


class Retract(EventAct):
    """An announcement is taken back."""

    name = "retract"
    permission = Permission.EDIT_EVENT
    changes = _STATE
    depends_on = frozenset({Part.STATE, Part.ENTRIES})
    is_news = True
    sentence = _("Announcement withdrawn")


class CloseEvent(EventAct):
    name = "close-event"
    permission = Permission.RUN_ROUNDS
    changes = _STATE
    depends_on = NEXT_ROUND - {Part.APART}
    is_news = True
    sentence = _("Event closed")
    club_news, news_while = _("Event finished"), frozenset({"closed"})
    webhook = EVENT_CLOSED


class ReopenEvent(EventAct):
    name = "reopen-event"
    permission = Permission.EDIT_EVENT
    changes = _STATE
    depends_on = _STATE
    is_news = True
    sentence = _("Event reopened")
    webhook = EVENT_REOPENED
