"""Reasons of the Burstein system as messages, and its answer to "why not these two?"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.burstein.criteria import Criterion, find_difference
from gipf_engine.tournament.pairing.burstein.engine import Round, pair, pair_round
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField, burstein_field_of
from gipf_engine.tournament.pairing.burstein.reasons import explain_round
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.avoided_messages import with_avoided
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.pairing.swiss.messages import (
    AVOIDED_MEASURE,
    AVOIDED_RULE,
    BYE_BY_GAMES,
    OTHER_BYE,
    MessageWriter,
    Wording,
    answer_message,
    bye_message,
    downward_messages,
)
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.quality import Difference
from gipf_engine.tournament.pairing.swiss.whynot import find_why_not, force_pair

RULES: Mapping[StrEnum, str] = {
    Criterion.C1: _("two players may not meet twice, nor where the event forbids it"),
    Criterion.C2: _("no player gets the bye who had it, or scored as much as a win without playing"),
    Criterion.C3: _("two players who must have the same colour do not meet"),
    Criterion.C4: _("all players below must still have an opponent"),
    Criterion.C5: _("as many players as possible are paired in the bracket"),
    Criterion.C6: _("those who move down have the lowest scores possible"),
    Criterion.C7: _("those who move down must fit the next bracket"),
    Criterion.C8: _("as many players as possible get the colour that is due"),
    Criterion.AVOIDED: AVOIDED_RULE,
    Criterion.BYE: BYE_BY_GAMES,
}

MEASURES: Mapping[StrEnum, str] = {
    Criterion.C5: _("players who move down"),
    Criterion.C6: _("scores of those who move down"),
    Criterion.C7: _("players whom the next bracket sends down, and their scores"),
    Criterion.C8: _("players without the colour that is due"),
    Criterion.AVOIDED: AVOIDED_MEASURE,
}

WORDING = Wording(
    rules=RULES,
    measures=MEASURES,
    scores=frozenset({Criterion.C6}),
    counted_scores=frozenset({Criterion.C7}),
    following=Criterion.C7,
    bye_rule=BYE_BY_GAMES,
    worse_bye=OTHER_BYE,
)


def to_messages(table: CrossTable, burstein: BursteinField, result: Round) -> dict[int, tuple[Message, ...]]:
    """For each player paired (by pairing number): bracket, moves, opponent, colours, opposition, in this order."""
    writer = MessageWriter(table, result, WORDING)
    brackets = explain_round(burstein, result, colour_of_the_lot(table))
    found = downward_messages(writer, brackets)
    for bracket in brackets:
        for each in bracket.pairs:
            said = _opposition(writer, burstein, each.upper, each.lower)
            for number in (each.upper, each.lower):
                found[number] = (*found[number], said)
    if writer.bye is not None:
        found[writer.bye] = (bye_message(writer, writer.bye),)
    return with_avoided(found, writer, result, _PairAgain(table, burstein))


def _opposition(writer: MessageWriter, burstein: BursteinField, one: int, two: int) -> Message:
    """How strong the opponents of both were, by which a bracket is ranked."""
    first, second = (points_text(burstein.indices[writer.place[each]].buchholz) for each in (one, two))
    return Message(
        _("Points of all opponents so far: %(one)s %(first)s, %(two)s %(second)s."),
        {"one": writer.names[one], "two": writer.names[two], "first": first, "second": second},
    )


def why_not(table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message:
    """Why two pairing numbers do not meet. Raises like `find_why_not`, and `TooManySteps`."""
    burstein = burstein_field_of(table, steps)

    def compare(first: int, second: int) -> Difference | None:
        actual = pair(table, burstein)
        if any({first, second} == set(each) for each in actual.pairs):
            return None
        force_pair(burstein.field, first, second)
        return find_difference(burstein, actual, pair_round(burstein))

    return answer_message(table, find_why_not(table, burstein.field, one, two, compare), WORDING)


class _PairAgain:
    """The round of a table paired otherwise, for reasons (`swiss.avoided_messages`)."""

    def __init__(self, table: CrossTable, burstein: BursteinField) -> None:
        self.table, self.burstein = table, burstein

    def pair_again(self, change: Callable[[PairingField], None]) -> Round:
        """The round of a field that is changed before. Raises `NoLegalPairingError`."""
        other = burstein_field_of(self.table, self.burstein.field.steps)
        change(other.field)
        return pair_round(other)

    def find_difference(self, ours: Round, theirs: Round) -> Difference | None:
        """Where two rounds part."""
        return find_difference(self.burstein, ours, theirs)
