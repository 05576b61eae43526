"""Why two meet although the event avoids it: the round is paired again without them, and the two are compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.swiss.avoided import bar_pair
from gipf_engine.tournament.pairing.swiss.messages import AVOIDED, MessageWriter, amount
from gipf_engine.tournament.pairing.swiss.paired_round import HasPairs, NoLegalPairingError, PairedRound
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.quality import Difference

MOST_EXPLAINED = 6
"""For so many pairs of a round it is worked out why they meet: each takes another pairing of the round."""

Reasons = dict[int, tuple[Message, ...]]
R = TypeVar("R", bound="PairedRound[HasPairs]")


class System(Protocol[R]):
    """How a system pairs the round of a table again, otherwise, and compares two rounds."""

    def pair_again(self, change: Callable[[PairingField], None]) -> R:
        """The round of a field that is changed before. Raises `NoLegalPairingError`."""

    def find_difference(self, ours: R, theirs: R) -> Difference | None:
        """Where two rounds part."""


def with_avoided(found: Reasons, writer: MessageWriter, result: R, system: System[R]) -> Reasons:
    """The reasons, with what became of pairs that the event avoids: that they were, or why they could not be."""
    if not result.field.avoided:
        return found
    ours = {frozenset(pair) for pair in result.pairs}
    for pair in system.pair_again(_forget_avoided).pairs:
        if result.field.avoids(*pair) and frozenset(pair) not in ours:
            _tell_both(found, writer, pair, Message(_AVOIDED, _names_of_pair(writer, pair)))
    made = [pair for pair in result.pairs if result.field.avoids(*pair)]
    for place, pair in enumerate(made):
        said = _explain(writer, result, pair, system) if place < MOST_EXPLAINED else None
        _tell_both(found, writer, pair, said or Message(_NO_CHOICE, _names_of_pair(writer, pair)))
    return found


_AVOIDED = _("By the rules alone %(one)s and %(two)s would meet: the event avoids it, and another pairing is as good.")
_NO_CHOICE = _("%(one)s and %(two)s meet although the event avoids it: the rules left no choice.")


def _forget_avoided(field: PairingField) -> None:
    field.avoided = []


def _names_of_pair(writer: MessageWriter, pair: tuple[int, int]) -> dict[str, str]:
    one, two = (writer.names[writer.field.players[each].number] for each in pair)
    return {"one": one, "two": two}


def _tell_both(found: Reasons, writer: MessageWriter, pair: tuple[int, int], said: Message) -> None:
    for each in pair:
        number = writer.field.players[each].number
        found[number] = (*found.get(number, ()), said)


def _explain(writer: MessageWriter, result: R, pair: tuple[int, int], system: System[R]) -> Message:
    names = _names_of_pair(writer, pair)
    try:
        difference = system.find_difference(result, system.pair_again(partial(bar_pair, one=pair[0], two=pair[1])))
    except NoLegalPairingError:
        message = _("%(one)s and %(two)s meet although the event avoids it: else the others could not all be paired.")
        return Message(message, names)
    if difference is None or difference.criterion in (None, AVOIDED):
        message = _(
            "%(one)s and %(two)s meet although the event avoids it: no other pairing that is as good avoids more."
        )
        return Message(message, names)
    if difference.score is None:
        message = _("%(one)s and %(two)s meet although the event avoids it: else another player would have the bye.")
        return Message(message, names)
    assert difference.criterion is not None
    params = {
        **names,
        "points": points_text(difference.score),
        "criterion": difference.criterion.value,
        "rule": Message(writer.wording.rules[difference.criterion]),
        "measure": Message(writer.wording.measures[difference.criterion]),
        "ours": amount(difference, difference.ours, writer.wording),
        "theirs": amount(difference, difference.theirs, writer.wording),
    }
    message = _(
        "%(one)s and %(two)s meet although the event avoids it: else the %(points)s-point bracket would be worse by"
        " %(criterion)s, %(rule)s (%(measure)s: %(ours)s as paired, %(theirs)s then)."
    )
    return Message(message, params)
