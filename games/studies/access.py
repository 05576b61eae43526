"""Who may read a study, and who may change it."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.models import Study
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.queries.memberships import clubs_of
from players.identity import person_of
from players.models import Account, Club, Person
from players.permissions import NotAllowed, may
from players.roles import Permission

Reader = Account | AnonymousUser | None


class StudyRefused(Refused):
    """What was asked for cannot be done with this study; the message says why."""


class NoPlayer(NotAllowed):
    """The account belongs to no person, who could write; `message` says what helps."""

    message = Message(_("Only players can write studies: ask an organiser to link your account to you."))

    def __init__(self) -> None:
        super().__init__(Permission.EDIT_CLUB, "study")


def person_who_writes(account: Account) -> Person:
    """The person of an account. Raises `NoPlayer` where it has none."""
    person = person_of(account)
    if person is None:
        raise NoPlayer
    return person


def is_owner(study: Study, reader: Reader) -> bool:
    """Whether the study is the reader's own, by either record of a merged person."""
    person = person_of(reader) if isinstance(reader, Account) else None
    return person is not None and study.owner.canonical_id == person.pk


def may_read(study: Study, reader: Reader) -> bool:
    """Whether the one who knows the address of a study may read it."""
    if study.visibility in (Study.Visibility.PUBLIC, Study.Visibility.LINK) or is_owner(study, reader):
        return True
    return study.visibility == Study.Visibility.CLUB and study.club in clubs_of_reader(reader)


def clubs_of_reader(reader: Reader) -> list[Club]:
    """The clubs whose studies are for the reader too: as a member, the first joined first."""
    person = person_of(reader) if isinstance(reader, Account) else None
    return clubs_of([person.pk]).get(person.pk, []) if person is not None else []


def club_called(slug: str | None) -> Club | None:
    """A club by its slug; None without one. Raises `StudyRefused` where there is no such club."""
    if not slug:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise StudyRefused(Message(_("Choose a club that you are a member of.")), field="club")
    return club


def may_mark_lessons(account: Reader, club: Club) -> bool:
    """Whether the account says which studies are lessons of the club."""
    return may(account, Permission.EDIT_CLUB, club.scope)


def find_study(slug: str, reader: Reader) -> Study:
    """A study that the reader may read. Raises `Study.DoesNotExist`: of others nothing is told."""
    study = Study.objects.select_related("owner__merged_into", "club", "game").get(slug=slug[:64])
    if not may_read(study, reader):
        raise Study.DoesNotExist
    return study


def own_study(slug: str, account: Account) -> Study:
    """A study that the account may change. Raises `Study.DoesNotExist` and `NotAllowed`."""
    study = find_study(slug, account)
    if not is_owner(study, account):
        raise NotAllowed(Permission.EDIT_CLUB, study.scope)
    return study
