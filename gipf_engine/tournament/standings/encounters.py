"""Direct encounter (FIDE C.07, article 6): the games that tied entrants played with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import POINT
from gipf_engine.tournament.standings.base import TieBreak, Value, register
from gipf_engine.tournament.standings.score_history import ScoreHistory, score_history
from gipf_engine.tournament.standings.terms import join_sum


@dataclass(frozen=True, slots=True)
class Encounter:
    """What an entrant has from the games with the others of a tie, in tenths.

    `scores` are averages where two met more than once (article 6.1.2). `most` is what the sum could
    still become with wins in the games that were not played.
    """

    scores: Mapping[int, Fraction]
    most: Fraction

    @property
    def total(self) -> Fraction:
        """The sum over those met."""
        return sum(self.scores.values(), Fraction(0))


@register
class DirectEncounter(TieBreak):
    """DE: the place inside the tie that the games among the tied give, 1 being the best.

    All have met: the points among them rank. Not all have met: the one who has more than every other
    could still reach is placed, from the top, until that stops being true. Each group that remains
    tied is then looked at by itself. None for those who are not tied or whom it does not separate.
    """

    key = "DE"
    name = _("Direct encounter")
    help = _("The points from the games that the tied entrants played with each other.")
    higher_is_better = False
    modifiers = "P"

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The place in its tie of everyone whose tie is (partly) broken."""
        history = score_history(table)
        found: dict[int, Value] = {entrant.number: None for entrant in table.entrants}
        for group in tied:
            places = self._rank_group(history, list(group))
            if len(set(places.values())) > 1:
                found.update(places)
        return found

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The games with the others of the tie; what the place follows from."""
        history = score_history(table)
        group = next((list(each) for each in tied if number in each), [number])
        if len(group) == 1:
            return Message(_("not tied with anybody"))
        own = self._encounters(history, group)[number]
        if not own.scores:
            return Message(_("tied with %(names)s and met none of them"), {"names": _others(history, group, number)})
        details = {
            "total": f"{float(own.total) / POINT:g}",
            "sum": join_sum([_score_label(history, opponent, score) for opponent, score in own.scores.items()]),
            "met": len(own.scores),
            "tied": len(group) - 1,
        }
        result = Message(_("%(total)s = %(sum)s against %(met)d of the %(tied)d tied"), details)
        place = self.values(table, tied)[number]
        if place is None:
            return Message(_("%(result)s: the tie stays"), {"result": result})
        return Message(_("%(result)s: place %(place)d of the tie"), {"result": result, "place": place})

    def split(self, history: ScoreHistory, group: Sequence[int]) -> list[list[int]]:
        """A tie in parts, the better first, by one look at the games in it (articles 6.2 and 6.3)."""
        encounters = self._encounters(history, group)
        everybody_met = all(each.total == each.most for each in encounters.values())
        return _by_total(encounters) if everybody_met else _from_the_top(encounters)

    def _encounters(self, history: ScoreHistory, group: Sequence[int]) -> dict[int, Encounter]:
        members = set(group)
        return {number: self._encounter(history, number, members) for number in group}

    def _encounter(self, history: ScoreHistory, number: int, members: set[int]) -> Encounter:
        games: defaultdict[int, list[int]] = defaultdict(list)
        for line in history.lines[number]:
            if line.opponent not in members or line.undecided:
                continue
            if history.counts_as_game(line, forfeits=self.variant.forfeits):
                games[line.opponent].append(line.points)
        scores = {opponent: Fraction(sum(points), len(points)) for opponent, points in games.items()}
        open_games = 0 if history.table.predetermined else len(members) - 1 - len(scores)
        return Encounter(scores, sum(scores.values(), Fraction(0)) + open_games * history.win)

    def _rank_group(self, history: ScoreHistory, group: list[int]) -> dict[int, int]:
        """Places from 1; those who stay tied share one."""
        if len(group) == 1:
            return {group[0]: 1}
        parts = self.split(history, group)
        if len(parts) == 1:
            return dict.fromkeys(group, 1)
        places: dict[int, int] = {}
        for part in parts:
            above = len(places)
            places.update({number: place + above for number, place in self._rank_group(history, part).items()})
        return places


def _by_total(encounters: Mapping[int, Encounter]) -> list[list[int]]:
    """Groups of equal sums, the greatest first."""
    groups: defaultdict[Fraction, list[int]] = defaultdict(list)
    for number, encounter in encounters.items():
        groups[encounter.total].append(number)
    return [groups[total] for total in sorted(groups, reverse=True)]


def _from_the_top(encounters: Mapping[int, Encounter]) -> list[list[int]]:
    """Those who are safe one by one from the top, and the rest as one group (article 6.2)."""
    waiting = sorted(encounters, key=lambda number: (-encounters[number].total, -encounters[number].most))
    placed: list[list[int]] = []
    while len(waiting) > 1:
        reachable = max(encounters[number].most for number in waiting[1:])
        if encounters[waiting[0]].total <= reachable:
            break
        placed.append([waiting.pop(0)])
    return [*placed, waiting]


def _score_label(history: ScoreHistory, opponent: int, score: Fraction) -> Message:
    return Message(_("%(points)s (%(name)s)"), {"points": f"{float(score) / POINT:g}", "name": history.names[opponent]})


def _others(history: ScoreHistory, group: Sequence[int], number: int) -> list[str]:
    return [history.names[other] for other in group if other != number]
