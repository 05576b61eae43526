"""Setting a position up by hand: piece by piece on the board, or as a position text.

The position is in the address. A touch is a link to the same page, which goes on at the position with the piece on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from common.translation import message_translator, translate_message
from common.web import BAD_INPUT, REFUSED
from games.analysis.services import LONGEST_POSITION, need_open_positions
from games.analysis_board.line import read_start, rules_or_404
from games.core.analysis_address import analysis_address
from games.core.labels import rules_name
from games.core.replay import Start
from games.fair_play import FairPlayRefused
from gipf_engine.diagrams import draw
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import BLACK, WHITE, Position
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.laying import Laying

POINT_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A link to the same position: something that can be put on it, or who is to move."""

    words: Message
    url: str
    current: bool
    key: str = ""


@dataclass(frozen=True)
class Layout:
    """A position that is set up; `piece`: the key of what the next touch puts on the board."""

    start: Start
    position: Position
    piece: str = ""

    @property
    def laying(self) -> Laying[Position] | None:
        """None where positions of the game are written alone."""
        return self.position.rules.laying()

    @property
    def name(self) -> Message:
        """What players call the rules."""
        return rules_name(self.start.rules)

    @property
    def text(self) -> str:
        """The position text."""
        return self.position.text()

    def url(self, **changes: str) -> str:
        """The address of this page with something else in it."""
        about = {"position": self.text, "options": ",".join(self.start.options), "piece": self.piece} | changes
        asked = {name: text for name, text in about.items() if text}
        return f"{reverse('analysis-set-up', args=[self.start.rules])}?{urlencode(asked)}"

    @property
    def pieces(self) -> list[Choice]:
        """What can be put on the board; one is chosen."""
        known = self.laying.choices if self.laying else ()
        return [Choice(laid.words, self.url(piece=laid.key), laid.key == self.piece, laid.key) for laid in known]

    @property
    def movers(self) -> list[Choice]:
        """Who is to move, where the position can be had either way."""
        other = self.position.with_other_to_move()
        if other is None:
            return []
        seat, here = self.position.turn, self.url()
        there = replace(self, position=other).url()
        if seat is None:
            seat = WHITE if other.turn in (None, BLACK) else BLACK
        names = (Message(_("White to move")), Message(_("Black to move")))
        return [Choice(names[each], here if each == seat else there, each == seat) for each in (WHITE, BLACK)]

    @property
    def empty_url(self) -> str:
        """To the board without pieces; "" where there is none to set up on."""
        return "" if self.laying is None else replace(self, position=self.laying.empty()).url()

    @property
    def first_url(self) -> str:
        """To the first position of the game."""
        return reverse("analysis-set-up", args=[self.start.rules])

    @property
    def done_url(self) -> str:
        """To the analysis of the position."""
        return analysis_address(Start(self.start.rules, self.start.options, text=self.text))

    @property
    def svg(self) -> SafeString:
        """The board; each point is a link that puts the chosen piece there."""
        spots = self.position.view().spots if self.piece else {}
        links = {spot: f"{self.url(on=spot)}#lay-out" for spot in spots}
        drawn = draw(self.position.view(), targets=spots, interactive=True, links=links, translate=message_translator())
        return mark_safe(drawn)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone


@require_safe
def set_up(request: HttpRequest, rules: str) -> HttpResponse:
    """A position that is set up; `?on=` puts the piece `?piece=` on a point."""
    rules_or_404(rules)
    try:
        layout = _read_layout(request, rules)
    except BadSetup as refused:
        return show_layout(request, rules, refused=translate_message(refused.message))
    try:
        need_open_positions(request.user, rules, [layout.position])
    except FairPlayRefused as refused:
        known = {"why": translate_message(refused.message), "by_fair_play": True}
        return render(request, "games/analysis_board/closed.html", known, status=REFUSED)
    point = request.GET.get("on", "")[:POINT_LENGTH]
    if not point or layout.laying is None:
        return _show(request, layout)
    try:
        return redirect(replace(layout, position=layout.laying.put(layout.position, point, layout.piece)).url())
    except KeyError:
        return redirect(layout.url())
    except BadSetup as refused:
        return _show(request, layout, refused=translate_message(refused.message), status=BAD_INPUT)


def show_layout(request: HttpRequest, rules: str, *, refused: str) -> HttpResponse:
    """The page for a position text that cannot be: it stands in the field, beside the empty board."""
    known = rules_for(rules)
    laying = known.laying()
    position = known.start() if laying is None else laying.empty()
    layout = _layout_of(Start(rules, text=position.text()), "")
    typed = request.GET.get("position", "").replace("\0", "")[: LONGEST_POSITION + 1]
    return _show(request, layout, refused=refused, typed=typed, status=BAD_INPUT)


def _read_layout(request: HttpRequest, rules: str) -> Layout:
    start = read_start(request, rules)
    return _layout_of(start, request.GET.get("piece", ""))


def _layout_of(start: Start, piece: str) -> Layout:
    position = start.position()
    laying = position.rules.laying()
    return Layout(start, position, "" if laying is None else _known_piece(laying, piece))


def _known_piece(laying: Laying[Position], piece: str) -> str:
    keys = [laid.key for laid in laying.choices]
    return piece if piece in keys else keys[0]


def _show(
    request: HttpRequest, layout: Layout, *, refused: str = "", typed: str | None = None, status: int = 200
) -> HttpResponse:
    known = {"layout": layout, "refused": refused, "typed": layout.text if typed is None else typed}
    return render(request, "games/analysis_board/set_up.html", known, status=status)
