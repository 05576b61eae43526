"""Questions of a registration form: asked and removed, and what players answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from common.jobs import services as jobs
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonErasing, Touched
from players.core.queries.records import canonical_id, record_ids
from players.joining.services import Asked, ask_to_join
from players.models import Account, JoinRequest, Person
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import State, event_act, need_state
from tournaments.entries.acts import AddQuestion, RemoveQuestion
from tournaments.models import Answer, Event, Member, Question, WaitingPlayer
from tournaments.models.questions import LONGEST_ANSWER

MOST_QUESTIONS, MOST_CHOICES, LONGEST_CHOICE = 20, 30, 80
KEPT = timedelta(days=90)
"""How long answers are kept after an event: they are of use for nothing else."""
_CLEAN_EVERY = 3600.0
YES, NO = "yes", "no"
Answers = Mapping[int, str]
"""What is answered, by the ids of questions."""


def add_question(
    event_id: int,
    actor: Account,
    *,
    text: str,
    kind: str,
    choices: Sequence[str] = (),
    required: bool = False,
    expect: int | None = None,
) -> Question:
    """Ask those who register from now on. Raises as `event_act` does, and EventRefused."""
    offered = list(dict.fromkeys(each.strip() for each in choices if each.strip()))
    if kind == Question.Kind.CHOICE and not 2 <= len(offered) <= MOST_CHOICES:
        message = _("A choice needs 2 to %(most)s different answers, one on each line.")
        raise EventRefused(Message(message, {"most": MOST_CHOICES}), field="choices")
    if any(len(each) > LONGEST_CHOICE for each in offered):
        message = _("An answer to choose has at most %(most)s characters.")
        raise EventRefused(Message(message, {"most": LONGEST_CHOICE}), field="choices")
    with event_act(event_id, actor, AddQuestion, expect=expect) as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        there = Question.objects.filter(event=doing.event)
        if there.count() >= MOST_QUESTIONS:
            message = _("A registration form has at most %(most)s questions.")
            raise EventRefused(Message(message, {"most": MOST_QUESTIONS}))
        number = (there.aggregate(last=Max("number"))["last"] or 0) + 1
        made = Question.objects.create(
            event=doing.event,
            number=number,
            text=text.strip(),
            kind=kind,
            choices=offered if kind == Question.Kind.CHOICE else [],
            required=required,
        )
        doing.note(number=number)
    return made


def remove_question(event_id: int, actor: Account, question_id: int, *, expect: int | None = None) -> None:
    """Ask it no more, and delete what was answered. Raises as `event_act` does, and Question.DoesNotExist."""
    found = Question.objects.get(event=event_id, pk=question_id)
    with event_act(event_id, actor, RemoveQuestion, expect=expect, number=found.number):
        found.delete()


def check_answers(event: Event, answers: Answers) -> list[Answer]:
    """The answers as rows without an owner. EventRefused at the first that is missing or cannot be."""
    asked = {question.pk: question for question in Question.objects.filter(event=event)}
    if not asked.keys() >= answers.keys():
        raise EventRefused(Message(_("This event does not ask that: look at its questions.")), field="answers")
    found = []
    for question in asked.values():
        text = answers.get(question.pk, "").strip()
        if refusal := _refusal(question, text):
            raise EventRefused(refusal, field=field_of(question.pk))
        if text:
            found.append(Answer(question=question, text=text))
    return found


def field_of(question_id: int) -> str:
    """The name of a question's field in forms."""
    return f"question-{question_id}"


def _refusal(question: Question, text: str) -> Message | None:
    values = {"question": question.text}
    if not text:
        return Message(_("Please answer: %(question)s"), values) if question.required else None
    if question.kind == Question.Kind.TEXT:
        too_long = len(text) > LONGEST_ANSWER
        return Message(_("An answer has at most %(most)s characters."), {"most": LONGEST_ANSWER}) if too_long else None
    offered = [YES, NO] if question.kind == Question.Kind.YES_NO else question.choices
    return None if text in offered else Message(_("Choose one of the answers: %(question)s"), values)


def store_answers(event: Event, person: Person, answers: Answers) -> None:
    """What a person answers, in place of earlier answers. Within the act; EventRefused as `check_answers` does."""
    rows = check_answers(event, answers)
    Answer.objects.filter(question__event=event, person__in=record_ids(person.pk)).delete()
    for row in rows:
        row.person = person
    Answer.objects.bulk_create(rows)


@transaction.atomic
def ask_to_enter(event: Event, answers: Answers, **asked: Any) -> Asked:
    """Ask to join the club and to enter the event, with what is answered. Refused as `ask_to_join` does."""
    rows = check_answers(event, answers)
    made = ask_to_join(club=event.club, scope=event.scope, **asked)
    for row in rows:
        row.request = made.request
    Answer.objects.bulk_create(rows)
    return made


def take_answers(request: JoinRequest, person: Person) -> None:
    """What was answered with a request is the person's from now on. In the transaction that approves it."""
    given = Answer.objects.filter(request=request)
    again = Answer.objects.filter(person__in=record_ids(person.pk), question__in=given.values("question"))
    again.delete()
    given.update(person=person, request=None)


def delete_answers(erasing: PersonErasing) -> list[Touched]:
    """What a person answered goes with them."""
    given = Answer.objects.filter(person__in=record_ids(erasing.person.pk)).select_related("question")
    touched = [Touched(f"event:{each.question.event_id}", "answer", each.pk, "text") for each in given]
    given.delete()
    return touched


@jobs.every(_CLEAN_EVERY)
def delete_answers_of_no_use() -> None:
    """Those of people who left, and of events that are long over."""
    over = timezone.localdate() - KEPT
    Answer.objects.filter(question__event__ends_on__lt=over).delete()
    mine = {"event": OuterRef("question__event"), "root": OuterRef("root")}
    entered = Member.objects.annotate(root=canonical_id("person")).filter(**mine)
    waiting = WaitingPlayer.objects.annotate(root=canonical_id("person")).filter(**mine)
    rows = Answer.objects.exclude(person=None).annotate(root=canonical_id("person"))
    gone: Collection[int] = list(rows.filter(~Exists(entered), ~Exists(waiting)).values_list("pk", flat=True))
    Answer.objects.filter(pk__in=gone).delete()
