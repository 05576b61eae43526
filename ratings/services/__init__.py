"""The services of ratings, the only code that writes: make a pool, bring its ledger to the games, publish lists."""

from ratings.services.ledgers import Difference, difference, recompute
from ratings.services.lists import PUBLISH, publish_lists, request_due_lists, request_lists
from ratings.services.pools import RATE, choose_system, pool_for, pools_at_once, pools_of, set_parameters, wider_pools

__all__ = [
    "PUBLISH",
    "RATE",
    "Difference",
    "choose_system",
    "difference",
    "pool_for",
    "pools_at_once",
    "pools_of",
    "publish_lists",
    "recompute",
    "request_due_lists",
    "request_lists",
    "set_parameters",
    "wider_pools",
]
