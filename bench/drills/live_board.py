"""What the watchers of `bench.drills.live` watch. Imported once Django is set up."""

from __future__ import annotations

from itertools import cycle

from common.journal import queries as journal
from games.models import Game
from games.services import claim_result
from players.models import Account
from tests.factories import ClubFactory, organiser_of
from tests.tournaments.factories import running
from tournaments import services


class Board:
    """A round of 40 boards whose first result is decided again and again."""

    def __init__(self) -> None:
        club = ClubFactory(name="Drill Club", slug="drill")
        self.arbiter: Account = organiser_of(club)
        names = [f"Player {number}" for number in range(80)]
        event = running(club, self.arbiter, names, format="swiss-dutch", rounds_planned=5)
        services.start_round(event.pk, self.arbiter)
        self.scope = event.scope
        self.page = f"/events/{event.pk}/pairings/1"
        self.game = Game.objects.filter(paired__pairing__round__event=event).order_by("pk")[0]
        self.results = cycle(("1-0", "0-1"))

    @property
    def seen(self) -> str:
        """The state that the page is in."""
        return f"{self.scope}={journal.version(self.scope)}"

    def move(self) -> str:
        """Decide, and the state afterwards."""
        claim_result(self.game.pk, self.arbiter, next(self.results), source="desk", role="arbiter", reason="again")
        return self.seen
