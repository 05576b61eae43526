"""Where an account is signed in, what becomes of it, and who is told."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from players.accounts.browsers import describe
from players.accounts.services.accounts import switch_account
from players.accounts.services.passwords import operators_link
from players.accounts.services.tokens import make_token
from players.erasure import exports
from players.erasure.services import erase_account
from players.models import Account, Club, KnownDevice, Session
from testing.clients import is_signed_in
from testing.factories import PASSWORD, AccountFactory, EventFactory, player_in

pytestmark = pytest.mark.postgresql

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1"
)


@pytest.fixture
def owner(db: None) -> Account:
    return AccountFactory(username="anna", email="anna@example.org")


def signed_in(agent: str = FIREFOX, address: str = "203.0.113.5", username: str = "anna") -> Client:
    """A new browser that signs in."""
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=agent)
    assert client.post("/sign-in", {"username": username, "password": PASSWORD}).status_code == 302
    return client


def listed(client: Client) -> str:
    page = client.get("/account/sessions")
    assert "no-store" in page["Cache-Control"]
    return page.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]


def ends(client: Client) -> list[str]:
    """The addresses of the buttons."""
    return [part.partition('"')[0] for part in listed(client).split('action="')[1:]]


def test_the_list_says_when_with_what_and_from_where_and_which_is_this_one(owner: Account) -> None:
    laptop, _phone = signed_in(), signed_in(PHONE, "198.51.100.7")
    signed_in(username=AccountFactory(username="bert").username, address="192.0.2.1")
    rows = listed(laptop).split("<tr>")[1:]
    assert len(rows) == 2
    assert "Firefox, Linux" in rows[0] and "203.0.113.5" in rows[0] and "this one" in rows[0]
    assert "Chrome, Android" in rows[1] and "198.51.100.7" in rows[1] and "this one" not in rows[1]
    assert "Sign out there" in rows[1] and "Sign out there" not in rows[0]


def test_what_the_database_and_the_pages_say_opens_no_session(owner: Account) -> None:
    laptop, thief = signed_in(), Client()
    key, page = str(laptop.session.session_key), laptop.get("/account/sessions").content.decode()
    assert key not in page
    for row in Session.objects.all():
        assert key != row.session_key
        thief.cookies["sessionid"] = row.session_key
        assert not is_signed_in(thief)
    thief.cookies["sessionid"] = str(laptop.session.session_key)
    assert is_signed_in(thief)
    laptop.post("/sign-out")
    assert not is_signed_in(thief) and not Session.objects.filter(account=owner).exists()


def test_one_signs_out_there_and_stays_here(owner: Account) -> None:
    laptop, phone, tablet = signed_in(), signed_in(PHONE), signed_in(IPAD)
    (button,) = [each for each in ends(laptop) if each != ends(phone)[0]][:1]
    assert laptop.post(button).url == "/account/sessions"
    assert is_signed_in(laptop) and [is_signed_in(phone), is_signed_in(tablet)].count(False) == 1
    assert laptop.post(button).status_code == 404
    assert laptop.post("/account/sessions/end").status_code == 302
    assert (is_signed_in(laptop), is_signed_in(phone), is_signed_in(tablet)) == (True, False, False)


def test_nobody_ends_a_session_of_somebody_else(owner: Account) -> None:
    laptop, _phone = signed_in(), signed_in(PHONE)
    AccountFactory(username="eve")
    eve = signed_in(username="eve")
    assert eve.post(ends(laptop)[0]).status_code == 404
    assert eve.post("/account/sessions/end").status_code == 302
    assert Session.objects.filter(account=owner).count() == 2


def test_a_voluntary_change_of_the_password_signs_out_elsewhere_and_asks_about_keys(owner: Account) -> None:
    here, there = signed_in(), signed_in(PHONE)
    assert 'type="checkbox"' not in here.get("/account/password").content.decode()
    make_token(account=owner, label="phone")
    page = here.get("/account/password").content.decode()
    assert "Remove my keys to the API" in page and "checked" in page
    new = {"old": PASSWORD, "password": "an entirely new one", "again": "an entirely new one"}
    assert here.post("/account/password", new).status_code == 302  # not ticked
    assert owner.tokens.count() == 1
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)
    newer = {"old": "an entirely new one", "password": "and one more of them", "again": "and one more of them"}
    told = here.post("/account/password", newer | {"remove_keys": "on"}, follow=True).content.decode()
    assert "API keys removed." in told
    assert not owner.tokens.exists() and is_signed_in(here)


def test_a_one_time_link_ends_sessions_and_keys(owner: Account) -> None:
    there, headers = signed_in(), {"Authorization": f"Token {make_token(account=owner, label='phone').key}"}
    assert Client().get("/api/v1/clubs", headers=headers).status_code == 200
    here, new = Client(), "an entirely new one"
    opened = here.get("/account" + operators_link("anna").url.partition("/account")[2])
    assert "removes your passkeys and API keys" in here.get(opened.url).content.decode()
    assert here.post(opened.url, {"password": new, "again": new}).status_code == 302
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)
    assert Client().get("/api/v1/clubs", headers=headers).status_code == 401
    assert [device.address for device in KnownDevice.objects.all()] == [
        "127.0.0.1"
    ]  # strangers' browsers are forgotten


def test_an_account_that_is_switched_off_or_erased_leaves_no_session_and_no_browser(
    club: Club, organiser: Account, owner: Account
) -> None:
    member = player_in(club)
    signed_in(username=member.username)
    switch_account(actor=organiser, account_id=member.pk, on=False)
    assert not Session.objects.filter(account=member).exists()
    signed_in()
    erase_account(actor=owner)
    assert not Session.objects.filter(account=owner).exists()
    assert not KnownDevice.objects.filter(account=owner).exists()


def test_owners_take_along_where_they_are_signed_in(owner: Account) -> None:
    signed_in(PHONE, "198.51.100.7")
    told: Any = exports.own_data(owner)["account"]
    assert [row["browser"] for row in told["sessions"]] == ["Chrome, Android"]
    assert [row["address"] for row in told["known_browsers"]] == ["198.51.100.7"]


@pytest.mark.parametrize(
    ("agent", "name"),
    [(FIREFOX, "Firefox, Linux"), (PHONE, "Chrome, Android"), (IPAD, "Safari, iPad"), ("curl/8", ""), ("", "")],
)
def test_browsers_are_called_what_people_call_them(agent: str, name: str) -> None:
    assert describe(agent) == name


# --- mail -------------------------------------------------------------------------------------------------------


@pytest.fixture
def sends_mail(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def test_the_owner_gets_mail_about_a_browser_that_is_new(owner: Account, sends_mail: None) -> None:
    first = signed_in()
    signed_in(PHONE, "198.51.100.7")
    assert mail.outbox == [] and Job.objects.count() == 1  # nothing waits for the mail
    run_due()
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"] and sent.subject == "A new sign-in to Gipfel"
    assert "Chrome, Android" in sent.body and "198.51.100.7" in sent.body and "UTC" in sent.body
    assert "<" not in sent.body and "http://127.0.0.1:8000/account/password" in sent.body
    first.post("/sign-out")
    first.post("/sign-in", {"username": "anna", "password": PASSWORD})
    assert not Job.objects.exists()


@pytest.mark.parametrize(("language", "said"), [("fa", "ورود تازه به گیپفل"), ("ja", "Gipfelへの新しいログイン")])
def test_the_mail_is_in_the_language_of_the_account(owner: Account, sends_mail: None, language: str, said: str) -> None:
    Account.objects.filter(pk=owner.pk).update(language=language)
    signed_in()
    signed_in(PHONE)
    run_due()
    assert mail.outbox[0].subject == said


def test_without_mail_or_address_nothing_is_asked_for(owner: Account, settings: Any) -> None:
    signed_in()
    signed_in(PHONE)
    settings.EMAIL_HOST = "mail.example.org"
    Account.objects.filter(pk=owner.pk).update(email="")
    signed_in(IPAD)
    assert not Job.objects.exists()


def test_a_changed_password_is_told_by_mail(owner: Account, sends_mail: None) -> None:
    here = signed_in()
    new = {"old": PASSWORD, "password": "an entirely new one", "again": "an entirely new one"}
    assert here.post("/account/password", new).status_code == 302
    run_due()
    assert [sent.subject for sent in mail.outbox] == ["The password of your account was changed"]


def test_of_many_browsers_the_newest_stay_known(owner: Account) -> None:
    for number in range(25):
        signed_in(address=f"192.0.2.{number}")
    assert KnownDevice.objects.filter(account=owner).count() == 20
    assert KnownDevice.objects.filter(account=owner, address="192.0.2.24").exists()


# --- caches, and an older release -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/clubs/rotterdam", "/nothing-there", "/account"])
def test_what_signed_in_readers_get_is_for_no_shared_cache(club: Club, owner: Account, path: str) -> None:
    said = set(signed_in().get(path)["Cache-Control"].split(", "))
    assert {"private", "no-cache"} <= said and "public" not in said
    assert "Cache-Control" not in Client().get("/clubs/rotterdam")


def test_an_answer_without_a_body_is_private_as_well(organiser: Account, club: Club) -> None:
    path = f"/api/v1/events/{EventFactory(club=club, state='open').pk}"
    headers = {"Authorization": f"Token {make_token(account=organiser, label='phone').key}"}
    first = Client().get(path, headers=headers)
    again = Client().get(path, headers=headers | {"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert first["Cache-Control"] == again["Cache-Control"] == "private, no-cache"
