"""The services of play: practice, hints, the deal of the day. The turns of attempts are stored by those of games."""

from play.services.days import begin_day, close_day, draw_day
from play.services.hints import ask_hint, find_hint, hint_for
from play.services.practice import deal_by_chance, deal_by_number, fill_stock, practice_rules, solve_deal
from play.services.practice_attempts import ask_practice_hint, begin_practice, load_played, load_practice, undo_turn

__all__ = [
    "ask_hint",
    "ask_practice_hint",
    "begin_day",
    "begin_practice",
    "close_day",
    "deal_by_chance",
    "deal_by_number",
    "draw_day",
    "fill_stock",
    "find_hint",
    "hint_for",
    "load_played",
    "load_practice",
    "practice_rules",
    "solve_deal",
    "undo_turn",
]
