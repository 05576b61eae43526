"""What is done in the scope of an account's notifications, which its owner alone sees: whom the owner follows."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from players.notifications.acts import NotificationAct


class StartFollowing(NotificationAct):
    name = "start-following"
    sentence = _("Started to follow")


class StopFollowing(NotificationAct):
    name = "stop-following"
    sentence = _("Stopped following")
