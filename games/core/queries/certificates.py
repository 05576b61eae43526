"""Certificates as pages show them: the score as a table, and the letters in it explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.core.broadcasts import held_back_records
from games.models import Certificate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules
from gipf_engine.rules.certificate import Basis, outcome_in, score_of
from gipf_engine.rules.score import Holding, Score

_BASIS = {
    Basis.RECORD: _("from the moves of the record"),
    Basis.POSITION: _("from the final position handed in"),
    Basis.COUNTS: _("from the counts both players handed in"),
}
_OWNERS = (_("White"), _("Black"))
_NEUTRAL = _("none")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One count of both players, the stacks behind it, and whether it decided."""

    name: Message
    white: int
    black: int
    white_stacks: tuple[Holding, ...]
    black_stacks: tuple[Holding, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a piece: what it stands for, and whose colour it is, where colours are owned."""

    letter: str
    name: Message
    owner: Message | None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A score ready to print."""

    rows: tuple[ScoreRow, ...]
    letters: tuple[Letter, ...]
    neutral: tuple[Holding, ...]


@dataclass(frozen=True)
class CertificateRow:
    """A certificate of a game. `record` is the number of the record that it was made from, None for a score sheet."""

    number: int
    record: int | None
    result: str
    made_at: datetime
    digest: str
    document: Mapping[str, Any]

    @property
    def rules(self) -> Rules:
        """The rules that it was made by."""
        return rules_for(self.document["rules"], self.document["options"])

    @property
    def basis(self) -> Message:
        """From what it was made."""
        return Message(_BASIS[Basis(self.document["basis"])])

    @property
    def because(self) -> Message:
        """What decided."""
        return self.rules.explain_outcome(outcome_in(self.document))

    @property
    def ended(self) -> Message:
        """How the game came to its end."""
        reasons = self.rules.end_reasons
        return Message(reasons.get(self.document["reason"], "%(reason)s"), {"reason": self.document["reason"]})

    @property
    def table(self) -> ScoreTable:
        """The score."""
        return score_table(self.rules, score_of(self.document))


def score_table(rules: Rules, score: Score) -> ScoreTable:
    """A score by these rules, ready to print."""
    rows = tuple(
        ScoreRow(Message(rules.score_names[line.key]), *line.counts, *line.stacks, line.key == score.decided_by)
        for line in score.lines
    )
    return ScoreTable(rows, tuple(_letters(rules, score)), score.neutral)


def shown_certificates() -> QuerySet[Certificate]:
    """Those of score sheets, and of records that everybody may see."""
    return Certificate.objects.exclude(record__in=held_back_records())


def certificates_of(game_id: int) -> tuple[CertificateRow, ...]:
    """All certificates of a game, in their order. One query."""
    rows = shown_certificates().filter(game=game_id, game__parent_scope__hidden=False).order_by("number")
    columns = ("number", "record__number", "result", "made_at", "digest", "document")
    return tuple(CertificateRow(*row) for row in rows.values_list(*columns))


def certificate_of(game_id: int, number: int) -> CertificateRow:
    """One certificate. Raises `Certificate.DoesNotExist`."""
    row = (
        shown_certificates().select_related("record").get(game=game_id, number=number, game__parent_scope__hidden=False)
    )
    record = row.record.number if row.record is not None else None
    return CertificateRow(row.number, record, row.result, row.made_at, row.digest, row.document)


def _letters(rules: Rules, score: Score) -> list[Letter]:
    """The letters that stand in the table. A piece of two, as GIPF-pieces are, is told by its single letter."""
    if not any(line.stacks != ((), ()) for line in score.lines) and not score.neutral:
        return []
    owned = any(score.owned)
    return [
        Letter(letter, name, _owner(letter, score) if owned else None) for letter, name in rules.piece_names.items()
    ]


def _owner(letter: str, score: Score) -> Message:
    owner = next((name for name, colours in zip(_OWNERS, score.owned, strict=True) if letter in colours), _NEUTRAL)
    return Message(owner)
