"""The form for how many players an event takes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.limits import MOST_ENTRIES


class EntryLimitForm(forms.Form):
    """The limit, and what happens where a place becomes free."""

    most = forms.IntegerField(
        label=_("Limit of players"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=_("Leave empty to take everybody."),
    )
    moves_up = forms.BooleanField(
        label=_("Players move up by themselves"),
        required=False,
        help_text=_("The first on the waiting list gets each place that becomes free while registration is open."),
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
