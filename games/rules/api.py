"""What every game is: rules from a register, positions that never change, moves, outcomes, errors.

    >>> from games.rules import rules_for
    >>> position = rules_for("gipf-basic").start()
    >>> position = position.play(position.parse("c2"))

A new game or rule set is one new module with a class under `@register`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeVar

from phrases import Phrase
from phrases import gettext_noop as _

if TYPE_CHECKING:
    from games.rules.chance import Chance

WHITE, BLACK = 0, 1
"""Seats: 0 begins. A solitaire has seat 0 alone."""


class RuleError(ValueError):
    """A turn that cannot be played. `phrase` says why in a player's words.

    `alternatives` are legal turns in official notation, given where they are few.
    """

    def __init__(self, phrase: Phrase, token: str = "", alternatives: Sequence[str] = ()) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase
        self.token = token
        self.alternatives = tuple(alternatives)


class NotAMove(RuleError):
    """The text is no move in any notation that the game reads."""


class IllegalMove(RuleError):
    """A move, but not one that may be played here."""


class AmbiguousMove(RuleError):
    """A short form that more than one legal move answers to."""


class BadSetup(RuleError):
    """A set-up, handicap, option or position text that the rules do not know."""


class UnknownRules(BadSetup):
    """No game or rule set is registered under this name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by its own moves.

    `result`: "1-0", "0-1", "1/2-1/2"; a solitaire "won" or "lost". `reason` is a word of
    docs/record-format.md ("reserve", "gipf", "no-moves", "six-stack", "repetition"). `tally` counts per
    seat where the rules count ([completed, fours, threes, twos, singles] in LYNGK).
    """

    result: str
    reason: str
    tally: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All that a face gets of a position: what `seat` may see.

    `spots`: spot name to its pieces, bottom to top, one letter each (GIPF "W", "BB" for a GIPF-piece;
    LYNGK "IRJ"); empty spots are left out. `hands`: for each seat what lies beside the board, by
    name (GIPF "reserve", "captured"; LYNGK "claimed", "completed").
    """

    game: str
    rules: str
    turn: int | None
    spots: Mapping[str, str]
    hands: tuple[Mapping[str, int | str], ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """What a move did, for drawing and for words: all in spot names.

    `path`: the line of the move from where it came in to where it ended (a Lyngk with every springboard).
    `placed`: spot to pieces that stand there now and did not before. `taken`: spot to the pieces that left it
    and went off the board.
    """

    path: tuple[str, ...]
    placed: Mapping[str, str] = field(default_factory=dict, hash=False)
    taken: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Illustration:
    """A rule seen on the board: `caption` says what is to be seen, `key` is its name in addresses.

    `position` is a position text of the rule set, `move` a turn in official notation that is shown being played, ""
    for the position alone. `refused`: the turn is not legal, and the rules' own words say why.
    """

    key: str
    caption: Phrase
    position: str
    move: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules as they are told to players: a title, paragraphs, and pictures to them."""

    title: Phrase
    told: Sequence[Phrase]
    pictures: Sequence[Illustration] = ()


Move = Hashable
"""A move is the game's own immutable value: equal exactly when it is the same turn."""


class Position(ABC):
    """A complete position, immutable and hashable. It stays on the server; faces get `view`."""

    rules: Rules

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""

    @abstractmethod
    def legal_moves(self) -> Iterator[Move]:
        """Every legal turn once (canonical), lazily."""

    @abstractmethod
    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played, tested without listing the others."""

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after `move`. Raises `IllegalMove`."""

    @abstractmethod
    def parse(self, token: str) -> Move:
        """Read one turn in any notation of the game. Raises the three errors."""

    def read_turn(self, tokens: Sequence[str], at: int = 0) -> tuple[Move, int]:
        """Read the turn that begins at `tokens[at]`: the move, and how many tokens it took.

        A turn is one token, save in a style that writes its parts apart. Raises the three errors.
        """
        return self.parse(tokens[at]), 1

    @abstractmethod
    def notation(self, move: Move, style: str = "official") -> str:
        """Write a legal turn of this position: "official" (complete) or another style of the game."""

    def ways(self, move: Move) -> int:
        """In how many ways a hand can make this one turn (GIPF: the dots from which a piece gets to one spot)."""
        return 1

    def claims(self, move: Move) -> bool:
        """Whether the turn begins with a claim (LYNGK); such turns may be left out of a count."""
        return False

    @abstractmethod
    def effects(self, move: Move) -> Effects:
        """What a legal turn of this position does."""

    @abstractmethod
    def view(self, seat: int | None = None) -> View:
        """What `seat` may see (None: an onlooker)."""

    @abstractmethod
    def text(self) -> str:
        """The position on one line of ASCII; `rules.position(text)` gives it back.

        It does not hold earlier positions. Where an option counts them, what is read is equal only if there were none.
        """


class Rules(ABC):
    """One rule set of one game with its options, e.g. "gipf-tournament".

    `key` is game-rules; `option_help` names the options it knows and says what each changes.
    """

    key: ClassVar[str]
    game: ClassVar[str]
    variant: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    seats: ClassVar[int] = 2
    draws: bool = False
    """Whether a game can end in a draw by its own moves; an option may change it."""
    option_help: ClassVar[Mapping[str, str]] = {}
    tally_help: ClassVar[str] = ""
    """What the numbers of an outcome's tally count, "" where nothing is counted."""
    chance: ClassVar[Chance | None] = None
    """How chance lays out the board, None where every game begins alike."""
    styles: ClassVar[tuple[str, ...]] = ("official",)
    """The notations that `Position.notation` writes."""

    options: frozenset[str]

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        unknown = min(options - self.option_help.keys(), default="")[:40]
        if unknown:
            raise BadSetup(
                Phrase(_("%(rules)s knows no option %(option)s"), {"rules": self.key, "option": unknown}), unknown
            )
        self.options = options

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.key, self.options))

    @abstractmethod
    def start(self, setup: str = "", handicap: str = "") -> Position:
        """The position before the first move. Raises `BadSetup`."""

    @abstractmethod
    def position(self, text: str) -> Position:
        """Read a position text. Raises `BadSetup`."""

    @abstractmethod
    def explain(self) -> Sequence[Phrase]:
        """The rules told to players, a paragraph each."""

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures. Without any they are one part."""
        return [Chapter(Phrase(_("The rules")), self.explain())]


RULES: dict[str, type[Rules]] = {}
R = TypeVar("R", bound=type[Rules])


def register(cls: R) -> R:
    """Class decorator: make a rule set known under its key."""
    if cls.key in RULES:
        raise ValueError(f"two rule sets are called {cls.key}")
    RULES[cls.key] = cls
    return cls
