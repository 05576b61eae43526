"""Rounds against no one without a result, or with "-": absence, or in some programs' files a bye of any worth.

The points of the line say which, where they are exactly explained by such byes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Entrant
from gipf_engine.tournament.trf.fixed_width import Findings, points_field
from gipf_engine.tournament.trf.players import PlayerLine
from gipf_engine.tournament.trf.rounds import NOTHING

ABSENT = ("-", "")


def read_from_points(table: CrossTable, players: Mapping[int, PlayerLine], findings: Findings) -> CrossTable:
    """The table with half- and full-point byes where only they make the points that a line says.

    Where several rounds could have been worth something, half points are taken before whole ones, in the
    earliest rounds.
    """
    return replace(
        table, entrants=tuple(_entrant(table, each, players[each.number], findings) for each in table.entrants)
    )


def _entrant(table: CrossTable, entrant: Entrant, player: PlayerLine, findings: Findings) -> Entrant:
    entries = [*player.entries, *[NOTHING] * table.rounds_played][: table.rounds_played]
    absent = [number for number, entry in enumerate(entries, 1) if not entry.opponent and entry.result in ABSENT]
    if not absent or player.points is None:
        return entrant
    missing = player.points - table.points(entrant.number)
    kinds = _kinds(table, missing, len(absent))
    coming = entrant.cell(table.rounds_played + 1)
    if not kinds or (coming is not None and missing == table.cell_points(coming)):
        return entrant
    cells = list(entrant.cells)
    for number, kind in zip(absent, kinds, strict=False):
        cells[number - 1] = Bye(kind)
        params = {"round": number, "points": points_field(table.cell_points(Bye(kind)), 0)}
        template = _("round %(round)d: by the points of this line, “-” was a bye worth %(points)s")
        if not entries[number - 1].result:
            template = _("round %(round)d: by the points of this line, there was a bye worth %(points)s")
        findings.repair(player.line, template, params)
    return replace(entrant, cells=tuple(cells))


def _kinds(table: CrossTable, missing: int, most: int) -> list[ByeKind]:
    """Byes that are worth as many tenths more than absence; none where there are no such, or nothing is missing."""
    half, full = (table.cell_points(Bye(kind)) - table.scoring.zero_bye for kind in (ByeKind.HALF, ByeKind.FULL))
    for halves in range(most, -1, -1):
        for fulls in range(most - halves + 1):
            if halves * half + fulls * full == missing and missing > 0:
                return [ByeKind.FULL] * fulls + [ByeKind.HALF] * halves
    return []
