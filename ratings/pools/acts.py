"""What can be done with a rating list: which systems rate it, and by which numbers."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission


class PoolAct(Act):
    """Something that organisers of a club do with one of its lists, and administrators with those of the server."""

    scopes = ("pool",)
    permission = Permission.EDIT_CLUB


class ChooseSystem(PoolAct):
    name = "choose-rating-system"
    sentence = _("Rating system changed from %(before)s to %(after)s")


class SetParameters(PoolAct):
    name = "set-rating-parameters"
    sentence = _("Parameters of the rating system changed")


class AddSystem(PoolAct):
    name = "add-rating-system"
    sentence = _("Another rating system added: %(system)s")


class RemoveSystem(PoolAct):
    name = "remove-rating-system"
    sentence = _("Rating system removed: %(system)s")


class ChooseMain(PoolAct):
    name = "choose-main-rating-system"
    sentence = _("The rating of the list is now by %(after)s, no longer by %(before)s")
