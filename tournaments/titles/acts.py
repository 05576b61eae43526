"""Acts on a title of a club."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Act, Part, Parts
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

TITLE, CLUB = "title", "club"


class TitleAct(Act):
    """An act on a title: its rule, or who holds it."""

    scopes: ClassVar[tuple[str, ...]] = (TITLE,)
    permission: ClassVar[Permission] = Permission.EDIT_CLUB
    depends_on: ClassVar[Parts | None] = frozenset({Part.SETTINGS})
    changes: ClassVar[Parts] = frozenset({Part.SETTINGS})


class CreateTitle(TitleAct):
    scopes = (TITLE, CLUB)
    name = "create-title"
    sentence = _("Title created")


class EditTitle(TitleAct):
    name = "edit-title"
    sentence = _("Name or rule of the title changed")


class DeleteTitle(TitleAct):
    scopes = (TITLE, CLUB)
    name = "delete-title"
    sentence = _("Title deleted")


class AwardTitle(TitleAct):
    name = "award-title"
    permission = Permission.MANAGE_PEOPLE
    changes = frozenset({Part.ENTRIES})
    sentence = _("The title was awarded to %(person)s")


class WithdrawTitle(TitleAct):
    name = "withdraw-title"
    permission = Permission.MANAGE_PEOPLE
    changes = frozenset({Part.ENTRIES})
    sentence = _("The title of %(person)s was withdrawn")
