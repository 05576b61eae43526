"""The Keizer system, for clubs where people come and go and differ in strength.

Devised by the Dutch player J. H. Keizer about 1960; there is no rule book, so what clubs do otherwise can be chosen.
Sources: SV Krimpen, "Keizersysteem" (first value one and a half times the field, bye 2/3, absence 1/3, first against
second); SC Kijk Uit, "Het Keizercompetitiesysteem" (all rounds valued anew after each); Bornse Damvereniging,
"Details systeem Keizer" (absences that count, rounds before a rematch).
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import PairingError, PairingSystem, RoundPairings, register
from gipf_engine.tournament.pairing.keizer_scores import APART, CHOICES, KeizerScores, choice, keizer_scores
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.colours import COLOUR_DUE, STRONGER
from gipf_engine.tournament.pairing.swiss.pairing_field import members
from gipf_engine.tournament.pairing.swiss.player_state import players_of
from gipf_engine.tournament.pairing.top_down import (
    HAS_BYE,
    Opponents,
    Seated,
    bars_of,
    bye_candidates,
    byes_of,
    colour_message,
    passed_over,
    require_players,
    seat,
)


@register
class Keizer(PairingSystem):
    """Neighbours of a ranking meet, in which a win is worth the place of the opponent."""

    key = "keizer"
    place = 42
    is_usual = False
    name = _("Keizer")
    help = _(
        "For clubs: neighbours in the table meet, and again after some rounds. A win is worth the opponent’s place."
    )
    pairs_freely = True
    meets_again = True
    ranked_by = ("KZ",)
    usual_tie_breaks = ("WIN", "DE")
    event_options = CHOICES

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """From the top of the Keizer ranking down, each with the next who is free.

        Raises `PairingError` where fewer than two are there, or where those kept apart leave no full round.
        """
        scores = keizer_scores(table, undecided_is_draw=True)
        rank = {number: at for at, number in enumerate(scores.order)}
        states = sorted(players_of(table), key=lambda state: rank[state.number])
        require_players(states)
        order = [state.number for state in states]
        opponents, bye = _with_rematches(table, order, steps or StepCounter())
        pairs, skipped = _pair(opponents, len(order), bye)
        seated = seat(table, states, pairs)
        alone = None if bye is None else order[bye]
        reasons = _Reasons(table, scores, order)
        told = reasons.of_pairs(pairs, skipped, seated)
        if alone is not None:
            told[alone] = (
                reasons.place(alone),
                Message(HAS_BYE),
            )
        return RoundPairings(table.rounds_played + 1, tuple(each.pair for each in seated), byes_of(table, alone), told)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("The players who are present are paired from the top of the table down: first against second.")),
            Message(_("First place has the highest value; each place below is worth one point less.")),
            Message(_("A win counts the value of the opponent’s place, a draw half of it.")),
            Message(_("A bye or an announced absence counts part of the value of the player’s own place.")),
            Message(_("After each round, all values and scores are recalculated.")),
            Message(_("Two players meet again only after some rounds; the organiser sets how many.")),
            Message(COLOUR_DUE),
            Message(STRONGER),
        )


def _with_rematches(table: CrossTable, order: Sequence[int], steps: StepCounter) -> tuple[Opponents, int | None]:
    """Who may meet whom, with rematches as late as they can be, and who has the bye, by position."""
    everybody = (1 << len(order)) - 1
    longest = min(choice(table, APART), table.rounds_played)
    for rounds in range(longest, -1, -1):
        opponents = Opponents(bars_of(table, order, rounds), steps)
        if len(order) % 2 == 0:
            if opponents.can_all_meet(everybody):
                return opponents, None
            continue
        bye = opponents.first_without(everybody, bye_candidates(table, order))
        if bye is not None:
            return opponents, bye
    raise PairingError(Message(_("Players who are kept apart leave no way to pair all players.")))


def _pair(opponents: Opponents, size: int, bye: int | None) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """The pairs by position from the top, and whom the upper one of each could not meet, nearer than who it was."""
    free = (1 << size) - 1 & ~(0 if bye is None else 1 << bye)
    pairs, skipped = [], {}
    while free:
        upper = (free & -free).bit_length() - 1
        free ^= 1 << upper
        lower = opponents.first_free(upper, members(free), free)
        assert lower is not None, "the round was pairable"
        skipped[upper] = list(members(free & ((1 << lower) - 1)))
        free ^= 1 << lower
        pairs.append((upper, lower))
    return pairs, skipped


class _Reasons:
    """Why each player meets whom: the place, the way down the ranking, the colours."""

    def __init__(self, table: CrossTable, scores: KeizerScores, order: Sequence[int]) -> None:
        self.table, self.scores, self.order = table, scores, order
        self._place = {number: at for at, number in enumerate(scores.order, 1)}

    def of_pairs(
        self, pairs: Sequence[tuple[int, int]], skipped: dict[int, list[int]], seated: Sequence[Seated]
    ) -> dict[int, tuple[Message, ...]]:
        """By pairing number."""
        told: dict[int, tuple[Message, ...]] = {}
        for (upper, lower), each in zip(pairs, seated, strict=True):
            one, two = self.order[upper], self.order[lower]
            why = (self._meeting(one, two, [self.order[at] for at in skipped[upper]]), colour_message(self.table, each))
            told[one], told[two] = (self.place(one), *why), (self.place(two), *why)
        return told

    def place(self, number: int) -> Message:
        """Where the player stands."""
        score = f"{float(self.scores.scores[number]):.2f}"
        return Message(
            _("Place %(place)d of the Keizer ranking with %(score)s."), {"place": self._place[number], "score": score}
        )

    def _meeting(self, one: int, two: int, passed: Sequence[int]) -> Message:
        names = {"one": self.table.entrant(one).name, "two": self.table.entrant(two).name}
        if not passed:
            return Message(_("From the top down, %(two)s is the next free player below %(one)s."), names)
        over = passed_over(self.table, one, passed)
        return Message(
            _("From the top down, %(two)s is the nearest whom %(one)s can meet. Passed over: %(passed)s."),
            {**names, "passed": over},
        )
