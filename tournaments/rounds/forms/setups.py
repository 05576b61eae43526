"""The form for drawing a round's set-ups anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from common.schema_forms import SchemaForm
from tournaments.core.forms.confirming import SHOWN_IN_JOURNAL
from tournaments.core.setup_draws import ALL_BOARDS
from tournaments.rounds import schemas


class RedrawForm(SchemaForm):
    """Why, and for which board where each has its own. `drawn` says how many draws the page showed."""

    schema = schemas.RedrawSetupsInput
    asks = {
        "board": {"choices": ()},
        "reason": {"required": True, "help_text": SHOWN_IN_JOURNAL},
        "drawn": {"required": True, "widget": forms.HiddenInput},
    }

    def __init__(self, *args: Any, boards: Sequence[int] = (), **kwargs: Any) -> None:
        """`boards`: those of which one can be drawn for alone; none where all have the same set-up."""
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["board"]
            return
        one = [(board, gettext("board %(board)d alone") % {"board": board}) for board in boards]
        self.offer("board", [(ALL_BOARDS, gettext("all boards")), *one])
