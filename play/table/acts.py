"""What two players offer each other, and taking back turns, to which they agree."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.messages import gettext_noop as _
from play.core.acts import BesidePlay, GameAct
from play.models import OfferKind


class OfferDraw(BesidePlay):
    name = "offer-draw"
    sentence = _("Draw offered")


class RequestTakeback(BesidePlay):
    name = "offer-takeback"
    sentence = _("Takeback requested")


class OfferAdjournment(BesidePlay):
    name = "offer-adjourn"
    sentence = _("Adjournment offered")


class OfferResuming(BesidePlay):
    name = "offer-resume"
    sentence = _("Resuming offered")


class OfferRematch(BesidePlay):
    name = "offer-rematch"
    sentence = _("Rematch offered")


class DeclineDraw(BesidePlay):
    name = "decline-draw"
    sentence = _("Draw declined")


class DeclineTakeback(BesidePlay):
    name = "decline-takeback"
    sentence = _("Takeback declined")


class DeclineAdjournment(BesidePlay):
    name = "decline-adjourn"
    sentence = _("Adjournment declined")


class DeclineResuming(BesidePlay):
    name = "decline-resume"
    sentence = _("Resuming declined")


class DeclineRematch(BesidePlay):
    name = "decline-rematch"
    sentence = _("Rematch declined")


class AllowTakeback(GameAct):
    name = "allow-takeback"
    sentence = _("Turns taken back, %(ply)s left")


OFFERS: Mapping[OfferKind, type[BesidePlay]] = {
    OfferKind.DRAW: OfferDraw,
    OfferKind.TAKEBACK: RequestTakeback,
    OfferKind.ADJOURN: OfferAdjournment,
    OfferKind.RESUME: OfferResuming,
    OfferKind.REMATCH: OfferRematch,
}
DECLINES: Mapping[OfferKind, type[BesidePlay]] = {
    OfferKind.DRAW: DeclineDraw,
    OfferKind.TAKEBACK: DeclineTakeback,
    OfferKind.ADJOURN: DeclineAdjournment,
    OfferKind.RESUME: DeclineResuming,
    OfferKind.REMATCH: DeclineRematch,
}
