"""Tie-breaks from an entrant's own record (FIDE C.07, article 7): points, wins, games as Black."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable, DealPlay
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.standings.base import TieBreak, Value, register
from gipf_engine.tournament.standings.score_history import ScoreHistory, ScoreLine, score_history
from gipf_engine.tournament.standings.sums import SumOfTerms
from gipf_engine.tournament.standings.terms import Term


@register
class Points(SumOfTerms):
    """PTS: the points themselves, byes and forfeits included, for lists that give them a place of their own."""

    key = "PTS"
    name = _("Points")
    help = _("Points of all rounds.")
    replaces_points = True

    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """The points of each round."""
        return [Term(line.round, line.points) for line in history.lines[number]]

    def labels(self, history: ScoreHistory, number: int) -> dict[int, Message]:
        """Each round's points and where they come from."""
        return {line.round: result_label(history, line) for line in history.lines[number]}


@register
class PairingNumber(TieBreak):
    """TPN: the pairing number, so that an announced order ends every tie."""

    key = "TPN"
    name = _("Pairing number")
    help = _("The tournament pairing number, lower first: an order without any ties.")
    higher_is_better = False
    modifiers = "R"

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The number itself."""
        return {entrant.number: entrant.number for entrant in table.entrants}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The number itself."""
        return Message(_("pairing number %(number)d"), {"number": number})


class Count(TieBreak):
    """A number of rounds or games of the entrant's own."""

    @abstractmethod
    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """How much a round adds."""

    def label(self, history: ScoreHistory, line: ScoreLine) -> Message:
        """What a round that counts is, behind its number."""
        return result_label(history, line)

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The count over all rounds."""
        history = score_history(table)
        return {
            number: sum(self.count_round(history, line) for line in lines) for number, lines in history.lines.items()
        }

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The rounds that count."""
        history = score_history(table)
        rounds = [(line, self.count_round(history, line)) for line in history.lines[number]]
        total = sum(count for _line, count in rounds)
        which = [
            Message(_("round %(round)d: %(what)s"), {"round": line.round, "what": self.label(history, line)})
            for line, count in rounds
            if count
        ]
        if not which:
            return Message(_("0: no round counts"))
        return Message(_("%(total)d: %(rounds)s"), {"total": total, "rounds": which})


@register
class Wins(Count):
    """WIN: rounds worth exactly a win (article 7.1)."""

    key = "WIN"
    name = _("Wins")
    help = _("Wins, with byes and forfeits that were worth a win.")

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """Each game worth a win; a bye worth a whole round of them counts as so many."""
        scoring, games = history.table.scoring, history.table.games_per_round
        if line.games:
            scored = [scoring.points(side.outcome, played=side.played) for side in line.games if side.outcome]
            return scored.count(scoring.win)
        return games if line.points == scoring.win * games else 0


@register
class GamesWon(Count):
    """WON: wins over the board (article 7.2)."""

    key = "WON"
    name = _("Games won")
    help = _("Games won over the board, without forfeits and byes.")

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """Wins over the board."""
        return line.count_games(SideResult.WIN)


@register
class GamesWithBlack(Count):
    """BPG: games played with Black (article 7.3)."""

    key = "BPG"
    name = _("Games as Black")
    help = _("Games played over the board in which the opponent moved first.")

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """Games over the board as the second to move."""
        return sum(line.count_games(outcome, Colour.BLACK) for outcome in SideResult)


@register
class WinsWithBlack(Count):
    """BWG: games won with Black (article 7.4)."""

    key = "BWG"
    name = _("Wins as Black")
    help = _("Games won over the board in which the opponent moved first.")

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """Wins over the board as the second to move."""
        return line.count_games(SideResult.WIN, Colour.BLACK)


@register
class RoundsElected(Count):
    """REP: rounds that the entrant elected to play (article 7.6)."""

    key = "REP"
    name = _("Rounds elected to play")
    help = _("Rounds without those missed by choice: half- and zero-point byes, absences, forfeit losses.")

    def count_round(self, history: ScoreHistory, line: ScoreLine) -> int:
        """One for every round not missed by choice."""
        return 0 if line.voluntary else 1


@register
class StandardPoints(SumOfTerms):
    """STD: the points that 1-½-0 would have given (article 7.7)."""

    key = "STD"
    name = _("Standard points")
    help = _("Points if a round worth more than a draw gave 1, a draw ½ and anything less 0.")

    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """Each round as 1, ½ or 0."""
        return [_standard_term(history, line) for line in history.lines[number]]

    def labels(self, history: ScoreHistory, number: int) -> dict[int, str]:
        """The values themselves."""
        return _bare_labels(self.terms(history, number))


@register
class Progressive(SumOfTerms):
    """PS: the running score after each round, added up (article 7.5); /C1 leaves out round 1."""

    key = "PS"
    name = _("Progressive score")
    help = _("The score after each round, added up: early points count more often.")
    modifiers = "C"

    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """The running scores, those of the first rounds cut."""
        running, terms = 0, []
        for line in history.lines[number]:
            running += line.points
            is_cut = line.round <= self.variant.cut_low
            cut = Message(_("(cut: round %(round)d)"), {"round": line.round}) if is_cut else None
            terms.append(Term(line.round, running, cut=cut))
        return terms

    def labels(self, history: ScoreHistory, number: int) -> dict[int, str]:
        """The running scores themselves."""
        return _bare_labels(self.terms(history, number))


def result_label(history: ScoreHistory, line: ScoreLine) -> Message:
    """A round's points and where they come from: '½ (Ana)', '1 (bye)', '0 (absent)'."""
    points = points_text(line.points)
    if line.plays:
        return Message("%(deals)s", {"deals": [_deal_label(at, play) for at, play in enumerate(line.plays, 1)]})
    if line.opponent is None:
        return Message(_("%(points)s (%(reason)s)"), {"points": points, "reason": bye_phrase(line)})
    name = history.names.get(line.opponent, "?")
    if line.played or line.undecided:
        return Message(_("%(points)s (%(name)s)"), {"points": points, "name": name})
    return Message(_("%(points)s (%(name)s, forfeit)"), {"points": points, "name": name})


def _deal_label(at: int, play: DealPlay) -> Message:
    template = (
        _("%(points)s (deal %(deal)d)") if play.counts is not None else _("%(points)s (deal %(deal)d, not played)")
    )
    return Message(template, {"points": points_text(play.points), "deal": at})


BYES: dict[ByeKind, str] = {
    ByeKind.PAIRING: _("bye"),
    ByeKind.FULL: _("full-point bye"),
    ByeKind.HALF: _("half-point bye"),
    ByeKind.ZERO: _("zero-point bye"),
    ByeKind.REST: _("rest round"),
}


def bye_phrase(line: ScoreLine) -> Message:
    """Why there is no opponent, in a word or two."""
    if line.undecided:
        return Message(_("being played"))
    if line.void:
        return Message(_("void game"))
    return Message(BYES[line.bye]) if line.bye else Message(_("absent"))


def _standard_term(history: ScoreHistory, line: ScoreLine) -> Term:
    return Term(line.round, 10 if line.points > history.draw else 5 if line.points == history.draw else 0)


def _bare_labels(terms: Sequence[Term]) -> dict[int, str]:
    """The values themselves."""
    return {term.round: points_text(term.value) for term in terms}
