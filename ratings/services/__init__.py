"""The services of ratings: make a pool, and bring its ledger to what the games say. The only code that writes."""

from ratings.services.ledgers import Difference, difference, recompute
from ratings.services.pools import RATE, choose_system, pool_for, pools_of, set_parameters

__all__ = ["RATE", "Difference", "choose_system", "difference", "pool_for", "pools_of", "recompute", "set_parameters"]
