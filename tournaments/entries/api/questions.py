"""Questions of a registration form and what was answered: endpoints, and the page on which organisers ask."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.schemas import Versioned
from tournaments.entries import acts
from tournaments.entries.questions import answers_table
from tournaments.entries.services.questions import LONGEST_CHOICE, MOST_CHOICES, add_question, remove_question
from tournaments.models import Event, Question

KINDS = (
    (Question.Kind.TEXT, _("Text")),
    (Question.Kind.YES_NO, _("Yes or no")),
    (Question.Kind.CHOICE, _("Choice")),
)
LONGEST_QUESTION = 200


@extend_schema_serializer(component_name="QuestionNew")
class AddQuestionInput(Versioned):
    """A question of the registration form; `choices` are the answers of a choice."""

    text = serializers.CharField(max_length=LONGEST_QUESTION, label=_("Question"))
    kind = serializers.ChoiceField(Question.Kind.choices, default=Question.Kind.TEXT, label=_("Kind of answer"))
    choices = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_CHOICE), max_length=MOST_CHOICES, default=list
    )
    needed = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="Question")
class QuestionShape(serializers.Serializer[Any]):
    """A question of the registration form."""

    id = IdField()
    text = serializers.CharField()
    kind = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    needed = serializers.BooleanField(source="required")


class GivenAnswer(serializers.Serializer[Any]):
    """What is answered to a question. Yes and no are "yes" and "no"."""

    question = IdField()
    answer = serializers.CharField()


class AnswersOfPlayer(serializers.Serializer[Any]):
    """What a player answered. `entry` is null for a person on the waiting list."""

    person = IdField()
    name = serializers.CharField()
    entry = IdField(allow_null=True)
    answers = GivenAnswer(many=True)


class Questions(EventAPIView):
    """The questions of the registration form."""

    path = "questions"

    @extend_schema(responses=QuestionShape(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Questions of the registration form, in their order."""
        return self.paginate(list(Question.objects.filter(event=self.event(event_id))), QuestionShape)


class GivenAnswers(EventAPIView):
    """What players answered."""

    path = "answers"

    @extend_schema(responses=AnswersOfPlayer(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Answers of players and of those who wait. For accounts that may register players."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.ENTER_PLAYERS, event.scope)
        table = answers_table(self.rows(event))
        rows = [
            {
                "person": row.person,
                "name": row.name,
                "entry": row.entry,
                "answers": [
                    {"question": question.pk, "answer": text}
                    for question, text in zip(table.questions, row.answers, strict=True)
                    if text
                ],
            }
            for row in table.rows
        ]
        return self.paginate(rows, AnswersOfPlayer)


class QuestionForm(forms.Form):
    """A new question, with the answers of a choice on a line each."""

    text = forms.CharField(label=_("Question"), max_length=LONGEST_QUESTION)
    kind = forms.ChoiceField(label=_("Kind of answer"), choices=KINDS, initial=Question.Kind.TEXT)
    choices = forms.CharField(
        label=_("Answers to choose from"),
        required=False,
        help_text=_("For a choice alone, one on each line."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    required = forms.BooleanField(label=_("An answer is required"), required=False)


class AddQuestion(ActView):
    """Ask players something when they register. Only those who may register players read the answers."""

    act, service, schema = acts.AddQuestion, add_question, AddQuestionInput
    path, name, renamed = "questions", "event-questions", {"needed": "required"}
    shape, code = QuestionShape, status.HTTP_201_CREATED
    form_class, template = QuestionForm, "tournaments/entries/questions.html"
    done, then = _("Question added."), "event-questions"
    at_desk = AtDesk(Group.PLAYERS, _("Questions at registration"), lambda desk: not desk.is_in(Event.State.CLOSED))

    def make_form(self, **more: Any) -> forms.Form:
        return self.form_class(self.request.POST if self.request.method == "POST" else None)

    def values(self, form: forms.Form) -> dict[str, Any]:
        return form.cleaned_data | {"choices": form.cleaned_data["choices"].splitlines()}

    def context(self, form: forms.Form) -> dict[str, Any]:
        kinds = dict(KINDS)
        found = Question.objects.filter(event=self.event)
        return {"questions": [(question, kinds[Question.Kind(question.kind)]) for question in found]}


class RemoveQuestion(ActView):
    """Remove a question, with what was answered to it."""

    act, service, schema = acts.RemoveQuestion, remove_question, Versioned
    path, page_path, method = "questions/<int:question_id>", "questions/<int:question_id>/remove", "delete"
    name, done, then = "event-question-remove", _("Question removed."), "event-questions"
