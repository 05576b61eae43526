"""Acts on a circuit: what it is called and goes by, and which events count in it."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Act, Part, Parts
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

CIRCUIT, CLUB = "circuit", "club"


class CircuitAct(Act):
    """An act on a circuit. Its standings are everybody's, and so is what changes them."""

    scopes: ClassVar[tuple[str, ...]] = (CIRCUIT,)
    permission: ClassVar[Permission] = Permission.EDIT_EVENT
    depends_on: ClassVar[Parts | None] = frozenset({Part.SETTINGS})
    changes: ClassVar[Parts] = frozenset({Part.ENTRIES})


class CreateCircuit(CircuitAct):
    scopes = (CIRCUIT, CLUB)
    name = "create-circuit"
    permission = Permission.MAKE_EVENT
    changes = frozenset({Part.SETTINGS})
    sentence = _("Circuit created")


class EditCircuit(CircuitAct):
    name = "edit-circuit"
    changes = frozenset({Part.SETTINGS})
    sentence = _("Name, points or rules of the circuit changed")


class DeleteCircuit(CircuitAct):
    scopes = (CIRCUIT, CLUB)
    name = "delete-circuit"
    changes = frozenset({Part.SETTINGS})
    sentence = _("Circuit deleted")


class AddToCircuit(CircuitAct):
    name = "add-to-circuit"
    sentence = _("%(event)s was added to the circuit")


class RemoveFromCircuit(CircuitAct):
    name = "remove-from-circuit"
    sentence = _("%(event)s was removed from the circuit")
