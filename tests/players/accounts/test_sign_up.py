"""Accounts that visitors make for themselves: by mail or with a passkey, where the server allows it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from common.jobs.services import run_due
from gipf_engine.messages import Refused
from players.accounts.services.passwords import send_first_link
from players.accounts.services.sign_up import ask_sign_up_mail, sign_up_by_mail, sign_up_by_passkey
from players.core.rate_limit import TooMany
from players.joining.services import approve_join, ask_to_join
from players.models import Account, Club, Membership, Passkey, Person, SignUp
from players.permissions import may_manage_person
from players.tasks import ask_for_expiry
from testing.api.limits import limit
from testing.factories import AccountFactory, administrator, organiser_of
from testing.players.authenticator import Device, base64url

pytestmark = [pytest.mark.django_db, pytest.mark.core]

GOOD = "a good long password"
BITS = bytes(range(32))
QUESTION = {"challenge": base64url(BITS)}
ASKED = {"name": "Nora Lind", "email": "nora@example.org"}


@pytest.fixture(autouse=True)
def open_server(settings: Any) -> None:
    """A server that allows it, and sends mail."""
    settings.SIGN_UP, settings.EMAIL_HOST = True, "mail.example.org"
    settings.PASSKEY_ORIGINS = ("http://localhost:8000",)
    caches["tries"].clear()
    AccountFactory(username="boss")


def made() -> Account:
    """The account that was made beside the first one."""
    return Account.objects.exclude(username="boss").get()


def mailed_link() -> str:
    """The path of the link in the newest mail."""
    run_due()
    [path] = re.findall(r"http://[^/\s]+(/\S+)", str(mail.outbox[-1].body))
    return str(path)


def test_a_visitor_gets_a_link_by_mail_chooses_a_password_and_is_in(client: Client) -> None:
    assert client.post("/sign-up", ASKED)["Location"] == "/sign-in"
    assert Account.objects.count() == 1, "nothing is made before the address is proven"
    link = mailed_link()
    assert mail.outbox[-1].to == ["nora@example.org"]
    assert "nora.lind" in client.get(link).content.decode()
    assert client.get(link).status_code == 200, "opening it uses nothing up"
    assert client.post(link, {"password": GOOD, "again": GOOD})["Location"] == "/account"
    account = made()
    assert (account.username, account.email, account.person.name) == ("nora.lind", "nora@example.org", "Nora Lind")
    assert account.check_password(GOOD) and client.get("/account").status_code == 200
    assert client.get(link)["Location"] == "/", "who is in needs no link"
    assert Client().get(link).status_code == 410 and not SignUp.objects.exists()


def test_such_an_account_belongs_to_no_club_and_administrators_look_after_it(club: Club) -> None:
    ask_sign_up_mail(**ASKED, language="fa")
    account = sign_up_by_mail(mailed_link().rsplit("/", 1)[1], GOOD)
    assert (account.home, account.person.home, account.language) == (None, None, "fa")
    assert not Membership.objects.exists()
    assert not may_manage_person(organiser_of(club), account.person)
    assert may_manage_person(administrator(), account.person)


def test_the_owner_of_a_known_address_gets_help_with_the_password_and_the_page_says_the_same(client: Client) -> None:
    AccountFactory(username="nora", email="Nora@example.org")
    known = client.post("/sign-up", ASKED, follow=True).content
    assert "/account/password-link/" in mailed_link() and not SignUp.objects.exists()
    unknown = client.post("/sign-up", ASKED | {"email": "else@example.org"}, follow=True).content
    text = b"A link is on its way to your address."
    assert text in known and text in unknown


def test_a_second_request_replaces_the_first_and_a_link_works_for_a_day(client: Client) -> None:
    ask_sign_up_mail(**ASKED, language="")
    first = mailed_link()
    ask_sign_up_mail(**ASKED | {"name": "Nora Berg"}, language="")
    second = mailed_link()
    assert client.get(first).status_code == 410
    assert "nora.berg" in client.get(second).content.decode()
    SignUp.objects.update(made_at=timezone.now() - timedelta(days=1))
    assert client.get(second).status_code == 410
    with pytest.raises(Refused):
        sign_up_by_mail(second.rsplit("/", 1)[1], GOOD)
    ask_for_expiry()
    run_due()
    assert not SignUp.objects.exists()


def test_a_mail_that_was_not_sent_yet_has_no_link_that_works(client: Client) -> None:
    ask_sign_up_mail(**ASKED, language="")
    assert SignUp.objects.get().digest == ""
    assert client.get("/sign-up/x").status_code == 410


def test_a_passkey_makes_an_account_without_password_or_address(client: Client) -> None:
    device = Device()
    question = client.post("/sign-up/passkey", {"name": "Nora Lind"}).json()
    assert question["user"]["name"] == "Nora Lind" and Account.objects.count() == 1
    answer = device.create(question)
    done = client.post("/sign-up/passkey", {"name": "Nora Lind", "credential": answer})
    assert done["Location"] == "/account"
    account = made()
    assert account.username == "nora.lind" and not account.has_usable_password() and account.email == ""
    assert Passkey.objects.get().account == account
    again = Client().post("/sign-up/passkey", {"name": "Nora Lind", "credential": answer})
    assert again.status_code == 400 and Account.objects.count() == 2, "the question is answered once"


def test_the_owner_of_a_passkey_alone_can_add_a_password_and_an_address(client: Client) -> None:
    account = sign_up_by_passkey(
        name="Nora", language="", label="phone", answer=Device().create(QUESTION), challenge=BITS
    )
    client.force_login(account)
    page = client.get("/account/password").content.decode()
    assert 'name="password"' in page and 'name="old"' not in page
    assert client.post("/account/email", {"email": "nora@example.org"})["Location"] == "/account"
    assert client.post("/account/password", {"password": GOOD, "again": GOOD})["Location"] == "/account"
    account.refresh_from_db()
    assert account.check_password(GOOD) and account.email == "nora@example.org" and account.passkeys.count() == 1
    assert 'name="old"' in client.get("/account/password").content.decode()


def test_a_passkey_owner_whose_sign_in_is_long_ago_proves_it_first(client: Client) -> None:
    account = sign_up_by_passkey(
        name="Nora", language="", label="phone", answer=Device().create(QUESTION), challenge=BITS
    )
    client.force_login(account)
    session = client.session
    session["proved-at"] = 0
    session.save()
    for page, sent in (("password", {"password": GOOD, "again": GOOD}), ("email", {"email": "n@example.org"})):
        assert client.post(f"/account/{page}", sent)["Location"].startswith("/sign-in/again")
    account.refresh_from_db()
    assert account.email == "" and not account.has_usable_password()


def test_a_server_that_does_not_allow_it_has_no_such_page(client: Client, settings: Any) -> None:
    ask_sign_up_mail(**ASKED, language="")
    link = mailed_link()
    settings.SIGN_UP = False
    for address in ("/sign-up", "/sign-up/passkey", link):
        assert client.post(address, ASKED).status_code == 404, address
    assert "/sign-up" not in client.get("/sign-in").content.decode()
    with pytest.raises(Refused):
        ask_sign_up_mail(**ASKED, language="")
    with pytest.raises(Refused):
        sign_up_by_mail(link.rsplit("/", 1)[1], GOOD)


def test_nobody_signs_up_before_the_server_has_an_administrator(client: Client) -> None:
    Account.objects.all().delete()
    assert client.get("/sign-up").status_code == 404
    with pytest.raises(Refused):
        sign_up_by_passkey(name="Nora", language="", label="p", answer=Device().create(QUESTION), challenge=BITS)
    assert not Account.objects.exists()


def test_two_of_one_name_get_two_sign_in_names() -> None:
    for bits in (b"a" * 32, b"b" * 32):
        answer = Device().create({"challenge": base64url(bits)})
        sign_up_by_passkey(name="Nora Lind", language="", label="phone", answer=answer, challenge=bits)
    assert set(Account.objects.values_list("username", flat=True)) == {"boss", "nora.lind", "nora.lind2"}
    assert Person.objects.filter(name="Nora Lind").count() == 2


@pytest.mark.parametrize(
    ("name", "most", "different"),
    [
        ("MAIL_BY_RECIPIENT", 2, {}),
        ("MAIL_BY_CLIENT", 2, {"email": "%d@example.org"}),
        ("SIGN_UP_BY_CLIENT", 2, {"email": "%d@example.org"}),
    ],
)
def test_mails_are_bounded_by_address_and_network(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str, most: int, different: dict[str, str]
) -> None:
    limit(monkeypatch, name, most)
    sent = [{key: value % number for key, value in different.items()} for number in range(most + 1)]
    codes = [client.post("/sign-up", ASKED | each).status_code for each in sent]
    assert codes == [302] * most + [429]


def test_a_network_makes_so_many_accounts_with_passkeys(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "SIGN_UP_BY_CLIENT", 1)
    for expected, number in ((302, 1), (429, 1)):
        visitor = Client()
        answer = Device().create(visitor.post("/sign-up/passkey", {"name": "Nora"}).json())
        assert visitor.post("/sign-up/passkey", {"name": "Nora", "credential": answer}).status_code == expected
        assert Account.objects.count() == 1 + number


def test_mails_of_approvals_are_bounded_by_organiser_and_by_address(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = organiser_of(club)
    limit(monkeypatch, "MAIL_BY_SENDER", 2)
    accounts = [AccountFactory(email=f"{number}@example.org") for number in range(3)]
    assert [send_first_link(each, sender=organiser) for each in accounts] == [True, True, False]
    limit(monkeypatch, "MAIL_BY_SENDER", 99)
    limit(monkeypatch, "MAIL_BY_RECIPIENT", 1)
    assert [send_first_link(accounts[2], sender=organiser) for _time in range(2)] == [True, False]
    asked = ask_to_join(club=club, name="Ida Holm", email="ida@example.org")
    limit(monkeypatch, "MAIL_BY_SENDER", 0)
    approved = approve_join(actor=organiser, request_id=asked.request.pk)
    run_due()
    assert approved.account is not None, "who is approved is in, by the page of the request"
    assert "ida@example.org" not in {address for each in mail.outbox for address in each.to}


def test_too_many_is_said_in_words(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "MAIL_BY_CLIENT", 0)
    answer = client.post("/sign-up", ASKED)
    assert answer.status_code == 429 and "Too many tries. Wait" in answer.content.decode()
    assert answer["Retry-After"].isdigit() and TooMany(3).seconds == 3
