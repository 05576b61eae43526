"""What a game on the kit says: what may be chosen, what that does, and why something may not be chosen."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple

from gipf_engine.kit.choices import Choice, Made, Moment, S, list_turns, write_touch
from gipf_engine.kit.effects import Effect
from gipf_engine.kit.table import Equipment, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Outcome, Rules
from gipf_engine.rules.errors import IllegalMove, NotAMove, RuleError

LONGEST_TURN = 200
"""Characters of the longest text that could be a turn."""
_QUOTED = 24
_INCOMPLETE = _("%(turn)s is not yet a complete turn. %(ask)s")


class Refusal(NamedTuple):
    """Why a written turn cannot be played.

    `turns`: those that may have been meant, told where they are few; None for all legal ones.
    """

    message: Message
    turns: Iterable[str] | None = None
    error: type[RuleError] = IllegalMove


class Game(Rules, Generic[S]):
    """Rules of a game whose turns are sequences of choices. `S`: the game's own state, immutable.

    Games derive from `gipf_engine.kit.rules`: with pieces as letters from `TableRules`, where the state is a `Table`
    and follows from the effects; with a kernel of their own (bits, compiled code) from `GameRules`, and say `after`,
    `finish` and `table` themselves.
    """

    parts: ClassVar[re.Pattern[str]]
    """The parts of a written turn: each match (a pattern without groups) adds one choice; together they are all."""
    shape: ClassVar[str]
    """What is said to a text that has no such parts: a template with %(turn)s."""
    equipment: ClassVar[Equipment]
    forced: ClassVar[frozenset[str]] = frozenset()
    """Kinds of choices that players leave to the server where there is no other."""

    # --- what a game says ----------------------------------------------------------------------------------

    @abstractmethod
    def choices(self, state: S, made: Made) -> Iterable[Choice]:
        """What may be chosen after `made`, which has led to `state`; nothing where the turn is complete.

        Every way must lead to a complete turn. A position that is not over has a choice, if only to pass.
        """

    @abstractmethod
    def effects(self, state: S, choice: Choice) -> Sequence[Effect]:
        """What a choice that may be made in `state` does on the table."""

    @abstractmethod
    def ask(self, state: S, made: Made) -> Message:
        """What the player is asked after `made`."""

    @abstractmethod
    def refuse(self, state: S, made: Made, part: str) -> Message:
        """Why `part`, which has the form of a part of a turn, cannot be chosen after `made`."""

    @abstractmethod
    def end(self, state: S) -> Outcome | None:
        """How the game has ended in a state between turns; None while it goes on."""

    @abstractmethod
    def mover(self, state: S) -> int:
        """The seat whose turn it is."""

    @abstractmethod
    def after(self, state: S, choice: Choice) -> S:
        """The state inside the turn after a choice that may be made."""

    @abstractmethod
    def finish(self, state: S, made: Made) -> S:
        """The state between turns after the complete turn `made`, which has led to `state`."""

    @abstractmethod
    def table(self, state: S) -> Table:
        """The state as pieces on a board and beside it."""

    def shown(self, state: S, seat: int | None) -> Table:
        """What `seat` may see of it. Games that hide something override it."""
        return self.table(state)

    @abstractmethod
    def read(self, text: str) -> S:
        """Read a position text. Raises `BadSetup`."""

    # --- what a game may say -------------------------------------------------------------------------------

    def turns(self, state: S) -> Iterable[str]:
        """Every turn of a state once, lazily. Games whose kernel lists them without their choices override it."""
        return list_turns(Moment(self, state))

    def refuse_turn(self, moment: Moment[S], parts: Sequence[str], token: str) -> Refusal:
        """Why `token` was followed up to `moment` only: `parts` are left, or none where it is not complete.

        Games that say more than `refuse` override it. Raises `NotAMove` for what is none.
        """
        if parts:
            return Refusal(self.refuse(moment.state, moment.made, parts[0]))
        ask = self.ask(moment.state, moment.made)
        return Refusal(Message(_INCOMPLETE, {"turn": token, "ask": ask}), ())

    def write_touches(self, moment: Moment[S], path: Sequence[str], key: str) -> Sequence[str]:
        """How touches on `path` and then `key` might be written at `moment`, the likeliest first."""
        return (write_touch(moment, key),)

    def ask_more(self, state: S, made: Made) -> Message:
        """What the player is asked where a touch has left several choices."""
        return self.ask(state, made)

    def text(self, state: S) -> str:
        """The position text, which `read` reads."""
        return self.table(state).text()

    def key_text(self, state: S) -> str:
        """What is not on the board, as it goes into the key of a position."""
        return self.table(state).text().split(" ", 1)[1]

    def closing(self, state: S, made: Made) -> Sequence[Effect]:
        """What happens by itself at the end of the complete turn `made`, before the next player's."""
        return ()

    def choose(self, state: S, made: Made, text: str) -> Choice | None:
        """The choice that `text` means: the one that adds it; other notations may say it in another way.

        Games that can tell without listing the others override it.
        """
        return next((choice for choice in self.choices(state, made) if choice.text == text), None)

    def write(self, made: Made) -> str:
        """A complete turn as text: the same for ways that mean the same turn, and itself the text of one such way."""
        return made[0].text if len(made) == 1 else "".join([choice.text for choice in made])

    def other_to_move(self, state: S) -> S | None:
        """This position with the other player to move, to choose a turn ahead on; None where there is no such."""
        return None

    def counters(self, state: S) -> Mapping[str, int]:
        """Numbers that the game keeps for everybody to see."""
        return {}

    def shows_going_on(self, state: S, token: str) -> bool:
        """Whether `token` is refused anyway if the game is over in `state`, so that `end` is asked of others alone.

        Games whose end takes long to find out override it.
        """
        return False

    def check_written(self, state: S, made: Made, token: str) -> None:
        """Check what a written turn tells beyond its choices, such as what it captures. Raises `IllegalMove`.

        `made` is complete and has led to `state`. Games whose notations tell such things override it.
        """

    def write_in(self, state: S, made: Made, style: str) -> str:
        """A complete turn of `state` in another of the game's `styles`. Games with several override it."""
        return self.write(made)

    def join(self, state: S, tokens: Sequence[str], at: int) -> tuple[str, int]:
        """The turn that begins at `tokens[at]` as one token, and how many it took: one, unless a style parts them."""
        return tokens[at], 1

    def split(self, state: S, token: str) -> list[str]:
        """The parts of a turn of `state` as it is written. Raises `NotAMove`, or `AmbiguousMove` for a short form.

        Games that read other notations or short forms override it.
        """
        parts: list[str] = self.parts.findall(token) if len(token) <= LONGEST_TURN else []
        if not token or "".join(parts) != token:
            raise NotAMove(Message(self.shape, {"turn": quote(token)}), token)
        return parts


def quote(token: str) -> str:
    """As much of a wrong text as a sentence can bear."""
    return token if len(token) <= _QUOTED else f"{token[:_QUOTED]}…"
