"""The form of who is not to meet whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.loader import EntryRow
from tournaments.entries import schemas


class ExclusionForm(SchemaForm):
    """Players of whom no two may be paired, and in which rounds."""

    schema = schemas.AddExclusionInput
    asks = {
        "entries": {"widget": forms.CheckboxSelectMultiple, "help_text": _("Tick two or more.")},
        "first_round": {"required": True},
        "last_round": {"help_text": _("Leave empty for all later rounds.")},
        "version": {},
    }

    def __init__(self, *args: Any, entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entries", [(entry.id, entry.name) for entry in entries])
