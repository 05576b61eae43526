"""A position of a game that has no board of its own yet: what stands where, as a list."""

from __future__ import annotations

from gipf_engine.diagrams.base import Board, Picture
from gipf_engine.diagrams.canvas import Canvas
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, View

WIDTH, LINE, MARGIN = 320, 22, 16
_TURNS = (Message(_("White is to move.")), Message(_("Black is to move.")))
_POOLS = {
    None: "%(what)s: %(holds)s",
    0: _("White, %(what)s: %(holds)s"),
    1: _("Black, %(what)s: %(holds)s"),
}
_OVER = Message(_("The game is over."))


class ListedBoard(Board):
    """Whatever a view names: its spots and what lies beside them, a line each."""

    def draw(self, picture: Picture) -> str:
        """See `gipf_engine.diagrams.draw`. There is nothing to be hit, so targets are not shown."""
        words = [picture.translate(message) for message in self.describe(picture.view, picture.effects)]
        height = 2 * MARGIN + LINE * len(words)
        width = picture.size if isinstance(picture.size, int) else None
        canvas = Canvas("board board-listed", (0, 0, WIDTH, height), repr(picture), width)
        canvas.tell(words[0], words[1:], group=False)
        canvas.add("rect", class_="b-plate", x=0, y=0, width=WIDTH, height=height, rx=7, fill="#f3efe6")
        lines = canvas.add("g", class_="b-count", fill="#1d1c1a", font_size=13, aria_hidden="true")
        for number, line in enumerate(words):
            canvas.text((WIDTH / 2, MARGIN + LINE * (number + 0.5)), line, lines)
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """Who is to move, then every spot and every hand that is not empty."""
        messages = [_OVER if view.turn is None else _TURNS[view.turn]]
        messages += [
            Message("%(spot)s: %(pieces)s", {"spot": spot, "pieces": " ".join(stack)})
            for spot, stack in view.spots.items()
            if stack
        ]
        messages += [_pool(pool) for pool in view.pools if pool.count]
        return messages


def _pool(pool: Pool) -> Message:
    """What lies beside the board under one name: how many, or the stacks."""
    holds = [" ".join(stack) for stack in pool.stacks] or pool.count
    return Message(_POOLS[pool.seat], {"what": pool.name, "holds": holds})
