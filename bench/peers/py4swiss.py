"""py4swiss (MIT), which pairs Dubov and Burstein by the rules of 2026, and the Dutch system by those of 2017.

Version 0.3.1, which calls the first two "not mature", departs from the articles in places that `DEPARTURES` names; its
Dutch system by what the edition of 2026 changed. Its reader, pairing and writer are called in this process.
"""

from __future__ import annotations

import importlib
import importlib.util
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

from bench.peers import UNEXPLAINED, Boards, MissingPeerError, Peer, tables_before
from bench.peers.events import PairedBy, play, wishes_of
from bench.peers.py4swiss_mends import MENDS, mended
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, ForbiddenGroup, Meeting, took_part
from gipf_engine.tournament.generator import GeneratedTournament

ENGINES = {"swiss-dutch": "dutch", "dubov": "dubov", "burstein": "burstein"}
"""Its names of our systems."""
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
    "often": "Dubov 2.3.5: of maximum upfloaters those upfloated most often are taken, not least often",
    "alone": "Burstein 3.1: where one player alone is there, no round is found, and not one of the bye",
    "absence": "Dutch 1.4 in the edition before: an absence and a forfeit lost are downfloats too",
    "lowest": "Dutch C5, new in 2026: the bye goes to the lowest score that can have it",
    "unplayed": "Dutch C9, new in 2026: the bye goes to who has played most games",
    "collapse": "Dutch A.9 of the edition before: a bracket sees the next score only; a rest that fails is one bracket",
}
"""What py4swiss does otherwise, by article: `bench.peers.py4swiss_mends` has a mend for each."""
READINGS = ("series", "index")
"""Two readings of one article, of which one at a time is taken away."""


class Py4swiss(Peer):
    """Its three systems."""

    name = "py4swiss"
    systems = ("swiss-dutch", "dubov", "burstein")
    odd_results = unrated = False
    causes = Peer.causes | DEPARTURES

    def __init__(self) -> None:
        if importlib.util.find_spec("py4swiss") is None:
            raise MissingPeerError("it is not installed")

    def pair_again(self, key: str, made: GeneratedTournament) -> Iterator[Boards]:
        for table in tables_before(made.table):
            yield pair(key, table)

    def make(self, key: str, seed: int) -> bytes:
        random = Random(seed)
        made = play(wishes_of(self, seed, random), random, PairedBy(key, lambda table: pair(key, table)))
        parser = importlib.import_module("py4swiss.trf").TrfParser
        with tempfile.TemporaryDirectory() as folder:
            path, again = Path(folder) / "event.trf", Path(folder) / "again.trf"
            apart = tuple(ForbiddenGroup(pair) for pair in _kept_apart(made.table, made.table.rounds_played))
            path.write_bytes(trf.write(replace(made.table, forbidden=apart), made.document, trf.Dialect.TRF16))
            parser.parse(path).write_to_file(again)
            return again.read_bytes()

    def explain(self, key: str, table: CrossTable, ours: Boards) -> str:
        """The departures without which py4swiss's round is ours, and of which none can be left out."""
        engines = (ENGINES[key], "dutch") if key == "burstein" else (ENGINES[key],)  # it seeds by the Dutch system
        own = [name for name in DEPARTURES if any(path.startswith(engines) for path, *_rest in MENDS[name])]
        for other_reading in READINGS:
            names = [name for name in own if name != other_reading]
            if pair_without(names, key, table) == ours:
                return " and ".join(_leave_out(names, key, table, ours)) or UNEXPLAINED
        return UNEXPLAINED


def _leave_out(names: list[str], key: str, table: CrossTable, ours: Boards) -> list[str]:
    """Those of the departures that the difference needs."""
    for name in tuple(names):
        fewer = [each for each in names if each != name]
        if pair_without(fewer, key, table) == ours:
            names = fewer
    return names


def pair_without(names: Iterable[str], key: str, table: CrossTable) -> Boards:
    """The coming round by py4swiss with these departures taken away."""
    with mended(names):
        return pair(key, table)


def pair(key: str, table: CrossTable) -> Boards:
    """The coming round: (white, black), and (number, 0) for the bye; None where py4swiss finds none."""
    if not to_pair(table):  # its files cannot say so: a round that all have is one that was played, and the next is due
        return None
    engine = importlib.import_module(f"py4swiss.engines.{ENGINES[key]}").Engine
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
    forbidden = tuple(ForbiddenGroup(frozenset(new[number] for number in pair)) for pair in _kept_apart(table, coming))
    return replace(table, entrants=tuple(entrants), forbidden=forbidden), {at: number for number, at in new.items()}


def _kept_apart(table: CrossTable, coming: int) -> list[frozenset[int]]:
    """Who may not meet in a round, two by two, as its file format has it."""
    pairs = {
        frozenset(pair)
        for group in table.forbidden
        if group.first_round <= coming <= (group.last_round or coming)
        for pair in combinations(group.numbers, 2)
    }
    return sorted(pairs, key=sorted)
