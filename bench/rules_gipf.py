"""How fast GIPF is judged, beside the plain checker in the same run.

    python -m bench.rules_gipf             speeds, and the times of very long lines
    python -m bench.rules_gipf --perft     the trees of legal turns to their full depth (some ten seconds)
    python -m bench.rules_gipf --agree 500 so many random games of each rule set on both, with every set of options;
                                           --first 500 goes on with the game after the first 500

CPU time of one core, the best of three. The plain checker plays every ninth game only.
"""

import argparse
import json
import sys
import time

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.perft import perft
from gipf_engine.rules.record import read_records
from gipf_engine.rules.verdict import check
from testing.engine.rules import gipf_data as data
from testing.reference import either_rules

TARGET_TURNS, TARGET_POSITIONS, TARGET_LINE = 20_000, 3_000, 50.0
PLAIN_EVERY = 9


def records(variant, every=1):
    """The games of one rule set as one text."""
    return "\n".join(
        f'[Game "gipf"]\n[Rules "{variant}"]\n\n{" ".join(data.tokens(game))}\n'
        for game in data.games(variant)[::every]
    )


def positions(variant, every=1, plain=False):
    """Every position of the games."""
    rules = either_rules(f"gipf-{variant}", reference=plain)
    found = []
    for game in data.games(variant)[::every]:
        position = rules.start()
        found.append(position)
        for token in data.tokens(game):
            position = position.play(position.parse(token))
            found.append(position)
    return found


def check_all(text):
    """Read and judge every record. Returns the number of turns."""
    turns = 0
    for record in read_records(text):
        verdict = check(record)
        assert verdict.legal
        assert verdict.reason
        turns += verdict.plies
    return turns


def list_all(found):
    """List the turns of every position. Returns the number of positions."""
    for position in found:
        for _turn in position.legal_moves():
            pass
    return len(found)


def rate(work, *arguments, times=3):
    """How many of what `work` counts are done in a second."""
    best = 0.0
    for _time in range(times):
        started = time.process_time()
        count = work(*arguments)
        best = max(best, count / (time.process_time() - started))
    return best


def speeds():
    print(f"{'':12}{'checked turns/s':>34}{'listed positions/s':>34}")
    print(f"{'':12}" + f"{'fast':>12}{'plain':>12}{'ratio':>10}" * 2)
    for variant in data.VARIANTS:
        checked = rate(check_all, records(variant))
        plain_checked = rate(lambda v: len(positions(v, PLAIN_EVERY, plain=True)), variant, times=1)
        listed = rate(list_all, positions(variant))
        plain_listed = rate(list_all, positions(variant, PLAIN_EVERY, plain=True), times=1)
        print(
            f"{variant:12}{checked:12,.0f}{plain_checked:12,.0f}{checked / plain_checked:10.0f}"
            f"{listed:12,.0f}{plain_listed:12,.0f}{listed / plain_listed:10.0f}"
        )
        assert checked >= TARGET_TURNS, f"below {TARGET_TURNS} turns/s"
        assert listed >= TARGET_POSITIONS, f"below {TARGET_POSITIONS} positions/s"


def long_lines():
    heavy = data.edge_position(data.edge_cases()["tournament_row_in_opening"])
    worst, slowest = 0.0, ""
    for piece in ("e", "xe2,", "x;", ";", "e1-e2;", "é", "G", "x", ","):
        line = piece * (65_536 // len(piece))
        started = time.process_time()
        try:
            heavy.parse(line)
        except RuleError:
            spent = 1000 * (time.process_time() - started)
            worst, slowest = max((worst, slowest), (spent, piece))
    print(f"\n64 KB in place of a turn: refused after {worst:.2f} ms at most ({slowest!r} over and over)")
    assert worst <= TARGET_LINE


def trees():
    wanted = json.loads((data.GAMES / "perft.json").read_text())["gipf"]
    for variant, kinds in wanted.items():
        for kind, sizes in kinds.items():
            started = time.process_time()
            depth = len(sizes)
            got = perft(rules_for(f"gipf-{variant}").start(), depth, None if kind == "canonical" else data.dots)
            spent = time.process_time() - started
            print(
                f"{variant:12}{kind:>12} depth {depth}: {got:12,} in {spent:6.1f} s",
                "" if got == sizes[-1] else "WRONG",
            )
            assert got == sizes[-1]


def agree(games, first=0):
    """Play random games on both: turns, texts, views, effects and ends must be the same. A game takes half a second."""
    for variant in data.VARIANTS:
        key = f"gipf-{variant}"
        known = sorted(rules_for(key).option_help)
        plies = 0
        for seed in range(first, first + games):
            options = frozenset(name for place, name in enumerate(known) if seed >> place & 1)
            plies += data.play_both(key, options, seed)
        print(f"{variant:12}{games} games, {plies} turns, 0 differences", flush=True)


def main(arguments=()):
    """Speeds and long lines; with --perft the trees instead."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perft", action="store_true", help="count the trees of legal turns to their full depth")
    parser.add_argument("--agree", type=int, metavar="GAMES", help="random games of each rule set on both checkers")
    parser.add_argument("--first", type=int, default=0, metavar="GAME", help="the number of the first of those games")
    wanted = parser.parse_args(list(arguments))
    if wanted.perft:
        trees()
    elif wanted.agree:
        agree(wanted.agree, wanted.first)
    else:
        speeds()
        long_lines()


if __name__ == "__main__":
    main(sys.argv[1:])
