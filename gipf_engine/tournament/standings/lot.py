"""The drawing of lots, where nothing else parts entrants (FIDE C.07)."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.base import TieBreak, Value, register


@register
class Lot(TieBreak):
    """LOT: the lots that follow from the event's seed, so that the one who draws them again gets the same order."""

    key = "LOT"
    name = _("Drawing of lots")
    help = _("The lot that follows from the event’s seed and the entry, lower first: drawn when the event starts.")
    higher_is_better = False

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The lot from 1; None for everybody where there is no seed."""
        drawn = _draw_lots(table)
        return {entrant.number: drawn.get(entrant.number) for entrant in table.entrants}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """Which of how many lots it is, and the key that it follows from."""
        drawn = _draw_lots(table)
        if table.lots is None or number not in drawn:
            return Message(_("no lot: there is no seed"))
        params = {"lot": drawn[number], "count": len(drawn), "key": table.lots.keys[number]}
        return Message(_("lot %(lot)d of %(count)d (key %(key)d)"), params)


def _draw_lots(table: CrossTable) -> dict[int, int]:
    return table.lots.draw() if table.lots is not None else {}
