"""The Dutch system as a registered pairing system: a `CrossTable` in, a published round out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.crosstable import CrossTable
from tournaments.pairing.api import Option, PairingSystem, RoundPairings, register
from tournaments.pairing.dutch.publishing import paired, published
from tournaments.pairing.dutch.whynot import why_not
from tournaments.pairing.dutch.wording import Reasons, answered
from tournaments.pairing.steps import StepCounter


@register
class Dutch(PairingSystem):
    """FIDE (Dutch) System, C.04.3, the edition in force since 1 February 2026."""

    key = "swiss-dutch"
    name = _("Swiss, FIDE (Dutch) System")
    help = _("Players of equal score meet, nobody twice; colours even out. FIDE's rules of 1 February 2026.")
    pairs_freely = True
    event_options = (
        Option(
            "baku",
            _("Accelerated rounds (Baku)"),
            _("The upper half of the field gets virtual points in the first half of the rounds. For large fields."),
            default=False,
        ),
        Option(
            "colour_free",
            _("Colours play no part"),
            _("Pairings do not look at who began before. For games in which it makes no difference."),
            default=False,
        ),
    )

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The round after `table.rounds_played`.

        Entrants who have withdrawn or hold a bye for that round are not paired. Raises `PairingError`
        where nobody is left to pair, or where no pairing obeys the absolute criteria.
        """
        result = paired(table, steps)
        return replace(published(table, result), reasons=Reasons(table, result))

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Phrase | None:
        """By pairing the round again with those two forced together."""
        return answered(table, why_not(table, one, two, steps))

    def explain(self) -> Sequence[Phrase]:
        """How the rounds come about."""
        return (
            Phrase(_("Players of equal score form a bracket; it is paired from the top of the table down.")),
            Phrase(_("Nobody meets the same opponent twice.")),
            Phrase(_("The upper half of a bracket meets the lower half, first against first.")),
            Phrase(_("Who cannot be paired in a bracket floats down to the next.")),
            Phrase(_("Opponents change as little as needed so that colours even out and nobody floats again.")),
            Phrase(_("With an odd number one of the lowest players who may have it gets a bye.")),
        )
