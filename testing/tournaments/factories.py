"""Events made by services, as an organiser would make them, and games found by who plays."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from common.journal import services as journal
from games.models import Game
from games.results.services.decisions import Decision, decide_results
from games.results.services.results import claim_result
from gipf_engine.tournament.prizes import Prize
from players.models import Account, Club, Membership, Person
from players.permissions import require
from players.roles import Role
from testing.factories import MEMBER_SINCE, holder_of, player_in
from tournaments.core.errors import ConfirmationNeeded
from tournaments.core.event_config import EventConfig
from tournaments.core.loader import read_event
from tournaments.core.prize_plan import CategoryPlan, PrizePlan
from tournaments.core.services.base import EventCommand, tell_of_act
from tournaments.entries.acts import EnterPerson
from tournaments.entries.services import entries, moving_up, numbering
from tournaments.events.services import events, lifecycle
from tournaments.models import Category, Entry, Event, RestorePoint
from tournaments.results.queries.seat_links import slips_of
from tournaments.results.services import verification
from tournaments.results.services.calls import call_by_link
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings import services as prizes_services
from tournaments.standings.queries.standings import standings

DAY = datetime.date(2026, 3, 7)
FOUR = ("Ada", "Ben", "Cleo", "Dan")
"""Unrated, so that they are numbered by name: 1 to 4."""


def plan(**changes: Any) -> EventConfig:
    """A rated single round robin of one day in Rotterdam, where players may agree on draws."""
    usual: dict[str, Any] = {
        "name": "Spring Open",
        "place": "Rotterdam",
        "starts_on": DAY,
        "ends_on": DAY,
        "time_zone": "Europe/Amsterdam",
        "rules": "gipf-standard",
        "format": "round-robin",
        "agreed_draws": True,
    }
    return EventConfig(**usual | changes)


def draft(club: Club, organiser: Account, **changes: Any) -> Event:
    """A draft of `club`."""
    return events.create_event(club.pk, organiser, plan=plan(**changes))


def with_players(club: Club, organiser: Account, names: Iterable[str] = FOUR, **changes: Any) -> Event:
    """An announced event with new members of the club called `names`."""
    event = draft(club, organiser, **changes)
    events.announce(event.pk, organiser)
    enter_persons(event, organiser, members(club, names))
    return fresh(event)


def members(club: Club, names: Iterable[str]) -> list[Person]:
    """New members of the club, in two queries."""
    persons = Person.objects.bulk_create(Person(name=name, home=club) for name in names)
    Membership.objects.bulk_create(Membership(person=person, club=club, since=MEMBER_SINCE) for person in persons)
    return persons


def enter_persons(event: Event, organiser: Account, persons: Sequence[Person]) -> list[Entry]:
    """Enter them before the start, as `entries.enter_person` does one by one: the journal has an entry for each.

    One transaction and a few queries, however many they are.
    """
    with journal.commit_many(event.scope, organiser, EnterPerson) as acts:
        require(organiser, EnterPerson.permission, event.scope)
        doing = [EventCommand(fresh(event), acts.begin()) for _person in persons]
        entered = entries.enter_persons(doing[0], persons) if doing else []
        for each, made, person in zip(doing, entered, persons, strict=True):
            each.note(entry=made.pk, person=person.pk)
            tell_of_act(each.event, each.act.version, EnterPerson, each.act.data)
    return entered


def running(club: Club, organiser: Account, names: Iterable[str] = FOUR, *, rounds: int = 0, **changes: Any) -> Event:
    """A started event with `rounds` rounds paired. Where colours are drawn, number 1 begins round 1."""
    event = with_players(club, organiser, names, **changes)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    for _number in range(rounds):
        rounds_services.start_round(event.pk, organiser, despite_open=True)
    return fresh(event)


def numbered_off_list(club: Club, organiser: Account) -> Event:
    """An event in which number 2 has a rating that is on no list, and number 1 none."""
    event = running(club, organiser, ("Udo", "Ute"), format="swiss-dutch", rounds_planned=1)
    numbering.set_rating(event.pk, organiser, entry(event, "Ute").pk, 1500, reason="typed")
    return event


def crowded(club: Club, organiser: Account, account: Account) -> Event:
    """An open event for one player, Uli, that `account` waits for, and after that account Ulla."""
    event = with_players(club, organiser, ("Uli",), name="Crowded Cup", self_entry=True)
    moving_up.set_entry_limit(event.pk, organiser, 1)
    for each in (account, player_in(club, name="Ulla")):
        entries.enter_myself(event.pk, each)
    return event


def unverified(club: Club, organiser: Account) -> Event:
    """An event that wants two persons for each result, with one that another arbiter has entered."""
    event = running(club, organiser, ("Vera", "Viktor"), rounds=1, format="swiss-dutch", rounds_planned=1)
    verification.require_two_persons(event.pk, organiser, needed=True)
    paired = Game.objects.get(paired__pairing__round__event=event)
    claim_result(paired.pk, holder_of(Role.ARBITER, event.scope), "1-0", source="desk", role="arbiter")
    return fresh(event)


def category_with_prizes(event: Event, organiser: Account, members: Iterable[int]) -> int:
    """The id of a category of these entries, with 40 for its first place; the event's own are 100, 60 and 20."""
    plan = CategoryPlan("Guests", Category.Kind.HAND, members=frozenset(members))
    category = prizes_services.save_category(event.pk, organiser, plan)
    prizes = {None: [Prize(10000), Prize(6000), Prize(2000)], category.pk: [Prize(4000, "Book")]}
    prizes_services.set_prizes(event.pk, organiser, PrizePlan(currency="EUR", lists=prizes))
    return category.pk


def fresh(event: Event) -> Event:
    """The event as it stands in the table now."""
    return read_event(event.pk)


def entry(event: Event, name: str) -> Entry:
    return Entry.objects.get(event=event, members__person__name=name)


def game(event: Event, white: str, black: str) -> Game:
    """The game that `white` begins against `black`."""
    return Game.objects.get(paired__pairing__round__event=event, white__name=white, black__name=black)


WELCOME = {
    "topic": "welcome",
    "to": "all",
    "round": None,
    "subject": "Welcome",
    "text": "We wish you good games.",
}
"""An announcement."""


def call_by_slip(event: Event, name: str) -> int:
    """A call for an arbiter that `name` makes by the link on the slip in round 1; no arbiter answers."""
    slips = (slip for both in slips_of(event.rounds.get(number=1)) for slip in both)
    return call_by_link(next(slip.token for slip in slips if slip.name == name)).pk


def decide(event: Event, arbiter: Account, results: Mapping[tuple[str, str], str]) -> None:
    """The arbiter's results, by (white, black): as `claim_result` keeps them one by one."""
    if len(results) == 1:
        (((white, black), code),) = results.items()
        claim_result(game(event, white, black).pk, arbiter, code, source="desk", role="arbiter")
        return
    games = Game.objects.filter(paired__pairing__round__event=event).values_list("pk", "white__name", "black__name")
    named = [(pk, players) for pk, *names in games if (players := tuple(names)) in results]
    assert sorted(players for _pk, players in named) == sorted(results), "a game is not there, or there twice"
    decisions = [Decision(pk, results[players]) for pk, players in named]
    decide_results(event.scope, arbiter, decisions, source="desk")


def play(event: Event, arbiter: Account, results: Mapping[tuple[str, str], str]) -> None:
    """Start the next round and enter its results, by (white, black): all its games, so that colours are checked too."""
    rounds_services.start_round(event.pk, arbiter)
    open_games = Game.objects.filter(paired__pairing__round__event=event, result="pending")
    pairs = set(open_games.values_list("white__name", "black__name"))
    assert pairs == set(results)
    decide(event, arbiter, results)


def swiss_after_round_1(club: Club, organiser: Account) -> Event:
    """A Swiss of three rounds, one of them played: Ada has beaten Cleo, and Ben Dan."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    return fresh(event)


def table(event: Event) -> list[tuple[int | None, str, int]]:
    """Rank, name and points (tenths) of everybody, in the order of the standings."""
    return [(row.rank, row.entry.name, row.points) for row in standings(fresh(event)).rows]


def values(event: Event, name: str) -> list[str]:
    """The tie-breaks of a player as they are printed."""
    row = next(row for row in standings(fresh(event)).rows if row.entry.name == name)
    return [value.text for value in row.values]


def last_point(event: Event) -> int:
    """The version of the last act before which a restore point was kept."""
    return RestorePoint.objects.filter(event=event).latest("version").version


def key_asked(act: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The key that confirms what `act` asks first; "" where it is done at once."""
    try:
        act(*args, **kwargs)
    except ConfirmationNeeded as needed:
        return needed.key
    return ""


def played_by_four(club: Club, organiser: Account) -> Event:
    """A round robin of four, played: Ada has 2½, Ben and Dan 1½ each, Cleo ½."""
    event = running(club, organiser, rounds=3)
    decide(
        event,
        organiser,
        {
            ("Ada", "Dan"): "1/2-1/2", ("Ben", "Cleo"): "1/2-1/2", ("Dan", "Cleo"): "1-0",
            ("Ada", "Ben"): "1-0", ("Ben", "Dan"): "1-0", ("Cleo", "Ada"): "0-1",
        },
    )  # fmt: skip
    return fresh(event)
