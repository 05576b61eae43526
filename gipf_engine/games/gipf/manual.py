"""The rules of GIPF in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.games.gipf import pictures, rules_text
from gipf_engine.games.gipf.options import REMOVER_WINS, REPETITION
from gipf_engine.games.gipf.pictures import DiagramSpec
from gipf_engine.games.gipf.position_text import write_with_reserves
from gipf_engine.games.gipf.setups import GipfSetups
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Portrait

PORTRAIT = Portrait(
    Message(_("Push pieces in from the edge: four in a row bring yours home and capture those of your opponent.")),
    "1BWW/2WW1/W2B1B/5BB/6/1WB2/1W2 b 4-6 0-0 gg",
)


def chapters_of(rules: GipfSetups) -> list[Chapter]:
    """The chapters of one of the three rule sets, with the options that are on at the end."""
    parts = [
        Chapter(Message(_("The goal")), [rules_text.GOAL if rules.has_gipfs else rules_text.GOAL_BASIC]),
        _start_chapter(rules),
        Chapter(Message(_("Your turn")), [rules_text.PUSH], _illustrate(rules, pictures.PUSHES)),
        Chapter(Message(_("Rows")), [rules_text.ROW, rules_text.WHEN], _illustrate(rules, pictures.ROWS)),
    ]
    if rules.has_gipfs:
        shown = pictures.GIPF_PIECES + (pictures.ALL_GIPFS if rules.has_opening else ())
        parts.append(
            Chapter(
                Message(_("GIPF-pieces")), [rules_text.GIPF_PIECE, rules_text.GIPF_CHOICE], _illustrate(rules, shown)
            )
        )
    if rules.has_opening:
        shown = pictures.OPENING
        parts.append(Chapter(Message(_("Bringing in GIPF-pieces")), [rules_text.OPENING], _illustrate(rules, shown)))
    parts.append(_end_chapter(rules))
    if rules.options:
        chosen = [Message(rules.option_help[name]) for name in sorted(rules.options)]
        parts.append(Chapter(Message(_("Optional rules used here")), chosen))
    return parts


def _start_chapter(rules: GipfSetups) -> Chapter:
    begin = rules_text.TOURNAMENT if rules.has_opening else rules_text.STANDARD if rules.has_gipfs else rules_text.BASIC
    caption = Message(_("The board at the start. The reserves are in the corners, White’s at the bottom."))
    picture = Illustration("start", caption, rules.start().text())
    return Chapter(Message(_("The board and the start")), [rules_text.BOARD, begin], [picture])


def _end_chapter(rules: GipfSetups) -> Chapter:
    paragraphs, shown = [rules_text.EMPTY_RESERVE], list(pictures.EMPTY_RESERVE)
    if rules.has_gipfs:
        paragraphs.append(rules_text.LAST_GIPF)
        shown += pictures.LAST_GIPF
        if REMOVER_WINS not in rules.options:
            paragraphs.append(rules_text.REMOVER_LOSES)
    if REPETITION not in rules.options:
        paragraphs.append(rules_text.NO_DRAW)
    return Chapter(Message(_("The end")), paragraphs, _illustrate(rules, shown))


def _illustrate(rules: GipfSetups, sketches: Sequence[DiagramSpec]) -> list[Illustration]:
    return [_illustration(rules, sketch) for sketch in sketches]


def _illustration(rules: GipfSetups, sketch: DiagramSpec) -> Illustration:
    """A sketch as a position of these rules: every piece that is nowhere else is in reserve."""
    board = sketch.board if rules.has_gipfs else sketch.board.lower()
    position = write_with_reserves(rules.pieces, board, sketch.captured, sketch.phases)
    return Illustration(sketch.key, sketch.caption, position, sketch.move, sketch.refused)
