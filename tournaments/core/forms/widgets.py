"""Fields as the browser offers them."""

from __future__ import annotations

from django import forms

LONGEST_NAME = 80
MOST_ON_A_LIST = 120
"""With more players than these, forms ask for a pairing number instead of offering everybody."""


class DateInput(forms.DateInput):
    """A day, as browsers let one pick it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
