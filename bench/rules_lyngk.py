"""How fast LYNGK turns are checked and listed, beside the plain checker in the same run.

    python -m bench.rules_lyngk

Over the 95 reference games of tests/data/games, in CPU seconds of one core. "Checking" tests and plays each given
turn and asks for the end of the game; "listing" lists every legal turn with claims in every position; "tree" is the
tree of turns to depth 2 with claims. The best peer found lists 147 positions/s; the target is 10,000 turns/s
checked and 2,000 positions/s listed.
"""

from collections.abc import Callable
from time import process_time

from gipf_engine.games.lyngk.board import SPOTS
from testing.engine.rules.lyngk_data import perft, plain_turns, reference_games, start_of
from testing.reference import lyngk as plain

SHARE = 8
"""The plain checker does every eighth game, so that the run stays short."""


def plain_start(game: dict) -> plain.Game:
    """The plain checker's start of a reference game."""
    limit = {"main": 5, "six": 6}[game["variant"]]
    setup = "".join(game["setup"][spot] for spot in SPOTS)
    return plain.start(setup, limit, frozenset(name for name, on in game["options"].items() if on))


def check(games: list[dict]) -> int:
    """Check every turn of these records; how many there were."""
    for game in games:
        position = start_of(game)
        for token in game["moves"]:
            position = position.play(position.parse(token))
        assert position.outcome is not None
    return sum(game["plies"] for game in games)


def check_plainly(games: list[dict]) -> int:
    """The same by the plain checker, which has no test of one turn and lists them all."""
    for game in games:
        position = plain_start(game)
        for token in game["moves"]:
            position = plain.play(position, plain_turns(position)[token])
        assert plain.result(position) is not None
    return sum(game["plies"] for game in games)


def positions(games: list[dict]) -> list:
    """Every position of these games."""
    found = []
    for game in games:
        position = start_of(game)
        found.append(position)
        for token in game["moves"]:
            position = position.play(position.parse(token))
            found.append(position)
    return found


def plain_positions(games: list[dict]) -> list[plain.Game]:
    """Every position of these games for the plain checker."""
    found = []
    for game in games:
        position = plain_start(game)
        found.append(position)
        for token in game["moves"]:
            claim, _comma, way = token.rpartition(",")
            source, _dash, target = way.partition("-")
            position = plain.play(position, None if token == "pass" else (claim, source, target))
            found.append(position)
    return found


def list_turns(every: list) -> int:
    """List all turns of these positions; how many positions there were."""
    for position in every:
        list(position.legal_moves())
    return len(every)


def list_plainly(every: list[plain.Game]) -> int:
    """The same by the plain checker."""
    for position in every:
        plain.turns(position)
    return len(every)


def tree(_nothing: None) -> int:
    """The tree of the first perft position to depth 2; how many turns it has."""
    start = start_of_tree()
    return sum(len(list(start.play(turn).legal_moves())) for turn in start.legal_moves())


def start_of_tree():
    """The first position of tests/data/games/perft.json."""
    return start_of({"variant": "main", "setup": dict(zip(SPOTS, perft()[0]["setup"], strict=True))})


def rate(work: Callable[[object], int], over: object) -> float:
    """Units of work per CPU second; the best of three, as other programs share the machine."""
    best = 0.0
    for _repeat in range(3):
        begun = process_time()
        done = work(over)
        best = max(best, done / (process_time() - begun))
    return best


def main() -> None:
    """Print one line a task: ours, the plain checker's, how many times as fast."""
    games = reference_games()
    few = games[::SHARE]
    tasks = [
        ("checking turns/s", rate(check, games), rate(check_plainly, few)),
        ("listing positions/s", rate(list_turns, positions(games)), rate(list_plainly, plain_positions(few))),
    ]
    print(f"{'LYNGK':<22}{'fast':>12}{'plain':>12}{'times':>8}")
    for name, fast, slow in tasks:
        print(f"{name:<22}{fast:>12,.0f}{slow:>12,.0f}{fast / slow:>8.0f}")
    print(f"{'tree, turns/s':<22}{rate(tree, None):>12,.0f}")


if __name__ == "__main__":
    main()
