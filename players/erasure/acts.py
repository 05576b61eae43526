"""Acts that erase."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Act, Part
from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct, HomeAct, ServerAct


class ErasePerson(HomeAct):
    name = "erase-person"
    sentence = _("A person erased, now %(person)s")


class EraseAccount(ServerAct):
    name = "erase-account"
    sentence = _("Account without a person erased")


class EndMembership(ClubAct):
    """What erasing a person changed in a club."""

    name = "scrub-texts"
    sentence = _("%(person)s was erased, so the membership ended")


class ScrubTexts(Act):
    """What erasing a person changed where games were played. A form would bring the name back."""

    scopes = ("event", "festival", "stages", "circuit", "league", "title", "past", "game")
    name = "scrub-texts"
    changes = frozenset({Part.SETTINGS})
    public: ClassVar[bool | None] = False
    sentence = _("%(player)s was erased; the name was removed from: %(texts)s")
