"""A turn of LYNGK by touch: a claim or none, the stack that moves, where it lands, chains included (LYNGK 4 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.lyngk.board import COLOUR_NAMES, INDEX, SPOTS
from gipf_engine.rules.lyngk.move import LyngkMove
from gipf_engine.rules.lyngk.movegen import moves
from gipf_engine.rules.lyngk.state import State
from gipf_engine.rules.lyngk.validation import find_fault, find_fault_of_mover
from gipf_engine.rules.steps import Step, Steps

CLAIM, PASS = "claim-", "pass"
"""Keys of the buttons: `claim-R` claims red."""

_ASK = Message(_("Choose the stack that moves."))
_ASK_OR_CLAIM = Message(_("Choose the stack that moves, or claim a colour first."))
_ASK_CLAIM = Message(_("You can move only after a claim: choose a colour."))
_ASK_TARGET = Message(_("Choose where it lands."))
_ASK_PASS = Message(_("No turn is legal: you must pass."))

Targets = dict[str, list[str]]
"""Spot of a stack that may move to the spots where it may land."""


def steps_of(state: State) -> Steps:
    """The tree of all turns of the mover, who has one or must pass."""
    by_claim: dict[str, Targets] = {}
    for turn in moves(state):
        by_claim.setdefault(turn.claim, {}).setdefault(turn.source, []).append(turn.target)
    if not by_claim:
        return Steps(_ASK_PASS, (Step(PASS, "pass", None, Message(_("Pass"))),))
    return _Builder(by_claim).begin()


class _Builder:
    """Makes the steps of a stack once, under however many claims it goes to the same places."""

    def __init__(self, by_claim: dict[str, Targets]) -> None:
        self.by_claim = by_claim
        self._landings: dict[tuple[str, ...], Steps] = {}

    def begin(self) -> Steps:
        unclaimed = self.by_claim.pop("", {})
        claims = tuple(
            Step(
                f"{CLAIM}{colour}",
                f"{colour},",
                _constant(Steps(_ASK, self._sources(targets))),
                Message(_("Claim %(colour)s"), {"colour": COLOUR_NAMES[colour]}),
            )
            for colour, targets in self.by_claim.items()
        )
        ask = _ASK_CLAIM if not unclaimed else _ASK_OR_CLAIM if claims else _ASK
        return Steps(ask, (*self._sources(unclaimed), *claims))

    def _sources(self, targets: Targets) -> tuple[Step, ...]:
        return tuple(
            Step(source, f"{source}-", _constant(self._landing(tuple(targets[source])))) for source in sorted(targets)
        )

    def _landing(self, targets: tuple[str, ...]) -> Steps:
        if targets not in self._landings:
            steps = tuple(Step(target, target) for target in sorted(targets))
            self._landings[targets] = Steps(_ASK_TARGET, steps)
        return self._landings[targets]


def _constant(steps: Steps) -> Callable[[], Steps]:
    return lambda: steps


def explain_refusal(state: State, path: Sequence[str], key: str) -> Message | None:
    """Why `key` may not be touched; None where the general answer must do."""
    claim = path[0].removeprefix(CLAIM) if path and path[0].startswith(CLAIM) else ""
    spots = [each for each in (*path, key) if each in INDEX]
    if key not in INDEX or not spots:
        return None
    if len(spots) == 1:
        after = state.after_claim(claim) if claim else state
        return find_fault_of_mover(after, INDEX[key]) or Message(
            _("the stack on %(source)s can land nowhere"), {"source": SPOTS[INDEX[key]]}
        )
    return find_fault(state, LyngkMove(claim, spots[0], spots[1]))
