"""The services of play: the only code that writes deals to practise with and hints. One transaction each."""

from play.services.hints import ask_hint, find_hint, hint_for
from play.services.practice import deal_by_chance, deal_by_number, fill_stock, practice_rules, solve_deal

__all__ = [
    "ask_hint",
    "deal_by_chance",
    "deal_by_number",
    "fill_stock",
    "find_hint",
    "hint_for",
    "practice_rules",
    "solve_deal",
]
