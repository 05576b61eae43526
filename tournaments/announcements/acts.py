"""Acts on announcements."""

from __future__ import annotations

from common.journal.acts import NOTHING
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ANNOUNCED, ANNOUNCEMENT_WITHDRAWN


class _AnnouncementAct(EventAct):
    permission = Permission.RUN_ROUNDS
    changes = NOTHING
    depends_on = WHILE_IT_IS
    public = True


class PublishAnnouncement(_AnnouncementAct):
    """Players of the event are told something."""

    name = "publish-announcement"
    sentence = _("Announcement %(number)s published")
    webhook = ANNOUNCED


class WithdrawAnnouncement(_AnnouncementAct):
    """What was announced is no longer so."""

    name = "withdraw-announcement"
    sentence = _("Announcement %(number)s withdrawn")
    webhook = ANNOUNCEMENT_WITHDRAWN
