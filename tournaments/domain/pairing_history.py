"""An event as it was known when one of its rounds was paired, so that the reasons of a pairing stay exact.

Who met whom in earlier rounds cannot change once a later one is paired. What can change is kept with the round
(`Round.known`), in pairing numbers: the results, who had withdrawn, who was there at all, and who might not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournaments.domain.loader import EntryRow, EventData, ForbiddenRow, GameRow, RoundRow
from tournaments.models import ByeRequest

LETTERS: Mapping[str, str] = {
    "1-0": "1",
    "1/2-1/2": "=",
    "0-1": "0",
    "1/2-0": "h",
    "0-1/2": "d",
    "0-0": "z",
    "+-": "+",
    "-+": "-",
    "--": "n",
    "pending": "?",
    "void": "v",
}
CODES = {letter: code for code, letter in LETTERS.items()}


def current_knowledge(rows: EventData) -> dict[str, Any]:
    """What is known now that the next round is paired; plain values for a JSON column."""
    return {
        "results": "".join(LETTERS[game.code] for game in _games(rows.rounds)),
        "last_number": max(rows.by_number, default=0),
        "gone": sorted(number for number, entry in rows.by_number.items() if entry.withdrawn),
        "forbidden": [
            [sorted(rows.by_id[entry].number or 0 for entry in each.entries), each.first_round, each.last_round]
            for each in rows.forbidden
        ],
    }


def _games(rounds: Iterable[RoundRow]) -> Iterator[GameRow]:
    return (game for round_ in rounds for pairing in round_.pairings for game in pairing.games)


def data_before_round(rows: EventData, number: int) -> EventData:
    """The event as it stood when round `number` was paired; IndexError where it is not.

    Without a snapshot (the round came from a file) results are those of today, and whoever has nothing in the round
    was not there.
    """
    round_, earlier = rows.rounds[number - 1], rows.rounds[: number - 1]
    if round_.known is None:
        seated = {entry for pairing in round_.pairings for entry in pairing.entries}
        entries = tuple(_present(entry, entry.id in seated) for entry in rows.entries)
        return replace(rows, entries=entries, rounds=earlier, byes=_announced_only(round_))
    known = round_.known
    gone = set(known["gone"])
    return replace(
        rows,
        entries=tuple(
            _present(entry, entry.number not in gone)
            for entry in rows.entries
            if (entry.number or 0) <= known["last_number"]
        ),
        rounds=tuple(_with_results(earlier, iter(known["results"]))),
        byes=_announced_only(round_),
        forbidden=tuple(_forbidden(rows, known)),
    )


def _present(entry: EntryRow, present: bool) -> EntryRow:
    """The entry as one that plays or has withdrawn; in which round it did makes no difference to a pairing."""
    return replace(entry, withdrawn_after=None if present else 0)


def _announced_only(round_: RoundRow) -> dict[tuple[int, int], str]:
    """The byes that were asked for before the round was paired."""
    return {
        (pairing.alone, round_.number): pairing.kind
        for pairing in round_.pairings
        if pairing.alone is not None and pairing.kind in ByeRequest.Kind.values
    }


def _with_results(rounds: Iterable[RoundRow], letters: Iterator[str]) -> Iterator[RoundRow]:
    for round_ in rounds:
        pairings = tuple(
            replace(pairing, games=tuple(replace(game, code=CODES[next(letters)]) for game in pairing.games))
            for pairing in round_.pairings
        )
        yield replace(round_, pairings=pairings)


def _forbidden(rows: EventData, known: Mapping[str, Any]) -> Iterator[ForbiddenRow]:
    for numbers, first, last in known["forbidden"]:
        entries = tuple(rows.by_number[number].id for number in numbers if number in rows.by_number)
        yield ForbiddenRow(0, entries, first, last)
