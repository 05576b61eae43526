"""The ranking of a TRF file by tie-breaks. Pure."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings import Standing, rank, tie_break
from gipf_engine.tournament.trf import TrfFile


def tie_break_rows(file: TrfFile, codes: list[str]) -> list[list[str]]:
    """Start number, rank and values of everyone, by start number. ValueError for a code that is not known or allowed.

    Direct encounter that parts no one is written 0, and a value that there is not -0.
    """
    chosen = [tie_break(code) for code in codes]
    rows = sorted(rank_by(file.table, codes), key=lambda row: row.number)
    nothing = ["0" if each.key == "DE" else "-0" for each in chosen]
    return [
        [
            str(row.number),
            str(row.rank),
            *(
                each.format_value(value) if value is not None else none
                for each, value, none in zip(chosen, row.values, nothing, strict=True)
            ),
        ]
        for row in rows
    ]


def rank_by(table: CrossTable, codes: list[str]) -> tuple[Standing, ...]:
    """The ranking. ValueError for what C.07 keeps out of round robins too: Buchholz and what is made of it."""
    for code in codes:
        if table.predetermined and not tie_break(code).for_predetermined:
            raise ValueError(
                str(Message(_("%(code)s has no meaning in a format with fixed pairings."), {"code": code}))
            )
    return rank(table, codes)
