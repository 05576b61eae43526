"""The collection through the API: the same games and statistics as on its page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.records.services.submit_record import submit_record
from players.core.limits import SEARCHES
from players.models import Club
from testing.api.caller import Caller, error
from testing.factories import GameFactory, seated

Call = Callable[..., Caller]

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(club: Club) -> list[int]:
    """Two games with one position and its mirror image, the later one first."""
    made = []
    for text in ("1. c2 d7", "1. g2 f7 2. c2"):
        game = GameFactory(club=club)
        submit_record(game.pk, seated(game, "white"), text)
        made.insert(0, game.pk)
    return made


def test_games_are_found_by_position_and_say_where_it_came_up(call: Call, games: list[int]) -> None:
    told = call().read("/collection?rules=gipf-basic&opening=c2+d7")
    assert told["count"] == 2
    assert [(game["id"], game["ply"]) for game in told["games"]] == [(game, 2) for game in games]
    assert call().read("/collection?fewest=3")["games"][0]["id"] == games[0]


def test_next_turns_are_counted(call: Call, games: list[int]) -> None:
    told = call().read("/collection/turns?rules=gipf-basic&opening=c2")
    assert told["position"].startswith("b2w/")
    assert [(turn["token"], turn["games"], turn["other"]) for turn in told["turns"]] == [("d7", 2, 2)]


@pytest.mark.parametrize(
    ("path", "field", "why"),
    [
        ("?opening=c2", "rules", "Choose the rules"),
        ("?rules=gipf-basic&opening=z9", "opening", "z9: "),
        ("?rules=gipf-basic&position=no", "position", "This is not a position under these rules"),
        ("?rules=gipf-basic&position=no&opening=c2", "opening", "either the position or the opening"),
        ("?page=21", "page", "narrow the search"),
        ("/turns", "position", "Give a position or an opening"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_with_a_reason(call: Call, path: str, field: str, why: str) -> None:
    answer = call().get(f"/collection{path}")
    assert answer.status_code == 400
    ((name, (reason,)),) = error(answer)["fields"].items()
    assert name == field and why in reason


def test_who_sends_no_token_asks_so_often(call: Call, games: list[int]) -> None:
    for _each in range(SEARCHES.tries):
        SEARCHES.take("127.0.0.1")
    refused = call().get("/collection")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
