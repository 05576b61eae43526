"""Acts on the games of a medley: chosen by a player, by an arbiter, or settled when the time is up."""

from __future__ import annotations

from common.journal.acts import Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ROUND_CHANGED

_PAIRINGS = frozenset({Part.PAIRINGS})


class ChooseGame(EventAct):
    """The lower rated player of a board, or an arbiter, says what is played there."""

    name = "choose-game"
    changes = _PAIRINGS
    depends_on = WHILE_IT_IS | _PAIRINGS
    public = True
    is_news = True
    sentence = _("Game of board %(board)s in round %(round)s chosen: %(game)s")
    webhook = ROUND_CHANGED


class SettleChoices(EventAct):
    """An arbiter waits for no more choices: boards play the game that is due to them."""

    name = "settle-choices"
    permission = Permission.RUN_ROUNDS
    changes = _PAIRINGS
    depends_on = WHILE_IT_IS | _PAIRINGS
    is_news = True
    sentence = _("Open choices of round %(round)s settled, boards: %(numbers)s")
    webhook = ROUND_CHANGED


class SettleDueChoices(EventAct):
    """The time to choose is up: the server settles what was not chosen."""

    name = "settle-due-choices"
    changes = _PAIRINGS
    is_news = True
    sentence = _("Time to choose was up, boards: %(numbers)s")
    webhook = ROUND_CHANGED
