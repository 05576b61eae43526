"""Reasons as messages. The data come first (`reasons`, `whynot`); here is only how to say them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.swiss.colours import ColourRule
from gipf_engine.tournament.pairing.swiss.paired_round import HasPairs, PairedRound
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState
from gipf_engine.tournament.pairing.swiss.quality import Difference
from gipf_engine.tournament.pairing.swiss.reasons import BracketReason, FloatCause, FloatReason, Obstacle, PairReason
from gipf_engine.tournament.pairing.swiss.whynot import WhyNot, WhyNotKind, barrier


@dataclass(frozen=True, slots=True)
class Wording:
    """How a system speaks of its criteria.

    `rules` say what each asks, `measures` what is counted or listed for those that one pairing can meet better than
    another; `scores` are those whose values are scores, `counted_scores` those with a count before them. `following` is
    the criterion that is named where none tells two brackets apart. `bye_rule` says who gets the bye, `worse_bye`
    that another person would.
    """

    rules: Mapping[StrEnum, str]
    measures: Mapping[StrEnum, str]
    scores: frozenset[StrEnum]
    counted_scores: frozenset[StrEnum]
    following: StrEnum
    bye_rule: str
    worse_bye: str


COLOUR_RULES: Mapping[ColourRule, str] = {
    ColourRule.BOTH: _("%(white)s moves first: both get their due colour, or have no preference."),
    ColourRule.STRONGER: _("%(white)s moves first: both are due the same colour, and the stronger preference decides."),
    ColourRule.ALTERNATE: _(
        "%(white)s moves first: the players swap colours from the last round in which they differed."
    ),
    ColourRule.HIGHER: _("%(white)s moves first: preferences are equal, so that of the higher-ranked player decides."),
    ColourRule.LOT: _("%(white)s moves first: by the lot drawn before round 1 and the pairing numbers."),
}

BRACKETS: Mapping[tuple[bool, bool], str] = {
    (False, False): _("%(points)s-point bracket, players: %(players)d."),
    (True, False): _("%(points)s-point bracket, players: %(players)d, moved down: %(movers)d."),
    (False, True): _("%(points)s-point bracket with acceleration, players: %(players)d."),
    (True, True): _("%(points)s-point bracket with acceleration, players: %(players)d, moved down: %(movers)d."),
}
"""How to name a bracket: has anyone moved down into it, does acceleration count?"""

COLOURS: Mapping[Colour, str] = {Colour.WHITE: _("White"), Colour.BLACK: _("Black")}


AVOIDED = "avoided"
"""What every system calls, among its criteria, the pairs that the event avoids."""
AVOIDED_RULE = _("of equally good pairings, the one with the fewest pairs that the event avoids is chosen")
AVOIDED_MEASURE = _("pairs that the event avoids")
AVOIDED_PAIR = _("the event avoids this pairing where the rules leave a choice")

BYE_BY_GAMES = _("the player with the lowest possible score gets the bye, of several who has played most")
OTHER_BYE = _("If %(one)s met %(two)s, another player would have the bye: %(rule)s.")


def bye_message(writer: MessageWriter, number: int) -> Message:
    """Why a player has the bye where it is given before any bracket is paired."""
    return Message(
        _(
            "%(name)s has the bye (3.1): a score of %(points)s is the lowest that leaves all others opponents;"
            " of equals, most games played, then last in order."
        ),
        {"name": writer.names[number], "points": points_text(writer.player(number).score)},
    )


def downward_messages(
    writer: MessageWriter, brackets: tuple[BracketReason, ...], has_bye: Callable[[int], Message] | None = None
) -> dict[int, tuple[Message, ...]]:
    """For each player paired (by pairing number): bracket, moves, opponent, colours, in this order.

    `has_bye` says why a player of the last bracket has the bye, where brackets give it.
    """
    moves: dict[int, list[Message]] = {}
    found: dict[int, tuple[Message, ...]] = {}
    for reason in brackets:
        head = writer.bracket(reason)
        for pair in reason.pairs:
            messages = writer.pair(reason, pair)
            for one in (pair.upper, pair.lower):
                found[one] = (*head, *moves.get(one, ()), *messages)
        for move in reason.floats:
            moves.setdefault(move.player, []).append(writer.float(reason, move))
            if has_bye is not None and move.player == writer.bye:
                found[move.player] = (*head, *moves[move.player], has_bye(move.player))
    return found


class MessageWriter:
    """Says reasons with the names of one table."""

    def __init__(self, table: CrossTable, result: PairedRound[HasPairs], wording: Wording) -> None:
        self.table, self.field, self.wording = table, result.field, wording
        self.names = {entrant.number: entrant.name for entrant in table.entrants}
        self.accelerated = any(player.score != player.points for player in self.field.players)
        self.place = {player.number: place for place, player in enumerate(self.field.players)}
        self.bye = None if result.bye is None else self.field.players[result.bye].number

    def player(self, number: int) -> PlayerState:
        return self.field.players[self.place[number]]

    def bracket(self, reason: BracketReason) -> tuple[Message, ...]:
        """The bracket, and what forced it away from its natural pairing."""
        params = {
            "points": points_text(reason.score),
            "players": len(reason.residents),
            "movers": len(reason.movers),
        }
        head = Message(BRACKETS[bool(reason.movers), self.accelerated], params)
        return (head, self._force(reason.forced_by, reason.witness)) if reason.forced_by else (head,)

    def _force(self, criterion: StrEnum, witness: tuple[int, ...] | None) -> Message:
        if witness is not None:
            one, two = witness
            return Message(
                _("The natural pairing would seat %(one)s and %(two)s: %(why)s."),
                {"one": self.names[one], "two": self.names[two], "why": self.bar(one, two)},
            )
        if criterion.value == AVOIDED:
            return Message(_("The natural pairing gives way: %(rule)s."), {"rule": Message(AVOIDED_RULE)})
        return Message(
            _("The natural pairing gives way to %(criterion)s: %(rule)s."),
            {"criterion": criterion.value, "rule": Message(self.wording.rules[criterion])},
        )

    def bar(self, one: int, two: int) -> Message:
        found = barrier(self.table, self.field, self.place[one], self.place[two])
        assert found is not None
        return barrier_message(found)

    def pair(self, bracket: BracketReason, reason: PairReason) -> tuple[Message, ...]:
        """Why these two, and who begins."""
        colour = Message(COLOUR_RULES[reason.colour_rule], {"white": self.names[reason.white]})
        choice = self._choice(bracket, reason)
        return (choice,) if self.table.colour_free else (choice, colour)

    def _choice(self, bracket: BracketReason, reason: PairReason) -> Message:
        params: dict[str, object] = {"upper": self.names[reason.upper], "lower": self.names[reason.lower]}
        if reason.natural == reason.lower:
            return Message(_("%(upper)s and %(lower)s meet in the natural order of the bracket."), params)
        if reason.natural is None or reason.obstacle is None:
            return Message(_("%(upper)s and %(lower)s meet where others in the bracket changed opponents."), params)
        params["natural"] = self.names[reason.natural]
        params["why"] = self._obstacle(bracket, reason, reason.natural)
        return Message(_("%(upper)s meets %(lower)s and not %(natural)s: %(why)s."), params)

    def _obstacle(self, bracket: BracketReason, reason: PairReason, natural: int) -> Message:
        match reason.obstacle:
            case Obstacle.BARRED:
                return self.bar(reason.upper, natural)
            case Obstacle.TAKEN:
                assert reason.taker is not None
                params = {"natural": self.names[natural], "taker": self.names[reason.taker]}
                return Message(_("%(natural)s meets %(taker)s, who is ranked higher"), params)
            case Obstacle.COLOURS:
                preference = self.player(natural).preference
                assert preference is not None
                return Message(_("both are due %(colour)s"), {"colour": Message(COLOURS[preference])})
            case Obstacle.UPFLOAT:
                return Message(_("%(natural)s met a player from above lately"), {"natural": self.names[natural]})
            case Obstacle.AVOIDED:
                return Message(AVOIDED_PAIR)
            case Obstacle.FLOATS:
                return Message(_("%(natural)s moves down or has the bye"), {"natural": self.names[natural]})
            case _:
                rule = Message(self.wording.rules[bracket.forced_by]) if bracket.forced_by else ""
                return Message(_("the bracket as a whole comes out better, since %(rule)s"), {"rule": rule})

    def float(self, bracket: BracketReason, reason: FloatReason) -> Message:
        """Why a player leaves a bracket."""
        params: dict[str, object] = {"name": self.names[reason.player], "points": points_text(bracket.score)}
        if reason.cause is FloatCause.ALONE:
            return Message(_("%(name)s has no possible opponent in the %(points)s-point bracket."), params)
        if reason.cause is FloatCause.ODD:
            return Message(_("%(name)s is left when the %(points)s-point bracket is paired."), params)
        assert reason.natural is not None
        params["natural"] = self.names[reason.natural]
        params["rule"] = Message(self.wording.rules[bracket.forced_by or self.wording.following])
        return Message(_("%(name)s leaves the %(points)s-point bracket and not %(natural)s, since %(rule)s."), params)


def barrier_message(answer: WhyNot) -> Message:
    """What keeps two players from meeting whatever the others do, to stand within a sentence."""
    match answer.answer:
        case WhyNotKind.MET:
            return Message(_("they met in round %(round)d"), {"round": answer.round})
        case WhyNotKind.FORBIDDEN:
            return Message(_("the event does not let them meet"))
        case _:
            assert answer.colour is not None
            return Message(_("both must have %(colour)s"), {"colour": Message(COLOURS[answer.colour])})


def answer_message(table: CrossTable, answer: WhyNot, wording: Wording) -> Message:
    """The answer to "why not these two?" as a sentence."""
    names: dict[str, object] = {"one": table.entrant(answer.one).name, "two": table.entrant(answer.two).name}
    match answer.answer:
        case WhyNotKind.PAIRED:
            return Message(_("%(one)s and %(two)s do meet."), names)
        case WhyNotKind.ABSENT:
            assert answer.absent is not None
            return Message(_("%(name)s is not paired in this round."), {"name": table.entrant(answer.absent).name})
        case WhyNotKind.NO_ROUND:
            return Message(_("If %(one)s met %(two)s, the others could not all be paired."), names)
        case WhyNotKind.WORSE | WhyNotKind.LATER:
            assert answer.difference is not None
            return _compare_message(names, answer.difference, wording)
        case _:
            return Message(_("%(one)s and %(two)s may not meet: %(why)s."), {**names, "why": barrier_message(answer)})


def _compare_message(names: Mapping[str, object], difference: Difference, wording: Wording) -> Message:
    if difference.score is None:
        return Message(wording.worse_bye, {**names, "rule": Message(wording.bye_rule)})
    params = {**names, "points": points_text(difference.score)}
    if difference.criterion is None:
        return Message(
            _(
                "%(one)s against %(two)s would be as good, but in the %(points)s-point bracket such a pairing comes"
                " later in the order that the rules prescribe."
            ),
            params,
        )
    if difference.criterion.value == AVOIDED:
        params |= {"ours": difference.ours[0], "theirs": difference.theirs[0]}
        return Message(
            _(
                "If %(one)s met %(two)s, the %(points)s-point bracket would have more pairs that the event avoids"
                " (%(ours)s as paired, %(theirs)s then). By the rules it would be as good."
            ),
            params,
        )
    params |= {"criterion": difference.criterion.value, "rule": Message(wording.rules[difference.criterion])}
    params |= {"measure": Message(wording.measures[difference.criterion])}
    params |= {
        "ours": amount(difference, difference.ours, wording),
        "theirs": amount(difference, difference.theirs, wording),
    }
    return Message(
        _(
            "If %(one)s met %(two)s, the %(points)s-point bracket would be worse by %(criterion)s: %(rule)s "
            "(%(measure)s: %(ours)s as paired, %(theirs)s then)."
        ),
        params,
    )


def amount(difference: Difference, values: tuple[int, ...], wording: Wording) -> str:
    """A criterion's value in figures: counts, or scores as points, from the highest; some have a count, then scores."""
    if difference.criterion in wording.counted_scores:
        return " + ".join([str(values[0]), *map(points_text, values[1:])]) if values else "0"
    texts = map(points_text, values) if difference.criterion in wording.scores else map(str, values)
    return " + ".join(texts) or "0"
