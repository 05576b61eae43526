"""Signing in with a code besides the password. Reference values are those of RFC 6238, appendix B."""

import base64
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pyotp
import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from gipfel import environment
from players.accounts import totp
from players.accounts.services.passwords import operators_link
from players.accounts.services.second_factor import check_code, reset_second_factor, turn_on_second_factor
from players.accounts.services.tokens import make_token
from players.erasure.services import erase_account
from players.models import Account, Club, RecoveryCode, SecondFactor, Session
from players.permissions import NotAllowed
from players.roles import Permission, Role
from testing.clients import is_signed_in
from testing.factories import PASSWORD, AccountFactory, administrator, holder_of
from tests.threads import at_once

pytestmark = pytest.mark.core

NOW = 1_800_000_000.0  # the beginning of a half minute


class Clock:
    """A clock that stands still until it is moved."""

    now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    with patch("players.accounts.services.second_factor.time.time", Clock()) as standing:
        yield standing


@pytest.fixture
def secret() -> str:
    return totp.new_secret()


@pytest.fixture
def owner(db: None, clock: Clock, secret: str) -> Account:
    """An account with a second factor, whose app shows a fresh code."""
    account = AccountFactory(username="anna", email="anna@example.org")
    turn_on_second_factor(account, secret=secret, code=code_of(secret, clock))
    clock.now += 60
    return account


def code_of(secret: str, clock: Clock, ago: int = 0) -> str:
    """What the app shows, `ago` seconds ago."""
    return pyotp.TOTP(secret).at(int(clock.now) - ago)


def first_step(client: Client, **more: str) -> Any:
    return client.post("/sign-in", {"username": "anna", "password": PASSWORD, **more})


def entered(secret: str, clock: Clock) -> Client:
    """A browser in which both steps were taken."""
    client = Client()
    first_step(client)
    assert client.post("/sign-in/code", {"code": code_of(secret, clock)}).status_code == 302
    clock.now += 60
    return client


# --- codes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "code"),
    [(1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_the_standard(at: int, code: str) -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert totp.step_of(secret, code, at) == at // 30
    assert totp.step_of(secret, code, at + 30) == at // 30  # typed slowly
    assert totp.step_of(secret, code, at + 90) is None
    assert totp.step_of(secret, code, at - 90) is None


@pytest.mark.parametrize("typed", ["287 082", "287-082", "۲۸۷۰۸۲", "２８７０８２", " 287082 "])
def test_digits_of_any_script_are_taken(typed: str) -> None:
    assert totp.step_of(base64.b32encode(b"12345678901234567890").decode(), typed, 59) == 1


def test_what_is_kept_of_a_secret_tells_nothing_without_the_key_of_the_server(owner: Account, settings: Any) -> None:
    kept = SecondFactor.objects.get().secret
    secret = totp.decrypt(kept)
    assert secret is not None and secret not in kept
    settings.SECRET_KEY = "another key of another server"
    assert totp.decrypt(kept) is None
    assert not check_code(owner, "123456")


def test_no_code_is_taken_twice_nor_one_before_it(owner: Account, secret: str, clock: Clock) -> None:
    assert check_code(owner, code_of(secret, clock))
    assert not check_code(owner, code_of(secret, clock))
    assert not check_code(owner, code_of(secret, clock, ago=30))
    clock.now += 30
    assert check_code(owner, code_of(secret, clock))


def test_the_code_that_switched_it_on_signs_nobody_in(clock: Clock, secret: str, db: None) -> None:
    account = AccountFactory()
    turn_on_second_factor(account, secret=secret, code=code_of(secret, clock))
    assert not check_code(account, code_of(secret, clock))


@pytest.mark.postgresql
@pytest.mark.usefixtures("real_database")
@pytest.mark.parametrize("recovery", [False, True])
def test_of_two_sign_ins_with_one_code_at_one_moment_one_gets_in(clock: Clock, secret: str, recovery: bool) -> None:
    account = AccountFactory(username="anna")
    codes = turn_on_second_factor(account, secret=secret, code=code_of(secret, clock))
    clock.now += 60
    code = codes[0] if recovery else code_of(secret, clock)
    results = at_once(*[lambda: check_code(account, code)] * 8)
    assert sorted(map(str, results)) == ["False"] * 7 + ["True"]


# --- signing in -----------------------------------------------------------------------------------------------


def test_the_password_alone_opens_nothing(owner: Account, secret: str, clock: Clock) -> None:
    client = Client()
    answer = first_step(client, next="/account/sessions")
    assert answer.url == "/sign-in/code" and not is_signed_in(client)
    assert "no-store" in client.get("/sign-in/code")["Cache-Control"]
    key = client.session.session_key
    assert client.post("/sign-in/code", {"code": code_of(secret, clock)}).url == "/account/sessions"
    assert is_signed_in(client) and client.session.session_key != key
    assert client.session.get_expiry_age() > 86400


@pytest.mark.parametrize("code", ["", "000000x", "1" * 41, "<script>", "a\x00b", "١٢٣"])
def test_a_wrong_code_is_told(owner: Account, code: str) -> None:
    client = Client()
    first_step(client)
    assert client.post("/sign-in/code", {"code": code}).status_code == 400 and not is_signed_in(client)


def test_wrong_codes_are_slowed_down_for_all_but_known_browsers(owner: Account, secret: str, clock: Clock) -> None:
    mine = entered(secret, clock)
    mine.post("/sign-out")
    for number in range(9):  # somebody who knows the password, from many places
        thief = Client(REMOTE_ADDR=f"192.0.2.{number}")
        first_step(thief)
        answer = thief.post("/sign-in/code", {"code": "000000"})
    assert answer.status_code == 429 and int(answer["Retry-After"]) >= 1
    first_step(mine)
    assert mine.post("/sign-in/code", {"code": code_of(secret, clock)}).status_code == 302


def test_the_second_step_is_taken_within_ten_minutes_and_after_the_first(
    owner: Account, secret: str, clock: Clock
) -> None:
    client = Client()
    assert client.get("/sign-in/code").url == "/sign-in"
    assert client.post("/sign-in/code", {"code": code_of(secret, clock)}).url == "/sign-in"
    first_step(client)
    clock.now += 601
    assert client.post("/sign-in/code", {"code": code_of(secret, clock)}).url == "/sign-in"
    assert not is_signed_in(client)


def test_a_password_that_was_changed_between_the_steps_ends_them(owner: Account, secret: str, clock: Clock) -> None:
    client = Client()
    first_step(client)
    owner.set_password("an entirely new one")
    owner.save()
    assert client.post("/sign-in/code", {"code": code_of(secret, clock)}).url == "/sign-in"


def test_a_one_time_link_goes_not_round_it(owner: Account, secret: str, clock: Clock) -> None:
    client, new = Client(), "an entirely new one"
    path = operators_link("anna").url.partition("/account")[2]
    opened = client.get(f"/account{path}")
    assert client.post(opened.url, {"password": new, "again": new}).url == "/sign-in/code"
    assert not is_signed_in(client)
    client.post("/sign-in/code", {"code": code_of(secret, clock)})
    assert is_signed_in(client)


def test_keys_to_the_api_ask_for_no_code(owner: Account, organiser: Account) -> None:
    key = make_token(account=owner, label="phone").key
    headers = {"Authorization": f"Token {key}"}
    assert Client().get("/api/v1/clubs", headers=headers).status_code == 200
    assert Client().post("/api/v1/clubs", {"name": "X"}, "application/json", headers=headers).status_code == 403


# --- setting it up --------------------------------------------------------------------------------------------


def test_it_is_set_up_by_a_picture_and_a_code_and_gives_ten_recovery_codes(
    client: Client, db: None, clock: Clock
) -> None:
    account = AccountFactory(username="bert")
    client.force_login(account)
    other = Client()
    other.force_login(account)
    page = client.get("/account/second-factor/new").content.decode()
    assert 'src="data:image/svg+xml' in page
    found = re.search(r"<pre[^>]*>([A-Z2-7 ]+)</pre>", page)
    assert found
    secret = found[1].replace(" ", "")
    assert secret in client.get("/account/second-factor/new").content.decode().replace(" ", "")
    assert all(secret not in session.session_data for session in Session.objects.all())
    assert client.post("/account/second-factor/new", {"code": "000000"}).status_code == 400
    assert not SecondFactor.objects.exists()
    shown = client.post("/account/second-factor/new", {"code": code_of(secret, clock)})
    codes = re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", shown.content.decode())
    assert len(set(codes)) == 10 and "no-store" in shown["Cache-Control"]
    assert codes[0] not in "".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert is_signed_in(client) and not is_signed_in(other)  # the other was signed in without a code
    assert client.get("/account/second-factor/new").url == "/account/second-factor"


def test_a_recovery_code_signs_in_once_and_few_that_are_left_are_told(
    owner: Account, secret: str, clock: Clock
) -> None:
    client = entered(secret, clock)
    shown = client.post("/account/second-factor/codes", {"code": code_of(secret, clock)}).content.decode()
    codes = re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", shown)
    for number, code in enumerate(codes[:6]):
        browser = Client()
        first_step(browser)
        typed = code.upper().replace("-", " ") if number else code
        answer = browser.post("/sign-in/code", {"code": typed}, follow=True)
        assert is_signed_in(browser)
    assert "You have 4 recovery codes left." in answer.content.decode()
    again = Client()
    first_step(again)
    assert again.post("/sign-in/code", {"code": codes[0]}).status_code == 400
    assert JournalEntry.objects.filter(action="use-recovery-code", actor=owner.pk).count() == 6


def test_new_recovery_codes_take_a_code_and_replace_the_old(owner: Account, secret: str, clock: Clock) -> None:
    old = set(RecoveryCode.objects.values_list("digest", flat=True))
    client = entered(secret, clock)
    assert client.post("/account/second-factor/codes", {"code": "000000"}).status_code == 400
    assert set(RecoveryCode.objects.values_list("digest", flat=True)) == old
    assert client.post("/account/second-factor/codes", {"code": code_of(secret, clock)}).status_code == 200
    assert not old & set(RecoveryCode.objects.values_list("digest", flat=True))


def test_switching_it_off_takes_password_and_code(owner: Account, secret: str, clock: Clock) -> None:
    client = entered(secret, clock)

    def off(old: str, code: str) -> int:
        return client.post("/account/second-factor/off", {"old": old, "code": code}).status_code

    assert off("wrong", code_of(secret, clock)) == 400
    assert off(PASSWORD, "000000") == off(PASSWORD, "") == off("", code_of(secret, clock)) == 400
    assert SecondFactor.objects.exists()
    assert off(PASSWORD, code_of(secret, clock)) == 302
    assert not SecondFactor.objects.exists() and not RecoveryCode.objects.exists()
    assert first_step(Client()).url == "/"


def test_mail_tells_the_owner(owner: Account, secret: str, clock: Clock, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    reset_second_factor(actor=administrator(), account_id=owner.pk)
    run_due()
    assert [sent.subject for sent in mail.outbox] == ["Two-factor sign-in of your account was switched off"]


def test_an_erased_account_leaves_none_of_it(owner: Account) -> None:
    erase_account(actor=owner)
    assert not SecondFactor.objects.exists() and not RecoveryCode.objects.exists()


# --- somebody else's ------------------------------------------------------------------------------------------


def test_an_administrator_resets_it_for_somebody_and_the_journal_tells(
    client: Client, club: Club, owner: Account
) -> None:
    Account.objects.filter(pk=owner.pk).update(home=club)
    chief = administrator()
    client.force_login(chief)
    assert client.post("/account/second-factor/reset", {"username": "nobody"}).status_code == 400
    assert client.post("/account/second-factor/reset", {"username": "ANNA"}).status_code == 302
    assert not SecondFactor.objects.exists()
    line = JournalEntry.objects.get(action="reset-second-factor")
    assert (line.scope.key, line.actor, line.data) == (club.scope, chief.pk, {"account": owner.pk})
    assert "Two-factor sign-in of the account" in client.get("/clubs/rotterdam/journal").content.decode()
    again = client.post("/account/second-factor/reset", {"username": "anna"})
    assert again.status_code == 400 and "This account has no two-factor sign-in." in again.content.decode()


def test_nobody_else_does(client: Client, club: Club, organiser: Account, owner: Account) -> None:
    holder_of(Role.ARBITER, club.scope, owner)
    client.force_login(organiser)
    assert client.post("/account/second-factor/reset", {"username": "anna"}).status_code == 403
    with pytest.raises(NotAllowed) as refused:
        reset_second_factor(actor=organiser, account_id=owner.pk)
    assert refused.value.permission == Permission.RESET_SECOND_FACTOR
    assert SecondFactor.objects.exists()


def test_the_operator_resets_it_at_the_machine(owner: Account, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("resetsecondfactor", "Anna")
    assert capsys.readouterr().out == "anna signs in by the password alone now.\n"
    with pytest.raises(CommandError, match="This account has no two-factor sign-in"):
        call_command("resetsecondfactor", "anna")
    with pytest.raises(CommandError, match="There is no account called eve"):
        call_command("resetsecondfactor", "eve")


# --- where it must be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roles", "concerned"),
    [
        ((), set()),
        (("administrator",), {"administrator"}),
        (("administrator", "organiser"), {"administrator", "organiser"}),
    ],
)
def test_a_server_can_ask_it_of_roles(
    club: Club, organiser: Account, settings: Any, roles: tuple[str, ...], concerned: set[str]
) -> None:
    settings.SECOND_FACTOR_ROLES = roles
    accounts = {
        "administrator": administrator(),
        "organiser": organiser,
        "arbiter": holder_of(Role.ARBITER, club.scope),
    }
    led = set()
    for name, account in accounts.items():
        client = Client()
        client.force_login(account)
        answer = client.get("/clubs/rotterdam/journal")
        if answer.status_code == 302 and answer.url == "/account/second-factor":
            led.add(name)
            assert "Set it up to continue" in client.get(answer.url).content.decode()
            assert client.get("/account/second-factor/new").status_code == 200
            assert client.get("/api/v1/clubs").status_code == 200
    assert led == concerned


def test_where_it_must_be_it_is_not_switched_off(owner: Account, secret: str, clock: Clock, settings: Any) -> None:
    holder_of(Role.ADMINISTRATOR, "server", owner)
    settings.SECOND_FACTOR_ROLES = ("administrator",)
    client = entered(secret, clock)
    assert client.get("/").status_code == 200
    answer = client.post("/account/second-factor/off", {"old": PASSWORD, "code": code_of(secret, clock)})
    assert answer.status_code == 400 and "Your role requires two-factor sign-in" in answer.content.decode()
    assert SecondFactor.objects.exists() and check_code(owner, code_of(secret, clock))  # no code was used up


def test_whom_it_is_asked_of_is_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECOND_FACTOR_FOR", "everybody")
    with pytest.raises(Exception, match="set it to one of: administrators, organisers"):
        environment.choice("SECOND_FACTOR_FOR", "", "administrators", "organisers")
    monkeypatch.setenv("SECOND_FACTOR_FOR", "Administrators")
    assert environment.choice("SECOND_FACTOR_FOR", "", "administrators", "organisers") == "administrators"


# --- a fresh sign-in ------------------------------------------------------------------------------------------


def test_a_key_to_the_api_takes_a_fresh_sign_in_and_what_was_typed_stays(
    owner: Account, secret: str, clock: Clock
) -> None:
    client = entered(secret, clock)
    clock.now += 601
    answer = client.post("/account/keys", {"label": "phone"})
    assert answer.url == "/sign-in/again?next=%2Faccount%3Flabel%3Dphone"
    assert not owner.tokens.exists()
    assert "Code" in client.get(answer.url).content.decode()
    assert client.post(answer.url, {"old": PASSWORD, "code": "000000"}).status_code == 400
    assert client.post(answer.url, {"old": "wrong", "code": code_of(secret, clock)}).status_code == 400
    back = client.post(answer.url, {"old": PASSWORD, "code": code_of(secret, clock)})
    assert back.url == "/account?label=phone"
    assert 'value="phone"' in client.get(back.url).content.decode()
    assert client.post("/account/keys", {"label": "phone"}).status_code == 200
    assert owner.tokens.count() == 1


def test_without_a_second_factor_the_password_is_proof_enough(db: None, clock: Clock) -> None:
    account, client = AccountFactory(), Client()
    client.force_login(account)
    clock.now += 601
    answer = client.get("/account/second-factor/new")
    assert answer.url == "/sign-in/again?next=%2Faccount%2Fsecond-factor%2Fnew"
    page = client.get(answer.url).content.decode()
    assert "Current password" in page and 'name="code"' not in page
    assert client.post(answer.url, {"old": PASSWORD}).url == "/account/second-factor/new"
    evil = client.post("/sign-in/again", {"old": PASSWORD, "next": "https://evil.example/"})
    assert evil.url == "/"


def test_it_is_switched_on_once(owner: Account, secret: str, clock: Clock) -> None:
    with pytest.raises(Refused, match="already on"):
        turn_on_second_factor(owner, secret=secret, code=code_of(secret, clock))
