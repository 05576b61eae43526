"""Acts on an event in stages, and on the events that are its stages."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import NOTHING, Act, Data, Part, Parts
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct

STAGES, CLUB = "stages", "club"
_FIELD = frozenset({Part.STATE, Part.ENTRIES})


class StagesAct(Act):
    """An act on an event in stages: on its name, its stages, and who advances from one to the next.

    It depends on everything: two organisers who act at once look again.
    """

    scopes: ClassVar[tuple[str, ...]] = (STAGES,)
    permission: ClassVar[Permission] = Permission.MAKE_EVENT
    changes: ClassVar[Parts] = frozenset({Part.SETTINGS})


class CreateStages(StagesAct):
    scopes = (STAGES, CLUB)
    name = "create-stages"
    sentence = _("Event in stages created")


class EditStages(StagesAct):
    name = "edit-stages"
    sentence = _("Name or text of the event in stages changed")


class DeleteStages(StagesAct):
    scopes = (STAGES, CLUB)
    name = "delete-stages"
    sentence = _("Event in stages deleted; its events stay")


class AddStage(StagesAct):
    name = "add-stage"
    sentence = _("Stage %(number)s added")


class ChangeStage(StagesAct):
    name = "change-stage"
    sentence = _("Rule of stage %(number)s changed")


class RemoveStage(StagesAct):
    name = "remove-stage"
    sentence = _("Stage %(number)s removed")


class StartStage(StagesAct):
    """The next stage takes its players, and its event starts."""

    name = "start-stage"
    changes = _FIELD
    sentence = _("Stage %(number)s started as %(event)s")


class StartPlayoff(StagesAct):
    """Players whom nothing separates at a border play for the places that are left."""

    name = "start-playoff"
    changes = _FIELD
    sentence = _("Play-off for stage %(number)s created: %(event)s")


class NotePass(StagesAct):
    """A player does not advance, or does again. Why is kept in the journal of the player's event."""

    name = "note-pass"
    changes = _FIELD
    sentence = _("%(player)s does not advance to stage %(number)s")
    taken_back = _("%(player)s can advance to stage %(number)s again")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Which of the two it was."""
        return cls.taken_back if data.get("taken_back") else cls.sentence


class JoinStages(EventAct):
    name = "join-stages"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    public = True
    keeps_point = False
    sentence = _("Event became a stage of an event in stages")


class PassOver(EventAct):
    """A player does not advance to the next stage, with a reason: the next in order does."""

    name = "pass-over"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    public = True
    keeps_point = False
    sentence = _("%(player)s does not advance to the next stage")


class UndoPassOver(EventAct):
    """A player can advance to the next stage again."""

    name = "undo-pass-over"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    public = True
    keeps_point = False
    sentence = _("%(player)s can advance to the next stage again")
