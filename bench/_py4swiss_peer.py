"""py4swiss (MIT), another program that pairs Dubov and Burstein by the rules of 2026.

Version 0.3.1, which calls the two "not mature", departs from the articles in places that `DEPARTURES` names.
"""

from __future__ import annotations

import importlib
import tempfile
from dataclasses import replace
from pathlib import Path

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, ForbiddenGroup, Meeting, took_part

Boards = set[tuple[int, int]]

DEPARTURES: dict[str, str] = {
    "full": "2.1.2: a full-point bye does not keep from the bye (Basic Rules, article 4)",
    "games": "3.1.4: the bye goes to who has played fewest games, not most",
    "float": "Burstein 4.2: to float stands level with meeting the next in the ranking, and at once with whom below",
    "low": "Burstein 2.3.2: of the floaters' scores the lowest weighs most, and not the highest",
    "order": "Burstein 2.3.3: a pair of the next bracket counts only where the Index ranks the floater higher",
    "inside": "Burstein 2.3.3: pairs inside the bracket count for the next one",
    "index": "Burstein 1.7: the score includes a bye announced for the coming round; 1.7.2's exception is left out",
    "series": "as index, with 1.7.2's series of absences up to the last round, whoever is back or not",
    "lot": "Burstein 5.2.1: of two who have not played, the Index says who ranks higher, not score and number",
    "virtual": "Dubov 4.2.2: possible upfloaters are numbered by the score without acceleration",
    "differences": "Dubov 2.3.2: of the score differences the smallest weighs most, and not the largest",
    "pool": "Dubov 4.3: who was shifted in the first step is numbered among the possible shifters of the second",
    "within": "Dubov 3.2.5: pairs within a subgroup are not kept out of transpositions, but for colours",
    "forfeit": "Dubov 1.8: an upfloat counts only where the game was played",
    "halves": "Dubov 3.2.3: the halves by number only in round 1, and not wherever nobody of the bracket has played",
}
"""What py4swiss does otherwise, by article: `bench._py4swiss_mends` has a mend for each."""


def pair(key: str, table: CrossTable) -> Boards | None:
    """The coming round: (white, black), and (number, 0) for the bye; None where py4swiss finds none."""
    engine = importlib.import_module(f"py4swiss.engines.{key}").Engine
    numbered, names = _renumbered(table)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_bytes(trf.write(numbered, None, trf.Dialect.TRF16))
        parsed = importlib.import_module("py4swiss.trf").TrfParser.parse(path)
    for virtual in parsed.x_section.accelerations.values():  # its Burstein wants a figure for every round
        virtual += [0] * (table.rounds_played + 1 - len(virtual))
    try:
        found = engine.generate_pairings(parsed)
    except (AssertionError, IndexError, importlib.import_module("py4swiss.engines.common").PairingError):
        return None
    boards = {(names[each.white], names.get(each.black, 0)) for each in found}
    return None if len({number for board in boards for number in board} - {0}) < to_pair(table) else boards


def to_pair(table: CrossTable) -> int:
    """How many players the coming round has."""
    coming = table.rounds_played + 1
    return sum(not each.withdrawn and each.cell(coming) is None for each in table.entrants)


def _renumbered(table: CrossTable) -> tuple[CrossTable, dict[int, int]]:
    """The table with those first who take or took part, since only their numbers decide colours; and whose is whose.

    Absences are written out, and groups kept apart as pairs, which is what the file format of py4swiss has.
    """
    coming = table.rounds_played + 1
    order = sorted(
        table.entrants,
        key=lambda each: (
            not ((not each.withdrawn and each.cell(coming) is None) or any(map(took_part, each.cells[: coming - 1]))),
            each.number,
        ),
    )
    new = {each.number: at for at, each in enumerate(order, 1)}
    entrants = []
    for each in order:
        cells = [each.cell(number) for number in range(1, coming)]
        if each.withdrawn or each.cell(coming) is not None:
            cells.append(each.cell(coming) or Bye(ByeKind.ZERO))
        told = tuple(
            replace(cell, opponent=new[cell.opponent]) if isinstance(cell, Meeting) else cell or Bye(ByeKind.ZERO)
            for cell in cells
        )
        entrants.append(replace(each, number=new[each.number], cells=told, withdrawn=False))
    pairs = {
        frozenset({new[one], new[other]})
        for group in table.forbidden
        if group.first_round <= coming <= (group.last_round or coming)
        for one in group.numbers
        for other in group.numbers - {one}
    }
    forbidden = tuple(ForbiddenGroup(each) for each in sorted(pairs, key=sorted))
    return replace(table, entrants=tuple(entrants), forbidden=forbidden), {at: number for number, at in new.items()}
