"""Passkeys: adding one, signing in by it, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from webauthn import base64url_to_bytes

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from gipfel import environment
from players.accounts import passkeys, totp
from players.accounts.services.accounts import switch_account
from players.accounts.services.passkeys import add_passkey, check_passkey
from players.accounts.services.passwords import operators_link
from players.accounts.services.second_factor import reset_second_factor
from players.erasure import exports
from players.erasure.services import erase_account
from players.models import Account, Club, Passkey, SecondFactor
from testing.api.limits import limit
from testing.clients import is_signed_in, signed_in
from testing.factories import PASSWORD, AccountFactory, administrator, player_in
from testing.players.authenticator import PRESENT, Device, base64url
from tests.players import passkey_examples
from tests.players.passkey_examples import NEW, NEW_CHALLENGE, RSA_KEY, USED, USED_CHALLENGE
from tests.threads import at_once

BITS = bytes(range(32))
QUESTION = {"challenge": base64url(BITS)}
PAGE, USE = "/account/passkeys", "/sign-in/passkey"


@pytest.fixture
def owner(db: None) -> Account:
    return AccountFactory(username="anna", email="anna@example.org")


@pytest.fixture
def device(owner: Account) -> Device:
    """A device with a passkey of the owner."""
    return device_of(owner)


def device_of(account: Account, **fields: Any) -> Device:
    device = Device(**fields)
    add_passkey(account, name="blue phone", answer=device.create(QUESTION), challenge=BITS)
    return device


def asked(client: Client, address: str = USE, **more: str) -> dict[str, Any]:
    """The question that a page's script gets."""
    answer = client.post(address, more)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert "no-store" in answer["Cache-Control"]
    return dict(answer.json())


def use(client: Client, device: Device, **more: str) -> Any:
    return client.post(USE, {"credential": device.get(asked(client, **more)), **more})


# --- what holds -----------------------------------------------------------------------------------------------


def test_published_examples_hold_and_not_with_one_bit_changed(owner: Account, settings: Any) -> None:
    settings.PASSKEY_ORIGINS = (passkey_examples.ORIGIN,)
    made = passkeys.read_new(json.dumps(NEW), base64url_to_bytes(NEW_CHALLENGE))
    assert (made.credential, made.sign_count) == (NEW["id"], 23)
    public = base64url_to_bytes(RSA_KEY)
    passkey = Passkey(account=owner, credential=USED["id"], public_key=public, sign_count=0)
    challenge = base64url_to_bytes(USED_CHALLENGE)
    assert passkeys.verify(passkey, passkeys.read(json.dumps(USED)), challenge) == 1
    for part in USED["response"]:
        bits = bytearray(base64url_to_bytes(USED["response"][part]))
        bits[-3] ^= 1
        changed = USED | {"response": USED["response"] | {part: base64url(bytes(bits))}}
        with pytest.raises(passkeys.BadAnswer):
            passkeys.verify(passkey, passkeys.read(json.dumps(changed)), challenge)


def test_a_passkey_is_checked_and_the_count_goes_up(owner: Account, device: Device) -> None:
    device.count = 5
    assert check_passkey(device.get(QUESTION), BITS) == owner
    row = Passkey.objects.get()
    assert row.sign_count == 5 and row.used_at is not None


@pytest.mark.parametrize(("count", "holds"), [(6, True), (5, False), (4, False), (0, False)])
def test_a_count_that_does_not_grow_is_a_copy(owner: Account, device: Device, count: int, holds: bool) -> None:
    device.count = 5
    assert check_passkey(device.get(QUESTION), BITS)
    device.count = count
    assert bool(check_passkey(device.get(QUESTION), BITS)) is holds


def test_devices_that_never_count_are_taken(owner: Account, device: Device) -> None:
    assert check_passkey(device.get(QUESTION), BITS) and check_passkey(device.get(QUESTION), BITS)


@pytest.mark.usefixtures("real_database")
def test_of_two_answers_of_one_count_at_one_moment_one_gets_in() -> None:
    device = device_of(AccountFactory())
    device.count = 1
    answer = device.get(QUESTION)
    results = at_once(*[lambda: check_passkey(answer, BITS) is not None] * 8)
    assert sorted(map(str, results)) == ["False"] * 7 + ["True"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:8001"},
        {"domain": "evil.example"},
        {"flags": PRESENT},  # nobody was verified
        {"key": Device().key},
        {"id": b"another"},
    ],
)
def test_answers_of_another_page_key_or_without_its_owner_are_refused(
    owner: Account, device: Device, wrong: dict[str, Any]
) -> None:
    for name, value in wrong.items():
        setattr(device, name, value)
    assert check_passkey(device.get(QUESTION), BITS) is None
    if not {"key", "id"} & set(wrong):
        device.id = b"new"
        with pytest.raises(Refused, match="not accepted"):
            add_passkey(owner, name="x", answer=device.create(QUESTION), challenge=BITS)


def test_a_new_passkey_answers_the_question_of_making_one_and_no_other(owner: Account) -> None:
    device = Device()
    for answer, challenge in ((device.create(QUESTION), bytes(32)), (device.create(QUESTION), None), ("{}", BITS)):
        with pytest.raises(Refused, match="not accepted"):
            add_passkey(owner, name="x", answer=answer, challenge=challenge)
    device = device_of(owner)
    assert check_passkey(device.create(QUESTION), BITS) is None
    assert check_passkey(device.get(QUESTION), bytes(32)) is None
    assert check_passkey(device.get(QUESTION), None) is None


PARTS = ("clientDataJSON", "authenticatorData", "signature")
HOSTILE = [
    "",
    "x",
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    '{"id": 1}',
    '{"id": "a\\u0000", "rawId": "", "type": "public-key"}',
]


@pytest.mark.parametrize("answer", HOSTILE)
def test_what_is_no_answer_is_refused(owner: Account, answer: str) -> None:
    assert check_passkey(answer, BITS) is None
    with pytest.raises(Refused, match="not accepted"):
        add_passkey(owner, name="x", answer=answer, challenge=BITS)


@pytest.mark.parametrize("place", ["id", "rawId", "type", "response", *PARTS])
@pytest.mark.parametrize("value", [None, 7, "", "é", "AA", [], {}, "x" * 5000])
def test_an_answer_with_anything_anywhere_is_refused(owner: Account, device: Device, place: str, value: Any) -> None:
    for write, check in (
        (device.get(QUESTION), lambda answer: check_passkey(answer, BITS)),
        (Device().create(QUESTION), lambda answer: _added(owner, answer)),
    ):
        answer = json.loads(write)
        if place in ("id", "rawId", "type", "response"):
            answer[place] = value
        else:
            answer["response"][place if place in answer["response"] else "attestationObject"] = value
        assert check(json.dumps(answer)) is None


def _added(owner: Account, answer: str) -> Passkey | None:
    try:
        return add_passkey(owner, name="x", answer=answer, challenge=BITS)
    except Refused:
        return None


# --- signing in -----------------------------------------------------------------------------------------------


def test_a_passkey_alone_signs_in_under_a_new_key_and_goes_on(owner: Account, device: Device) -> None:
    turned_on(owner)  # it is both factors
    client = Client()
    before = asked(client) and client.session.session_key
    assert use(client, device, next="/account/sessions").url == "/account/sessions"
    assert is_signed_in(client) and client.session.session_key != before
    assert client.session.get_expiry_age() > 86400
    assert owner.devices.count() == 1
    assert use(Client(), device, next="https://evil.example/").url == "/"


def test_a_question_is_answered_once_and_in_its_own_session(owner: Account, device: Device) -> None:
    client = Client()
    answer = device.get(asked(client))
    assert not is_in_after(Client(), answer)
    assert is_in_after(client, answer)
    client.post("/sign-out")
    assert not is_in_after(client, answer)
    refused = device.get(asked(client), signature=b"x")
    right = device.get(json.loads(base64url_to_bytes(json.loads(refused)["response"]["clientDataJSON"])))
    assert not is_in_after(client, refused)
    assert not is_in_after(client, right)  # the question is gone with the first answer


def is_in_after(client: Client, answer: str) -> bool:
    client.post(USE, {"credential": answer})
    return is_signed_in(client)


def test_a_question_is_answered_within_five_minutes(
    owner: Account, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, now = Client(), 1_800_000_000.0
    monkeypatch.setattr("players.accounts.sign_in.time.time", lambda: now)
    answer = device.get(asked(client))
    now += 301
    assert not is_in_after(client, answer)
    answer = device.get(asked(client))
    now += 299
    assert is_in_after(client, answer)


def test_a_refused_passkey_leads_back_to_the_page_and_says_so(owner: Account, device: Device) -> None:
    device.flags = PRESENT
    client = Client()
    answer = use(client, device, next="/account")
    assert answer.url == "/sign-in?next=%2Faccount" and not is_signed_in(client)
    assert "This passkey was not accepted." in client.get(answer.url).content.decode()


def test_an_account_that_is_switched_off_is_not_opened(club: Club, organiser: Account) -> None:
    member = player_in(club)
    device = device_of(member)
    switch_account(actor=organiser, account_id=member.pk, on=False)
    client = Client()
    assert use(client, device).url == "/sign-in?next=%2F" and not is_signed_in(client)


def test_questions_are_so_many_for_a_client(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "PASSKEY_QUESTIONS", 2)
    assert [Client().post(USE).status_code for _each in range(3)] == [200, 200, 429]


def test_of_whoever_gives_no_answer_the_session_is_short_unless_it_holds_something(db: None) -> None:
    client, practising = Client(), Client()
    practising.post("/practice", {"rules": "guowuguan-gwg", "number": 7})
    for each, is_short in ((client, True), (practising, False)):
        asked(each)
        assert (each.session.get_expiry_age() <= 600) is is_short


def test_the_question_names_no_passkeys_to_strangers_and_asks_for_the_owner(device: Device) -> None:
    question = asked(Client())
    assert question["allowCredentials"] == [] and question["userVerification"] == "required"
    assert question["rpId"] == "localhost"


# --- the second step, and proving again -----------------------------------------------------------------------


def turned_on(account: Account) -> None:
    SecondFactor.objects.create(
        account=account, secret=totp.encrypt(totp.new_secret()), last_step=1, since="2026-01-01T00:00Z"
    )


def test_it_stands_for_a_code_after_the_password(owner: Account, device: Device) -> None:
    turned_on(owner)
    client = Client()
    client.post("/sign-in", {"username": "anna", "password": PASSWORD, "next": "/account"})
    assert "Use a passkey instead" in client.get("/sign-in/code").content.decode()
    assert [each["id"] for each in asked(client)["allowCredentials"]] == [base64url(device.id)]
    assert use(client, device).url == "/account" and is_signed_in(client)


def test_somebody_elses_stands_for_nothing(owner: Account, device: Device) -> None:
    turned_on(owner)
    client, eves = Client(), device_of(AccountFactory(username="eve"))
    client.post("/sign-in", {"username": "anna", "password": PASSWORD})
    assert use(client, eves).url == "/sign-in/code" and not is_signed_in(client)
    reader = signed_in(owner)
    assert use(reader, eves).url == "/sign-in/again?next=%2F"


def test_who_has_none_is_not_asked_for_one(owner: Account) -> None:
    turned_on(owner)
    client = Client()
    client.post("/sign-in", {"username": "anna", "password": PASSWORD})
    assert "passkey instead" not in client.get("/sign-in/code").content.decode()
    assert "passkey instead" not in signed_in(owner).get("/sign-in/again").content.decode()


def test_it_proves_again_who_one_is(owner: Account, device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    client, now = Client(), 1_800_000_000.0
    monkeypatch.setattr("players.accounts.sign_in.time.time", lambda: now)
    client.force_login(owner)
    now += 601
    assert client.post("/account/keys", {"label": "phone"}).url.startswith("/sign-in/again")
    assert "Use a passkey instead" in client.get("/sign-in/again").content.decode()
    assert use(client, device, next="/account?label=phone").url == "/account?label=phone"
    assert client.post("/account/keys", {"label": "phone"}).status_code == 200


# --- one's own ------------------------------------------------------------------------------------------------


def test_several_are_added_named_and_listed_with_their_last_use(owner: Account) -> None:
    client = signed_in(owner)
    for name in ("my <phone>", "  the   key "):
        device = Device()
        question = asked(client, PAGE, name=name)
        assert question["user"]["name"] == "anna" and question["rp"]["id"] == "localhost"
        assert question["authenticatorSelection"]["residentKey"] == "required"
        assert len(question["excludeCredentials"]) == owner.passkeys.count()
        answer = client.post(PAGE, {"name": name, "credential": device.create(question)})
        assert answer.url == PAGE
    page = client.get(PAGE).content.decode()
    assert "my &lt;phone&gt;" in page and "<bdi>the key</bdi>" in page and page.count("never") == 2
    assert use(Client(), device).url == "/"
    assert client.get(PAGE).content.decode().count("never") == 1
    assert [line.action for line in JournalEntry.objects.filter(actor=owner.pk)] == ["add-passkey"] * 2


def test_the_device_is_told_no_number_of_the_account(owner: Account) -> None:
    handle = base64url_to_bytes(asked(signed_in(owner), PAGE, name="x")["user"]["id"])
    assert len(handle) == 32 and str(owner.pk).encode() != handle


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b"])
def test_a_passkey_has_a_name(owner: Account, name: str) -> None:
    client = signed_in(owner)
    answer = Device().create(asked(client, PAGE, name="x"))
    assert client.post(PAGE, {"name": name, "credential": answer}).status_code == 400
    assert not Passkey.objects.exists()


def test_adding_one_takes_a_fresh_sign_in(owner: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    client, now = Client(), 1_800_000_000.0
    monkeypatch.setattr("players.accounts.sign_in.time.time", lambda: now)
    client.force_login(owner)
    answer = Device().create(asked(client, PAGE, name="x"))
    now += 601
    for data in ({"name": "x"}, {"name": "x", "credential": answer}):
        assert client.post(PAGE, data).url == "/sign-in/again?next=%2Faccount%2Fpasskeys"
    assert not Passkey.objects.exists()


def test_one_passkey_belongs_to_one_account_and_an_account_has_twenty(owner: Account, device: Device) -> None:
    for account in (owner, AccountFactory()):
        with pytest.raises(Refused, match="already"):
            add_passkey(account, name="x", answer=device.create(QUESTION), challenge=BITS)
    for _each in range(19):
        device_of(owner)
    with pytest.raises(Refused, match="at most 20"):
        device_of(owner)


def test_nobody_removes_or_sees_anothers(owner: Account, device: Device) -> None:
    eve, row = signed_in(AccountFactory(username="eve")), Passkey.objects.get()
    assert eve.post(f"{PAGE}/{row.pk}/remove").status_code == 404
    assert "blue phone" not in eve.get(PAGE).content.decode()
    assert Client().post(f"{PAGE}/{row.pk}/remove").url.startswith("/sign-in?next=")
    assert Passkey.objects.exists()


def test_the_last_one_is_removed_and_the_password_stays(owner: Account, device: Device) -> None:
    client = signed_in(owner)
    assert client.post(f"{PAGE}/{Passkey.objects.get().pk}/remove").url == PAGE
    other = Client()
    assert use(other, device).url == "/sign-in?next=%2F" and not is_signed_in(other)
    assert other.post("/sign-in", {"username": "anna", "password": PASSWORD}).url == "/"
    assert JournalEntry.objects.filter(actor=owner.pk, action="remove-passkey").count() == 1


def test_mail_tells_the_owner(owner: Account, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    device_of(owner)
    signed_in(owner).post(f"{PAGE}/{Passkey.objects.get().pk}/remove")
    run_due()
    assert sorted(sent.subject for sent in mail.outbox) == [
        "A passkey of your account was removed",
        "A passkey was added to your account",
    ]
    assert "http://127.0.0.1:8000/sign-in/help" in mail.outbox[0].body


# --- what becomes of them ---------------------------------------------------------------------------------------


def test_a_one_time_link_removes_them_and_ones_own_change_of_the_password_does_not(
    owner: Account, device: Device
) -> None:
    client, new = signed_in(owner), "an entirely new one"
    assert "Your passkeys still work." in client.get("/account/password").content.decode()
    data = {"old": PASSWORD, "password": new, "again": new, "remove_keys": "on"}
    assert client.post("/account/password", data).status_code == 302
    assert Passkey.objects.exists()
    fresh = Client()
    opened = fresh.get("/account" + operators_link("anna").url.partition("/account")[2])
    assert "removes your passkeys" in fresh.get(opened.url).content.decode()
    assert fresh.post(opened.url, {"password": "and one more", "again": "and one more"}).status_code == 302
    assert not Passkey.objects.exists()


@pytest.mark.parametrize("has_codes", [True, False])
def test_a_reset_of_the_second_factor_removes_them(owner: Account, device: Device, has_codes: bool) -> None:
    if has_codes:
        turned_on(owner)
    reset_second_factor(actor=administrator(), account_id=owner.pk)
    assert not Passkey.objects.exists() and not SecondFactor.objects.exists()
    with pytest.raises(Refused, match="no two-factor"):
        reset_second_factor(actor=administrator(), account_id=owner.pk)


def test_owners_take_them_along_and_an_erased_account_leaves_none(owner: Account, device: Device) -> None:
    told: Any = exports.own_data(owner)["account"]
    made = Passkey.objects.get().made_at.isoformat(timespec="seconds")
    assert told["passkeys"] == [{"name": "blue phone", "made_at": made, "used_at": None}]
    erase_account(actor=owner)
    assert not Passkey.objects.exists()


def test_the_server_asks_for_codes_of_roles_also_where_there_are_passkeys(settings: Any, db: None) -> None:
    """The password alone would still open the account."""
    chief = administrator()
    device_of(chief)
    settings.SECOND_FACTOR_ROLES = ("administrator",)
    assert signed_in(chief).get("/").url == "/account/second-factor"


# --- where they work ------------------------------------------------------------------------------------------


def test_where_the_server_has_no_address_for_them_it_says_so(owner: Account, settings: Any) -> None:
    settings.PASSKEY_ORIGINS = ()
    said = "Passkeys need a secure connection."
    assert said in Client().get("/sign-in").content.decode()
    client = signed_in(owner)
    assert said in client.get(PAGE).content.decode()
    assert Client().post(USE).status_code == client.post(PAGE, {"name": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("base", "named", "origins"),
    [
        ("https://gipfel.example.org/", "", ("https://gipfel.example.org",)),
        ("https://Gipfel.example.org:443", "", ("https://gipfel.example.org",)),
        ("https://gipfel.example.org:8443", "", ("https://gipfel.example.org:8443",)),
        ("http://127.0.0.1:8000", "", ("http://localhost:8000",)),
        ("http://[::1]:9000", "", ("http://localhost:9000",)),
        ("http://192.168.0.7:8000", "", ()),
        ("https://192.168.0.7", "", ()),
        ("http://gipfel.example.org", "", ()),
        ("http://192.168.0.7", "https://a.org, https://go.a.org:8443/", ("https://a.org", "https://go.a.org:8443")),
    ],
)
def test_the_addresses_are_those_that_browsers_allow(
    monkeypatch: pytest.MonkeyPatch, base: str, named: str, origins: tuple[str, ...]
) -> None:
    monkeypatch.setenv("BASE_URL", base)
    monkeypatch.setenv("PASSKEY_ORIGINS", named)
    assert environment.passkey_origins() == origins


@pytest.mark.parametrize(
    "named", ["https://10.0.0.1", "http://a.org", "a.org", "https://a.org,https://b.org", "https://"]
)
def test_addresses_at_which_none_can_work_stop_the_start(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("PASSKEY_ORIGINS", named)
    with pytest.raises(ImproperlyConfigured, match=r"PASSKEY_ORIGINS is .*; name addresses such as"):
        environment.passkey_origins()
