"""Why a service of this app did nothing. Pages and API show the message."""

from __future__ import annotations

from gipf_engine.messages import Refused


class MergeRefused(Refused):
    """The two records cannot become one person."""


class LastOrganiser(Refused):
    """Roles are never left empty: the last organiser of a club, or administrator of the server, stays."""
