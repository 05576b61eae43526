"""Extended direct encounter (FIDE C.07, article 13.3): the matches that tied teams played with each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.standings.base import Value
from gipf_engine.tournament.standings.encounters import DirectEncounter
from gipf_engine.tournament.teams.points import board_points
from gipf_engine.tournament.teams.standings.base import TeamScores, TeamTieBreak, register
from gipf_engine.tournament.teams.standings.boards import board_count, top_boards, upper_boards
from gipf_engine.tournament.teams.values import TeamTable

TWO = 2


def boards_against(table: TeamTable, one: int, other: int) -> tuple[int, ...]:
    """The points of a team by board, in tenths, in the matches that it played against another."""
    sums = [0] * table.settings.boards
    for _round, match in table.matches_of(one):
        if match.opponent(one) == other and match.was_played:
            for at, points in enumerate(board_points(table, match.sides(one))[: len(sums)]):
                sums[at] += points
    return tuple(sums)


def fewest_by_count(boards: tuple[int, ...]) -> tuple[int, ...]:
    """Board count, turned around so that more is better."""
    return (-board_count(boards),)


@register
class ExtendedDirectEncounter(TeamTieBreak):
    """EDE: direct encounter by the primary score; if it breaks no tie, by the other one (article 13.3.1).

    Every part that stays tied starts again (13.3.3). `knock_out` are the tie-breaks of article 12 that then separate
    two teams (13.3.2): of the matches between the two, as a tie-break of type A looks at no others.
    """

    key = "EDE"
    name = _("Extended direct encounter")
    help = _("The matches between the tied teams, by the score that ranks and then by the other one.")
    higher_is_better = False
    knock_out: ClassVar[tuple[Callable[[tuple[int, ...]], tuple[int, ...]], ...]] = ()

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The place in its tie of every team, 1 the best; none for those whom it does not separate."""
        found: dict[int, Value] = {team.number: None for team in scores.table.teams}
        for group in tied:
            places = self._places(scores, list(group))
            if len(set(places.values())) > 1:
                found.update(places)
        return found

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """Direct encounter by both scores, and the place."""
        order = (scores.primary, scores.primary.other)
        parts = [DirectEncounter().explain(scores.by(score), number, tied) for score in order]
        place = self.values(scores, tied)[number]
        params = {"first": parts[0], "second": parts[1], "place": place or 0}
        if place is None:
            return Message(_("%(first)s; by the other score %(second)s"), params)
        return Message(_("%(first)s; by the other score %(second)s; place %(place)d in all"), params)

    def _places(self, scores: TeamScores, group: list[int]) -> dict[int, int]:
        """Places from 1; those who stay tied share one."""
        parts = self._split(scores, group)
        if len(parts) == 1:
            return dict.fromkeys(group, 1)
        places: dict[int, int] = {}
        for part in parts:
            above = len(places)
            places.update({number: place + above for number, place in self._places(scores, part).items()})
        return places

    def _split(self, scores: TeamScores, group: list[int]) -> list[list[int]]:
        """A tie in parts, the better first; one part where nothing separates it."""
        if len(group) == 1:
            return [group]
        for score in (scores.primary, scores.primary.other):
            parts = DirectEncounter().split(scores.history(score), group)
            if len(parts) > 1:
                return parts
        return self._split_two(scores, group) if len(group) == TWO else [group]

    def _split_two(self, scores: TeamScores, group: list[int]) -> list[list[int]]:
        """Two teams by the boards of the matches between them, the better first."""
        one, other = group
        boards = [boards_against(scores.table, *pair) for pair in ((one, other), (other, one))]
        for compare in self.knock_out:
            first, second = (compare(each) for each in boards)
            if first != second:
                return [[one], [other]] if first > second else [[other], [one]]
        return [group]


@register
class EncounterCountTop(ExtendedDirectEncounter):
    """EDEBT: then board count and top boards."""

    key = "EDEBT"
    name = _("Extended direct encounter, board count, top boards")
    help = _("Extended direct encounter; two teams still tied by board count, then by the top boards.")
    knock_out = (fewest_by_count, top_boards)


@register
class EncounterCountBottom(ExtendedDirectEncounter):
    """EDEBB: then board count and bottom boards."""

    key = "EDEBB"
    name = _("Extended direct encounter, board count, bottom boards")
    help = _("Extended direct encounter; two teams still tied by board count, then without the bottom boards.")
    knock_out = (fewest_by_count, upper_boards)


@register
class EncounterTop(ExtendedDirectEncounter):
    """EDET: then top boards."""

    key = "EDET"
    name = _("Extended direct encounter, top boards")
    help = _("Extended direct encounter; two teams still tied by the top boards.")
    knock_out = (top_boards,)


@register
class EncounterBottom(ExtendedDirectEncounter):
    """EDEB: then bottom boards."""

    key = "EDEB"
    name = _("Extended direct encounter, bottom boards")
    help = _("Extended direct encounter; two teams still tied without the bottom boards.")
    knock_out = (upper_boards,)
