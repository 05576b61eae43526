"""Reasons of the Dubov system as messages, and its answer to "why not these two?"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.dubov.criteria import Criterion, find_difference
from gipf_engine.tournament.pairing.dubov.engine import Round, pair, pair_round
from gipf_engine.tournament.pairing.dubov.players import DubovField, dubov_field_of
from gipf_engine.tournament.pairing.dubov.reasons import BracketReason, OpponentReason, explain_round
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.avoided_messages import with_avoided
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.pairing.swiss.messages import (
    AVOIDED_MEASURE,
    AVOIDED_PAIR,
    AVOIDED_RULE,
    BRACKETS,
    BYE_BY_GAMES,
    COLOUR_RULES,
    COLOURS,
    OTHER_BYE,
    MessageWriter,
    Wording,
    answer_message,
    bye_message,
)
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.quality import Difference
from gipf_engine.tournament.pairing.swiss.whynot import find_why_not, force_pair

RULES: Mapping[StrEnum, str] = {
    Criterion.C1: _("two players may not meet twice, nor where the event forbids it"),
    Criterion.C2: _("no player gets the bye who had it, or scored as much as a win without playing"),
    Criterion.C3: _("two players who must have the same colour do not meet"),
    Criterion.C4: _("all players below must still have an opponent"),
    Criterion.C5: _("as few players as possible are taken up"),
    Criterion.C6: _("those who are taken up have the highest scores possible"),
    Criterion.C7: _("as many players as possible get the colour that is due"),
    Criterion.C8: _("as few as possible are taken up who already were as often as the rules foresee"),
    Criterion.C9: _("of those taken up too often, the ones taken up least often come first"),
    Criterion.C10: _("as few as possible are taken up in two rounds running"),
    Criterion.AVOIDED: AVOIDED_RULE,
    Criterion.BYE: BYE_BY_GAMES,
}

MEASURES: Mapping[StrEnum, str] = {
    Criterion.C5: _("players taken up"),
    Criterion.C6: _("points by which those taken up are behind"),
    Criterion.C7: _("players without the colour that is due"),
    Criterion.C8: _("players taken up too often"),
    Criterion.C9: _("how often these were taken up before"),
    Criterion.C10: _("players taken up last round too"),
    Criterion.AVOIDED: AVOIDED_MEASURE,
}

WORDING = Wording(
    rules=RULES,
    measures=MEASURES,
    scores=frozenset({Criterion.C6}),
    counted_scores=frozenset(),
    following=Criterion.C4,
    bye_rule=BYE_BY_GAMES,
    worse_bye=OTHER_BYE,
)


def to_messages(table: CrossTable, dubov: DubovField, result: Round) -> dict[int, tuple[Message, ...]]:
    """For each player paired (by pairing number): bracket, who was taken up or shifted, opponent, colours."""
    speaker = _Speaker(table, dubov, result)
    found: dict[int, tuple[Message, ...]] = {}
    for reason in explain_round(dubov, result, colour_of_the_lot(table)):
        head = (speaker.bracket(reason), *speaker.upfloaters(reason))
        shifts = {one: speaker.shift(one) for one in reason.shifted}
        for opponent in reason.opponents:
            both = (opponent.chooser, opponent.other)
            messages = (*head, *(shifts[one] for one in both if one in shifts), *speaker.opponents(opponent))
            for one in both:
                found[speaker.number(one)] = messages
    bye = speaker.writer.bye
    if bye is not None:
        found[bye] = (bye_message(speaker.writer, bye),)
    return with_avoided(found, speaker.writer, result, _PairAgain(table, dubov))


FIRST_FREE = _("%(upper)s (opponents' average rating: %(aro)d) meets %(lower)s, the first who is free.")
FIRST_FREE_UNRATED = _("%(upper)s meets %(lower)s, the first who is free.")
"""Where no opponent so far has a rating: the average is 0 by article 1.7, which would mislead."""


class _Speaker:
    """Says the reasons of one round with the names of its table. Players are positions."""

    def __init__(self, table: CrossTable, dubov: DubovField, result: Round) -> None:
        self.table, self.dubov = table, dubov
        self.writer = MessageWriter(table, result, WORDING)

    def number(self, one: int) -> int:
        return self.dubov.field.players[one].number

    def name(self, one: int) -> str:
        return self.writer.names[self.number(one)]

    def bracket(self, reason: BracketReason) -> Message:
        """The bracket, by its residents' score."""
        params = {"points": points_text(reason.bracket.score), "players": len(reason.bracket.residents), "movers": 0}
        return Message(BRACKETS[False, self.writer.accelerated], params)

    def upfloaters(self, reason: BracketReason) -> Iterator[Message]:
        """Who was taken up, and why not those who come first in order."""
        taken = reason.bracket.upfloaters
        spared = [one for one in reason.natural if one not in taken]
        for one in taken:
            params: dict[str, object] = {"name": self.name(one), "points": points_text(reason.bracket.score)}
            if one in reason.natural or not spared or reason.against_natural is None:
                yield Message(
                    _("%(name)s is taken up: not all have an opponent in the %(points)s-point bracket."), params
                )
                continue
            params |= {"natural": self.name(spared.pop(0)), "rule": Message(RULES[reason.against_natural])}
            yield Message(
                _("%(name)s is taken up into the %(points)s-point bracket and not %(natural)s, since %(rule)s."), params
            )

    def shift(self, one: int) -> Message:
        """Why a person meets a player who is due the same colour."""
        preference = self.dubov.field.players[one].preference
        if preference is None or not any(player.colours for player in self.dubov.field.players):
            return Message(_("%(name)s changes sides, so that all can be paired."), {"name": self.name(one)})
        return Message(
            _(
                "%(name)s, who is due %(colour)s, meets another who is due it, since too many are. Those in the middle"
                " of the order come first for this."
            ),
            {"name": self.name(one), "colour": Message(COLOURS[preference])},
        )

    def opponents(self, reason: OpponentReason) -> Iterator[Message]:
        """Why these two, and who begins."""
        params: dict[str, object] = {"upper": self.name(reason.chooser), "lower": self.name(reason.other)}
        params["aro"] = self.dubov.facts[reason.chooser].aro
        if reason.natural == reason.other:
            yield Message(FIRST_FREE if params["aro"] else FIRST_FREE_UNRATED, params)
        else:
            params |= {"natural": self.name(reason.natural), "why": self._why(reason)}
            yield Message(
                _("%(upper)s (opponents' average rating: %(aro)d) meets %(lower)s and not %(natural)s: %(why)s."),
                params,
            )
        if not self.table.colour_free:
            yield Message(COLOUR_RULES[reason.colour_rule], {"white": self.name(reason.white)})

    def _why(self, reason: OpponentReason) -> Message:
        if reason.is_barred:
            return self.writer.bar(self.number(reason.chooser), self.number(reason.natural))
        if reason.is_avoided:
            return Message(AVOIDED_PAIR)
        return Message(_("the others of the bracket could not all be paired then"))


def why_not(table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message:
    """Why two pairing numbers do not meet. Raises like `find_why_not`, and `TooManySteps`."""
    dubov = dubov_field_of(table, steps)

    def compare(first: int, second: int) -> Difference | None:
        actual = pair(table, dubov)
        if any({first, second} == set(each) for each in actual.pairs):
            return None
        force_pair(dubov.field, first, second)
        return find_difference(dubov, actual, pair_round(dubov))

    return answer_message(table, find_why_not(table, dubov.field, one, two, compare), WORDING)


class _PairAgain:
    """The round of a table paired otherwise, for reasons (`swiss.avoided_messages`)."""

    def __init__(self, table: CrossTable, dubov: DubovField) -> None:
        self.table, self.dubov = table, dubov

    def pair_again(self, change: Callable[[PairingField], None]) -> Round:
        """The round of a field that is changed before. Raises `NoLegalPairingError`."""
        other = dubov_field_of(self.table, self.dubov.field.steps)
        change(other.field)
        return pair_round(other)

    def find_difference(self, ours: Round, theirs: Round) -> Difference | None:
        """Where two rounds part."""
        return find_difference(self.dubov, ours, theirs)
