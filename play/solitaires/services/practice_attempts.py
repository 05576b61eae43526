"""Practice of people with accounts: attempts that are stored turn by turn, and whose turns may be taken back."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F

from common.journal import services as journal
from games.attempts.services.attempts import (
    NewAttempt,
    begin_attempt,
    create_attempts,
    play_turn,
    resign_attempt,
    start_of,
)
from games.core.permissions import is_player
from games.models import Attempt, AttemptTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.core.replay import PlayedDeal
from play.models import Hint, PracticeAttempt
from play.solitaires.acts import AskHint, BeginPractice, UndoTurn
from play.solitaires.services.hints import ask_hint
from play.solitaires.services.practice import find_deal
from players.core.queries.records import record_ids
from players.models import Account, Person
from players.people.services.people import lock_person

_NOTHING_TO_UNDO = Message(_("No turn to undo."))


def load_practice(attempt_id: int, account: Account) -> PracticeAttempt:
    """The account's own practice. Raises PracticeAttempt.DoesNotExist for that of others, too."""
    rows = PracticeAttempt.objects.select_related("attempt__parent_scope", "attempt__player", "deal")
    practice = rows.get(attempt=attempt_id)
    if not is_player(practice.attempt, account):
        raise PracticeAttempt.DoesNotExist
    return practice


def load_played(attempt: Attempt) -> PlayedDeal:
    """The attempt's deal with the turns so far. One query."""
    tokens = AttemptTurn.objects.filter(attempt=attempt).order_by("ply").values_list("token", flat=True)
    return PlayedDeal(start_of(attempt), tuple(tokens))


def begin_practice(
    account: Account,
    person: Person,
    rules: str,
    number: int | None = None,
    *,
    seed: str = "",
    options: Collection[str] = (),
) -> Attempt:
    """A new deal for practice, see `find_deal`. What the person has not finished of this game is given up.

    Raises PlayRefused.
    """
    mine = PracticeAttempt.objects.filter(attempt__player__in=record_ids(person.pk), deal__rules=rules)
    played = mine.values_list("deal", flat=True)
    deal = find_deal(rules, options=options, number=number, seed=seed, besides=played)
    with transaction.atomic():
        for begun in mine.filter(attempt__ended_at=None).values_list("attempt", flat=True):
            resign_attempt(begun, account)
        parent_scope = journal.open_scope(f"practice:{person.pk}", journal.SERVER)
        with journal.commit(parent_scope.key, account, BeginPractice, deal=deal.pk):
            player = lock_person(person.pk)
            new = [NewAttempt(player=player.pk, setup=deal.setup)]
            (attempt,) = create_attempts(new, parent_scope=parent_scope, rules=rules, options=deal.options)
            PracticeAttempt.objects.create(attempt=attempt, deal=deal)
        return begin_and_advance(attempt, account)


def begin_and_advance(attempt: Attempt, account: Account) -> Attempt:
    """Begin an attempt, and play what is played at its start without asking. In the caller's transaction."""
    begun = begin_attempt(attempt.pk, account)
    played = load_played(begun)
    if (first := played.position.forced_move()) is not None:
        begun = play_turn(begun.pk, account, played.position.notation(first), advance=True)
    return begun


def undo_turn(attempt_id: int, account: Account, *, expect: int | None = None) -> None:
    """Take back the last turn that was chosen in practice, and what followed it; also when it is over.

    Raises PlayRefused, `journal.Stale` and PracticeAttempt.DoesNotExist.
    """
    practice = load_practice(attempt_id, account)
    attempt = practice.attempt
    journal.check_not_overtaken(attempt.scope, expect, UndoTurn)
    played = load_played(attempt)
    before = played.before_last_choice()
    if before is None:
        raise PlayRefused(_NOTHING_TO_UNDO)
    kept = len(before.tokens)
    with (
        journal.commit(attempt.parent_scope.key, account, UndoTurn, attempt=attempt.pk),
        journal.commit(attempt.scope, account, UndoTurn, expect=expect, ply=kept + 1),
    ):
        turns = AttemptTurn.objects.filter(attempt=attempt)
        if turns.count() != len(played.tokens):
            raise PlayRefused(_NOTHING_TO_UNDO)
        turns.filter(ply__gt=kept).delete()
        Attempt.objects.filter(pk=attempt.pk).update(ended_at=None, ending="", result="", counts=None)
        PracticeAttempt.objects.filter(pk=practice.pk).update(undone=F("undone") + 1)


def ask_practice_hint(attempt_id: int, account: Account) -> Hint:
    """Ask what the solver would play. Raises PlayRefused, FairPlayRefused, TooMany and PracticeAttempt.DoesNotExist."""
    practice = load_practice(attempt_id, account)
    played = load_played(practice.attempt)
    with journal.commit(practice.attempt.scope, account, AskHint, ply=len(played.tokens)):
        hint = ask_hint(practice.deal, played, f"account-{account.pk}", account)
        PracticeAttempt.objects.filter(pk=practice.pk).update(hints=F("hints") + 1)
    return hint
