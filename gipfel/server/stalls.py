"""Who does not take his answer."""

from __future__ import annotations

import asyncio

from gipfel.server import limits

LOOK_SECONDS = 2.0


class StallWatch:
    """Looks from time to time whether a connection's reader takes what waits for him."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self._unsent, self._moved_at = 0, 0.0

    def is_stalled(self, now: float) -> bool:
        """Something waits to be sent, and it is as much as at every look for a while."""
        unsent = self.transport.get_write_buffer_size()
        if unsent != self._unsent or not unsent:
            self._unsent, self._moved_at = unsent, now
        return now - self._moved_at > limits.STALL_SECONDS
