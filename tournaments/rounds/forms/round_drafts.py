"""Forms of a round that arbiters alone see."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gipf_engine.tournament.crosstable import ByeKind
from tournaments.core.loader import EntryRow
from tournaments.core.services.base import LONGEST_REASON
from tournaments.rounds.services.hand_pairing import HandStep, Step

KINDS = (
    (ByeKind.PAIRING.value, _("the pairing-allocated bye")),
    (ByeKind.HALF.value, _("half a point")),
    (ByeKind.ZERO.value, _("nothing")),
    (ByeKind.FULL.value, _("a full point")),
)


class SeenForm(forms.Form):
    """The draft's version as the page showed it."""

    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class BeginForm(SeenForm):
    """Which round is to be paired by hand."""

    round = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)


class EndForm(SeenForm):
    """Why a round is paired by hand."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


class ScheduleForm(SeenForm):
    """When a draft is published automatically, in the event's time zone."""

    publish_at = forms.CharField(
        label=_("Publish at"),
        required=False,
        max_length=20,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=_("In the event's time zone. Leave it empty to publish the round yourself."),
    )

    def __init__(self, *args: Any, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zoneinfo.ZoneInfo(time_zone)

    def clean_publish_at(self) -> datetime | None:
        text: str = self.cleaned_data["publish_at"]
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError(_("Enter a date and a time.")) from None


class StepForm(SeenForm):
    """One step by hand. Whose numbers are no player's the service refuses."""

    step = forms.ChoiceField(choices=[(step.value, step.value) for step in Step])
    one = forms.IntegerField(label=_("Number"), min_value=1, max_value=9999)
    other = forms.IntegerField(label=_("and"), required=False, min_value=1, max_value=9999)
    kind = forms.ChoiceField(label=_("Worth"), required=False, choices=KINDS)

    def step_taken(self) -> HandStep:
        """What the form asks for."""
        data = self.cleaned_data
        kind = data["kind"] or ByeKind.PAIRING.value
        return HandStep(step=Step(data["step"]), one=data["one"], other=data["other"] or 0, kind=kind)


def numbered(entries: Sequence[EntryRow]) -> list[tuple[int, str]]:
    """Players to choose from, by pairing number."""
    return [(entry.number, f"{entry.number} {entry.name}") for entry in entries if entry.number is not None]
