"""Accounts of programs: made by an owner, named as programs wherever their names appear, and by keys of their own."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation
from rest_framework.views import APIView

from gipf_engine.messages import Refused
from gipfel.api.throttles import OfKey
from players.accounts import tokens
from players.accounts.services.accounts import link_account
from players.accounts.services.programs import make_program
from players.accounts.services.tokens import make_token, revoke_token
from players.core.errors import MergeRefused
from players.erasure.services import erase_person
from players.models import Account, Club, KeyScope, Person
from players.people.services.merging import merge_persons
from players.people.services.people import add_own_person, create_person, rename_person
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory, administrator, player_in

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def owner(club: Club) -> Account:
    return player_in(club, name="Ada Byron")


@pytest.fixture
def program(owner: Account) -> Account:
    return make_program(owner, "Analytical Engine")


def named(program: Account) -> Person:
    assert program.person is not None
    return program.person


def test_a_program_is_named_as_one_from_its_first_day(owner: Account, program: Account) -> None:
    person = Person.objects.get(pk=named(program).pk)
    assert (person.name, person.is_program) == ("Analytical Engine (program)", True)
    assert (program.owner, program.username, program.has_usable_password()) == (owner, "analytical.engine", False)


def test_the_mark_stands_at_every_name_in_the_readers_language(program: Account) -> None:
    person = named(program)
    tag = Template("{% person person.pk person.name %}").render(Context({"person": person}))
    assert "<bdi>Analytical Engine</bdi></a>" in tag and '<span class="badge">program</span>' in tag
    with translation.override("de"):
        assert person.shown_name == "Analytical Engine (program)"


@pytest.mark.parametrize("typed", ["Engine (program)", "Engine(PROGRAM) ", "Engine （Program）"])
def test_however_the_mark_is_typed_it_is_one(club: Club, organiser: Account, typed: str) -> None:
    made = create_person(actor=organiser, club=club, name=typed)
    assert (made.name, made.is_program) == ("Engine (program)", True)
    with pytest.raises(Refused, match="exactly if a program"):
        add_own_person(typed)


def test_the_mark_comes_and_goes_by_no_renaming(program: Account, club: Club) -> None:
    server_administrator, human = administrator(), PersonFactory(member_of=club)
    with pytest.raises(Refused, match="exactly if a program"):
        rename_person(actor=server_administrator, person_id=named(program).pk, name="Ada Byron", country="")
    with pytest.raises(Refused, match="exactly if a program"):
        rename_person(actor=server_administrator, person_id=human.pk, name="Ada (program)", country="")
    assert rename_person(
        actor=server_administrator, person_id=named(program).pk, name="Engine 2 (program)", country=""
    ).is_program


@pytest.mark.postgresql
def test_the_database_keeps_name_and_mark_together(program: Account) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=named(program).pk).update(is_program=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=named(program).pk).update(name="Ada")


def test_a_program_is_no_record_of_a_person(program: Account, club: Club) -> None:
    human = PersonFactory(member_of=club)
    with pytest.raises(MergeRefused, match="program and a person"):
        merge_persons(actor=administrator(), kept_id=human.pk, gone_id=named(program).pk)


@pytest.mark.postgresql
def test_a_program_has_no_other_account(program: Account, owner: Account, club: Club, organiser: Account) -> None:
    server_administrator = administrator()
    with pytest.raises(Refused, match="no other"):
        link_account(actor=server_administrator, account_id=program.pk, person_id=None)
    listed = create_person(actor=organiser, club=club, name="Engine (program)")
    with pytest.raises(Refused, match="no other"):
        link_account(actor=server_administrator, account_id=AccountFactory().pk, person_id=listed.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(pk=program.pk).update(owner=program.pk)


def test_who_can_own_which_programs(owner: Account, program: Account) -> None:
    with pytest.raises(Refused, match="cannot own"):
        make_program(program, "Child")
    with pytest.raises(Refused, match="has this name"):
        make_program(owner, "analytical  ENGINE")
    for number in range(4):
        make_program(owner, f"Engine {number}")
    with pytest.raises(Refused, match="at most 5"):
        make_program(owner, "One more")


def test_an_erased_program_is_a_program_still(program: Account) -> None:
    erased = erase_person(actor=administrator(), person_id=named(program).pk)
    assert erased.is_program and erased.name.startswith("Player ") and erased.name.endswith(" (program)")


def test_keys_of_a_program_manage_nothing_and_are_its_owners(
    owner: Account, program: Account, stranger: Account
) -> None:
    made = make_token(account=program, label="at home")
    assert made.token.scopes == "play challenge chat"
    with pytest.raises(type(made.token).DoesNotExist):
        revoke_token(account=stranger, token_id=made.token.pk)
    revoke_token(account=owner, token_id=made.token.pk)
    assert tokens.find(made.key) is None


def test_keys_end_with_their_day_and_with_their_owner(owner: Account, program: Account) -> None:
    now = timezone.now()
    ended = make_token(account=program, label="short", expires_at=now + timedelta(minutes=5))
    kept = make_token(account=program, label="long", expires_at=now + timedelta(days=1))
    type(kept.token).objects.filter(pk=ended.token.pk).update(made_at=now - timedelta(1), expires_at=now)
    assert tokens.find(ended.key) is None and tokens.find(kept.key) is not None
    Account.objects.filter(pk=owner.pk).update(is_active=False)
    assert tokens.find(kept.key) is None


def test_erasing_the_owner_ends_the_programs(owner: Account, program: Account) -> None:
    key = make_token(account=program, label="at home").key
    erase_person(actor=owner, person_id=named(owner).pk)
    program.refresh_from_db()
    assert not program.is_active and tokens.find(key) is None


def test_a_key_writes_only_what_it_is_for(program: Account) -> None:
    reading = Caller.with_key(make_token(account=program, label="reads", scopes=[]).key)
    assert reading.get("/me").status_code == 200
    refused = reading.post("/play/challenges", {"rules": "gipf-basic", "control": "300+3"})
    assert (refused.status_code, refused.json()["detail"]) == (403, "This key lacks the scope “challenge”.")
    offering = Caller.with_key(make_token(account=program, label="offers", scopes=[KeyScope.CHALLENGE]).key)
    assert offering.post("/play/challenges", {"rules": "gipf-basic", "control": "300+3"}).status_code == 201
    assert offering.post("/play/games/1/resign").status_code == 403


def test_a_key_with_a_rate_is_good_for_so_many_a_minute(program: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(APIView, "throttle_classes", [OfKey])
    caller = Caller.with_key(make_token(account=program, label="slow", per_minute=2).key)
    first = caller.get("/me")
    assert first["RateLimit"].startswith('"key";r=1;')
    assert [caller.get("/me").status_code for _again in range(2)] == [200, 429]
    assert Caller.with_key(make_token(account=program, label="quick").key).get("/me").status_code == 200


def test_owners_are_told_to_themselves_and_to_administrators(owner: Account, program: Account) -> None:
    row = {"id": named(program).pk, "name": "Analytical Engine (program)", "active": True}
    readers = [(None, None), (AccountFactory(), None), (owner, owner.username), (administrator(), owner.username)]
    for reader, told in readers:
        assert Caller(reader).read("/programs")["results"] == [row | {"owner": told}]


def test_what_a_program_learns_of_itself(owner: Account, program: Account) -> None:
    end = timezone.now() + timedelta(days=30)
    made = make_token(account=program, label="at home", scopes=[KeyScope.PLAY], expires_at=end, per_minute=60)
    known = Caller.with_key(made.key).read("/me")
    assert known == {
        "username": "analytical.engine",
        "player": {"id": named(program).pk, "name": "Analytical Engine (program)"},
        "program": True,
        "owner": owner.username,
        "language": "",
        "key": {
            "purpose": "at home",
            "scopes": ["play"],
            "expires_at": end.isoformat().replace("+00:00", "Z"),
            "per_minute": 60,
        },
    }


def test_a_program_and_its_key_are_made_on_pages(owner: Account, client: Client) -> None:
    client.force_login(owner)
    assert client.post("/account/programs", {"name": "Engine"}).url == "/account/programs"
    program = owner.programs.get()
    assert "Engine</bdi></a> <span" in client.get("/account/programs").content.decode()
    asked = {"label": "home", "account": program.pk, "scopes": ["play", "manage"], "days": "30", "per_minute": "90"}
    shown = client.post("/account/keys", asked)
    if shown.status_code == 302:  # the sign-in is asked for once more
        pytest.fail(shown.url)
    token = program.tokens.get()
    assert (token.scopes, token.per_minute) == ("play", 90)
    assert token.expires_at is not None and timedelta(29) < token.expires_at - token.made_at <= timedelta(30)


def test_nobody_makes_keys_of_programs_of_others(program: Account, client: Client, stranger: Account) -> None:
    client.force_login(stranger)
    answer = client.post("/account/keys", {"label": "mine", "account": program.pk, "scopes": ["play"]})
    assert answer.status_code == 400 and not program.tokens.exists()


def test_administrators_see_whose_programs_there_are(owner: Account, program: Account, client: Client) -> None:
    client.force_login(administrator())
    assert owner.username in client.get("/account/programs").content.decode()
    client.force_login(AccountFactory())
    assert "Analytical" not in client.get("/account/programs").content.decode()
