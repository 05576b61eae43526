"""Reasons of the Dutch system as messages: what its criteria ask, and what is counted for them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.dutch.criteria import Criterion
from gipf_engine.tournament.pairing.dutch.engine import Round
from gipf_engine.tournament.pairing.dutch.reasons import explain_round
from gipf_engine.tournament.pairing.dutch.whynot import PairAgain
from gipf_engine.tournament.pairing.swiss import messages
from gipf_engine.tournament.pairing.swiss.avoided_messages import with_avoided
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.pairing.swiss.messages import (
    AVOIDED_MEASURE,
    AVOIDED_RULE,
    MessageWriter,
    Wording,
    downward_messages,
)
from gipf_engine.tournament.pairing.swiss.whynot import WhyNot

CRITERIA: Mapping[StrEnum, str] = {
    Criterion.C1: _("two players may not meet twice, nor where the event forbids it"),
    Criterion.C2: _("no player gets the bye who had it, or scored as much as a win without playing"),
    Criterion.C3: _("two players who must have the same colour do not meet"),
    Criterion.C4: _("all players below must still have an opponent"),
    Criterion.C5: _("the player with the lowest possible score gets the bye"),
    Criterion.C6: _("as many players as possible are paired in the bracket"),
    Criterion.C7: _("those who move down have the lowest scores possible"),
    Criterion.C8: _("those who move down must fit the next bracket"),
    Criterion.C9: _("the player with the fewest unplayed games gets the bye"),
    Criterion.C10: _("in the last round, the colours of leading players stay within two of each other where possible"),
    Criterion.C11: _("in the last round, as few leading players as possible get one colour three times running"),
    Criterion.C12: _("as many players as possible get the colour that is due"),
    Criterion.C13: _("as many strong colour preferences as possible are met"),
    Criterion.C14: _("as few players as possible float down in two rounds running"),
    Criterion.C15: _("as few players as possible meet one from above in two rounds running"),
    Criterion.C16: _("as few players as possible float down again after two rounds"),
    Criterion.C17: _("as few players as possible meet one from above again after two rounds"),
    Criterion.C18: _("those who moved down last round too meet opponents as near in score as possible"),
    Criterion.C19: _("those who met a player from above last round too meet one as near in score as possible"),
    Criterion.C20: _("those who moved down two rounds ago too meet opponents as near in score as possible"),
    Criterion.C21: _("those who met a player from above two rounds ago too meet one as near in score as possible"),
    Criterion.AVOIDED: AVOIDED_RULE,
}

MEASURES: Mapping[StrEnum, str] = {
    Criterion.C6: _("players who move down"),
    Criterion.C7: _("scores of those who move down"),
    Criterion.C8: _("players whom the next bracket sends down, and their scores"),
    Criterion.C9: _("unplayed games of the player with the bye"),
    Criterion.C10: _("leading players and their opponents with three more games of one colour"),
    Criterion.C11: _("leading players and their opponents with one colour three times running"),
    Criterion.C12: _("players without the colour that is due"),
    Criterion.C13: _("strong colour preferences not met"),
    Criterion.C14: _("players who move down again"),
    Criterion.C15: _("players who meet one from above again"),
    Criterion.C16: _("players who move down again after two rounds"),
    Criterion.C17: _("players who meet one from above again after two rounds"),
    Criterion.C18: _("scores of those who move down further"),
    Criterion.C19: _("scores of opponents from above, met by those who met one last round"),
    Criterion.C20: _("scores of those who move down further after two rounds"),
    Criterion.C21: _("scores of opponents from above, met by those who met one two rounds ago"),
    Criterion.AVOIDED: AVOIDED_MEASURE,
}
"""What is counted or listed for each criterion that one pairing can meet better than another."""

WORDING = Wording(
    rules=CRITERIA,
    measures=MEASURES,
    scores=frozenset({Criterion.C7, Criterion.C18, Criterion.C19, Criterion.C20, Criterion.C21}),
    counted_scores=frozenset({Criterion.C8}),
    following=Criterion.C8,
    bye_rule=CRITERIA[Criterion.C5],
    worse_bye=_("If %(one)s met %(two)s, C5 would be worse: %(rule)s."),
)


def to_messages(table: CrossTable, result: Round) -> dict[int, tuple[Message, ...]]:
    """For each player paired (by pairing number): bracket, moves, opponent, colours, in this order."""
    writer = MessageWriter(table, result, WORDING)

    def has_bye(number: int) -> Message:
        return Message(
            _("%(name)s has the bye: a score of %(points)s is the lowest that leaves all others opponents (C5)."),
            {"name": writer.names[number], "points": points_text(writer.player(number).score)},
        )

    found = downward_messages(writer, explain_round(result, colour_of_the_lot(table)), has_bye)
    return with_avoided(found, writer, result, PairAgain(table, result.field.steps))


def answer_message(table: CrossTable, answer: WhyNot) -> Message:
    """The answer to "why not these two?" as a sentence."""
    return messages.answer_message(table, answer, WORDING)
