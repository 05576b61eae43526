"""The form by which the game of a board is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from common.schema_forms import SchemaForm
from games.core.labels import rules_name
from tournaments.core.pages import to_text
from tournaments.medleys import schemas


class ChooseGameForm(SchemaForm):
    """One of the games that can be played on a board."""

    schema = schemas.ChooseGameInput
    asks = {"rules": {"choices": (), "widget": forms.RadioSelect}, "version": {}}

    def __init__(self, *args: Any, games: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("rules", [(key, to_text(rules_name(key))) for key in games])
