"""The services of ratings, the only code that writes: make a pool, bring its ledger to the games, publish lists."""

from ratings.services.kept_games import CHECK, are_kept_games_right, check_kept_games, request_due_checks
from ratings.services.ledgers import Difference, difference, recompute
from ratings.services.lists import PUBLISH, publish_lists, request_due_lists, request_lists
from ratings.services.pools import (
    RATE,
    choose_system,
    pool_for,
    pools_at_once,
    pools_of,
    set_parameters,
    wider_pools,
    with_others,
)
from ratings.services.side_by_side import add_system, choose_main, remove_system

__all__ = [
    "CHECK",
    "PUBLISH",
    "RATE",
    "Difference",
    "add_system",
    "are_kept_games_right",
    "check_kept_games",
    "choose_main",
    "choose_system",
    "difference",
    "pool_for",
    "pools_at_once",
    "pools_of",
    "publish_lists",
    "recompute",
    "remove_system",
    "request_due_checks",
    "request_due_lists",
    "request_lists",
    "set_parameters",
    "wider_pools",
    "with_others",
]
