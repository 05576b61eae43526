"""The rules of GIPF in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.rules.api import Chapter, Illustration
from games.rules.gipf import pictures, told
from games.rules.gipf.pictures import Sketch
from games.rules.gipf.scene import read_scene
from phrases import Phrase
from phrases import gettext_noop as _

if TYPE_CHECKING:
    from games.rules.gipf.common import GipfRules


def chapters_of(rules: GipfRules) -> list[Chapter]:
    """The chapters of one of the three rule sets, with the options that are on at the end."""
    parts = [
        Chapter(Phrase(_("The goal")), [told.GOAL if rules.has_gipfs else told.GOAL_BASIC]),
        _start(rules),
        Chapter(Phrase(_("Your turn")), [told.PUSH], _drawn(rules, pictures.PUSHES)),
        Chapter(Phrase(_("Rows")), [told.ROW, told.WHEN], _drawn(rules, pictures.ROWS)),
    ]
    if rules.has_gipfs:
        shown = pictures.GIPF_PIECES + (pictures.ALL_GIPFS if rules.has_opening else ())
        parts.append(Chapter(Phrase(_("GIPF-pieces")), [told.GIPF_PIECE, told.GIPF_CHOICE], _drawn(rules, shown)))
    if rules.has_opening:
        shown = pictures.OPENING
        parts.append(Chapter(Phrase(_("Bringing in GIPF-pieces")), [told.OPENING], _drawn(rules, shown)))
    parts.append(_end(rules))
    if rules.options:
        chosen = [Phrase(rules.option_help[name]) for name in sorted(rules.options)]
        parts.append(Chapter(Phrase(_("Played differently here")), chosen))
    return parts


def _start(rules: GipfRules) -> Chapter:
    begin = told.TOURNAMENT if rules.has_opening else told.STANDARD if rules.has_gipfs else told.BASIC
    caption = Phrase(_("The board at the start. In the corners: the reserves, White’s below."))
    picture = Illustration("start", caption, rules.start().text())
    return Chapter(Phrase(_("The board and the start")), [told.BOARD, begin], [picture])


def _end(rules: GipfRules) -> Chapter:
    paragraphs, shown = [told.EMPTY_RESERVE], list(pictures.EMPTY_RESERVE)
    if rules.has_gipfs:
        paragraphs.append(told.LAST_GIPF)
        shown += pictures.LAST_GIPF
        if told.REMOVER_WINS not in rules.options:
            paragraphs.append(told.REMOVER_LOSES)
    if told.REPETITION not in rules.options:
        paragraphs.append(told.NO_DRAW)
    return Chapter(Phrase(_("The end")), paragraphs, _drawn(rules, shown))


def _drawn(rules: GipfRules, sketches: Sequence[Sketch]) -> list[Illustration]:
    return [_illustration(rules, sketch) for sketch in sketches]


def _illustration(rules: GipfRules, sketch: Sketch) -> Illustration:
    """A sketch as a position of these rules: every piece that is nowhere else is in reserve."""
    board = sketch.board if rules.has_gipfs else sketch.board.lower()
    rest = f"{sketch.captured[0]}-{sketch.captured[1]} {sketch.phases}"
    seen = read_scene(f"{board} w 0-0 {rest}")
    reserves = "-".join(str(rules.pieces - seen.pieces(seat)) for seat in (0, 1))
    return Illustration(sketch.key, sketch.caption, f"{board} w {reserves} {rest}", sketch.move, sketch.refused)
