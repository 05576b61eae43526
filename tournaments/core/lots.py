"""The lots of an event, which part those whom nothing else parts (the tie-break LOT), and their seed.

The seed is drawn when the event first starts and stays with it, whatever is undone. Nobody is told before everybody
has a pairing number, for who knew it could enter players until the lots are good.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from gipf_engine.tournament.lots import Lots
from tournaments.core.loader import EventData

SEED = re.compile("[0-9a-f]{32,64}")
MOST_KEY = 1_000_000


def lots_of(rows: EventData) -> Lots | None:
    """The lots by pairing number; None before the start, and where a file brought an event without a seed."""
    seed = rows.event.lot_seed
    keys = {number: entry.lot_key for number, entry in rows.by_number.items() if entry.lot_key is not None}
    return Lots(seed, keys) if seed and keys else None


def lot_values(rows: EventData) -> dict[str, Any] | None:
    """What everybody needs to draw the lots again: the seed, and the keys in the order of pairing numbers."""
    lots = lots_of(rows)
    return {"seed": lots.seed, "keys": [lots.keys[number] for number in sorted(lots.keys)]} if lots else None


def parse_lots(document: object, numbers: Collection[int]) -> Lots | None:
    """What `lot_values` made, as a file has it for these pairing numbers; None where it is anything else."""
    values = document if isinstance(document, dict) else {}
    seed, keys = values.get("seed"), values.get("keys")
    if not (isinstance(seed, str) and SEED.fullmatch(seed) and isinstance(keys, list) and numbers):
        return None
    known = {key for key in keys if type(key) is int and 0 < key <= MOST_KEY}
    if not len(known) == len(keys) == len(numbers):
        return None
    return Lots(seed, dict(zip(sorted(numbers), keys, strict=True)))
