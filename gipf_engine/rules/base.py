"""What every game is: rules from a register, positions that never change, moves, outcomes, errors.

    >>> from gipf_engine.rules import rules_for
    >>> position = rules_for("gipf-basic").start()
    >>> position = position.play(position.parse("c2"))

A new game or rule set is one new module with a class under `@register`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup, IllegalMove
from gipf_engine.rules.laying import Laying
from gipf_engine.rules.position_key import hash_text
from gipf_engine.rules.score import Score
from gipf_engine.rules.setup_seed import SetupGenerator
from gipf_engine.rules.steps import Step, Steps

WHITE, BLACK = 0, 1
"""Seats: 0 begins. A solitaire has seat 0 alone."""
TWO_SEATS = 2
"""What games between two have; pairings and results are for them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by its own moves.

    `result`: "1-0", "0-1", "1/2-1/2"; a solitaire "won" or "lost". `reason` is a key of `Rules.end_reasons`. `tally`
    counts per seat where the rules count ([completed, fours, threes, twos, singles] in LYNGK).
    """

    result: str
    reason: str
    tally: tuple[tuple[int, ...], ...] | None = None


OFFICIAL = "official"
"""The complete notation, which every game has and records are stored in."""

FACE_DOWN = "?"
"""Stands in a view for a piece that lies face down: no one may see which it is."""

Stack = tuple[str, ...]
"""Pieces on one spot, bottom to top, each by the name that its game gives it ("W", "J", "red knight")."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What lies beside the board under one name, open to the one who has the view.

    `seat`: whose it is; None for what belongs to no one, such as a common supply. `content`: how many pieces, where
    they are all alike; else the stacks that lie there.
    """

    name: str
    seat: int | None
    content: int | tuple[Stack, ...]

    @property
    def count(self) -> int:
        """How many pieces or stacks lie there."""
        return self.content if isinstance(self.content, int) else len(self.content)

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The stacks that lie there; none where pieces are only counted."""
        return () if isinstance(self.content, int) else self.content


@dataclass(frozen=True, slots=True)
class View:
    """All that an onlooker gets of a position: what `seat` may see.

    `spots` has every spot of the board, with an empty stack where nothing stands. `pools`: what lies beside it.
    `counters`: numbers that the game keeps for everybody to see, such as the round. A piece that lies face down is
    `FACE_DOWN`: a view never tells which it is.
    """

    game: str
    rules: str
    turn: int | None
    spots: Mapping[str, Stack]
    pools: tuple[Pool, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)

    def pool(self, name: str, seat: int | None = None) -> Pool:
        """What lies beside the board under this name. KeyError where the game has no such pool."""
        for pool in self.pools:
            if (pool.name, pool.seat) == (name, seat):
                return pool
        raise KeyError((name, seat))


@dataclass(frozen=True, slots=True)
class Effects:
    """What a move did, for drawing and for words: all in spot names.

    `path`: the line of the move from where it came in to where it ended (a Lyngk with every springboard).
    `placed`: what stands now on spots where something else stood before. `captured`: what left its spot for good, into
    a person's hands. `returned`: what left its spot for its owner's pool. `flipped`: what shows another side now.
    """

    path: tuple[str, ...]
    placed: Mapping[str, Stack] = field(default_factory=dict, hash=False)
    captured: Mapping[str, Stack] = field(default_factory=dict, hash=False)
    returned: Mapping[str, Stack] = field(default_factory=dict, hash=False)
    flipped: Mapping[str, Stack] = field(default_factory=dict, hash=False)

    @property
    def removed(self) -> Mapping[str, Stack]:
        """What left the board, the one who has it now, by spot."""
        return dict(sorted({**self.captured, **self.returned}.items()))


@dataclass(frozen=True, slots=True)
class Illustration:
    """A rule seen on the board: `caption` says what is to be seen, `key` is its name in addresses.

    `position` is a position text of the rule set, `move` a turn in official notation that is shown being played, ""
    for the position alone. `refused`: the turn is not legal, and the rules' own words say why.
    """

    key: str
    caption: Message
    position: str
    move: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules as they are told to players: a title, paragraphs, and pictures to them."""

    title: Message
    paragraphs: Sequence[Message]
    pictures: Sequence[Illustration] = ()


@dataclass(frozen=True, slots=True)
class Portrait:
    """A game introduced to those who do not know it: what it is like in one sentence, and a position in the middle."""

    sentence: Message
    position: str


@dataclass(frozen=True, slots=True)
class SoloCount:
    """Something that is counted where one plays alone, to compare who had the same deal: `name` in words.

    With `of_wins` it is compared between those who won alone: who gives up early has played few rounds, and no better.
    """

    key: str
    name: str
    fewer_is_better: bool = False
    of_wins: bool = False


Move = Hashable
"""A move is the game's own immutable value: equal exactly when it is the same turn."""


class Position(ABC):
    """A complete position, immutable and hashable. It stays on the server; clients get `view`."""

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

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played. Games that can tell without listing the others override it."""
        return any(move == each for each in self.legal_moves())

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after `move`. Raises `IllegalMove`."""

    def forced_move(self) -> Move | None:
        """The turn that goes without saying where one alone is legal, and players leave it to the server; else None.

        Games in which such a turn says nothing override it.
        """
        return None

    def parse(self, token: str) -> Move:
        """Read one turn in any notation of the game: here, exactly as one of its styles writes it.

        Raises `NotAMove`, `IllegalMove` or `AmbiguousMove`.
        """
        for move in self.legal_moves():
            if any(self.notation(move, style) == token for style in self.rules.styles):
                return move
        raise IllegalMove(Message(_("%(token)s may not be played here"), {"token": token[:40]}), token)

    def read_turn(self, tokens: Sequence[str], at: int = 0) -> tuple[Move, int]:
        """Read the turn that begins at `tokens[at]`: the move, and how many tokens it took.

        A turn is one token, save in a style that writes its parts apart. Raises the three errors.
        """
        return self.parse(tokens[at]), 1

    def notation(self, move: Move, style: str = OFFICIAL) -> str:
        """Write a legal turn of this position: "official" (complete) or another of `Rules.styles`, else ValueError."""
        if style not in self.rules.styles:
            raise ValueError(f"{self.rules.key} is not written in the style {style!r}")
        return self.write(move, style)

    @abstractmethod
    def write(self, move: Move, style: str) -> str:
        """Write a legal turn in one of the game's styles: what `notation` asks after it has looked at the style."""

    def steps(self) -> Steps:
        """The legal turns as a tree of touches (`gipf_engine.rules.steps`): a button for each; none when it is over."""
        written = [self.notation(move) for move in self.legal_moves()]
        buttons = (Step(token, token, None, Message("%(turn)s", {"turn": token})) for token in written)
        return Steps(Message(_("Choose a turn.")), tuple(buttons))

    def with_other_to_move(self) -> Position | None:
        """The board as if it were the other player's turn, to choose a turn ahead on; None where there is no such."""
        return None

    def explain_refusal(self, path: Sequence[str], key: str) -> Message:
        """Why `key` may not be touched after the touches of `path`, which may, in a player's words."""
        return Message(_("this cannot be chosen now"))

    def told(self, text: str) -> str | None:
        """What a turn, or its first parts, do on the board, as the text of effects (`gipf_engine.kit.effects`).

        None where a game does not tell, or where not all see the same of it: then boards are drawn anew.
        """
        return None

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

    def key(self) -> int:
        """64 bits (with a sign) that are the same for the same position, however it was reached.

        Games whose board has symmetries count mirror images as one. What came before the position is not in it.
        """
        return hash_text(f"{self.rules.key} {self.text()}")

    def board_key(self) -> int:
        """The `key` of what stands on the board alone, whatever lies beside it and whose turn it is."""
        return self.key()

    def ascii(self) -> str:
        """The position as a drawing of letters, for terminals. Games with a board override this list of it."""
        view = self.view()
        spots = [f"{spot}: {' '.join(stack)}" for spot, stack in view.spots.items() if stack]
        pools = [f"{pool.name}{'' if pool.seat is None else f' {pool.seat + 1}'}: {pool.count}" for pool in view.pools]
        return "\n".join([*spots, *pools])


SOLVER_LIMIT = 3_000_000
"""Positions that a solver looks at unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found.

    `can_be_won`: True with a `line` of turns that wins, False where it is proved that none does, None where the limit
    was reached first.

    `par`: the round in which the line wins, counted as the game counts rounds: the fewest that were found, not proved
    to be the fewest there are. `looked_at`: how many positions were.
    """

    can_be_won: bool | None
    line: tuple[Move, ...]
    par: int | None
    looked_at: int


class Solver(ABC):
    """Says whether a solitaire can still be won; it looks at what lies face down too.

    Its limit is a number of positions, never a time, so that the same question has the same answer everywhere.
    """

    version: str
    """Names the search: another search gets another name, as it may find another par."""

    @abstractmethod
    def solve(self, position: Position, limit: int = SOLVER_LIMIT) -> Solution:
        """Search from `position`, looking at no more than `limit` positions."""

    @property
    def is_compiled_first(self) -> bool:
        """Whether the next answer waits for a compiler."""
        return False


@dataclass(frozen=True, slots=True)
class TurnCount:
    """A way to count a turn in a tree of turns other than as one: `help` says what is counted."""

    help: str
    weigh: Callable[[Position, Move], int]


class Rules(ABC):
    """One rule set of one game with its options, e.g. "gipf-tournament".

    `key` is game-rules; `game_name` is what all rule sets of the game are called together, "" where it has one alone;
    `option_help` names the options it knows and says what each changes.
    """

    key: ClassVar[str]
    game: ClassVar[str]
    game_name: ClassVar[str] = ""
    variant: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    seats: ClassVar[int] = 2
    alternating: ClassVar[bool] = False
    """Whether the seats always play in turn, so that a turn's number says who played it."""
    portrait: ClassVar[Portrait | None] = None
    """Set by one rule set of a game, which is shown for all of them."""
    draws: bool = False
    """Whether a game can end in a draw by its own moves; an option may change it."""
    option_help: ClassVar[Mapping[str, str]] = {}
    end_reasons: ClassVar[Mapping[str, str]] = {}
    """Every reason that an `Outcome` of these rules may have, and the words for it after "because"."""
    score_names: ClassVar[Mapping[str, str]] = {}
    """What a final score counts, in words by key, in the order in which it is written."""
    piece_names: ClassVar[Mapping[str, Message]] = {}
    """The letters of pieces in a final score, explained."""
    solver_version: ClassVar[str] = ""
    """The name of the search that `solver` gives, told without loading it; "" where nothing solves these games."""
    solo_counts: ClassVar[tuple[SoloCount, ...]] = ()
    """What compares those who played the same deal of a solitaire, what counts first first."""
    chance: ClassVar[SetupGenerator | None] = None
    """How chance lays out the board, None where every game begins alike."""
    styles: ClassVar[tuple[str, ...]] = (OFFICIAL,)
    """The notations that `Position.notation` writes."""
    dotted_turns: ClassVar[bool] = False
    """Whether a turn may look like a move number with a turn behind it, so that numbers stand apart in records."""
    counts: ClassVar[Mapping[str, TurnCount]] = {}
    """Ways to count turns in `perft` other than each as one."""
    usual_count: ClassVar[str] = ""
    """The way in which the trees that others publish are counted; "" for each turn as one."""

    options: frozenset[str]

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        unknown = min(options - self.option_help.keys(), default="")[:40]
        if unknown:
            raise BadSetup(
                Message(_("%(rules)s has no option %(option)s"), {"rules": self.key, "option": unknown}), unknown
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
    def explain(self) -> Sequence[Message]:
        """The rules told to players, a paragraph each."""

    def score(self, position: Position) -> Score | None:
        """What is counted in a position, final or not; None where these rules count nothing."""
        return None

    def count_solo(self, position: Position) -> dict[str, int]:
        """The `solo_counts` of a position, final or not, by key; none for games between two."""
        return {}

    def solo_key(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """What is compared of such counts: the higher the better."""
        is_won = bool(counts.get("won"))
        compared = [(each, counts[each.key] if is_won or not each.of_wins else 0) for each in self.solo_counts]
        return tuple(-count if each.fewer_is_better else count for each, count in compared)

    def explain_outcome(self, outcome: Outcome) -> Message:
        """Why a game ended as it did: what decided it, in the words after "because"."""
        return Message(self.end_reasons.get(outcome.reason, "%(reason)s"), {"reason": outcome.reason})

    def deciding_count(self, outcome: Outcome) -> str:
        """The key among `score_names` that decided a game of which only the outcome is known; "" where none did."""
        return ""

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """How a game ended of which only the counts are known: for each seat one number for each of `score_names`.

        Raises `BadSetup` where they cannot be, or prove nothing.
        """
        raise BadSetup(Message(_("games by these rules have no score to count")))

    def handicaps(self) -> Mapping[str, Message]:
        """Every handicap that `start` takes, with its words; none unless the game has them."""
        return {}

    def swap_handicap(self, handicap: str) -> str:
        """A handicap for the same player where colours are exchanged."""
        return handicap

    def handicap_steps(self, handicap: str) -> int:
        """By how many pieces, or whatever it gives, a handicap is White's; below 0 it is Black's."""
        return 0

    def laying(self) -> Laying[Position] | None:
        """How positions are laid out piece by piece; None where they are written alone."""
        return None

    def solver(self) -> Solver | None:
        """What finds out whether a solitaire can be won; None where nothing does. It may load for a while."""
        return None

    def check_count(self, before: Position, after: Position, written: int) -> None:
        """Check a number that a record has in brackets behind a turn. Raises `IllegalMove` where it is wrong."""
        raise IllegalMove(Message(_("this game has no number in brackets after a turn")))

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures. Without any they are one part."""
        return [Chapter(Message(_("The rules")), self.explain())]
