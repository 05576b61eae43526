"""A position of any game on the kit, as every game shows it: `gipf_engine.rules.base.Position`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Generic

from gipf_engine.kit.choices import Moment, S, follow, settle, skip_forced, steps_of, tell_between
from gipf_engine.kit.effects import Captured, Effect, Flipped, Moved, Placed, Removed, Stacked, write_effects
from gipf_engine.kit.game import Game
from gipf_engine.kit.table import GONE, Pile, Table, TableDesk
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import OFFICIAL, Effects, Move, Outcome, Position, Stack, View
from gipf_engine.rules.errors import IllegalMove, NotAMove, RuleError
from gipf_engine.rules.steps import Steps, walk

FEW = 12
"""Up to so many legal turns are told to a player whose turn was refused."""
GAME_OVER = Message(_("the game is over"))


class KitPosition(Position, Generic[S]):
    """A state with its rules. A turn is its official text, so turns are equal exactly when their texts are."""

    rules: Game[S]

    def __init__(self, rules: Game[S], state: S) -> None:
        self.rules = rules
        self.state = state
        self._outcome: Outcome | None = None
        self._is_judged = False
        self._last_legal: tuple[str, Moment[S]] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KitPosition):
            return NotImplemented
        return self.rules == other.rules and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"<{self.rules.key} {self.text()}>"

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.outcome else self.rules.mover(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        if not self._is_judged:
            self._outcome = self.rules.end(self.state)
            self._is_judged = True
        return self._outcome

    # --- turns ---------------------------------------------------------------------------------------------

    def legal_moves(self) -> Iterator[str]:
        """Every legal turn once, lazily."""
        return iter(()) if self.outcome else iter(self.rules.turns(self.state))

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played, tested without listing the others."""
        try:
            return isinstance(move, str) and self.parse(move) == move
        except ValueError:
            return False

    def play(self, move: Move) -> KitPosition[S]:
        """The position after `move`. Raises `NotAMove` or `IllegalMove`."""
        end = self._end_of(str(move))
        return KitPosition(self.rules, self.rules.finish(end.state, end.made))

    def parse(self, token: str) -> str:
        """Read one turn: its official text. Raises `NotAMove`, `IllegalMove` or `AmbiguousMove`, with the reason."""
        end = self._end_of(token)
        written = self.rules.write(end.made)
        self._last_legal = written, end
        return written

    def read_turn(self, tokens: Sequence[str], at: int = 0) -> tuple[str, int]:
        """Read the turn that begins at `tokens[at]`, and say how many tokens it took."""
        token, used = self.rules.join(self.state, tokens, at)
        return self.parse(token), used

    def write(self, move: Move, style: str) -> str:
        """A turn is its own text in official notation."""
        return str(move) if style == OFFICIAL else self.rules.write_in(self.state, self._end_of(str(move)).made, style)

    def steps(self) -> Steps:
        """The tree of touches."""
        return Steps(GAME_OVER, ()) if self.outcome else steps_of(self._begin())

    def explain_refusal(self, path: Sequence[str], key: str) -> Message:
        """Why `key` may not be touched after the touches of `path`: as the game refuses what would be written."""
        if self.outcome:
            return GAME_OVER
        text = walk(self.steps(), path).text
        moment, forced = skip_forced(self.moment_after(text))
        for part in self.rules.write_touches(moment, path, key):
            if moment.find(part) is None:
                try:
                    return self.rules.refuse_turn(moment, [part], text + forced + part).message
                except NotAMove as reason:
                    return reason.message
        return super().explain_refusal(path, key)

    def forced_move(self) -> str | None:
        """The turn that is left to the server where it is the only one."""
        if self.outcome or not self.rules.forced:
            return None
        choices = self._begin().choices
        return choices[0].text if len(choices) == 1 and choices[0].kind in self.rules.forced else None

    def with_other_to_move(self) -> KitPosition[S] | None:
        """This board with the other player to move."""
        state = self.rules.other_to_move(self.state)
        return None if state is None else KitPosition(self.rules, state)

    # --- what happens --------------------------------------------------------------------------------------

    def moment_after(self, text: str) -> Moment[S]:
        """The moment inside the turn after its first parts. Raises `NotAMove` or `IllegalMove`."""
        if self.outcome:
            raise IllegalMove(GAME_OVER, text)
        return self._follow(text, self.rules.split(self.state, text) if text else [])

    def tell(self, text: str) -> list[Effect]:
        """What a turn, or its first parts, do: what a board shows after them. Raises as `moment_after` does."""
        return tell_between(self._begin(), self.moment_after(text))

    def told(self, text: str) -> str | None:
        """See `Position`; None for games that hide something."""
        return write_effects(self.tell(text)) if type(self.rules).shown is Game.shown else None

    def effects(self, move: Move) -> Effects:
        """What a legal turn does, in the words of all games."""
        return _summarize(self.tell(str(move)), self.rules.table(self.state))

    def view(self, seat: int | None = None) -> View:
        """What `seat` may see."""
        return self._view_of(self.state, seat)

    def view_after(self, text: str) -> View:
        """What everybody may see after the first parts of a turn."""
        return self._view_of(self.moment_after(text).state, None)

    def _view_of(self, state: S, seat: int | None) -> View:
        table = self.rules.shown(state, seat)
        return View(
            self.rules.game, self.rules.key, self.turn, table.spots(), table.pools(), self.rules.counters(state)
        )

    # --- as text -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The position text."""
        return self.rules.text(self.state)

    def key(self) -> int:
        """Equal for all images of the board."""
        return self._key_with(f"{self.rules.key} {self.rules.key_text(self.state)}")

    def board_key(self) -> int:
        """Equal for all images of the board, whatever lies beside it."""
        return self._key_with(self.rules.key)

    def ascii(self) -> str:
        """The board as White sees it, with what lies beside it."""
        return draw_ascii(self.rules.table(self.state))

    # --- inside --------------------------------------------------------------------------------------------

    def _key_with(self, besides: str) -> int:
        table = self.rules.table(self.state)
        names = table.equipment.board.names
        there = [(name, stack) for name, stack in zip(names, table.points, strict=True) if stack]
        return table.equipment.board.symmetries.key(there, besides)

    def _begin(self) -> Moment[S]:
        return Moment(self.rules, self.state)

    def _follow(self, text: str, parts: Sequence[str]) -> Moment[S]:
        rules, state = self.rules, self.state
        choice = rules.choose(state, (), parts[0]) if len(parts) == 1 else None
        if choice is not None:  # most turns are one choice
            return Moment(rules, rules.after(state, choice), (choice,))
        moment, left = follow(Moment(rules, state), parts)
        if left:
            raise self._refuse(moment, left, text)
        return moment

    def _refuse(self, moment: Moment[S], parts: Sequence[str], token: str) -> RuleError:
        refusal = self.rules.refuse_turn(moment, parts, token)
        turns = list(islice(self.legal_moves() if refusal.turns is None else refusal.turns, FEW + 1))
        return refusal.error(refusal.message, token, sorted(turns) if len(turns) <= FEW else ())

    def _end_of(self, token: str) -> Moment[S]:
        """The end of a written turn. The last one is kept: a turn that is read is usually played next."""
        if self._last_legal is not None and self._last_legal[0] == token:
            return self._last_legal[1]
        if not self.rules.shows_going_on(self.state, token) and self.outcome:
            raise IllegalMove(GAME_OVER, token)
        try:
            moment = self._follow(token, self.rules.split(self.state, token))
            if not moment.is_surely_over:
                moment = settle(moment)
                if not moment.is_complete:
                    raise self._refuse(moment, (), token)
            self.rules.check_written(moment.state, moment.made, token)
        except RuleError:
            if self.outcome:
                raise IllegalMove(GAME_OVER, token) from None
            raise
        self._last_legal = token, moment
        return moment


def _summarize(told: Sequence[Effect], before: Table) -> Effects:
    """Effects as pictures and words of all games know them."""
    desk = TableDesk(before)
    path: list[str] = []
    changed: dict[str, Stack] = {}
    gone: dict[type[Effect], dict[str, Stack]] = {Captured: {}, Removed: {}, Flipped: {}}
    for effect in told:
        if isinstance(effect, Moved | Stacked):
            path += [effect.target] if path[-1:] == [effect.source] else [effect.source, effect.target]
        elif isinstance(effect, Placed) and effect.point not in path:
            path.append(effect.point)
        elif isinstance(effect, Captured | Removed):
            gone[type(effect)][effect.point] = tuple(desk[effect.point])
        elif isinstance(effect, Flipped):
            gone[Flipped][effect.point] = (effect.piece,)
        effect.happen(desk)
    for point in path:
        if desk[point] not in ("", GONE, before[point]):
            changed[point] = tuple(desk[point])
    return Effects(tuple(path), changed, gone[Captured], gone[Removed], gone[Flipped])


def draw_ascii(table: Table) -> str:
    """The columns side by side, `.` for an empty point, `+` where nothing stays, nothing for a point that is gone."""
    board = table.equipment.board
    places = board.places
    heights = {name: 2 * row - column for name, (column, row) in places.items()}
    width = 1 + max(1, *map(len, table.points))
    top, columns = max(heights.values()), sorted({column for column, _row in places.values()})
    rows = [[" " * width] * len(columns) for _row in range(top - min(heights.values()) + 1)]
    for name, stack in zip(places, table.points, strict=True):
        shown = " " if stack == GONE else stack or "+" if name in board.rim else stack or "."
        rows[top - heights[name]][places[name][0] - columns[0]] = shown.ljust(width)
    lines = ["".join(row).rstrip() for row in rows]
    lines.append("".join(column[0][0].ljust(width) for column in board.columns).rstrip())
    return "\n".join([*lines, *(f"{pile.key}: {_count(held)}" for pile, held in _piles(table))])


def _piles(table: Table) -> Iterator[tuple[Pile, tuple[str, ...]]]:
    return zip(table.equipment.piles, table.piles, strict=True)


def _count(held: Sequence[str]) -> str:
    return ", ".join(f"{held.count(each)} {each}" for each in sorted(set(held))) or "none"
