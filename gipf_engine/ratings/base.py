"""What every rating system is: parameters, a state that periods of games change, changes that explain themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, repeat
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.scales import Scale
from gipf_engine.registry import Registry

if TYPE_CHECKING:
    from gipf_engine.ratings.columns.state import ColumnState, Ints

Game = tuple[int, int, int]
"""A rated game: White's person id, Black's person id, White's score in tenths of a point (10, 5 or 0)."""

WIN = 10
"""A whole point in tenths."""
HUNDRED = 100
"""What is known of a player is in hundredths of a point of rating."""

_BIGGEST = 10**12


class BadParameters(Refused):
    """A parameter that the system does not know, or a value that it cannot use."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One whole number that a pool may set: its default, its range, and a line of help.

    With `digits` it stands for `number / 10 ** digits`. From 0 to 1 it is a yes or no.
    """

    key: str
    default: int
    least: int
    most: int
    help: str
    digits: int = 0

    @property
    def is_flag(self) -> bool:
        """Whether it is a yes or no."""
        return (self.least, self.most) == (0, 1)

    def parse(self, text: str) -> int:
        """The whole number that a decimal stands for: "0.75" is 75 with two digits. Raises `BadParameters`."""
        try:
            number = Decimal(text).scaleb(self.digits)
            if abs(number) < _BIGGEST and number == number.to_integral_value():
                return int(number)
        except (ArithmeticError, ValueError):
            pass
        params = {"key": self.key, "digits": self.digits}
        raise BadParameters(Message(_("%(key)s must be a number with at most %(digits)d decimals"), params))


@dataclass(frozen=True, slots=True)
class Value:
    """A whole number that a system notes beside a rating: a factor it used, how sure it is, what it expected.

    It stands for `number / 10 ** digits`: with two digits 161 is 1.61. `signed` values are written with their sign.
    `listed` values say how a person stands after the period, and are shown beside the rating in lists; the others say
    how a change, or one game of it, came about. `name` heads a column, `help` says what it means.
    """

    key: str
    name: str
    help: str = ""
    digits: int = 0
    signed: bool = False
    listed: bool = False

    def write(self, number: int) -> str:
        """`number` as a decimal, the same in every language: "1.61", "40", "−7" and with `signed` "+7"."""
        return ("−" if number < 0 else "+" if number and self.signed else "") + self.decimal(abs(number))

    def decimal(self, number: int) -> str:
        """`number` as programs read it: "1.61", "40", "-7"."""
        whole, part = divmod(abs(number), 10**self.digits)
        return ("-" if number < 0 else "") + (f"{whole}.{part:0{self.digits}d}" if self.digits else str(whole))


class RatingChange(NamedTuple):
    """What one period did to one person.

    Ratings are whole numbers. `games` of this period, `games_total` after it; `score` in tenths of a point. `details`
    holds what else the system notes: a whole number for each key of its `values`, in their order.
    """

    person: int
    before: int
    after: int
    games: int
    games_total: int
    score: int
    details: Mapping[str, int]


class PlayedGame(NamedTuple):
    """A rated game as one player sees it: the opponent's change of the same period, and the own score in tenths.

    `began`: whether the player began; None where that is not known. `steps` of a handicap were the player's, below 0
    they were the opponent's.
    """

    opponent: RatingChange
    score: int
    began: bool | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """One game of a change, seen by the person it is about.

    `score` in tenths of a point; `details` has a number for each of the system's `term_values`; `note` is what must be
    said about this game alone.
    """

    opponent: int
    score: int
    details: Mapping[str, int]
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class ChangeSum:
    """How a change came about: its games, the formula, and sentences that say why.

    `formula` is the same in every language and reads from the left. `fits` tells whether the games still lead to the
    change that was noted: where a result was corrected and the ledger is not replayed yet, they do not.
    """

    terms: tuple[Term, ...]
    formula: str
    steps: tuple[Message, ...]
    fits: bool


class Known(NamedTuple):
    """What is known of a player on some day, in hundredths of a point. `deviation` is 0 where a system has none."""

    rating: int
    deviation: int = 0


class KnownOnDay(NamedTuple):
    """What is known of a player on a day (an ordinal number), in hundredths of a point."""

    day: int
    rating: int
    deviation: int


class Expectation(NamedTuple):
    """The score to be expected, from 0 to 1, and between which scores it lies in 95 cases of 100 by what is known.

    `low` and `high` are None where the system does not say how sure it is.
    """

    score: float
    low: float | None = None
    high: float | None = None


def opponents_of_each(games: Iterable[Game]) -> dict[int, list[tuple[int, int]]]:
    """By person everybody met in a period, with the own score in tenths of a point."""
    played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for white, black, score in games:
        played[white].append((black, score))
        played[black].append((white, WIN - score))
    return played


def with_steps(games: Iterable[Game], steps: Iterable[int]) -> Iterator[tuple[Game, int]]:
    """Each game of a period with White's steps of a handicap; 0 where `steps` tell of none."""
    return zip(games, chain(steps, repeat(0)), strict=False)


Meeting = tuple[int, int, bool, int]
"""Whom a person met, the own score in tenths of a point, whether the person began, and the steps of a handicap."""


def meetings_of_each(games: Iterable[Game], steps: Iterable[int] = ()) -> dict[int, list[Meeting]]:
    """By person all meetings of a period. `steps` of each game are White's; without them there is no handicap."""
    played: defaultdict[int, list[Meeting]] = defaultdict(list)
    for (white, black, score), ahead in with_steps(games, steps):
        played[white].append((black, score, True, ahead))
        played[black].append((white, WIN - score, False, -ahead))
    return played


class RatingState(ABC):
    """Everybody's ratings while periods are written in, in their order."""

    @abstractmethod
    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        """Rate one period: all its games together, against the ratings before it. Changes by person id.

        Who has no rating after it has no change.

        `day` is that of the period, as an ordinal number; days never go back. The order of the games changes nothing.
        No one may play himself.
        """

    def rate_unequal(self, games: Sequence[Game], steps: Sequence[int], day: int = 0) -> list[RatingChange]:
        """Rate one period of games that may have a handicap: `steps` of each are White's, below 0 Black's. See `rate`.

        A system that has no place for handicaps counts the games as if there were none.
        """
        return self.rate(games, day)

    @abstractmethod
    def rating(self, person: int) -> int:
        """The rating as of now; the pool's start for a person who has not played."""

    @abstractmethod
    def expect(self, first: int, second: int, day: int = 0) -> float:
        """The score, from 0 to 1, to be expected of the person `first`, who begins, against `second` on this day."""

    def expect_unequal(self, first: int, second: int, steps: int, day: int = 0) -> float:
        """The score to be expected of `first`, who begins and is ahead by so many steps of a handicap."""
        return self.expect(first, second, day)

    @abstractmethod
    def dump(self) -> bytes:
        """Everything that `restore` needs."""

    @abstractmethod
    def restore(self, dumped: bytes) -> None:
        """Take up where another state of the same system with the same parameters was dumped. For a fresh state."""


class System(ABC):
    """A rating system with one pool's parameters.

    `key` is what pools name; `name` and `help` stand in lists; `known` are its parameters. `values` are the numbers
    that it notes with each change, `term_values` those that it tells of each game when a change is explained.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    known: ClassVar[tuple[Parameter, ...]]
    values: ClassVar[tuple[Value, ...]] = ()
    term_values: ClassVar[tuple[Value, ...]] = ()
    fitted: ClassVar[Mapping[str, Scale]] = {}
    """The parameters that can be fitted to the games of a list, each with the scale on which it is."""
    most_judged: ClassVar[int] = 50_000
    """Games whose forecasts a page makes while a reader waits; of more, a command does."""
    knows_better_later: ClassVar[bool] = False
    """Whether games also change what is known of the past: then there are `curves`."""
    common: ClassVar[tuple[Parameter, ...]] = (
        Parameter("provisional_games", 5, 0, 100, _("Games until a rating is no longer provisional")),
        Parameter("rate_handicap", 0, 0, 1, _("Games with a handicap count")),
    )

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self.parameters = _validate(parameters, self.all_known())

    @classmethod
    def all_known(cls) -> tuple[Parameter, ...]:
        """Its parameters, those of every system last."""
        return (*cls.known, *cls.common)

    @property
    def own_parameters(self) -> dict[str, int]:
        """The parameters that are not the defaults."""
        return {
            known.key: self.parameters[known.key]
            for known in self.all_known()
            if self.parameters[known.key] != known.default
        }

    @property
    def rates_handicap(self) -> bool:
        """Whether games with a handicap count."""
        return bool(self.parameters["rate_handicap"])

    @property
    def weighs_handicap(self) -> bool:
        """Whether a handicap counts for one who has it; else a game with one counts as if there were none."""
        return False

    def is_provisional(self, games: int) -> bool:
        """Whether a rating over so many games still carries the mark of a guess."""
        return games < self.parameters["provisional_games"]

    def listed_details(self, details: Mapping[str, int]) -> dict[str, int]:
        """What of a change's details says how the person stands after it."""
        return {value.key: details[value.key] for value in self.values if value.listed}

    @abstractmethod
    def initial_state(self) -> RatingState:
        """The state before anyone has played."""

    def column_state(self, ids: Ints) -> ColumnState | None:
        """The state before anyone has played, for long periods; None where the system has no such state.

        `ids` are all persons that will play, ascending.
        """
        return None

    @abstractmethod
    def standard_deviation(self, change: RatingChange) -> int:
        """How far off the rating after `change` may well be: one standard deviation, in points."""

    def interval(self, change: RatingChange) -> tuple[int, int] | None:
        """Between which ratings true strength lies in 95 cases of 100 after `change`; None where it does not say."""
        return None

    def known_before(self, change: RatingChange) -> Known:
        """What was known of the player just before the period of `change`."""
        return Known(HUNDRED * change.before)

    def known_after(self, rating: int, details: Mapping[str, int], days: int) -> Known:
        """What is known of a player so many days after the period that ended with this rating and these details.

        Details that lists do not show may be missing.
        """
        return Known(HUNDRED * rating)

    @property
    def known_newcomer(self) -> Known:
        """What is known of a person who has not played."""
        return Known(HUNDRED * self.parameters.get("start", 0))

    def curves(
        self, periods: Iterable[tuple[int, Sequence[Game]]], steps: Iterable[Sequence[int]] = ()
    ) -> dict[int, list[KnownOnDay]]:
        """By person what all games of these periods (day, games) say of each day on which he played; {} without any.

        `steps` of each period as `RatingState.rate_unequal` takes them.
        """
        return {}

    @abstractmethod
    def expectation(self, own: Known, other: Known) -> Expectation:
        """The score to be expected of one player against another, whichever begins."""

    def expectation_in_game(self, own: Known, other: Known, *, began: bool, steps: int = 0) -> Expectation:
        """The score to be expected of one player who begins, or whose opponent does; `steps` of a handicap are his."""
        own = self.with_handicap(own, steps)
        if began:
            return self.expectation(self.when_beginning(own), other)
        return self.expectation(own, self.when_beginning(other))

    def with_handicap(self, known: Known, steps: int) -> Known:
        """A player with a handicap: stronger by what that is worth, where the system counts it."""
        return known

    def when_beginning(self, known: Known) -> Known:
        """A player in a game that he begins: stronger by what beginning is worth, where the system counts that."""
        return known

    def without_first_move(self) -> System:
        """This system without knowing who begins: by its forecasts one finds what beginning is worth."""
        return self

    def counts_against(self, opponent: RatingChange) -> bool:
        """Whether a game against whom the same event changed so counts for anyone; else he was unrated before it."""
        return True

    def events_behind(self, change: RatingChange, events: Sequence[tuple[int, Sequence[PlayedGame]]]) -> list[int]:
        """On which of these events (day, the person's games that count), by place, `change` rests: on the last alone.

        They are the events since the change before it, in order, with that of `change` at the end.
        """
        return [len(events) - 1]

    @abstractmethod
    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        """How `change` came about from the `games` behind it: those of its period, or of `events_behind`."""

    @abstractmethod
    def explain(self) -> Sequence[Message]:
        """The system told to players, a paragraph each, with this pool's numbers."""


def _validate(given: Mapping[str, int], known: Sequence[Parameter]) -> dict[str, int]:
    values = {parameter.key: parameter.default for parameter in known}
    unknown = given.keys() - values.keys()
    if unknown:
        raise BadParameters(Message(_("no parameter is called %(key)s"), {"key": min(unknown)}))
    for parameter in known:
        value = given.get(parameter.key, parameter.default)
        if not parameter.least <= value <= parameter.most:
            limits = {"key": parameter.key, "least": parameter.least, "most": parameter.most}
            raise BadParameters(Message(_("%(key)s must be from %(least)d to %(most)d"), limits))
        values[parameter.key] = value
    return values


SYSTEMS: Registry[type[System]] = Registry(__name__.rpartition(".")[0])
S = TypeVar("S", bound=type[System])


def register(cls: S) -> S:
    """Class decorator: make a rating system known under its key."""
    SYSTEMS.add(cls.key, cls)
    return cls
