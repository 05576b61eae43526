"""What a search answers: lines of turns with scores, and the same as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.rules.base import Position

WIN = 1_000_000
"""The score of a game that is won at once; each turn until then takes one off."""
PROVED = WIN - 1_000
"""A score beyond it is proof."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A turn and what follows it. `score`: for the side to move, in hundredths of a piece."""

    score: int
    turns: tuple[str, ...]

    @property
    def result(self) -> str:
        """ "won" or "lost" where that is proved for the side to move, else ""."""
        return "" if abs(self.score) <= PROVED else "won" if self.score > 0 else "lost"

    @property
    def ends_in(self) -> int | None:
        """Turns of both players until the game is over, at most, where its result is proved."""
        return WIN - abs(self.score) if self.result else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found: `lines` from the best one on, none where the game is over.

    `depth`: turns that were looked at in full. `nodes`: positions looked at.
    """

    depth: int
    nodes: int
    lines: tuple[ScoredLine, ...]


def as_values(position: Position, found: Analysis) -> dict[str, object]:
    """A position and what was found of it, for a line of JSON. Of a game that is over, its outcome."""
    values: dict[str, object] = {"rules": position.rules.key, "position": position.text()}
    if position.outcome is not None:
        return {**values, "outcome": position.outcome.result}
    best = found.lines[0]
    return {
        **values,
        "score": best.score,
        "result": best.result or None,
        "depth": found.depth,
        "nodes": found.nodes,
        "lines": [
            {"score": line.score, "result": line.result or None, "ends_in": line.ends_in, "turns": list(line.turns)}
            for line in found.lines
        ],
    }
