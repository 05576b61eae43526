"""Events whose games are played on this server: what an organiser chooses, and what follows from it."""

from __future__ import annotations

from datetime import timedelta

from gipf_engine.clocks import TimeControl, parse_control
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import BoardSettings
from tournaments.core.errors import EventRefused
from tournaments.models import Event

HOUR, DAY = 60, 24 * 60
USUAL_MINUTES, USUAL_MINUTES_BY_MAIL = 15, 3 * DAY
"""How long a player may be late: in real time, and by correspondence."""
USUAL_MINUTES_IN_ARENA = 1
"""How long in an arena, where the opponent waits for the next game."""
FEWEST_MINUTES, FEWEST_MINUTES_BY_MAIL, MOST_MINUTES = 1, DAY, 60 * DAY


def validate_clock(text: str, minutes: int | None) -> tuple[str, int | None]:
    """The time control as it is stored, and how long a player may be late; "" and None for over the board.

    Raises EventRefused.
    """
    if not text.strip():
        return "", None
    control = _parse(text)
    return str(control), _minutes(control, minutes)


def _parse(text: str) -> TimeControl:
    try:
        return parse_control(text.strip())
    except Refused as error:
        raise EventRefused(error.message, field="time_control") from error


def _minutes(control: TimeControl, minutes: int | None) -> int:
    usual = USUAL_MINUTES if control.is_real_time else USUAL_MINUTES_BY_MAIL
    wanted = usual if minutes is None else minutes
    fewest = FEWEST_MINUTES if control.is_real_time else FEWEST_MINUTES_BY_MAIL
    if not fewest <= wanted <= MOST_MINUTES:
        message = _("With this clock, allow %(fewest)d to %(most)d minutes for the first turn.")
        raise EventRefused(Message(message, {"fewest": fewest, "most": MOST_MINUTES}), field="no_show_minutes")
    return wanted


def plays_one_after_the_other(event: Event) -> bool:
    """Whether the second game of two in a round begins when the first is decided: no one plays two in real time."""
    return event.games_per_round > 1 and event.is_played_here and parse_control(event.time_control).is_real_time


def board_settings(event: Event) -> BoardSettings:
    """How the games of an event that is played here are put on their boards."""
    assert event.no_show_minutes is not None
    return BoardSettings(event.time_control, timedelta(minutes=event.no_show_minutes))
