"""Which notifications one gets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.core.time_zones import places
from players.models import NotificationSettings
from players.notifications.sources import Source


class NotificationForm(forms.Form):
    """A box a kind, and the hours in which nothing is sent."""

    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=forms.TimeInput({"type": "time"}))
    quiet_to = forms.TimeField(label=_("Quiet until"), required=False, widget=forms.TimeInput({"type": "time"}))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(name, name) for name in places()])

    field_order: Sequence[str]

    def __init__(self, data: QueryDict | None, sources: Sequence[Source], chosen: NotificationSettings) -> None:
        initial = {"quiet_from": chosen.quiet_from, "quiet_to": chosen.quiet_to, "time_zone": chosen.time_zone}
        super().__init__(data, initial=initial)
        self.kinds = [source.kind for source in sources]
        for source in sources:
            self.fields[source.kind] = forms.BooleanField(
                label=gettext(source.label),
                help_text=gettext(source.help),
                required=False,
                initial=source.kind not in chosen.without_push,
            )
        self.order_fields([*self.kinds, "quiet_from", "quiet_to", "time_zone"])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if (given.get("quiet_from") is None) != (given.get("quiet_to") is None) and not self.errors:
            missing = "quiet_from" if given.get("quiet_from") is None else "quiet_to"
            self.add_error(missing, gettext("Enter both ends of the quiet hours, or neither."))
        return given

    @property
    def pushed(self) -> list[str]:
        """The kinds that are ticked."""
        return [kind for kind in self.kinds if self.cleaned_data[kind]]

    @property
    def quiet(self) -> tuple[time, time] | None:
        """The quiet hours, if there are any."""
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        return None if begin is None else (begin, end)
