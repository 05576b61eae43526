"""The rules as players read them: chapters with drawn positions. Knows rules and boards, and no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards import draw
from games.boards.api import Say, Size
from games.rules import rules_for
from games.rules.api import Illustration, Rules
from games.rules.errors import RuleError
from phrases import Phrase


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the rules: the board, and where a turn is played the board after it.

    `refusal` says why the turn may not be played, None where it may or where there is none.
    """

    key: str
    caption: Phrase
    before: str
    after: str | None
    token: str
    refusal: Phrase | None


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter with its pictures drawn."""

    title: Phrase
    told: Sequence[Phrase]
    pictures: Sequence[Shown]


def book(key: str, options: frozenset[str], say: Say = str) -> list[ShownChapter]:
    """The rules `key` with these options. Raises `UnknownRules` and `BadSetup`."""
    rules = rules_for(key, options)
    return [
        ShownChapter(chapter.title, chapter.told, [_shown(rules, picture, say) for picture in chapter.pictures])
        for chapter in rules.chapters()
    ]


def cover(rules: Rules, say: Say = str, size: Size = "small") -> str | None:
    """The first picture of the rules, small; None where they have none."""
    pictures = (picture for chapter in rules.chapters() for picture in chapter.pictures)
    first = next(pictures, None)
    return None if first is None else draw(rules.position(first.position).view(), size=size, say=say)


def _shown(rules: Rules, picture: Illustration, say: Say) -> Shown:
    position = rules.position(picture.position)
    before = draw(position.view(), say=say, name=picture.key)
    if not picture.move:
        return Shown(picture.key, picture.caption, before, None, "", None)
    try:
        move = position.parse(picture.move)
    except RuleError as refusal:
        return Shown(picture.key, picture.caption, before, None, picture.move, refusal.phrase)
    after = draw(position.play(move).view(), position.effects(move), say=say, name=picture.key)
    return Shown(picture.key, picture.caption, before, after, picture.move, None)
