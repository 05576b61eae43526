"""What the acts of play are called: in the lobby, and in the scope of a game that is played here."""

from __future__ import annotations

from common.journal.actions import register_actions
from gipf_engine.messages import gettext_noop as _
from play.chat.services.chat import SEND
from play.chat.services.reports import ANSWER, MODERATION, REPORT
from play.core.services.acting import (
    ADJOURN,
    BEGIN,
    DECLINE,
    END,
    END_SERIES,
    LAY_OUT,
    LEAVE_SERIES,
    LOBBY,
    NEXT_GAME,
    OFFER,
    REMATCH,
    RESTART,
    RESUME,
    TAKE_BACK,
    TURN,
    VACATION,
)
from play.models import OfferKind

register_actions(
    LOBBY,
    {
        "open-challenge": _("Challenge made"),
        "withdraw-challenge": _("Challenge withdrawn"),
        "decline-challenge": _("Challenge declined"),
        "take-challenge": _("Challenge accepted: game %(game)s"),
        "book-vacation": _("A vacation booked"),
        "block-person": _("A person blocked"),
        "cancel-vacation": _("A vacation ended or cancelled"),
    },
)
register_actions("chat", {SEND: _("A message sent")})
register_actions(
    MODERATION,
    {
        REPORT: _("A player reported"),
        ANSWER: _("Report %(report)s answered: %(answer)s"),
        "lift-sanction": _("Sanction %(sanction)s ended"),
    },
)
register_actions(
    "game",
    {
        BEGIN: _("The game begun, %(control)s"),
        LAY_OUT: _("The beginning of the game changed"),
        TURN: _("Turn %(ply)s played"),
        OFFER[OfferKind.DRAW]: _("Draw offered"),
        OFFER[OfferKind.TAKEBACK]: _("Takeback requested"),
        OFFER[OfferKind.ADJOURN]: _("Adjournment offered"),
        OFFER[OfferKind.RESUME]: _("Resuming offered"),
        OFFER[OfferKind.REMATCH]: _("Rematch offered"),
        DECLINE[OfferKind.DRAW]: _("Draw declined"),
        DECLINE[OfferKind.TAKEBACK]: _("Takeback declined"),
        DECLINE[OfferKind.ADJOURN]: _("Adjournment declined"),
        DECLINE[OfferKind.RESUME]: _("Resuming declined"),
        DECLINE[OfferKind.REMATCH]: _("Rematch declined"),
        TAKE_BACK: _("Turns taken back, %(ply)s left"),
        ADJOURN: _("The game adjourned"),
        RESUME: _("The game goes on"),
        REMATCH: _("The rematch begun: game %(game)s"),
        NEXT_GAME: _("The next game of the series begun: game %(game)s"),
        LEAVE_SERIES: _("The series left"),
        END_SERIES: _("The series ended: a player is gone"),
        RESTART: _("Time given back: the server could not be reached"),
        VACATION: _("The deadline moved: a player has changed his vacations"),
        END: _("The game ended: %(result)s"),
    },
)
