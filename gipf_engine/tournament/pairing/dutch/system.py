"""The Dutch system as a registered pairing system: a `CrossTable` in, a published round out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import RoundPairings, register
from gipf_engine.tournament.pairing.dutch.engine import pair
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards
from gipf_engine.tournament.pairing.swiss.colours import COLOUR_DUE, STRONGER
from gipf_engine.tournament.pairing.swiss.system import Reasons, SwissSystem


@register
class Dutch(SwissSystem):
    """FIDE (Dutch) System, C.04.3, the edition in force since 1 February 2026."""

    key = "swiss-dutch"
    place = 10
    name = _("Swiss, FIDE (Dutch) System")
    help = _("Players with equal scores meet, never twice; colours even out. FIDE's rules of 1 February 2026.")

    def pair_and_explain(
        self, table: CrossTable, steps: StepCounter | None
    ) -> tuple[RoundPairings, Callable[[], Reasons]]:
        """The round by C.04.3."""
        result = pair(table, steps)

        def explain() -> Reasons:
            from gipf_engine.tournament.pairing.dutch.messages import to_messages

            return to_messages(table, result)

        return assign_colours_and_boards(table, result), explain

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """By pairing the round again with those two forced together."""
        from gipf_engine.tournament.pairing.dutch.messages import answer_message
        from gipf_engine.tournament.pairing.dutch.whynot import why_not

        return answer_message(table, why_not(table, one, two, steps))

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Players with equal scores form a bracket; brackets are paired from the top of the table down.")),
            Message(_("No two players meet twice.")),
            Message(_("The upper half of a bracket meets the lower half, first against first: its natural order.")),
            Message(_("A player who cannot be paired in a bracket floats down to the next.")),
            Message(_("Opponents change as little as needed so that colours even out and no player floats again.")),
            Message(COLOUR_DUE),
            Message(STRONGER),
            Message(_("With an odd number of players, one of the lowest eligible players gets the bye.")),
        )
