"""The place in a knock-out: how far an entrant came."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.pairing.knock_out import match_winner, walk
from gipf_engine.tournament.standings.base import TieBreak, Value, register


@register
class KnockOutRound(TieBreak):
    """KO: two for each round of the tree survived, and one for winning the match for third place."""

    key = "KO"
    name = _("Knock-out round")
    help = _(
        "How far an entrant came in the bracket; the match for third place separates the two losing semifinalists."
    )
    replaces_points = True
    says_more = True
    only_in = "knock-out"

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """Two for each round survived; those still in it have survived all so far."""
        lost = round_lost(table)
        return {
            entrant.number: 2 * (lost.get(entrant.number, table.rounds_played + 1) - 1)
            + int(_has_won_afterwards(table, entrant.number, lost))
            for entrant in table.entrants
        }

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """In which round the entrant left."""
        lost = round_lost(table)
        if number not in lost:
            return Message(_("not beaten"))
        if _has_won_afterwards(table, number, lost):
            return Message(_("beaten in round %(round)d, won the match for third place"), {"round": lost[number]})
        return Message(_("beaten in round %(round)d"), {"round": lost[number]})


def round_lost(table: CrossTable) -> dict[int, int]:
    """The round in which each beaten entrant left the tree; an undecided match has beaten no one yet."""
    return {
        seat: round_number
        for round_number, played in enumerate(walk(table), 1)
        for each in played
        if not each.undecided
        for seat in each.match
        if seat is not None and seat != each.winner
    }


def _has_won_afterwards(table: CrossTable, number: int, lost: dict[int, int]) -> bool:
    """Whether a beaten entrant won a match in the next round: that for third place."""
    after = lost.get(number, table.rounds_played) + 1
    own = table.entrant(number).cell(after) if after <= table.rounds_played else None
    if not isinstance(own, Meeting):
        return False
    return match_winner(table, number, own.opponent, after) == number
