"""Keizer scores: a win is worth the value of the opponent's place, and the places follow from the scores.

First place has the highest value; each place below is worth one point less. Own value, what games bring, byes and
absences add up to a score; the scores make a new order, the order new values, and so on until the order stays. Where
orders come round again, the mean value of each player over that circle counts, so that a score is always a sum of the
values shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable, Entrant, Meeting, took_part
from gipf_engine.tournament.pairing.base import Option

MOST_ORDERS = 50
"""Orders looked at before the last one stands. A circle is found long before."""
SIXTHS = 6
PART = 12
"""Parts of a value in which shares are counted: a draw is 6 of 12, a third of the own value 4."""

TOP = Option("top", _("Value of the first place"), _("0 for one and a half times the number of players."), 0, 0, 1000)
NO_OWN = Option(
    "no_own", _("Leave out the own value"), _("A player’s own place adds nothing to the score."), default=False
)
BYE = Option("bye", _("Bye, in sixths"), _("Value of a bye, in sixths of the player’s own value."), 4, 0, SIXTHS)
ABSENT = Option(
    "absent",
    _("Absence, in sixths"),
    _("Value of an announced absence, in sixths of the player’s own value."),
    2,
    0,
    SIXTHS,
)
ABSENCES = Option("absences", _("Absences that count"), _("Further absences are worth nothing."), 5)
LATE = Option(
    "late",
    _("Rounds before joining, in sixths"),
    _("Value of each, in sixths of the player’s own value."),
    2,
    0,
    SIXTHS,
)
APART = Option(
    "apart",
    _("Rounds before a rematch"),
    _("For how many rounds two players do not meet again, if it can be avoided."),
    5,
)
CHOICES = (APART, TOP, BYE, ABSENT, ABSENCES, LATE, NO_OWN)


def choice(table: CrossTable, option: Option) -> int:
    """What the organiser chose for an option, or the usual."""
    return table.choices.get(option.key, option.default)


@dataclass(frozen=True, slots=True)
class Share:
    """What a round brings: `parts` twelfths of the value of `of`, a pairing number; `against` says who was met."""

    round: int
    of: int
    parts: int
    cell: Cell
    against: int | None = None


@dataclass(frozen=True, slots=True)
class KeizerScores:
    """Values and scores by pairing number, the order from first to last, and the shares that make up the scores."""

    order: tuple[int, ...]
    values: Mapping[int, Fraction]
    scores: Mapping[int, Fraction]
    shares: Mapping[int, tuple[Share, ...]]


def keizer_scores(table: CrossTable, *, undecided_is_draw: bool = False) -> KeizerScores:
    """The scores after `table.rounds_played`, of everybody in the table.

    `undecided_is_draw`: a game without a result counts as a draw, as when a round is paired; else as nothing.
    """
    first = tuple(sorted(entrant.number for entrant in table.entrants))
    shares = {
        entrant.number: tuple(_shares(table, entrant, undecided_is_draw=undecided_is_draw))
        for entrant in table.entrants
    }
    top = choice(table, TOP) or -(-3 * len(first) // 2)
    place = {number: at for at, number in enumerate(first)}
    counted = [[(place[share.of], share.parts) for share in shares[number]] for number in first]
    own = 0 if choice(table, NO_OWN) else PART
    sums, orders = _settle(counted, top, own)
    scores = _totals(counted, sums, own)
    return KeizerScores(
        order=tuple(first[at] for at in _ranked(scores)),
        values={number: Fraction(sums[at], orders) for at, number in enumerate(first)},
        scores={number: Fraction(scores[at], PART * orders) for at, number in enumerate(first)},
        shares=shares,
    )


Counted = Sequence[Sequence[tuple[int, int]]]
"""By place in the list of players: whose value counts, and how many parts of it."""


def _settle(counted: Counted, top: int, own: int) -> tuple[list[int], int]:
    """The values added up over the orders that stand, and how many these are: one, but for a circle."""
    order, seen, orders = tuple(range(len(counted))), dict[tuple[int, ...], int](), list[list[int]]()
    while order not in seen and len(orders) < MOST_ORDERS:
        seen[order] = len(orders)
        values = _values_by_place(order, top)
        orders.append(values)
        order = tuple(_ranked(_totals(counted, values, own)))
    circle = orders[seen[order] :] if order in seen else orders[-1:]
    return [sum(values) for values in zip(*circle, strict=True)], len(circle)


def _values_by_place(order: Sequence[int], top: int) -> list[int]:
    """The value of everybody's place; none is less than 0."""
    values = [0] * len(order)
    for at, player in enumerate(order):
        values[player] = max(0, top - at)
    return values


def _totals(counted: Counted, values: Sequence[int], own: int) -> list[int]:
    return [own * values[at] + sum([parts * values[other] for other, parts in mine]) for at, mine in enumerate(counted)]


def _ranked(scores: Sequence[int]) -> list[int]:
    """From the highest score down, equals by their place in the list."""
    return sorted(range(len(scores)), key=scores.__getitem__, reverse=True)


def _shares(table: CrossTable, entrant: Entrant, *, undecided_is_draw: bool) -> Iterator[Share]:
    cells = [entrant.cell(number) for number in range(1, table.rounds_played + 1)]
    joined = next((number for number, cell in enumerate(cells, 1) if took_part(cell)), 0)
    sixth, absences = PART // SIXTHS, 0
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, Meeting):
            parts = _game_parts(cell, undecided_is_draw=undecided_is_draw)
            if parts:
                yield Share(number, cell.opponent, parts, cell, cell.opponent)
            continue
        worth = 0
        if isinstance(cell, Bye):
            if cell.kind is ByeKind.ZERO:
                absences += 1
                worth = choice(table, ABSENT) if absences <= choice(table, ABSENCES) else 0
            else:
                worth = SIXTHS // 2 if cell.kind is ByeKind.HALF else choice(table, BYE)
        elif cell is None and number < joined:
            worth = choice(table, LATE)
        if worth:
            yield Share(number, entrant.number, worth * sixth, cell)


def _game_parts(cell: Meeting, *, undecided_is_draw: bool) -> int:
    """Twelfths of the opponent's value: all for a win, half for a draw, whatever the event's points are."""
    parts = 0
    for side in cell.games:
        if side.outcome is SideResult.WIN:
            parts += PART
        elif side.outcome is SideResult.DRAW or (side.outcome is None and undecided_is_draw):
            parts += PART // 2
    return parts // len(cell.games) if cell.games else 0
