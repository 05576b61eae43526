"""Acts on a league: its divisions, who moves by hand, and the end of a season."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Act, Data, Part, Parts
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

LEAGUE, CLUB = "league", "club"


class LeagueAct(Act):
    """An act on a league. It depends on who is in which division of which season."""

    scopes: ClassVar[tuple[str, ...]] = (LEAGUE,)
    permission: ClassVar[Permission] = Permission.EDIT_EVENT
    depends_on: ClassVar[Parts | None] = frozenset({Part.SETTINGS, Part.STATE})
    changes: ClassVar[Parts] = frozenset({Part.SETTINGS})


class CreateLeague(LeagueAct):
    scopes = (LEAGUE, CLUB)
    name = "create-league"
    permission = Permission.MAKE_EVENT
    sentence = _("League created")


class EditLeague(LeagueAct):
    name = "edit-league"
    sentence = _("Name, text or promotions of the league changed")


class DeleteLeague(LeagueAct):
    scopes = (LEAGUE, CLUB)
    name = "delete-league"
    sentence = _("League deleted")


class AddDivision(LeagueAct):
    name = "add-division"
    changes = frozenset({Part.STATE})
    sentence = _("%(event)s became division %(division)s")


class RemoveDivision(LeagueAct):
    name = "remove-division"
    changes = frozenset({Part.STATE})
    sentence = _("%(event)s is no longer a division")


class MoveByHand(LeagueAct):
    name = "move-by-hand"
    changes = frozenset({Part.STATE})
    sentence = _("%(person)s plays in division %(division)s next season, decided by hand")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Another sentence for who leaves the league."""
        leaves = data.get("division") is None
        return _("%(person)s leaves the league after this season, decided by hand") if leaves else cls.sentence


class TakeBackMove(LeagueAct):
    name = "take-back-move"
    changes = frozenset({Part.STATE})
    sentence = _("%(person)s moves by the standings again")


class EndSeason(LeagueAct):
    name = "end-season"
    changes = frozenset({Part.STATE})
    sentence = _("Season %(season)s ended")
