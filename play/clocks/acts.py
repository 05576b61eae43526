"""What is done about clocks: vacations in the lobby, and what moves the clock of one game."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from play.core.acts import ClockAct, LobbyAct


class BookVacation(LobbyAct):
    name = "book-vacation"
    sentence = _("A vacation booked")


class CancelVacation(LobbyAct):
    name = "cancel-vacation"
    sentence = _("A vacation ended or cancelled")


class MoveDeadline(ClockAct):
    name = "move-deadline"
    sentence = _("The deadline moved: a player has changed vacations")


class GiveTimeBack(ClockAct):
    name = "give-time-back"
    sentence = _("Time given back: the server could not be reached")
