"""Keeping which lessons were done. No one else reads it, so the journal says nothing of it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from gipf_engine.rules.lessons import course_of
from play.models import DoneLesson
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account


def keep_done(account: Account, game: str, lessons: Iterable[str]) -> None:
    """Keep that lessons of a game are done; those that are kept already stay as they are, unknown ones are left out."""
    course, now = course_of(game), timezone.now()
    known = course.keys if course else ()
    rows = [DoneLesson(account=account, game=game, lesson=key, done_at=now) for key in lessons if key in known]
    DoneLesson.objects.bulk_create(rows, ignore_conflicts=True)


def delete_done_lessons(erasing: PersonErasing) -> list[Touched]:
    """What an erased person has learnt here."""
    DoneLesson.objects.filter(account__person__in=record_ids(erasing.person.pk)).delete()
    return []
