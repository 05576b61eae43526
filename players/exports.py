"""Which data of the own account, person and clubs an export holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F

from players.erasure.exports import section
from players.grants.queries import offers_to
from players.models import Account, GuardianConsent, Invitation, JoinRequest, Membership, Person, SecondFactor


@section("account")
def _account(account: Account, records: Sequence[int]) -> object:
    return {
        "sign_in_name": account.username,
        "email": account.email,
        "looked_after_by": account.home and account.home.name,
        "language": account.language,
        "last_sign_in": account.last_login and account.last_login.isoformat(timespec="seconds"),
        "roles": [{"role": held.role, "scope": held.scope.key} for held in account.grants.select_related("scope")],
        "roles_offered": [{"role": offer.role, "scope": offer.scope.key} for offer in offers_to(account)],
        **_ways_in(account),
        "notifications": [
            {"kind": row.kind, "address": row.address, "at": _moment(row.at), "read_at": _moment(row.read_at)}
            for row in account.notifications.all()
        ],
        "devices_for_notifications": [
            {"browser": row.browser, "made_at": _moment(row.made_at)} for row in account.push_devices.all()
        ],
        "follows": {
            "people": sorted(account.follows.exclude(person=None).values_list("person", flat=True)),
            "clubs": sorted(account.follows.exclude(club=None).values_list("club__slug", flat=True)),
        },
        "mail": sorted(account.mail_subscriptions.values_list("kind", flat=True)),
    }


def _ways_in(account: Account) -> dict[str, object]:
    """What an account signs in with, and from where it did."""
    second_factor = SecondFactor.objects.filter(account=account).values_list("since", flat=True).first()
    return {
        "keys": [
            {
                "label": token.label,
                "made_at": token.made_at.isoformat(timespec="seconds"),
                "used_at": token.used_at and token.used_at.isoformat(timespec="minutes"),
            }
            for token in account.tokens.all()
        ],
        "second_factor_since": _moment(second_factor),
        "passkeys": [
            {"name": row.name, "made_at": _moment(row.made_at), "used_at": _moment(row.used_at)}
            for row in account.passkeys.order_by("pk")
        ],
        "sessions": [
            {"browser": row.browser, "address": row.address, "signed_in_at": _moment(row.signed_in_at)}
            for row in account.sessions.defer("session_data").order_by("signed_in_at")
        ],
        "known_browsers": [
            {
                "browser": row.browser,
                "address": row.address,
                "first_used_at": _moment(row.first_used_at),
                "used_at": _moment(row.used_at),
            }
            for row in account.devices.order_by("pk")
        ],
    }


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat(timespec="seconds")


@section("person")
def _person(account: Account, records: Sequence[int]) -> object:
    rows = Person.objects.filter(pk__in=records).order_by(F("merged_into").asc(nulls_first=True), "pk")
    return [{"id": row.pk, "name": row.name, "country": row.country, "merged_into": row.merged_into_id} for row in rows]


@section("memberships")
def _memberships(account: Account, records: Sequence[int]) -> object:
    rows = Membership.objects.filter(person__in=records).select_related("club")
    return [
        {"club": row.club.name, "since": row.since.isoformat(), "until": row.until and row.until.isoformat()}
        for row in rows
    ]


@section("requests_to_join")
def _requests_to_join(account: Account, records: Sequence[int]) -> object:
    rows = JoinRequest.objects.filter(person__in=records).select_related("club")
    return [{"club": row.club.name, "made_at": row.made_at.isoformat(timespec="seconds")} for row in rows]


@section("invitations")
def _invitations(account: Account, records: Sequence[int]) -> object:
    rows = Invitation.objects.filter(person__in=records).select_related("club")
    return [
        {
            "club": row.club.name,
            "since": row.since.isoformat(),
            "made_at": row.made_at.isoformat(timespec="seconds"),
            "answer": row.answer,
            "answered_at": row.answered_at and row.answered_at.isoformat(timespec="seconds"),
        }
        for row in rows
    ]


@section("guardians")
def _guardians(account: Account, records: Sequence[int]) -> object:
    rows = GuardianConsent.objects.filter(person__in=records).select_related("club").prefetch_related("answers")
    return [
        {
            "club": row.club.name,
            "birth_year": row.birth_year,
            "guardian": row.guardian,
            "email": row.email,
            "asked_at": _moment(row.asked_at),
            "answers": [{"answer": each.answer, "at": _moment(each.at)} for each in row.answers.all()],
        }
        for row in rows
    ]
