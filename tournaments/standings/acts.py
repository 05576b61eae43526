"""Acts on categories and prizes."""

from __future__ import annotations

from common.journal.acts import Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct


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


class SetBirthYears(_PrizeAct):
    name = "set-birth-years"
    sentence = _("Birth years entered or changed: %(players)s")
