"""A position of Guo Wu Guan as every game shows it: `gipf_engine.rules.base.Position`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import FACE_DOWN, Effects, Move, Outcome, Pool, Position, Rules, Stack, View
from gipf_engine.rules.errors import IllegalMove
from gipf_engine.rules.guowuguan.ascii import draw_ascii
from gipf_engine.rules.guowuguan.layout import Layout
from gipf_engine.rules.guowuguan.move import BOTH, LEFT, PLACES, REFILL, RIGHT, GuoWuGuanMove, parse_move
from gipf_engine.rules.guowuguan.movegen import moves
from gipf_engine.rules.guowuguan.outcome import determine_outcome, tally
from gipf_engine.rules.guowuguan.position_text import write_position
from gipf_engine.rules.guowuguan.state import PASSED, GuoWuGuanState
from gipf_engine.rules.guowuguan.tiles import INDEX, KINDS
from gipf_engine.rules.guowuguan.validation import find_fault

FEW = 12
"""Up to so many legal turns are told to a player whose turn was refused."""
GENERALS = "G"
"""Stands for the generals' place, where a spot's name begins with the number of a level."""
OPEN_GENERALS = 1
"""Generals that lie open at each end of their row; those between them lie face down (GUO 2)."""


class GuoWuGuanPosition(Position):
    """A state with its rule set. Moves are `GuoWuGuanMove`s; whether the game is over is found out when first asked."""

    def __init__(self, rules: Rules, layout: Layout, state: GuoWuGuanState) -> None:
        self.rules = rules
        self.layout = layout
        self.state = state
        self._outcome: Outcome | None = None
        self._ended: bool | None = None
        self._last_legal: GuoWuGuanMove | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GuoWuGuanPosition):
            return NotImplemented
        return (self.state, self.rules.key, self.rules.options) == (other.state, other.rules.key, other.rules.options)

    def __hash__(self) -> int:
        return hash((self.state, self.rules.key))

    def __repr__(self) -> str:
        """What a log may hold: nothing that lies face down."""
        return f"<{self.rules.key}, round {self.state.round}, {self.state.moves} moves>"

    @property
    def turn(self) -> int | None:
        """0, the only seat; None when the game is over."""
        return 0 if self.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while a turn can be played."""
        if self._ended is None:
            self._outcome = determine_outcome(self.state, self.layout)
            self._ended = self._outcome is not None
        return self._outcome

    @property
    def tally(self) -> tuple[tuple[int, ...], ...]:
        """[gates passed, generals cut, rounds begun, lifts and passes], whether the game is over or not."""
        return (tally(self.state, self.layout),)

    def legal_moves(self) -> Iterator[GuoWuGuanMove]:
        """Every legal turn once: lifts, passes, the refill."""
        return moves(self.state, self.layout)

    def forced_move(self) -> GuoWuGuanMove | None:
        """The refill, where nothing can be lifted or passed before it."""
        return REFILL if list(islice(self.legal_moves(), 2)) == [REFILL] else None

    def is_legal(self, move: Move) -> bool:
        """Whether `move` may be played here, tested by itself."""
        return isinstance(move, GuoWuGuanMove) and find_fault(self.state, move, self.layout) is None

    def play(self, move: Move) -> GuoWuGuanPosition:
        """The position after a turn. Raises `IllegalMove`, with the legal turns where they are few."""
        after = self.state.after(self._validate(move), self.layout)
        return GuoWuGuanPosition(self.rules, self.layout, after)

    def parse(self, token: str) -> GuoWuGuanMove:
        """Read `2.145`, `3xL` or `/`. Raises `NotAMove`, or `IllegalMove` when it may not be played here."""
        return self._validate(parse_move(token))

    def write(self, move: Move, style: str) -> str:
        """Write a turn; "official" is the only style."""
        if not isinstance(move, GuoWuGuanMove):
            raise TypeError(f"{move!r} is no turn of Guo Wu Guan")
        return str(move)

    def effects(self, move: Move) -> Effects:
        """What a legal turn does. Places of what leaves are those before the turn, of what comes those after it.

        `returned`: what went to the commons. `placed`: what was drawn. `flipped`: the general that lies open now. It
        tells what no one may see before the turn is played.
        """
        played = self._validate(move)
        after = self.state.after(played, self.layout)
        if played == REFILL:
            return Effects((), placed=self._list_drawn(after))
        taken = self._list_taken(played)
        return Effects(tuple(taken), returned=taken, flipped=self._list_opened(played, after))

    def view(self, seat: int | None = None) -> View:
        """What lies open. Generals between the outer two and undrawn commons of some games lie face down for all."""
        state = self.state
        gates, cut, round_, moves_ = tally(state, self.layout)
        return View(
            game=self.rules.game,
            rules=self.rules.key,
            turn=self.turn,
            spots=_level_spots(state),
            pools=(
                Pool("generals", None, tuple(_generals(state).values())),
                Pool("commons", None, _commons(state)),
                Pool("passed", None, tuple((str(n),) for n, row in enumerate(state.levels, 1) if row is PASSED)),
                Pool("draws", None, () if self.turn is None else _draws(state, self.layout)),
            ),
            counters={
                "round": round_,
                "phase": 1 + state.passing,
                "reached": state.cursor if state.passing else self.layout.walk[state.cursor] + 1,
                "gates": gates,
                "generals_cut": cut,
                "moves": moves_,
            },
        )

    def text(self) -> str:
        """The position on one line, as told in `position_text`, with everything that lies face down."""
        return write_position(self.state)

    def ascii(self) -> str:
        """Rows of tiles, what lies face down as ??."""
        return draw_ascii(self.view(), self.layout.levels)

    def _list_taken(self, move: GuoWuGuanMove) -> dict[str, Stack]:
        """What a lift or a pass takes to the commons, by place, in the order in which it lies there then."""
        taken: dict[str, Stack] = {}
        if move.cut:
            generals = _generals(self.state)
            spots = list(generals)
            cut = spots[:1] + spots[-1:] if move.cut == BOTH else spots[-1:] if move.cut == RIGHT else spots[:1]
            taken = {spot: generals[spot] for spot in cut}
        row = self.state.levels[move.level - 1] or b""
        places = move.places or PLACES[: len(row)]
        return taken | {f"{move.level}.{sign}": (KINDS[row[PLACES.index(sign)]],) for sign in places}

    def _list_drawn(self, after: GuoWuGuanState) -> dict[str, Stack]:
        before, now = _level_spots(self.state), _level_spots(after)
        drawn = {spot: stack for spot, stack in now.items() if stack and not before.get(spot)}
        if after.generals != self.state.generals:
            drawn |= _generals(after)
        return drawn

    def _list_opened(self, move: GuoWuGuanMove, after: GuoWuGuanState) -> dict[str, Stack]:
        """The generals that a pass turns up: each new outer one that lay between two others."""
        if not move.cut or len(self.state.generals) <= 2 * OPEN_GENERALS:
            return {}
        generals = _generals(after)
        ends = {LEFT: ["G1"], RIGHT: [f"G{len(generals)}"], BOTH: ["G1", f"G{len(generals)}"]}[move.cut]
        return {spot: generals[spot] for spot in ends if spot in generals}

    def _validate(self, move: Move) -> GuoWuGuanMove:
        """`move` itself when it is legal. Raises `IllegalMove`.

        The last legal turn is kept: a turn that is read is usually played next.
        """
        if not isinstance(move, GuoWuGuanMove):
            raise IllegalMove(Message(_("this is not a turn in Guo Wu Guan")), str(move))
        if move == self._last_legal:
            return move
        found = find_fault(self.state, move, self.layout)
        if found is not None:
            legal = list(islice(self.legal_moves(), FEW + 1))
            raise IllegalMove(found, str(move), [str(turn) for turn in legal] if len(legal) <= FEW else ())
        self._last_legal = move
        return move


def _generals(state: GuoWuGuanState) -> dict[str, Stack]:
    """The generals by place, G1 at the left; those between the outer ones face down."""
    last = len(state.generals) - OPEN_GENERALS
    return {
        f"G{place + 1}": (KINDS[tile] if place < OPEN_GENERALS or place >= last else FACE_DOWN,)
        for place, tile in enumerate(state.generals)
    }


def _level_spots(state: GuoWuGuanState) -> dict[str, Stack]:
    """The tiles of the levels by place: 2.1 is the first of level 2. An empty level has one empty place."""
    spots: dict[str, Stack] = {}
    for level, row in enumerate(state.levels, 1):
        spots |= {f"{level}.{sign}": (KINDS[tile],) for sign, tile in zip(PLACES, row or b"", strict=False)}
        if row == b"":
            spots[f"{level}.1"] = ()
    return spots


def _draws(state: GuoWuGuanState, layout: Layout) -> tuple[Stack, ...]:
    """Who draws the last of the commons, the one before it and so on: the levels from the bottom up.

    `GENERALS` stands for the general's place, where the tile goes that is put back there.
    """
    returning = INDEX.get(layout.returning, -1)
    drawing: list[str] = []
    for level in reversed(range(len(state.levels))):
        if state.levels[level] is not PASSED:
            left = len(state.commons) - len(drawing)
            if left > 0 and state.commons[left - 1] == returning:
                drawing.append(GENERALS)
            drawing.append(str(level + 1))
    return tuple((each,) for each in drawing[: len(state.commons)])


def _commons(state: GuoWuGuanState) -> tuple[Stack, ...]:
    """The commons from the left, those that were never seen face down."""
    open_ = len(state.commons) - state.hidden
    return tuple((KINDS[tile] if place < open_ else FACE_DOWN,) for place, tile in enumerate(state.commons))
