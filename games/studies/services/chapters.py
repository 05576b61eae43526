"""Chapters of a study: more of them, their names and order, and none at all of one."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Study, StudyChapter
from games.studies.access import StudyRefused, own_study
from games.studies.acts import AddChapters, EditChapter, RemoveChapter
from games.studies.services.studies import change_study
from games.studies.stored import need_open_chapter, store_chapter
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.studies.chapter import Chapter, clean_title
from gipf_engine.studies.text import check_number_of_chapters
from players.models import Account

NO_CHAPTER = Message(_("This chapter does not exist any more."))


def add_chapters(slug: str, account: Account, chapters: Sequence[Chapter]) -> list[int]:
    """Put chapters that were checked behind those of a study: their numbers. Raises `Refused` and `NotAllowed`."""
    study = own_study(slug, account)
    for chapter in chapters:
        need_open_chapter(account, chapter)
    with change_study(study, account, AddChapters, expect=None) as act:
        there = list(study.chapters.values_list("number", "place"))
        check_number_of_chapters(len(there) + len(chapters))
        number, place = (max(values, default=0) for values in zip(*there, strict=True)) if there else (0, 0)
        numbers = [number + more for more in range(1, len(chapters) + 1)]
        for at, (new, chapter) in enumerate(zip(numbers, chapters, strict=True), 1):
            store_chapter(study, chapter, new, place + at)
        act.data["chapters"] = numbers
    return numbers


def edit_chapter(
    slug: str, account: Account, number: int, *, name: str | None = None, place: int | None = None, expect: int | None
) -> None:
    """Give a chapter another name, or another `place` among the others, from 1. Raises `Refused` and `Stale`."""
    study = own_study(slug, account)
    name = None if name is None else clean_title(name)
    with change_study(study, account, EditChapter, expect=expect, chapter=number):
        row = locked_chapter(study, number)
        if name is not None:
            StudyChapter.objects.filter(pk=row.pk).update(name=name)
        if place is not None:
            others = list(study.chapters.exclude(pk=row.pk).order_by("place"))
            others.insert(max(0, place - 1), row)
            for at, each in enumerate(others, 1):
                StudyChapter.objects.filter(pk=each.pk).update(place=at)


def remove_chapter(slug: str, account: Account, number: int, *, expect: int | None) -> None:
    """Remove a chapter with all of its turns. A study keeps one. Raises `Refused` and `Stale`."""
    study = own_study(slug, account)
    with change_study(study, account, RemoveChapter, expect=expect, chapter=number):
        row = locked_chapter(study, number)
        if study.chapters.count() == 1:
            raise StudyRefused(Message(_("A study has at least one chapter.")))
        row.delete()


def locked_chapter(study: Study, number: int) -> StudyChapter:
    """A chapter of a study, inside an act on it. Raises `StudyRefused` where it is gone."""
    row = study.chapters.filter(number=number).first()
    if row is None:
        raise StudyRefused(NO_CHAPTER)
    return row
