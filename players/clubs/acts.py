"""Acts on clubs, on who belongs to them, and on which of them looks after whom."""

from __future__ import annotations

from common.journal.acts import Act, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct, ServerAct
from players.roles import Permission


class CreateClub(ServerAct):
    name = "create-club"
    permission = Permission.MANAGE_SERVER
    sentence = _("Club %(club)s created")


class EditClub(ClubAct):
    name = "edit-club"
    permission = Permission.EDIT_CLUB
    sentence = _("Name, place or time zone of the club changed")
    changes = frozenset({Part.SETTINGS})
    depends_on = changes

    @classmethod
    def is_overtaken_by(cls, done: type[Act] | None, entry: Data, data: Data) -> bool:
        """By itself alone: whatever else happens in a club, events that are made and files that come in, leaves it."""
        return done is cls


class EditClubPage(EditClub):
    name = "edit-club-page"
    sentence = _("Logo, colour or address of the club's page changed")


class SetOpenLicence(EditClub):
    """The club chooses whether its public games are open data, and under which licence."""

    name = "set-open-licence"
    sentence = _("Open data: games published under %(licence)s")
    not_any_more = _("Open data: games no longer published")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether they are published from now on."""
        return cls.sentence if data.get("licence") else cls.not_any_more


class AdmitClub(ClubAct):
    name = "admit-club"
    permission = Permission.MANAGE_SERVER
    sentence = _("Club included in server-wide ratings")
    not_any_more = _("Club removed from server-wide ratings")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether they count from now on."""
        return cls.sentence if data.get("admitted") else cls.not_any_more


class JoinClub(ClubAct):
    name = "join-club"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("%(person)s became a member")


class LeaveClub(ClubAct):
    """An organiser ends a person's membership, or a member leaves."""

    name = "leave-club"
    sentence = _("%(person)s is no longer a member")


class EditMembership(ClubAct):
    name = "edit-membership"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("Membership of %(person)s changed")


class InvitePerson(ClubAct):
    name = "invite-person"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("%(person)s invited")


class WithdrawInvitation(ClubAct):
    name = "withdraw-invitation"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("Invitation of %(person)s withdrawn")


class AcceptInvitation(ClubAct):
    name = "accept-invitation"
    sentence = _("%(person)s accepted the invitation and became a member")


class DeclineInvitation(ClubAct):
    name = "decline-invitation"
    sentence = _("%(person)s declined the invitation")


class EnterHome(ClubAct):
    name = "enter-home"
    sentence = _("The club now manages the name and account of %(person)s")


class LeaveHome(ClubAct):
    name = "leave-home"
    sentence = _("The club no longer manages the name and account of %(person)s")
