"""Pages for followers that are made once in the whole system, however many processes have followers of them.

All processes hear of a change at the same moment, and each would make the page. So the first one makes it, and the
others wait for it: a page is kept for some seconds under the state that it was made in. Without a cache, or where the
first takes long, each makes its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from common.cached_values import read_as
from common.live.bus import state_text
from gipfel.server.live.pages import Page

KEPT_SECONDS = 10
LOCKED_SECONDS = 5
"""Longer than a page takes; a process that dies holds it for as long."""
WAIT_SECONDS, LOOK_SECONDS = 1.0, 0.02


class SharedPages:
    """`cache` is Django's; `release` names the code and files that pages are made of."""

    def __init__(self, cache: Any, release: str) -> None:
        self._cache, self._release = cache, release

    def read(
        self, name: str, language: str, state: Mapping[str, int], make: Callable[[], tuple[Page, bool]]
    ) -> tuple[Page, bool]:
        """The page of this name in a state, as another process has made it, or by `make`; and whether it is settled.

        One that is settled, and made of nothing but what `state` names, is kept for the others.
        """
        key = self._key_of_followed(name, language, state)
        page, is_ours = self._wait_for(key)
        if page is not None:
            return page, True
        try:
            page, is_settled = make()
            if is_settled and page.versions == dict(state):
                self._cache.set(key, page, KEPT_SECONDS)
            return page, is_settled
        finally:
            if is_ours:
                self._cache.delete(f"{key}:made")

    def _wait_for(self, key: str) -> tuple[Page | None, bool]:
        """The page, where it is kept or another process makes it in time; else whether making it is reserved for us."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            page = read_as(Page, self._cache.get(key))
            if page is not None:
                return page, False
            if self._cache.add(f"{key}:made", 1, LOCKED_SECONDS) is not False:  # None: it is away, and locks nothing
                page = read_as(Page, self._cache.get(key))  # made between the two questions
                if page is None:
                    return None, True
                self._cache.delete(f"{key}:made")
                return page, False
            if time.monotonic() > until:
                return None, False
            time.sleep(LOOK_SECONDS)

    def _key_of_followed(self, name: str, language: str, state: Mapping[str, int]) -> str:
        made_of = (self._release, name, language, state_text(dict(sorted(state.items()))))
        return f"followed:{sha256(repr(made_of).encode()).hexdigest()}"
