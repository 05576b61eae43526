"""TRF16 as other programs write it: with ranks, and without the tie-breaks that made them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from gipf_engine.tournament import trf
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.standings import rank


def ranked(*codes: str, swapped: bool = False) -> bytes:
    """Twelve players after five rounds, ranked by these tie-breaks, which the file does not name."""
    options = GeneratorOptions(
        players=12, rounds=5, scoring="1-half-0", colour_free=False, late=0, withdrawals=0, baku=False
    )
    table = generate(options, Random(3), system("swiss-dutch")).table
    places = {row.number: row.rank for row in rank(table, codes)}
    if swapped:
        first, last = (next(number for number, place in places.items() if place == each) for each in (1, 12))
        places[first], places[last] = 12, 1
    entrants = (
        replace(each, name=f"Player {each.number}", extras={"rank": str(places[each.number])})
        for each in table.entrants
    )
    written = trf.write(replace(table, entrants=tuple(entrants)), dialect=trf.Dialect.TRF16)
    return b"".join(line for line in written.splitlines(keepends=True) if not line.startswith(b"###"))
