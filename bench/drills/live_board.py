"""What the watchers of `bench.drills.live` watch. Imported once Django is set up."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.running import running_game
from games.models import Game
from games.recordings.services.record_turns import record_turns
from gipf_engine.rules import rules_for
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import running


class Board:
    """A game of an event that its arbiter records, turn by turn."""

    def __init__(self) -> None:
        club = ClubFactory(name="Drill Club", slug="drill")
        self.arbiter = organiser_of(club)
        event = running(club, self.arbiter, rounds=1)
        self.game = Game.objects.filter(paired__pairing__round__event=event).order_by("pk")[0]
        self.page = f"game:{self.game.pk}"
        self.turns = _turns(self.game)

    @property
    def seen(self) -> str:
        """The state that the page is in."""
        now = running_game(self.game)
        return f"{now.scope}={now.version}"

    def move(self) -> str:
        """Record one turn, and the state afterwards."""
        version = running_game(self.game).version
        done = record_turns(self.game.pk, self.arbiter, next(self.turns), expect=version)
        return f"{done.running.scope}={done.running.version}"


def _turns(game: Game) -> Iterator[str]:
    """A legal game, whose turns are chosen by counting."""
    position = rules_for(game.rules, frozenset(game.options)).start(game.setup, game.handicap)
    for number in range(200):
        legal = list(position.legal_moves())
        move = legal[number * 7 % len(legal)]
        yield position.notation(move)
        position = position.play(move)
