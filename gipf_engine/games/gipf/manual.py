"""The rules of GIPF in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Position
from gipf_engine.rules.gipf import diagrams, rules_text
from gipf_engine.rules.gipf.diagrams import DiagramSpec
from gipf_engine.rules.gipf.position_text import parse_position


class RuleSet(Protocol):
    """What the chapters ask of one of the three rule sets."""

    @property
    def has_gipfs(self) -> bool: ...
    @property
    def has_opening(self) -> bool: ...
    @property
    def pieces(self) -> int: ...
    @property
    def options(self) -> Collection[str]: ...
    @property
    def option_help(self) -> Mapping[str, str]: ...
    def start(self) -> Position: ...


def chapters_of(rules: RuleSet) -> list[Chapter]:
    """The chapters of one of the three rule sets, with the options that are on at the end."""
    parts = [
        Chapter(Message(_("The goal")), [rules_text.GOAL if rules.has_gipfs else rules_text.GOAL_BASIC]),
        _start_chapter(rules),
        Chapter(Message(_("Your turn")), [rules_text.PUSH], _illustrate(rules, diagrams.PUSHES)),
        Chapter(Message(_("Rows")), [rules_text.ROW, rules_text.WHEN], _illustrate(rules, diagrams.ROWS)),
    ]
    if rules.has_gipfs:
        shown = diagrams.GIPF_PIECES + (diagrams.ALL_GIPFS if rules.has_opening else ())
        parts.append(
            Chapter(
                Message(_("GIPF-pieces")), [rules_text.GIPF_PIECE, rules_text.GIPF_CHOICE], _illustrate(rules, shown)
            )
        )
    if rules.has_opening:
        shown = diagrams.OPENING
        parts.append(Chapter(Message(_("Bringing in GIPF-pieces")), [rules_text.OPENING], _illustrate(rules, shown)))
    parts.append(_end_chapter(rules))
    if rules.options:
        chosen = [Message(rules.option_help[name]) for name in sorted(rules.options)]
        parts.append(Chapter(Message(_("Played differently here")), chosen))
    return parts


def _start_chapter(rules: RuleSet) -> Chapter:
    begin = rules_text.TOURNAMENT if rules.has_opening else rules_text.STANDARD if rules.has_gipfs else rules_text.BASIC
    caption = Message(_("The board at the start. In the corners: the reserves, White’s below."))
    picture = Illustration("start", caption, rules.start().text())
    return Chapter(Message(_("The board and the start")), [rules_text.BOARD, begin], [picture])


def _end_chapter(rules: RuleSet) -> Chapter:
    paragraphs, shown = [rules_text.EMPTY_RESERVE], list(diagrams.EMPTY_RESERVE)
    if rules.has_gipfs:
        paragraphs.append(rules_text.LAST_GIPF)
        shown += diagrams.LAST_GIPF
        if rules_text.REMOVER_WINS not in rules.options:
            paragraphs.append(rules_text.REMOVER_LOSES)
    if rules_text.REPETITION not in rules.options:
        paragraphs.append(rules_text.NO_DRAW)
    return Chapter(Message(_("The end")), paragraphs, _illustrate(rules, shown))


def _illustrate(rules: RuleSet, sketches: Sequence[DiagramSpec]) -> list[Illustration]:
    return [_illustration(rules, sketch) for sketch in sketches]


def _illustration(rules: RuleSet, sketch: DiagramSpec) -> Illustration:
    """A sketch as a position of these rules: every piece that is nowhere else is in reserve."""
    board = sketch.board if rules.has_gipfs else sketch.board.lower()
    rest = f"{sketch.captured[0]}-{sketch.captured[1]} {sketch.phases}"
    seen = parse_position(f"{board} w 0-0 {rest}")
    reserves = "-".join(str(rules.pieces - seen.pieces(seat)) for seat in (0, 1))
    return Illustration(sketch.key, sketch.caption, f"{board} w {reserves} {rest}", sketch.move, sketch.refused)
