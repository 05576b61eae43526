"""What an event was announced with: what can be chosen, and until when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, draft, fresh, plan, running, table
from tests.tournaments.checklist.ways import REFUSED, form_to, refuses_change
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.event_config import config_of
from tournaments.events.services import events
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}


@pytest.fixture
def paired(club: Club, organiser: Account) -> Event:
    """A Swiss of five with round 1 paired."""
    return running(club, organiser, FIVE, rounds=1, **SWISS)


def test_a05_the_usual_answers_give_one_half_nothing_and_a_bye_that_is_a_win(club: Club, organiser: Account) -> None:
    address = f"/clubs/{club.slug}/events/new"
    client, page = signed_in(organiser), f"{address}?preset=afternoon"
    client.post(address, form_to(client, page, address).untouched() | {"name": "Usual", "do": "create"})
    made = Event.objects.get(name="Usual").points
    assert (made.win, made.draw, made.loss, made.pairing_bye) == (10, 5, 0, 10)


def test_a06_the_pairing_system_stays_once_round_1_is_paired(paired: Event, organiser: Account) -> None:
    refuses_change(paired, organiser, {"format": "knock-out"}, {"format": "knock-out"})


@pytest.mark.parametrize("points", [{"win": 30, "draw": 10, "loss": 0}, {"win": 20, "draw": 10, "loss": 0}])
def test_a07_points_stay_once_round_1_is_paired(paired: Event, organiser: Account, points: dict[str, int]) -> None:
    key = f"{points['win'] // 10}-1-0"
    refuses_change(paired, organiser, {"scoring": points}, {"points": key})


def test_a08_the_value_of_a_bye_stays_once_round_1_is_paired(paired: Event, organiser: Account) -> None:
    scoring = {"win": 10, "draw": 5, "loss": 0, "pairing_bye": 5}
    refuses_change(paired, organiser, {"scoring": scoring}, {"pairing_bye": "0.5"})


def test_a09_a_change_of_tie_breaks_is_confirmed_twice_once_round_1_is_paired(
    paired: Event, organiser: Account
) -> None:
    wanted = replace(config_of(paired), tie_breaks=("WIN", "DE"))
    keys: list[str] = []
    for again in (False, True):
        with pytest.raises(ConfirmationNeeded) as asked:
            events.edit_event(paired.pk, organiser, plan=wanted, confirm=keys)
        assert asked.value.again is again
        keys.append(asked.value.key)
    answer = Caller(organiser).patch(f"/events/{paired.pk}", {"tie_breaks": ["WIN", "DE"]})
    assert (answer.status_code, error(answer)["code"]) == (409, "confirm")
    client, page = signed_in(organiser), f"/events/{paired.pk}/edit"
    fields = {"ranking": "own", "tie_break_1": "WIN", "tie_break_2": "DE"}
    shown = client.post(page, form_to(client, page).untouched() | fields).content.decode()
    assert "Round 1 was paired with the tie-breaks" in shown
    events.edit_event(paired.pk, organiser, plan=wanted, confirm=keys)
    assert Event.objects.get(pk=paired.pk).tie_breaks == ["WIN", "DE"]


def test_a10_the_number_of_rounds_stays_once_round_1_is_paired(paired: Event, organiser: Account) -> None:
    refuses_change(paired, organiser, {"rounds_planned": 4}, {"rounds_planned": "4"})


@pytest.mark.parametrize(("draw", "win"), [(6, 10), (10, 10), (16, 30)])
def test_a19_two_draws_are_not_worth_more_than_a_win_and_a_loss(
    club: Club, organiser: Account, draw: int, win: int
) -> None:
    scoring, points = {"win": win, "draw": draw, "loss": 0}, {"win": win / 10, "draw": draw / 10, "loss": 0}
    with pytest.raises(EventRefused, match="Two draws cannot score more than a win and a loss") as refusal:
        events.create_event(club.pk, organiser, plan=plan(scoring=scoring))
    assert refusal.value.field == "scoring"
    event = draft(club, organiser)
    answer = Caller(organiser).patch(f"/events/{event.pk}", {"scoring": points})
    assert answer.status_code in REFUSED and "Two draws" in str(error(answer))
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    own = {"points": "own", "win": str(win / 10), "draw": str(draw / 10), "loss": "0"}
    shown = client.post(page, form_to(client, page).untouched() | own)
    assert shown.status_code == 400 and "Two draws cannot score more" in shown.content.decode()
    assert fresh(event).points.draw == 5


@pytest.mark.parametrize(("bye", "taken"), [(0, True), (5, True), (10, True), (3, False), (7, False), (15, False)])
def test_a20_a_bye_is_one_half_or_nothing(club: Club, organiser: Account, bye: int, taken: bool) -> None:
    event = draft(club, organiser, format="swiss-dutch", rounds_planned=3)
    answer = Caller(organiser).patch(f"/events/{event.pk}", {"scoring": {"pairing_bye": bye / 10}})
    assert (answer.status_code == 200) is taken
    assert taken or "bye" in str(error(answer))
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    shown = client.post(page, form_to(client, page).untouched() | {"pairing_bye": str(bye / 10)})
    assert (shown.status_code == 302) is taken
    assert fresh(event).points.pairing_bye == (bye if taken else 10)


def _with_points_set_late(club: Club, organiser: Account, scoring: dict[str, int], *, late: bool) -> Event:
    """A Swiss of five, its numbers given, with one round; `late`: points were changed after the start."""
    event = running(club, organiser, FIVE, **SWISS, **({} if late else {"scoring": scoring}))
    if late:
        changed = plan(**SWISS, scoring=scoring)
        confirmed(events.edit_event, event.pk, organiser, plan=changed)
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1/2-1/2"})
    return fresh(event)


def test_a21_points_that_were_changed_before_round_1_count_as_if_announced_so(club: Club, organiser: Account) -> None:
    """A win 3, a draw 1: Ada and Eve (the bye) 3, Ben and Dan 1, Cleo nothing."""
    scoring = {"win": 30, "draw": 10, "loss": 0}
    late, early = (_with_points_set_late(club, organiser, scoring, late=late) for late in (True, False))
    assert table(late) == table(early)
    assert {name: points for _rank, name, points in table(late)} == {
        "Ada": 30, "Eve": 30, "Ben": 10, "Dan": 10, "Cleo": 0,
    }  # fmt: skip


def test_a22_byes_count_with_the_value_that_was_set(club: Club, organiser: Account) -> None:
    scoring = {"win": 10, "draw": 5, "loss": 0, "pairing_bye": 5}
    late, early = (_with_points_set_late(club, organiser, scoring, late=late) for late in (True, False))
    assert config_of(late).scoring == config_of(early).scoring
    assert table(late) == table(early)
    assert next(points for _rank, name, points in table(late) if name == "Eve") == 5
