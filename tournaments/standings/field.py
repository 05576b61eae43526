"""Whom an entrant faced in each round, as Buchholz and Sonneborn-Berger see it (FIDE C.07, article 16).

A round with a game counts the opponent's adjusted score. A round without one counts, in a Swiss, a
dummy opponent with the entrant's own score, but not more than the scheduled opponent's adjusted
score (article 16.4.1), or, where none was scheduled, than a draw in every round (16.4.2). Where
pairings are made beforehand, forfeits are games and rounds without an opponent count nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.crosstable import ByeKind
from tournaments.standings.ledger import Ledger, Line, adjusted_points
from tournaments.standings.records import bye_phrase


@dataclass(frozen=True, slots=True)
class Faced:
    """The opponent of one round: a score in tenths, who it is, and whether a dummy stands for it."""

    score: int
    who: object
    is_dummy: bool
    voluntary: bool


def faced(book: Ledger, number: int, *, forfeits: bool, fore: bool) -> Iterator[tuple[Line, Faced]]:
    """Each round of an entrant that counts, with its opponent."""
    scores = fore_scores(book) if fore else book.adjusted
    for line in book.lines[number]:
        last_as_draw = fore and line.round == book.last_round and line.opponent is not None
        if last_as_draw or book.met(line, forfeits=forfeits):
            opponent = line.opponent or 0
            yield line, Faced(scores.get(opponent, 0), book.names.get(opponent, "?"), False, False)
        elif not book.table.predetermined:
            yield line, _dummy(book, number, line, scores, fore)


def _dummy(book: Ledger, number: int, line: Line, scores: Mapping[int, int], fore: bool) -> Faced:
    own = _fore_own(book, number) if fore else book.points[number]
    if line.opponent is not None:
        name = book.names.get(line.opponent, "?")
        who = Phrase(_("no game with %(name)s"), {"name": name})
        return Faced(min(own, scores.get(line.opponent, 0)), who, True, line.voluntary)
    return Faced(min(own, book.draw * book.rounds), bye_phrase(line), True, line.voluntary)


def fore_scores(book: Ledger) -> dict[int, int]:
    """Adjusted scores with every game of the event's last round taken as a draw (article 8.3)."""
    return {number: _fore_score(book, lines) for number, lines in book.lines.items()}


def _fore_score(book: Ledger, lines: tuple[Line, ...]) -> int:
    elected = book.last_round if _paired_in_last_round(book, lines) else None
    counted = adjusted_points(lines, book.draw, book.table.predetermined, elected=elected)
    if elected and lines[-1].opponent is not None:
        counted[elected] = book.draw
    return sum(counted.values())


def _fore_own(book: Ledger, number: int) -> int:
    lines = book.lines[number]
    if _paired_in_last_round(book, lines) and lines[-1].opponent is not None:
        return book.points[number] - lines[-1].points + book.draw
    return book.points[number]


def _paired_in_last_round(book: Ledger, lines: tuple[Line, ...]) -> bool:
    """Whether the event's last round stands and gave this entrant an opponent or the pairing's bye."""
    if not lines or lines[-1].round != book.last_round:
        return False
    return lines[-1].opponent is not None or lines[-1].bye is ByeKind.PAIRING
