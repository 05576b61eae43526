"""One good request for each endpoint of festivals that writes."""

from __future__ import annotations

from testing.api.requests_of_play import Request
from testing.tournaments.festivals import FestivalWorld


def requests_of_festivals(there: FestivalWorld) -> dict[tuple[str, str], Request]:
    """A festival of two sections and what is done with them; the one without sections is its organiser's alone."""
    festival, one = "festivals/<int:festival_id>", f"/festivals/{there.festival.pk}"
    new = {"club": "rotterdam", "name": "Spring Days", "starts_on": "2026-04-03", "ends_on": "2026-04-05"}
    links = f"{one}/player-links/{there.nias_person}/revoke"
    return {
        ("POST", "festivals"): Request("/festivals", new, code=201),
        ("PATCH", festival): Request(one, {"place": "Delft"}),
        ("DELETE", festival): Request(f"/festivals/{there.empty.pk}", code=204, refused=404),
        ("POST", f"{festival}/sections"): Request(f"{one}/sections", {"event": there.free.pk}, code=201),
        ("DELETE", f"{festival}/sections/<int:event_id>"): Request(f"{one}/sections/{there.south.pk}", code=204),
        ("POST", f"{festival}/player-links/<int:person_id>/revoke"): Request(links, code=204),
        ("POST", "events/<int:event_id>/entries/<int:entry_id>/move"): Request(
            f"/events/{there.north.pk}/entries/{there.nia}/move", {"section": there.south.pk}
        ),
    }
