"""Explanations of rounds that no Swiss engine made: bounded, computed once, left to a worker where somebody asks."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common import computed_once
from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from players.core.limits import EXPLANATIONS_ASKED_FOR, HEAVY_READS
from players.erasure.services import erase_person
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.tournaments.factories import entry, running
from testing.tournaments.hard_events import import_hard_event
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.models import Event, Explanation
from tournaments.rounds.queries import pairing_explanations
from tournaments.rounds.queries.pairing_explanations import get_explained_round, why_not
from tournaments.rounds.queries.pairing_reasons import explain_round
from tournaments.rounds.services import deferred_pairing

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ROUND = 7
STEPS = 10_000
NOT_EXPLAINED = f"No explanation: it would take more than {STEPS} steps."


@pytest.fixture
def hard(club: Club, organiser: Account, settings: Any) -> Event:
    """40 players after 8 rounds of pairings by lot; a page has too few steps for the seventh."""
    settings.EXPLANATION_STEPS_ON_A_PAGE = STEPS
    return import_hard_event(club, organiser, 40, 8, "random", 2)


def _a_hard_question(hard: Event) -> tuple[int, int]:
    """Two of whom it is not told soon why they did not meet."""
    return next((1, two) for two in range(2, 41) if str(why_not(load(hard), ROUND, 1, two)) == NOT_EXPLAINED)


@pytest.fixture
def page(hard: Event) -> str:
    return f"/events/{hard.pk}/pairings/{ROUND}"


def test_a_page_says_what_was_not_explained_and_shows_the_boards(page: str, client: Client) -> None:
    answer = client.get(page)
    text = answer.content.decode()
    assert NOT_EXPLAINED in text and "Player 1" in text
    assert "It was not paired here" in text
    assert "An arbiter of this event can have it calculated in the background." in text
    assert "Retry-After" not in answer and "ETag" in answer


def test_why_two_did_not_meet_is_bounded_too(page: str, hard: Event, client: Client) -> None:
    """But what bars the two is told at once, however hard the round is."""
    one, two = _a_hard_question(hard)
    assert NOT_EXPLAINED in client.get(page, {"one": one, "two": two}).content.decode()
    met = next(pairing for pairing in load(hard).rounds[0].pairings)
    numbers = [load(hard).by_id[each].number or 0 for each in met.entries]
    assert "met in round 1" in str(why_not(load(hard), ROUND, *numbers))


def test_the_api_says_it_in_fields(hard: Event) -> None:
    made = Caller().read(f"/events/{hard.pk}/rounds/{ROUND}")
    assert (made["imported"], made["missing"]) == (True, NOT_EXPLAINED)
    assert all(board["why"] == [] for board in made["boards"])
    one, two = _a_hard_question(hard)
    told = Caller().read(f"/events/{hard.pk}/rounds/{ROUND}/why/{one}/{two}")
    assert told == {"answer": NOT_EXPLAINED, "explained": False, "imported": True}


def test_rounds_paired_here_are_not_said_to_be_from_a_file(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    assert "It was not paired here" not in client.get(f"/events/{event.pk}/pairings/1").content.decode()
    made = Caller().read(f"/events/{event.pk}/rounds/1")
    assert (made["imported"], made["missing"]) == (False, None)


# --- a worker -----------------------------------------------------------------------------------------


def test_a_worker_finds_out_what_an_arbiter_asks_for(
    page: str, hard: Event, organiser: Account, client: Client, settings: Any
) -> None:
    client.force_login(organiser)
    asked = client.post(f"{page}/explain", follow=True).content.decode()
    assert "This is being calculated in the background" in asked and NOT_EXPLAINED not in asked
    assert [(job.kind, job.subject) for job in Job.objects.filter(kind="explain")] == [
        ("explain", f"event:{hard.pk}:{ROUND}:0:0")
    ]
    run_due()
    settings.EXPLANATION_STEPS_ON_A_PAGE = 10**9
    direct = explain_round(load(hard), load(hard).rounds[ROUND - 1], pairing_explanations.steps_on_a_page())
    settings.EXPLANATION_STEPS_ON_A_PAGE = STEPS
    found = get_explained_round(load(hard), ROUND)
    assert [str(each) for each in found.differences] == [str(each) for each in direct.differences] != []
    assert {board: [str(each) for each in why] for board, why in found.reasons.items()} == {
        board: [str(each) for each in why] for board, why in direct.reasons.items()
    }
    assert NOT_EXPLAINED not in client.get(page).content.decode()
    assert JournalEntry.objects.filter(action="ask-for-explanation").count() == 1


def test_a_worker_answers_about_two_and_gives_up_beyond_its_own_limit(
    page: str, hard: Event, organiser: Account, client: Client, settings: Any
) -> None:
    one, two = _a_hard_question(hard)
    client.force_login(organiser)
    client.post(f"{page}/explain", {"one": two, "two": one})
    run_due()
    answer = why_not(load(hard), ROUND, one, two)
    assert "Player" in str(answer) and not answer.can_ask
    settings.EXPLANATION_STEPS_BY_WORKER = 2 * STEPS
    client.post(f"{page}/explain")
    run_due()
    assert str(get_explained_round(load(hard), ROUND).missing) == NOT_EXPLAINED.replace(str(STEPS), str(2 * STEPS))


def test_what_a_worker_kept_names_nobody_and_follows_names(hard: Event, organiser: Account) -> None:
    one, two = _a_hard_question(hard)
    deferred_pairing.ask_for_explanation(hard.pk, organiser, ROUND, (one, two))
    run_due()
    kept = repr(list(Explanation.objects.values_list("found", flat=True)))
    name = load(hard).by_number[two].name
    assert "Player" not in kept and name in str(why_not(load(hard), ROUND, one, two))
    erase_person(actor=organiser, person_id=entry(hard, name).members.get().person_id)
    pseudonym = load(hard).by_number[two].name
    assert pseudonym != name and pseudonym in str(why_not(load(hard), ROUND, one, two))


def test_only_who_runs_the_event_asks_a_worker(hard: Event, page: str, stranger: Account, client: Client) -> None:
    with pytest.raises(NotAllowed):
        deferred_pairing.ask_for_explanation(hard.pk, stranger, ROUND)
    assert client.post(f"{page}/explain").status_code == 302  # to sign in
    assert not Explanation.objects.exists()


def test_what_is_not_there_is_not_asked_for(hard: Event, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="not paired"):
        deferred_pairing.ask_for_explanation(hard.pk, organiser, 9)
    with pytest.raises(EventRefused, match="two players"):
        deferred_pairing.ask_for_explanation(hard.pk, organiser, ROUND, (1, 41))


def test_an_arbiter_asks_for_so_many_an_hour(page: str, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    for _time in range(EXPLANATIONS_ASKED_FOR.tries):
        EXPLANATIONS_ASKED_FOR.take(str(organiser.pk))
    answer = client.post(f"{page}/explain")
    assert (
        answer.status_code == 429
        and answer["Retry-After"]
        and "hourly limit of explanations" in answer.content.decode()
    )


# --- many readers --------------------------------------------------------------------------------------


def test_one_address_computes_so_much_a_minute_and_reads_what_is_kept(page: str, hard: Event, client: Client) -> None:
    for _time in range(HEAVY_READS.tries):
        HEAVY_READS.take("127.0.0.1")
    answer = client.get(page)
    assert "Too many requests from your address." in answer.content.decode() and "Player 1" in answer.content.decode()
    assert answer["Retry-After"] and "ETag" not in answer
    why = Caller().get(f"/events/{hard.pk}/rounds/{ROUND}/why/1/2")
    assert why.status_code == 429 and why["Retry-After"]
    get_explained_round(load(hard), ROUND)
    assert NOT_EXPLAINED in client.get(page).content.decode(), "what is kept costs nothing"


def test_one_address_gets_so_many_whole_tables_a_minute(hard: Event, client: Client, organiser: Account) -> None:
    """60 costly things a minute, and a whole table is five of them."""
    statuses = [client.get(f"/events/{hard.pk}/{tab}?page=all").status_code for tab in ("players", "games") * 7]
    assert statuses == [200] * 12 + [429] * 2
    refused = client.get(f"/events/{hard.pk}/crosstable?page=all")
    assert refused["Retry-After"] and "Too many full tables" in refused.content.decode()
    assert client.get(f"/events/{hard.pk}/players").status_code == 200
    client.force_login(organiser)
    assert client.get(f"/events/{hard.pk}/crosstable?page=all").status_code == 200


def test_what_is_hard_to_compute_counts_more(page: str, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """10,000 steps at 1,000 a read count ten times, and the read itself once."""
    monkeypatch.setattr(pairing_explanations, "STEPS_OF_A_READ", 1_000)
    taken = []
    monkeypatch.setattr(HEAVY_READS.__class__, "take", lambda self, key: taken.append((self.kind, key)))
    client.get(page)
    assert len(taken) >= 11 and set(taken) == {("heavy-reads", "127.0.0.1")}
    client.get(page)
    assert len(taken) < 22, "what is kept does not count"


@pytest.mark.postgresql
def test_two_who_ask_at_once_compute_once() -> None:
    began, computed = threading.Event(), []

    def compute() -> str:
        computed.append(threading.get_ident())
        began.wait(timeout=1)  # long enough for the other to ask
        return "found"

    def ask() -> str:
        return computed_once.compute_once("one-key", str, compute, 60)

    assert at_once(ask, ask, ask) == ["found"] * 3
    assert len(computed) == 1


def test_whoever_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computed_once, "WAIT_SECONDS", 0.0)
    cache.add("computing:one-key", 1)
    with pytest.raises(computed_once.BeingComputedError):
        computed_once.compute_once("one-key", str, lambda: "found", 60)


def test_a_process_computes_one_such_thing_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computed_once, "WAIT_SECONDS", 0.0)

    def other() -> str:
        with pytest.raises(computed_once.BeingComputedError):
            computed_once.compute_once("other-key", str, lambda: "never", 60)
        return "found"

    assert computed_once.compute_once("one-key", str, other, 60) == "found"
    assert cache.get("computing:one-key") is None and cache.get("computing:other-key") is None


def test_a_page_that_waits_for_another_has_the_boards_and_no_tag(
    page: str, hard: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computed_once, "WAIT_SECONDS", 0.0)
    rows = load(hard)
    cache.add(f"computing:{pairing_explanations._round_key(rows, rows.rounds[ROUND - 1])}", 1)
    answer = client.get(page)
    assert answer.status_code == 200 and answer["Retry-After"] == "5" and "ETag" not in answer
    assert "This is being calculated." in answer.content.decode()
