"""What is done about published rating lists."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from ratings.pools.acts import PoolAct


class RequestLists(PoolAct):
    name = "request-rating-lists"
    sentence = _("Publication of rating lists requested")


class PublishList(Act):
    scopes = ("pool",)
    name = "publish-rating-list"
    sentence = _("Rating list of %(dated)s published, version %(version)s")
