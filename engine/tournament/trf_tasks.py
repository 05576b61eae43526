"""What the commands do with TRF files, without a database: pair, rank, check. Pure.

A file's record 192 chooses the pairing system; where it is missing the Dutch system pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.tournament.crosstable import Bye, ByeKind, CrossTable
from engine.tournament.pairing import PairingError, PairingSystem, RoundPairings, system
from engine.tournament.pairing.acceleration import baku
from engine.tournament.pairing.dutch.board_order import colour_of_the_lot
from engine.tournament.replay import before_round, boards_of
from engine.tournament.round_robin_check import wrong_meetings
from engine.tournament.standings import Standing, rank, tie_break
from engine.tournament.trf import Note, TrfError, TrfFile
from engine.tournament.trf.tournament_types import edition_of, tournament_type_of

DUTCH = "swiss-dutch"
EDITION = "2026"
"""The edition of the Dutch system that can be paired."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file made ready: its cross table, acceleration included, and the system that pairs it."""

    table: CrossTable
    system: PairingSystem


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found: rounds replayed, and every wrong board and place in words.

    `ranking` are the tie-breaks by which places were checked: none, and no check, where nothing says them.
    `ranked` is False where the file has no places.
    """

    rounds: int
    differences: tuple[Message, ...]
    ranking: tuple[str, ...]
    ranked: bool


def task(file: TrfFile, edition: str | None = None) -> Task:
    """The file with its system. `edition` goes before record 192, and 2026 is what neither says.

    An edition is named by its year or as record 192 does; that of 2025 is the same.
    Raises `TrfError` for a type or an edition that cannot be paired.
    """
    kind = tournament_type_of(file.document.kind)
    if file.document.kind and not kind.system:
        raise _refusal(_("tournaments of this type cannot be paired: %(record)s"), record=_type_record(file))
    wanted = edition_of(edition) if edition else kind.edition or EDITION
    if (kind.system or DUTCH) == DUTCH and wanted != EDITION:
        said = f"--edition {edition}" if edition else _type_record(file)
        raise _refusal(_("the edition of %(edition)s cannot be paired: %(record)s"), edition=wanted, record=said)
    accelerated = any(entrant.accelerated for entrant in file.table.entrants)
    table = _with_acceleration(file) if kind.baku and not accelerated else file.table
    return Task(table, system(kind.system or DUTCH, **kind.options))


def _type_record(file: TrfFile) -> str:
    """The line that says the coded type."""
    return f"{'092' if file.document.type_text == file.document.kind else '192'} {file.document.kind}"


def _with_acceleration(file: TrfFile) -> CrossTable:
    """The table with the virtual points that its type asks for. `TrfError` where the rest of the file forbids them."""
    try:
        return baku(file.table)
    except PairingError as error:
        raise _refusal(_("%(record)s: %(reason)s"), record=_type_record(file), reason=error.phrase) from error


def pair_next_round(file: TrfFile, edition: str | None = None) -> RoundPairings:
    """The round after those of the file. Raises `TrfError`, and `PairingError` after the last round too.

    How many rounds there are is announced beforehand (FIDE C.04.1, article 1).
    """
    ready = task(file, edition)
    planned = file.table.rounds_planned
    if planned is not None and file.table.rounds_played >= planned:
        raise PairingError(
            Message(_("No round is left: all that were announced (%(rounds)d) are paired."), {"rounds": planned})
        )
    return ready.system.pair(ready.table)


def boards_of_round(made: RoundPairings) -> list[tuple[int, int]]:
    """A round as pairing programs print it: (white, black) by board, then (number, 0) for who has no opponent."""
    alone = [(bye.number, 0) for bye in made.byes if bye.kind in (ByeKind.PAIRING, ByeKind.REST)]
    return [*((pair.white, pair.black) for pair in made.pairs), *alone]


def tie_break_rows(file: TrfFile, codes: list[str]) -> list[list[str]]:
    """Start number, rank and values of everyone, by start number. ValueError for a code that is not known or allowed.

    Direct encounter that parts nobody is written 0, and a value that there is not -0.
    """
    chosen = [tie_break(code) for code in codes]
    rows = sorted(_rank(file.table, codes), key=lambda row: row.number)
    nothing = ["0" if each.key == "DE" else "-0" for each in chosen]
    return [
        [
            str(row.number),
            str(row.rank),
            *(
                each.formatted(value) if value is not None else none
                for each, value, none in zip(chosen, row.values, nothing, strict=True)
            ),
        ]
        for row in rows
    ]


def check_file(file: TrfFile, edition: str | None = None, codes: list[str] | None = None) -> CheckReport:
    """Every round paired again and, where the file or `codes` say how, the field ranked again.

    Where pairings were made beforehand, otherwise than by the tables, everybody need only meet
    everybody as often, of the group or of the other team. Raises `TrfError`, and ValueError for codes
    that are not known or allowed.
    """
    if file.table.predetermined and not tournament_type_of(file.document.kind).system:
        found = wrong_meetings(file.table, file.document.kind)
    else:
        found = _wrong_rounds(task(file, edition))
    ranking = codes or list(file.document.ranking)
    if ranking:
        found.extend(_wrong_places(file, ranking))
    ranked = any(entrant.extras.get("rank") for entrant in file.table.entrants)
    return CheckReport(file.table.rounds_played, tuple(found), tuple(ranking), ranked)


def _wrong_rounds(ready: Task) -> list[Message]:
    drawn = colour_of_the_lot(ready.table) if ready.system.pairs_freely else ready.table.first_colour
    found: list[Message] = []
    for number in range(1, ready.table.rounds_played + 1):
        found.extend(_wrong_boards(ready, before_round(ready.table, number, drawn), number))
    return found


def _wrong_boards(ready: Task, before: CrossTable, number: int) -> list[Message]:
    """Every board of a round that the rules give and the file does not have."""
    there = boards_of(ready.table, number) | _free_seats(ready, number)
    try:
        made = ready.system.pair(before)
    except PairingError as error:
        params = {"round": number, "reason": error.phrase}
        return [Message(_("round %(round)d: the rules give no pairing. %(reason)s"), params)]
    expected = boards_of_round(made)
    if ready.table.colour_free:
        expected = [(min(pair), max(pair)) if 0 not in pair else pair for pair in expected]
    return [
        Message(
            _("round %(round)d, board %(board)d: the rules give %(expected)s, the file has %(found)s"),
            {"round": number, "board": board, "expected": _board_text(pair), "found": _found_instead(pair, there)},
        )
        for board, pair in enumerate(expected, 1)
        if pair not in there
    ]


def _free_seats(ready: Task, number: int) -> set[tuple[int, int]]:
    """Those of a knock-out who met nobody. TRF allows one pairing-allocated bye a round: theirs are full-point ones."""
    if ready.system.pairs_freely or ready.table.predetermined:
        return set()
    cells = ((entrant.number, entrant.cell(number)) for entrant in ready.table.entrants)
    return {(each, 0) for each, cell in cells if isinstance(cell, Bye) and cell.kind is ByeKind.FULL}


def _found_instead(pair: tuple[int, int], there: set[tuple[int, int]]) -> list[str]:
    """What the file has for the two of a board; "-" where it pairs neither."""
    members = set(pair) - {0}
    return [_board_text(each) for each in sorted(there) if members & set(each)] or ["-"]


def _board_text(pair: tuple[int, int]) -> str:
    return f"{pair[0]} {pair[1]}"


def _wrong_places(file: TrfFile, codes: list[str]) -> list[Message]:
    """Everyone whose rank in the file is not one that the ranking allows; the tied may stand in any order."""
    rows = _rank(file.table, codes)
    sharing: dict[int, int] = {}
    for row in rows:
        sharing[row.rank] = sharing.get(row.rank, 0) + 1
    found = []
    for row in rows:
        said = file.table.entrant(row.number).extras.get("rank", "")
        last = row.rank + sharing[row.rank] - 1
        if said and not row.rank <= int(said) <= last:
            params = {"number": row.number, "rank": row.rank, "said": said}
            found.append(Message(_("number %(number)d: the rules give rank %(rank)d, the file has %(said)s"), params))
    return found


def _rank(table: CrossTable, codes: list[str]) -> tuple[Standing, ...]:
    """The ranking. ValueError for what C.07 keeps out of round robins too: Buchholz and what is made of it."""
    for code in codes:
        if table.predetermined and not tie_break(code).for_predetermined:
            raise ValueError(str(Message(_("%(code)s says nothing where all pairings are fixed."), {"code": code})))
    return rank(table, codes)


def _refusal(template: str, **params: object) -> TrfError:
    return TrfError([Note(0, "", Message(template, params))])
