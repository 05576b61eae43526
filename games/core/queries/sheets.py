"""Score sheets that were handed in, the last of each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.core.labels import role_name
from games.models import Game, ScoreSheet
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A score sheet: who handed it in, and what it says. `keys` are those of the counts; `digest` tells it apart."""

    number: int
    role: str
    at: datetime
    position: str
    counts: Sequence[Sequence[int]] | None
    keys: tuple[str, ...]
    names: tuple[Message, ...]
    result: str
    digest: str

    @property
    def role_name(self) -> Message:
        """In what part it was handed in."""
        return role_name(self.role)

    @property
    def rows(self) -> list[tuple[Message, int, int]]:
        """Each count with both numbers; none for a position."""
        return list(zip(self.names, *self.counts, strict=True)) if self.counts is not None else []


def latest_sheets(game: Game) -> list[SheetRow]:
    """The last score sheet of each part, the newest last. One query."""
    names = rules_for(game.rules, game.options).score_names
    latest = {sheet.role: sheet for sheet in ScoreSheet.objects.filter(game=game).order_by("number")}
    return [
        SheetRow(
            sheet.number,
            sheet.role,
            sheet.handed_in_at,
            sheet.position,
            sheet.counts,
            tuple(names),
            tuple(map(Message, names.values())),
            sheet.result,
            sheet.digest,
        )
        for sheet in sorted(latest.values(), key=lambda sheet: sheet.number)
    ]
