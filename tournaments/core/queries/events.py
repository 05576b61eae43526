"""What stands above every page of an event: its facts, who may see it, the waiting list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import ngettext

from common.journal import queries as journal
from common.journal.models import JournalEntry
from common.journal.services import SERVER
from games.core.labels import option_names, rules_name
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import who_can_play
from players.core.queries.records import canonical_id
from players.models import Account, Club
from players.permissions import NotAllowed, held_permissions, may, scopes_granted
from players.roles import Permission
from ratings.core.queries.lists import lists_state
from tournaments.core.acts import StartEvent, UnstartEvent
from tournaments.core.draws import setup_generators_of
from tournaments.core.formats import format_of, has_opponents, is_by_clock, is_for_teams, option, pairs_freely
from tournaments.core.loader import EventData
from tournaments.core.medleys import ORDER_NAMES, game_name, games_of, list_key, names_of_games, options_for, order_of
from tournaments.core.played_here import DAY
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Entry, EntryLimit, Event, Member, WaitingPlayer

# --- who sees which events: drafts are their organisers', everything else is public -----------------------


Reader = Account | AnonymousUser | None

PUBLIC = (Event.State.OPEN, Event.State.RUNNING, Event.State.CLOSED)


def may_see(reader: Reader, event: Event) -> bool:
    """Whether `reader` may look at `event`: everybody may, save at drafts."""
    return event.state in PUBLIC or may(reader, Permission.RUN_ROUNDS, event.scope)


def require_visible(reader: Reader, event: Event) -> None:
    """NotAllowed for a draft of another person's."""
    if not may_see(reader, event):
        raise NotAllowed(Permission.RUN_ROUNDS, event.scope)


def events_of(club: Club, reader: Reader) -> QuerySet[Event]:
    """The events of a club that `reader` may see, the latest first."""
    return all_events(reader).filter(club=club)


def all_events(reader: Reader) -> QuerySet[Event]:
    """The events of all clubs that `reader` may see, the latest first. One query more than the list itself."""
    shown = Event.objects.filter(visible_to(reader)).select_related("club", "festival_section__festival")
    return shown.order_by("-starts_on", "-pk")


def visible_to(reader: Reader) -> Q:
    """`may_see` as a condition on events. One query."""
    own = where_granted(reader, Permission.RUN_ROUNDS)
    return Q(state__in=PUBLIC) | own if own else own


def where_granted(reader: Reader, permission: Permission) -> Q:
    """Events in which a role of `reader` allows `permission`, as a condition; empty where it is all. One query."""
    keys = scopes_granted(reader, permission)
    return Q() if SERVER in keys else Q(club__in=_ids(keys, "club")) | Q(pk__in=_ids(keys, "event"))


def _ids(keys: Iterable[str], kind: str) -> list[int]:
    """The ids in the keys of one kind of scope."""
    return [int(key.partition(":")[2]) for key in keys if key.startswith(f"{kind}:")]


# --- how many players an event takes, and who waits for a place -------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """How full an event is. `most` None: it takes all. `moves_up`: who waits longest has a free place at once."""

    most: int | None
    moves_up: bool
    entered: int
    waiting: int

    @property
    def is_full(self) -> bool:
        """Whether who registers now has to wait."""
        return self.most is not None and (self.waiting > 0 or self.entered >= self.most)

    @property
    def free(self) -> int:
        """How many places are free; 0 where there is no limit."""
        return max((self.most or 0) - self.entered, 0)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A person who waits: the place in the list, from 1, and since when."""

    id: int
    place: int
    person: int
    name: str
    since: datetime


def places_of(event: Event) -> Places:
    """How full an event is. Three queries."""
    limit = EntryLimit.objects.filter(event=event).first()
    return Places(
        most=limit.most if limit is not None else None,
        moves_up=limit.moves_up if limit is not None else True,
        entered=Entry.objects.filter(event=event).count(),
        waiting=WaitingPlayer.objects.filter(event=event).count(),
    )


def full_events(events: Sequence[Event]) -> frozenset[int]:
    """The ids of those of the events in which the one who registers now has to wait. One query."""
    limits = EntryLimit.objects.filter(event__in=[event.pk for event in events]).annotate(
        entered=Count("event__entries", distinct=True), waiting=Count("event__waiting", distinct=True)
    )
    rows = limits.values_list("event_id", "most", "entered", "waiting")
    return frozenset(
        event for event, most, entered, waiting in rows if most is not None and (waiting or entered >= most)
    )


def waiting_list(event: Event) -> list[WaitingRow]:
    """Who waits, the first first."""
    rows = WaitingPlayer.objects.filter(event=event).order_by("pk")
    columns = ("pk", canonical_id("person"), Coalesce("person__merged_into__name", "person__name"), "since")
    return [
        WaitingRow(pk, place, person, name, since)
        for place, (pk, person, name, since) in enumerate(rows.values_list(*columns), 1)
    ]


def own_place(event: Event, reader: Reader) -> int | None:
    """Which place on the waiting list is the reader's, None for none. One query for who has none."""
    if not isinstance(reader, Account) or reader.person is None:
        return None
    rows = WaitingPlayer.objects.filter(event=event)
    mine = rows.annotate(root=canonical_id("person")).filter(root=reader.person.canonical_id).first()
    return rows.filter(pk__lte=mine.pk).count() if mine is not None else None


# --- what pages say of an event that is played on this server ---------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """By which clock games are played here, and in how long the first turn is made."""

    control: Message
    first_turn: str


def board_facts(event: Event) -> BoardFacts | None:
    """The facts of an event; None where it is played over the board."""
    if not event.is_played_here:
        return None
    return BoardFacts(parse_control(event.time_control).explain(), duration_words(event.no_show_minutes or 0))


def duration_words(minutes: int) -> str:
    """ "15 minutes", "3 days"."""
    if minutes % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // DAY) % {"count": minutes // DAY}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def without_account(rows: EventData) -> tuple[Message, ...]:
    """Who plays over the board in an event that is played here. Two queries, none for other events."""
    if not rows.event.is_played_here:
        return ()
    there = who_can_play([entry.person for entry in rows.entries])
    names = [entry.name for entry in rows.entries if not entry.withdrawn and entry.person not in there]
    message = _("These players have no account and play over the board: %(players)s.")
    return (Message(message, {"players": names}),) if names else ()


# --- what stands above every page of an event -------------------------------------------------------------
# Its title, its facts, its tabs, and what the reader may do.


STATES: dict[str, Message] = {
    Event.State.DRAFT: Message(_("Draft")),
    Event.State.OPEN: Message(_("Open for registration")),
    Event.State.RUNNING: Message(_("Running")),
    Event.State.CLOSED: Message(_("Finished")),
}
ANNOUNCED = Message(_("Announced"))
FULL = Message(_("Full, with a waiting list"))
BADGES: dict[str, str] = {Event.State.OPEN: "accent", Event.State.RUNNING: "good"}


@dataclass(frozen=True, slots=True)
class EventHead:
    """An event as its pages introduce it. `own_entry` is the reader's, `version` the scope's.

    `by_chance`: the board of its games is laid out by chance. `pairs_freely`: players can be kept apart.
    `by_clock`: the server pairs who is free, as in an arena. `has_opponents`: players meet; else everybody
    plays the same deals alone. `boards`: how it is played on this server, None for over the board.
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
    by_clock: bool
    has_opponents: bool
    boards: BoardFacts | None
    may_edit: bool
    may_run: bool
    may_enter_players: bool
    may_score: bool
    own_entry: int | None
    can_enter: bool
    own_place: int | None = None
    permissions_anywhere: frozenset[Permission] = frozenset()

    @property
    def games(self) -> dict[str, Message]:
        """The games of a medley by their keys; none in an event of one game."""
        return names_of_games(self.event)

    @property
    def medley_list(self) -> list[Message]:
        """The list of a medley as its organiser ordered it, with games that are in it twice."""
        return [rules_name(key) for key in self.event.medley]

    @property
    def medley_order(self) -> Message | None:
        """How the game of a board is settled; None in an event of one game."""
        order = order_of(self.event)
        return Message(ORDER_NAMES[order]) if order is not None else None

    @property
    def rules_notice(self) -> Message | None:
        """That the event is not under standard rules, where it could be."""
        return rules_notice(self.event.format, left=not self.event.follows_rules)

    @property
    def lasts(self) -> str:
        """How long an arena lasts, in words; "" in other formats."""
        return duration_words(option(self.event, "minutes")) if self.by_clock else ""

    @property
    def counts_open_games(self) -> bool:
        """Whether the next round is paired from results, games without one being draws for it."""
        chosen = format_of(self.event.format)
        return chosen.pairs_freely and chosen.needs_results

    @property
    def for_teams(self) -> bool:
        """Whether teams meet, in matches of several boards."""
        return is_for_teams(self.event.format)

    @property
    def has_rules(self) -> bool:
        """Whether FIDE's Handbook has rules for the format."""
        return format_of(self.event.format).in_handbook


def event_head(event: Event, reader: Reader) -> EventHead:
    """The head for this reader. For a person who is not signed in: one query, two where players register."""
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
        game=game_name(event),
        variant=_variants(event),
        by_chance=bool(setup_generators_of(event)),
        format=Message(format_of(event.format).name),
        pairs_freely=pairs_freely(event.format),
        by_clock=is_by_clock(event.format),
        has_opponents=has_opponents(event.format),
        boards=board_facts(event),
        may_edit=Permission.EDIT_EVENT in allowed,
        may_run=Permission.RUN_ROUNDS in allowed,
        may_enter_players=Permission.ENTER_PLAYERS in allowed,
        may_score=Permission.ENTER_RESULT in allowed,
        own_entry=own,
        can_enter=open_ and own is None and place is None,
        own_place=place,
        permissions_anywhere=held.anywhere,
    )


def _variants(event: Event) -> tuple[Message, ...]:
    """What the options of the event change in its games."""
    if not event.medley:
        return tuple(option_names(event.rules, event.options))
    return tuple(each for key in games_of(event) for each in option_names(key, options_for(event.options, key)))


def seed_of(event: Event) -> str:
    """The seed by which pairing numbers were drawn, so that anyone can repeat it; "" where they were not."""
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


# --- when what rating lists say of an event may change ----------------------------------------------------


def predictions_state(event: Event) -> str:
    """Changes whenever what is expected of the event's games may change: with the lists, and from day to day."""
    return f"{lists_state(list_key(event), event.club_id)} {timezone.localdate()}" if event.rated else ""


def lists_of_closed(event: Event) -> str:
    """Changes whenever a closed event may do something else to ratings: they come later, and change without it."""
    return lists_state(list_key(event), event.club_id) if event.state == Event.State.CLOSED else ""
