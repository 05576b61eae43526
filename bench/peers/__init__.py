"""Other programs that pair Swiss events, each behind one class: what `bench.both_ways` compares us with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratedTournament
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.replay import before_round

Boards = set[tuple[int, int]] | None
"""A round: (white, black), and (number, 0) for the pairing's bye; None where there is no legal one."""
SAME, UNEXPLAINED = "same", "not explained"


class MissingPeerError(Exception):
    """A peer that is not on this machine; the text says what to do."""


class Peer(ABC):
    """A program that pairs, writes and reads TRF files.

    `name` is its name, `systems` are the keys of ours that it pairs too; `causes` says in words why it differs, by the
    names in which `explain` answers.
    """

    name: str
    systems: tuple[str, ...] = ("swiss-dutch",)
    odd_results = unrated = True
    """Whether it reads ½-0, and entrants without a rating in every system."""
    causes: dict[str, str] = {UNEXPLAINED: "by no article; the lines above say where"}

    @abstractmethod
    def pair_again(self, key: str, made: GeneratedTournament) -> Iterator[Boards]:
        """The rounds of an event of ours as the peer pairs each of them."""

    @abstractmethod
    def make(self, key: str, seed: int) -> bytes:
        """A random event whose rounds the peer paired, in the file that it wrote."""

    def explain(self, _key: str, _table: CrossTable, _ours: Boards) -> str:
        """By which articles the peer's round of a table differs from ours; `UNEXPLAINED` where none accounts for it."""
        return UNEXPLAINED


def tables_before(table: CrossTable) -> Iterator[CrossTable]:
    """The table as it stood before each of its rounds, with the lot that it shows where its file does not say it."""
    if table.rounds_played:
        drawn = colour_of_the_lot(table)
        for number in range(1, table.rounds_played + 1):
            yield before_round(table, number, drawn)
