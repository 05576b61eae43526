"""The forms of titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext

from common.schema_forms import SchemaForm
from tournaments.core.formats import game_names
from tournaments.models import Title
from tournaments.titles.schemas import AwardWithdrawalInput, TitleChange, TitleNew, TitlePlan

KEPT = ("name", "kind", "game", "rating", "games", "norms")


class _PlanForm(SchemaForm):
    """What is decided of a title."""

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

    def plan(self) -> dict[str, Any]:
        """What the services take."""
        return {"game": ""} | {name: self.input[name] for name in KEPT if name in self.input}


class NewTitleForm(_PlanForm):
    """A title that is made."""


class TitleForm(_PlanForm):
    """A title that is changed."""

    schema = TitleChange
    asks = {**_PlanForm.asks, "version": {}}

    @classmethod
    def of(cls, title: Title, version: int) -> TitleForm:
        """The form before anything is changed."""
        return cls(initial={name: getattr(title, name) for name in KEPT} | {"version": version})


class WithdrawalForm(SchemaForm):
    """Why a title is withdrawn."""

    schema = AwardWithdrawalInput
    asks = {"reason": {}, "version": {}}
