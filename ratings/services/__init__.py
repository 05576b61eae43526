"""The services of ratings, the only code that writes: make a pool, bring its ledger to the games, publish lists."""

from ratings.services.arranged_games import (
    JUDGE,
    judge_game,
    judge_subject,
    request_judging,
    request_judging_all,
    request_judging_of,
    set_counting,
)
from ratings.services.evidence import EVIDENCE, evidence_or_ask, judge_pool
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
    "EVIDENCE",
    "JUDGE",
    "PUBLISH",
    "RATE",
    "Difference",
    "add_system",
    "are_kept_games_right",
    "check_kept_games",
    "choose_main",
    "choose_system",
    "difference",
    "evidence_or_ask",
    "judge_game",
    "judge_pool",
    "judge_subject",
    "pool_for",
    "pools_at_once",
    "pools_of",
    "publish_lists",
    "recompute",
    "remove_system",
    "request_due_checks",
    "request_due_lists",
    "request_judging",
    "request_judging_all",
    "request_judging_of",
    "request_lists",
    "set_counting",
    "set_parameters",
    "wider_pools",
    "with_others",
]
