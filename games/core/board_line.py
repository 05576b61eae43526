"""The positions of a game one after the other, as scripts step through them (static/js/board-picture.js)."""

from __future__ import annotations

from typing import Any

from common.translation import translate_message
from games.core.replay import Frame, Replay


def line_for_script(line: Replay, *, flipped: bool = False) -> list[dict[str, Any]]:
    """All positions of a game: the first is drawn, of the others it is told what the turn did."""
    frames = [line.frame(ply) for ply in range(len(line.positions))]
    return [position_for_script(frame, drawn=not ply, flipped=flipped) for ply, frame in enumerate(frames)]


def position_for_script(frame: Frame, *, drawn: bool, flipped: bool = False) -> dict[str, Any]:
    """A position, `drawn` or by what the turn did; drawn in any case where the game does not tell that."""
    if drawn or frame.told is None:
        words = [translate_message(words) for words in frame.words()]
        return {"svg": frame.svg(translate_message, flipped=flipped), "words": words, "turn": frame.view.turn}
    path, said = list(frame.effects.path) if frame.effects else [], _said(frame)
    return {"effects": frame.told, "path": path, "said": said, "turn": frame.view.turn}


def _said(frame: Frame) -> str:
    return " ".join(map(translate_message, frame.said()))
