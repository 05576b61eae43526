"""Why something may not be chosen in LYNGK, in a player's words (LYNGK 3 to 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_engine.games.lyngk.board import BOARD, COLOUR_NAMES, INDEX, JOKER, SPOTS
from gipf_engine.games.lyngk.landings import COLOUR_BITS, has_landing, has_turn
from gipf_engine.games.lyngk.notation import FROM, TO_PASS
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.kit.choices import Made
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_MUST_PASS = Message(_("you have no legal turn and must pass"))
_MAY_NOT_PASS = Message(_("you have a legal turn, so you may not pass"))
_ONLY_AFTER_A_CLAIM = Message(_("you may not pass: you can move after a claim"))
_NOT_NOW = Message(_("this cannot be chosen now"))


def refuse(state: LyngkState, made: Made, parts: Sequence[str]) -> Message:
    """Why a turn goes wrong after `made` at the first of `parts`, the others being what is written behind it.

    Where nothing follows, as with touches, a stack that can land nowhere is told so.
    """
    if parts[0] == TO_PASS.text:
        return _MAY_NOT_PASS if has_landing(state) else _ONLY_AFTER_A_CLAIM
    if len(parts) > 1 and not made and not has_turn(state):
        return _MUST_PASS
    words = list(parts)
    if words[0][:1] in COLOUR_NAMES:
        claim = words.pop(0)[0]
        refused = _refuse_claim(state, claim)
        if refused:
            return refused
        state = state.after_claim(claim)
    if made and made[-1].kind == FROM:
        words.insert(0, made[-1].points[0])
    spots = [INDEX.get(word.rstrip("-"), -1) for word in words]
    return _refuse_move(state, *spots) if spots and min(spots) >= 0 else _NOT_NOW


def _refuse_move(state: LyngkState, source: int, target: int | None = None) -> Message:
    refused = _refuse_source(state, source)
    if refused:
        return refused
    if target is None:
        return _about_spots(_("the stack on %(source)s can land nowhere"), source)
    return _refuse_landing(state, source, target) or _refuse_way(state, source, target)


def _refuse_claim(state: LyngkState, colour: str) -> Message | None:
    if colour in state.claimable:
        return None
    if colour in state.claimed[state.mover]:
        return _about_colour(_("you have already claimed %(colour)s"), colour)
    if colour in state.claimed[1 - state.mover]:
        return _about_colour(_("your opponent has claimed %(colour)s"), colour)
    return Message(_("you have made both your claims"))


def _refuse_source(state: LyngkState, source: int) -> Message | None:
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


def _refuse_landing(state: LyngkState, source: int, target: int) -> Message | None:
    mover, goal = state.stacks[source], state.stacks[target]
    if source == target:
        return Message(_("a move must end on another spot"))
    if not goal:
        return _about_spots(_("a move must end on a stack, and %(target)s is empty"), source, target)
    neutral = mover[-1] not in state.claimed[state.mover]
    if neutral and len(goal) > len(mover):
        return _about_spots(_("%(source)s is neutral and may not land on a higher stack"), source, target)
    height = len(mover) + len(goal)
    if height > state.limit:
        return Message(
            _("the stack would have %(height)s pieces; the limit is %(limit)s"),
            {"height": height, "limit": state.limit},
        )
    if COLOUR_BITS[mover] & COLOUR_BITS[goal]:
        twice = next(piece for piece in reversed(mover) if piece != JOKER and piece in goal)
        return _about_colour(_("%(colour)s would be in the stack twice"), twice)
    return None


def _refuse_way(state: LyngkState, source: int, target: int) -> Message:
    """Why no way leads there, where all else would do."""
    if state.stacks[source][-1] in state.claimed[state.mover]:
        return _about_spots(_("no springboards lead from %(source)s to %(target)s"), source, target)
    between = BOARD.between(SPOTS[min(source, target)], SPOTS[max(source, target)])
    if between is None:
        return _about_spots(_("%(source)s and %(target)s are not on one line"), source, target)
    blocker = next(spot for spot in between if state.stacks[INDEX[spot]])
    return Message(_("%(spot)s is in the way"), {"spot": blocker})


def _about_colour(template: str, colour: str) -> Message:
    return Message(template, {"colour": COLOUR_NAMES[colour]})


def _about_spots(template: str, source: int, target: int | None = None) -> Message:
    params: Mapping[str, object] = {"source": SPOTS[source]}
    return Message(template, params if target is None else {**params, "target": SPOTS[target]})
