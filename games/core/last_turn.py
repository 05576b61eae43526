"""What the last turn of a running game did, for pages that show the game before it."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from common.translation import translate_message
from games.core.replay import Reached


def line_name(tokens: Sequence[str]) -> str:
    """What tells lines of turns apart: a drawing follows only one that it shows the line of."""
    return f"{len(tokens)}-{crc32(' '.join(tokens).encode()):x}"


def tell_turn(tokens: Sequence[str], reached: Reached) -> dict[str, object]:
    """What the last of these turns did, by the attributes of a drawing; empty where the game does not tell effects."""
    if reached.told is None or reached.effects is None:
        return {}
    return {
        "before": line_name(tokens[:-1]),
        "effects": reached.told,
        "path": " ".join(reached.effects.path),
        "seat": reached.position.turn,
        "said": " ".join(map(translate_message, reached.frame.said())),
    }
