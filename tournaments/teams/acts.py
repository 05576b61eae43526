"""Acts on teams: made, given a roster, and the line-ups that captains hand in."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ROUND_CHANGED, TEAM_ADDED, TEAM_CHANGED, TEAM_RETURNED, TEAM_WITHDRAWN

_ENTRIES = frozenset({Part.ENTRIES})
_PAIRINGS = frozenset({Part.PAIRINGS})


class OfTeam(EventAct):
    """An act on one team, whose id its entry has. `tells_captain`: the captain is notified, where another does it."""

    tells_captain: ClassVar[bool] = False


class _TeamAct(OfTeam):
    """A team is made or changed."""

    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES
    depends_on = WHILE_IT_IS | _ENTRIES


class MakeTeam(_TeamAct):
    name = "make-team"
    depends_on = WHILE_IT_IS
    sentence = _("Team added: %(team)s")
    webhook = TEAM_ADDED


class RenameTeam(_TeamAct):
    name = "rename-team"
    sentence = _("Team renamed: %(team)s")


class RemoveTeam(_TeamAct):
    name = "remove-team"
    sentence = _("A team was removed")


class SetRoster(_TeamAct):
    """Before the start, and while the event runs: then a captain is told."""

    name = "set-roster"
    depends_on = _TeamAct.depends_on | {Part.PAIRINGS}
    tells_captain = True
    sentence = _("Roster of %(team)s saved")
    webhook = TEAM_CHANGED


# --- byes --------------------------------------------------------------------------------------------


class _TeamBye(OfTeam):
    changes = _ENTRIES
    depends_on = frozenset({Part.STATE, Part.ENTRIES, Part.PAIRINGS})
    tells_captain = True


class RequestTeamBye(_TeamBye):
    """A captain asks for it, or an arbiter gives it."""

    name = "request-team-bye"
    keeps_point = False
    sentence = _("%(team)s requested a bye in round %(round)s")


class CancelTeamBye(_TeamBye):
    name = "cancel-team-bye"
    keeps_point = False
    sentence = _("Bye of %(team)s in round %(round)s cancelled")


class GiveTeamMissedByes(_TeamBye):
    name = "give-team-missed-byes"
    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES | _PAIRINGS
    sentence = _("%(team)s got half-point byes for rounds missed before it came: %(rounds)s")


class SetTeamHalfByes(_TeamBye):
    """Whether a team may have half-point byes."""

    name = "set-team-half-byes"
    permission = Permission.ENTER_PLAYERS
    sentence = _("Half-point byes of %(team)s allowed")
    none = _("Half-point byes of %(team)s stopped")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Allowed or not."""
        return cls.sentence if data.get("allowed") else cls.none


# --- coming late, leaving, coming back, and keeping apart ------------------------------------------


class AddLateTeam(OfTeam):
    """A team comes while the event runs, with its players."""

    name = "add-late-team"
    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES
    depends_on = WHILE_IT_IS | _ENTRIES | _PAIRINGS
    tells_captain = True
    sentence = _("Team added late: %(team)s")
    webhook = TEAM_ADDED


class WithdrawTeam(OfTeam):
    name = "withdraw-team"
    permission = Permission.RUN_ROUNDS
    changes = _ENTRIES | _PAIRINGS | {Part.RESULTS}
    depends_on = WHILE_IT_IS | _ENTRIES | _PAIRINGS
    tells_captain = True
    sentence = _("%(team)s withdrew; earlier matches count")
    annulled = _("%(team)s withdrew; all its matches were removed from the standings")
    webhook = TEAM_WITHDRAWN

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """What becomes of the matches."""
        return cls.annulled if data.get("annulled") else cls.sentence


class ReadmitTeam(OfTeam):
    name = "readmit-team"
    permission = Permission.RUN_ROUNDS
    changes = _ENTRIES | _PAIRINGS
    depends_on = frozenset({Part.STATE, Part.ENTRIES, Part.PAIRINGS})
    tells_captain = True
    sentence = _("%(team)s was reinstated")
    webhook = TEAM_RETURNED


class _Apart(EventAct):
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.APART})
    depends_on = frozenset({Part.STATE, Part.PAIRINGS})


class KeepTeamsApart(_Apart):
    name = "keep-teams-apart"
    sentence = _("Pairing of teams forbidden: %(teams)s")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Of teams that are kept apart where possible, another one."""
        return _("Pairing of teams avoided where possible: %(teams)s") if data.get("avoid") else cls.sentence


class AllowTeams(_Apart):
    name = "allow-teams"
    sentence = _("Pairing of teams allowed again: %(teams)s")


# --- line-ups ----------------------------------------------------------------------------------------


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
