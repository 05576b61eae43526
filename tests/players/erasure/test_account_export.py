"""Owners take their data along."""

import datetime
import json

import pytest

from players.accounts.services.subscriptions import choose_mail
from players.accounts.services.tokens import make_token
from players.clubs.services.invitations import invite_person
from players.erasure import exports
from players.grants.services.grants import grant
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.roles import Role
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of

pytestmark = pytest.mark.core


def test_the_export_tells_everything_of_the_account_and_its_person(club: Club, organiser: Account) -> None:
    person = PersonFactory(name="علی رضا", country="IR", member_of=club)
    merged = PersonFactory(name="Ali R.", member_of=club)
    account = AccountFactory(username="ali", email="ali@example.org", language="fa", person=merged)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    grant(actor=organiser, account=account, role=Role.ARBITER, scope=club.scope)
    key = make_token(account=account, label="phone").key
    other = ClubFactory()
    asks = organiser_of(other)
    invite_person(actor=asks, club=other, person_id=person.pk, since=datetime.date(2026, 1, 1))
    grant(actor=asks, account=account, role=Role.ARBITER, scope=other.scope)
    choose_mail(account, {"pairings": True})
    text = exports.as_json(account)
    told = json.loads(text)
    assert key not in text and "علی رضا" in text and account.password not in text
    assert told["account"] == {
        "sign_in_name": "ali",
        "email": "ali@example.org",
        "looked_after_by": club.name,
        "known_browsers": [],
        "sessions": [],
        "language": "fa",
        "last_sign_in": None,
        "roles": [{"role": "arbiter", "scope": club.scope}],
        "roles_offered": [{"role": "arbiter", "scope": other.scope}],
        "keys": [{"label": "phone", "made_at": told["account"]["keys"][0]["made_at"], "used_at": None}],
        "second_factor_since": None,
        "passkeys": [],
        "notifications": [],
        "devices_for_notifications": [],
        "mail": ["pairings"],
        "follows": {"people": [], "clubs": []},
    }
    assert told["person"] == [
        {"id": person.pk, "name": "علی رضا", "country": "IR", "merged_into": None},
        {"id": merged.pk, "name": "Ali R.", "country": "", "merged_into": person.pk},
    ]
    assert [(row["club"], row["answer"]) for row in told["invitations"]] == [(other.name, "")]
    assert told["memberships"] == 2 * [{"club": club.name, "since": "2024-01-01", "until": None}]


def test_an_account_without_a_person_has_an_export_too(organiser: Account) -> None:
    told = exports.own_data(organiser)
    assert (told["person"], told["memberships"]) == ([], [])


def test_one_section_has_one_writer() -> None:
    with pytest.raises(ValueError, match="two sections called account"):
        exports.section("account")(lambda account, records: None)
