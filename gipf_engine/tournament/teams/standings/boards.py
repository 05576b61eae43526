"""Tie-breaks from the points of each board (FIDE C.07, article 12)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.standings.base import Value
from gipf_engine.tournament.standings.terms import join_sum
from gipf_engine.tournament.teams.standings.base import TeamScores, TeamTieBreak, points_of, register


@register
class BoardCount(TeamTieBreak):
    """BC: each board's number times the points made on it, the lower the better (article 12.1).

    It is made for teams with equal game points.
    """

    key = "BC"
    name = _("Board count")
    help = _("The number of each board times the points made on it, added up; less is better.")
    higher_is_better = False
    decimals = 1

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The sum of every team."""
        return {number: points_of(board_count(boards)) for number, boards in scores.boards().items()}

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The products by board."""
        boards = scores.boards()[number]
        parts = [f"{at}×{points_text(points)}" for at, points in enumerate(boards, 1)]
        return Message(_("%(total)s = %(sum)s"), {"total": points_text(board_count(boards)), "sum": join_sum(parts)})


class BoardByBoard(TeamTieBreak):
    """Boards looked at one after the other until the tie is broken: the value is the place in the tie, 1 the best."""

    higher_is_better = False

    @abstractmethod
    def sums(self, boards: tuple[int, ...]) -> tuple[int, ...]:
        """What is compared first, second, and so on."""

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The place of every team in its tie; none for those whom it does not separate."""
        found: dict[int, Value] = {team.number: None for team in scores.table.teams}
        boards = scores.boards()
        for group in tied:
            sums = {number: self.sums(boards[number]) for number in group}
            if len(set(sums.values())) > 1:
                found.update({number: 1 + sum(other > own for other in sums.values()) for number, own in sums.items()})
        return found

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """What is compared, in its order."""
        sums = [points_text(points) for points in self.sums(scores.boards()[number])]
        place = self.values(scores, tied)[number]
        if place is None:
            return Message(_("%(sums)s: not separated"), {"sums": sums})
        return Message(_("%(sums)s: place %(place)d of the tie"), {"sums": sums, "place": place})


@register
class TopBoards(BoardByBoard):
    """TBR: the points of board 1, then of board 2, and so on (article 12.2)."""

    key = "TBR"
    name = _("Top board results")
    help = _("The points made on board 1; if equal, on board 2, and so on.")

    def sums(self, boards: tuple[int, ...]) -> tuple[int, ...]:
        """The boards from the top."""
        return top_boards(boards)


@register
class BottomBoards(BoardByBoard):
    """BBE: the points of all boards but the last, then but the last two, and so on (article 12.3)."""

    key = "BBE"
    name = _("Bottom board elimination")
    help = _("The points of all boards but the last; if equal, but the last two, and so on.")

    def sums(self, boards: tuple[int, ...]) -> tuple[int, ...]:
        """The boards that are left, one less each time."""
        return upper_boards(boards)


def board_count(boards: Sequence[int]) -> int:
    """The weighted sum of the boards, in tenths."""
    return sum(at * points for at, points in enumerate(boards, 1))


def top_boards(boards: tuple[int, ...]) -> tuple[int, ...]:
    """The points from board 1 down."""
    return boards


def upper_boards(boards: tuple[int, ...]) -> tuple[int, ...]:
    """The points of all boards but the last, but the last two, and so on."""
    return tuple(sum(boards[:left]) for left in range(len(boards) - 1, 0, -1))
