"""Erasing a person: the name goes, in all that the person has to do with; what was played stays, under a pseudonym."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from functools import partial
from typing import Any

from django.db.models import F, Model, Q
from django.utils import timezone

from common.events import ask, emit
from common.idempotency import forget_answers
from common.journal import services as journal
from common.journal.acts import kind_of
from common.journal.models import Scope
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.services.accounts import ERASED_PREFIX
from players.accounts.services.passkeys import remove_passkeys
from players.accounts.services.second_factor import remove_second_factor
from players.accounts.services.sessions import end_sessions, forget_devices
from players.accounts.services.subscriptions import drop_subscriptions
from players.core.acts import CLUB
from players.core.events import PersonErasing, PersonsChanged, Touched
from players.core.queries.records import record_ids
from players.erasure.acts import EndMembership, EraseAccount, ErasePerson, ScrubTexts
from players.erasure.scrubbing import NameFinder, decompose, replace_spans
from players.erasure.texts import Erasure, Found, Path, Preview, TextSearch, names_of, preview
from players.following.services import forget_follows
from players.grants.services.grants import release_grants
from players.guardians.services import forget_guardians
from players.identity import person_of
from players.models import Account, ApiToken, Club, Grant, Invitation, JoinRequest, Membership, Person, RoleOffer
from players.names import normalize_name
from players.notifications.services.notifications import forget_accounts
from players.people.services.people import act_on_person, lock_person
from players.permissions import require_erasure
from players.program_names import mark_program

TRIES = 5
"""Times that erasing begins again because the person was tied to something more meanwhile."""


def erase_person(*, actor: Account, person_id: int, words: Collection[str] = ()) -> Person:
    """Put a pseudonym in the place of a person's name, in every record, and close the person's account.

    The whole name goes from texts in the person's own events too (`players.erasure.texts` says which); `words` are
    the keys of single words of it that go as well, as `preview` showed them. The journal of each event touched lists
    them.
    Games, results and ratings stay; nothing leads back from them to the name. It cannot be undone. People
    erase themselves; else those who manage the person do. Raises NotAllowed, LastOrganiser and, for one
    who is erased already or where a text is no longer the one that was shown, Refused.

    Texts are searched before anything is locked; under the lock only those that were changed since. Where the person
    was tied to something more meanwhile (joined a club, entered an event), it begins again, with that too; where that
    happened each time, `journal.Busy` is raised.
    """
    for _try in range(TRIES):
        try:
            return _erase(actor, person_id, words)
        except _TiedMeanwhile:
            continue
    raise journal.Busy(f"person {person_id} was tied to something more each time that erasing was prepared")


class _TiedMeanwhile(Exception):
    """The person has to do with a scope that was not locked: nothing is erased, and all of it is looked at again."""


def _erase(actor: Account, person_id: int, words: Collection[str]) -> Person:
    search = _search(actor, person_id)
    with act_on_person(person_id, actor, ErasePerson) as act:
        erasure = Erasure(_require_permitted(actor, person_id), actor, search)
        journal.lock(_scopes(erasure))
        person, account = _lock(erasure)
        found = erasure.find_texts()
        _refuse_unknown(found, words)
        if account is not None:
            _close_account(account)
        _rename_records(person)
        forget_answers()
        person.refresh_from_db()
        touched = [*_end_memberships(person), *_replace(found, words, person.name)]
        for answer in ask(PersonErasing(person)):
            touched += answer
        _log(act, actor, person, touched)
        emit(PersonsChanged(frozenset(record_ids(person.pk))))
    return person


def preview_erasure(*, actor: Account, person_id: int) -> Preview:
    """What `erase_person` would change in texts. Nothing is stored. Raises NotAllowed."""
    return preview(actor, _require_permitted(actor, person_id))


def clubs_that_bear_the_name(person: Person) -> list[Club]:
    """Clubs whose name, place or address says one of a person's names, or a longer word of one.

    Erasing leaves them: what a club is called is its own to decide. The one who erases is told.
    """
    finder = NameFinder(names_of(person))

    def bears(club: Club) -> bool:
        texts = map(decompose, (club.name, club.place, club.slug.replace("-", " ")))
        return any(finder.wholes(text) or finder.words(text) for text in texts)

    return [club for club in Club.objects.order_by("name", "pk") if bears(club)]


def erase_account(*, actor: Account) -> None:
    """Close the own account where no person hangs on it, and take its name away."""
    with journal.commit(journal.SERVER, actor, EraseAccount, account=actor.pk):
        if actor.person is not None:
            raise Refused(Message(_("This account belongs to a person: erase the person.")))
        release_grants(actor)
        _close_account(actor)


# --- who, and what may no longer change -----------------------------------------------------------------


def _search(actor: Account, person_id: int) -> TextSearch:
    """Every text of the person's scopes, looked at as it is now. Of an erased person, none: the act refuses it."""
    search = TextSearch()
    if Person.objects.get(pk=record_ids(person_id)[0]).erased_at is None:
        Erasure(_require_permitted(actor, person_id), actor, search).find_texts()
    return search


def _require_permitted(actor: Account, person_id: int) -> Person:
    """The person that the id stands for, whom `actor` may erase."""
    person = Person.objects.get(pk=record_ids(person_id)[0])
    if person_of(actor) != person:
        require_erasure(actor, person)
    return person


def _scopes(erasure: Erasure) -> set[str]:
    """Everything that the person has to do with: events, and clubs."""
    return {*erasure.ties, *(f"club:{club}" for club in erasure.clubs)}


def _lock(erasure: Erasure) -> tuple[Person, Account | None]:
    """The person, locked, and the account, which no one misses. Scopes are locked before persons."""
    if erasure.account is not None:
        release_grants(erasure.account)
    person = lock_person(erasure.person.pk)
    if not _scopes(Erasure(person, erasure.actor)) <= _scopes(erasure):
        raise _TiedMeanwhile
    return person, erasure.account


def _refuse_unknown(found: Iterable[Found], words: Collection[str]) -> None:
    """Raise Refused where a word was ticked that no longer stands where it stood."""
    if not set(words) <= {key for each in found for key in each.ticks()}:
        raise Refused(Message(_("A text has changed since it was shown. Nothing was erased: look at the words again.")))


# --- texts ----------------------------------------------------------------------------------------------


def _replace(found: Iterable[Found], words: Collection[str], stand_in: str) -> Iterator[Touched]:
    """Put `stand_in` for every whole name that was found, and for the words that were ticked."""
    rows: dict[tuple[type[Model], int, str], list[tuple[Path, str]]] = {}
    for each in found:
        spans = [*each.wholes, *(span for key, span in each.ticks().items() if key in words)]
        if spans:
            own, row = each.own, (each.own.model, each.own.pk, each.own.field)
            if row not in rows:
                yield Touched(own.scope, str(own.model._meta.model_name), own.pk, own.field)
            rows.setdefault(row, []).append((own.part, replace_spans(each.text, spans, stand_in)))
    for (model, pk, field), texts in rows.items():
        _store_texts(model, pk, field, texts)


def _store_texts(model: type[Model], pk: int, field: str, texts: Iterable[tuple[Path, str]]) -> None:
    """Write the new texts of one column of a row: the column's own, or parts of its JSON."""
    rows = model._default_manager.filter(pk=pk)
    longest = getattr(model._meta.get_field(field), "max_length", None)  # a pseudonym can be longer than the name
    value: Any = None
    for part, text in texts:
        if not part:
            value = text[:longest]
            continue
        value = rows.values_list(field, flat=True).get() if value is None else value
        inside = value
        for step in part[:-1]:
            inside = inside[step]
        inside[part[-1]] = text
    rows.update(**{field: value})


def _log(act: journal.ActContext, actor: Account, person: Person, touched: Iterable[Touched]) -> None:
    """Say in the journal of every scope which of its rows changed: ids and fields, no names."""
    by_scope: dict[str, list[dict[str, Any]]] = {}
    for row in touched:
        by_scope.setdefault(row.scope, []).append(row.as_data())
    if own := by_scope.pop(act.scope.key, None):
        act.data["texts"] = own
    for scope, texts in sorted(by_scope.items()):
        done = EndMembership if kind_of(scope) == CLUB else ScrubTexts
        with journal.commit(partial(_lock_even_hidden, scope), actor, done, person=person.pk, texts=texts):
            """The rows have changed already."""


def _lock_even_hidden(key: str) -> Scope:
    """A scope that no one sees, such as that of games that were taken back, holds texts too."""
    return Scope.objects.select_for_update().get(key=key)


# --- the account and the records ------------------------------------------------------------------------


def _close_account(account: Account) -> None:
    """Leave of an account only its id: no name, no address, no key, no role, no open browser."""
    end_sessions([account])
    forget_devices(account)
    remove_second_factor(account)
    remove_passkeys(account)
    drop_subscriptions([account])
    Grant.objects.filter(account=account).delete()
    RoleOffer.objects.filter(account=account).delete()
    JoinRequest.objects.filter(account=account).delete()
    ApiToken.objects.filter(Q(account=account) | Q(account__owner=account)).delete()
    account.programs.update(is_active=False)
    forget_accounts([account])
    forget_follows([account])
    account.username = ERASED_PREFIX + secrets.token_hex(4)
    account.email, account.language, account.last_login, account.is_active = "", "", None, False
    account.set_unusable_password()
    account.save()


def _rename_records(person: Person) -> None:
    """Give every record of the person a pseudonym of its own."""
    for record in Person.objects.filter(pk__in=record_ids(person.pk)):
        pseudonym = _free_pseudonym()
        record.name = mark_program(pseudonym) if record.is_program else pseudonym
        record.country, record.erased_at = "", timezone.now()
        record.save(update_fields=["name", "folded", "is_program", "country", "erased_at"])


def _free_pseudonym() -> str:
    """ "Player 4F7A": random, so that it says nothing; longer once the short ones are mostly taken."""
    for tries in range(100):
        name = f"Player {secrets.token_hex(2 + tries // 10).upper()}"
        if not Person.objects.filter(folded=normalize_name(name)).exists():
            return name
    raise RuntimeError("no pseudonym is free")


def _end_memberships(person: Person) -> list[Touched]:
    """A person who is erased belongs to no club any more."""
    today: date = timezone.now().date()
    rows = Membership.objects.filter(person__in=record_ids(person.pk), until=None)
    touched = [Touched(row.club.scope, "membership", row.pk, "until") for row in rows.select_related("club")]
    rows.filter(since__gt=today).update(until=F("since"))
    rows.update(until=today)
    Invitation.objects.filter(person__in=record_ids(person.pk), answer="").delete()
    JoinRequest.objects.filter(person__in=record_ids(person.pk)).delete()
    forget_guardians(record_ids(person.pk))
    return touched
