"""Visitors ask to join a club or to enter an event; organisers approve in one list, and the account comes with it."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from common.jobs import services as jobs
from common.journal.models import JournalEntry
from players.accounts.services.tokens import make_token
from players.core.limits import JOIN_BY_CLIENT
from players.joining.services import delete_expired_requests
from players.models import Account, Club, JoinRequest, Membership, Person
from testing.api.caller import Caller
from testing.api.limits import limit
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of
from testing.marks import slow
from testing.tournaments.factories import entry, fresh, with_players
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.usefixtures("no_tries_before")]

PASSWORD = "forty seven plates"
LIST = "/clubs/rotterdam/joining"


@pytest.fixture
def open_event(club: Club, organiser: Account) -> Event:
    event = with_players(club, organiser, ("Ada", "Ben", "Cleo"), self_entry=True)
    if fresh(event).state != Event.State.OPEN:
        events.announce(event.pk, organiser)
    return fresh(event)


def ask(address: str, name: str, email: str = "") -> tuple[Client, str]:
    """A visitor's browser and the page of the request."""
    visitor = Client()
    answer = visitor.post(address, {"name": name, "email": email})
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    return visitor, answer["Location"]


def test_a_visitor_enters_an_event_is_approved_and_signs_in(desk: Client, club: Club, open_event: Event) -> None:
    visitor, page = ask(f"/events/{open_event.pk}/ask", "Maria Ek", "maria@club.example")
    assert "The organisers have your request" in visitor.get(page).content.decode()
    assert visitor.post(page).status_code == 200, "nothing to choose yet"
    listed = desk.get(LIST).content.decode()
    assert "Maria Ek" in listed and "maria@club.example" in listed and open_event.name in listed
    assert desk.post(f"{LIST}/{JoinRequest.objects.get().pk}/approve").status_code == 302
    account = Account.objects.get(username="maria.ek")
    assert account.person is not None and account.home == club
    assert Membership.objects.filter(person=account.person, club=club, until=None).exists()
    assert entry(open_event, "Maria Ek").members.get().person == account.person
    assert "Your sign-in name is <strong><bdi>maria.ek" in visitor.get(page).content.decode()
    chosen = visitor.post(page, follow=True)
    visitor.post(chosen.redirect_chain[-1][0], {"password": PASSWORD, "again": PASSWORD})
    assert visitor.session["_auth_user_id"] == str(account.pk)
    assert "Choose a password" not in visitor.get(page).content.decode(), "the page is no second way in"
    assert visitor.post(page).status_code == 200


def test_what_was_typed_goes_when_a_request_is_answered(desk: Client, club: Club) -> None:
    ask("/clubs/rotterdam/join", "Maria Ek", "maria@club.example")
    ask("/clubs/rotterdam/join", "Nils Berg", "nils@club.example")
    first, second = JoinRequest.objects.order_by("pk")
    desk.post(f"{LIST}/{first.pk}/approve")
    desk.post(f"{LIST}/{second.pk}/decline")
    left = JoinRequest.objects.get()
    assert (left.name, left.email, left.account and left.account.username) == ("", "", "maria.ek")
    assert not Person.objects.filter(name="Nils Berg").exists()
    assert desk.post(f"{LIST}/{first.pk}/approve").status_code == 404, "answered already"


def test_a_member_without_an_account_gets_it_instead_of_a_second_person(desk: Client, club: Club) -> None:
    member = PersonFactory(name="Søren Holm", member_of=club)
    elsewhere = PersonFactory(name="Soren Holm", member_of=ClubFactory())
    _visitor, _page = ask("/clubs/rotterdam/join", "soren holm")
    listed = desk.get(LIST).content.decode()
    assert re.findall(r'<option value="(\d*)">', listed) == ["", str(member.pk)]
    number = JoinRequest.objects.get().pk
    assert desk.post(f"{LIST}/{number}/approve", {"person": str(elsewhere.pk)}).status_code == 409
    assert desk.post(f"{LIST}/{number}/approve", {"person": str(member.pk)}).status_code == 302
    assert Account.objects.get(username="søren.holm").person == member
    assert Person.objects.filter(folded="soren holm").count() == 2


def test_who_is_called_as_a_member_is_new_only_where_somebody_says_so(desk: Client, club: Club) -> None:
    """Whoever approves chooses; nothing is chosen before, and a member with an account is named."""
    member = PersonFactory(name="Søren Holm", member_of=club)
    ask("/clubs/rotterdam/join", "Holm, Soren")
    number = JoinRequest.objects.get().pk
    page = desk.get(LIST).content.decode()
    choices = re.findall(r'<option value="(\w*)"', page[page.index("Who is this?") :])
    assert choices[:3] == ["", str(member.pk), "new"]
    refused = desk.post(f"{LIST}/{number}/approve").content.decode()
    assert "is the name of a member: choose who this is" in refused.replace("\u2068", "").replace("\u2069", "")
    assert JoinRequest.objects.get().account is None and Person.objects.filter(folded__contains="holm").count() == 1
    assert desk.post(f"{LIST}/{number}/approve", {"person": "new"}).status_code == 302
    ask("/clubs/rotterdam/join", "Holm, Soren")
    assert "Holm, Soren (already has an account)" in desk.get(LIST).content.decode().replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_an_event_that_has_begun_takes_nobody_and_nothing_of_the_approval_stays(
    desk: Client, organiser: Account, open_event: Event
) -> None:
    ask(f"/events/{open_event.pk}/ask", "Maria Ek")
    lifecycle.start_event(open_event.pk, organiser)
    rounds.start_round(open_event.pk, organiser)
    assert desk.post(f"{LIST}/{JoinRequest.objects.get().pk}/approve").status_code == 409
    assert JoinRequest.objects.get().account is None
    assert not Account.objects.filter(username="maria.ek").exists()
    assert not Person.objects.filter(name="Maria Ek").exists()
    assert Client().get(f"/events/{open_event.pk}/ask").status_code == 302


def test_sign_in_names_and_addresses_that_are_taken_are_not_given_twice(desk: Client, club: Club) -> None:
    for _ in range(2):
        ask("/clubs/rotterdam/join", "O’Neill Li", "same@club.example")
    for each in JoinRequest.objects.order_by("pk"):
        desk.post(f"{LIST}/{each.pk}/approve", {"person": "new"})
    made = Account.objects.filter(username__startswith="oneill").order_by("pk")
    assert list(made.values_list("username", "email")) == [("oneill.li", "same@club.example"), ("oneill.li2", "")]


def test_mass_requests_from_one_address_are_slowed_down(club: Club) -> None:
    visitor = Client()
    answers = [
        visitor.post("/clubs/rotterdam/join", {"name": f"Player {number}"}).status_code
        for number in range(JOIN_BY_CLIENT.tries + 1)
    ]
    assert answers == [302] * JOIN_BY_CLIENT.tries + [429]
    assert JoinRequest.objects.count() == JOIN_BY_CLIENT.tries


@pytest.mark.parametrize("name", ["", "<b>x</b>", "=SUM(1)"])
def test_what_is_no_name_is_refused_and_what_was_typed_stays(club: Club, name: str) -> None:
    answer = Client().post("/clubs/rotterdam/join", {"name": name, "email": "a@club.example"})
    assert answer.status_code == 400 and "a@club.example" in answer.content.decode()
    assert not JoinRequest.objects.exists()


def test_a_secret_that_was_guessed_shows_nothing_and_other_organisers_approve_nothing(club: Club) -> None:
    assert Client().get("/join/guessed").status_code == 404
    ask("/clubs/rotterdam/join", "Maria Ek")
    other = Client()
    other.force_login(organiser_of(ClubFactory(slug="delft")))
    number = JoinRequest.objects.get().pk
    assert other.get(LIST).status_code == 403
    assert other.post(f"{LIST}/{number}/approve").status_code == 403
    assert other.post(f"/clubs/delft/joining/{number}/approve").status_code == 404
    assert JoinRequest.objects.get().account is None


# --- switched off, and expired ------------------------------------------------------------------------


def test_a_club_that_takes_no_requests_offers_no_way_and_refuses_a_form_that_was_open(
    desk: Client, club: Club, open_event: Event
) -> None:
    ask("/clubs/rotterdam/join", "Maria Ek")
    desk.post(f"{LIST}/switch", {"takes": "0"})
    closed = "This club takes no requests at the moment."
    for address in ("/clubs/rotterdam/join", f"/events/{open_event.pk}/ask"):
        page = Client().get(address).content.decode()
        assert closed in page and 'name="name"' not in page
        assert Client().post(address, {"name": "Nils Berg"}).status_code == 400
    assert "/clubs/rotterdam/join" not in Client().get("/clubs/rotterdam").content.decode()
    assert f"/events/{open_event.pk}/ask" not in Client().get(f"/events/{open_event.pk}/enter").content.decode()
    listed = desk.get(LIST).content.decode()
    assert "Maria Ek" in listed and 'class="scan"' not in listed, "who waits stays"
    assert desk.post(f"{LIST}/{JoinRequest.objects.get().pk}/approve").status_code == 302
    desk.post(f"{LIST}/switch", {"takes": "1"})
    ask("/clubs/rotterdam/join", "Nils Berg")


def test_a_request_that_nobody_answers_is_deleted_after_30_days_by_a_worker(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, page = ask("/clubs/rotterdam/join", "Maria Ek", "maria@club.example")
    ask("/clubs/rotterdam/join", "Nils Berg")
    request, younger = JoinRequest.objects.order_by("pk")
    JoinRequest.objects.filter(pk=request.pk).update(made_at=timezone.now() - timedelta(days=30))
    JoinRequest.objects.filter(pk=younger.pk).update(made_at=timezone.now() - timedelta(days=29, hours=23))
    monkeypatch.setattr(jobs, "_looked_at", {})
    jobs.beat("a worker")
    jobs.run_now("expire-joins", ["server"])
    assert list(JoinRequest.objects.values_list("name", flat=True)) == ["Nils Berg"]
    gone = visitor.get(page)
    assert gone.status_code == 404 and "not answered within 30 days" in gone.content.decode()
    line = JournalEntry.objects.filter(scope__key=club.scope, action="expire-joins").get()
    assert line.actor is None and line.data["count"] == 1 and "Maria" not in str(line.data)


def test_the_page_of_an_approved_request_goes_after_60_days_and_the_account_stays(desk: Client, club: Club) -> None:
    visitor, page = ask("/clubs/rotterdam/join", "Maria Ek")
    desk.post(f"{LIST}/{JoinRequest.objects.get().pk}/approve")
    for days, status in ((59, 200), (60, 404)):
        JoinRequest.objects.update(made_at=timezone.now() - timedelta(days=days))
        delete_expired_requests()
        assert visitor.get(page).status_code == status
    assert Account.objects.filter(username="maria.ek").exists()


# --- by the API ---------------------------------------------------------------------------------------


def by_api(account: Account, method: str, path: str, **body: Any) -> Any:
    """What the API answers; nothing where it answers with no content."""
    token = make_token(account=account, label="test").key
    answer = Client(headers={"Authorization": f"Token {token}"}).generic(
        method, f"/api/v1/{path}", json.dumps(body), "application/json"
    )
    assert answer.status_code in (200, 201, 204), answer.content
    return answer.json() if answer.content else None


def test_by_the_api_requests_are_passed_on_listed_approved_and_declined(
    organiser: Account, club: Club, open_event: Event
) -> None:
    member = PersonFactory(name="Søren Holm", member_of=club)
    passed_on = by_api(
        organiser, "POST", "clubs/rotterdam/join-requests", name="soren holm", event=open_event.pk, email="s@x.example"
    )
    by_api(organiser, "POST", "clubs/rotterdam/join-requests", name="Nils Berg")
    first, second = by_api(organiser, "GET", "clubs/rotterdam/join-requests")["results"]
    assert first == {name: value for name, value in passed_on.items() if name != "page"}
    assert (first["event"], first["email"]) == (open_event.pk, "s@x.example")
    assert first["namesakes"] == [{"id": member.pk, "name": "Søren Holm"}]
    waited = datetime.fromisoformat(first["expires_at"]) - datetime.fromisoformat(first["made_at"])
    assert waited == timedelta(days=30)
    path = urlsplit(passed_on["page"]).path
    assert "The organisers have your request" in Client().get(path).content.decode()
    unsaid = Caller(organiser).ask("POST", f"/join-requests/{first['id']}/approve", {})
    assert unsaid.status_code == 400 and "is the name of a member" in unsaid.content.decode().replace("\\u2069", "")
    assert Person.objects.filter(folded="soren holm").count() == 1
    joined = by_api(organiser, "POST", f"join-requests/{first['id']}/approve", player=member.pk)
    assert joined == {"player": {"id": member.pk, "name": "Søren Holm"}, "username": "søren.holm"}
    assert entry(open_event, "Søren Holm").members.get().person == member
    assert "Choose a password" in Client().get(path).content.decode()
    assert by_api(organiser, "POST", f"join-requests/{second['id']}/decline") is None
    assert by_api(organiser, "GET", "clubs/rotterdam/join-requests")["results"] == []


def test_by_the_api_joining_is_switched_and_invitations_are_listed(
    organiser: Account, club: Club, open_event: Event
) -> None:
    site = "http://testserver"
    links = [
        {"name": club.name, "event": None, "address": f"{site}/clubs/rotterdam/join"},
        {"name": open_event.name, "event": open_event.pk, "address": f"{site}/events/{open_event.pk}/ask"},
    ]
    joining = "clubs/rotterdam/joining"
    assert by_api(organiser, "GET", joining) == {"takes_requests": True, "invitations": links}
    assert by_api(organiser, "PUT", joining, takes_requests=False) == {"takes_requests": False, "invitations": []}
    assert "takes no requests" in Client().get("/clubs/rotterdam/join").content.decode()
    assert by_api(organiser, "PUT", joining, takes_requests=True)["invitations"] == links


@pytest.mark.postgresql
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", slow("fa"), slow("ja")])
def test_by_a_qr_code_on_a_phone_to_the_first_report_in_two_taps(
    club: Club, organiser: Account, open_event: Event, open_page: Open, language: str
) -> None:
    desk = open_page(LIST, organiser, language=language)
    invitation = desk.locator(".card a").nth(1).get_attribute("href")
    assert invitation is not None and invitation.endswith(f"/events/{open_event.pk}/ask")
    address = invitation.removeprefix(desk.url.removesuffix(LIST))
    phone = open_page(address, width=PHONE, language=language, has_touch=True)
    assert overflow(phone) == 0
    phone.fill("#id_name", "Maria Ek")
    phone.locator("main form button.primary").tap()
    phone.wait_for_url("**/join/*")
    desk.reload()
    desk.locator("main form button.primary").click()
    desk.wait_for_load_state()
    phone.locator('main a[href=""]').tap()
    phone.locator("main form button.primary").tap()
    phone.fill("input[name=password]", PASSWORD)
    phone.fill("input[name=again]", PASSWORD)
    phone.locator("main form button.primary").tap()
    phone.wait_for_url("**/")
    lifecycle.start_event(open_event.pk, organiser)
    rounds.start_round(open_event.pk, organiser)
    phone.reload()
    phone.locator(".task a.button.primary").first.tap()  # the first tap
    phone.locator(".game-report button").first.tap()  # the second
    phone.wait_for_url("**/reported")
    assert overflow(phone) == 0


def test_who_has_an_account_asks_by_one_button_and_becomes_a_member(desk: Client, club: Club) -> None:
    account = AccountFactory(person=PersonFactory(name="Maria Ek"))
    visitor = Client()
    visitor.force_login(account)
    assert "Ask to join Rotterdam GIPF Club" in visitor.get("/clubs/rotterdam/join").content.decode()
    assert "/clubs/rotterdam/join" in visitor.get("/clubs/rotterdam").content.decode()
    assert visitor.post("/clubs/rotterdam/join")["Location"] == "/clubs/rotterdam/join"
    assert "The organisers have your request." in visitor.get("/clubs/rotterdam/join").content.decode()
    assert visitor.post("/clubs/rotterdam/join").status_code == 409, "once is enough"
    listed = desk.get(LIST).content.decode()
    assert "Maria Ek" in listed and "has an account" in listed and "Who is this?" not in listed
    assert desk.post(f"{LIST}/{JoinRequest.objects.get().pk}/approve").status_code == 302
    assert Membership.objects.get(person=account.person).club == club and not JoinRequest.objects.exists()
    account.refresh_from_db()
    assert account.home is None, "no club gets power over an account by this"
    assert "You are already a member of this club." in visitor.get("/clubs/rotterdam/join").content.decode()
    assert visitor.post("/clubs/rotterdam/join").status_code == 409
    assert "/clubs/rotterdam/join" not in visitor.get("/clubs/rotterdam").content.decode()
    lines = [entry.action for entry in JournalEntry.objects.filter(scope__key=club.scope).order_by("version")]
    assert lines[-2:] == ["ask-to-join", "approve-join"]


def test_a_closed_club_and_an_account_without_a_player_ask_nothing(club: Club) -> None:
    for account in (AccountFactory(), AccountFactory(person=PersonFactory())):
        Club.objects.update(takes_requests=account.person is None)
        visitor = Client()
        visitor.force_login(account)
        assert visitor.post("/clubs/rotterdam/join").status_code == 409
    assert not JoinRequest.objects.exists()


def test_requests_of_accounts_are_bounded_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "JOIN_BY_CLIENT", 0)
    visitor = Client()
    visitor.force_login(AccountFactory(person=PersonFactory()))
    assert visitor.post("/clubs/rotterdam/join").status_code == 429
    assert not JoinRequest.objects.exists()


@pytest.mark.postgresql
@pytest.mark.browser
@pytest.mark.parametrize("language", [slow("en"), "fa"])
@pytest.mark.django_db(transaction=True)
def test_a_code_of_the_club_leads_to_membership(club: Club, organiser: Account, open_page: Open, language: str) -> None:
    """The organiser shows the code; a visitor's phone follows its link; both are done in a minute."""
    shown = open_page(LIST, organiser, language=language)
    assert axe_faults(shown) == []
    expect(shown.locator("img.scan")).to_have_count(1)
    address = shown.locator("img.scan + a").get_attribute("href")
    assert address is not None
    phone = open_page(urlsplit(address).path, language=language, width=PHONE)
    assert axe_faults(phone) == [] and overflow(phone) == 0
    phone.fill("[name=name]", "Maria Ek")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/join-requests/**" if "/join-requests/" in phone.url else "**/join*/**")
    shown.reload()
    shown.locator("form[action$='/approve'] button").click()
    phone.reload()
    phone.locator("main form button").click()
    phone.fill("[name=password]", PASSWORD)
    phone.fill("[name=again]", PASSWORD)
    phone.locator("main form button.primary").click()
    phone.wait_for_url("**/")
    assert Membership.objects.get(person__name="Maria Ek").club == club
