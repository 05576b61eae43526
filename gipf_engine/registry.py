"""What is registered under a key: rule sets, boards, pairing systems, tie-breaks, rating systems, exports.

A registry belongs to a package, whose modules are imported when something is looked up, so that a new entry is one
new module, and no list of modules is kept anywhere. What lists imports all; a key is looked for in the modules that it
names ("gipf-basic": `gipf`), then in one after the other, so that a command that needs one entry starts soon.
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

    def __init__(self, package: str, *more: str) -> None:
        self._package = package
        self._packages = (package, *more)
        self._entries: dict[str, T] = {}
        self._lock = RLock()  # held while modules are imported: another thread waits for a module's end
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
        if not self._is_complete:
            self._discover(key)
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        self._discover()
        return iter(self._entries)

    def __len__(self) -> int:
        self._discover()
        return len(self._entries)

    def _discover(self, wanted: str | None = None) -> None:
        """Import the modules until the wanted entry is there; all of them where none is."""
        with self._lock:
            if self._is_complete or wanted in self._entries:
                return
            for name in self._modules(wanted or ""):
                importlib.import_module(name)
                if wanted in self._entries:
                    return
            self._entries = dict(sorted(self._entries.items(), key=lambda item: self._place_of(item[1])))
            self._is_complete = True

    def _place_of(self, entry: object) -> str:
        """Where an entry comes in the order: the name of its module in whichever package."""
        module = _module_of(entry)
        return min((module.removeprefix(f"{package}.") for package in self._packages), key=len)

    def _modules(self, wanted: str) -> list[str]:
        """The modules of the packages, those that the key names before the others."""
        key = wanted.replace("-", "_")
        found = [
            (module.name, f"{package}.{module.name}")
            for package in self._packages
            for module in pkgutil.iter_modules(importlib.import_module(package).__path__)
        ]
        return [path for name, path in sorted(found, key=lambda each: (each[0] not in key, each))]


def _module_of(entry: object) -> str:
    """The module that an entry, a class or an object of one, comes from."""
    return (entry if isinstance(entry, type) else type(entry)).__module__
