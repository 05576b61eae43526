"""Every game of tests/data/games as its page shows it: each turn, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client

from games.models import Game
from games.records.services.submit_record import check_record, keep_records
from gipf_engine.rules.record import GameRecord, read_record
from players.models import Account, Club
from testing.engine.rules import gipf_data
from testing.engine.rules.lyngk_data import RESULTS, reference_games
from testing.engine.rules.records import gipf_record, lyngk_record
from testing.factories import GameFactory, parent_scope_of
from testing.games.game_records import CHAMPIONSHIP

pytestmark = pytest.mark.django_db

WORDS = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw", "*": "They do not end the game."}


def references(game: str) -> Iterator[tuple[GameRecord, str]]:
    """Records of a game, and how they end."""
    if game == "lyngk":
        yield from ((lyngk_record(each), RESULTS[each["result"]]) for each in reference_games())
        return
    for variant in gipf_data.VARIANTS:
        for each in gipf_data.games(variant):
            yield gipf_record(variant, each), {"W": "1-0", "B": "0-1"}[each["result"]]
    tags = {"Game": "gipf", "Rules": "tournament"}
    yield GameRecord(tags, read_record(CHAMPIONSHIP).tokens), "*"


def shown_turns(page: str) -> list[str]:
    return [unescape(turn) for turn in re.findall(r'<a class="ltr" [^>]*data-go="\d+"[^>]*>([^<]*)</a>', page)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gipf", "lyngk"])
def test_each_turn_and_the_outcome_stand_on_the_page(client: Client, club: Club, organiser: Account, name: str) -> None:
    parent_scope = parent_scope_of(club)
    first: Game = GameFactory(club=club, parent_scope=parent_scope)
    seats = {"white": first.white, "black": first.black}
    made = []
    for record, outcome in references(name):
        values = {"rules": record.key, "options": sorted(record.options), "setup": record.tags.get("Setup", "")}
        game = GameFactory(club=club, parent_scope=parent_scope, **seats, **values)
        made.append((game, check_record(game, " ".join(record.tokens)), record, outcome))
    keep_records([(game, checked) for game, checked, _record, _outcome in made], organiser)
    for game, checked, record, outcome in made:
        page = client.get(f"/games/{game.pk}").content.decode()
        turns = shown_turns(page)
        assert turns == [token for ply, token, _comment in checked.moves if ply], game.rules
        assert len(turns) == len(record.tokens) or name == "gipf"  # the archive writes some turns in two words
        assert f"All {len(turns)} turns are legal" in page
        assert WORDS[outcome] in page
