"""A record that is handed in is judged once: its certificate and the page that shows it come from that one verdict."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from common.jobs.models import Job
from games.core.replay import replay
from games.core.running import start_of
from games.core.services.errors import RecordRefused
from games.models import Certificate, Game
from games.records.services.submit_record import submit_record
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules.certificate import verify
from gipf_engine.rules.verdict import check
from players.models import Account, Club
from testing.engine.rules.lyngk_data import reference_games
from testing.factories import GameFactory, seated
from testing.games.game_records import WON_BY_BLACK
from tests.games.results.test_adjudication import lyngk_game

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def calls_of(functions: list[Callable[..., object]], act: Callable[[], object]) -> list[int]:
    """How often each of these functions is called while `act` runs, in this thread."""
    codes = [function.__code__ for function in functions]
    counted: Counter[object] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in codes:
            counted[frame.f_code] += 1

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return [counted[code] for code in codes]


def test_the_checker_runs_once_for_request_worker_and_page(club: Club, client: Client) -> None:
    """24 turns are played 24 times, all of them in the request; what it shows next knows the positions."""
    game = GameFactory(club=club)
    client.force_login(seated(game, "black"))
    replay_of_others = replay(start_of(game), ())  # what is kept of other records does not matter
    assert len(replay_of_others.positions) == 1

    def hand_in_and_look() -> None:
        page = client.post(f"/games/{game.pk}/record", {"text": WON_BY_BLACK}, follow=True)
        assert page.status_code == 200
        assert "All 24 turns are legal and end the game" in page.content.decode()
        call_command("work", "--once")

    assert calls_of([check, KitPosition.play], hand_in_and_look) == [1, 24]
    certificate = Certificate.objects.get(game=game)
    assert (certificate.result, verify(certificate.document)) == ("0-1", [])


def test_no_job_is_asked_for(club: Club, organiser: Account) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, organiser, WON_BY_BLACK)
    assert not Job.objects.filter(kind="adjudicate").exists()


def test_the_page_shows_what_the_rules_make_of_it(club: Club, organiser: Account, client: Client) -> None:
    """A position that is kept from the verdict is drawn like one that is played anew."""
    game, moves = lyngk_game(club, reference_games()[0])
    submit_record(game.pk, organiser, moves)
    document = Certificate.objects.get(game=game).document
    kept = replay(start_of(game), document["moves"])
    position = start_of(game).position()
    for ply, token in enumerate(document["moves"], start=1):
        move = position.parse(token)
        effects, position = position.effects(move), position.play(move)
        assert kept.frame(ply).text == position.text()
        assert kept.frame(ply).effects == effects
    assert kept.last.view == position.view()
    assert calls_of([KitPosition.play], lambda: replay(start_of(game), document["moves"])) == [0]


@pytest.mark.postgresql
def test_a_verdict_on_another_start_is_not_kept(club: Club, organiser: Account) -> None:
    """The handicap is changed after the record was judged and before the game is locked."""
    game = GameFactory(club=club)

    def change_first(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT"):
            game_row.update(handicap="1/0")
        return execute(sql, params, many, context)

    game_row = Game.objects.filter(pk=game.pk, handicap="")
    with connection.execute_wrapper(change_first), pytest.raises(RecordRefused) as refused:
        submit_record(game.pk, organiser, WON_BY_BLACK)
    assert "now starts from another position" in str(refused.value.message)
