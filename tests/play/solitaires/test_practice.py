"""Practice: deals by number and by chance, turns, taking back, hints, and what the page never holds."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from gipf_engine.rules import rules_for
from play.models import Hint, PracticeDeal
from play.solitaires.services import practice
from play.solitaires.services.hints import FIND
from play.solitaires.services.practice import (
    PORTION,
    SOLVE,
    STOCK,
    deal_by_chance,
    deal_by_number,
    deal_by_seed,
    fill_stock,
    look_at_stock,
    practice_rules,
    solve_deal,
)
from testing.api.limits import limit
from testing.play.factories import GWG, OPEN_SETUP, practice_deal, setup_of, swap_tiles

pytestmark = [pytest.mark.django_db, pytest.mark.core]
TABLE = "/practice/table"
STOCKED = 2 * PORTION + 2
"""Found in several portions, the last of which is smaller."""
KEY = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


@pytest.fixture(autouse=True)
def stocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many deals are kept ready as on a server, though fewer."""
    monkeypatch.setattr(practice, "STOCKED", STOCKED)


def begun(number: int = 7) -> Client:
    client = Client()
    assert client.post("/practice", {"rules": GWG, "number": number}).status_code == 302
    return client


def page(client: Client) -> str:
    return client.get(TABLE).content.decode()


def test_a_number_is_the_same_deal_for_everybody_and_its_seed_is_the_number() -> None:
    deal = deal_by_number(GWG, 7)
    assert deal == deal_by_number(GWG, 7)
    assert (deal.seed, deal.setup) == ("0" * 63 + "7", setup_of(7))
    assert Job.objects.filter(kind=SOLVE, subject=f"deal:{deal.pk}").count() == 1


def test_the_solver_looks_at_a_deal_once() -> None:
    deal = deal_by_number(GWG, 7)
    solve_deal(deal.pk)
    deal.refresh_from_db()
    assert deal.solved_at is not None and deal.par is not None
    solved_at = deal.solved_at
    solve_deal(deal.pk)
    deal.refresh_from_db()
    assert deal.solved_at == solved_at


def test_a_turn_is_played_once_and_on_the_table_that_was_shown() -> None:
    practice_deal(setup=OPEN_SETUP)
    client = begun()
    assert client.post(TABLE, {"turn": "3.125", "version": 0}).status_code == 302
    again = client.post(TABLE, {"turn": "3.125", "version": 0})
    assert again.status_code == 400 and "Another turn was played" in again.content.decode()
    illegal = client.post(TABLE, {"turn": "2.135", "version": 1})
    assert illegal.status_code == 400 and "level 2 was left behind in this round" in illegal.content.decode()
    assert client.session["practice"]["turns"] == ["3.125"]


def test_what_was_played_is_taken_back_even_after_giving_up() -> None:
    practice_deal(setup=OPEN_SETUP)
    client = begun()
    client.post(TABLE, {"turn": "3.125", "version": 0})
    client.post(f"{TABLE}/resign", {"version": 1})
    assert "Result: given up" in page(client)
    assert client.post(TABLE, {"turn": "/", "version": 1}).status_code == 400
    client.post(f"{TABLE}/undo", {"version": 1})
    assert client.session["practice"] == {**client.session["practice"], "turns": [], "given_up": False}
    assert client.post(f"{TABLE}/undo", {"version": 0}).status_code == 400


def test_pages_of_deals_that_differ_only_in_what_lies_face_down_are_the_same_bytes() -> None:
    one = practice_deal(setup=OPEN_SETUP)
    client = begun()
    client.post(TABLE, {"turn": "3.125", "version": 0})
    before = KEY.sub(b"", client.get(TABLE).content)
    PracticeDeal.objects.filter(pk=one.pk).update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    assert KEY.sub(b"", client.get(TABLE).content) == before
    assert b"full fourteen" in before
    PracticeDeal.objects.filter(pk=one.pk).update(setup=swap_tiles(OPEN_SETUP, 0, 3))  # the left general lies open
    assert KEY.sub(b"", client.get(TABLE).content) != before


def test_the_session_is_all_that_a_browser_gets_of_the_deal() -> None:
    practice_deal(setup=OPEN_SETUP)
    client = begun()
    sent = client.get(TABLE)
    assert OPEN_SETUP not in sent.content.decode() and "00000007" not in sent.content.decode()
    assert {len(cookie.value) for cookie in client.cookies.values()} <= set(range(65))  # keys, no content


def test_a_hint_is_found_by_a_worker_and_wins() -> None:
    practice_deal(setup=OPEN_SETUP)
    client = begun()
    assert client.post(f"{TABLE}/hint", {"version": 0}).status_code == 302
    assert "The solver is looking" in page(client)
    assert Job.objects.filter(kind=FIND).count() == 1
    run_due()
    hint = Hint.objects.get()
    position = rules_for(GWG).start(OPEN_SETUP)
    assert hint.can_be_won and hint.par and position.is_legal(position.parse(hint.turn))
    assert f"From here it wins in round {hint.par} at the latest." in page(client)


def test_hints_are_counted_for_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    practice_deal(setup=OPEN_SETUP)

    limit(monkeypatch, "HINTS", 1)
    client = begun()
    client.post(f"{TABLE}/hint", {"version": 0})
    client.post(TABLE, {"turn": "3.125", "version": 0})
    assert client.post(f"{TABLE}/hint", {"version": 1}).status_code == 429
    assert Hint.objects.count() == 1


def test_deals_by_chance_are_those_that_the_solver_won_and_another_one_each_time() -> None:
    won, lost = practice_deal(number=1), practice_deal(number=2, par=None)
    second = practice_deal(number=3)
    assert {deal_by_chance(GWG).pk for _ in range(30)} == {won.pk, second.pk}
    assert deal_by_chance(GWG, [won.pk]) == second
    assert lost.par is None


def test_without_any_deal_one_is_told_to_wait_or_to_name_a_number() -> None:
    answer = Client().post("/practice", {"rules": GWG})
    assert answer.status_code == 400
    assert "No deal is ready yet" in answer.content.decode()


def test_deals_are_looked_for_a_few_at_a_time_so_that_other_work_comes_between() -> None:
    look_at_stock()
    Job.objects.exclude(subject=GWG).delete()
    before = 0
    while run_due(limit=1):
        found = PracticeDeal.objects.filter(rules=GWG).count()
        assert found - before <= PORTION
        before = found
    assert PracticeDeal.objects.filter(rules=GWG, par__isnull=False).count() == STOCKED


def test_workers_see_to_it_that_there_are_deals_of_each_game() -> None:
    look_at_stock()
    look_at_stock()
    assert sorted(Job.objects.filter(kind=STOCK).values_list("subject", flat=True)) == practice_rules()
    assert set(Job.objects.filter(kind=STOCK).values_list("version", flat=True)) == {1}
    for number in range(STOCKED - 2):
        practice_deal(number=number + 1)
    fill_stock(GWG)
    assert PracticeDeal.objects.filter(rules=GWG, par__isnull=False).count() in (STOCKED - 1, STOCKED)
    Job.objects.all().delete()
    look_at_stock()
    assert GWG not in Job.objects.filter(kind=STOCK).values_list("subject", flat=True)


OKUAN, LITERAL = "guowuguan-okuan", "refill_empty_levels"
OWN_SEED = "5eed" * 16


def test_a_seed_of_ones_own_is_the_deal_that_the_public_recipe_makes_of_it() -> None:
    client = Client()
    assert client.post("/practice", {"rules": GWG, "seed": f" {OWN_SEED.upper()} "}).status_code == 302
    deal = PracticeDeal.objects.get()
    chance = rules_for(GWG).chance
    assert chance is not None
    assert (deal.seed, deal.setup) == (OWN_SEED, chance.draw(OWN_SEED))
    client.post(f"{TABLE}/resign", {"version": 0})
    assert OWN_SEED in page(client)
    assert deal_by_seed(GWG, f"{7:064x}") == deal_by_number(GWG, 7)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"seed": "5eed"}, "A seed is 64 hexadecimal digits"),
        ({"seed": "g" * 64}, "A seed is 64 hexadecimal digits"),
        ({"seed": OWN_SEED, "number": 7}, "not both"),
        ({"options": LITERAL}, "Guo Wu Guan has no such option."),
        ({"options": "no_such"}, "is not a valid choice"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_at_its_field(sent: dict[str, object], why: str) -> None:
    answer = Client().post("/practice", {"rules": GWG} | sent)
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert not PracticeDeal.objects.exists()


@pytest.mark.parametrize("options", [[], [LITERAL]])
def test_the_same_number_is_practised_with_and_without_an_option_of_the_rules(options: list[str]) -> None:
    """GUO A11: with the literal refill an empty level of O-Kuan draws like the others, else it is passed."""
    client = Client()
    assert client.post("/practice", {"rules": OKUAN, "number": 7, "options": options}).status_code == 302
    assert ("An empty level is refilled" in page(client)) == bool(options)
    assert (f"/rules/{OKUAN}?option={LITERAL}" in page(client)) == bool(options)
    deal = PracticeDeal.objects.get()
    chance = rules_for(OKUAN).chance
    assert chance is not None
    assert (deal.options, deal.setup) == (options, chance.draw(f"{7:064x}"))
    other = deal_by_number(OKUAN, 7, [] if options else [LITERAL])
    assert (other.setup, other.pk == deal.pk) == (deal.setup, False)


def test_a_deal_by_chance_with_an_option_is_there_although_hardly_any_can_be_won() -> None:
    practice_deal(OKUAN)
    deal = deal_by_chance(OKUAN, options=[LITERAL])
    assert (deal.options, deal.solved_at) == ([LITERAL], None)
    assert Job.objects.filter(kind=SOLVE, subject=f"deal:{deal.pk}").exists()
    solve_deal(deal.pk)
    deal.refresh_from_db()
    assert deal.solved_at is not None
    PracticeDeal.objects.filter(pk=deal.pk).update(par=9)
    assert deal_by_chance(OKUAN).options == [], "what was won by other rules is not in stock"
