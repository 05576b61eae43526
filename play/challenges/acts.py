"""What is done about challenges, and about the next game of two who have played."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from play.core.acts import BesidePlay, LobbyAct


class OpenChallenge(LobbyAct):
    name = "open-challenge"
    sentence = _("Challenge made")


class WithdrawChallenge(LobbyAct):
    name = "withdraw-challenge"
    sentence = _("Challenge withdrawn")


class DeclineChallenge(LobbyAct):
    name = "decline-challenge"
    sentence = _("Challenge declined")


class TakeChallenge(LobbyAct):
    name = "take-challenge"
    sentence = _("Challenge accepted: game %(game)s")


class SeekGame(LobbyAct):
    name = "seek-game"
    sentence = _("Waiting for an opponent")


class StopSeeking(LobbyAct):
    name = "stop-seeking"
    sentence = _("No longer waiting for an opponent")


class PairSeekers(LobbyAct):
    name = "pair-seekers"
    sentence = _("Waiting players paired")


class BeginRematch(BesidePlay):
    name = "begin-rematch"
    sentence = _("Rematch started: game %(game)s")


class BeginNextGame(BesidePlay):
    name = "begin-next-game"
    sentence = _("Next game of the series started: game %(game)s")


class LeaveSeries(BesidePlay):
    name = "leave-series"
    sentence = _("The series left")


class EndSeries(BesidePlay):
    name = "end-series"
    sentence = _("The series ended: a player is gone")
