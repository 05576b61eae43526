"""A LYNGK round robin by pages alone: made, run, a record handed in, read again, closed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Record
from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.rules import rules_for
from players.models import Account, Club
from testing.engine.rules.lyngk_data import reference_games
from testing.system.html_forms import html_forms
from testing.tournaments.factories import fresh, game, running
from tournaments.models import Event

PLAN = {
    "name": "LYNGK evening",
    "place": "Rotterdam",
    "starts_on": "2026-03-07",
    "ends_on": "2026-03-07",
    "time_zone": "Europe/Amsterdam",
    "rules": "lyngk-main",
    "handicap": "none",
    "setups": "board",
    "format": "round-robin",
    "games_per_round": "1",
    "points": "1-½-0",
    "rated": "on",
}


def posted(client: Client, address: str, **data: str) -> str:
    """Post, and be led to a page."""
    answer = client.post(address, data, follow=True)
    assert answer.redirect_chain and answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def played(setup: str, key: str = "lyngk-main") -> list[str]:
    """A whole game from this set-up: the first turn without a claim, the last one where there are only claims."""
    position, tokens = rules_for(key).start(setup), []
    while position.turn is not None:
        turns = list(position.legal_moves())
        move = next((turn for turn in turns if "," in turn), turns[0])
        tokens.append(position.notation(move))
        position = position.play(move)
    return tokens


def test_an_event_goes_from_the_plan_to_the_final_table_by_pages(club: Club, desk: Client) -> None:
    posted(desk, f"/clubs/{club.slug}/events/new", **PLAN)
    event = Event.objects.get()
    home = f"/events/{event.pk}"
    posted(desk, f"{home}/steps/announce")
    preview = desk.post(f"{home}/enter/list", {"names": "Ada\nBen\nCleo"}).content.decode()
    (listed,) = (each for each in html_forms(f"{home}/enter/list", preview) if "sent" in each.fields)
    posted(desk, f"{home}/enter/list", **{name: text for name, text in listed.untouched().items() if name != "read"})
    posted(desk, f"{home}/start", seeding="rating")
    assert "secret until the round starts" in desk.get(f"{home}/pairings/1").content.decode()
    for number in (1, 2, 3):
        posted(desk, f"{home}/rounds/start", number=str(number))
        (only,) = Game.objects.filter(paired__pairing__round__number=number)
        tokens = played(only.setup)
        page = posted(desk, f"/games/{only.pk}/record", text=" ".join(tokens))
        assert f"All {len(tokens)} turns are legal and end the game" in page
        assert any(words in page for words in ("has more", "equal in every count")), "it says what decided"
    games = Game.objects.all()
    assert len({each.setup for each in games}) == 3
    assert all(each.result in ("1-0", "0-1", "1/2-1/2") for each in games)
    posted(desk, f"{home}/close", version=str(_version(desk, home)))
    assert fresh(event).state == Event.State.CLOSED
    assert "Lay out and check the set-ups" in Client().get(f"{home}/pairings/3").content.decode()


def _version(client: Client, home: str) -> int:
    found = re.search(r'name="version" value="(\d+)"', client.get(f"{home}/close").content.decode())
    assert found
    return int(found[1])


def test_a_record_from_another_set_up_is_refused(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="lyngk-main", rounds=1)
    reference = next(each for each in reference_games() if each["variant"] == "main")
    setup = "".join(reference["setup"][spot] for spot in SPOTS)
    text = f'[Game "lyngk"]\n[Rules "main"]\n[Setup "{setup}"]\n\n{" ".join(reference["moves"])}'
    answer = desk.post(f"/games/{game(event, 'Ada', 'Ben').pk}/record", {"text": text})
    assert answer.status_code in (400, 422)
    assert "The record starts from the set-up" in answer.content.decode()
    assert not Record.objects.exists()


@pytest.mark.parametrize("which", [0, 40, 90])
def test_a_reference_game_is_kept_and_shown_turn_by_turn(
    club: Club, organiser: Account, desk: Client, which: int
) -> None:
    reference = reference_games()[which]
    options = [name for name, on in reference["options"].items() if on]
    rules = f"lyngk-{reference['variant']}"
    event = running(club, organiser, ("Ada", "Ben"), rules=rules, options=tuple(options), rounds=1)
    only = game(event, "Ada", "Ben")
    Game.objects.filter(pk=only.pk).update(setup="".join(reference["setup"][spot] for spot in SPOTS))
    posted(desk, f"/games/{only.pk}/record", text=" ".join(reference["moves"]))
    expected = {0: "1-0", 1: "0-1", "draw": "1/2-1/2"}[reference["result"]]
    assert game(event, "Ada", "Ben").result == expected
    page = desk.get(f"/games/{only.pk}?ply=1").content.decode()
    assert page.count("data-go=") == reference["plies"]
    assert f"<span data-ply>1</span> / <span data-of>{reference['plies']}</span>" in page
