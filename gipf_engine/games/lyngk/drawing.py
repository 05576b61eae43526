"""The board of LYNGK: 43 spots in a star, stacks seen from the side at an angle, claims and columns in the corners."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.diagrams.base import Picture, board
from gipf_engine.diagrams.canvas import Canvas, Point
from gipf_engine.games.lyngk.board import BOARD, CLAIMED, COLOUR_NAMES
from gipf_engine.kit.board import Board
from gipf_engine.kit.drawing import DrawnBoard
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.pieces import Look
from gipf_engine.kit.slabs import LAYER, RADIUS, draw_open_place
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Effects, Pool, View

_CLAIMS, _STEP = 2, 38
_CLAIMED = (_("White has claimed %(colours)s."), _("Black has claimed %(colours)s."))
_NOTHING_CLAIMED = (Message(_("White has claimed no colour.")), Message(_("Black has claimed no colour.")))
_COMPLETED = (_("Columns completed by White: %(columns)s."), _("Columns completed by Black: %(columns)s."))
_COLUMN = _("A completed column, from the top: %(pieces)s.")


def _look(letter: str, paint: str, face: str, band: str, mark: str, dashes: str) -> Look:
    return Look("slab", paint, face, band, COLOUR_NAMES[letter], RADIUS, letter, mark, dashes)


@board("lyngk")
class LyngkBoard(DrawnBoard):
    """Draws and describes both rule sets."""

    game = "lyngk"
    name = Message(_("LYNGK"))
    ground = ""
    has_stacks = True
    unit = 44
    layer = LAYER
    short = RADIUS + 5
    margin = 22
    plate = 1.2
    looks: ClassVar = {
        "I": _look("I", "ivory", "#efe2bd", "#d9c798", "#6b5a2a", ""),
        "B": _look("B", "blue", "#3b6fb8", "#2c5590", "#ffffff", "none"),
        "R": _look("R", "red", "#c8402f", "#9f2f22", "#ffffff", "0.1 4"),
        "G": _look("G", "green", "#3f8246", "#2f6436", "#ffffff", "4.5 3"),
        "K": _look("K", "coal", "#34312d", "#1c1a18", "#e8e4da", "6 2.6 0.1 2.6"),
        "J": _look("J", "joker", "#ffffff", "#e4e0d8", "#6b665d", "1.1 1.9"),
    }

    def board_of(self, view: View) -> Board:
        """There is one."""
        return BOARD

    def _draw_piles(self, canvas: Canvas, picture: Picture, half: Point) -> None:
        """Claims at the left, with an empty place for each that is left, columns at the right; White's below."""
        view = picture.view
        for seat in (WHITE, BLACK):
            floor = half[1] - 26 if (seat == WHITE) is not picture.flipped else 40 - half[1]
            group = canvas.add("g", class_="b-hand", font_size=13)
            for place in range(_CLAIMS):
                draw_open_place(canvas, group, (20 - half[0] + place * _STEP, floor))
            self.lay_out(canvas, group, view.pool(CLAIMED, seat), (20 - half[0], floor), _STEP)
            columns = view.pool(CAPTURED, seat)
            self.lay_out(canvas, group, columns, (half[0] - 30, floor + 4), -_STEP / 2, 0.5)
            self.count_stacks(canvas, group, columns, (half[0] - 9, floor - 4))
            self.mark_mover(group, view, seat, (4 - half[0], floor + 15, 70, 2.5))

    def sentence_of(self, pool: Pool) -> Message:
        """See `DrawnBoard`."""
        if pool.name == CLAIMED:
            return Message(_CLAIMED[pool.seat or 0], {"colours": "{pieces}"})
        return Message(_COMPLETED[pool.seat or 0], {"columns": "{pieces}"})

    def sentence_of_stack(self, pool: Pool) -> Message | None:
        """See `DrawnBoard`."""
        return Message(_COLUMN, {"pieces": "{pieces}"}) if pool.name == CAPTURED else None

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """See `DrawnBoard`: claims come before the stacks that they are about."""
        return [*self.tell_turn(view, effects), *self.tell_piles(view), *self.tell_board(view)]

    def tell_last_move(self, effects: Effects) -> list[Message]:
        """See `DrawnBoard`: with its springboards, and the columns that it took."""
        first, *springboards, last = effects.path
        over = _("Last move: from %(first)s over %(springboards)s to %(last)s.")
        words = {"first": first, "springboards": springboards, "last": last}
        told = [Message(over if springboards else _("Last move: from %(first)s to %(last)s."), words)]
        for spot, stack in effects.captured.items():
            column = {"spot": spot, "pieces": self.words_of(stack[::-1])}
            told.append(Message(_("The column on %(spot)s left the board: %(pieces)s."), column))
        return told

    def tell_piles(self, view: View) -> list[Message]:
        """See `DrawnBoard`: claims and columns."""
        told = []
        for seat in (WHITE, BLACK):
            colours = [stack[0] for stack in view.pool(CLAIMED, seat).stacks]
            claimed = Message(_CLAIMED[seat], {"colours": self.words_of(colours)})
            told.append(claimed if colours else _NOTHING_CLAIMED[seat])
            columns = view.pool(CAPTURED, seat).stacks
            if columns:
                told.append(Message(_COMPLETED[seat], {"columns": len(columns)}))
            told += [Message(_COLUMN, {"pieces": self.words_of(column[::-1])}) for column in columns if column]
        return told

    def summarize(self, view: View, seat: int) -> list[Message]:
        """See `Board`: claimed colours, completed columns, own stacks on the board."""
        colours = [stack[0] for stack in view.pool(CLAIMED, seat).stacks]
        own = sum(bool(stack) and stack[-1] in colours for stack in view.spots.values())
        claimed = [Message(_("Claimed: %(colours)s"), {"colours": self.words_of(colours)})] if colours else []
        return [
            *claimed,
            Message(_("Completed: %(count)s"), {"count": view.pool(CAPTURED, seat).count}),
            Message(_("On the board: %(count)s"), {"count": own}),
        ]
