"""Forms of reports, and of what a moderator does about them."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from common.schema_forms import SchemaForm
from common.translation import translate_message
from play.chat.services.reports import ReportAnswer
from play.moderation.queries import REASONS
from play.moderation.schemas import AnswerReportInput, ReportPlayerInput

DAYS = (1, 3, 7, 30, 90, 365)
_ANSWERS = (
    (ReportAnswer.DISMISS.value, gettext_lazy("Dismiss the report")),
    (ReportAnswer.WARN.value, gettext_lazy("Warn the player")),
    (ReportAnswer.MUTE.value, gettext_lazy("Turn off the player’s chat")),
    (ReportAnswer.SUSPEND.value, gettext_lazy("Suspend the player from new games")),
)
_ANSWERS_ABOUT_GUESTS = (
    (ReportAnswer.DISMISS.value, gettext_lazy("Dismiss the report")),
    (ReportAnswer.RENAME.value, gettext_lazy("Take the guest’s name away")),
)


def _reason_choices() -> list[tuple[str, str]]:
    return [(key, translate_message(words)) for key, words in REASONS.items()]


def _day_choices() -> list[tuple[int, str]]:
    return [(days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in DAYS]


class ReportForm(SchemaForm):
    """Why a person is reported."""

    schema = ReportPlayerInput
    asks = {
        "reason": {"choices": _reason_choices, "widget": forms.RadioSelect},
        "text": {"widget": forms.Textarea(attrs={"rows": 4})},
    }


class AnswerForm(SchemaForm):
    """What is done about a report."""

    schema = AnswerReportInput
    asks = {
        "answer": {"choices": _ANSWERS, "widget": forms.RadioSelect, "initial": ReportAnswer.DISMISS.value},
        "days": {"choices": _day_choices, "initial": 7, "required": True},
        "text": {"widget": forms.Textarea(attrs={"rows": 3})},
    }


class GuestAnswerForm(SchemaForm):
    """What is done about a report of a guest, who is told nothing."""

    schema = AnswerReportInput
    asks = {
        "answer": {"choices": _ANSWERS_ABOUT_GUESTS, "widget": forms.RadioSelect, "initial": ReportAnswer.DISMISS.value}
    }
