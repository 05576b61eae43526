"""Forms of reports, and of what a moderator does about them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from common.translation import translate_message
from play.chat.services.reports import Answer
from play.models import Report, Sanction
from play.moderation.queries import REASONS

DAYS = (1, 3, 7, 30, 90, 365)
_ANSWERS = (
    (Answer.DISMISS.value, gettext_lazy("Dismiss the report")),
    (Answer.WARN.value, gettext_lazy("Warn the player")),
    (Answer.MUTE.value, gettext_lazy("Switch off the player’s chat")),
    (Answer.SUSPEND.value, gettext_lazy("Suspend the player from new games")),
)
_ANSWERS_ABOUT_GUESTS = (
    (Answer.DISMISS.value, gettext_lazy("Dismiss the report")),
    (Answer.RENAME.value, gettext_lazy("Take the guest’s name away")),
)


def _reasons() -> list[tuple[str, str]]:
    return [(key, translate_message(words)) for key, words in REASONS.items()]


def _days() -> list[tuple[int, str]]:
    return [(days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in DAYS]


class ReportForm(forms.Form):
    """Why somebody is reported."""

    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=_reasons, widget=forms.RadioSelect)
    text = forms.CharField(
        label=gettext_lazy("What happened"),
        required=False,
        max_length=Report.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class AnswerForm(forms.Form):
    """What is done about a report."""

    answer = forms.ChoiceField(label=gettext_lazy("What to do"), choices=_ANSWERS, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(label=gettext_lazy("For how long"), choices=_days, coerce=int)
    text = forms.CharField(
        label=gettext_lazy("What the player is told"),
        required=False,
        max_length=Sanction.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": {"answer": Answer.DISMISS.value, "days": 7}} | kwargs)


class GuestAnswerForm(forms.Form):
    """The same about a guest, who is told nothing."""

    answer = forms.ChoiceField(
        label=gettext_lazy("What to do"), choices=_ANSWERS_ABOUT_GUESTS, widget=forms.RadioSelect,
        initial=Answer.DISMISS.value,
    )  # fmt: skip
