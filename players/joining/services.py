"""Visitors ask to join a club; its organisers approve, and the account comes with it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from common.secret_keys import digest_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.services.accounts import add_account, free_username, link_new_account
from players.accounts.services.passwords import OneTimeLink, one_time_link, send_first_link
from players.core.acts import commit_permitted, require_act
from players.core.events import MembershipsChanged
from players.core.queries.records import record_ids
from players.guardians.services import ask_about_request, check_registrant, keep_for_person, require_consent
from players.identity import person_of
from players.joining.acts import ApproveJoin, AskToJoin, CloseJoining, DeclineJoin, ExpireJoins, OpenJoining
from players.models import Account, Club, JoinRequest, Membership, Person
from players.models.joining import KEPT_FOR, OPEN_FOR
from players.names import NotAName, clean_name
from players.people.queries.search import namesakes
from players.people.services.people import add_person, lock_person, one_at_a_time
from players.permissions import home_club

MOST_OPEN = 200
"""Open requests of a club. More than its organisers can look at come from a program."""

CLOSED = Message(_("This club takes no requests at the moment. Ask one of its organisers in person."))


@dataclass(frozen=True)
class Asked:
    """A request, and the secret of its page. This is the one time that the secret is known."""

    request: JoinRequest
    secret: str


def ask_to_join(
    *,
    club: Club,
    name: str,
    email: str = "",
    language: str = "",
    scope: str = "",
    birth_year: int | None = None,
    guardian_email: str = "",
) -> Asked:
    """Ask the organisers of `club` to become a member; with `scope`, the key of an event's, to enter it as well.

    A club that asks guardians needs the year of birth, and of a minor the address of a guardian, who is sent a link.

    Raises Refused for what is no name or no address, where the club takes no requests, and where too many are open.
    """
    check_registrant(club, birth_year, guardian_email)
    known = {"name": _a_name(name), "email": _an_email(email), "language": language}
    secret = secrets.token_urlsafe(24)
    with journal.commit(club.scope, None, AskToJoin):
        if not Club.objects.get(pk=club.pk).takes_requests:
            raise Refused(CLOSED)
        if JoinRequest.objects.filter(club=club, account=None).count() >= MOST_OPEN:
            raise Refused(Message(_("Too many people are waiting for this club. Ask its organiser in person.")))
        request = JoinRequest.objects.create(
            club=club,
            scope=Scope.objects.get(key=scope or club.scope),
            digest=digest_of(secret),
            made_at=timezone.now(),
            **known,
        )
        ask_about_request(request, birth_year, guardian_email, language)
    return Asked(request, secret)


def ask_with_account(
    *, account: Account, club: Club, birth_year: int | None = None, guardian_email: str = ""
) -> JoinRequest:
    """The owner of `account` asks to become a member of `club`. Raises Refused where there is nothing to ask.

    A club that asks guardians needs to know more, as `ask_to_join` does.
    """
    person = person_of(account)
    if person is None:
        raise Refused(Message(_("Your account is not linked to a player yet: ask your organiser to link it.")))
    check_registrant(club, birth_year, guardian_email)
    with journal.commit(club.scope, account, AskToJoin):
        if not Club.objects.get(pk=club.pk).takes_requests:
            raise Refused(CLOSED)
        if Membership.objects.filter(person__in=record_ids(person.pk), club=club, until=None).exists():
            raise Refused(Message(_("You are already a member of this club.")))
        if JoinRequest.objects.filter(club=club, person=person).exists():
            raise Refused(Message(_("You have already asked. An organiser of the club will answer.")))
        request = JoinRequest.objects.create(
            club=club,
            scope=Scope.objects.get(key=club.scope),
            person=person,
            digest=digest_of(secrets.token_urlsafe(24)),
            made_at=timezone.now(),
        )
        ask_about_request(request, birth_year, guardian_email, account.language)
    return request


def approve_join(*, actor: Account, request_id: int, person_id: int | None = None, is_new: bool = False) -> JoinRequest:
    """Make the asker a member, with an account where they had none; with `person_id` it is that of a member.

    `is_new`: it is another person than the member of that name. Raises Refused where the request is answered, the
    person is no member of the club without an account, no one said who a member's namesake is, or a guardian has to
    consent first.
    """
    club = Club.objects.get(join_requests=request_id)
    require_act(actor, ApproveJoin, club.scope)
    with one_at_a_time(), journal.commit(club.scope, actor, ApproveJoin) as act:
        request = JoinRequest.objects.select_related("scope").get(pk=request_id)
        if request.account_id is not None:
            raise Refused(Message(_("This request is already approved.")))
        require_consent(request)
        if request.person_id is not None:
            return _let_in(act, request, request.person_id)
        if person_id is None and not is_new and namesakes(request.name, club=club):
            message = _("%(name)s is the name of a member: choose who this is.")
            raise Refused(Message(message, {"name": request.name}), field="person")
        person = add_person(club=club, name=request.name) if person_id is None else _member(club, person_id)
        account = add_account(username=free_username(person.name), email=_free_email(request.email))
        account.home, account.language = home_club(person) or club, request.language
        account.save(update_fields=["home", "language"])
        link_new_account(actor, account, person)
        request.account, request.name, request.email = account, "", ""
        request.save(update_fields=["account", "name", "email"])
        keep_for_person(request, person.pk)
        act.data |= {"person": account.person_id, "account": account.pk}
        send_first_link(account, sender=actor)
    return request


def decline_join(*, actor: Account, request_id: int) -> None:
    """Delete an open request, with all that was typed."""
    club = Club.objects.get(join_requests=request_id)
    with commit_permitted(club.scope, actor, DeclineJoin):
        JoinRequest.objects.filter(pk=request_id, account=None).delete()


def take_requests(*, actor: Account, club_id: int, takes: bool) -> None:
    """Let visitors ask to join the club and to enter its events, or no longer. Requests that wait stay."""
    with commit_permitted(f"club:{club_id}", actor, OpenJoining if takes else CloseJoining):
        Club.objects.filter(pk=club_id).update(takes_requests=takes)


def expired_requests() -> QuerySet[JoinRequest]:
    """Requests that waited too long for an answer, and approved ones whose page no one needs any more."""
    now = timezone.now()
    waited = Q(account=None, made_at__lte=now - OPEN_FOR)
    return JoinRequest.objects.filter(waited | Q(account__isnull=False, made_at__lte=now - KEPT_FOR))


def delete_expired_requests() -> int:
    """Delete them, club by club; how many there were. Accounts that were made stay."""
    count = 0
    for club in Club.objects.filter(join_requests__in=expired_requests()).distinct():
        with journal.commit(club.scope, None, ExpireJoins) as act:
            act.data["count"] = expired_requests().filter(club=club).delete()[0]
        count += act.data["count"]
    return count


def link_of_request(request: JoinRequest) -> OneTimeLink | None:
    """The link by which the asker chooses the first password; None before the approval, and once one was chosen."""
    account = request.account
    return None if account is None or account.has_usable_password() else one_time_link(account)


def _let_in(act: journal.ActContext, request: JoinRequest, person_id: int) -> JoinRequest:
    """Make a person who has an account and asked for it a member; the request goes."""
    person = lock_person(person_id)
    if not Membership.objects.filter(person__in=record_ids(person.pk), club=request.club_id, until=None).exists():
        Membership.objects.create(person=person, club=request.club, since=timezone.now().date())
        emit(MembershipsChanged(person))
    account = Account.objects.filter(person__in=record_ids(person.pk)).first()
    act.data |= {"person": person.pk, "account": account.pk if account else None}
    keep_for_person(request, person.pk)
    request.delete()
    request.account = account
    return request


def _member(club: Club, person_id: int) -> Person:
    found = Person.objects.filter(pk=person_id, memberships__club=club, memberships__until=None).first()
    if found is None:
        raise Refused(Message(_("This person is not a member of the club.")))
    return found


def _a_name(name: str) -> str:
    try:
        return clean_name(name)
    except NotAName as error:
        raise Refused(error.message, field="name") from error


def _an_email(text: str) -> str:
    email = text.strip()
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise Refused(Message(_("This is not an e-mail address.")), field="email") from None
    return email


def _free_email(email: str) -> str:
    """The address, unless another account has it: then there is none, and no one is told whose it is."""
    return "" if email and Account.objects.filter(email__iexact=email).exists() else email
