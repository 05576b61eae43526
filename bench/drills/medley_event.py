"""The event of `bench.drills.medley`, and whether the server knows of its games what the players saw."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from common.journal import services as journal
from games.models import Game
from play.models import OnlineGame
from players.accounts.services.tokens import make_token
from players.roles import Role
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from testing.factories import ClubFactory, holder_of, organiser_of, player_in
from tournaments.core.event_config import EventConfig
from tournaments.core.loader import load
from tournaments.core.queries.events import state_of
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.medleys.queries.by_game import tables_by_game
from tournaments.models import Event
from tournaments.standings.queries.standings import standings


def make_event(games: Sequence[str], players: int, rounds: int) -> tuple[int, str, list[str]]:
    """A started medley (its id) in which games are chosen, a key of its arbiter and one of each player."""
    journal.open_scope(journal.SERVER)
    club = ClubFactory(admitted=True)
    organiser, today = organiser_of(club), datetime.date.today()
    plan = EventConfig(
        name="Medley of processes",
        starts_on=today,
        ends_on=today,
        time_zone="Europe/Amsterdam",
        rules=games[0],
        medley=tuple(games),
        medley_order="choice",
        choice_minutes=30,
        format="swiss-dutch",
        rounds_planned=rounds,
        time_control="180+2",
        no_show_minutes=15,
    )
    event = events.create_event(club.pk, organiser, plan=plan)
    events.announce(event.pk, organiser)
    accounts = [player_in(club, name=f"Player {number:02}") for number in range(1, players + 1)]
    for account in accounts:
        assert account.person_id is not None
        entries.enter_person(event.pk, organiser, person_id=account.person_id)
    lifecycle.start_event(event.pk, organiser)
    arbiter = holder_of(Role.ARBITER, event.scope)
    keys = [make_token(account=account, label="drill").key for account in accounts]
    return event.pk, make_token(account=arbiter, label="drill").key, keys


def compare_with_server(event_id: int, lines: Sequence[dict[str, Any]], games: Sequence[str]) -> Iterator[str]:
    """What differs between the games as players saw them and as they are stored, and between tables and lists."""
    event = Event.objects.select_related("club").get(pk=event_id)
    if event.state != Event.State.CLOSED:
        yield f"the event is {state_of(event)}"
    seen = defaultdict(set)
    for line in lines:
        seen[line["game"]].add((line["rules"], line["result"]))
    stored = {game.pk: (game.rules, game.result) for game in Game.objects.filter(parent_scope__key=event.scope)}
    if seen.keys() != stored.keys():
        yield f"{len(stored)} games are stored, {len(seen)} were seen"
    yield from (f"game {pk}: {seen[pk]} was seen, {now} is stored" for pk, now in stored.items() if seen[pk] != {now})
    if OnlineGame.objects.filter(ended_at=None).exists():
        yield "games go on"
    yield from _compare_tables(event)
    yield from _compare_lists(event, games)


def _compare_tables(event: Event) -> Iterator[str]:
    """The tables of all games together are that of the event, without byes."""
    by_game = defaultdict(int)
    for table in tables_by_game(load(event)):
        for row in table.rows:
            by_game[row.entry.id] += row.points
    for row in standings(event).rows:
        if by_game[row.entry.id] != row.points:
            yield f"{row.entry.name}: {row.points} in all, {by_game[row.entry.id]} by game"


def _compare_lists(event: Event, games: Sequence[str]) -> Iterator[str]:
    for pool in Pool.objects.filter(programs=False):
        recompute(pool.pk)
    for key, wanted in [*((game, {"rules": game}) for game in games), ("project", {"rules": "", "game": ""})]:
        played = Game.objects.filter(parent_scope__key=event.scope)
        played = played if key == "project" else played.filter(rules=key)
        people = {person for both in played.values_list("white", "black") for person in both}
        for club in (None, event.club):
            pool = Pool.objects.filter(club=club, is_main=True, programs=False, **wanted).first()
            if people and (pool is None or set(pool.ratings.values_list("person", flat=True)) != people):
                yield f"the list {key} of {club} does not rate those who played it"
