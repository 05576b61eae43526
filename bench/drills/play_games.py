"""The games of `bench.drills.play`, and whether their records are what was seen. Imported once Django is set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.conf import settings
from django.test import Client
from django.utils import timezone

from bench.drills.play_driver import Seat
from common.journal import services as journal
from games.models import Game, Move
from games.recordings.services.online import create_online_game
from gipf_engine.rules import rules_for
from play.games.services.games import begin_online_game, resign
from play.models import OnlineGame
from players.models import Account, Person
from testing.games.game_records import played, tokens_of

RULES = "gipf-basic"


def turns() -> list[str]:
    """24 legal turns of GIPF basic from its beginning, as records write them."""
    position, line = rules_for(RULES).start(), []
    for text in tokens_of(played()):
        move, _used = position.read_turn([text], 0)
        line.append(str(move))
        position = position.play(move)
    return line


def begin_games(count: int, crew: str = "") -> list[tuple[int, tuple[Seat, Seat]]]:
    """Games with an hour for each player: their ids, and the sessions of their players, whose names hold `crew`."""
    journal.open_scope(journal.SERVER)
    begun = []
    for number in range(count):
        white, black = (_account(f"{colour}-{crew}{number}") for colour in ("white", "black"))
        game = create_online_game(
            rules=RULES, white=_person(white), black=_person(black), rated=False, options=(), handicap=""
        )
        begin_online_game(game, "3600+10", white)
        begun.append((game.pk, (_session(white), _session(black))))
    # However long the machine takes to begin: no one is late for his first turn.
    OnlineGame.objects.filter(ended_at=None).update(deadline=timezone.now() + timedelta(hours=1))
    return begun


def compare_records(seen: Iterable[tuple[int, list[str]]]) -> Iterator[str]:
    """End the games by resigning; what differs between their records and the turns that were acknowledged and seen."""
    for game_id, tokens in seen:
        white = Game.objects.select_related("white").get(pk=game_id).white
        resign(game_id, Account.objects.get(person=white))
        rows = Move.objects.filter(record__game=game_id, ply__gt=0).order_by("ply")
        stored = list(rows.values_list("token", flat=True))
        if stored != tokens:
            yield f"game {game_id}: {tokens} were seen, {stored} are in the record"


def _account(name: str) -> Account:
    return Account.objects.create(username=name, person=Person.objects.create(name=name))


def _person(account: Account) -> Person:
    assert account.person is not None
    return account.person


def _session(account: Account) -> Seat:
    client = Client()
    client.force_login(account)
    return Seat(f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}")
