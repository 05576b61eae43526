"""Random Swiss events both ways with other programs: ours paired again by them, and theirs by us.

    BBPPAIRINGS=…/bbpPairings python -m bench.both_ways [--events N] [--first SEED] [--peer NAME] [--system KEY] \
        [--results FILE]

Ours to theirs: an event of our generator is written by us, read by the peer, and each round paired by it again. Theirs
to ours: each round was paired by the peer and the file written by it; we read it and pair each round again. A round is
equal when the set of (white, black) and the player with the bye are; one that differs is explained by the articles by
which the peer is known to differ, each tried by itself: taken away from it, the difference must be gone.

Each event is a line of the results file. The command goes on where it stopped: an event that has a line is not played
again, so 5,000 events become 50,000 by a larger `--events`. Exit code 1 if a difference is not explained.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

from bench.peers import SAME, UNEXPLAINED, Boards, MissingPeerError, Peer, tables_before
from bench.peers.bbp import BbpPairings
from bench.peers.events import play, wishes_of
from bench.peers.gacrux import Gacrux
from bench.peers.py4swiss import Py4swiss
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.replay import boards_of
from gipf_engine.tournament.trf_pairing import boards_of_round

RESULTS = Path("var/both_ways.jsonl")
OUT, BACK = "ours to theirs", "theirs to ours"
PEERS: dict[str, type[Peer]] = {each.name: each for each in (BbpPairings, Gacrux, Py4swiss)}


@dataclass(frozen=True, slots=True)
class Line:
    """One event one way: how many rounds are equal or differ by which articles, and what is not explained, in words."""

    peer: str
    way: str
    system: str
    seed: int
    rounds: dict[str, int] = field(default_factory=dict)
    unexplained: tuple[str, ...] = ()


def compare(peer: Peer, key: str, way: str, seed: int) -> Line:
    """Play the event of a seed, pair it again and say how each round compares."""
    kinds, unexplained = Counter[str](), []
    for table, ours, theirs in rounds_of(peer, key, way, seed):
        # A round in which every player is away has no pair: a peer writes it so, here it is refused.
        kind = SAME if (ours or None) == (theirs or None) else peer.explain(key, table, ours)
        kinds[kind] += 1
        if kind == UNEXPLAINED:
            unexplained.append(f"round {table.rounds_played + 1}: {describe(ours, theirs)}")
    return Line(peer.name, way, key, seed, dict(kinds), tuple(unexplained))


def rounds_of(peer: Peer, key: str, way: str, seed: int) -> Iterator[tuple[CrossTable, Boards, Boards]]:
    """The rounds of an event one way: the table before each, our boards and the peer's."""
    return (_rounds_out if way == OUT else _rounds_back)(peer, key, seed)


def _rounds_out(peer: Peer, key: str, seed: int) -> Iterator[tuple[CrossTable, Boards, Boards]]:
    random = Random(seed)
    made = play(wishes_of(peer, seed, random), random, system(key))
    for table, theirs in zip(tables_before(made.table), peer.pair_again(key, made), strict=True):
        yield table, boards_of(made.table, table.rounds_played + 1), theirs


def _rounds_back(peer: Peer, key: str, seed: int) -> Iterator[tuple[CrossTable, Boards, Boards]]:
    read = trf.read(peer.make(key, seed)).table
    read = replace(read, rounds_planned=read.rounds_planned or read.rounds_played)  # a file that ends at its last round
    for table in tables_before(read):
        yield table, pair_here(key, table), boards_of(read, table.rounds_played + 1)


def pair_here(key: str, table: CrossTable) -> Boards:
    """Our round; None where there is no legal one."""
    try:
        return set(boards_of_round(system(key).pair(table)))
    except PairingError:
        return None


def describe(ours: Boards, theirs: Boards) -> str:
    """What each has that the other has not."""
    if ours is None or theirs is None:
        return f"only {'theirs' if ours is None else 'ours'} is a round"
    return f"ours {sorted(ours - theirs)}, theirs {sorted(theirs - ours)}"


def read_results(path: Path) -> list[Line]:
    """The lines of a results file, an event once; one that was cut off by a stop is taken away from the file."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    found = [Line(**json.loads(line)) for line in whole.splitlines()]
    return list({(line.peer, line.system, line.way, line.seed): line for line in found}.values())


def print_sums(lines: Sequence[Line]) -> None:
    """Events and rounds by peer, system and way, and in how many rounds each cause of a difference has a part."""
    groups = defaultdict(list)
    for line in lines:
        groups[line.peer, line.system, line.way].append(line)
    for (peer, key, way), found in sorted(groups.items()):
        kinds = sum((Counter(line.rounds) for line in found), Counter[str]())
        different = kinds.total() - kinds[SAME]
        print(f"{peer}, {key}, {way}: {len(found)} events, {kinds.total()} rounds, {different} differ")
        causes = Counter[str]()
        for kind, count in kinds.items():
            causes.update(dict.fromkeys(kind.split(" and "), count))
        for cause, count in causes.most_common():
            if cause != SAME:
                print(f"{count:9} {cause}: {PEERS[peer].causes[cause]}")


def main(arguments: Sequence[str] = ()) -> int:
    """Compare what has no line yet and print the sums; 1 if a difference is not explained."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20, help="how many events each way with each peer and system")
    parser.add_argument("--first", type=int, default=1, help="the first event's seed")
    parser.add_argument("--peer", choices=sorted(PEERS), action="append", help="this one alone (can be repeated)")
    parser.add_argument("--system", action="append", help="this system of ours alone (can be repeated)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a line of JSON an event; goes on where it stops")
    wanted = parser.parse_args(list(arguments))
    lines = read_results(wanted.results)
    done = {(line.peer, line.system, line.way, line.seed) for line in lines}
    tasks = [
        (peer, key, way, seed)
        for peer in _find_peers(wanted.peer or sorted(PEERS))
        for seed in range(wanted.first, wanted.first + wanted.events)
        for key in peer.systems
        if key in (wanted.system or peer.systems)
        for way in (OUT, BACK)
        if (peer.name, key, way, seed) not in done
    ]
    wanted.results.parent.mkdir(parents=True, exist_ok=True)
    with wanted.results.open("a", encoding="utf-8") as file:
        for peer, key, way, seed in tasks:
            line = compare(peer, key, way, seed)
            lines.append(line)
            file.write(json.dumps(asdict(line)) + "\n")
            file.flush()
            for text in line.unexplained:
                print(f"{peer.name}, {key}, {way}, seed {seed}, {text}", flush=True)
    print_sums(lines)
    return int(any(line.unexplained for line in lines))


def _find_peers(names: Sequence[str]) -> Iterator[Peer]:
    """Those that are there; the others are named."""
    for name in names:
        try:
            yield PEERS[name]()
        except MissingPeerError as error:
            print(f"{name} is left out: {error}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
