"""Everybody plays the same deals of a solitaire, each alone; no one meets anyone."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import SOLVER_LIMIT
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import Option, PairingError, PairingSystem, RoundPairings, register
from gipf_engine.tournament.pairing.steps import StepCounter

MOST_DEALS_A_ROUND = 16
LEAST_LIMIT, MOST_LIMIT = 1_000, 100_000_000
LONGEST_MINUTES = 10_000
"""About a week."""


@register
class Duplicate(PairingSystem):
    """All entrants in every round, by their numbers."""

    key = "duplicate"
    place = 80
    name = _("Duplicate")
    help = _("A solitaire: all players play the same deals alone, and the best play wins.")
    has_opponents = False
    usual_tie_breaks = ("DW", "DG")
    event_options = (
        Option("deals", _("Deals a round"), _("Deals per player and round."), 2, 1, MOST_DEALS_A_ROUND),
        Option(
            "minutes",
            _("Minutes for a deal"),
            _("From the moment a player sees the deal; 0 for no limit."),
            30,
            0,
            LONGEST_MINUTES,
        ),
        Option(
            "solver_limit",
            _("Limit of the solver"),
            _("How many positions the solver looks at; deals that it does not win are skipped."),
            SOLVER_LIMIT,
            LEAST_LIMIT,
            MOST_LIMIT,
        ),
        Option(
            "own_records",
            _("Players hand in records"),
            _("Players hand in what they played over the board themselves, once; else arbiters do."),
            default=False,
        ),
    )

    def rounds(self, entrants: int) -> int | None:
        """As many as the organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """Everybody who has not withdrawn, by number. Raises `PairingError` for no one."""
        coming = table.rounds_played + 1
        if table.rounds_planned is not None and coming > table.rounds_planned:
            raise PairingError(Message(_("All %(rounds)d rounds are over."), {"rounds": table.rounds_planned}))
        numbers = tuple(sorted(entrant.number for entrant in table.entrants if not entrant.withdrawn))
        if not numbers:
            raise PairingError(Message(_("No players are left.")))
        (steps or StepCounter()).take(len(numbers))
        return RoundPairings(coming, (), solos=numbers)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("All players play the same deals alone.")),
            Message(
                _(
                    "On each deal the better play wins: a deal won, then more gates passed, more generals cut; of deals"
                    " that were won fewer rounds, fewer moves."
                )
            ),
            Message(
                _("On each deal a player gets a point for each player who did worse, and half a point for equals.")
            ),
            Message(
                _(
                    "The server draws the deals by a public recipe and skips those its solver cannot win. Lines "
                    "are shown when all players have finished the round."
                )
            ),
        )
