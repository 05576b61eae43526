"""Acts on categories and prizes."""

from __future__ import annotations

from common.journal.acts import NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct


class _PrizeAct(EventAct):
    permission = Permission.EDIT_EVENT
    changes = frozenset({Part.PRIZES})
    depends_on = frozenset({Part.PRIZES, Part.STATE})


class SaveCategory(_PrizeAct):
    name = "save-category"
    sentence = _("A category was saved")


class DeleteCategory(_PrizeAct):
    name = "delete-category"
    sentence = _("A category was deleted")


class SetPrizes(_PrizeAct):
    name = "set-prizes"
    sentence = _("Prizes changed")


class HideStandings(EventAct):
    """Standings are hidden from readers, or released. Taken back where it is done."""

    name = "hide-standings"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    depends_on = WHILE_IT_IS
    keeps_point = False
    public = True
    sentence = _("Standings released")
    hidden = _("Standings hidden until they are released")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether they are hidden or released."""
        return cls.hidden if data.get("hidden") else cls.sentence


class SetBirthYears(_PrizeAct):
    name = "set-birth-years"
    sentence = _("Birth years entered or changed: %(players)s")
