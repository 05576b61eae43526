"""What becomes of a game that was played here: its record is read anywhere with the same outcome, and it is rated."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.services import run_due
from games.models import Game
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from gipf_engine.commands.runner import main
from play.clocks.services.flags import fall_flag
from play.games.services.games import resign
from play.models import OnlineGame
from play.table.services.offers import make_offer
from players.models import Account, Club
from ratings.core.lines import lines_of_event
from ratings.models import Pool
from testing.factories import GameFactory
from testing.games.game_records import LYNGK_WITH_ALL, played, tokens_of
from testing.play.online import DRAW, begin, let_time_pass, play, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]
HALF = 12
"""Turns after which the players end a game themselves: White is to move."""


def play_to_the_end(game: int, white: Account, black: Account) -> None:
    """The turns have ended it."""


def resign_it(game: int, white: Account, black: Account) -> None:
    resign(game, black)


def let_the_flag_fall(game: int, white: Account, black: Account) -> None:
    let_time_pass(game, 3_600_000)
    fall_flag(game)


def agree_on_a_draw(game: int, white: Account, black: Account) -> None:
    make_offer(game, white, DRAW)
    make_offer(game, black, DRAW)


@dataclass(frozen=True)
class Played:
    """How a game ends, and what its record says of it; `proven` is what the turns alone prove."""

    rules: str
    end: Callable[[int, Account, Account], None]
    ending: str
    result: str
    proven: str = "*"

    @property
    def turns(self) -> Sequence[str]:
        """Those of a reference game."""
        game = self._reference
        turns: list[str] = game["moves"] if self._is_lyngk else tokens_of(game)
        return turns[: HALF if self.proven == "*" else None]

    @property
    def setup(self) -> str:
        return "".join(self._reference["setup"].values()) if self._is_lyngk else ""

    @property
    def _is_lyngk(self) -> bool:
        return self.rules.startswith("lyngk")

    @property
    def _reference(self) -> dict[str, Any]:
        return played(self.rules, LYNGK_WITH_ALL if self._is_lyngk else 0)


GAMES = [
    Played("gipf-basic", play_to_the_end, "rules", "0-1", proven="0-1"),
    Played("gipf-basic", resign_it, "resigned", "1-0"),
    Played("gipf-basic", let_the_flag_fall, "time", "0-1"),
    Played("lyngk-main", play_to_the_end, "rules", "1-0", proven="1-0"),
    Played("lyngk-main", resign_it, "resigned", "1-0"),
    Played("lyngk-main", let_the_flag_fall, "time", "0-1"),
    Played("lyngk-main", agree_on_a_draw, "agreed", "1/2-1/2"),
]


@pytest.mark.parametrize("how", GAMES, ids=lambda how: f"{how.rules}-{how.ending}")
def test_its_record_is_accepted_with_the_same_outcome_and_it_is_rated_like_one_over_the_board(
    how: Played,
    club: Club,
    organiser: Account,
    client: Client,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    white, black = two_accounts()
    game = begin(white, black, rules=how.rules, setup=how.setup)
    play(game, *[((white, black)[ply % 2], token) for ply, token in enumerate(how.turns)])
    how.end(game, white, black)
    assert (OnlineGame.objects.get(pk=game).ending, Game.objects.get(pk=game).result) == (how.ending, how.result)

    file = tmp_path / "record.txt"
    file.write_bytes(client.get(f"/games/{game}/record.txt").content)
    assert main(["checkrecord", str(file)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["legal"], line["agrees"], line["outcome"], line["plies"]) == (True, True, how.proven, len(how.turns))
    assert f'[Result "{how.result}"]' in file.read_text()
    assert (f'[Termination "{how.ending}"]' in file.read_text()) == (how.proven == "*"), "what its turns do not prove"

    other = GameFactory(club=club, rules=how.rules, played_on=timezone.localdate())
    claim_result(other.pk, organiser, how.result, source="desk")
    settle_games(other.parent_scope, timezone.localdate())
    run_due()
    assert rated(Game.objects.get(pk=game)) == rated(other) != []


def rated(game: Game) -> list[tuple[int, ...]]:
    """What a game did to White's and Black's ratings in the list of the server."""
    lines = lines_of_event(game.parent_scope.key)[Pool.objects.get(club=None, rules=game.rules).pk]
    return [line[3:9] for person in (game.white_id, game.black_id) for line in lines[person]]
