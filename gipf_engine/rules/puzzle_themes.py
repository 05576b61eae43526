"""Themes of puzzles: what the winning line does, the same for every game, told by what its turns do on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Position

LONG = 3
"""A line of so many own turns is long."""


@dataclass(frozen=True, slots=True)
class WinningLine:
    """What the turns of a winning line do: those of the winner, the first one first, and those of the defence."""

    own: Sequence[Effects]
    others: Sequence[Effects]


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme under its key: its name, and whether a line has it."""

    key: str
    name: Message
    fits: Callable[[WinningLine], bool]


THEMES = (
    Theme("one-turn", Message(_("Win in one turn")), lambda line: len(line.own) == 1),
    Theme("long", Message(_("Long line")), lambda line: len(line.own) >= LONG),
    Theme("quiet", Message(_("Quiet start")), lambda line: not line.own[0].removed),
    Theme("capture", Message(_("Capture")), lambda line: any(turn.captured for turn in line.own)),
    Theme(
        "double-capture", Message(_("Several captures")), lambda line: any(len(turn.captured) > 1 for turn in line.own)
    ),
    Theme("exchange", Message(_("Exchange")), lambda line: any(turn.captured for turn in line.others)),
)
"""In the order in which they are listed."""


def themes_of(position: Position, line: Sequence[str]) -> list[str]:
    """The keys of the themes of a line of turns, the winner's first, from a position."""
    done: tuple[list[Effects], list[Effects]] = ([], [])
    for ply, token in enumerate(line):
        move = position.parse(token)
        done[ply % 2].append(position.effects(move))
        position = position.play(move)
    return [theme.key for theme in THEMES if theme.fits(WinningLine(*done))]


def find_theme(key: str) -> Theme | None:
    """By its key."""
    return next((theme for theme in THEMES if theme.key == key), None)
