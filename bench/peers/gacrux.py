"""gacrux (MIT), FIDE TEC's checker, which pairs the Dutch system by the rules of 2026.

Its own reader, pairing and writer are called in this process: its command starts longer than it pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bench.peers import Boards, Peer
from bench.peers.events import START, PairedBy, explicit, play, wishes_of
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratedTournament
from testing import gacrux_oracle


class Gacrux(Peer):
    """Its Dutch system."""

    name = "gacrux"

    def pair_again(self, _key: str, made: GeneratedTournament) -> Iterator[Boards]:
        _reader, tournament = gacrux_oracle.parsed(trf.write(made.table, made.document).decode())
        for number in range(1, made.table.rounds_played + 1):
            yield gacrux_oracle.pairing(tournament, number)

    def make(self, key: str, seed: int) -> bytes:
        random = Random(seed)
        wishes = replace(wishes_of(self, seed, random), unrated=0)  # without a rating it cannot write an entrant
        made = play(wishes, random, PairedBy(key, _pair_next))
        reader, _tournament = gacrux_oracle.parsed(trf.write(made.table, made.document).decode())
        written: Any = reader.output_file(reader.chessjson["event"], 1, 0)
        return str(written).encode()


def _pair_next(table: CrossTable) -> Boards:
    """The coming round of an unfinished event."""
    document = trf.Document(name="Unfinished event", first_day=START, newline="\n")
    _reader, tournament = gacrux_oracle.parsed(trf.write(explicit(table), document).decode())
    return gacrux_oracle.pairing(tournament, table.rounds_played + 1)
