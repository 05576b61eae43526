"""What stands above every page of an event: its title, its facts, its tabs, and what the reader may do."""

from __future__ import annotations

from dataclasses import dataclass

from common.journal import queries as journal
from common.journal.models import JournalEntry
from games.core.labels import option_names, rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries.records import canonical_id
from players.models import Account
from players.permissions import held_permissions
from players.roles import Permission
from tournaments.core.acts import StartEvent, UnstartEvent
from tournaments.core.formats import format_of, has_opponents, pairs_freely
from tournaments.core.queries.played_here import BoardFacts, board_facts
from tournaments.core.queries.visibility import Reader
from tournaments.core.queries.waiting_list import full_events, own_place
from tournaments.core.setup_draws import setup_generator_of
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Event, Member

STATES: dict[str, Message] = {
    Event.State.DRAFT: Message(_("Draft")),
    Event.State.OPEN: Message(_("Open for registration")),
    Event.State.RUNNING: Message(_("Running")),
    Event.State.CLOSED: Message(_("Closed")),
}
ANNOUNCED = Message(_("Announced"))
FULL = Message(_("Full, with a waiting list"))
BADGES: dict[str, str] = {Event.State.OPEN: "accent", Event.State.RUNNING: "good"}


@dataclass(frozen=True, slots=True)
class EventHead:
    """An event as its pages introduce it. `own_entry` is the reader's, `version` the scope's.

    `by_chance`: the board of its games is laid out by chance. `pairs_freely`: players can be kept apart.
    `has_opponents`: players meet; else everybody plays the same deals alone. `boards`: how it is played on this server,
    None for over the board.
    `permissions_anywhere`: what the reader may do in any scope at all. `own_place`: the reader's on the waiting list.
    """

    event: Event
    version: int
    state: Message
    badge: str
    game: Message
    variant: tuple[Message, ...]
    by_chance: bool
    format: Message
    pairs_freely: bool
    has_opponents: bool
    boards: BoardFacts | None
    may_edit: bool
    may_run: bool
    may_enter_players: bool
    may_decide: bool
    own_entry: int | None
    can_enter: bool
    own_place: int | None = None
    permissions_anywhere: frozenset[Permission] = frozenset()

    @property
    def rules_notice(self) -> Message | None:
        """That the event is not under standard rules, where that is so."""
        return rules_notice(left=not self.event.follows_rules)


def event_head(event: Event, reader: Reader) -> EventHead:
    """The head for this reader. For somebody who is not signed in: one query, two where players register."""
    version, keys = journal.version_and_parents(event.scope)
    own, held = own_entry_id(event, reader), held_permissions(reader, keys)
    place = own_place(event, reader) if own is None else None
    allowed = held.here
    open_ = event.state == Event.State.OPEN and event.self_entry
    return EventHead(
        event=event,
        version=version,
        state=state_of(event),
        badge=BADGES.get(event.state, ""),
        game=rules_name(event.rules),
        variant=tuple(option_names(event.rules, event.options)),
        by_chance=setup_generator_of(event) is not None,
        format=Message(format_of(event.format).name),
        pairs_freely=pairs_freely(event.format),
        has_opponents=has_opponents(event.format),
        boards=board_facts(event),
        may_edit=Permission.EDIT_EVENT in allowed,
        may_run=Permission.RUN_ROUNDS in allowed,
        may_enter_players=Permission.ENTER_PLAYERS in allowed,
        may_decide=Permission.DECIDE_RESULT in allowed,
        own_entry=own,
        can_enter=open_ and own is None and place is None,
        own_place=place,
        permissions_anywhere=held.anywhere,
    )


def seed_of(event: Event) -> str:
    """The seed by which pairing numbers were drawn, so that anybody can repeat it; "" where they were not."""
    line = JournalEntry.objects.filter(scope__key=event.scope, action__in=(StartEvent.name, UnstartEvent.name))
    last = line.order_by("-version").first()
    return str(last.data.get("seed", "")) if last is not None else ""


def state_of(event: Event) -> Message:
    """The event's state in a word or two."""
    if event.state == Event.State.OPEN and not event.self_entry:
        return ANNOUNCED
    if event.state == Event.State.OPEN and full_events([event]):
        return FULL
    return STATES[event.state]


def own_entry_id(event: Event, reader: Reader) -> int | None:
    """The entry of the reader's person, None where there is none."""
    if not isinstance(reader, Account) or reader.person is None:
        return None
    mine = Member.objects.filter(event=event).annotate(root=canonical_id("person"))
    return mine.filter(root=reader.person.canonical_id).values_list("entry_id", flat=True).first()
