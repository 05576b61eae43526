"""How strong the partner is: games between levels, and against greedy play, colours changed, openings by seed.

    python -m bench.analysis.strength gipf-basic                  each level against the one below
    python -m bench.analysis.strength gipf-basic greedy           the highest level against greedy play of depth 1
    python -m bench.analysis.strength gipf-basic 1 random         the lowest against turns by chance
    python -m bench.analysis.strength gipf-basic 300:0 200:0      any two: positions looked at and per cent careless
    … --results FILE --most N --rest

Results go to FILE (`var/strength.jsonl`), a line each, and are not played again: an interrupted match goes on. A match
is over once the 95 % interval of its score lies within 60–85 %, above or below, or after N games; one against `greedy`
or `random` after N games alone. With --rest the table alone is written. An opening is `OPENING` turns by chance; both
players have it with both colours.
"""

import argparse
import json
import math
import random
from collections import defaultdict
from pathlib import Path

import numpy as np

from gipf_engine.analysis import levels, partner
from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.kit.kernel import LOST, TURN_WORDS, WON
from gipf_engine.rules import rules_for

OPENING, LONGEST = 4, 300
LOW, HIGH = 0.60, 0.85
Z = 1.96


def greedy(position, seed, _tried):
    """The turn after which the position is best at once, by chance among equals."""
    kernel = kernel_for(position.rules)
    call, scratch = kernel.functions, np.zeros(kernel.scratch_words, np.int64)
    rows, turns = np.zeros((2, kernel.words), np.int64), np.zeros((kernel.most_turns, TURN_WORDS), np.int64)
    rows[0] = kernel.pack(position)
    found = []
    try:
        end = call["list_turns"](rows, 0, turns, 0, False, scratch)
    except OverflowError:  # more than the table holds: the best of those
        end = len(turns)
    for number in range(end):
        call["play_turn"](rows, 0, *map(int, turns[number, :3]))
        ended = call["judge"](rows, 1, scratch)
        found.append(10**6 if ended == LOST else -(10**6) if ended == WON else -call["evaluate"](rows, 1))
    most = max(found)
    best = [number for number, score in enumerate(found) if score == most]
    chosen = random.Random(f"{seed} {position.text()}").choice(best)
    return kernel.write(position, turns[chosen])


def at_random(position, seed, _tried):
    """Any turn."""
    return random.Random(f"{seed} {position.text()}").choice(list(position.legal_moves()))


YARDSTICKS = {"greedy": greedy, "random": at_random}
"""What plays otherwise than by a level."""


def player(name):
    """What plays under a name: one of `YARDSTICKS`, or nodes:careless, or nodes:careless:glance:error."""
    if name in YARDSTICKS:
        return YARDSTICKS[name]
    level = levels.Level(*map(int, name.split(":")))
    return lambda position, seed, tried: partner.choose_as(position, level, f"{name} {seed}", tried)


def describe(key, name):
    """What a name plays by: results of a level that was changed since are not those of the level."""
    if name in YARDSTICKS or ":" in name:
        return name
    level = levels.level_of(key, int(name))
    usual = levels.Level(level.nodes, level.careless)
    misjudging = "" if level == usual else f":{level.glance}:{level.error}"
    return f"{level.nodes}:{level.careless}{misjudging}"


def opening(key, seed):
    """A position after some turns by chance, which is not over."""
    rules, chance = rules_for(key), random.Random(seed)
    position = rules.start(rules.chance.draw(f"{chance.getrandbits(256):064x}") if rules.chance else "")
    for _turn in range(OPENING):
        position = position.play(chance.choice(list(position.legal_moves())))
    return position


def play(key, first, second, seed):
    """The score of `first`, who has White in games of even seed; the opening is that of half the seed."""
    position = opening(key, seed // 2)
    players = [first, second] if seed % 2 == 0 else [second, first]
    tried, plies = defaultdict(list), 0
    while position.outcome is None and plies < LONGEST:
        turn = players[position.turn](position, str(seed), tried[position])
        tried[position].append(turn)
        position = position.play(turn)
        plies += 1
    result = position.outcome.result if position.outcome else "1/2-1/2"
    white = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
    return (white if seed % 2 == 0 else 1 - white), plies


def interval(scores):
    """Wilson's interval of a score."""
    games, share = len(scores), sum(scores) / len(scores)
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return middle - half, middle + half


def is_decided(scores):
    """Whether the interval lies on one side of each bound."""
    low, high = interval(scores)
    return all(not low < bound < high for bound in (LOW, HIGH))


def elo(share):
    """The difference of ratings that a score means."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def match(key, names, file, most, rest):
    """Play on until the match is decided. Returns the scores of the first, and the length of games."""
    of = [describe(key, name) for name in names]
    first, second = map(player, of)
    is_bounded = not YARDSTICKS.keys() & set(of)
    played = {
        (line["seed"]): line
        for line in map(json.loads, file.read_text().splitlines() if file.exists() else [])
        if (line["key"], line["of"]) == (key, of)
    }
    for seed in range(most):
        scores = [played[each]["score"] for each in range(seed) if each in played]
        if is_bounded and seed % 2 == 0 and seed >= 20 and is_decided(scores):
            break
        if seed not in played and not rest:
            score, plies = play(key, first, second, seed)
            played[seed] = {
                "key": key, "of": of, "seed": seed, "score": score, "plies": plies,
            }  # fmt: skip
            with file.open("a") as results:
                results.write(json.dumps(played[seed]) + "\n")
    return [line["score"] for line in played.values()], [line["plies"] for line in played.values()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("key")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--results", type=Path, default=Path("var/strength.jsonl"))
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--rest", action="store_true")
    options = parser.parse_args()
    options.results.parent.mkdir(parents=True, exist_ok=True)
    top = len(levels.LEVELS)
    if options.names == ["greedy"]:
        matches = [(str(top), "greedy")]
    else:
        matches = [tuple(options.names)] if options.names else [(str(n), str(n - 1)) for n in range(2, top + 1)]
    for names in matches:
        scores, plies = match(options.key, names, options.results, options.most, options.rest)
        if scores:
            low, high = interval(scores)
            share = sum(scores) / len(scores)
            print(
                f"{options.key} {names[0]} v {names[1]}: {share:.1%} of {len(scores)} ({low:.0%}–{high:.0%}), "
                f"Elo {elo(share):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}), {sum(plies) / len(plies):.0f} plies",
                flush=True,
            )


if __name__ == "__main__":
    main()
