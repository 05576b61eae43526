"""Round robin by the Berger tables, single and double.

Source: FIDE C.05, annex 1 (Berger tables), in closed form: with n even, the pairing numbers i, j < n
meet in the round r with i + j ≡ r + 1 (mod n - 1), and n meets the i with 2i ≡ r + 1. For i < j < n
White is i if i + j is odd, else j; n is Black in odd rounds and White in even ones. Where a field is
odd, n is no one: the one who would meet n has a rest round (`ByeKind.REST`), which scores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable, Meeting
from gipf_engine.tournament.pairing.base import (
    ByeGiven,
    Option,
    Pair,
    PairingError,
    PairingSystem,
    RoundPairings,
    register,
)
from gipf_engine.tournament.pairing.steps import StepCounter

MINIMUM_ENTRANTS = 2


def berger_round(size: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """The boards of one round for an even field, as (white, black) in the order the tables print.

    `size` is even and at least 2; `round_number` goes from 1 to `size` - 1. ValueError otherwise.
    """
    if size < MINIMUM_ENTRANTS or size % 2:
        raise ValueError(f"a Berger table needs an even field, not {size}")
    if not 1 <= round_number < size:
        raise ValueError(f"a field of {size} has rounds 1 to {size - 1}, not {round_number}")
    return (_board_of_last(size, round_number), *_boards_of_others(size, round_number))


def _board_of_last(size: int, round_number: int) -> tuple[int, int]:
    """Board 1, where `size` meets the one whom the sum of the round leaves alone."""
    cycle = size - 1
    half = pow(2, -1, cycle)
    opponent = (round_number + 1) * half % cycle or cycle
    return (opponent, size) if round_number % 2 else (size, opponent)


def _boards_of_others(size: int, round_number: int) -> list[tuple[int, int]]:
    """Boards 2 and up: the neighbours of board 1's opponent, going outwards around the circle."""
    cycle = size - 1
    centre = next(number for number in _board_of_last(size, round_number) if number != size)
    boards = []
    for step in range(1, size // 2):
        up, down = (centre + step - 1) % cycle + 1, (centre - step - 1) % cycle + 1
        low, high = min(up, down), max(up, down)
        boards.append((low, high) if (low + high) % 2 else (high, low))
    return boards


Boards = tuple[tuple[int, int], ...]


def scheduled_round(size: int, number: int, cycles: int = 1, *, swapped: bool = True) -> Boards:
    """One round of the schedule for an even field of `size`: its (white, black) boards.

    With two cycles the colours of the second are reversed, and the last two rounds of the first are
    swapped (unless not wished), so that no one has one colour three times running where they join.
    """
    last = size - 1
    if number > last:
        return tuple((black, white) for white, black in berger_round(size, number - last))
    if cycles > 1 and swapped and number > last - 2 and last > 1:
        number = 2 * last - 1 - number
    return berger_round(size, number)


def schedule(size: int, cycles: int = 1, *, swapped: bool = True) -> tuple[Boards, ...]:
    """All rounds for an even field of `size`."""
    return tuple(scheduled_round(size, number, cycles, swapped=swapped) for number in range(1, (size - 1) * cycles + 1))


class _Berger(PairingSystem):
    """What single and double round robins share: the whole schedule is known before round 1."""

    needs_results = False
    in_handbook = True
    cycles = 1
    swapped = True

    def rounds(self, entrants: int) -> int | None:
        """One round less than the field, made even, for each cycle."""
        return (_even(entrants) - 1) * self.cycles if entrants >= MINIMUM_ENTRANTS else 0

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The next round of the schedule, by pairing numbers in their order.

        Withdrawn entrants keep their place, since the schedule is fixed: their games are forfeits.
        Raises `PairingError` for fewer than two entrants, after the last round, and where the field
        no longer is the one that the earlier rounds were made for.
        """
        numbers = sorted(entrant.number for entrant in table.entrants)
        coming = table.rounds_played + 1
        self._check_field(len(numbers), coming)
        boards = scheduled_round(_even(len(numbers)), coming, self.cycles, swapped=self.swapped)
        pairs, byes = _seat_boards(boards, numbers)
        (steps or StepCounter()).take(sum(len(table.entrant(pair.white).cells) for pair in pairs))
        self._check_meetings(table, pairs)
        return RoundPairings(coming, pairs, byes, _pairing_reasons(table, pairs, byes))

    def _check_field(self, size: int, coming: int) -> None:
        if size < MINIMUM_ENTRANTS:
            raise PairingError(Message(_("A round robin needs at least two entrants.")))
        last = self.rounds(size) or 0
        if coming > last:
            raise PairingError(Message(_("All %(rounds)d rounds of this round robin are paired."), {"rounds": last}))

    def _check_meetings(self, table: CrossTable, pairs: Sequence[Pair]) -> None:
        """No one meets anyone more often than the schedule says: else the numbers have changed since round 1."""
        for pair in pairs:
            if _meetings(table, pair) >= self.cycles:
                names = {
                    "white": table.entrant(pair.white).name,
                    "black": table.entrant(pair.black).name,
                    "round": table.rounds_played + 1,
                }
                raise PairingError(
                    Message(
                        _(
                            "Round %(round)d would pair %(white)s and %(black)s again: the pairing numbers are not"
                            " those of the rounds before. Restore them, or pair by hand."
                        ),
                        names,
                    )
                )


@register
class RoundRobin(_Berger):
    """Everybody meets everybody once."""

    key = "round-robin"
    place = 20
    name = _("Round robin")
    help = _("All players meet each other once, in the order of the Berger tables.")
    cycles = 1

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("All players meet each other once.")),
            Message(_("The Berger tables give the opponents and first moves of each round from the pairing numbers.")),
            Message(_("With an odd number of entrants, one rests in each round and scores nothing for it.")),
        )


@register
class DoubleRoundRobin(_Berger):
    """Everybody meets everybody twice, once with each colour."""

    key = "double-round-robin"
    place = 30
    name = _("Double round robin")
    help = _("All players meet twice and move first in one of the two games.")
    cycles = 2
    options = (
        Option(
            "swapped",
            _("Swap two rounds"),
            _("Swap the last two rounds of the first half, so that no colour comes three times running."),
            default=True,
        ),
    )

    def __init__(self, swapped: bool = True) -> None:
        self.swapped = bool(swapped)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("All players meet each other twice and move first in one of the two games.")),
            Message(
                _("The first half follows the Berger tables, with its last two rounds swapped.")
                if self.swapped
                else _("The first half follows the Berger tables.")
            ),
            Message(_("The second half repeats the tables with the colours reversed.")),
            Message(_("With an odd number of entrants, one rests in each round and scores nothing for it.")),
        )


def _even(size: int) -> int:
    return size + size % 2


def _seat_boards(
    boards: Sequence[tuple[int, int]], numbers: Sequence[int]
) -> tuple[tuple[Pair, ...], tuple[ByeGiven, ...]]:
    """Boards with the entrants' own numbers; a seat past the end of `numbers` is no one's."""
    pairs, byes = [], []
    for white, black in boards:
        if max(white, black) > len(numbers):
            byes.append(ByeGiven(numbers[min(white, black) - 1], ByeKind.REST))
        else:
            pairs.append(Pair(numbers[white - 1], numbers[black - 1]))
    return tuple(pairs), tuple(byes)


def _meetings(table: CrossTable, pair: Pair) -> int:
    """How often the two were paired with each other, forfeits included."""
    cells = table.entrant(pair.white).cells[: table.rounds_played]
    return sum(isinstance(cell, Meeting) and cell.opponent == pair.black for cell in cells)


def _pairing_reasons(
    table: CrossTable, pairs: Sequence[Pair], byes: Sequence[ByeGiven]
) -> dict[int, tuple[Message, ...]]:
    """What is not plain from the table itself: who rests, and whose opponent has withdrawn."""
    withdrawn = {entrant.number for entrant in table.entrants if entrant.withdrawn}
    reasons: dict[int, tuple[Message, ...]] = {
        bye.number: (Message(_("Free: the number of entrants is odd.")),) for bye in byes
    }
    for pair in pairs:
        for number in {pair.white, pair.black} & withdrawn:
            absent = {"name": table.entrant(number).name}
            message = Message(_("%(name)s has withdrawn: the game of this round is a forfeit."), absent)
            reasons[pair.white] = reasons[pair.black] = (message,)
    return reasons
