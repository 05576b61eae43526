"""What is registered under a key: rule sets, boards, pairing systems, tie-breaks, rating systems, exports.

A registry belongs to a package. Every module of the package is imported when something is first looked up, so that
a new entry is one new module, and no list of modules is kept anywhere.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """Entries by key, in the order of their modules' names."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._entries: dict[str, T] = {}
        self._lock = RLock()  # held while modules are imported: another thread waits for the whole registry
        self._is_complete = False

    def add(self, key: str, entry: T) -> T:
        """Put `entry` under `key` and return it. ValueError where the key is taken."""
        if key in self._entries:
            raise ValueError(f"{self._package} has two entries called {key}")
        self._entries[key] = entry
        return entry

    def remove(self, key: str) -> None:
        """Take out what a test has added. KeyError where it is not there."""
        del self._entries[key]

    def __getitem__(self, key: str) -> T:
        self._discover()
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        self._discover()
        return iter(self._entries)

    def __len__(self) -> int:
        self._discover()
        return len(self._entries)

    def _discover(self) -> None:
        if self._is_complete:
            return
        with self._lock:
            for module in pkgutil.iter_modules(importlib.import_module(self._package).__path__):
                importlib.import_module(f"{self._package}.{module.name}")
            self._is_complete = True
