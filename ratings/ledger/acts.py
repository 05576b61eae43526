"""What workers do with a rating list when games change."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _


class Recompute(Act):
    scopes = ("pool",)
    name = "recompute-ratings"
    sentence = _("Ratings recalculated")
