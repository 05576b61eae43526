"""Categories of an event, its prizes, and birth years for those that go by age."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction

from common.events import emit
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.categories import birth_year_of
from players.models import Account, Club
from tournaments.core.errors import EventRefused
from tournaments.core.events import BirthYearsChanged
from tournaments.core.formats import has_opponents, is_by_clock, is_for_teams, is_league, option
from tournaments.core.prize_plan import (
    LONGEST_CURRENCY,
    MOST_CATEGORIES,
    CategoryPlan,
    PrizePlan,
    check_category,
    check_prizes,
)
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.models import Category, CategoryMember, Entry, Event, Member, PlacePrize, PrizeRules
from tournaments.standings.acts import DeleteCategory, HideStandings, SaveCategory, SetBirthYears, SetPrizes

BEFORE_CLOSING = (State.DRAFT, State.OPEN, State.RUNNING)
FIRST_YEAR = 1900


def save_category(
    event_id: int, actor: Account, plan: CategoryPlan, category_id: int | None = None, *, expect: int | None = None
) -> Category:
    """Make a category, or change the one that `category_id` names.

    Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    check_category(plan)
    with event_act(event_id, actor, SaveCategory, expect=expect) as doing:
        need_changeable(doing.event)
        event, values = doing.event, plan.values()
        if category_id is None and Category.objects.filter(event=event).count() >= MOST_CATEGORIES:
            message = Message(_("An event has at most %(most)d categories."), {"most": MOST_CATEGORIES})
            raise EventRefused(message, field="name")
        if plan.kind == Category.Kind.BOARD:
            _need_board(event, plan.board or 0)
        if plan.kind == Category.Kind.CLUB and not Club.objects.filter(pk=plan.club or 0).exists():
            raise EventRefused(Message(_("No club has this name.")), field="club")
        old = Category.objects.get(event=event, pk=category_id) if category_id is not None else None
        category = _write_category(event, old, values)
        _write_members(doing, category, plan)
        doing.note(category=category.pk)
    return category


ALL_ROUNDS = 0
"""How many rounds are hidden where no standings are shown at all."""


def hide_standings(
    event_id: int, actor: Account, *, hides: bool, rounds: int | None = None, expect: int | None = None
) -> Event:
    """Hide the standings after the last `rounds` from readers (None: after all), or show them. As `event_act`."""
    wanted = (rounds or ALL_ROUNDS) if hides else None
    with event_act(event_id, actor, HideStandings, expect=expect, hidden=hides) as doing:
        event = doing.event
        if hides and (is_by_clock(event.format) or not has_opponents(event.format)):
            raise EventRefused(Message(_("Standings of this format are always shown.")), field="hides")
        event.hides_rounds = wanted
        event.save(update_fields=["hides_rounds"])
    return event


def can_be_changed(event: Event) -> bool:
    """Whether categories and prizes of the event can be changed."""
    return State(event.state) in BEFORE_CLOSING and not is_league(event.format)


def need_changeable(event: Event) -> None:
    """Raise EventRefused where categories and prizes cannot be changed: of a closed event, and in a league."""
    need_state(event, *BEFORE_CLOSING)
    if is_league(event.format):
        raise EventRefused(Message(_("In a league each group has its own table: there are no categories or prizes.")))


def _need_board(event: Event, board: int) -> None:
    if not is_for_teams(event.format):
        raise EventRefused(Message(_("Boards have categories only where teams meet.")), field="kind")
    boards = option(event, "boards")
    if board > boards:
        raise EventRefused(Message(_("A match has %(boards)d boards."), {"boards": boards}), field="board")


def _write_category(event: Event, category: Category | None, values: Mapping[str, object]) -> Category:
    made = category or Category(event=event)
    for name, value in values.items():
        setattr(made, name, value)
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError as error:
        raise EventRefused(Message(_("A category of that name already exists.")), field="name") from error
    return made


def _write_members(doing: EventCommand, category: Category, plan: CategoryPlan) -> None:
    wanted = plan.members if plan.kind == Category.Kind.HAND else frozenset[int]()
    there = frozenset(category.members.values_list("entry", flat=True))
    known = frozenset(Entry.objects.filter(event=doing.event, pk__in=wanted).values_list("pk", flat=True))
    if known != wanted:
        raise EventRefused(Message(_("One of these players is not registered for this event.")), field="members")
    category.members.filter(entry__in=there - wanted).delete()
    CategoryMember.objects.bulk_create(
        CategoryMember(category=category, entry_id=entry) for entry in sorted(wanted - there)
    )
    doing.note_change(members=(sorted(there), sorted(wanted)))


def delete_category(event_id: int, actor: Account, category_id: int, *, expect: int | None = None) -> None:
    """Delete a category with its prizes; its players stay in the event."""
    with event_act(event_id, actor, DeleteCategory, expect=expect) as doing:
        need_state(doing.event, *BEFORE_CLOSING)
        category = Category.objects.get(event=doing.event, pk=category_id)
        doing.note(category=category.pk)
        category.delete()


def set_prizes(event_id: int, actor: Account, plan: PrizePlan, *, expect: int | None = None) -> None:
    """Put these prizes in place of all that the event and its categories have.

    Raises NotAllowed, Stale and EventRefused: for a category of another event, and for prizes that rise with the place.
    """
    for category, prizes in plan.lists.items():
        check_prizes(prizes, "prizes" if category is None else f"prizes_{category}")
    if len(plan.currency) > LONGEST_CURRENCY:
        raise EventRefused(Message(_("Shorten the currency, such as EUR.")), field="currency")
    with event_act(event_id, actor, SetPrizes, expect=expect) as doing:
        need_changeable(doing.event)
        event, rules = doing.event, plan.rules
        known = set(Category.objects.filter(event=event).values_list("pk", flat=True))
        if not {each for each in plan.lists if each is not None} <= known:
            raise EventRefused(Message(_("This category does not exist.")))
        before = _amounts(event)
        PlacePrize.objects.filter(event=event).delete()
        PlacePrize.objects.bulk_create(
            PlacePrize(event=event, category_id=category, place=place, amount=each.amount, name=each.name)
            for category, prizes in plan.lists.items()
            for place, each in enumerate(prizes, 1)
        )
        values = {"currency": plan.currency, "sharing": rules.sharing, "unit": rules.unit, "several": rules.several}
        old = PrizeRules.objects.filter(event=event).values(*values).first() or {}
        PrizeRules.objects.update_or_create(event=event, defaults=values)
        doing.note_change(
            prizes=(before, _amounts(event)),
            **{name: (old.get(name), value) for name, value in values.items() if name != "currency"},
        )


def _amounts(event: Event) -> list[list[int]]:
    """The amounts of the event's prizes for the journal: category (0: the event), place, cents. Names are no part."""
    rows = (
        PlacePrize.objects.filter(event=event).order_by("category", "place").values_list("category", "place", "amount")
    )
    return [[category or 0, place, amount] for category, place, amount in rows]


def set_birth_years(
    event_id: int, actor: Account, years: Mapping[int, int | None], *, expect: int | None = None
) -> list[int]:
    """Write down birth years by entry (None takes one away), and return the entries that changed.

    They stand among what files say of a player (`Entry.details`): organisers alone read them, and erasing the person
    deletes them. A whole date that came from a file stays where the year is the same. The journal has no years.
    """
    with event_act(event_id, actor, SetBirthYears, expect=expect) as doing:
        need_state(doing.event, *BEFORE_CLOSING)
        found = {entry.pk: entry for entry in Entry.objects.filter(event=doing.event, pk__in=years)}
        if len(found) < len(years):
            raise EventRefused(Message(_("One of these players is not registered for this event.")))
        last = doing.event.ends_on.year
        for year in years.values():
            if year is not None and not FIRST_YEAR <= year <= last:
                message = Message(
                    _("A birth year must be between %(first)d and %(last)d."), {"first": FIRST_YEAR, "last": last}
                )
                raise EventRefused(message)
        changed = [found[pk] for pk, year in years.items() if birth_year_of(found[pk].details.get("birth", "")) != year]
        for entry in changed:
            kept = {name: value for name, value in entry.details.items() if name != "birth"}
            year = years[entry.pk]
            entry.details = kept | ({"birth": str(year)} if year is not None else {})
        Entry.objects.bulk_update(changed, ["details"])
        doing.note(entries=[entry.pk for entry in changed])
        emit(BirthYearsChanged([*Member.objects.filter(entry__in=changed).values_list("person", flat=True)]))
    return [entry.pk for entry in changed]
