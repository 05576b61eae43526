"""The Keizer score, by which the Keizer system ranks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable
from gipf_engine.tournament.pairing.keizer_scores import NO_OWN, PART, KeizerScores, Share, choice, keizer_scores
from gipf_engine.tournament.standings.base import TieBreak, Value, register
from gipf_engine.tournament.standings.score_history import score_history
from gipf_engine.tournament.standings.terms import join_sum

PARTS = {6: "½", 4: "⅓", 8: "⅔", 2: "⅙", 10: "⅚", 3: "¼", 9: "¾"}
"""Shares of a value, in twelfths, as they are written."""


@register
class KeizerScore(TieBreak):
    """KZ: the own value, and what games, byes and absences brought."""

    key = "KZ"
    name = _("Keizer score")
    help = _("The values of those beaten, half the values of those drawn with, and the player’s own value.")
    decimals = 2
    replaces_points = True
    only_in = "keizer"

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The scores of the last order."""
        return dict(_scores(table).scores)

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The sum, with what each value is of."""
        found = _scores(table)
        parts: list[object] = []
        if not choice(table, NO_OWN):
            parts.append(Message(_("%(value)s (own place)"), {"value": _value_text(found.values[number])}))
        parts += [_share_label(table, found, share) for share in found.shares[number]]
        total = self.format_value(found.scores[number])
        return Message(_("%(total)s = %(sum)s"), {"total": total, "sum": join_sum(parts)})


def _scores(table: CrossTable) -> KeizerScores:
    return score_history(table).once("keizer", lambda: keizer_scores(table))


def _value_text(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _share_label(table: CrossTable, found: KeizerScores, share: Share) -> Message:
    value = _value_text(found.values[share.of])
    part = value if share.parts == PART else f"{PARTS.get(share.parts, f'{share.parts}/{PART}')}×{value}"
    return Message(_("%(part)s (%(what)s)"), {"part": part, "what": _what(table, share)})


def _what(table: CrossTable, share: Share) -> object:
    if share.against is not None:
        return table.entrant(share.against).name
    if isinstance(share.cell, Bye):
        return Message(_("absent") if share.cell.kind is ByeKind.ZERO else _("bye"))
    return Message(_("before joining"))
