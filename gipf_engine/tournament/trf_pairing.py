"""The next round of a TRF file. Pure.

A file's record 192 chooses the pairing system; where it is missing the caller may, else the Dutch system pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing import PairingError, PairingSystem, RoundPairings, system
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.trf import Note, TrfError, TrfFile
from gipf_engine.tournament.trf.tournament_types import ROUND_BY_ROUND, edition_of, read_type

DUTCH = "swiss-dutch"
EDITION = "2026"
"""The edition of the Dutch system that can be paired."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file made ready: its cross table, acceleration included, and the system that pairs it."""

    table: CrossTable
    system: PairingSystem


def task(file: TrfFile, edition: str | None = None, otherwise: str | None = None) -> Task:
    """The file with its system. `edition` goes before record 192, and 2026 is what neither says.

    An edition of the Dutch system is named by its year or as record 192 does; that of 2025 is the same. `otherwise` is
    the key of the Swiss system of a file that does not say its own (the Dutch one where this is None, too).
    Raises `TrfError` for a type, an edition or a key that cannot be paired.
    """
    if otherwise is not None and otherwise not in ROUND_BY_ROUND:
        raise _refusal(
            _("no Swiss system is called %(key)s; there are %(known)s"), key=otherwise, known=list(ROUND_BY_ROUND)
        )
    kind = read_type(file.document)
    if file.document.kind and not kind.system:
        raise _refusal(_("tournaments of this type cannot be paired: %(record)s"), record=_type_record(file))
    if kind.foreign is not None:
        raise TrfError([Note(0, "", kind.foreign)])
    wanted = edition_of(edition) if edition else kind.edition or EDITION
    key = kind.system or otherwise or DUTCH
    if key == DUTCH and wanted != EDITION:
        record = f"--edition {edition}" if edition else _type_record(file)
        raise _refusal(_("the edition of %(edition)s cannot be paired: %(record)s"), edition=wanted, record=record)
    accelerated = any(entrant.accelerated for entrant in file.table.entrants)
    table = _with_acceleration(file) if kind.baku and not accelerated else file.table
    return Task(table, system(key, **kind.options))


def _type_record(file: TrfFile) -> str:
    """The line that says the coded type."""
    return f"{'092' if file.document.type_text == file.document.kind else '192'} {file.document.kind}"


def _with_acceleration(file: TrfFile) -> CrossTable:
    """The table with the virtual points that its type asks for. `TrfError` where the rest of the file forbids them."""
    try:
        return baku(file.table)
    except PairingError as error:
        raise _refusal(_("%(record)s: %(reason)s"), record=_type_record(file), reason=error.message) from error


def pair_next_round(file: TrfFile, edition: str | None = None, otherwise: str | None = None) -> RoundPairings:
    """The round after those of the file, by its `task`. Raises `TrfError`, and `PairingError` after the last round too.

    How many rounds there are is announced beforehand (FIDE C.04.1, article 1).
    """
    ready = task(file, edition, otherwise)
    planned = file.table.rounds_planned
    if planned is not None and file.table.rounds_played >= planned:
        raise PairingError(
            Message(_("No round is left: all announced rounds (%(rounds)d) are paired."), {"rounds": planned})
        )
    return ready.system.pair(ready.table)


def boards_of_round(made: RoundPairings) -> list[tuple[int, int]]:
    """A round as pairing programs print it: (white, black) by board, then (number, 0) for who has no opponent."""
    alone = [(bye.number, 0) for bye in made.byes if bye.kind in (ByeKind.PAIRING, ByeKind.REST)]
    return [*((pair.white, pair.black) for pair in made.pairs), *alone]


def _refusal(template: str, **params: object) -> TrfError:
    return TrfError([Note(0, "", Message(template, params))])
