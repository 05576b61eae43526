"""Another SECRET_KEY, with the earlier one in SECRET_KEY_FALLBACKS: sessions, links and what is encrypted hold."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyotp
import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client

from common.signing.services import sign_statement
from gipfel import environment
from gipfel.encrypted_columns import COLUMNS
from players.accounts import totp
from players.accounts.services.passwords import link_tokens, operators_link
from players.accounts.services.second_factor import check_code, turn_on_second_factor
from players.models import Account, SecondFactor, Session
from players.notifications import push
from players.notifications.services.notifications import bell_token, is_bell_token
from testing import PROJECT
from testing.clients import is_signed_in
from testing.factories import PASSWORD, AccountFactory
from tournaments.core.signed_links import is_signed, signature_of
from tournaments.models import Webhook

BEFORE, AFTER = "the-secret-of-before-9Qm2xW7rT4kZ8pLv", "the-secret-of-after-3Hn6yB1cJ5sD0fGu"

Rotate = Callable[..., None]


@pytest.fixture(autouse=True)
def before(settings: LazySettings) -> None:
    settings.SECRET_KEY = BEFORE


@pytest.fixture
def rotate(settings: LazySettings) -> Rotate:
    """`rotate()` is the change that the operators' guide describes, `rotate(keep=False)` one that forgets."""

    def change(*, keep: bool = True) -> None:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = AFTER, [BEFORE] if keep else []

    return change


def test_a_session_goes_on_under_its_own_key(db: None, rotate: Rotate, settings: LazySettings) -> None:
    """A page that asks for several things at once sends the same cookie with all of them."""
    AccountFactory(username="anna")
    client = Client()
    client.post("/sign-in", {"username": "anna", "password": PASSWORD})
    cookie = client.cookies["sessionid"].value
    rotate()
    assert is_signed_in(client)
    assert client.cookies["sessionid"].value == cookie
    assert Session.objects.count() == 1
    settings.SECRET_KEY_FALLBACKS = []
    assert is_signed_in(client), "who came once after the change needs the earlier secret no more"


def test_without_the_earlier_secret_everybody_is_signed_out(db: None, rotate: Rotate) -> None:
    AccountFactory(username="anna")
    client = Client()
    client.post("/sign-in", {"username": "anna", "password": PASSWORD})
    rotate(keep=False)
    assert not is_signed_in(client)


def test_another_password_still_ends_sessions_of_before(db: None, rotate: Rotate) -> None:
    account = AccountFactory(username="anna")
    client = Client()
    client.force_login(account)
    account.set_password("another-long-password-5")
    account.save()
    rotate()
    assert not is_signed_in(client)


def test_who_has_typed_the_password_is_asked_for_the_code_and_signed_in(db: None, rotate: Rotate) -> None:
    account, secret = _with_second_factor()
    client = Client()
    client.post("/sign-in", {"username": account.username, "password": PASSWORD})
    rotate()
    client.post("/sign-in/code", {"code": pyotp.TOTP(secret).at(int(time.time()) + 30)})
    assert is_signed_in(client)


def test_links_that_were_sent_before_hold(db: None, rotate: Rotate) -> None:
    account = AccountFactory(username="anna", email="anna@example.org")
    token = operators_link(account.username).token
    signed, bell = signature_of("slip", "12:white"), bell_token(account.pk)
    rotate()
    assert is_signed("slip", "12:white", signed)
    assert is_bell_token(account.pk, bell)
    account.refresh_from_db()
    assert link_tokens.check_token(account, token)
    rotate(keep=False)
    assert not is_signed("slip", "12:white", signed)
    assert not is_bell_token(account.pk, bell)
    assert not link_tokens.check_token(account, token)


def test_codes_and_signatures_hold_and_are_encrypted_anew(db: None, rotate: Rotate, settings: LazySettings) -> None:
    account, secret = _with_second_factor()
    key = sign_statement("test", {})["key"]
    rotate()
    assert totp.decrypt(SecondFactor.objects.get().secret) == secret
    told = _reencrypt()
    assert "players.SecondFactor.secret: 1\n" in told and "signing.SigningKey.private: 1\n" in told
    settings.SECRET_KEY_FALLBACKS = []
    assert check_code(account, pyotp.TOTP(secret).at(int(time.time()) + 30))
    assert sign_statement("test", {})["key"] == key


def test_what_no_known_secret_opens_is_left_and_told(db: None, rotate: Rotate) -> None:
    _with_second_factor()
    kept = SecondFactor.objects.get().secret
    rotate(keep=False)
    assert "players.SecondFactor.secret: 0; 1 can be read under no known secret" in _reencrypt()
    assert SecondFactor.objects.get().secret == kept


def test_who_encrypts_has_its_columns_in_the_table() -> None:
    """What is missing there would be lost with the earlier secret."""
    encrypting = {
        file.relative_to(PROJECT).as_posix()
        for app in ("common", "games", "gipfel", "play", "players", "ratings", "tournaments")
        for file in (PROJECT / app).rglob("*.py")
        if _encrypts(file)
    }
    assert encrypting == {
        "common/signing/services.py",
        "gipfel/encrypted_columns.py",
        "players/accounts/totp.py",
        "tournaments/notices/services.py",
    }
    columns = {(model._meta.label, column) for _purpose, model, column in COLUMNS}
    secret = {field.name for field in Webhook._meta.fields if "secret" in field.name}
    assert {column for label, column in columns if label == Webhook._meta.label} == secret


def _encrypts(file: Path) -> bool:
    """Whether it imports `common.encryption`, in one of the two ways."""
    imports = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    names = {(node.module, alias.name) for node in imports for alias in node.names}
    return ("common", "encryption") in names or any(module == "common.encryption" for module, _name in names)


def test_a_device_that_knows_the_server_by_the_earlier_secret_gets_its_messages(
    rotate: Rotate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The push service refuses a signature of another key than the device was added under (RFC 8292, section 4.2)."""
    known = push.public_key()
    rotate()
    assert push.public_key() != known
    keys = []

    def answer(_endpoint: str, _body: bytes, headers: dict[str, str]) -> Any:
        keys.append(headers["Authorization"].rpartition("k=")[2])
        return SimpleNamespace(status=201 if keys[-1] == known else 403, is_success=keys[-1] == known)

    monkeypatch.setattr(push, "post", answer)
    monkeypatch.setattr(push, "encrypt", lambda _device, _message: b"")
    device: Any = SimpleNamespace(endpoint="https://push.example.org/1")
    assert push.send(device, {})
    assert keys == [push.public_key(), known]
    rotate(keep=False)
    assert not push.send(device, {})


def test_earlier_secrets_come_from_file_variable_or_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret_key_fallbacks").write_text("of-the-folder\n")
    (tmp_path / "named").write_text("first\nsecond\n")
    monkeypatch.setenv("GIPFEL_HOME", str(tmp_path))
    monkeypatch.delenv("SECRET_KEY_FALLBACKS", raising=False)
    assert environment.earlier_secrets() == ["of-the-folder"]
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", "one, two")
    assert environment.earlier_secrets() == ["one", "two"]
    monkeypatch.setenv("SECRET_KEY_FALLBACKS_FILE", str(tmp_path / "named"))
    assert environment.earlier_secrets() == ["first", "second"]


def test_an_earlier_secret_that_can_be_guessed_is_refused_as_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", AFTER)
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", BEFORE)
    environment.require_secrets()
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", f"{BEFORE},changeme")
    with pytest.raises(ImproperlyConfigured, match="can be guessed"):
        environment.require_secrets()


def _with_second_factor() -> tuple[Account, str]:
    account, secret = AccountFactory(username="anna"), totp.new_secret()
    turn_on_second_factor(account, secret=secret, code=pyotp.TOTP(secret).now())
    return account, secret


def _reencrypt() -> str:
    told = StringIO()
    call_command("reencrypt", stdout=told)
    return told.getvalue()
