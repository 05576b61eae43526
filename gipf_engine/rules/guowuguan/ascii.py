"""A position of Guo Wu Guan drawn with letters, for terminals: what lies open, and ?? for what does not."""

from __future__ import annotations

from gipf_engine.rules.base import FACE_DOWN, Stack, View

_HIDDEN = "??"


def draw_ascii(view: View, levels: int) -> str:
    """Generals, a line for each level, and the commons from the left."""
    lines = [f"generals: {_write_tiles(view.pool('generals').stacks)}"]
    passed = {stack[0] for stack in view.pool("passed").stacks}
    for level in range(1, levels + 1):
        row = [stack for spot, stack in view.spots.items() if spot.startswith(f"{level}.") and stack]
        lines.append(f"{level}: {'passed' if str(level) in passed else _write_tiles(row)}")
    lines.append(f"commons: {_write_tiles(view.pool('commons').stacks)}")
    counters = view.counters
    lines.append(f"round {counters['round']}, phase {counters['phase']}, {counters['gates']} gates passed")
    return "\n".join(lines)


def _write_tiles(tiles: list[Stack] | tuple[Stack, ...]) -> str:
    return " ".join(_HIDDEN if stack == (FACE_DOWN,) else stack[0] for stack in tiles) or "none"
