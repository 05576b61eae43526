"""Acts on a festival, on its events as they join and leave it, and on players who change their section."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import NOTHING, Act, Part, Parts
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct
from tournaments.core.webhooks import ADDED, ENTRY_REMOVED

FESTIVAL, CLUB = "festival", "club"
_MOVE = frozenset({Part.ENTRIES, Part.ENTRY})


class FestivalAct(Act):
    """An act on a festival: on what it is called, which events are its sections, and the links of its players."""

    scopes: ClassVar[tuple[str, ...]] = (FESTIVAL,)
    permission: ClassVar[Permission] = Permission.EDIT_EVENT
    depends_on: ClassVar[Parts | None] = frozenset({Part.SETTINGS})


class CreateFestival(FestivalAct):
    scopes = (FESTIVAL, CLUB)
    name = "create-festival"
    permission = Permission.MAKE_EVENT
    sentence = _("Festival created")


class EditFestival(FestivalAct):
    name = "edit-festival"
    changes = frozenset({Part.SETTINGS})
    sentence = _("Name, place, days or text of the festival changed")


class DeleteFestival(FestivalAct):
    scopes = (FESTIVAL, CLUB)
    name = "delete-festival"
    sentence = _("Festival deleted")


class AddSection(FestivalAct):
    name = "add-section"
    changes = NOTHING
    sentence = _("%(event)s joined the festival")


class RemoveSection(FestivalAct):
    name = "remove-section"
    changes = NOTHING
    sentence = _("%(event)s left the festival")


class RevokePlayerLink(FestivalAct):
    name = "revoke-player-link"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("The link of %(person)s was revoked")


class JoinFestival(EventAct):
    name = "join-festival"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    public = True
    keeps_point = False
    sentence = _("Event joined a festival")


class LeaveFestival(EventAct):
    name = "leave-festival"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    public = True
    keeps_point = False
    sentence = _("Event left its festival")


class MoveEntryOut(EventAct):
    """A player leaves this section for another one of the festival."""

    name = "move-entry-out"
    permission = Permission.ENTER_PLAYERS
    changes = _MOVE
    depends_on = frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS})
    sentence = _("%(player)s moved to %(section)s")
    webhook = ENTRY_REMOVED


class MoveEntryIn(EventAct):
    """A player comes into this section from another one of the festival."""

    name = "move-entry-in"
    permission = Permission.ENTER_PLAYERS
    changes = _MOVE
    sentence = _("%(player)s moved here from %(section)s")
    webhook = ADDED
