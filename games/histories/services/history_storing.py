"""The rows of a history: its people, events and games, portion by portion, hidden until all are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Max, Model
from django.utils import timezone

from common import pieces
from common.bulk_rows import insert_rows
from common.journal import services as journal
from common.journal.models import Scope
from games.histories.history_file import RESULTS, HistoryFile
from games.histories.known_lines import known_lines
from games.models import Claim, Claimant, Game, History, PastEvent, PastGame, Source
from gipf_engine.ratings.history_file import HistoryGame, Period
from players.models import Person
from players.people.services.people import lock_persons, show_staged_people, stage_people

PORTION = 400
"""Games of one portion: each is a game, a claim and its place."""


class HistoryStore:
    """A history on its way in. What is stored already is found again, so it can be gone on with after a kill."""

    def __init__(self, history: History, file: HistoryFile) -> None:
        self.history, self.file = history, file
        self.scope = Scope.objects.get(key=history.scope)
        self.people: dict[str, int | None] = dict(history.people)

    @transaction.atomic
    def store(self) -> None:
        """All at once, and shown: inside the caller's act."""
        games = self._new
        self._store_people(self._new_names(games))
        self._store_events(games)
        for at in range(0, len(games), PORTION):
            self._store_games(games[at : at + PORTION])
        self.show()

    @property
    def has_begun(self) -> bool:
        """Whether a worker was at it before."""
        return Person.staged.filter(staged_in=self.scope).exists() or self._has_events

    @property
    def _has_events(self) -> bool:
        return PastEvent.objects.filter(history=self.history).exists()

    def begin(self) -> int:
        """How many games are to be stored: those that are not here by now."""
        self.history.games = len(self._new)
        History.objects.filter(pk=self.history.pk).update(games=self.history.games)
        return self.history.games

    def portions(self) -> Iterator[int]:
        """Portion by portion, each in a transaction of its own; how many games are stored after each."""
        games = self._new
        names = self._new_names(games)
        for at in range(0, len(names), pieces.ROWS):
            with pieces.piece():
                self._store_people(names[at : at + pieces.ROWS])
        with pieces.piece():
            self._store_events(games)
        stored = set(PastGame.objects.filter(event__history=self.history).values_list("line", flat=True))
        left = [game for game in games if game.line not in stored]
        for at in range(0, len(left), PORTION):
            with pieces.piece():
                self._store_games(left[at : at + PORTION])
            yield len(stored) + min(at + PORTION, len(left))

    def show(self) -> None:
        """Everything is there: let it be seen. Inside the caller's act."""
        show_staged_people(club=self.history.club, scope=self.scope)
        journal.show_scope(self.history.scope)
        journal.show_scopes_below(self.history.scope)
        self.history.state, self.history.content, self.history.people = History.State.IN, b"", {}
        self.history.save(update_fields=["state", "content", "people"])

    def remove(self) -> None:
        """Remove what was stored of a history that is not shown."""
        mine = {"past__event__history": self.history}
        pieces.delete_in_pieces(Claim.objects.filter(game__past__event__history=self.history))
        pieces.delete_in_pieces(Game.objects.filter(**mine))
        pieces.delete_in_pieces(PastEvent.objects.filter(history=self.history))
        pieces.delete_in_pieces(Scope.objects.filter(parent=self.scope))
        pieces.delete_in_pieces(Person.staged.filter(staged_in=self.scope))
        pieces.delete_in_pieces(Scope.objects.filter(pk=self.scope.pk))

    @cached_property
    def _new(self) -> list[HistoryGame]:
        """The games that are not here from an earlier file."""
        known = known_lines(self.history.club, self.history.rules, self.file, self.people)
        return [game for game in self.file.games if game.line not in known]

    def _new_names(self, games: Sequence[HistoryGame]) -> list[str]:
        named = dict.fromkeys(name for game in games for name in (game.first, game.second))
        return [name for name in named if self.people.get(name) is None]

    def _store_people(self, names: Sequence[str]) -> None:
        """Make those of these people whom no other worker has made meanwhile."""
        there = History.objects.select_for_update(of=("self",)).values_list("people", flat=True).get(pk=self.history.pk)
        self.people |= {name: there[name] for name in names if there.get(name) is not None}
        names = [name for name in names if self.people.get(name) is None]
        made = stage_people(club=self.history.club, people=[(name, "") for name in names], scope=self.scope)
        self.people |= {name: person.pk for name, person in zip(names, made, strict=True)}
        History.objects.filter(pk=self.history.pk).update(people=self.people)

    def _store_events(self, games: Sequence[HistoryGame]) -> None:
        """The events that have games in this import, in the order of the file. Their scopes are in the same order."""
        if self._has_events:
            return
        new = {game.line for game in games}
        wanted = [(number, each) for number, each in self._numbered() if any(game.line in new for game in each.games)]
        made = PastEvent.objects.bulk_create(
            PastEvent(history=self.history, number=number, name=each.event, starts_on=_first_day(each), ends_on=each.on)
            for number, each in wanted
        )
        journal.open_scopes([event.scope for event in made], self.scope, hidden=True)

    def _numbered(self) -> Iterator[tuple[int, Period]]:
        return enumerate(self.file.events, 1)

    @cached_property
    def _place(self) -> dict[int, tuple[int, int]]:
        """By line the number of its event, and its place there."""
        return {game.line: (number, at) for number, each in self._numbered() for at, game in enumerate(each.games)}

    def _store_games(self, games: Sequence[HistoryGame]) -> None:
        place = self._place
        wanted = {place[game.line][0] for game in games}
        named = PastEvent.objects.filter(history=self.history, number__in=wanted)
        events = {event.number: event for event in named}
        keys = {event.scope: number for number, event in events.items()}
        parent_scopes = {keys[scope.key]: scope for scope in Scope.objects.filter(key__in=keys)}
        seats = [self.people[name] for game in games for name in (game.first, game.second)]
        known = {person for person in seats if person is not None}
        staged = set(Person.staged.filter(staged_in=self.scope, pk__in=known).values_list("pk", flat=True))
        roots = {asked: person.pk for asked, person in lock_persons(known - staged).items()}
        ids = {person: roots.get(person, person) for person in known}
        before = Game.objects.aggregate(last=Max("pk"))["last"] or 0
        rows: list[dict[str, Any]] = [
            {
                "parent_scope_id": parent_scopes[place[game.line][0]].pk,
                "club_id": self.history.club_id,
                "rules": self.history.rules,
                "white_id": ids[self.people[game.first] or 0],
                "black_id": ids[self.people[game.second] or 0],
                "rated": self.history.rated,
                "played_on": game.on,
                "rated_on": events[place[game.line][0]].ends_on,  # no list counts it while its event is hidden
                "sequence": place[game.line][1],
                "result": RESULTS[game.score],
                "version": 1,
            }
            for game in games
        ]
        _insert(Game, rows)
        mine = Game.objects.filter(pk__gt=before, parent_scope__in=parent_scopes.values()).order_by()
        made = {tuple(place): pk for pk, *place in mine.values_list("pk", "parent_scope", "sequence")}
        keys_of_rows = [made[row["parent_scope_id"], row["sequence"]] for row in rows]
        _insert(
            PastGame,
            [
                {"event_id": events[place[game.line][0]].pk, "game_id": pk, "round": game.round, "line": game.line}
                for pk, game in zip(keys_of_rows, games, strict=True)
            ],
        )
        common = {"role": Claimant.ARBITER.value, "source": Source.IMPORT.value, "at": timezone.now(), "number": 1}
        common["account"] = self.history.account
        _insert(
            Claim,
            [{**common, "game_id": pk, "result": row["result"]} for pk, row in zip(keys_of_rows, rows, strict=True)],
        )


def _insert(model: type[Model], rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, by the names of their columns; a column that none of them names has its default."""
    defaults = {field.attname: field.get_default() for field in model._meta.concrete_fields if not field.primary_key}
    insert_rows(model, list(defaults), ([*(defaults | row).values()] for row in rows))


def _first_day(event: Period) -> date:
    return min(game.on for game in event.games)
