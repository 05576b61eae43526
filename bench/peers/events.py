"""Random events for comparisons of pairing programs: ordinary ones, and harsh ones in which little goes as planned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from bench.peers import Boards, Peer
from gipf_engine.messages import Message
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable
from gipf_engine.tournament.generator import GeneratedTournament, GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, PairingSystem, RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair

START = "2026/03/02"
"""A day on which the rules of 2026 are in force."""
SIZES = (8, 12, 16, 24, 40, 60)
"""Most players of an event, drawn: small fields are where few pairings are legal, and take little time."""
HARSH: dict[str, Sequence[int]] = {
    "draws": (0, 30, 60, 90),
    "forfeits": (0, 10, 35),
    "double_forfeits": (0, 5, 15),
    "odd_results": (0, 5),
    "half_byes": (0, 5, 20),
    "zero_byes": (0, 5, 20),
    "full_byes": (0, 2, 10),
    "late": (0, 20, 40),
    "withdrawals": (0, 20, 50),
    "forbidden": (0, 2, 6),
}
ACCELERATED = ("1-half-0", "half-bye", "2-1-0")
"""Scorings of harsh events that may be accelerated."""


def wishes_for(random: Random, most: int, *, hard: bool) -> GeneratorOptions:
    """What an event of 4 to `most` players is to be like; in a hard one little goes as planned."""
    players = random.randint(4, most)
    if not hard:
        return GeneratorOptions(players=players)
    scoring = random.choice((*ACCELERATED, "3-1-0"))
    return GeneratorOptions(
        players=players,
        rounds=random.randint(3, 13),
        scoring=scoring,
        baku=scoring in ACCELERATED and random.random() < 1 / 2,
        **{name: random.choice(choices) for name, choices in HARSH.items()},
    )


def wishes_of(peer: Peer, seed: int, random: Random) -> GeneratorOptions:
    """What the event of a seed is to be like, in what the peer can read: every other one is harsh."""
    wishes = wishes_for(random, random.choice(SIZES), hard=seed % 2 == 0)
    if not peer.odd_results:
        wishes = replace(wishes, odd_results=0)
    return wishes if peer.unrated else replace(wishes, unrated=0)


def play(wishes: GeneratorOptions, random: Random, system: PairingSystem) -> GeneratedTournament:
    """A dated event with absences written out, as files of other programs want them."""
    made = generate(wishes, random, system)
    document = replace(made.document, first_day=START, newline="\n")
    return replace(made, document=document, table=explicit(made.table))


def explicit(table: CrossTable) -> CrossTable:
    """The table with every round without an opponent written as a bye."""
    entrants = []
    for entrant in table.entrants:
        cells = [entrant.cell(number) for number in range(1, table.rounds_played + 1)]
        written = tuple(Bye(ByeKind.ZERO) if cell is None else cell for cell in cells)
        coming = entrant.cells[table.rounds_played :]
        if not coming and entrant.withdrawn:
            coming = (Bye(ByeKind.ZERO),)
        entrants.append(replace(entrant, cells=written + coming, withdrawn=False))
    return replace(table, entrants=tuple(entrants))


class PairedBy(PairingSystem):
    """Another program in the place of a system of ours: `boards_after` gives its round after those of a table."""

    def __init__(self, key: str, boards_after: Callable[[CrossTable], Boards]) -> None:
        self.key = key  # type: ignore[misc]  # of the class elsewhere: one class here for all programs
        self.boards_after = boards_after

    def rounds(self, _entrants: int) -> int | None:
        return None

    def pair(self, table: CrossTable, _steps: object = None) -> RoundPairings:
        return _round_of(table, self.boards_after(table))

    def explain(self) -> Sequence[Message]:
        return ()


def _round_of(table: CrossTable, boards: Boards) -> RoundPairings:
    """Boards of another program as a round of ours, with the byes that were announced for it."""
    if boards is None:
        raise PairingError(Message("the other program finds no legal round"))
    coming = table.rounds_played + 1
    pairs = tuple(Pair(white, black) for white, black in sorted(boards) if black)
    byes = [ByeGiven(number, ByeKind.PAIRING) for number, other in sorted(boards) if not other]
    byes += [ByeGiven(each.number, cell.kind) for each in table.entrants if isinstance(cell := each.cell(coming), Bye)]
    return RoundPairings(coming, pairs, tuple(byes))
