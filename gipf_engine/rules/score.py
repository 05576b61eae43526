"""What is counted at the end of a game, seat by seat, and which count decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _


class Holding(NamedTuple):
    """A stack that counts for a person: its pieces as letters, bottom to top; `spot` is "" off the board."""

    spot: str
    pieces: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One count of both seats, and the stacks that were counted where the rules name them.

    `key` is one of `Rules.score_names`.
    """

    key: str
    counts: tuple[int, int]
    stacks: tuple[tuple[Holding, ...], tuple[Holding, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class Score:
    """The counts of a position, final or not, in the order in which they are compared.

    `decided_by` is the key of the line that makes the difference, "" where none does. `leader` is the seat that it
    speaks for. `owned`: the letters of the colours that each seat owns, where colours are owned. `neutral` are stacks
    that count for no one.
    """

    lines: tuple[ScoreLine, ...]
    decided_by: str = ""
    leader: int | None = None
    owned: tuple[str, str] = ("", "")
    neutral: tuple[Holding, ...] = ()


def first_difference(counts: Iterable[tuple[str, tuple[int, int]]]) -> tuple[str, int | None]:
    """The key of the first pair of counts that differ, and the seat that has more; ("", None) where all are equal."""
    for key, (white, black) in counts:
        if white != black:
            return key, int(black > white)
    return "", None


def explain_difference(
    counts: Sequence[tuple[str, tuple[int, int]]], names: Mapping[str, str], *, all_count: bool = True
) -> Message:
    """Who has more of what, in the words after "because". `all_count`: nothing else is compared after these."""
    key, leader = first_difference(counts)
    if leader is None:
        same = [Message(names[each]) for each, _counts in counts]
        return Message(_EVERYTHING_EQUAL) if all_count else Message(_EQUAL, {"counts": same})
    keys = [each for each, _counts in counts]
    place = keys.index(key)
    pair = counts[place][1]
    words = {"count": Message(names[key]), "more": pair[leader], "fewer": pair[1 - leader]}
    if place == 0:
        return Message(_MORE[leader], words)
    return Message(_MORE_AFTER[leader], words | {"equal": [Message(names[each]) for each in keys[:place]]})


def explain_lead(score: Score, names: Mapping[str, str]) -> Message:
    """Who is ahead by this score, and in what. ValueError where no one is."""
    line = next((line for line in score.lines if line.key == score.decided_by), None)
    if line is None or score.leader is None:
        raise ValueError("nobody is ahead")
    more, fewer = line.counts[score.leader], line.counts[1 - score.leader]
    return Message(_MORE[score.leader], {"count": Message(names[line.key]), "more": more, "fewer": fewer})


_MORE = (
    _("White has more %(count)s (%(more)s to %(fewer)s)"),
    _("Black has more %(count)s (%(more)s to %(fewer)s)"),
)
_MORE_AFTER = (
    _("White has more %(count)s (%(more)s to %(fewer)s) after a tie in %(equal)s"),
    _("Black has more %(count)s (%(more)s to %(fewer)s) after a tie in %(equal)s"),
)
_EQUAL = _("both players have the same number of %(counts)s")
_EVERYTHING_EQUAL = _("both players are equal in every count")
