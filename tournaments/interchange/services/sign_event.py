"""The final standings of a closed event in the server's own words, signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.signing.services import sign_statement
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.errors import EventRefused
from tournaments.models import Event


def sign_event(event: Event, values: Mapping[str, Any]) -> dict[str, Any]:
    """The signed statement (docs/certificates.md) with these values. Raises EventRefused before the event is closed."""
    if event.state != Event.State.CLOSED:
        raise EventRefused(Message(_("Results are signed when the event is closed.")))
    return sign_statement("event", values)
