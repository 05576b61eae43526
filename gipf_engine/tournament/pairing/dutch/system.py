"""The Dutch system as a registered pairing system: a `CrossTable` in, a published round out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.base import Option, PairingSystem, RoundPairings, register
from gipf_engine.tournament.pairing.dutch.engine import Round, pair
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import assign_colours_and_boards


@register
class Dutch(PairingSystem):
    """FIDE (Dutch) System, C.04.3, the edition in force since 1 February 2026."""

    key = "swiss-dutch"
    place = 10
    name = _("Swiss, FIDE (Dutch) System")
    help = _("Players with equal scores meet, never twice; colours even out. FIDE's rules of 1 February 2026.")
    pairs_freely = True
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
        where nobody is left to pair, or where no pairing obeys the absolute criteria.
        """
        result = pair(table, steps)
        return replace(assign_colours_and_boards(table, result), reasons=ReasonMessages(table, result))

    def leaves_first_move_open(self, *, colour_free: bool, first_colour: Colour | None) -> bool:
        """On every board where colours play no part."""
        return colour_free

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
            Message(_("The upper half of a bracket meets the lower half, first against first.")),
            Message(_("A player who cannot be paired in a bracket floats down to the next.")),
            Message(_("Opponents change as little as needed so that colours even out and no player floats again.")),
            Message(_("With an odd number of players, one of the lowest eligible players gets the bye.")),
        )


class ReasonMessages(Mapping[int, tuple[Message, ...]]):
    """The reasons of a round by pairing number: worked out, and their modules imported, when somebody first asks."""

    def __init__(self, table: CrossTable, result: Round) -> None:
        self._table, self._result = table, result
        self._made: dict[int, tuple[Message, ...]] | None = None

    def _all(self) -> dict[int, tuple[Message, ...]]:
        from gipf_engine.tournament.pairing.dutch.messages import to_messages

        if self._made is None:
            self._made = to_messages(self._table, self._result)
        return self._made

    def __getitem__(self, number: int) -> tuple[Message, ...]:
        return self._all()[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
