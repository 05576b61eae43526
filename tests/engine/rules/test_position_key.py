"""Keys of positions: one for the same position however it was reached, and for its mirror images; no other's."""

from __future__ import annotations

import math

import pytest

from gipf_engine.diagrams.shapes import place
from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.games.lyngk.board import BOARD
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from testing.engine.rules.lyngk_data import reference_games, start_of
from testing.games.game_records import played, tokens_of

BASIC_START = 5958894007143996644


def place_of(name: str) -> tuple[float, float]:
    """40 from point to point, e5 in the middle; a column stands half a point higher than the one nearer to e."""
    column, number = "abcdefghi".index(name[0]) - 4, int(name[1:])
    return 40 * column * math.sqrt(3) / 2, 40 * (5 - number - abs(column) / 2)


POINTS = {
    "gipf": {spot: place_of(spot) for spot in SPOTS},
    "lyngk": {spot: place(*at, 44) for spot, at in BOARD.places.items()},
}
"""Where spots lie in the plane: rotations and reflections are worked out from there, not from the board's axes."""


def images(game: str) -> list[dict[str, str]]:
    """Every spot's place after turning by sixths and mirroring, as far as spots come to lie on spots."""
    points = POINTS[game]
    found = []
    for mirror in (1, -1):
        for sixth in range(6):
            angle = math.radians(60 * sixth)
            there = {}
            for spot, (x, y) in points.items():
                at = x * math.cos(angle) - y * math.sin(angle), mirror * (x * math.sin(angle) + y * math.cos(angle))
                there[spot] = next((name for name, point in points.items() if math.dist(point, at) < 1), "")
            found.append(there)
    return found


def told(position: Position, image: dict[str, str]) -> str:
    """Everything of a position under an image, as text."""
    view = position.view()
    stacks = sorted((image[spot], "".join(stack)) for spot, stack in view.spots.items() if stack)
    words = position.text().split()
    rest = [*words[1:5], position.rules.key] if view.game == "gipf" else [*words[1:3], position.rules.key]
    counts = [pool.count for pool in view.pools if pool.name == "completed"]
    return f"{stacks} {rest} {counts}"


def positions(name: str, games: int) -> list[Position]:
    found = []
    for index in range(games):
        if name.startswith("lyngk"):
            reference = reference_games()[index]
            position, tokens = start_of(reference), reference["moves"]
        else:
            position, tokens = rules_for(name).start(), tokens_of(played(name, index))
        found.append(position)
        for token in tokens:
            position = position.play(position.parse(token))
            found.append(position)
    return found


@pytest.mark.parametrize("name", ["gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main"])
def test_positions_share_a_key_exactly_where_one_is_an_image_of_the_other(name: str) -> None:
    """Against the least of all images as text: in as many classes as keys, and each position in the same one."""
    symmetries = images(name.partition("-")[0])
    assert len(symmetries) == 12
    assert all("" not in each.values() for each in symmetries)
    by_text: dict[str, int] = {}
    for position in positions(name, 12):
        least = min(told(position, image) for image in symmetries)
        assert by_text.setdefault(least, position.key()) == position.key()
    assert len(set(by_text.values())) == len(by_text) > 200


def test_the_order_of_turns_is_not_in_a_key_and_who_is_to_move_is() -> None:
    start = rules_for("gipf-basic").start()

    def after(*tokens: str) -> Position:
        position: Position = start
        for token in tokens:
            position = position.play(position.parse(token))
        return position

    assert after("c2", "d7", "f2", "g6").key() == after("f2", "g6", "c2", "d7").key()
    assert after("c2", "d2").key() != after("d2", "c2").key()  # by others


def test_each_rule_set_has_keys_of_its_own() -> None:
    assert rules_for("gipf-standard").start().key() != rules_for("gipf-basic").start().key()


def test_keys_never_change() -> None:
    """They are stored: another number is another table."""
    assert rules_for("gipf-basic").start().key() == BASIC_START
    assert -(2**63) <= BASIC_START < 2**63
