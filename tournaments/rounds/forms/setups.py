"""The form for drawing a round's set-ups anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.services.base import LONGEST_REASON
from tournaments.core.setup_draws import ALL_BOARDS


class RedrawForm(forms.Form):
    """Why, and for which board where each has its own. `drawn` says how many draws the page showed."""

    board = forms.TypedChoiceField(label=pgettext_lazy("boards", "For"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("The event's journal shows it."))
    drawn = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, boards: Sequence[int] = (), **kwargs: Any) -> None:
        """`boards`: those of which one can be drawn for alone; none where all have the same set-up."""
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["board"]
            return
        field = self.fields["board"]
        assert isinstance(field, forms.ChoiceField)
        one = [(board, gettext("board %(board)d alone") % {"board": board}) for board in boards]
        field.choices = [(ALL_BOARDS, gettext("all boards")), *one]

    @property
    def board_chosen(self) -> int:
        """The board, `ALL_BOARDS` where there is nothing to choose."""
        return int(self.cleaned_data.get("board", ALL_BOARDS))
