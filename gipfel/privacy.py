"""What the server stores about people: which tables, for what, how long, and what becomes of it.

`KINDS` is the one table of it: the page `/about/privacy` and docs/privacy.md are made from it
(`manage.py privacytable`), and `tests/system/test_privacy.py` compares it with the models. A table is among a kind, or
in `ABOUT_NO_ONE`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps

from gipf_engine.messages import gettext_noop as _
from gipfel.privacy_tables import ABOUT_NO_ONE, TABLES

__all__ = ["ABOUT_NO_ONE", "KINDS", "Kind", "Table", "tables"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with data about people: what erasing a person does to it, and where an export has it.

    `erasing`: "deleted", "cleared" (names go, the rest stays), "pseudonym" (rows stay under the pseudonym) or the
    reason why it stays. `export`: the section of the export, or the reason why there is none.
    """

    label: str
    kind: str
    erasing: str
    export: str

    @property
    def fields(self) -> list[str]:
        """Its columns but keys and marks of time, as they are in the models."""
        found = []
        for field in apps.get_model(self.label)._meta.concrete_fields:
            if not field.primary_key:
                found.append(field.name)
        return found


@dataclass(frozen=True, slots=True)
class Kind:
    """What of a person belongs together: a title, what is stored for what, and how long."""

    key: str
    title: str
    stored: str
    until: str

    @property
    def tables(self) -> list[Table]:
        return [table for table in tables() if table.kind == self.key]


def tables() -> Iterator[Table]:
    """All tables with data about people."""
    for label, (kind, erasing, export) in TABLES.items():
        yield Table(label, kind, erasing, export)


KINDS: tuple[Kind, ...] = (
    Kind(
        "person",
        _("Name and clubs"),
        _("Your name, your country, if given, and the clubs that you belong or belonged to, to run events and lists."),
        _("Until the name is removed. A pseudonym then replaces it everywhere."),
    ),
    Kind(
        "account",
        _("Account"),
        _("Sign-in name, e-mail address, language, roles and settings, if you have an account."),
        _("Until the account is closed."),
    ),
    Kind(
        "security",
        _("Sign-in"),
        _("Password as a hash, passkeys, codes and keys. Of browsers that are signed in: kind and network address."),
        _("A sign-in for 30 days, a known browser for a year after its last use, the rest as long as the account."),
    ),
    Kind(
        "requests",
        _("Requests and invitations"),
        _("Your requests to join a club or to create an account, and the questions of clubs."),
        _("Unanswered requests to join for 30 days, for an account for one day; answered ones lose the name."),
    ),
    Kind(
        "guardians",
        _("Consent of guardians"),
        _("Year of birth of a minor, name and address of the guardian, and the answers, in clubs that ask for them."),
        _("Unanswered for 30 days. Name and address until the player is of age; the answers stay, without names."),
    ),
    Kind(
        "events",
        _("Events"),
        _("Entries, byes and check-ins; from files or organisers also birth year, title, federation and number."),
        _("As long as the event. Erasing removes all but the entry, which stays under the pseudonym."),
    ),
    Kind(
        "games",
        _("Games and results"),
        _("Your games with every turn, the results that were reported and by whom, and attempts at solitaires."),
        _("Permanent, since standings and ratings of others depend on them; after erasing under the pseudonym."),
    ),
    Kind(
        "ratings",
        _("Ratings"),
        _("Your ratings and how they changed, computed from your games."),
        _("As long as the games."),
    ),
    Kind(
        "journal",
        _("Journal"),
        _("The acts of people in a club or an event, so that organisers can explain and undo them."),
        _("As long as the club or the event. Lines have numbers in place of names."),
    ),
    Kind(
        "messages",
        _("Messages"),
        _("Messages to opponents and spectators."),
        _("For 90 days, longer only while a report about them is open."),
    ),
    Kind(
        "moderation",
        _("Reports and blocks"),
        _("Reports of messages, what administrators decided, and whom you have blocked."),
        _("Reports and decisions for a year after their end, blocks until you remove them."),
    ),
    Kind(
        "own",
        _("Notes and practice"),
        _("Notes, conditional turns, studies, lessons, puzzles, vacations, and whom you follow."),
        _("Until you delete them or the account is closed."),
    ),
    Kind(
        "notices",
        _("Notifications and mail"),
        _("Your notifications, the mail that you chose, and the addresses of devices that show notifications."),
        _("Notifications for 30 days, the rest until you switch them off."),
    ),
    Kind(
        "files",
        _("Files"),
        _("Files with names of players that organisers import, until they are read, and files of their whole club."),
        _("One day if they are not used; what was refused, 30 days; files of a club, 7 days."),
    ),
    Kind(
        "guests",
        _("Guests"),
        _("Without an account: a name of the server's choice, and the network address, against misuse."),
        _("For 30 days after the last visit; games stay under that name."),
    ),
)
