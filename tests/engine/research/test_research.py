"""Games that are played and taken back, positions as arrays, playouts, symmetries and actions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.research import Game, count_sequences, points_of, stacks_of, start, symmetries_of
from gipf_engine.research.batches import Batch, _seed_of, action_count
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.perft import perft

COMPILED = ("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six")


def after(rules: str, plies: int, seed: int = 7) -> Position:
    """A position so many random turns from the start."""
    game = start(rules, seed=seed)
    game.play_out(seed, most=plies)
    return game.position


@pytest.mark.parametrize("rules", sorted(all_rules()))
def test_every_game_starts_by_a_seed_and_is_taken_back(rules: str) -> None:
    game, again, other = start(rules, seed=1), start(rules, seed=1), start(rules, seed=2)
    assert game.position == again.position
    assert (game.position != other.position) is (all_rules()[rules].chance is not None)
    first = game.position
    game.play_out(3, most=12)
    played = game.history
    assert played and game.position != first
    assert tuple(game.unmake() for _turn in played) == played[::-1]
    assert game.position == first and game.history == ()


def test_a_turn_that_is_not_legal_changes_nothing() -> None:
    game = start("gipf-basic")
    with pytest.raises(RuleError):
        game.make("e5-e6")
    assert game.history == () and game.seat == 0
    with pytest.raises(IndexError):
        game.unmake()


def test_sequences_are_counted_by_the_kernel_and_by_the_referee() -> None:
    for rules in ("gipf-basic", "lyngk-main", "yinsh-normal"):
        position = after(rules, 8)
        assert count_sequences(position, 1) == perft(position, 1) == len(Game(position).turns())
    position = after("gipf-basic", 8)
    assert count_sequences(position, 2) == perft(position, 2)
    assert count_sequences(position, 0) == 1


def test_a_symmetry_leaves_neighbours_beside_each_other() -> None:
    """The twelve of a hexagon, one of which moves nothing; each leaves what stands beside each other beside it."""
    position = after("gipf-basic", 6)
    moves, points = symmetries_of(position), points_of(position)
    assert len(moves) == 12 and list(range(len(points))) in moves
    neighbours = start("gipf-basic").position.rules.table(position.state).equipment.board.neighbours
    near = {(points.index(a), points.index(b)) for a, mine in neighbours.items() for b in mine if b is not None}
    for image in moves:
        assert sorted(image) == list(range(len(points)))
        assert {(image[a], image[b]) for a, b in near} == near


def test_stacks_stand_on_the_points() -> None:
    position = start("gipf-basic").position
    there = {point for point, stack in zip(points_of(position), stacks_of(position), strict=True) if stack}
    assert there == {"b2", "b5", "e2", "e8", "h2", "h5"}
    with pytest.raises(ValueError, match="not played on a hexagonal board"):
        points_of(start("guowuguan-gwg", seed=1).position)


@pytest.mark.parametrize("rules", COMPILED)
def test_every_turn_has_an_action_and_every_action_its_turns(rules: str) -> None:
    positions = [after(rules, plies) for plies in (0, 5, 14)]
    batch = Batch(positions)
    mask = batch.legal_actions()
    assert mask.shape == (3, action_count(positions[0].rules))
    for place, position in enumerate(positions):
        turns = Game(position).turns()
        found = [turn for action in np.flatnonzero(mask[place]) for turn in batch.turns_of(place, int(action))]
        assert sorted(found) == sorted(turns)
        turn = random.Random(place).choice(turns)
        assert turn in batch.turns_of(place, batch.action_of(place, turn))


@pytest.mark.parametrize("rules", ["gipf-tournament", "gipf-basic", "lyngk-six"])
def test_the_referee_comes_to_the_same_end_as_a_compiled_game(rules: str) -> None:
    """The same draw of xorshift64 in Python chooses among the kernel's turns; the rules in Python play them."""
    begun = after(rules, 3)
    ended = Batch([begun]).play_out(3, seed=5)
    for number in range(3):
        position, word, plies = begun, _seed_of(5, 0, number), 0
        while position.outcome is None:
            word = _next(word)
            turns = Batch([position]).turns(0)
            chosen = turns[((word >> 11) & (1 << 53) - 1) % len(turns)]
            position = position.play(position.parse(kernel_for(position.rules).write(position, chosen)))
            plies += 1
        assert ended.plies[0, number] == plies
        mine = {"1-0": (1, -1), "0-1": (-1, 1)}.get(position.outcome.result, (0, 0))
        assert ended.results[0, number] == mine[begun.turn or 0]


def _next(word: int) -> int:
    """xorshift64 on a signed word of 64 bits."""
    bits = word % (1 << 64)
    bits ^= bits << 13 & (1 << 64) - 1
    bits ^= bits >> 7
    bits ^= bits << 17 & (1 << 64) - 1
    return bits - (1 << 64) * (bits >> 63)


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    batch = Batch([after("gipf-basic", plies) for plies in (0, 4)])
    one, again, other = (batch.play_out(20, seed=seed) for seed in (1, 1, 2))
    assert one.results.shape == (2, 20)
    assert (one.plies == again.plies).all() and (one.results == again.results).all()
    assert (one.plies != other.plies).any()
    assert len(np.unique(one.plies)) > 5


def test_a_game_that_is_cut_short_has_no_result() -> None:
    short = Batch([start("gipf-standard").position]).play_out(5, most=4)
    assert (short.plies == 4).all() and (short.results == 0).all()


def test_a_batch_is_of_one_rule_set_with_a_kernel() -> None:
    with pytest.raises(ValueError, match="one rule set"):
        Batch([start("gipf-basic").position, start("gipf-standard").position])
    with pytest.raises(ValueError, match="one rule set"):
        Batch([])
    with pytest.raises(ValueError, match="no kernel"):
        Batch([start("guowuguan-gwg").position])


def test_games_whose_actions_are_not_numbered_are_played_out_and_say_so() -> None:
    batch = Batch([start("yinsh-normal").position])
    assert batch.play_out(3).plies.min() > 10, "ten rings are placed before anything can be removed"
    with pytest.raises(ValueError, match="not numbered"):
        batch.legal_actions()


def test_a_position_that_is_over_has_no_turns() -> None:
    game = start("gipf-basic", seed=1)
    game.play_out(1)
    assert game.outcome is not None and game.turns() == []
    batch = Batch([game.position])
    assert len(batch.turns(0)) == 0
    ended = batch.play_out(2)
    assert (ended.plies == 0).all() and (np.abs(ended.results) == 1).all()
