"""A board of any game on the kit in words, from what its pieces and piles are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from gipf_engine.diagrams import base
from gipf_engine.kit.pieces import Look
from gipf_engine.messages import SEPARATOR, Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Pool, Stack, View

EACH, STACKS = "*", "="
"""What is counted on a pile instead of one kind of piece: each piece, each stack."""
_TURNS = (_("%(game)s board, White is to move"), _("%(game)s board, Black is to move"))
_OVER = _("%(game)s board, the game is over")
_TO_MOVE = (Message(_("White is to move.")), Message(_("Black is to move.")))
_GAME_OVER = Message(_("The game is over."))
_LAST, _LYING = _("Last move: %(path)s."), _("%(piece)s: %(spots)s.")
_EMPTY, _TAKEN = _("%(spot)s: empty"), _("%(spot)s: %(pieces)s")
_COUNTED = _("%(count)s × %(piece)s")
_HIGH = _("%(spot)s: %(height)s high, from the top %(pieces)s")
_STACK = _("On %(spot)s, %(height)s high, from the top: %(pieces)s.")
_OF_POINTS = {"empty": _EMPTY, "taken": _TAKEN, "high": _HIGH, "stack": _STACK}
_DOT = _("dot %(spot)s")
_SINGLE = _("Single pieces, %(piece)s: %(spots)s.")
_HELD = {0: _("White, %(pile)s: %(pieces)s."), 1: _("Black, %(pile)s: %(pieces)s."), None: _("%(pile)s: %(pieces)s.")}


class DescribedBoard(base.Board):
    """What a board is told by. `has_stacks`: pieces stand on each other and are told from the top.

    `looks`: its pieces by letter; `together`: what pieces on each other are called where they have a name together.
    `piles`: what each pile is called in words.
    """

    name: ClassVar[Message]
    has_stacks: ClassVar[bool] = False
    looks: ClassVar[Mapping[str, Look]]
    together: ClassVar[Mapping[str, Message]] = {}
    piles: ClassVar[Mapping[str, Message]]
    whole: ClassVar[frozenset[str]] = frozenset()
    """The piles of which the stacks are counted, and not their pieces."""

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """Whose turn it is, the last move, what stands where, what lies beside the board."""
        return [*self.tell_turn(view, effects), *self.tell_board(view), *self.tell_piles(view)]

    def tell_turn(self, view: View, effects: Effects | None) -> list[Message]:
        """Whose turn it is, and the last move."""
        told = [_GAME_OVER if view.turn is None else _TO_MOVE[view.turn]]
        if effects and effects.path:
            told += self.tell_last_move(effects)
        return told

    def tell_last_move(self, effects: Effects) -> list[Message]:
        """The points that the last move went over."""
        return [Message(_LAST, {"path": list(effects.path)})]

    def tell_board(self, view: View) -> list[Message]:
        """What stands where: stacks from the highest down, then each piece and its spots."""
        if not self.has_stacks:
            return self._tell_pieces(_LYING, view.spots)
        stacks = sorted(view.spots.items(), key=lambda each: -len(each[1]))
        alone = {spot: stack for spot, stack in view.spots.items() if len(stack) == 1}
        return [
            *(self._tell_stack(spot, stack) for spot, stack in stacks if len(stack) > 1),
            *self._tell_pieces(_SINGLE, alone),
        ]

    def _tell_pieces(self, words: str, stacks: Mapping[str, Stack]) -> list[Message]:
        found: dict[str, list[str]] = {}
        for spot, stack in stacks.items():
            if not stack:
                continue
            named = "".join(stack)
            for piece in [named] if named in self.together else set(stack):
                found.setdefault(piece, []).append(spot)
        return [
            Message(words, {"piece": word, "spots": found[piece]})
            for piece, word in self.words_of_pieces.items()
            if piece in found
        ]

    @cached_property
    def words_of_pieces(self) -> dict[str, Message]:
        """What pieces are called, those first that have a name together."""
        return dict(self.together) | {piece: look.word for piece, look in self.looks.items()}

    def _tell_stack(self, spot: str, stack: Stack) -> Message:
        words = {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1])}
        return Message(_STACK, words)

    def words_of(self, stack: Iterable[str]) -> list[Message]:
        """The names of some pieces: the one that they have together, else that of each."""
        pieces = list(stack)
        named = self.together.get("".join(pieces))
        return [named] if named else [self.looks[piece].word for piece in pieces]

    def tell_piles(self, view: View) -> list[Message]:
        """What lies beside the board."""
        return [self._tell_pile(pool) for pool in view.pools if pool.count]

    def summarize(self, view: View, seat: int) -> list[Message]:
        """What lies beside the board for a seat."""
        pools = [pool for pool in view.pools if pool.seat == seat and pool.count]
        return [
            Message(_("%(pile)s: %(pieces)s"), {"pile": self.piles[pool.name], "pieces": self._words(pool)})
            for pool in pools
        ]

    def _tell_pile(self, pool: Pool) -> Message:
        return Message(_HELD[pool.seat], {"pile": self.piles[pool.name], "pieces": self._words(pool)})

    def _words(self, pool: Pool) -> list[Message | int]:
        if isinstance(pool.content, int) or pool.name in self.whole:
            return [pool.count]
        return [
            Message(_COUNTED, {"count": count, "piece": self.looks[piece].word})
            for _which, piece, count in self.held_on(pool)
            if count
        ]

    def sentences_to_follow(self, piles: Sequence[Pool]) -> Mapping[str, object]:
        """The sentences of `describe` and of the points with names in braces for what changes."""
        lying, single = (_SINGLE if self.has_stacks else _LYING), {"spots": "{spots}"}
        words = {each: f"{{{each}}}" for each in ("spot", "height", "pieces")}
        return {
            "titles": [Message(title, {"game": self.name}) for title in (*_TURNS, _OVER)],
            "pieces": {piece: Message(lying, single | {"piece": word}) for piece, word in self.words_of_pieces.items()},
            "piles": {key_of(pool): self.sentence_of(pool) for pool in piles},
            "stacked": {key_of(pool): sentence for pool in piles if (sentence := self.sentence_of_stack(pool))},
            "counted": Message(_COUNTED, {"count": "{count}", "piece": "{piece}"}),
            **{key: Message(text, words) for key, text in _OF_POINTS.items()},
            "comma": Message(SEPARATOR),
        }

    def sentence_of(self, pool: Pool) -> Message:
        """What is said of a pile, with `{pieces}` for what lies there."""
        return Message(_HELD[pool.seat], {"pile": self.piles[pool.name], "pieces": "{pieces}"})

    def sentence_of_stack(self, pool: Pool) -> Message | None:
        """What is said of each stack on a pile, with `{pieces}` from the top; None where no more than their number is.

        Boards with `Pile(whole=True)` may override it.
        """
        return None

    def title(self, view: View) -> Message:
        """The drawing's name."""
        return Message(_OVER if view.turn is None else _TURNS[view.turn], {"game": self.name})

    def label(self, view: View, spot: str) -> Message:
        """What stands on a point."""
        if spot not in view.spots:
            return Message(_DOT, {"spot": spot})
        stack = view.spots[spot]
        if not stack:
            return Message(_EMPTY, {"spot": spot})
        words = {"spot": spot, "height": len(stack), "pieces": self.words_of(stack[::-1] if self.has_stacks else stack)}
        return Message(_HIGH if self.has_stacks and len(stack) > 1 else _TAKEN, words)

    def held_on(self, pool: Pool) -> list[tuple[str, str, int]]:
        """What lies on a pile: for each kind that is counted there what counts (a piece, `EACH` or `STACKS`), the piece
        that stands for it, and how many there are.
        """
        if isinstance(pool.content, int):
            return [(EACH, self.counted_as(pool), pool.content)]
        if pool.name in self.whole:
            return [(STACKS, self.counted_as(pool), pool.count)]
        counts = Counter(piece for stack in pool.content for piece in stack)
        return [(piece, piece, counts[piece]) for piece in self.looks]

    def counted_as(self, pool: Pool) -> str:
        """The piece that stands for a pile of which only the number is shown: games with such piles say which."""
        raise KeyError(pool.name)


def key_of(pool: Pool) -> str:
    """How effects call a pile."""
    return pool.name if pool.seat is None else f"{pool.name}.{pool.seat}"
