"""The only code that writes titles: their rules, awards and withdrawals."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.acts import commit_permitted
from players.core.queries.records import canonical_ids
from players.models import Account, Club
from players.permissions import require
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.services.club_events import delete_in_club, make_in_club
from tournaments.models import Award, AwardWithdrawal, Title
from tournaments.titles.acts import AwardTitle, CreateTitle, DeleteTitle, EditTitle, WithdrawTitle
from tournaments.titles.queries import candidates

MOST_TITLES = 30
LONGEST_REASON = 300


def create_title(club_id: int, actor: Account, *, name: str, kind: str, rating: int, games: int, **more: Any) -> Title:
    """A new title of a club with its rule; `more` are `game` and `norms`. Raises NotAllowed and EventRefused."""

    def make(club: Club) -> Title:
        if Title.objects.filter(club=club).count() >= MOST_TITLES:
            raise EventRefused(Message(_("A club can have up to %(most)d titles."), {"most": MOST_TITLES}))
        title = Title(club=club)
        _fill(title, name=name, kind=kind, rating=rating, games=games, **more)
        title.save()
        return title

    return make_in_club(club_id, actor, CreateTitle, make)


def edit_title(title_id: int, actor: Account, *, expect: int | None = None, **changes: Any) -> Title:
    """Change the name or rule of a title; what was awarded stays.

    Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"title:{title_id}", actor, EditTitle, expect=expect):
        title = Title.objects.get(pk=title_id)
        _fill(title, **changes)
        title.save()
    return title


def _fill(title: Title, **values: Any) -> None:
    if "name" in values:
        values["name"] = kept_name(values["name"])
        same = Title.objects.filter(club=title.club_id, name=values["name"]).exclude(pk=title.pk)
        if same.exists():
            raise EventRefused(Message(_("The club has a title of this name already.")), field="name")
    for field, value in values.items():
        setattr(title, field, value)


def delete_title(title_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Delete a title that was never awarded. Raises NotAllowed, Stale, EventRefused and DoesNotExist."""
    delete_in_club(Title, title_id, actor, DeleteTitle, expect, _refuse_awarded)


def _refuse_awarded(title: Title) -> None:
    if title.awards.exists():
        raise EventRefused(Message(_("This title was awarded, so its history stays.")))


def award_title(title_id: int, actor: Account, person_id: int, *, expect: int | None = None) -> Award:
    """Award a title to a candidate, with the numbers that it is awarded for.

    Raises NotAllowed, Stale, DoesNotExist, and EventRefused for a person who does not meet the rule or holds it.
    """
    with commit_permitted(f"title:{title_id}", actor, AwardTitle, expect=expect) as act:
        title = Title.objects.select_related("club").get(pk=title_id)
        person = canonical_ids([person_id]).get(person_id)
        found = next((each for each in candidates(title) if each.person == person), None)
        if found is None:
            raise EventRefused(Message(_("This player does not meet the rule, or holds the title already.")))
        act.data["person"] = found.person
        return Award.objects.create(
            title=title, person_id=found.person, awarded_on=timezone.localdate(), basis=dict(found.basis)
        )


def withdraw_title(
    title_id: int, actor: Account, award_id: int, *, reason: str, expect: int | None = None
) -> AwardWithdrawal:
    """Withdraw an award; it stays in the history with the reason.

    Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    key = f"title:{title_id}"
    require(actor, WithdrawTitle.permission, key)
    why = reason.strip()
    if not why or len(why) > LONGEST_REASON:
        raise EventRefused(Message(_("Give a reason for withdrawing the title.")), field="reason")
    with journal.commit(key, actor, WithdrawTitle, expect=expect) as act:
        award = Award.objects.get(pk=award_id, title=title_id)
        if AwardWithdrawal.objects.filter(award=award).exists():
            raise EventRefused(Message(_("This title has already been withdrawn.")))
        act.data["person"] = canonical_ids([award.person_id]).get(award.person_id, award.person_id)
        return AwardWithdrawal.objects.create(award=award, withdrawn_on=timezone.localdate(), reason=why)
