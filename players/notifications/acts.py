"""What is done in the scope of an account's notifications, which its owner alone sees."""

from __future__ import annotations

from common.journal.acts import NOTHING, Act
from gipf_engine.messages import gettext_noop as _


class NotificationAct(Act):
    scopes = ("notifications",)
    changes = NOTHING
    public = False


class ChangeNotifications(NotificationAct):
    """The server does it: something waits, or waits no longer."""

    name = "change-notifications"
    sentence = _("Notifications updated")


class ReadNotifications(NotificationAct):
    name = "read-notifications"
    sentence = _("Notifications read")
