"""What every Swiss system is to those who choose and call it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.base import Option, PairingSystem, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter

Reasons = dict[int, tuple[Message, ...]]
"""Why everybody was paired so, by pairing number."""


class SwissSystem(PairingSystem):
    """Players of equal score meet, never twice: the organiser chooses how many rounds, and may accelerate them."""

    pairs_freely = True
    avoids_pairs = True
    in_handbook = True
    usual_tie_breaks = ("BH/C1", "BH", "SB")
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
            _("Pairings ignore colours; the first move is drawn by lot on each board."),
            default=False,
        ),
    )

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The round after `table.rounds_played`.

        Entrants who have withdrawn or hold a bye for that round are not paired. Raises `PairingError`
        where no one is left to pair, or where no pairing obeys the absolute criteria.
        """
        made, explain = self.pair_and_explain(table, steps)
        return replace(made, reasons=ReasonMessages(explain))

    @abstractmethod
    def pair_and_explain(
        self, table: CrossTable, steps: StepCounter | None
    ) -> tuple[RoundPairings, Callable[[], Reasons]]:
        """The round, and what works its reasons out when a person asks."""

    def leaves_first_move_open(self, *, colour_free: bool, first_colour: Colour | None) -> bool:
        """On every board where colours play no part."""
        return colour_free


class ReasonMessages(Mapping[int, tuple[Message, ...]]):
    """The reasons of a round by pairing number: worked out, and their modules imported, when a person first asks."""

    def __init__(self, explain: Callable[[], Reasons]) -> None:
        self._explain = explain
        self._made: Reasons | None = None

    def _all(self) -> Reasons:
        if self._made is None:
            self._made = self._explain()
        return self._made

    def __getitem__(self, number: int) -> tuple[Message, ...]:
        return self._all()[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
