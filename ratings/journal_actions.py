"""What the acts on rated games are called in their journal."""

from __future__ import annotations

from common.journal.actions import register_actions
from gipf_engine.messages import gettext_noop as _
from ratings.arranged.services import PUT_BACK, REMOVE, SCOPE

register_actions(
    SCOPE,
    {
        REMOVE: _("Game %(game)s removed from the rating lists: %(reason)s"),
        PUT_BACK: _("Game %(game)s put back into the rating lists: %(reason)s"),
    },
)
