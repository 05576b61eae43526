"""Extended direct encounter (FIDE C.07, article 13.3): the matches that tied teams played with each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.standings.base import Value
from gipf_engine.tournament.standings.encounters import DirectEncounter
from gipf_engine.tournament.standings.ranking import split_groups
from gipf_engine.tournament.teams.standings.base import TEAM_TIE_BREAKS, TeamScores, TeamTieBreak, register

TWO = 2


@register
class ExtendedDirectEncounter(TeamTieBreak):
    """EDE: direct encounter by the primary score; if it breaks no tie, by the other one (article 13.3.1).

    Every part that stays tied starts again (13.3.3). `knock_out` are the tie-breaks of article 12 that then separate
    two teams (13.3.2).
    """

    key = "EDE"
    name = _("Extended direct encounter")
    help = _("The matches between the tied teams, by the score that ranks and then by the other one.")
    higher_is_better = False
    knock_out: ClassVar[tuple[str, ...]] = ()

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
        if len(group) == TWO:
            for key in self.knock_out:
                chosen = TEAM_TIE_BREAKS[key]()
                parts = split_groups([group], chosen.values(scores, [group]), high_first=chosen.ranks_high_first)
                if len(parts) > 1:
                    return parts
        return [group]


@register
class EncounterCountTop(ExtendedDirectEncounter):
    """EDEBT: then board count and top boards."""

    key = "EDEBT"
    name = _("Extended direct encounter, board count, top boards")
    help = _("Extended direct encounter; two teams still tied by board count, then by the top boards.")
    knock_out = ("BC", "TBR")


@register
class EncounterCountBottom(ExtendedDirectEncounter):
    """EDEBB: then board count and bottom boards."""

    key = "EDEBB"
    name = _("Extended direct encounter, board count, bottom boards")
    help = _("Extended direct encounter; two teams still tied by board count, then without the bottom boards.")
    knock_out = ("BC", "BBE")


@register
class EncounterTop(ExtendedDirectEncounter):
    """EDET: then top boards."""

    key = "EDET"
    name = _("Extended direct encounter, top boards")
    help = _("Extended direct encounter; two teams still tied by the top boards.")
    knock_out = ("TBR",)


@register
class EncounterBottom(ExtendedDirectEncounter):
    """EDEB: then bottom boards."""

    key = "EDEB"
    name = _("Extended direct encounter, bottom boards")
    help = _("Extended direct encounter; two teams still tied without the bottom boards.")
    knock_out = ("BBE",)
