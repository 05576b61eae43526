"""Making studies, copying them, saying who may read them, deleting them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from common.journal.acts import Act
from common.journal.models import Scope
from common.journal.services import ActContext
from games.models import Game, Study
from games.studies.access import (
    StudyRefused,
    clubs_of_reader,
    find_study,
    may_mark_lessons,
    own_study,
    person_who_writes,
)
from games.studies.acts import CreateStudy, EditStudy
from games.studies.stored import need_open_chapter, store_chapter, written_study
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.studies.chapter import Chapter, clean_title
from gipf_engine.studies.text import check_number_of_chapters
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Permission

MOST_STUDIES = 200
"""Studies of one person."""
_SLUG_BYTES = 12


def create_study(
    account: Account, title: str, chapters: Sequence[Chapter], *, game: Game | None = None, visibility: str = "private"
) -> Study:
    """A study of one's own, with chapters that were checked. `game` is the one that it is about.

    Raises `Refused`, and `FairPlayRefused` where a chapter comes to a position that the account is playing.
    """
    owner, title = person_who_writes(account), _clean_needed_title(title)
    check_number_of_chapters(len(chapters))
    for chapter in chapters:
        need_open_chapter(account, chapter)
    if visibility == Study.Visibility.CLUB:
        raise StudyRefused(Message(_("Choose the club.")), field="club")
    with transaction.atomic():
        if Study.objects.filter(owner__in=record_ids(owner.pk)).count() >= MOST_STUDIES:
            raise StudyRefused(Message(_("You have %(most)d studies: delete one first."), {"most": MOST_STUDIES}))
        study = Study.objects.create(
            slug=secrets.token_urlsafe(_SLUG_BYTES),
            owner=owner,
            title=title,
            visibility=visibility,
            game=game,
            changed_at=timezone.now(),
        )
        journal.open_scope(study.scope, journal.SERVER)
        with journal.commit(study.scope, account, CreateStudy):
            for number, chapter in enumerate(chapters, 1):
                store_chapter(study, chapter, number, number)
    return study


def edit_study(
    slug: str,
    account: Account,
    *,
    title: str,
    visibility: str,
    club: Club | None = None,
    is_lesson: bool = False,
    expect: int | None = None,
) -> Study:
    """Say what a study is called, who may read it, and whether it is a lesson of `club`.

    A study goes to a club of its owner alone, and the one who edits the club says what its lessons are. Raises
    `Refused`, `NotAllowed`, `Stale`.
    """
    study, title = own_study(slug, account), _clean_needed_title(title)
    if club is not None and club != study.club and club not in clubs_of_reader(account):
        raise StudyRefused(Message(_("Choose a club that you are a member of.")), field="club")
    if club is None and (visibility == Study.Visibility.CLUB or is_lesson):
        raise StudyRefused(Message(_("Choose the club.")), field="club")
    if is_lesson and visibility not in (Study.Visibility.CLUB, Study.Visibility.PUBLIC):
        raise StudyRefused(Message(_("A lesson is for the club or for everyone.")), field="visibility")
    if (
        is_lesson
        and club is not None
        and not (study.is_lesson and study.club == club)
        and not may_mark_lessons(account, club)
    ):
        raise NotAllowed(Permission.EDIT_CLUB, club.scope)
    with change_study(study, account, EditStudy, expect=expect):
        Study.objects.filter(pk=study.pk).update(title=title, visibility=visibility, club=club, is_lesson=is_lesson)
    study.refresh_from_db()
    return study


def copy_study(slug: str, account: Account) -> Study:
    """A study of one's own with all that stands in one that one may read: private, and of no club."""
    study = find_study(slug, account)
    return create_study(account, study.title, written_study(study).chapters, game=study.game)


def delete_study(slug: str, account: Account) -> None:
    """Remove a study of one's own with all that was done to it. Raises `Study.DoesNotExist` and `NotAllowed`."""
    study = own_study(slug, account)
    with transaction.atomic():
        journal.lock([study.scope])
        _delete([study])


def delete_studies(erasing: PersonErasing) -> list[Touched]:
    """All studies of an erased person."""
    _delete(list(Study.objects.filter(owner__in=record_ids(erasing.person.pk))))
    return []


def _delete(studies: Sequence[Study]) -> None:
    Scope.objects.filter(key__in=[study.scope for study in studies]).delete()
    Study.objects.filter(pk__in=[study.pk for study in studies]).delete()


@contextmanager
def change_study(
    study: Study, account: Account, act: type[Act], *, expect: int | None, **data: int
) -> Iterator[ActContext]:
    """An act on a study of the account's own, in one transaction."""
    with journal.commit(study.scope, account, act, expect=expect, **data) as doing:
        yield doing
        Study.objects.filter(pk=study.pk).update(changed_at=timezone.now())


def _clean_needed_title(title: str) -> str:
    title = clean_title(title)
    if not title:
        raise StudyRefused(Message(_("Give the study a title.")), field="title")
    return title
