"""The forms of titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext

from tournaments.core.formats import game_names
from tournaments.core.forms import PlanForm
from tournaments.models import Title
from tournaments.titles.schemas import TitleChange, TitleNew, TitlePlan


class _PlanForm(PlanForm):
    """What is decided of a title."""

    kept = ("name", "kind", "game", "rating", "games", "norms")
    left_empty = {"game": ""}
    schema: ClassVar[type[TitlePlan]] = TitleNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "kind": {"choices": ()},
        "game": {"choices": (), "required": False},
        "rating": {},
        "games": {},
        "norms": {"initial": 1, "required": True},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = {Title.Kind.RATING.value: gettext("a rating"), Title.Kind.NORMS.value: gettext("norms in events")}
        self.offer("kind", kinds.items())
        self.offer("game", [("", gettext("All games")), *game_names().items()])


class NewTitleForm(_PlanForm):
    """A title that is made."""


class TitleForm(_PlanForm):
    """A title that is changed."""

    schema = TitleChange
    asks = {**_PlanForm.asks, "version": {}}
