"""The rules as players read them: chapters with drawn positions. Knows rules and boards, and no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.diagrams import draw
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Illustration, Rules
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.introduced_games import cover_position


@dataclass(frozen=True, slots=True)
class RenderedDiagram:
    """A picture of the rules: the board, and where a turn is played the board after it.

    `refusal` says why the turn may not be played, None where it may or where there is none. `is_over`: nothing can be
    played on the first board.
    """

    key: str
    caption: Message
    before: str
    after: str | None
    token: str
    refusal: Message | None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class RenderedChapter:
    """A chapter with its pictures drawn."""

    title: Message
    paragraphs: Sequence[Message]
    pictures: Sequence[RenderedDiagram]


def manual_chapters(key: str, options: frozenset[str], translate: Translate = str) -> list[RenderedChapter]:
    """The rules `key` with these options. Raises `UnknownRules` and `BadSetup`."""
    rules = rules_for(key, options)
    return [
        RenderedChapter(
            chapter.title, chapter.paragraphs, [_render(rules, picture, translate) for picture in chapter.pictures]
        )
        for chapter in rules.chapters()
    ]


def cover_diagram(rules: Rules, translate: Translate = str, *, name: str = "") -> str | None:
    """The first picture of the rules, else the start, small; None where neither is there without a set-up.

    `name` sets those apart that share a page.
    """
    position = cover_position(rules)
    return None if position is None else draw(position.view(), size="small", translate=translate, name=name)


def _render(rules: Rules, picture: Illustration, translate: Translate) -> RenderedDiagram:
    position = rules.position(picture.position)
    before = draw(position.view(), translate=translate, name=picture.key)
    if not picture.move:
        return RenderedDiagram(picture.key, picture.caption, before, None, "", None, position.outcome is not None)
    try:
        move = position.parse(picture.move)
    except RuleError as refusal:
        return RenderedDiagram(picture.key, picture.caption, before, None, picture.move, refusal.message)
    after = draw(position.play(move).view(), position.effects(move), translate=translate, name=picture.key)
    return RenderedDiagram(picture.key, picture.caption, before, after, picture.move, None)
