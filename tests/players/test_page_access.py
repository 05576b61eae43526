"""Every address of this app, asked by everybody. An address that is not in the tables below fails the first test."""

from dataclasses import dataclass, field

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from pytest import Subtests

from players.accounts.services.tokens import make_token
from players.models import Account, Club, Grant, Membership, Person
from players.people.services.merging import merge_persons
from players.roles import Role
from players.urls import urlpatterns
from testing.factories import AccountFactory, ClubFactory, PersonFactory, administrator, holder_of, player_in
from testing.savepoints import undone

EVERYBODY = {
    "sign-in",
    "sign-out",
    "start",
    "password-help",
    "password-link",
    "sign-in-code",
    "sign-in-passkey",
    "mail-unsubscribe",
    "club-logo",
    "club-short",
    "sign-up",
    "sign-up-passkey",
    "sign-up-link",
    "guardian",
    "notifications-seen",
}
SIGNED_IN = {
    "account": "get",
    "account-password": "get",
    "account-email": "get",
    "account-mail": "get",
    "account-keys": "post",
    "account-programs": "get",
    "account-key-remove": "post",
    "account-passkeys": "get",
    "account-passkey-remove": "post",
    "account-sessions": "get",
    "notifications": "get",
    "notifications-bell": "get",
    "notifications-read": "post",
    "notification": "get",
    "notification-settings": "get",
    "push-device-new": "post",
    "push-device-remove": "post",
    "account-second-factor": "get",
    "account-second-factor-new": "get",
    "account-second-factor-codes": "get",
    "account-second-factor-off": "get",
    "sign-in-again": "get",
    "account-session-end": "post",
    "account-sessions-end": "post",
    "account-export": "get",
    "account-erase": "get",
    "account-home": "post",
    "account-leave": "post",
    "account-following": "get",
    "person-follow": "post",
    "person-followers": "post",
    "club-follow": "post",
    "invitation-answer": "post",
    "role-offer-answer": "post",
    "account-role-give-up": "post",
}
ADMINISTRATORS = {
    "club-new": "get",
    "club-admissions": "get",
    "club-admit": "post",
    "club-person-home": "post",
    "second-factor-reset": "get",
}
ORGANISERS = {
    "club-settings": "get",
    "club-page": "get",
    "club-open-licence": "get",
    "club-guardians": "get",
    "club-guardians-ask": "post",
    "club-remove-example": "post",
    "club-people": "get",
    "club-person-new": "get",
    "club-person-join": "post",
    "club-invitation-withdraw": "post",
    "club-membership": "get",
    "club-person": "get",
    "club-person-rename": "get",
    "club-person-merge": "get",
    "club-person-unmerge": "post",
    "club-person-erase": "get",
    "club-person-account": "get",
    "club-person-link": "post",
    "club-person-switch": "post",
    "club-person-unlink": "post",
    "club-roles": "get",
    "club-role-offer-withdraw": "post",
    "club-role-revoke": "post",
    "club-organiser-new": "post",
}
ARBITERS = {"club-journal": "get"}
OF_A_CLUB = ORGANISERS | ARBITERS


@dataclass
class Subjects:
    """A club with a person whom every address can be asked about."""

    club: Club
    person: Person
    merged: Person
    account: Account
    membership: Membership
    grant: Grant
    data: dict[str, dict[str, object]] = field(default_factory=dict)

    def url(self, name: str) -> str:
        pattern = next(one for one in urlpatterns if isinstance(one, URLPattern) and one.name == name)
        known = {
            "slug": self.club.slug,
            "person_id": self.person.pk,
            "membership_id": self.membership.pk,
            "grant_id": self.grant.pk,
            "token_id": 1,
            "session_id": "0",
            "invitation_id": 1,
            "offer_id": 1,
            "passkey_id": 1,
            "notification_id": 1,
            "device_id": 1,
        }
        return reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})


@pytest.fixture
def subjects(club: Club, organiser: Account) -> Subjects:
    account = player_in(club)
    assert account.person
    merged = PersonFactory(member_of=club)
    merge_persons(actor=organiser, kept_id=account.person.pk, gone_id=merged.pk)
    holder = holder_of(Role.ARBITER, club.scope)
    row = Membership.objects.get(person=account.person)
    return Subjects(club, account.person, merged, account, row, Grant.objects.get(account=holder))


def ask(client: Client, subjects: Subjects, name: str, method: str) -> int:
    return getattr(client, method)(subjects.url(name)).status_code


def test_every_address_is_in_a_table() -> None:
    names = {pattern.name for pattern in urlpatterns}
    assert names == EVERYBODY | set(SIGNED_IN) | set(ADMINISTRATORS) | set(OF_A_CLUB)


def answers_to(client: Client, subjects: Subjects, asked: dict[str, str]) -> dict[str, int]:
    """The status of each address that is asked."""
    return {name: ask(client, subjects, name, method) for name, method in asked.items()}


def test_visitors_are_asked_to_sign_in(subjects: Subjects, client: Client) -> None:
    asked = SIGNED_IN | ADMINISTRATORS | OF_A_CLUB
    answers = {name: getattr(client, method)(subjects.url(name)) for name, method in asked.items()}
    led = {name: (answer.status_code, answer.headers.get("Location")) for name, answer in answers.items()}
    assert led == {name: (302, f"{reverse('sign-in')}?next={subjects.url(name)}") for name in asked}


def test_organisers_of_other_clubs_players_and_arbiters_of_other_events_get_nothing(
    subjects: Subjects, client: Client, stranger: Account
) -> None:
    for account in (stranger, player_in(subjects.club), subjects.account, holder_of(Role.ARBITER, "event:9")):
        client.force_login(account)
        assert answers_to(client, subjects, OF_A_CLUB) == dict.fromkeys(OF_A_CLUB, 403), account


def test_an_arbiter_of_the_club_looks_after_no_people(subjects: Subjects, client: Client) -> None:
    client.force_login(subjects.grant.account)
    assert answers_to(client, subjects, ORGANISERS) == dict.fromkeys(ORGANISERS, 403)


def test_an_arbiter_of_the_club_reads_its_journal(subjects: Subjects, client: Client) -> None:
    client.force_login(subjects.grant.account)
    assert answers_to(client, subjects, ARBITERS) == dict.fromkeys(ARBITERS, 200)


def test_the_organiser_opens_every_page(subjects: Subjects, client: Client, organiser: Account) -> None:
    client.force_login(organiser)
    pages = {name: method for name, method in OF_A_CLUB.items() if method == "get"}
    expected = dict.fromkeys(pages, 200) | {"club-person-account": 302}  # the person has an account already
    assert answers_to(client, subjects, pages) == expected


def test_pages_of_a_club_that_is_not_there_are_not_there(subjects: Subjects, client: Client) -> None:
    client.force_login(administrator())
    urls = {name: subjects.url(name).replace("/clubs/rotterdam", "/clubs/atlantis") for name in OF_A_CLUB}
    answers = {name: getattr(client, OF_A_CLUB[name])(url).status_code for name, url in urls.items()}
    assert answers == dict.fromkeys(OF_A_CLUB, 404)


def test_people_and_roles_of_one_club_are_not_reached_through_another(
    subjects: Subjects, client: Client, subtests: Subtests
) -> None:
    """An administrator may do everything; still nothing is found under the wrong club."""
    other = ClubFactory(slug="other")
    client.force_login(administrator())
    of_the_club = ("club-person-new", "club-person-join")  # about none of its people
    data = {"record": subjects.merged.pk}
    for name in OF_A_CLUB.keys() - of_the_club:
        if "person" in name or "role-" in name or "membership" in name:
            url = subjects.url(name).replace("/clubs/rotterdam", f"/clubs/{other.slug}")
            with subtests.test(name), undone():
                assert getattr(client, OF_A_CLUB[name])(url, data).status_code == 404
                subjects.merged.refresh_from_db()
                assert subjects.merged.merged_into_id and Grant.objects.filter(pk=subjects.grant.pk).exists()


def test_what_changes_something_is_not_done_by_a_link(subjects: Subjects, client: Client) -> None:
    client.force_login(administrator())
    acts = {name: "get" for name, method in (SIGNED_IN | OF_A_CLUB).items() if method == "post"}
    assert answers_to(client, subjects, acts) == dict.fromkeys(acts, 405)


def test_an_empty_form_is_a_400_and_never_a_page_as_if_nothing_were_sent(
    subjects: Subjects, organiser: Account
) -> None:
    visitor, browser = Client(), Client()
    browser.force_login(administrator())
    person = PersonFactory(member_of=subjects.club)
    urls = [
        reverse(name) for name in ("account-password", "account-email", "account-keys", "account-erase", "club-new")
    ]
    for name in ("club-settings", "club-person-new", "club-membership", "club-person-rename", "club-person-erase"):
        urls.append(subjects.url(name))
    urls += [subjects.url("club-roles"), subjects.url("club-organiser-new")]
    urls.append(reverse("club-person-account", args=[subjects.club.slug, person.pk]))
    assert {url: browser.post(url).status_code for url in urls} == dict.fromkeys(urls, 400)
    for name in ("sign-in", "start", "password-help"):
        assert visitor.post(reverse(name)).status_code == 400


def test_only_administrators_make_clubs(subjects: Subjects, client: Client, organiser: Account) -> None:
    for account, status in ((organiser, 403), (subjects.account, 403), (administrator(), 200)):
        client.force_login(account)
        assert client.get(reverse("club-new")).status_code == status


def test_nobody_removes_the_key_of_another(client: Client, organiser: Account, stranger: Account) -> None:
    token = make_token(account=organiser, label="phone").token
    client.force_login(stranger)
    assert client.post(reverse("account-key-remove", args=[token.pk])).status_code == 404
    assert organiser.tokens.count() == 1


def test_forms_without_their_key_are_refused(subjects: Subjects, organiser: Account) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    for name, method in OF_A_CLUB.items():
        if method == "post" or name in ("club-settings", "club-person-new", "club-person-erase", "club-roles"):
            assert client.post(subjects.url(name)).status_code == 403
    assert client.post(reverse("sign-out")).status_code == 403


def test_a_person_of_elsewhere_has_a_page_but_no_name_to_change(client: Client, club: Club, organiser: Account) -> None:
    """Listing somebody as a member gives power over the membership alone."""
    person = PersonFactory(member_of=ClubFactory(name="Delft"))
    account = AccountFactory(person=person)
    Membership.objects.create(person=person, club=club, since="2026-01-01")
    client.force_login(organiser)
    page = client.get(reverse("club-person", args=[club.slug, person.pk]))
    assert "<bdi>Delft</bdi> manages this person" in page.content.decode()
    for name in ("club-person-rename", "club-person-merge", "club-person-erase", "club-person-account"):
        assert client.get(reverse(name, args=[club.slug, person.pk])).status_code == 403
    for name in ("club-person-link", "club-person-switch", "club-person-unlink"):
        assert client.post(reverse(name, args=[club.slug, person.pk])).status_code == 403
    account.refresh_from_db()
    assert account.is_active and account.person == person
