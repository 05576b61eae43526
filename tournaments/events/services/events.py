"""Making, changing, announcing and deleting events; names that change in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import JournalEntry
from common.journal.services import touch
from games.core.services.errors import GameRefused
from games.results.services.create import allow_agreed_draws
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.core.events import PersonsChanged
from players.core.queries.records import belongs_to
from players.models import Account, Club, Person
from players.people.services.people import remove_people, unused_people
from players.permissions import require
from tournaments.core.acts import EventAct
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import (
    FIXED_AT_ROUND_1,
    FIXED_AT_START,
    FIXED_WHEN_CLOSED,
    EventConfig,
    config_of,
    validate,
)
from tournaments.core.formats import groups_of, splits
from tournaments.core.round_drafts import is_paired
from tournaments.core.services.base import EventCommand, State, event_act, need_confirmation, need_state
from tournaments.core.services.standard_rules import confirm_exit, leave_rules, need_to_stay_outside, store_exits
from tournaments.core.standard_rules import CHOSEN, departures
from tournaments.entries.acts import EnterMany, EnterPerson
from tournaments.entries.services.moving_up import fill_places
from tournaments.events.acts import Announce, CreateEvent, DeleteEvent, EditEvent, Retract
from tournaments.labels import about_event
from tournaments.models import Entry, Event, Member

# --- making, changing, announcing and deleting events -----------------------------------------------------


def create_event(
    club_id: int,
    actor: Account,
    *,
    plan: EventConfig,
    standard_rules: bool | None = None,
    example: bool = False,
    confirm: Collection[str] = (),
) -> Event:
    """A new event of a club, as a draft that its organisers see.

    `standard_rules`: whether it is to be held under them; None: where the plan is. Where it is to be and the plan is
    not, that is confirmed by the keys in `confirm`. Raises NotAllowed, EventRefused and ConfirmationNeeded.
    """
    key = f"club:{club_id}"
    require(actor, CreateEvent.permission, key)
    chosen = validate(plan)
    leaving = departures(chosen)
    if standard_rules:
        confirm_exit(f"{key}:new:{_fingerprint(chosen)}", leaving, confirm, is_draft=True)
    elif standard_rules is False and not leaving:
        leaving = (CHOSEN,)
    with journal.commit(key, actor, CreateEvent) as act:
        club = Club.objects.get(pk=club_id)
        event = Event.objects.create(club=club, example=example or club.example, **chosen.values())
        act.data["event"] = event.pk
        journal.open_scope(event.scope, key)
        with journal.commit(event.scope, actor, CreateEvent, format=event.format, rules=event.rules) as own:
            store_exits(event, actor, leaving, lambda **data: own.data.update(data))
    return event


def edit_event(
    event_id: int,
    actor: Account,
    *,
    plan: EventConfig,
    standard_rules: bool | None = None,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> Event:
    """Change an event's plan, as far as its state allows.

    What leaves standard rules, or `standard_rules` False, is confirmed by the keys in `confirm`, and for good. `expect`
    is the event's version that the form showed. Raises NotAllowed, Stale, EventRefused and ConfirmationNeeded.
    """
    chosen = validate(plan)
    with event_act(event_id, actor, EditEvent, expect=expect) as doing:
        event = doing.event
        before, after = config_of(event).values(), chosen.values()
        changed = sorted(name for name in after if before[name] != after[name])
        _check_changes(event, set(changed))
        _check_groups(event, chosen, set(changed))
        if "tie_breaks" in changed and is_paired(event):
            _confirm_tie_breaks(event, chosen.tie_breaks or (), confirm)
        need_to_stay_outside(event, standard_rules)
        leaving = departures(chosen) or ((CHOSEN,) if standard_rules is False else ())
        leave_rules(event, actor, leaving, _fingerprint(chosen), confirm, doing.note)
        for name in changed:
            setattr(event, name, after[name])
        if changed:
            event.save(update_fields=changed)
        if "agreed_draws" in changed:
            _let_games_follow(doing)
        doing.note(fields=changed)
        fill_places(doing)
    return event


def _confirm_tie_breaks(event: Event, new: Sequence[str], confirm: Collection[str]) -> None:
    """Tie-breaks that were announced change in the middle only where a person confirms it twice."""
    params = {"old": list(event.tie_breaks) or "–", "new": list(new) or "–"}
    template = _("Round 1 was paired with the tie-breaks %(old)s: they become %(new)s.")
    follows = Message(
        _("All places are recalculated with the new tie-breaks, and the journal shows the change to everyone.")
    )
    caution = Caution("tie-breaks", Level.CONFIRM_TWICE, Message(template, params))
    key = f"{event.scope}:tie-breaks:{','.join(new)}"
    need_confirmation(key, _("Change the tie-breaks"), [caution], confirm, [follows])


def _fingerprint(plan: EventConfig) -> str:
    """What a plan says, always the same for the same."""
    return repr(sorted(plan.values().items(), key=lambda item: item[0]))


def _let_games_follow(doing: EventCommand) -> None:
    try:
        allow_agreed_draws(doing.scope, doing.event.agreed_draws)
    except GameRefused as error:
        raise EventRefused(error.message, field="agreed_draws") from error


def frozen_fields(event: Event) -> frozenset[str]:
    """The fields of the plan that can no longer change in the event's state."""
    frozen: frozenset[str] = frozenset()
    if event.state in (State.RUNNING, State.CLOSED):
        frozen |= FIXED_AT_START
        if event.state == State.CLOSED or is_paired(event):
            frozen |= FIXED_AT_ROUND_1
    return frozen | FIXED_WHEN_CLOSED if event.state == State.CLOSED else frozen


def _check_changes(event: Event, changed: set[str]) -> None:
    too_late = sorted(changed & frozen_fields(event))
    if too_late:
        raise EventRefused(
            Message(_("This can no longer change: players registered on the announced terms.")),
            field=too_late[0],
        )


def _check_groups(event: Event, plan: EventConfig, changed: set[str]) -> None:
    """Once players are in their groups, there are as many groups as there are."""
    if event.state == State.RUNNING and "format_options" in changed and splits(event.format):
        groups, event.format_options = groups_of(event), dict(plan.format_options)
        if groups_of(event) != groups:
            message = _("Players are already in their groups: undo the start first.")
            raise EventRefused(Message(message), field="format_options")


def announce(event_id: int, actor: Account, *, expect: int | None = None) -> Event:
    """Show a draft to everybody; players can enter themselves where the plan says so."""
    return _change_state(event_id, actor, Announce, State.DRAFT, State.OPEN, expect)


def retract(event_id: int, actor: Account, *, expect: int | None = None) -> Event:
    """Take an announcement back: the event is a draft again, and keeps its entries."""
    return _change_state(event_id, actor, Retract, State.OPEN, State.DRAFT, expect)


def _change_state(event_id: int, actor: Account, act: type[EventAct], old: str, new: str, expect: int | None) -> Event:
    with event_act(event_id, actor, act, expect=expect) as doing:
        event = doing.event
        need_state(event, old)
        event.state = new
        event.save(update_fields=["state"])
        fill_places(doing)
    return event


def made_people(event: Event) -> list[Person]:
    """The people whom acts on this event made and whom nothing else names: no account, game, event or other club."""
    lines = JournalEntry.objects.filter(scope__key=event.scope, action__in=(EnterPerson.name, EnterMany.name))
    ids = {pk for data in lines.values_list("data", flat=True) for pk in data.get("made", ())}
    here = set(Member.objects.filter(event=event).values_list("pk", flat=True))
    return unused_people(ids, club=event.club, without={"entries": here})


def delete_event(event_id: int, actor: Account, *, with_people: bool = False, expect: int | None = None) -> None:
    """Delete a draft with its entries; `with_people`: also whom it made (`made_people`).

    What was announced or played is not deleted.
    """
    club_key = f"club:{Event.objects.values_list('club', flat=True).get(pk=event_id)}"
    require(actor, DeleteEvent.permission, f"event:{event_id}")
    with (
        journal.commit(club_key, actor, DeleteEvent, event=event_id),
        event_act(event_id, actor, DeleteEvent, expect=expect) as doing,
    ):
        need_state(doing.event, State.DRAFT)
        made = made_people(doing.event) if with_people else []
        Entry.objects.filter(event=doing.event).delete()
        remove_people(made)
        doing.event.delete()


# --- pages are kept by the version of the event's scope ---------------------------------------------------
# It moves for every event whose persons have other names.


INVALIDATE = "show-anew"
"""The kind of job that moves the version of an event whose persons have other names; its subject is the scope."""


def request_invalidating(event: PersonsChanged) -> None:
    """Ask a worker for it, where this process does not live to do it (`invalidate_at_once`)."""
    for scope in _scopes_of(event):
        jobs.request(INVALIDATE, scope)


def invalidate_at_once(event: PersonsChanged) -> None:
    """So that the one who changed a name sees it. After the commit: the service that changed the persons holds another
    scope, and scopes are locked one at a time.
    """
    jobs.run_now(INVALIDATE, _scopes_of(event))


def _scopes_of(event: PersonsChanged) -> list[str]:
    """The scopes of all events that a person of these played in."""
    concerned = Member.objects.filter(belongs_to(event.ids))
    return [f"event:{pk}" for pk in sorted(set(concerned.values_list("event", flat=True)))]


@jobs.handler(INVALIDATE, label=about_event(_("Changed names in %(event)s")))
def invalidate(scope: str) -> None:
    """Nothing that was made of the event with the old names is used again."""
    touch([scope])
