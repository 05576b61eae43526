"""What every pairing system is: a registered class that turns a `CrossTable` into the next round.

A new system is one new module in this package with a class under `@register`. Lists of systems in
pages, API and docs are made from the register.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from gipf_engine.messages import Message
from gipf_engine.registry import Registry
from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable
from gipf_engine.tournament.pairing.steps import StepCounter


class PairingError(Exception):
    """The round cannot be paired; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entrants who meet, by pairing number; `white` begins (the first game, where there are two).

    `by_lot`: nothing decides who of the two begins, and `first_move` draws it; until then `white` is one of them.
    """

    white: int
    black: int
    by_lot: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """An entrant who has no opponent in this round, and why."""

    number: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """One round: boards in publishing order, then byes. `solos` play alone, everybody the same deals.

    `reasons` explains by pairing number, data first: messages in the order of the argument.
    """

    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[ByeGiven, ...] = ()
    reasons: Mapping[int, tuple[Message, ...]] = field(default_factory=dict, hash=False, compare=False)
    solos: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that an organiser has within a system.

    A `default` of True or False is a yes or no; a number goes from `least` to `most` (None: no limit).
    """

    key: str
    name: str
    help: str
    default: int
    least: int = 0
    most: int | None = None


class PairingSystem(ABC):
    """A way to make the work of a round.

    key, name and help are for people who choose; `needs_results` says that a round is made from the
    results of the one before, so these must be in; `options` are the keyword arguments it understands,
    `event_options` choices of the organiser that reach it by the table, or that the final table minds;
    `split_by` is the key of `Entrant.extras` that names an entrant's team or group ("": it has none);
    `pairs_freely` says that any pairing can stand in a round, so that entrants can come late, have byes, be kept apart
    by the table's forbidden groups, or be exchanged by hand;
    `avoids_pairs`: it minds pairs that the event avoids where its criteria leave a choice (soft forbidden groups);
    `meets_again`: two may meet more than once, so that a small field can have many rounds;
    `in_handbook`: FIDE's Handbook describes it (C.04, C.05), so that an event can be held under standard rules;
    `for_teams` says that the entrants it pairs are teams (`tournament.teams`);
    `by_clock` says that a server pairs who is free while a clock runs: there is no next round to pair;
    `has_opponents` is False where everybody plays alone, solitaires in which all get the same deals;
    `ranked_by` are the tie-breaks, points among them where they count, that rank such an event by itself;
    `usual_tie_breaks` those that rank equals behind them where the organiser says nothing;
    `place` is where lists of systems show it: what is used most comes first; `is_usual`: it is shown at once.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    needs_results: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = ()
    event_options: ClassVar[tuple[Option, ...]] = ()
    split_by: ClassVar[str] = ""
    pairs_freely: ClassVar[bool] = False
    avoids_pairs: ClassVar[bool] = False
    meets_again: ClassVar[bool] = False
    in_handbook: ClassVar[bool] = False
    for_teams: ClassVar[bool] = False
    by_clock: ClassVar[bool] = False
    has_opponents: ClassVar[bool] = True
    ranked_by: ClassVar[tuple[str, ...]] = ("PTS",)
    usual_tie_breaks: ClassVar[tuple[str, ...]] = ("DE", "WIN", "SB")
    place: ClassVar[int] = 90
    is_usual: ClassVar[bool] = True

    @abstractmethod
    def rounds(self, entrants: int) -> int | None:
        """How many rounds `entrants` players need; None where the organiser chooses."""

    @abstractmethod
    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The round after `table.rounds_played`. Raises `PairingError` where there is none.

        Raises `TooManySteps` where it, or what explains it, takes more than the limit of `steps`.
        """

    @abstractmethod
    def explain(self) -> Sequence[Message]:
        """How the system works, for players."""

    def leaves_first_move_open(self, *, colour_free: bool, first_colour: Colour | None) -> bool:
        """Whether there are boards of which nothing says who begins (`Pair.by_lot`), in an event with these choices."""
        return False

    def find_undecided(self, table: CrossTable) -> tuple[Message, ...]:
        """What must be decided before the next round although every game has a result; nothing, as a rule."""
        return ()

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """Why two pairing numbers do not meet in the round after `table.rounds_played`; None where it cannot tell.

        Raises `PairingError` where the round cannot be paired, KeyError for an unknown number, `TooManySteps` as
        `pair` does.
        """
        return None


SYSTEMS: Registry[type[PairingSystem]] = Registry(__name__.rpartition(".")[0])
S = TypeVar("S", bound=type[PairingSystem])


def register(cls: S) -> S:
    """Class decorator: make a system known under its key."""
    SYSTEMS.add(cls.key, cls)
    return cls
