"""Which claim about a result is in force, and in what state a game's claims are. Pure: no Django.

Claims are kept in the order in which they were made and never rewritten. In force is the latest decision of an
arbiter that was not late; without one, what the latest claims of both seats agree on; else nothing yet. An
arbiter who decides "pending" takes back what was said before: only claims after that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.results import PENDING

WHITE, BLACK, ARBITER = "white", "black", "arbiter"


@dataclass(frozen=True, slots=True)
class Said:
    """One claim: its number in the game, who spoke ("white", "black", "arbiter"), and the result code said.

    `late`: an arbiter decided on a page that was no longer true; such a decision never counts.
    """

    number: int
    role: str
    result: str
    late: bool = False


class State(StrEnum):
    """How far the claims of a game are."""

    OPEN = "open"  # nobody has said anything that counts
    WAITING = "waiting"  # one seat has spoken, the other has not
    AGREED = "agreed"  # both seats say the same
    DISPUTED = "disputed"  # the seats contradict each other
    DECIDED = "decided"  # an arbiter has decided


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game's claims come to.

    `result` is in force ("pending" while none is). `value` is what is said without contradiction: the
    result in force or, while waiting, the one claim. `in_force` holds the numbers of the claims that make the result;
    `waiting_for` is the seat that has not spoken; `contradicted`: after an arbiter's decision a seat said otherwise.
    """

    state: State
    result: str = PENDING
    value: str = PENDING
    in_force: tuple[int, ...] = ()
    waiting_for: str = ""
    contradicted: bool = False

    def is_late(self, result: str) -> bool:
        """Whether deciding `result` from an older page would overrule what its author has not seen."""
        return result != self.value or self.state is State.DISPUTED

    def explain(self) -> Message:
        """The state in a sentence."""
        return Message(_EXPLAINED[self.state, self.waiting_for])


_EXPLAINED = {
    (State.OPEN, ""): _("Nobody has reported a result yet."),
    (State.WAITING, WHITE): _("Black has reported a result; it stands when White reports the same."),
    (State.WAITING, BLACK): _("White has reported a result; it stands when Black reports the same."),
    (State.AGREED, ""): _("Both players have reported the same result."),
    (State.DISPUTED, ""): _("The players have reported different results; the arbiter decides."),
    (State.DECIDED, ""): _("The arbiter has decided."),
}


def standing(claims: Iterable[Said]) -> Standing:
    """What these claims of one game come to, in whatever order they are given."""
    said = _that_count(sorted(claims, key=lambda claim: claim.number))
    decision, white, black = (_latest(said, role) for role in (ARBITER, WHITE, BLACK))
    if decision is not None:
        return _decided(decision, [seat for seat in (white, black) if seat is not None])
    if white is None and black is None:
        return Standing(State.OPEN)
    if white is None or black is None:
        return _waiting(white, black)
    if white.result != black.result:
        return Standing(State.DISPUTED)
    return Standing(State.AGREED, white.result, white.result, tuple(sorted((white.number, black.number))))


def _that_count(said: Sequence[Said]) -> list[Said]:
    """The claims without late ones, from after the last time an arbiter took everything back."""
    count = [claim for claim in said if not claim.late]
    for index in range(len(count) - 1, -1, -1):
        if count[index].role == ARBITER and count[index].result == PENDING:
            return count[index + 1 :]
    return count


def _latest(said: Sequence[Said], role: str) -> Said | None:
    return next((claim for claim in reversed(said) if claim.role == role), None)


def _decided(decision: Said, seats: Sequence[Said]) -> Standing:
    contradicted = any(seat.number > decision.number and seat.result != decision.result for seat in seats)
    return Standing(State.DECIDED, decision.result, decision.result, (decision.number,), contradicted=contradicted)


def _waiting(white: Said | None, black: Said | None) -> Standing:
    spoken = white or black
    assert spoken is not None
    return Standing(State.WAITING, value=spoken.result, waiting_for=BLACK if white else WHITE)
