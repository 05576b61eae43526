"""Links of seats on result slips: whoever holds one reports that game from that seat, without an account."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Claim, Claimant, Game, Source
from players.core.limits import SEAT_LINK_REPORTS
from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, game, last_point, running
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tournaments.events.services import undo
from tournaments.models import Event, Round
from tournaments.results.queries.seat_links import slips_of
from tournaments.results.seat_links import BLACK, WHITE, make_token
from tournaments.results.services import seat_links
from tournaments.rounds.services import round_changes, round_drafts, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.usefixtures("no_tries_before")]
OK, SEE_OTHER, BAD, GONE, TOO_MANY = 200, 302, 400, 410, 429


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Round 1 of a Swiss is public: Ada has White against Cleo, and Dan against Ben."""
    return running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)


def link(event: Event, name: str, number: int = 1) -> str:
    """The path that the slip of a player in a round leads to."""
    slips = (slip for both in slips_of(Round.objects.get(event=event, number=number)) for slip in both)
    return "/report/" + next(slip.token for slip in slips if slip.name == name)


def report(path: str, result: str, words: str = "") -> int:
    return Client().post(path, {"result": result, "reason": words}).status_code


def claims(made: Game) -> list[tuple[str, str, str, int | None]]:
    return list(Claim.objects.filter(game=made).values_list("role", "result", "source", "account"))


def test_a_link_shows_its_game_and_takes_a_report_from_its_seat(event: Event) -> None:
    made = game(event, "Ada", "Cleo")
    text = Client().get(link(event, "Cleo")).content.decode()
    assert "Ada" in text and "Cleo" in text and "played Black" in text and 'value="1-0"' in text
    assert report(link(event, "Cleo"), "0-1") == SEE_OTHER
    assert claims(made) == [("black", "0-1", Source.LINK, None)]
    made.refresh_from_db()
    assert made.result == "pending"
    text = Client().get(link(event, "Cleo")).content.decode()
    assert "it counts once White reports the same" in text and "You reported:" in text


def test_both_seats_that_say_the_same_make_the_result(event: Event) -> None:
    for name in ("Ada", "Cleo"):
        assert report(link(event, name), "1-0") == SEE_OTHER
    assert game(event, "Ada", "Cleo").result == "1-0"


def test_an_account_and_a_link_agree_as_two_accounts_do(event: Event) -> None:
    made = game(event, "Ada", "Cleo")
    Client().get("/")
    account = AccountFactory(person=made.white)
    client = Client()
    client.force_login(account)
    client.post(f"/games/{made.pk}/result", {"as": "white", "result": "1-0"})
    assert report(link(event, "Cleo"), "1-0") == SEE_OTHER
    assert game(event, "Ada", "Cleo").result == "1-0"


def test_words_stand_beside_a_dispute_by_link_and_by_account(event: Event) -> None:
    made = game(event, "Ada", "Cleo")
    report(link(event, "Ada"), "1-0")
    assert report(link(event, "Cleo"), "0-1", "The flag fell first.") == SEE_OTHER
    client = Client()
    client.force_login(AccountFactory(person=made.white))
    answer = client.post(f"/games/{made.pk}/result", {"as": "white", "result": "1-0", "reason": "It did not."})
    assert answer.status_code == SEE_OTHER
    shown = Client().get(f"/games/{made.pk}/result").content.decode()
    assert "The flag fell first." in shown and "It did not." in shown and "by the link of a result slip" in shown
    assert "different results" in Client().get(link(event, "Ada")).content.decode()


def test_the_same_report_twice_is_one_claim(event: Event) -> None:
    for _time in range(2):
        report(link(event, "Ada"), "1-0")
    assert len(claims(game(event, "Ada", "Cleo"))) == 1


def test_what_no_player_reports_is_refused(event: Event) -> None:
    assert report(link(event, "Ada"), "+--") == BAD
    assert report(link(event, "Ada"), "1-0", "x" * 301) == BAD
    assert claims(game(event, "Ada", "Cleo")) == []


def test_a_link_is_good_for_no_other_game_seat_or_number(event: Event) -> None:
    token = link(event, "Ada").removeprefix("/report/")
    head, signature = token.split("-", 2)[:2], token.split("-", 2)[2]
    other = game(event, "Dan", "Ben")
    forged = [
        f"{other.pk}-w0-{signature}",
        f"{head[0]}-b0-{signature}",
        f"{head[0]}-w1-{signature}",
        f"{head[0]}-w0-{signature[:-1]}",
        f"{head[0]}-w0-{'A' * 43}",
        "x",
        "9" * 400,
    ]
    for each in forged:
        assert Client().get(f"/report/{each}").status_code == GONE, each
        assert report(f"/report/{each}", "1-0") == GONE, each
    assert not Claim.objects.exists()


def test_a_revoked_link_is_dead_and_the_next_one_works(event: Event, organiser: Account) -> None:
    made, old, other = game(event, "Ada", "Cleo"), link(event, "Ada"), link(event, "Cleo")
    client = Client()
    client.force_login(organiser)
    answer = client.post(f"/events/{event.pk}/results/{made.pk}/revoke-link", {"seat": "white"})
    assert answer["Location"] == f"/events/{event.pk}/pairings/1/slips"
    assert report(old, "1-0") == GONE
    assert link(event, "Ada") != old and link(event, "Cleo") == other
    assert report(link(event, "Ada"), "1-0") == SEE_OTHER
    journal = client.get(f"/events/{event.pk}/journal").content.decode()
    assert "Round 1, board 1: the link on the slip of White was revoked" in journal


def test_a_revoked_link_stays_dead_when_an_undo_brings_its_game_back(event: Event, organiser: Account) -> None:
    made, old = game(event, "Ada", "Cleo"), link(event, "Ada")
    seat_links.revoke_link(event.pk, organiser, made.pk, WHITE)
    version = last_point(event)
    confirmed(undo.undo, event.pk, organiser, version, reason="a slip")
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="another")
    assert report(old, "1-0") == GONE


@pytest.mark.parametrize("ending", ["next round", "lock", "close"])
def test_a_link_is_dead_when_its_round_closes(ending: str, event: Event, organiser: Account) -> None:
    path = link(event, "Ada")
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    before = Claim.objects.count()
    if ending == "next round":
        rounds.start_round(event.pk, organiser)
    elif ending == "lock":
        round_changes.lock_round(event.pk, organiser, 1)
    else:
        Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    answer = Client().get(path)
    assert answer.status_code == GONE and "Round 1 is closed" in answer.content.decode()
    assert report(path, "0-1") == GONE and Claim.objects.count() == before


@pytest.mark.parametrize("change", ["unpublish", "swap", "exchange"])
def test_a_link_is_dead_when_the_pairings_change(change: str, event: Event, organiser: Account) -> None:
    path, made = link(event, "Ada"), game(event, "Ada", "Cleo")
    entries = {entry.members.get().person.name: entry.pk for entry in event.entries.all()}
    if change == "unpublish":
        round_drafts.unpublish_round(event.pk, organiser, 1, reason="too early")
    elif change == "swap":
        swap_colours(event.pk, organiser, made.paired.pairing_id, reason="x")
    else:
        args = (event.pk, organiser, 1, entries["Cleo"], entries["Ben"])
        exchange_entries(*args, reason="x")
    assert report(path, "1-0") == GONE and not Claim.objects.exists()


def test_an_arbiters_decision_stands_against_a_link(event: Event, organiser: Account) -> None:
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    assert report(link(event, "Cleo"), "0-1") == SEE_OTHER
    assert game(event, "Ada", "Cleo").result == "1-0"
    assert "The arbiter has decided." in Client().get(link(event, "Cleo")).content.decode()


def test_a_seat_reports_so_often_and_keeps_what_was_typed(event: Event) -> None:
    path, answers = link(event, "Ada"), set()
    for number in range(SEAT_LINK_REPORTS.tries):
        answers.add(report(path, ("1-0", "0-1")[number % 2]))
    assert answers == {SEE_OTHER}
    late = Client().post(path, {"result": "1-0", "reason": "One more thing."})
    assert late.status_code == TOO_MANY and "One more thing." in late.content.decode() and late["Retry-After"]
    assert report(link(event, "Cleo"), "1-0") == SEE_OTHER  # the other seat has tries of its own


def test_slips_are_the_arbiters_alone(event: Event, organiser: Account, stranger: Account) -> None:
    path = f"/events/{event.pk}/pairings/1/slips"
    client = Client()
    assert client.get(path).status_code == SEE_OTHER
    client.force_login(stranger)
    assert client.get(path).status_code in (403, 404)
    client.force_login(organiser)
    text = client.get(path).content.decode()
    assert len(re.findall(r'class="slip"', text)) == 4 and text.count("data:image/svg+xml") == 4


def test_the_signature_holds_both_players(event: Event) -> None:
    made = game(event, "Ada", "Cleo")
    token = make_token(made, BLACK, 0)
    made.white_id += 1
    assert make_token(made, BLACK, 0) != token


def test_slips_and_a_report_on_a_phone(event: Event, organiser: Account, open_page: Open) -> None:
    slips = open_page(f"/events/{event.pk}/pairings/1/slips", organiser, width=PHONE)
    assert overflow(slips) == 0
    page = open_page(link(event, "Ada"), width=PHONE, language="fa")
    assert overflow(page) == 0
    page.locator("button[value='1-0']").click()
    page.wait_for_load_state()
    assert claims(game(event, "Ada", "Cleo")) == [(Claimant.WHITE, "1-0", Source.LINK, None)]
