"""The two programs of `bench.drills.programs`, and whether the server knows of their games what they saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from common.journal import services as journal
from games.models import Game, Move
from play.models import OnlineGame
from players.accounts.services.programs import make_program
from players.accounts.services.tokens import make_token
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory, player_in

RULES = "gipf-basic"


def make_players() -> list[tuple[int, str]]:
    """Two programs of one owner: their persons' ids, and a key of each."""
    journal.open_scope(journal.SERVER)
    owner = player_in(ClubFactory(admitted=True))
    players = []
    for name in ("Left", "Right"):
        program = make_program(owner, name)
        assert program.person_id is not None
        players.append((program.person_id, make_token(account=program, label="drill").key))
    return players


def compare_with_server(seen: Sequence[Sequence[dict[str, Any]]], players: list[tuple[int, str]]) -> Iterator[str]:
    """What differs between the games as both programs saw them and as they are stored, and between their lists."""
    ids = {person for person, _key in players}
    for lines in seen:
        for line in lines:
            yield from _compare(line, ids)
    running = OnlineGame.objects.filter(ended_at=None).count()
    if running or Game.objects.count() != len(seen[0]):
        yield f"{Game.objects.count()} games are stored, {running} of them go on"
    yield from _compare_lists(ids)


def _compare(line: dict[str, Any], ids: set[int]) -> Iterator[str]:
    game = Game.objects.select_related("online_game").get(pk=line["game"])
    told, stored = (line["result"], line["ending"]), (game.result, game.online_game.ending)
    if told != stored:
        yield f"game {game.pk}: {told} was told, {stored} is stored"
    if line["ending"] not in ("rules", "resigned"):
        yield f"game {game.pk} ended by {line['ending']}"
    rows = Move.objects.filter(record__game=game, ply__gt=0).order_by("ply").values_list("token", flat=True)
    if list(rows) != line["turns"]:
        yield f"game {game.pk}: the record has {len(rows)} turns, {len(line['turns'])} were seen"
    if not game.rated or {game.white_id, game.black_id} != ids:
        yield f"game {game.pk} is not a rated game of the two"


def _compare_lists(ids: set[int]) -> Iterator[str]:
    own = pool_for(f"programs:{RULES}")
    recompute(own.pk)
    if set(own.ratings.values_list("person", flat=True)) != ids:
        yield "the list of programs does not rate the two"
    for pool in Pool.objects.filter(programs=False):
        recompute(pool.pk)
        if pool.ratings.exists():
            yield f"{pool} rates a program"
