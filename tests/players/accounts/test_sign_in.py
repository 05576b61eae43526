"""People sign in and out."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as configured
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from players.accounts.services.passwords import operators_link, password_link
from players.models import Account, Club
from testing.factories import PASSWORD, AccountFactory, player_in

SIGN_IN = "/sign-in"


def sign_in(client: Client, username: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_right_password_opens_and_the_session_gets_a_new_key(client: Client, organiser: Account) -> None:
    session = client.session
    session["before"] = 1
    session.save()
    client.cookies[configured.SESSION_COOKIE_NAME] = session.session_key
    response = sign_in(client, organiser.username.upper())
    assert (response.status_code, response.url) == (302, "/")
    assert is_in(client) and client.session.session_key != session.session_key
    assert not session.exists(session.session_key)


@pytest.mark.parametrize(
    ("username", "password"),
    [("", ""), ("account", ""), ("nobody", PASSWORD), ("'; DROP TABLE", "x"), ("x" * 500, "x"), ("a\x00b", "x")],
)
def test_a_wrong_sign_in_is_told_as_such_and_no_more(
    client: Client, organiser: Account, username: str, password: str
) -> None:
    response = sign_in(client, username, password)
    assert response.status_code == 400 and not is_in(client)


def test_a_wrong_password_and_an_unknown_name_read_the_same(client: Client, organiser: Account) -> None:
    pages = [sign_in(client, name, "wrong").content.decode() for name in (organiser.username, "nobody")]
    told = [re.findall(r'<div class="summary".*?</div>', page, re.DOTALL) for page in pages]
    assert told[0] == told[1] and "The sign-in name or the password is wrong." in told[0][0]


def test_an_account_that_is_switched_off_does_not_open(client: Client, organiser: Account) -> None:
    account = AccountFactory(is_active=False)
    assert sign_in(client, account.username).status_code == 400


def test_one_goes_on_to_the_page_one_wanted_and_never_to_another_site(client: Client, organiser: Account) -> None:
    assert sign_in(client, organiser.username, next="/account").url == "/account"
    assert client.get(SIGN_IN, {"next": "/account"}).url == "/account"
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example", "word"):
        fresh = Client()
        assert sign_in(fresh, organiser.username, next=elsewhere).url == "/"
        assert fresh.get(SIGN_IN, {"next": elsewhere}).url == "/"


def test_one_reads_on_in_the_language_of_the_account(client: Client, organiser: Account) -> None:
    organiser.language = "fa"
    organiser.save()
    response = sign_in(client, organiser.username)
    assert response.cookies[configured.LANGUAGE_COOKIE_NAME].value == "fa"


def test_signing_out_takes_a_form(client: Client, organiser: Account) -> None:
    client.force_login(organiser)
    assert client.get("/sign-out").status_code == 405 and is_in(client)
    assert client.post("/sign-out").status_code == 302 and not is_in(client)


# --- one-time links ---------------------------------------------------------------------------------


def path_of(url: str) -> str:
    assert url.startswith(configured.BASE_URL + "/account/password-link/")
    return url.removeprefix(configured.BASE_URL)


def choose(client: Client, path: str, password: str = "an entirely new one") -> Any:
    opened = client.get(path)
    assert opened.status_code == 302 and opened.url.endswith("/now")
    return client.post(opened.url, {"password": password, "again": password})


def test_a_one_time_link_sets_a_password_once(client: Client, club: Club, organiser: Account) -> None:
    member = player_in(club)
    path = path_of(password_link(actor=organiser, account_id=member.pk).url)
    assert choose(client, path).status_code == 302 and is_in(client)
    member.refresh_from_db()
    assert member.check_password("an entirely new one")
    again = Client().get(path)
    assert again.status_code == 410 and "This link no longer works" in again.content.decode()


def test_opening_a_link_uses_nothing_up_and_leaves_no_token_in_the_address(
    client: Client, club: Club, organiser: Account
) -> None:
    path = path_of(password_link(actor=organiser, account_id=player_in(club).pk).url)
    for _ in range(3):
        opened = Client().get(path)
        assert opened.status_code == 302
        assert path.rpartition("/")[2] not in opened.url
    assert choose(client, path).status_code == 302


def test_a_link_lives_a_day(client: Client, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    path = path_of(password_link(actor=organiser, account_id=player_in(club).pk).url)
    now = timezone.now().replace(tzinfo=None)
    clock = "django.contrib.auth.tokens.PasswordResetTokenGenerator._now"
    monkeypatch.setattr(clock, lambda self: now + timedelta(hours=23))
    assert client.get(path).status_code == 302
    monkeypatch.setattr(clock, lambda self: now + timedelta(hours=26))
    assert client.get(path).status_code == 410


@pytest.mark.parametrize(
    "path", ["/account/password-link/MQ/x-y", "/account/password-link/!!/now", "/account/password-link/MQ/now"]
)
def test_a_made_up_link_is_dead(client: Client, organiser: Account, path: str) -> None:
    assert client.get(path).status_code == 410
    assert client.post(path, {"password": "an entirely new one", "again": "an entirely new one"}).status_code == 410


@pytest.mark.parametrize("password", ["short", "password123", "1234567890", "x" * 201, ""])
def test_a_weak_password_is_refused_and_the_link_stays_good(
    client: Client, club: Club, organiser: Account, password: str
) -> None:
    path = path_of(password_link(actor=organiser, account_id=player_in(club).pk).url)
    response = choose(client, path, password)
    assert response.status_code == 400
    assert choose(client, path).status_code == 302


def test_a_new_password_signs_out_every_other_device(club: Club, organiser: Account) -> None:
    member, other = player_in(club), Client()
    other.force_login(member)
    choose(Client(), path_of(password_link(actor=organiser, account_id=member.pk).url))
    assert not is_in(other)


def test_the_operator_makes_a_link_at_the_machine(capsys: pytest.CaptureFixture[str], organiser: Account) -> None:
    from django.core.management import CommandError, call_command

    call_command("passwordlink", organiser.username.upper())
    assert choose(Client(), path_of(capsys.readouterr().out.strip())).status_code == 302
    with pytest.raises(CommandError, match="no account called nobody"):
        call_command("passwordlink", "nobody")
    organiser.is_active = False
    organiser.save()
    with pytest.raises(CommandError, match="switched off"):
        call_command("passwordlink", organiser.username)


# --- password help by mail -----------------------------------------------------------------------------


@pytest.fixture
def sends_mail(db: None, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def ask(client: Client, email: str) -> Any:
    return client.post("/sign-in/help", {"email": email})


def test_a_forgotten_password_is_helped_by_mail_in_the_readers_language(client: Client, sends_mail: None) -> None:
    account = AccountFactory(email="Anna@example.org", username="anna", language="en")
    assert ask(client, "anna@EXAMPLE.org").status_code == 302
    assert mail.outbox == []
    assert run_due() == 1
    sent = mail.outbox[0]
    assert sent.to == ["Anna@example.org"] and "the account anna" in sent.body
    path = path_of(next(line for line in sent.body.splitlines() if line.startswith("http")))
    assert choose(client, path).status_code == 302
    account.refresh_from_db()
    assert account.check_password("an entirely new one")


def test_a_strangers_address_is_answered_the_same_and_gets_nothing(client: Client, sends_mail: None) -> None:
    AccountFactory(email="anna@example.org")
    AccountFactory(email="off@example.org", is_active=False)
    AccountFactory(email="")
    answers = [ask(client, address) for address in ("anna@example.org", "bert@example.org", "off@example.org")]
    assert {(answer.status_code, answer.url) for answer in answers} == {(302, SIGN_IN)}
    assert Job.objects.count() == 1


def test_an_address_gets_three_mails_an_hour(client: Client, sends_mail: None) -> None:
    AccountFactory(email="anna@example.org")
    assert [ask(client, "anna@example.org").status_code for _ in range(4)] == [302, 302, 302, 429]


@pytest.mark.parametrize("email", ["", "anna", "anna@", "a" * 300 + "@example.org", "<script>@example.org"])
def test_what_is_no_address_is_refused(client: Client, sends_mail: None, organiser: Account, email: str) -> None:
    assert ask(client, email).status_code == 400 and not Job.objects.exists()


def test_without_mail_the_page_says_whom_to_ask(client: Client, organiser: Account) -> None:
    page = client.get("/sign-in/help").content.decode()
    assert "An organiser of your club can create a link" in page and '<form method="post" class="form"' not in page
    assert ask(client, "anna@example.org").status_code == 400 and not Job.objects.exists()


def test_a_mail_that_does_not_leave_is_tried_again_and_its_failure_names_nobody(
    client: Client, settings: Any, sends_mail: None
) -> None:
    AccountFactory(email="anna@example.org")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody listens there
    ask(client, "anna@example.org")
    run_due()
    job = Job.objects.get()
    assert job.failures == 1 and job.error == "MailFailed: ConnectionRefusedError"


def test_the_link_of_the_operator_is_for_a_known_account(organiser: Account) -> None:
    assert operators_link(organiser.username).account == organiser
    assert reverse("password-help") == "/sign-in/help"


def test_who_forgot_the_password_is_told_whom_to_ask_and_no_command(client: Client, club: Club) -> None:
    page = client.get("/sign-in/help").content.decode()
    assert "An organiser of your club can create a link" in page
    assert "manage.py" not in page and "<pre>" not in page
