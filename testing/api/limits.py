"""Limits for tests: the API's, which tests are free of, and any other made small."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rest_framework.views import APIView

from gipfel.api.throttles import Reads, Writes
from players.core import limits


def limit(monkeypatch: pytest.MonkeyPatch, name: str, tries: int) -> None:
    """Let the limit of this name in `players.core.limits` allow so many tries."""
    monkeypatch.setattr(limits, name, replace(getattr(limits, name), tries=tries, of_client=0))


def limit_api(monkeypatch: pytest.MonkeyPatch, *, reads: int, writes: int) -> None:
    """Count requests of the API, and allow so many of each kind a minute."""
    monkeypatch.setattr(APIView, "throttle_classes", [Reads, Writes])
    limit(monkeypatch, "API_READS", reads)
    limit(monkeypatch, "API_WRITES", writes)
