"""A request that is right for each endpoint of a draft and of pairing by hand."""

from __future__ import annotations

from testing.api.requests_of_play import Request

LAYOUT = {"number": 1, "boards": [{"white": 1, "black": 2}]}
"""Of a draft of two players, as the rules pair them."""


def requests_of_drafts(event: str, started: str, drafted: str, by_hand: str) -> dict[tuple[str, str], Request]:
    """By method and address below `event`: of events whose round 1 is to be paired, is a draft, is paired by hand."""
    return {
        ("POST", f"{event}/draft"): Request(f"{started}/draft", {"number": 1}, code=201),
        ("PATCH", f"{event}/draft"): Request(f"{drafted}/draft", {"publish_at": "2199-01-01T00:00:00Z"}),
        ("DELETE", f"{event}/draft"): Request(f"{drafted}/draft", code=204),
        ("POST", f"{event}/draft/publish"): Request(f"{drafted}/draft/publish", code=201),
        ("POST", f"{event}/draft/begin"): Request(f"{drafted}/draft/begin", {"number": 1}),
        ("POST", f"{event}/draft/steps"): Request(f"{by_hand}/draft/steps", {"step": "swap", "one": 1}),
        ("POST", f"{event}/draft/end"): Request(f"{by_hand}/draft/end", {"reason": "as they wish"}),
        ("POST", f"{event}/draft/layout"): Request(f"{drafted}/draft/layout", LAYOUT, code=201),
        ("POST", f"{event}/draft/check"): Request(f"{drafted}/draft/check", LAYOUT),
        ("POST", f"{event}/draft/abandon"): Request(f"{by_hand}/draft/abandon", code=204),
    }
