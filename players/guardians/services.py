"""Asking guardians for consent, and what they answer."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import date

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.secret_keys import digest_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.categories import OF_AGE, age_on
from players.core.acts import commit_permitted
from players.core.queries.records import record_ids
from players.guardians.acts import AnswerAsGuardian, AskGuardian, SetGuardianRule
from players.models import Account, Club, GuardianAnswer, GuardianConsent, JoinRequest, Membership, Person
from players.models.guardians import ASKED_FOR
from players.names import NotAName, clean_name

GUARDIAN_MAIL = "guardian-mail"
OLDEST = 120
NO_CONSENT = Message(_("A guardian must consent first. Ask an organiser of the club to send the request."))
NOT_YET = Message(_("A guardian has not consented yet."))
DEAD_LINK = Message(_("This link no longer works. Ask the club for a new one."))
Answer = GuardianAnswer.Answer


def set_guardian_rule(*, actor: Account, club_id: int, asks: bool, expect: int | None = None) -> Club:
    """Let minors who register by themselves wait for a guardian, or no longer. Raises NotAllowed, Stale, Refused."""
    if asks and not settings.EMAIL_HOST:
        raise Refused(Message(_("This server sends no mail, so it cannot ask guardians.")), field="asks")
    with commit_permitted(f"club:{club_id}", actor, SetGuardianRule, expect=expect, asks=asks):
        Club.objects.filter(pk=club_id).update(asks_guardians=asks)
    return Club.objects.get(pk=club_id)


def is_minor(birth_year: int, day: date | None = None) -> bool:
    """Whether a person born in that year is not of age. Their birthday counts as 31 December."""
    age = age_on(str(birth_year), day or timezone.now().date())
    return age is not None and age < OF_AGE


def check_registrant(club: Club, birth_year: int | None, email: str) -> None:
    """Raise Refused where a club that asks guardians needs to know more of a person who registers."""
    if club.asks_guardians:
        _check_guardian_of(birth_year, email)


def _check_guardian_of(birth_year: int | None, email: str) -> None:
    """Raise Refused for what is no year of birth, and where it is a minor's for what is no address."""
    this_year = timezone.now().year
    if birth_year is None or not this_year - OLDEST <= birth_year <= this_year:
        raise Refused(Message(_("Give the year of birth.")), field="birth_year")
    if not is_minor(birth_year):
        return
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(Message(_("Give the e-mail address of a parent or guardian.")), field="guardian_email") from None


def ask_about_request(request: JoinRequest, birth_year: int | None, email: str, language: str) -> None:
    """Ask a guardian about a minor who asks to join, in the caller's transaction. Nothing where none is needed."""
    if request.club.asks_guardians and birth_year is not None and is_minor(birth_year):
        made = GuardianConsent.objects.create(
            club=request.club, request=request, person=request.person,
            birth_year=birth_year, email=email, language=language, asked_at=timezone.now(),
        )  # fmt: skip
        jobs.request(GUARDIAN_MAIL, str(made.pk))


def ask_about_person(
    *, actor: Account, club_id: int, person_id: int, birth_year: int, email: str, language: str = ""
) -> GuardianConsent:
    """Ask a guardian about a member of the club; an earlier one that was not answered is replaced.

    Raises NotAllowed, and Refused for who is no member, is of age, or where the address is none.
    """
    with commit_permitted(f"club:{club_id}", actor, AskGuardian, person=person_id):
        club = Club.objects.get(pk=club_id)
        records = record_ids(person_id)
        if not Membership.objects.filter(person__in=records, club=club, until=None).exists():
            raise Refused(Message(_("This person is not a member of the club.")), field="person")
        _check_guardian_of(birth_year, email)
        if not is_minor(birth_year):
            raise Refused(Message(_("This person is of age.")), field="birth_year")
        GuardianConsent.objects.filter(club=club, person__in=records, request=None, answers=None).delete()
        made = GuardianConsent.objects.create(
            club=club, person_id=records[0], birth_year=birth_year,
            email=email, language=language, asked_at=timezone.now(),
        )  # fmt: skip
        jobs.request(GUARDIAN_MAIL, str(made.pk))
    return made


def new_link_secret(consent: GuardianConsent) -> str:
    """The secret of the link that a mail is about to carry; that of a mail before works no more."""
    secret = secrets.token_urlsafe(24)
    GuardianConsent.objects.filter(pk=consent.pk).update(digest=digest_of(secret))
    return secret


def find_consent(secret: str) -> GuardianConsent | None:
    """What the link with `secret` asks; None where it was never sent, or is too old and unanswered."""
    rows = GuardianConsent.objects.select_related("club", "person", "request__person")
    found = rows.filter(digest=digest_of(secret)).first()
    if found is not None and found.asked_at <= timezone.now() - ASKED_FOR and latest_answer(found) is None:
        return None
    return found


def latest_answer(consent: GuardianConsent) -> GuardianAnswer | None:
    """What counts; None before anything was answered."""
    return consent.answers.order_by("pk").last()


def answer_as_guardian(*, secret: str, answer: str, guardian: str = "") -> GuardianConsent:
    """Keep what a guardian answers: consent with a name, refusal, or that a consent is withdrawn. Raises Refused."""
    found = find_consent(secret)
    if found is None:
        raise Refused(DEAD_LINK)
    with journal.commit(found.club.scope, None, AnswerAsGuardian, answer=answer):
        last = latest_answer(GuardianConsent.objects.select_for_update().get(pk=found.pk))
        is_given = last is not None and last.answer == Answer.GIVEN
        if is_given != (answer == Answer.WITHDRAWN):
            raise Refused(Message(_("You have answered already.")))
        if answer == Answer.GIVEN:
            GuardianConsent.objects.filter(pk=found.pk).update(guardian=_guardian_name(guardian))
        GuardianAnswer.objects.create(consent=found, answer=answer, at=timezone.now())
    return found


def require_consent(request: JoinRequest) -> None:
    """Raise Refused where a request to join waits for a guardian, or one has refused."""
    if waits_for_guardian(request):
        raise Refused(NOT_YET)


def waits_for_guardian(request: JoinRequest) -> bool:
    """Whether a guardian was asked about a request to join and has not consented."""
    consent = GuardianConsent.objects.filter(request=request).first()
    return consent is not None and not is_consented(consent)


def is_consented(consent: GuardianConsent) -> bool:
    """Whether the last answer is a consent."""
    last = latest_answer(consent)
    return last is not None and last.answer == Answer.GIVEN


def keep_for_person(request: JoinRequest, person_id: int) -> None:
    """The request is approved: the consent is the person's from now on."""
    found = GuardianConsent.objects.filter(request=request).first()
    if found is not None:
        GuardianConsent.objects.filter(pk=found.pk).update(request=None, person_id=person_id)


def require_consent_of_person(club: Club, person: Person, birth_years: Collection[int] = ()) -> None:
    """Raise Refused where a person known to be a minor registers by themselves and no guardian has consented.

    `birth_years`: those that the club's events know of the person.
    """
    if not club.asks_guardians:
        return
    asked = GuardianConsent.objects.filter(person__in=record_ids(person.pk))
    known = {*birth_years, *asked.values_list("birth_year", flat=True)}
    if any(map(is_minor, known)) and not any(map(is_consented, asked.filter(club=club))):
        raise Refused(NO_CONSENT)


def name_of_minor(consent: GuardianConsent) -> str:
    """Whom a guardian is asked about."""
    asked = consent.request
    person = consent.person or (asked.person if asked is not None else None)
    return person.name if person is not None else asked.name if asked is not None else ""


def forget_guardians(persons: Collection[int]) -> None:
    """Take the names and addresses of guardians of these records away; open questions go altogether."""
    rows = GuardianConsent.objects.filter(person__in=persons)
    rows.filter(answers=None).delete()
    rows.update(email="", guardian="", digest="")


def delete_old_consents() -> None:
    """Delete questions that no guardian answered in time, and names and addresses once the minor is of age."""
    now = timezone.now()
    GuardianConsent.objects.filter(request=None, asked_at__lte=now - ASKED_FOR, answers=None).delete()
    of_age = GuardianConsent.objects.filter(birth_year__lt=now.year - OF_AGE).exclude(email="", guardian="")
    of_age.update(email="", guardian="", digest="")


def consents_of(club: Club) -> QuerySet[GuardianConsent]:
    """Those of the club's people, with their answers."""
    return (
        GuardianConsent.objects.filter(Q(club=club), Q(person__isnull=False))
        .select_related("person")
        .prefetch_related("answers")
    )


def _guardian_name(name: str) -> str:
    try:
        return clean_name(name)
    except NotAName as error:
        raise Refused(error.message, field="guardian") from error
