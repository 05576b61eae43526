"""GIPF has no draws; players may agree on one where the event allows it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from games.core.services.errors import ClaimRefused, GameRefused, RecordRefused
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from gipf_engine.rules.possible_results import possible_results
from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import seated
from testing.tournaments.factories import decide, fresh, game, plan, running
from testing.tournaments.round_trips import exported, taken_in
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.events.services import events
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]
DRAW = "1/2-1/2"
REFUSED = "has no draws"
DRAWN_RECORD = '[Termination "agreed"]\n[Result "1/2-1/2"]\n\n1. c2 *\n'


def held(club: Club, organiser: Account, *, allowed: bool, rules: str = "gipf-standard") -> tuple[Event, Game]:
    """An event of one paired round, and the game of Ada and Dan in it."""
    event = running(club, organiser, rounds=1, agreed_draws=allowed, rules=rules)
    return event, game(event, "Ada", "Dan")


@pytest.mark.parametrize(
    ("rules", "options", "allowed", "expected"),
    [
        ("gipf-basic", (), False, False),
        ("gipf-standard", (), False, False),
        ("gipf-tournament", (), False, False),
        ("gipf-tournament", (), True, True),
        ("gipf-tournament", ("repetition_draw",), False, True),
        ("lyngk-main", (), False, True),
        ("lyngk-six", (), True, True),
    ],
)
def test_the_rules_with_their_options_and_the_event_say_whether_there_are_draws(
    rules: str, options: tuple[str, ...], allowed: bool, expected: bool
) -> None:
    event = plan(rules=rules, options=options, agreed_draws=allowed)
    possible = possible_results(event)
    assert possible.has_draws is expected
    assert possible.reported == (("1-0", DRAW, "0-1") if expected else ("1-0", "0-1"))
    assert (DRAW in possible.decided, DRAW in possible.rated) == (expected, expected)
    assert {"1/2-0", "0-0", "+-", "--", "pending", "void"} <= set(possible.decided)  # an arbiter's, in every game


def test_a_new_event_allows_no_agreed_draws() -> None:
    assert Event().agreed_draws is False and Game().agreed_draws is False


def test_nobody_reports_or_decides_a_draw_where_there_is_none(club: Club, organiser: Account) -> None:
    _event, made = held(club, organiser, allowed=False)
    with pytest.raises(ClaimRefused, match=REFUSED) as refusal:
        claim_result(made.pk, seated(made, "white"), DRAW, source="page")
    assert refusal.value.field == "result"
    with pytest.raises(ClaimRefused, match=REFUSED):
        claim_result(made.pk, organiser, DRAW, source="desk", role="arbiter")
    claim_result(made.pk, organiser, "1-0", source="desk", role="arbiter")
    with pytest.raises(GameRefused, match=REFUSED):
        set_rated_result(made.pk, organiser, DRAW)
    assert Game.objects.get(pk=made.pk).rated_result == ""


def test_players_agree_on_a_draw_where_it_is_allowed(club: Club, organiser: Account) -> None:
    _event, made = held(club, organiser, allowed=True)
    for side in ("white", "black"):
        claim_result(made.pk, seated(made, side), DRAW, source="page")
    assert Game.objects.get(pk=made.pk).result == DRAW


@pytest.mark.parametrize("allowed", [False, True])
def test_a_record_with_a_draw_is_taken_where_it_is_allowed(club: Club, organiser: Account, allowed: bool) -> None:
    _event, made = held(club, organiser, allowed=allowed)
    white = seated(made, "white")
    if allowed:
        submit_record(made.pk, white, DRAWN_RECORD)
        assert made.claims.get().result == DRAW
        return
    with pytest.raises(RecordRefused, match=REFUSED):
        submit_record(made.pk, white, DRAWN_RECORD)
    assert not made.records.exists()


@pytest.mark.parametrize(("rules", "offered"), [("gipf-standard", False), ("lyngk-main", True)])
def test_the_pages_offer_what_the_game_can_end_with(club: Club, organiser: Account, rules: str, offered: bool) -> None:
    event, made = held(club, organiser, allowed=False, rules=rules)
    player, arbiter = Client(), Client()
    player.force_login(seated(made, "white"))
    arbiter.force_login(organiser)
    button = f'name="result" value="{DRAW}"'
    assert (button in player.get(f"/games/{made.pk}/result").content.decode()) is offered
    desk = arbiter.get(f"/events/{event.pk}/desk").content.decode()
    assert (button in desk, 'data-key="="' in desk, "<kbd>=</kbd>" in desk) == (offered,) * 3
    assert 'data-key="1"' in desk and 'data-key="0"' in desk
    for path in (f"/games/{made.pk}/result", f"/events/{event.pk}/results/{made.pk}"):
        assert (f'value="{DRAW}"' in arbiter.get(path).content.decode()) is offered


def test_a_draw_that_is_posted_all_the_same_is_refused_with_a_reason(club: Club, organiser: Account) -> None:
    event, made = held(club, organiser, allowed=False)
    player, arbiter = Client(), Client()
    player.force_login(seated(made, "white"))
    arbiter.force_login(organiser)
    answer = player.post(f"/games/{made.pk}/result", {"as": "white", "result": DRAW})
    assert answer.status_code == 400 and REFUSED in answer.content.decode()
    answer = arbiter.post(f"/events/{event.pk}/results/{made.pk}", {"result": DRAW, "version": made.version})
    assert answer.status_code == 400
    answer = Caller(seated(made, "white")).post(f"/games/{made.pk}/results", {"result": DRAW})
    assert answer.status_code == 400 and REFUSED in answer.content.decode()
    assert not made.claims.exists()


def test_an_organiser_allows_agreed_draws_while_the_event_runs_and_the_journal_says_so(
    club: Club, organiser: Account
) -> None:
    event, made = held(club, organiser, allowed=False)
    before = config_of(event)
    events.edit_event(event.pk, organiser, plan=replace(before, agreed_draws=True))
    line = JournalEntry.objects.filter(scope__key=event.scope, action="edit-event").get()
    assert line.data["changed"] == {"agreed_draws": [False, True]}
    claim_result(made.pk, organiser, DRAW, source="desk", role="arbiter")
    with pytest.raises(EventRefused, match="ended in a draw") as refusal:
        events.edit_event(event.pk, organiser, plan=before)
    assert refusal.value.field == "agreed_draws"
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    events.edit_event(event.pk, organiser, plan=before)
    assert not fresh(event).agreed_draws and not Game.objects.get(pk=made.pk).agreed_draws


@pytest.mark.parametrize("kind", ["json", "trf26", "trf16"])
def test_a_file_with_draws_comes_in_with_them(club: Club, organiser: Account, kind: str) -> None:
    event, _made = held(club, organiser, allowed=True)
    decide(event, organiser, {("Ada", "Dan"): DRAW, ("Ben", "Cleo"): "1-0"})
    data = exported(event, kind)
    if kind == "json":  # as an earlier release wrote it
        file = json.loads(data)
        assert file["event"].pop("agreed_draws") is True
        data = json.dumps(file).encode()
    copy = taken_in(data, club, organiser)
    assert copy.agreed_draws and game(copy, "Ada", "Dan").result == DRAW
    assert set(Game.objects.filter(parent_scope__key=copy.scope).values_list("agreed_draws", flat=True)) == {True}


def test_a_file_without_draws_says_whether_they_are_allowed(club: Club, organiser: Account) -> None:
    for allowed in (False, True):
        event, _made = held(club, organiser, allowed=allowed)
        assert taken_in(exported(event, "json"), club, organiser).agreed_draws is allowed
