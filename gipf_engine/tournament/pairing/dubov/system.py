"""The Dubov system as a registered pairing system."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import RoundPairings, register
from gipf_engine.tournament.pairing.dubov.engine import pair
from gipf_engine.tournament.pairing.dubov.players import dubov_field_of
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards
from gipf_engine.tournament.pairing.swiss.colours import COLOUR_DUE, STRONGER, allocate_by_first_games
from gipf_engine.tournament.pairing.swiss.system import Reasons, SwissSystem


@register
class Dubov(SwissSystem):
    """Dubov System, C.04.4.1, the edition in force since 1 February 2026."""

    key = "dubov"
    place = 52
    is_usual = False
    name = _("Swiss, Dubov System")
    help = _(
        "Opponents of equal scores, chosen so that their average ratings even out. For fields whose ratings are known"
        " and differ. FIDE's rules of 1 February 2026."
    )

    def pair_and_explain(
        self, table: CrossTable, steps: StepCounter | None
    ) -> tuple[RoundPairings, Callable[[], Reasons]]:
        """The round by C.04.4.1."""
        dubov = dubov_field_of(table, steps)
        result = pair(table, dubov)

        def explain() -> Reasons:
            from gipf_engine.tournament.pairing.dubov.messages import to_messages

            return to_messages(table, dubov, result)

        return assign_colours_and_boards(table, result, allocate_by_first_games), explain

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """By pairing the round again with those two forced together."""
        from gipf_engine.tournament.pairing.dubov.messages import why_not

        return why_not(table, one, two, steps)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Players with equal scores form a bracket; brackets are paired from the top of the table down.")),
            Message(_("No two players meet twice.")),
            Message(_("A player without an opponent in a bracket gets one who is taken up from the next lower score.")),
            Message(_("In round 1 the upper half meets the lower half, first against first.")),
            Message(_("Those who are due White meet those who are due Black.")),
            Message(
                _("The one due White who has had the weakest opponents meets the strongest of the others, and so on.")
            ),
            Message(COLOUR_DUE),
            Message(STRONGER),
            Message(_("With an odd number of players, one of the lowest eligible players gets the bye.")),
        )
