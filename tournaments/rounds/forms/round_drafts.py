"""Forms of a round that arbiters alone see."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from gipf_engine.tournament.crosstable import ByeKind
from tournaments.core.loader import EntryRow
from tournaments.rounds import schemas

KINDS = (
    (ByeKind.PAIRING.value, _("the pairing-allocated bye")),
    (ByeKind.HALF.value, _("half a point")),
    (ByeKind.ZERO.value, _("nothing")),
    (ByeKind.FULL.value, _("a full point")),
)


class ScheduleForm(SchemaForm):
    """When a draft is published automatically, in the event's time zone."""

    schema = schemas.ScheduleRoundInput
    asks = {
        "version": {},
        "publish_at": {
            "widget": forms.DateTimeInput(attrs={"type": "datetime-local"}),
            "help_text": _("In the event's time zone. Leave it empty to publish the round yourself."),
        },
    }

    def __init__(self, *args: Any, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zoneinfo.ZoneInfo(time_zone)

    def clean_publish_at(self) -> datetime | None:
        """The moment, which the browser says without a time zone."""
        text: str = self.cleaned_data["publish_at"]
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError(_("Enter a date and a time.")) from None


def numbered(entries: Sequence[EntryRow]) -> list[tuple[int, str]]:
    """Players to choose from, by pairing number."""
    return [(entry.number, f"{entry.number} {entry.name}") for entry in entries if entry.number is not None]
