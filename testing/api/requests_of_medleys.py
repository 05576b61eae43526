"""A good request for each endpoint of medleys."""

from __future__ import annotations

from testing.api.requests_of_play import Request
from testing.tournaments.medleys import LYNGK, MedleyWorld

_E = "events/<int:event_id>"


def requests_of_medleys(world: MedleyWorld) -> dict[tuple[str, str], Request]:
    """What the player who chooses does, and the arbiters."""
    here = f"/events/{world.event.pk}"
    return {
        ("PUT", f"{_E}/games/<int:game_id>/choice"): Request(
            f"{here}/games/{world.game}/choice", {"rules": LYNGK}, by="player", code=204
        ),
        ("POST", f"{_E}/rounds/<int:number>/choices/settle"): Request(f"{here}/rounds/1/choices/settle", code=204),
    }
