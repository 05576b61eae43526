"""What every rating system is: parameters, a book to write periods of games into, sums that explain themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeVar

from engine.messages import Message, Refused
from engine.messages import gettext_noop as _
from engine.registry import Registry

Game = tuple[int, int, int]
"""A rated game: White's person id, Black's person id, White's score in tenths of a point (10, 5 or 0)."""

WIN = 10
"""A whole point in tenths."""


class BadParameters(Refused):
    """A parameter that the system does not know, or a value that it cannot use."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number that a pool may set: its default, its range, and a line of help."""

    key: str
    default: int
    least: int
    most: int
    help: str


class RatingChange(NamedTuple):
    """What one period did to one person.

    Ratings are whole numbers. `games` of this period, `games_total` after it; `score` in tenths of a point,
    `expected` in hundredths; `k` is the factor that was used.
    """

    person: int
    before: int
    after: int
    games: int
    games_total: int
    score: int
    expected: int
    k: int


@dataclass(frozen=True, slots=True)
class Term:
    """One game in the sum of a change, seen by the person it is about.

    `difference`: own rating less the opponent's; `counted`: what of it counts; `expected` in
    hundredths of a point, `score` in tenths.
    """

    opponent: int
    difference: int
    counted: int
    expected: int
    score: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A change as the sum that it is: its terms, what they come to, the formula, and sentences that say why.

    `formula` is the same in every language and reads from the left.
    """

    terms: tuple[Term, ...]
    score: int
    expected: int
    k: int
    before: int
    after: int
    formula: str
    steps: tuple[Message, ...]


class RatingState(ABC):
    """Everybody's ratings while periods are written in, in their order."""

    @abstractmethod
    def rate(self, games: Iterable[Game]) -> list[RatingChange]:
        """Rate one period: all its games together, against the ratings before it. Rows by person id.

        The order of the games changes nothing. Nobody may play himself.
        """

    @abstractmethod
    def rating(self, person: int) -> int:
        """The rating as of now; the pool's start for somebody who has not played."""


class System(ABC):
    """A rating system with one pool's parameters.

    `key` is what pools name; `name` and `help` stand in lists; `known` are its parameters.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    known: ClassVar[tuple[Parameter, ...]]
    common: ClassVar[tuple[Parameter, ...]] = (
        Parameter("provisional_games", 5, 0, 100, _("Games until a rating is no longer provisional")),
        Parameter("rate_handicap", 0, 0, 1, _("Whether games with a handicap count (1) or not (0)")),
    )

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self.values = _validate(parameters, self.all_known())

    @classmethod
    def all_known(cls) -> tuple[Parameter, ...]:
        """Its parameters, those of every system last."""
        return (*cls.known, *cls.common)

    @property
    def own_values(self) -> dict[str, int]:
        """The values that are not the defaults."""
        return {
            known.key: self.values[known.key] for known in self.all_known() if self.values[known.key] != known.default
        }

    @property
    def rates_handicap(self) -> bool:
        """Whether games with a handicap count."""
        return bool(self.values["rate_handicap"])

    def is_provisional(self, games: int) -> bool:
        """Whether a rating over so many games still carries the mark of a guess."""
        return games < self.values["provisional_games"]

    @abstractmethod
    def book(self) -> RatingState:
        """An empty book: nobody has played yet."""

    @abstractmethod
    def spread(self, games: int, k: int) -> int:
        """How far off a rating over `games` games may well be: one standard deviation, in points."""

    @abstractmethod
    def work_out(self, row: RatingChange, games: Sequence[tuple[int, int, int]]) -> Sum:
        """The sum behind `row`. `games`: opponent's id, opponent's rating before, own score in tenths."""

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
