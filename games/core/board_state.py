"""Where a page stands in a record: line, turn and side, and the addresses that lead on from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.safestring import SafeString, mark_safe

from common.translation import translate_message
from games.core.queries.page import RecordView
from games.core.replay import Frame
from games.core.variations import Variation
from gipf_engine.rules.base import BLACK, WHITE


def number_asked(request: HttpRequest, name: str) -> int | None:
    """A whole number from the address; None without one. What is no number is no page."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Http404
    return int(text)


def render_game(frame: Frame, *, flipped: bool = False, marks: Sequence[str] = (), name: str = "") -> SafeString:
    """The board of a frame for a template: markup of our own making, without anything a visitor wrote.

    `name` sets it apart from others of the same position on a page.
    """
    svg = frame.svg(translate_message, flipped=flipped, marks=marks, name=name)
    return mark_safe(svg)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone


@dataclass(frozen=True, slots=True)
class Side:
    """One player beside the board: what he has, what his clock showed, and whether he is to move."""

    seat: int
    has: str
    clock: str
    to_move: bool


@dataclass(frozen=True)
class BoardState:
    """Where in a record the page stands, and where its links lead.

    `variation` is the number of a line, 0 the game; on the turns that a variation shares with the line before it, that
    line is stood on. `flipped`: the board is seen from Black's side.
    """

    record: RecordView
    ply: int
    variation: int = 0
    flipped: bool = False

    @property
    def line(self) -> Variation:
        """The game or the variation."""
        return self.record.lines[self.variation]

    @property
    def last(self) -> int:
        """How many turns the line has."""
        return self.line.plies

    @property
    def back(self) -> int | None:
        """The turn before this one."""
        return self.ply - 1 if self.ply else None

    @property
    def on(self) -> int | None:
        """The turn after this one."""
        return self.ply + 1 if self.ply < self.last else None

    @property
    def frame(self) -> Frame:
        """The position."""
        return self.record.frame(self.ply, self.variation)

    @property
    def svg(self) -> SafeString:
        """The drawn board."""
        return render_game(self.frame, flipped=self.flipped)

    @property
    def sides(self) -> list[Side]:
        """White and Black."""
        return [self.side(seat, self.ply) for seat in (WHITE, BLACK)]

    def side(self, seat: int, ply: int) -> Side:
        """A player after `ply` turns of the line."""
        frame = self.record.frame(ply, self.variation)
        has = " · ".join(translate_message(message) for message in frame.has(seat))
        return Side(seat, has, clock_text(self.record.clock(seat, min(ply, self.shared))), frame.view.turn == seat)

    @property
    def shared(self) -> int:
        """How many turns of the line were played in the game, where clocks were running."""
        return self.line.start if self.variation else self.last

    def query(self, **changes: Any) -> str:
        """The part of an address behind the question mark that leads to another turn, line or side."""
        there = replace(self, **changes)
        asked: dict[str, int] = {"record": self.record.line.number}
        if there.variation:
            asked["variation"] = there.variation
        asked["ply"] = there.ply
        if there.flipped:
            asked["flip"] = 1
        return "?" + urlencode(asked)

    @property
    def here_query(self) -> str:
        """To this very place."""
        return self.query()

    @property
    def first_query(self) -> str:
        """To the beginning."""
        return self.query(ply=0)

    @property
    def back_query(self) -> str:
        """To the turn before."""
        return self.query(ply=self.back)

    @property
    def on_query(self) -> str:
        """To the turn after."""
        return self.query(ply=self.on)

    @property
    def last_query(self) -> str:
        """To the end of the line."""
        return self.query(ply=self.last)

    @property
    def flip_query(self) -> str:
        """To this place, seen from the other side of the board."""
        return self.query(flipped=not self.flipped)


def board_state(request: HttpRequest, record: RecordView) -> BoardState:
    """What the address asks for: `?ply=`, `?variation=`, `?flip=1`. Http404 where the record has no such place."""
    variation = number_asked(request, "variation") or 0
    if variation >= len(record.lines):
        raise Http404
    ply = number_asked(request, "ply")
    there = BoardState(record, 0, variation, number_asked(request, "flip") == 1)
    if ply is not None and ply > there.last:
        raise Http404
    return _in_its_line(replace(there, ply=there.last if ply is None else ply))


def _in_its_line(there: BoardState) -> BoardState:
    """What a variation shares with the line before it is a place in that line."""
    while there.variation and there.ply <= there.line.start:
        there = replace(there, variation=there.line.parent)
    return there


def clock_text(milliseconds: int | None) -> str:
    """What a clock shows: "9:58", "1:02:03"; "" for nothing."""
    if milliseconds is None:
        return ""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
