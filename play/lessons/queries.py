"""Courses and lessons as a reader sees them, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.rules.lessons import Course, Lesson, all_courses
from play.lessons.progress import Done


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson in the list of a course: its number from 1, and whether the reader has done it."""

    number: int
    lesson: Lesson
    is_done: bool


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A course as a reader stands in it."""

    course: Course
    lessons: tuple[LessonRow, ...]

    @property
    def done(self) -> int:
        """How many lessons the reader has done."""
        return sum(row.is_done for row in self.lessons)

    @property
    def next(self) -> Lesson:
        """The first that is not done, else the first."""
        return next((row.lesson for row in self.lessons if not row.is_done), self.lessons[0].lesson)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self.done == len(self.lessons)

    def row(self, key: str) -> LessonRow | None:
        """The lesson called `key`."""
        return next((row for row in self.lessons if row.lesson.key == key), None)

    def after(self, row: LessonRow) -> LessonRow | None:
        """The lesson behind `row`, None behind the last."""
        return self.lessons[row.number] if row.number < len(self.lessons) else None


def course_row(course: Course, done: Done) -> CourseRow:
    """A course, with what is done of it."""
    known = done.get(course.game, frozenset())
    return CourseRow(
        course,
        tuple(LessonRow(number, each, each.key in known) for number, each in enumerate(course.lessons, start=1)),
    )


def course_rows(done: Done) -> list[CourseRow]:
    """Every course."""
    return [course_row(course, done) for course in all_courses().values()]
