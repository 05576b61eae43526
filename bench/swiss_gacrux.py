"""Random Swiss events paired by us and by gacrux, FIDE TEC's checker: every round that differs is printed.

    python -m bench.swiss_gacrux [--events N] [--first SEED] [--players MOST] [--harsh]

Events come from our generator with all options that gacrux reads: byes of every kind, forfeits, late entries,
withdrawals, acceleration, forbidden pairs, several points systems; 4 to 120 players. Harsh ones have few players, up
to 13 rounds, and far more of all that than a club ever sees. A round is equal when the set of
(white, black) and the player with the bye are, or when neither finds a legal pairing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import process_time

from bench.swiss_corpus import boards
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable
from gipf_engine.tournament.generator import GeneratedTournament, GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.replay import before_round
from testing import gacrux_oracle

START = "2026/03/02"
Boards = set[tuple[int, int]] | None


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
HARSH_PLAYERS = 40


def harsh(random: Random, most: int) -> GeneratorOptions:
    """Wishes for an event in which little goes as planned."""
    scoring = random.choice(("1-half-0", "3-1-0", "half-bye", "2-1-0"))
    return GeneratorOptions(
        players=random.randint(4, min(most, HARSH_PLAYERS)),
        rounds=random.randint(3, 13),
        scoring=scoring,
        baku=scoring != "3-1-0" and random.random() < 1 / 2,
        **{name: random.choice(choices) for name, choices in HARSH.items()},
    )


def event(seed: int, most: int, *, hard: bool = False) -> GeneratedTournament:
    """A random event of at most so many players, dated so that gacrux applies the rules of 2026."""
    random = Random(seed)
    wishes = harsh(random, most) if hard else GeneratorOptions(players=random.randint(4, most))
    made = generate(wishes, random, system("swiss-dutch"))
    return replace(made, document=replace(made.document, first_day=START, newline="\n"))


def explicit(table: CrossTable) -> CrossTable:
    """The table with absences written out, as gacrux wants them."""
    entrants = []
    for entrant in table.entrants:
        cells = [entrant.cell(number) for number in range(1, table.rounds_played + 1)]
        known = tuple(Bye(ByeKind.ZERO) if cell is None else cell for cell in cells)
        entrants.append(replace(entrant, cells=known, withdrawn=False))
    return replace(table, entrants=tuple(entrants))


def ours(table: CrossTable, number: int) -> Boards:
    """Our round, None where there is no legal one."""
    try:
        return boards(system("swiss-dutch").pair(before_round(table, number, table.first_colour)))
    except PairingError:
        return None


def differences(made: GeneratedTournament) -> Iterator[tuple[int, Boards, Boards]]:
    """Round by round: its number, our boards and gacrux's."""
    table = explicit(made.table)
    _reader, tournament = gacrux_oracle.parsed(trf.write(table, made.document).decode())
    for number in range(1, table.rounds_played + 1):
        yield number, ours(table, number), gacrux_oracle.pairing(tournament, number)


def told(mine: Boards, theirs: Boards) -> str:
    """What each has that the other has not."""
    if mine is None or theirs is None:
        return f"only {'gacrux' if mine is None else 'we'} found a legal pairing"
    return f"ours {sorted(mine - theirs)}, gacrux {sorted(theirs - mine)}"


def main(arguments: Sequence[str] = ()) -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100, help="how many random events")
    parser.add_argument("--first", type=int, default=1, help="the first event's seed")
    parser.add_argument("--players", type=int, default=120, help="the largest event")
    parser.add_argument("--harsh", action="store_true", help="events in which little goes as planned")
    wanted = parser.parse_args(list(arguments))
    begin, rounds, different = process_time(), 0, 0
    for seed in range(wanted.first, wanted.first + wanted.events):
        for number, mine, theirs in differences(event(seed, wanted.players, hard=wanted.harsh)):
            rounds += 1
            if mine != theirs:
                different += 1
                print(f"seed {seed} round {number}: {told(mine, theirs)}")
    print(f"{wanted.events} events, {rounds} rounds: {different} differences ({process_time() - begin:.0f} s)")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
