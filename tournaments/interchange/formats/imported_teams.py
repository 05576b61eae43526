"""Teams and their matches as they were read from a file, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.models import TeamMatch


@dataclass(frozen=True, slots=True)
class ImportedTeam:
    """A team of the file. `ref` is how the file's matches refer to it: the number, or the place in the list.

    `number` is None where the event had not started. `roster` are refs of entries in board order, reserves last;
    `captain` is one of them or None. `withdrawn_after`, `annulled` and `no_half_byes` as in `Team`; `byes` are those
    asked for, rounds to come with their kinds.
    """

    ref: int
    number: int | None
    name: str
    roster: tuple[int, ...] = ()
    captain: int | None = None
    withdrawn_after: int | None = None
    annulled: bool = False
    byes: tuple[tuple[int, str], ...] = ()
    no_half_byes: bool = False


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """Two teams (refs) who meet, `white` with White on board 1; or one team with a kind of bye.

    `boards` are the numbers of the boards at which a player sits; their pairings follow each other in the round, match
    by match. Until a match is `seated`, its line-ups are not open and it has none. `forfeit` says by whom it was
    forfeited as a whole ("+-": won by `white`); it has none either.
    """

    kind: str
    white: int
    black: int | None = None
    seated: bool = True
    boards: tuple[int, ...] = ()
    forfeit: str = ""

    @property
    def is_match(self) -> bool:
        """Whether two teams meet."""
        return self.kind == TeamMatch.Kind.MATCH


def number_boards(matches: Sequence[ImportedMatch]) -> Iterator[tuple[int, ImportedMatch, tuple[tuple[int, int], ...]]]:
    """Each match with its table, from 1, and for each of its boards the number and the place of its pairing, from 0."""
    at = 0
    for table, match in enumerate(matches, 1):
        yield table, match, tuple((board, place) for place, board in enumerate(match.boards, at))
        at += len(match.boards)
