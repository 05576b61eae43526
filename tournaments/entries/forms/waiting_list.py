"""The form for how many players an event takes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.entries.schemas import SetEntryLimitInput


class EntryLimitForm(SchemaForm):
    """The limit, and what happens where a place becomes free."""

    schema = SetEntryLimitInput
    asks = {
        "most": {"help_text": _("Leave empty to take everybody.")},
        "moves_up": {
            "help_text": _(
                "The first on the waiting list gets each place that becomes free while registration is open."
            )
        },
        "version": {},
    }
