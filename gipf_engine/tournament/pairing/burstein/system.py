"""The Burstein system as a registered pairing system."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import RoundPairings, register
from gipf_engine.tournament.pairing.burstein.colours import allocate_in
from gipf_engine.tournament.pairing.burstein.engine import is_seeding_round, pair
from gipf_engine.tournament.pairing.burstein.opposition import burstein_field_of
from gipf_engine.tournament.pairing.dutch.system import Dutch
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards
from gipf_engine.tournament.pairing.swiss.colours import COLOUR_DUE, STRONGER
from gipf_engine.tournament.pairing.swiss.system import Reasons, SwissSystem


@register
class Burstein(SwissSystem):
    """Burstein System, C.04.4.2, the edition in force since 1 February 2026."""

    key = "burstein"
    place = 54
    is_usual = False
    name = _("Swiss, Burstein System")
    help = _(
        "Opponents of equal scores; after a few rounds those whose opponents did best meet those whose opponents did"
        " worst. Needs no ratings. FIDE's rules of 1 February 2026."
    )

    def pair_and_explain(
        self, table: CrossTable, steps: StepCounter | None
    ) -> tuple[RoundPairings, Callable[[], Reasons]]:
        """The round by C.04.4.2: seeding rounds as the Dutch system pairs them (1.6.1)."""
        if is_seeding_round(table):
            return Dutch().pair_and_explain(table, steps)
        burstein = burstein_field_of(table, steps)
        result = pair(table, burstein)

        def explain() -> Reasons:
            from gipf_engine.tournament.pairing.burstein.messages import to_messages

            return to_messages(table, burstein, result)

        return assign_colours_and_boards(table, result, allocate_in(burstein)), explain

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """By pairing the round again with those two forced together."""
        if is_seeding_round(table):
            return Dutch().why_not(table, one, two, steps)
        from gipf_engine.tournament.pairing.burstein.messages import why_not

        return why_not(table, one, two, steps)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("The first half of the rounds, at most four, are paired by the FIDE (Dutch) System.")),
            Message(_("Players with equal scores form a bracket; brackets are paired from the top of the table down.")),
            Message(_("No two players meet twice.")),
            Message(_("A bracket is ranked by the points of all opponents so far: Buchholz, then Sonneborn-Berger.")),
            Message(_("In the natural order of a bracket, the first meets the last.")),
            Message(_("A player who cannot be paired in a bracket floats down to the next.")),
            Message(COLOUR_DUE),
            Message(STRONGER),
            Message(_("With an odd number of players, one of the lowest eligible players gets the bye.")),
        )
