"""A GIPF position told plainly: what stands where, what lies beside the board, whose turn it is, and its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.rules.base import BLACK, WHITE, Pool, View

NOTHING_YET, GIPFS_ONLY, SINGLES = "-", "g", "s"
COLOURS = "WB"
LETTERS = {"w": "W", "b": "B", "W": "WW", "B": "BB"}
_LETTER_OF = {pieces: letter for letter, pieces in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class PositionData:
    """`board`: spot to "W", "B", "WW" or "BB". `reserves`, `captured`: pieces, by seat.

    `captured[seat]` are the opponent's pieces that `seat` holds. `phases`: by seat, "-", "g" or "s".
    `times`: how often this position has come up, counted only where repetition matters.
    """

    board: Mapping[str, str]
    turn: int
    reserves: tuple[int, int]
    captured: tuple[int, int]
    phases: tuple[str, str]
    times: int = 1

    def text(self) -> str:
        """The position text."""
        columns: dict[str, str] = {}
        for spot in SPOTS:
            columns[spot[0]] = columns.get(spot[0], "") + _LETTER_OF.get(self.board.get(spot, ""), ".")
        board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(columns.values()))
        text = f"{board} {'wb'[self.turn]} {_pair(self.reserves)} {_pair(self.captured)} {''.join(self.phases)}"
        return text if self.times == 1 else f"{text} x{self.times}"

    def view(self, rules: str, turn: int | None) -> View:
        """What everybody sees: GIPF hides nothing."""
        pools = tuple(
            Pool(name, seat, held[seat])
            for seat in (WHITE, BLACK)
            for name, held in (("reserve", self.reserves), ("captured", self.captured))
        )
        return View("gipf", rules, turn, {spot: tuple(self.board.get(spot, "")) for spot in SPOTS}, pools)


def read_position(text: str) -> PositionData:
    """What a position text says, which must be right."""
    board, turn, reserves, captured, phases, *times = text.split(" ")
    cells = "".join(" " * int(letter) if letter.isdigit() else letter for letter in board.replace("/", ""))
    return PositionData(
        board={spot: LETTERS[letter] for spot, letter in zip(SPOTS, cells, strict=True) if letter != " "},
        turn="wb".index(turn),
        reserves=_read_pair(reserves),
        captured=_read_pair(captured),
        phases=(phases[0], phases[1]),
        times=int(times[0].removeprefix("x")) if times else 1,
    )


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}-{numbers[1]}"


def _read_pair(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)
