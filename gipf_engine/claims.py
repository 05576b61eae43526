"""Which claim about a result is in force, and in what state a game's claims are. Pure: no Django.

Claims are kept in the order in which they were made and never rewritten. In force is the latest decision of an
arbiter that was not late; without one, what both seats agreed on last; else nothing yet. One who says something else
after both agreed puts the game in dispute, and what they agreed on stays until an arbiter decides or they agree anew.
An arbiter who decides "pending" takes back what was said before: only claims after that count. A record speaks by
itself ("record") where it proves another result than the one in force: it never makes a result, it disputes one.
A game that is played on the server's own board has no other witness: what the server says ("server") is in force
until an arbiter decides otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING

WHITE, BLACK, ARBITER, RECORD, SERVER = "white", "black", "arbiter", "record", "server"


@dataclass(frozen=True, slots=True)
class StatedResult:
    """One claim: its number in the game, who spoke, and the result code said.

    `role` is "white", "black", "arbiter", "record" or "server". `late`: an arbiter decided on a page that
    was no longer true; such a decision never counts.
    """

    number: int
    role: str
    result: str
    late: bool = False


class ClaimState(StrEnum):
    """How far the claims of a game are."""

    OPEN = "open"  # no one has said anything that counts
    WAITING = "waiting"  # one seat has spoken, the other has not
    AGREED = "agreed"  # both seats say the same
    DISPUTED = "disputed"  # the seats contradict each other, or a record what they agreed on
    DECIDED = "decided"  # an arbiter has decided
    PLAYED = "played"  # the server saw the game end on its own board


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game's claims come to.

    `result` is in force ("pending" while none is). `value` is what is said without contradiction: the
    result in force or, while waiting, the one claim. `in_force` holds the numbers of the claims that make the result;
    `waiting_for` is the seat that has not spoken; `contradicted`: after an arbiter's decision a seat or a record said
    otherwise.
    """

    state: ClaimState
    result: str = PENDING
    value: str = PENDING
    in_force: tuple[int, ...] = ()
    waiting_for: str = ""
    contradicted: bool = False

    def is_late(self, result: str) -> bool:
        """Whether deciding `result` from an older page would overrule what its author has not seen."""
        return result != self.value or self.state is ClaimState.DISPUTED

    def explain(self) -> Message:
        """The state in a sentence."""
        if self.state is ClaimState.DISPUTED and self.in_force:
            return Message(_STANDS)
        return Message(_EXPLAINED[self.state, self.waiting_for])


_STANDS = _(
    "Both players agreed, but a different result was reported since. Until the arbiter decides, this one counts."
)


_EXPLAINED = {
    (ClaimState.OPEN, ""): _("No result reported yet."),
    (ClaimState.WAITING, WHITE): _("Black has reported a result; it counts once White reports the same."),
    (ClaimState.WAITING, BLACK): _("White has reported a result; it counts once Black reports the same."),
    (ClaimState.AGREED, ""): _("Both players have reported the same result."),
    (ClaimState.DISPUTED, ""): _("The players have reported different results; the arbiter decides."),
    (ClaimState.DECIDED, ""): _("The arbiter has decided."),
    (ClaimState.PLAYED, ""): _("The game was played on this server, which saw how it ended."),
}


def standing(claims: Iterable[StatedResult]) -> Standing:
    """What these claims of one game come to, in whatever order they are given."""
    counting = _that_count(sorted(claims, key=lambda claim: claim.number))
    decision, played, white, black = (_latest(counting, role) for role in (ARBITER, SERVER, WHITE, BLACK))
    if decision is not None:
        return _apply_decision(decision, counting)
    if played is not None:
        return Standing(ClaimState.PLAYED, played.result, played.result, (played.number,))
    if white is None and black is None:
        return Standing(ClaimState.OPEN)
    if white is None or black is None:
        return _waiting(white, black)
    agreed = _find_agreement(counting)
    if agreed is None:
        return Standing(ClaimState.DISPUTED)
    result, number = agreed[0].result, agreed[1].number
    disputed = any(claim.number > number and claim.result != result for claim in counting)
    in_force = tuple(claim.number for claim in agreed)
    return Standing(ClaimState.DISPUTED if disputed else ClaimState.AGREED, result, result, in_force)


def _find_agreement(claims: Sequence[StatedResult]) -> tuple[StatedResult, StatedResult] | None:
    """The two claims by which both seats agreed last, the earlier first; None where they never did."""
    latest: dict[str, StatedResult] = {}
    agreed = None
    for claim in claims:
        if claim.role not in (WHITE, BLACK):
            continue
        latest[claim.role] = claim
        other = latest.get(BLACK if claim.role == WHITE else WHITE)
        if other is not None and other.result == claim.result:
            agreed = (other, claim)
    return agreed


def counting_claim(claims: Iterable[StatedResult], role: str) -> StatedResult | None:
    """The latest of these claims of one game that `role` made and that counts; None where there is none."""
    return _latest(_that_count(sorted(claims, key=lambda claim: claim.number)), role)


def latest_decision(claims: Iterable[StatedResult]) -> StatedResult | None:
    """The arbiters' latest claim that counts, even where it took everything back; None where there is none."""
    return _latest(sorted((claim for claim in claims if not claim.late), key=lambda claim: claim.number), ARBITER)


def _that_count(claims: Sequence[StatedResult]) -> list[StatedResult]:
    """The claims without late ones, from after the last time an arbiter took everything back."""
    count = [claim for claim in claims if not claim.late]
    for index in range(len(count) - 1, -1, -1):
        if count[index].role == ARBITER and count[index].result == PENDING:
            return count[index + 1 :]
    return count


def _latest(claims: Sequence[StatedResult], role: str) -> StatedResult | None:
    return next((claim for claim in reversed(claims) if claim.role == role), None)


def _apply_decision(decision: StatedResult, claims: Sequence[StatedResult]) -> Standing:
    contradicted = _contradicts(decision, claims)
    return Standing(ClaimState.DECIDED, decision.result, decision.result, (decision.number,), contradicted=contradicted)


def _contradicts(decision: StatedResult, claims: Sequence[StatedResult]) -> bool:
    """Whether the latest word of a seat or a record came after the decision and is another."""
    latest = (_latest(claims, role) for role in (WHITE, BLACK, RECORD))
    return any(claim and claim.number > decision.number and claim.result != decision.result for claim in latest)


def _waiting(white: StatedResult | None, black: StatedResult | None) -> Standing:
    spoken = white or black
    assert spoken is not None
    return Standing(ClaimState.WAITING, value=spoken.result, waiting_for=BLACK if white else WHITE)
