"""The questions of a registration form as fields, and what was answered as a table for organisers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.csv import to_csv
from players.core.queries.records import canonical_id
from tournaments.core.loader import EventData
from tournaments.core.queries.events import waiting_list
from tournaments.entries.services.questions import NO, YES, field_of
from tournaments.models import Answer, Event, Question
from tournaments.models.questions import LONGEST_ANSWER

WORDS = {YES: gettext_lazy("Yes"), NO: gettext_lazy("No")}


class WithQuestions(forms.Form):
    """A form with the questions of an event below its own fields. What was typed stays when it is refused."""

    def __init__(self, *args: Any, event: Event | None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.asked = list(Question.objects.filter(event=event)) if event is not None else []
        for question in self.asked:
            self.fields[field_of(question.pk)] = _field(question)

    def answers(self) -> dict[int, str]:
        """What was answered, by the ids of the questions."""
        return {question.pk: self.cleaned_data[field_of(question.pk)] for question in self.asked}


def _field(question: Question) -> forms.Field:
    known: dict[str, Any] = {"label": question.text, "required": question.required}
    if question.kind == Question.Kind.TEXT:
        return forms.CharField(max_length=LONGEST_ANSWER, **known)
    offered = WORDS.items() if question.kind == Question.Kind.YES_NO else ((each, each) for each in question.choices)
    nothing = () if question.required else (("", _("No answer")),)
    return forms.ChoiceField(choices=[*nothing, *offered], widget=forms.RadioSelect, **known)


@dataclass(frozen=True, slots=True)
class AnswersRow:
    """A player, or a person who waits, with what was answered to each question; "" for nothing."""

    person: int
    name: str
    entry: int | None
    number: int | None
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswersTable:
    """What was asked, and what everybody answered: players in their order, then who waits."""

    questions: tuple[Question, ...]
    rows: tuple[AnswersRow, ...]


def answers_table(rows: EventData) -> AnswersTable:
    """The answers of an event, for those who may enter its players. Three queries."""
    questions = tuple(Question.objects.filter(event=rows.event))
    given = Answer.objects.filter(question__event=rows.event).exclude(person=None).order_by("pk")
    columns = given.values_list(canonical_id("person"), "question", "text")
    known = {(person, question): text for person, question, text in columns}
    return AnswersTable(questions, tuple(_rows(rows, questions, known)))


def _rows(
    rows: EventData, questions: tuple[Question, ...], known: Mapping[tuple[int, int], str]
) -> Iterator[AnswersRow]:
    def of(person: int) -> tuple[str, ...]:
        return tuple(known.get((person, question.pk), "") for question in questions)

    for entry in rows.entries:
        yield AnswersRow(entry.person, entry.name, entry.id, entry.number, of(entry.person))
    for waiting in waiting_list(rows.event):
        yield AnswersRow(waiting.person, waiting.name, None, None, of(waiting.person))


def answer_words(question: Question, text: str) -> str:
    """An answer as it is printed."""
    return str(WORDS.get(text, text)) if question.kind == Question.Kind.YES_NO else text


def answers_csv(table: AnswersTable) -> str:
    """The table for a spreadsheet."""
    head = [_("No."), _("Name"), *(question.text for question in table.questions)]
    lines = (
        [row.number, row.name, *(answer_words(*each) for each in zip(table.questions, row.answers, strict=True))]
        for row in table.rows
    )
    return to_csv([head, *lines])
