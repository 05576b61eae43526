"""Chapters as rows of the database, and as the trees that are thought about."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.replay import Start
from games.fair_play import Question, Source, need_fair_play
from games.models import Study, StudyChapter, StudyTurn
from games.studies.access import Reader
from gipf_engine.rules.base import Position
from gipf_engine.studies.chapter import Chapter, Grower, Turn, WrittenStudy, in_order


def tree_of(row: StudyChapter, turns: Iterable[StudyTurn] | None = None) -> Chapter:
    """A chapter with its turns in the order in which they are read. One query, none where they are given."""
    rows = StudyTurn.objects.filter(chapter=row) if turns is None else turns
    tree = [
        Turn(each.number, each.parent, each.token, each.comment, each.sign, tuple(each.marks))
        for each in sorted(rows, key=lambda each: (each.place, each.number))
    ]
    started = (row.name, row.rules, tuple(row.options), row.setup, row.handicap, row.position)
    return Chapter(*started, turns=tuple(in_order(tree)))


def written_study(study: Study) -> WrittenStudy:
    """A study with all of its chapters. Two queries."""
    rows = study.chapters.order_by("place").prefetch_related("turns")
    return WrittenStudy(study.title, tuple(tree_of(row, row.turns.all()) for row in rows))


def start_of(chapter: Chapter) -> Start:
    """What a chapter starts from, for boards that are replayed."""
    return Start(chapter.rules, chapter.options, chapter.setup, chapter.handicap, chapter.position)


def line_to(chapter: Chapter, number: int) -> list[Turn]:
    """The turns that lead to one of a chapter, itself last. KeyError where there is none of this number."""
    turns = {turn.number: turn for turn in chapter.turns}
    line, at = [], turns[number]
    while at.parent is not None:
        line.append(at)
        at = turns[at.parent]
    return line[::-1]


def need_open_chapter(reader: Reader, chapter: Chapter) -> None:
    """Raise `FairPlayRefused` where a chapter comes to a position that the reader is playing."""

    def positions() -> Iterable[Position]:
        grower = Grower(chapter)
        return [grower.position(turn.number) for turn in chapter.turns]

    need_fair_play(reader, Question(Source.SOLVER, chapter.rules, several=positions))


def store_chapter(study: Study, chapter: Chapter, number: int, place: int) -> StudyChapter:
    """Write a checked chapter. Inside an act on its study."""
    row = StudyChapter.objects.create(
        study=study,
        number=number,
        place=place,
        name=chapter.name,
        rules=chapter.rules,
        options=list(chapter.options),
        setup=chapter.setup,
        handicap=chapter.handicap,
        position=chapter.position,
    )
    places: dict[int | None, int] = {}
    rows = []
    for turn in chapter.turns:
        places[turn.parent] = places.get(turn.parent, -1) + 1
        rows.append(row_of(row, turn, places[turn.parent]))
    StudyTurn.objects.bulk_create(rows)
    return row


def row_of(chapter: StudyChapter, turn: Turn, place: int) -> StudyTurn:
    """A turn as a row."""
    return StudyTurn(
        chapter=chapter,
        number=turn.number,
        parent=turn.parent,
        place=place,
        token=turn.token,
        comment=turn.comment,
        sign=turn.sign,
        marks=list(turn.marks),
    )
