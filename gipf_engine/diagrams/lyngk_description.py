"""A LYNGK position in words."""

from __future__ import annotations

from collections.abc import Iterable

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Effects, View
from gipf_engine.rules.lyngk.board import COLOUR_NAMES, COLOURS, SPOTS

GAME_OVER = Message(_("The game is over."))
_TURNS = (Message(_("White is to move.")), Message(_("Black is to move.")))
_CLAIMED = (_("White has claimed %(colours)s."), _("Black has claimed %(colours)s."))
_UNCLAIMED = (Message(_("White has claimed no colour.")), Message(_("Black has claimed no colour.")))
_COMPLETED = (_("Columns completed by White: %(columns)s."), _("Columns completed by Black: %(columns)s."))


def name_position(view: View) -> Message:
    """The drawing's name."""
    if view.turn is None:
        return Message(_("LYNGK board, the game is over"))
    return Message(_("LYNGK board, White is to move") if view.turn == 0 else _("LYNGK board, Black is to move"))


def describe_position(view: View, effects: Effects | None) -> list[Message]:
    """Who is to move, the last move, claims and columns, stacks from the highest down, then single pieces."""
    messages = [GAME_OVER if view.turn is None else _TURNS[view.turn]]
    if effects and effects.path:
        messages += _last_move(effects)
    for seat in (WHITE, BLACK):
        messages += _pools(view, seat)
    stacks = [spot for spot in SPOTS if len(view.spots[spot]) > 1]
    stacks.sort(key=lambda spot: -len(view.spots[spot]))
    messages += [_stack(view, spot) for spot in stacks]
    return messages + _singles(view)


def summarize_seat(view: View, seat: int) -> list[Message]:
    """What a player has claimed and completed, and how many stacks on the board are his."""
    colours = [piece for stack in view.pool("claimed", seat).stacks for piece in stack]
    own = sum(bool(stack) and stack[-1] in colours for stack in view.spots.values())
    claimed = [Message(_("Claimed: %(colours)s"), {"colours": _colour_names(colours)})] if colours else []
    return [
        *claimed,
        Message(_("Completed: %(count)s"), {"count": view.pool("completed", seat).count}),
        Message(_("On the board: %(count)s"), {"count": own}),
    ]


def _stack(view: View, spot: str) -> Message:
    stack = view.spots[spot]
    return Message(
        _("On %(spot)s, %(height)s high, from the top: %(pieces)s."),
        {"spot": spot, "height": len(stack), "pieces": _colour_names(stack[::-1])},
    )


def _pools(view: View, seat: int) -> list[Message]:
    claimed, completed = view.pool("claimed", seat).stacks, view.pool("completed", seat).stacks
    colours = [piece for stack in claimed for piece in stack]
    messages = [Message(_CLAIMED[seat], {"colours": _colour_names(colours)}) if colours else _UNCLAIMED[seat]]
    if completed:
        messages.append(Message(_COMPLETED[seat], {"columns": len(completed)}))
    messages += [
        Message(_("A completed column, from the top: %(pieces)s."), {"pieces": _colour_names(column[::-1])})
        for column in completed
        if column
    ]
    return messages


def _singles(view: View) -> list[Message]:
    messages = []
    for kind in (*COLOURS, "J"):
        spots = [spot for spot in SPOTS if view.spots[spot] == (kind,)]
        if spots:
            messages.append(
                Message(_("Single pieces, %(colour)s: %(spots)s."), {"colour": COLOUR_NAMES[kind], "spots": spots})
            )
    return messages


def _last_move(effects: Effects) -> list[Message]:
    first, *springboards, last = effects.path
    params = {"first": first, "springboards": springboards, "last": last}
    if springboards:
        messages = [Message(_("Last move: from %(first)s over %(springboards)s to %(last)s."), params)]
    else:
        messages = [Message(_("Last move: from %(first)s to %(last)s."), params)]
    for spot, stack in effects.captured.items():
        messages.append(
            Message(
                _("The column on %(spot)s left the board: %(pieces)s."),
                {"spot": spot, "pieces": _colour_names(stack[::-1])},
            )
        )
    return messages


def word_of_spot(view: View, spot: str) -> Message:
    """What stands on a spot, from the top down, for its label."""
    stack = view.spots[spot]
    if not stack:
        return Message(_("%(spot)s: empty"), {"spot": spot})
    if len(stack) == 1:
        return Message(_("%(spot)s: %(pieces)s"), {"spot": spot, "pieces": _colour_names(stack)})
    return Message(
        _("%(spot)s: %(height)s high, from the top %(pieces)s"),
        {"spot": spot, "height": len(stack), "pieces": _colour_names(stack[::-1])},
    )


def _colour_names(pieces: Iterable[str]) -> list[Message]:
    return [COLOUR_NAMES[piece] for piece in pieces]
