"""Streams of boards: those of a round, and of the round of an event that was paired last."""

import pytest

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.api.streams import Stream
from testing.tournaments.factories import draft, running
from testing.tournaments.here import games_of, make_turns, running_here
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_all_boards_come_first_and_then_those_that_change(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser)
    one, two = games_of(event)
    stream = Stream(None, f"/events/{event.pk}/rounds/1/stream")
    first, second, ready = stream.read()
    assert [(line["board"], line["game"], line["online"]) for line in (first, second)] == [
        (1, one.pk, True),
        (2, two.pk, True),
    ]
    assert first["white"]["player"]["name"] == one.white.name and ready == {"type": "ready"}
    assert stream.keys == {f"event:{event.pk}", f"game:{one.pk}", f"game:{two.pk}"}
    make_turns(players, two, "g2")
    (line,) = stream.read()
    assert (line["board"], line["turns"], line["clock"]["white_ms"]) == (2, ["g2"], 300_000)
    assert stream.read() == []
    claim_result(one.pk, organiser, "1-0", source="desk", role="arbiter")
    (line,) = stream.read()
    assert (line["board"], line["result"]) == (1, "1-0")
    assert f"game:{one.pk}" not in stream.keys


def test_games_over_the_board_have_no_clock(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    board, *_others = Stream(None, f"/events/{event.pk}/rounds/1/stream").read()
    assert (board["online"], board["clock"], board["turns"]) == (False, None, [])


def test_the_next_rounds_boards_follow_when_it_is_paired(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    stream = Stream(None, f"/events/{event.pk}/stream")
    assert stream.read() == [{"type": "ready"}]
    for number in (1, 2):
        rounds.start_round(event.pk, organiser, despite_open=True)
        assert [(line["type"], line.get("round")) for line in stream.read()] == [
            ("board", number),
            ("board", number),
            ("ready", None),
        ]


def test_what_a_reader_may_not_see_is_not_there(club: Club, organiser: Account) -> None:
    hidden, event = draft(club, organiser), running(club, organiser, rounds=1)
    for path in (f"/events/{hidden.pk}/stream", f"/events/{event.pk}/rounds/2/stream", "/events/999999/stream"):
        assert Caller().get(path).status_code == 404, path
