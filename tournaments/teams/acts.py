"""Acts on teams: made, given a roster, and the line-ups that captains hand in."""

from __future__ import annotations

from common.journal.acts import NOTHING, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ROUND_CHANGED

_ENTRIES = frozenset({Part.ENTRIES})
_PAIRINGS = frozenset({Part.PAIRINGS})


class _TeamAct(EventAct):
    """A team is made or changed, before the event starts."""

    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES
    depends_on = WHILE_IT_IS | _ENTRIES


class MakeTeam(_TeamAct):
    name = "make-team"
    depends_on = WHILE_IT_IS
    sentence = _("Team added: %(team)s")


class RenameTeam(_TeamAct):
    name = "rename-team"
    sentence = _("Team renamed: %(team)s")


class RemoveTeam(_TeamAct):
    name = "remove-team"
    sentence = _("A team was removed")


class SetRoster(_TeamAct):
    name = "set-roster"
    sentence = _("Roster of %(team)s saved")


class HandInLineUp(EventAct):
    """A captain, or an arbiter for one, says who plays. The entry has the team and the round, and no player."""

    name = "hand-in-line-up"
    changes = NOTHING
    depends_on = frozenset({Part.STATE, Part.PAIRINGS})
    public = True
    keeps_point = False
    sentence = _("%(team)s handed in its line-up for round %(round)s")


class SetLineUpDeadline(EventAct):
    name = "set-line-up-deadline"
    permission = Permission.RUN_ROUNDS
    changes = _PAIRINGS
    depends_on = WHILE_IT_IS | _PAIRINGS
    keeps_point = False
    sentence = _("Deadline for the line-ups of round %(round)s set")


class CloseLineUps(EventAct):
    """An arbiter waits for no more line-ups: matches are seated with those that are in."""

    name = "close-line-ups"
    permission = Permission.RUN_ROUNDS
    changes = _PAIRINGS
    depends_on = WHILE_IT_IS | _PAIRINGS
    is_news = True
    sentence = _("Line-ups of round %(round)s closed: %(teams)s")
    webhook = ROUND_CHANGED


class SeatMatches(EventAct):
    """Both line-ups of matches are in, or they were due: the server makes the boards."""

    name = "seat-matches"
    changes = _PAIRINGS
    is_news = True
    sentence = _("Line-ups of round %(round)s opened: %(teams)s")
    webhook = ROUND_CHANGED
