"""A reader of a stream of the API in tests, as the application answers it."""

from __future__ import annotations

import json
from typing import Any

from players.models import Account
from testing.api.caller import Caller


class Stream:
    """What one reader has read of one address."""

    def __init__(self, reader: Account | None, path: str) -> None:
        self.caller, self.path, self.seen = Caller(reader), path, ""
        self.keys: set[str] = set()
        self.ends = False

    def read(self) -> list[dict[str, Any]]:
        """The lines that are new, without the state that each says."""
        answer = self.caller.get(f"{self.path}?since={self.seen}")
        assert answer.status_code == 200 and answer["Content-Type"] == "application/x-ndjson", answer.content
        lines = [json.loads(line) for line in answer.content.decode().splitlines() if line]
        self.keys, self.ends = set(answer["Stream-Keys"].split()), "Stream-Ends" in answer
        for line in lines:
            self.seen = line.pop("seen")
        return lines
