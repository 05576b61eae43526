"""How much of the collection somebody who is not signed in may read."""

from __future__ import annotations

from players.rate_limit import Allowance

SEARCHES = Allowance("collection", tries=60, seconds=60)
"""By address; who is signed in may search as often as anybody can."""
EXPORTS = Allowance("collection-export", tries=6, seconds=3600)
"""By address."""
PAGES_FOR_ALL, PAGES_FOR_ACCOUNTS = 20, 200
"""Pages of what was found."""
RECORDS_FOR_ALL, RECORDS_FOR_ACCOUNTS = 1_000, 10_000
"""Records in one export."""
