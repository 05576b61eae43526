"""Acts on the deals of a round. `games.attempts.acts` has those on attempts."""

from __future__ import annotations

from common.journal.acts import Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct


class CloseDeals(EventAct):
    """What is still open at the deals of a round ends as it stands."""

    name = "close-deals"
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.RESULTS})
    depends_on = frozenset({Part.STATE, Part.PAIRINGS})
    sentence = _("The deals of round %(round)s closed")
