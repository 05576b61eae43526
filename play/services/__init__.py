"""The services of play: challenges and games of two; practice, hints, the deal of the day.

The turns of attempts are stored by the services of games.
"""

from play.services.blocks import block_person, blocked_people, unblock_person
from play.services.challenges import (
    NewChallenge,
    close_challenge,
    find_challenge,
    open_challenge,
    take_as_guest,
    take_challenge,
)
from play.services.chat import send_message
from play.services.days import begin_day, close_day, draw_day
from play.services.days_off import set_time_zone, time_zone_of
from play.services.event_games import (
    BoardSettings,
    begin_event_games,
    begun_games,
    follow_after_commit,
    follow_decision,
    note_arrival,
    who_can_play,
)
from play.services.flags import fall_flag, notice_flag
from play.services.games import abort, begin_online_game, play_turn, resign
from play.services.guests import Visitor, as_guest, find_guest, forget_guests, name_guest
from play.services.hints import ask_hint, find_hint, hint_for
from play.services.leavers import claim_draw, claim_time, claim_win
from play.services.next_games import leave_series
from play.services.offers import accept_offer, decline_offer, make_offer
from play.services.practice import deal_by_chance, deal_by_number, fill_stock, find_deal, practice_rules, solve_deal
from play.services.practice_attempts import ask_practice_hint, begin_practice, load_played, load_practice, undo_turn
from play.services.practice_removal import remove_old_practice
from play.services.reports import answer_report, lift_sanction, report_player
from play.services.uptime import watch_over_clocks
from play.services.vacations import book_vacation, cancel_vacation, vacations_of

__all__ = [
    "BoardSettings",
    "NewChallenge",
    "Visitor",
    "abort",
    "accept_offer",
    "answer_report",
    "as_guest",
    "ask_hint",
    "ask_practice_hint",
    "begin_day",
    "begin_event_games",
    "begin_online_game",
    "begin_practice",
    "begun_games",
    "block_person",
    "blocked_people",
    "book_vacation",
    "cancel_vacation",
    "claim_draw",
    "claim_time",
    "claim_win",
    "close_challenge",
    "close_day",
    "deal_by_chance",
    "deal_by_number",
    "decline_offer",
    "draw_day",
    "fall_flag",
    "fill_stock",
    "find_challenge",
    "find_deal",
    "find_guest",
    "find_hint",
    "follow_after_commit",
    "follow_decision",
    "forget_guests",
    "hint_for",
    "leave_series",
    "lift_sanction",
    "load_played",
    "load_practice",
    "make_offer",
    "name_guest",
    "note_arrival",
    "notice_flag",
    "open_challenge",
    "play_turn",
    "practice_rules",
    "remove_old_practice",
    "report_player",
    "resign",
    "send_message",
    "set_time_zone",
    "solve_deal",
    "take_as_guest",
    "take_challenge",
    "time_zone_of",
    "unblock_person",
    "undo_turn",
    "vacations_of",
    "watch_over_clocks",
    "who_can_play",
]
