"""The verbs of the players' room. The only place that writes its tables."""

from phrases import Refused
from players.services.accounts import OneTimeLink, create_account
from players.services.clubs import create_club, edit_club
from players.services.grants import grant
from players.services.people import add_person, create_person, lock_person, rename_person
from players.services.refusals import LastOrganiser, MergeRefused

__all__ = [
    "LastOrganiser",
    "MergeRefused",
    "OneTimeLink",
    "Refused",
    "add_person",
    "create_account",
    "create_club",
    "create_person",
    "edit_club",
    "grant",
    "lock_person",
    "rename_person",
]
