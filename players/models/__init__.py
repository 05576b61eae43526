"""People, clubs, memberships, accounts and grants, a module a subject."""

from players.models.accounts import Account, ApiToken, KeyScope
from players.models.club_pages import ClubPage
from players.models.clubs import Club, Invitation, Licence, Membership
from players.models.following import Follow, NoFollowers
from players.models.grants import Grant, RoleOffer
from players.models.guardians import GuardianAnswer, GuardianConsent
from players.models.house_players import HousePlayer
from players.models.joining import JoinRequest, SignUp
from players.models.mail import MailSubscription
from players.models.notifications import Notification, NotificationSettings, PushDevice
from players.models.people import FoldedName, Merge, Person
from players.models.sign_in import KnownDevice, Passkey, RecoveryCode, SecondFactor, Session
from players.models.uploads import Upload, UploadPart

__all__ = [
    "Account",
    "ApiToken",
    "Club",
    "ClubPage",
    "FoldedName",
    "Follow",
    "Grant",
    "GuardianAnswer",
    "GuardianConsent",
    "HousePlayer",
    "Invitation",
    "JoinRequest",
    "KeyScope",
    "KnownDevice",
    "Licence",
    "MailSubscription",
    "Membership",
    "Merge",
    "NoFollowers",
    "Notification",
    "NotificationSettings",
    "Passkey",
    "Person",
    "PushDevice",
    "RecoveryCode",
    "RoleOffer",
    "SecondFactor",
    "Session",
    "SignUp",
    "Upload",
    "UploadPart",
]
