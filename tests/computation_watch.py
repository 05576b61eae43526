"""Where thinking is done: a watch over every function that pairs, checks, lays out, parses or rates.

Each still does its work; called while a transaction is open, it is noted, since others wait for that transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from gipf_engine.tournament.pairing.base import SYSTEMS
from ratings.ledger.services import ledgers as ratings
from tournaments.events.services import lifecycle
from tournaments.interchange.formats.importers import IMPORTERS
from tournaments.rounds.services import setup_draws, setup_redraws

submit_record = import_module("games.records.services.submit_record")  # the package has a function of this name
Step = Callable[[], None]


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[bool]]]:
    """By the name of each function that thinks, for each call whether a transaction was open."""
    calls: dict[str, list[bool]] = {}

    def watch(owner: Any, name: str) -> None:
        think = getattr(owner, name)
        called = calls.setdefault(f"{owner.__name__}.{name}", [])

        @wraps(think)
        def watching(*args: Any, **kwargs: Any) -> Any:
            called.append(connection.in_atomic_block)
            return think(*args, **kwargs)

        monkeypatch.setattr(owner, name, watching)

    for owner in {each for system in SYSTEMS.values() for each in system.__mro__ if "pair" in vars(each)}:
        watch(owner, "pair")
    for importer in IMPORTERS.values():
        watch(type(importer), "parse")
    for owner, name in (
        (lifecycle, "sort_entries"),
        (lifecycle, "split"),
        (setup_draws, "setup_of_game"),
        (setup_redraws, "setup_by_seed"),
        (submit_record, "check"),
        (ratings, "replay_from"),
    ):
        watch(owner, name)
    yield calls


@contextmanager
def beside_pairing(monkeypatch: pytest.MonkeyPatch, key: str, step: Step) -> Iterator[list[int]]:
    """Do `step` whenever the system `key` is asked for a pairing, just before it answers; how often, as one number."""
    system, times = SYSTEMS[key], [0]
    pair = system.pair

    def interrupted(self: Any, table: Any, *more: Any, **options: Any) -> Any:
        times[0] += 1
        step()
        return pair(self, table, *more, **options)

    monkeypatch.setattr(system, "pair", interrupted)
    yield times
