"""Games that workers leave alone, boards that no seed stands for, and games that pass a position twice."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.collection.queries.collection import CollectionQuery, find_games
from games.core.questions import SeedOf
from games.models import Certificate, Game, IndexedPosition
from games.records.services.submit_record import submit_record
from games.results.services.adjudicate import adjudicate
from games.results.services.internal import set_setup
from games.results.services.submit_score import submit_score
from gipf_engine.rules.certificate import verify
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.verdict import check
from players.models import Account, Club
from testing.engine.rules.lyngk_data import reference_games
from testing.engine.rules.records import lyngk_record
from testing.factories import seated
from testing.tournaments.factories import running
from tests.games.collection.test_collection import played
from tests.games.results.test_adjudication import lyngk_game
from tests.games.results.test_score_sheets import COUNTS
from tournaments.rounds.queries.games import seed_of_board
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_what_was_handed_in_for_a_removed_game_is_not_certified(club: Club) -> None:
    game, _moves = lyngk_game(club, reference_games()[0])
    for side in ("white", "black"):
        submit_score(game.pk, seated(game, side), counts=COUNTS)
    Game.objects.filter(pk=game.pk).update(removed_at=timezone.now())
    adjudicate(game.pk)
    assert not Certificate.objects.exists()
    Game.objects.filter(pk=game.pk).update(removed_at=None)
    adjudicate(game.pk)
    assert Certificate.objects.get().result == "0-1"


def test_a_board_that_was_laid_out_by_hand_is_certified_without_the_seed_of_its_round(
    club: Club, organiser: Account
) -> None:
    record = lyngk_record(reference_games()[0])
    event = running(club, organiser, ("Ada", "Ben"), rules=record.key, options=sorted(record.options))
    rounds.start_round(event.pk, organiser)
    game = Game.objects.get(paired__pairing__round__event=event)
    seed = seed_of_board(SeedOf(game))
    assert seed is not None
    set_setup({game.pk: record.tags["Setup"]})
    submit_record(game.pk, organiser, " ".join(record.tokens))
    adjudicate(game.pk)
    document = Certificate.objects.get(game=game).document
    assert (document["seed"], document["setup"]) == (None, record.tags["Setup"])
    assert verify(document) == []


def test_a_game_that_passes_a_position_twice_is_counted_once(club: Club) -> None:
    """Of one game the index has the position after the first turn once more after the second."""
    game, other = played(club, "1. c2 d7"), played(club, "1. c2 d2")
    first = IndexedPosition.objects.get(game=game, ply=1)
    assert IndexedPosition.objects.filter(game=game, ply=2).update(key=first.key) == 1
    position = check(GameRecord({"Game": "gipf", "Rules": "basic"}, ("c2",))).positions[-1]
    result = find_games(CollectionQuery(rules="gipf-basic", position=position), 0, 10)
    assert (result.count, [(each.row.id, each.ply) for each in result.games]) == (2, [(other.pk, 1), (game.pk, 1)])
