"""How does this position look? A seat's `View` in, SVG and words out.

    >>> from gipf_engine.diagrams import describe, draw
    >>> from gipf_engine.rules import rules_for
    >>> view = rules_for("gipf-basic").start().view()
    >>> draw(view)[:4]
    '<svg'
    >>> str(describe(view)[0])
    'White is to move.'

Colours come from `static/css/board.css`; without it the drawing has its own (mail, feeds, PDF).
A new game is one new module with a class under `@board`; until it is there the position is shown as a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gipf_engine.diagrams.base import BOARDS, Board, Choice, Picture, Size, Translate
from gipf_engine.diagrams.canvas import write_parts
from gipf_engine.diagrams.fallback import ListedBoard
from gipf_engine.diagrams.marks import draw_study_marks
from gipf_engine.messages import Message
from gipf_engine.rules.base import Effects, View

__all__ = [
    "Choice",
    "describe",
    "describe_turn",
    "draw",
    "draw_marks",
    "follows_effects",
    "points_of",
    "summarize",
    "tell_turn",
]

_LISTED = ListedBoard()


def draw(
    view: View,
    effects: Effects | None = None,
    *,
    size: Size = None,
    targets: Iterable[str] = (),
    interactive: bool = False,
    flipped: bool = False,
    links: Mapping[str, str] | None = None,
    translate: Translate = str,
    name: str = "",
    marks: Iterable[str] = (),
) -> str:
    """The position as one `<svg>` element.

    `effects`: the last move, shown as ring and arrow, what it took as ghosts. `size`: None fills its place; a
    number is a width in CSS pixels; "small" is a thumbnail without coordinates and hands. `targets`: spots (in
    GIPF also dots) marked as legal. `interactive`: every spot can be hit and named (`data-spot`), one of them
    has the tab stop, and a script can move the marks. `links`: the address that a hit on a target leads to.
    `flipped`: seen from Black's side, where two sit at the board. `translate` turns the words in it into the reader's
    language. `name` sets drawings of the same position apart that share a page. `marks` are points ("Gd4") and arrows
    ("Rd4-e5") to draw over it, each with the letter of its colour (`gipf_engine.studies.chapter`).
    """
    picture = Picture(
        view, effects, size, tuple(targets), interactive, flipped, links or {}, translate, name, tuple(marks)
    )
    return _board_of(view.game).draw(picture)


def points_of(view: View) -> frozenset[str]:
    """The points of a position that can be marked on its drawing; none where the game draws no board."""
    return frozenset(_board_of(view.game).places_of(view, flipped=False))


def draw_marks(view: View, marks: Iterable[str], *, flipped: bool = False) -> str:
    """The marks of a study alone, for a drawing of this position that is there already; "" without any."""
    places = _board_of(view.game).places_of(view, flipped=flipped)
    return write_parts(lambda canvas: draw_study_marks(canvas, marks, places))


def describe(view: View, effects: Effects | None = None) -> list[Message]:
    """The position in words, for those who listen to it."""
    return _board_of(view.game).describe(view, effects)


def tell_turn(view: View, effects: Effects | None) -> list[Message]:
    """What is said of a turn that was just made."""
    return _board_of(view.game).tell_turn(view, effects)


def summarize(view: View, seat: int) -> list[Message]:
    """What a seat has beside and on the board, in a few words; nothing where the game has nothing to count."""
    return _board_of(view.game).summarize(view, seat)


def follows_effects(game: str) -> bool:
    """Whether the drawing of a game can go on in the browser by what a turn does (`Position.told`)."""
    return _board_of(game).follows_effects


def describe_turn(view: View, token: str) -> Choice:
    """What a legal turn is about and what it is called: from the view alone, so it tells of nothing face down."""
    return _board_of(view.game).describe_turn(view, token)


def _board_of(game: str) -> Board:
    return BOARDS.get(game, _LISTED)
