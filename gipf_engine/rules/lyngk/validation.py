"""Is this one turn legal, and if not, why? Tested directly, without listing the others (LYNGK 3 to 11)."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.lyngk.board import BETWEEN, COLOUR_NAMES, INDEX, JOKER, SPOTS
from gipf_engine.rules.lyngk.move import PASS, LyngkMove
from gipf_engine.rules.lyngk.movegen import COLOUR_BITS, moves, way
from gipf_engine.rules.lyngk.state import State

GAME_OVER = Message(_("the game is over"))
MUST_PASS = Message(_("you have no legal turn and must pass"))
MAY_NOT_PASS = Message(_("you have a legal turn, so you may not pass"))
ONLY_AFTER_A_CLAIM = Message(_("you may not pass: you can move after a claim"))


def find_fault(state: State, turn: LyngkMove) -> Message | None:
    """Why the mover may not play `turn`, in words; None when he may."""
    if turn == PASS:
        return _fault_of_pass(state)
    found = _fault_of_move(state, turn)
    if found is not None and next(moves(state), None) is None:
        return MUST_PASS if next(moves(state.other_to_move()), None) else GAME_OVER
    return found


def _fault_of_pass(state: State) -> Message | None:
    turn = next(moves(state), None)
    if turn is not None:
        return ONLY_AFTER_A_CLAIM if turn.claim else MAY_NOT_PASS
    return None if next(moves(state.other_to_move()), None) else GAME_OVER


def _fault_of_move(state: State, turn: LyngkMove) -> Message | None:
    if state.won:
        return GAME_OVER
    if turn.claim:
        found = _fault_of_claim(state, turn.claim)
        if found is not None:
            return found
        state = state.after_claim(turn.claim)
    source, target = INDEX.get(turn.source), INDEX.get(turn.target)
    if source is None or target is None:
        return _no_such_spot(turn)
    return (
        find_fault_of_mover(state, source)
        or _fault_of_landing(state, source, target)
        or _fault_of_way(state, source, target)
    )


def _no_such_spot(turn: LyngkMove) -> Message:
    unknown = turn.target if turn.source in INDEX else turn.source
    return Message(_("the board has no spot %(spot)s"), {"spot": unknown})


def _fault_of_claim(state: State, colour: str) -> Message | None:
    if colour not in COLOUR_NAMES or colour == JOKER:
        return Message(_("a joker cannot be claimed")) if colour == JOKER else Message(_("that is not a colour"))
    if colour in state.claimable:
        return None
    if colour in state.claimed[state.mover]:
        return _about_colour(_("you have claimed %(colour)s already"), colour)
    if colour in state.claimed[1 - state.mover]:
        return _about_colour(_("%(colour)s is claimed by your opponent"), colour)
    return Message(_("you have made both your claims"))


def find_fault_of_mover(state: State, source: int) -> Message | None:
    """Why the mover may not move what stands on `source`, wherever it would go; None when he may."""
    stack = state.stacks[source]
    if not stack:
        return _about_spots(_("there is no stack on %(source)s"), source)
    colour = stack[-1]
    if colour == JOKER:
        return Message(_("a joker cannot move"))
    if colour in state.claimed[1 - state.mover]:
        return _about_colour(_("%(colour)s is your opponent's colour"), colour)
    return None


def _fault_of_landing(state: State, source: int, target: int) -> Message | None:
    mover, goal = state.stacks[source], state.stacks[target]
    if source == target:
        return Message(_("a move must end on another spot"))
    if not goal:
        return _about_spots(_("a move must end on a stack, and %(target)s is empty"), source, target)
    neutral = mover[-1] not in state.claimed[state.mover]
    if neutral and len(goal) > len(mover):
        return _about_spots(_("%(source)s is neutral and may not climb on a higher stack"), source, target)
    height = len(mover) + len(goal)
    if height > state.limit:
        return Message(
            _("the stack would be %(height)s pieces high; %(limit)s is the most"),
            {"height": height, "limit": state.limit},
        )
    if COLOUR_BITS[mover] & COLOUR_BITS[goal]:
        twice = next(piece for piece in reversed(mover) if piece != JOKER and piece in goal)
        return _about_colour(_("%(colour)s would be in the stack twice"), twice)
    return None


def _fault_of_way(state: State, source: int, target: int) -> Message | None:
    between = BETWEEN.get((source, target))
    if between is not None and not any(state.stacks[spot] for spot in between):
        return None
    colour = state.stacks[source][-1]
    if colour in state.claimed[state.mover]:
        if way(state.stacks, source, target, colour) is not None:
            return None
        return _about_spots(_("no springboards lead from %(source)s to %(target)s"), source, target)
    if between is None:
        return _about_spots(_("%(source)s and %(target)s are not on one line"), source, target)
    blocker = next(spot for spot in between if state.stacks[spot])
    return Message(_("%(spot)s is in the way"), {"spot": SPOTS[blocker]})


def _about_colour(template: str, colour: str) -> Message:
    return Message(template, {"colour": COLOUR_NAMES[colour]})


def _about_spots(template: str, source: int, target: int | None = None) -> Message:
    params: Mapping[str, object] = {"source": SPOTS[source]}
    return Message(template, params if target is None else {**params, "target": SPOTS[target]})
