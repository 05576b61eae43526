"""The lines of a month, the names of its players, and which months there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Count, Sum

from common.computed_once import compute_once
from common.journal.models import Scope
from games.core.broadcasts import shown_records
from games.core.queries.page import GamePage, MoveRow, Seat, record_line, view_of
from games.core.queries.texts import ending_of, record_text
from games.models import Game, Move, Record
from games.results.services.stated import stated_results_of
from gipf_engine.claims import ClaimState, StatedResult, standing
from gipf_engine.ratings import System
from gipf_engine.results import RESULTS
from gipf_engine.rules import rules_for
from gipf_engine.rules.verdict import BY_RULES
from players.core.queries.records import names
from players.scope_labels import Label
from ratings.core.lines import LedgerLine, lines_of_event
from ratings.core.queries.predictions import counting_pool
from ratings.models import Pool
from tournaments.core.medleys import list_key
from tournaments.models import Event, OpenMonth
from tournaments.open_data.lines import ClubLine, GameLine, ListLine, SeatLine, describe_file
from tournaments.open_data.who_is_in import OpenGame, events_of_month, games_of_event, pseudonym_of

NAMES_KEPT_SECONDS = 300
_HUNDRED = 100
_KEPT_TAGS = ("Termination",)


def describe_month(month: date) -> Mapping[str, Any]:
    """The first line of the file: its clubs are those with an event in the month."""
    columns = ("club__slug", "club__name", "club__open_licence")
    clubs = events_of_month(month).order_by("club__slug").values_list(*columns).distinct()
    return describe_file(month, settings.BASE_URL, [ClubLine(*club) for club in clubs])


def lines_of_month(month: date) -> Iterator[GameLine]:
    """The games of the month, a portion of an event at a time."""
    for event in events_of_month(month).iterator():
        known = _KnownBefore(event)
        for portion in games_of_event(event):
            yield from _lines(event, portion, known)


def finished_months() -> list[OpenMonth]:
    """Those that can be downloaded, the latest first."""
    return list(OpenMonth.objects.exclude(sha256=""))


def find_month(month: date) -> OpenMonth | None:
    """The file of a month; None where there is none."""
    return OpenMonth.objects.exclude(sha256="").filter(month=month).first()


def names_of_month(month: date) -> list[tuple[str, str]]:
    """Pseudonyms and names of those who are in the month now, by pseudonym. Kept until anything on the server changes.

    So a name is gone with the act that erases it. Raises `BeingComputedError`.
    """
    state = Scope.objects.aggregate(number=Count("pk"), versions=Sum("version"))
    key = f"open-data-names:{month:%Y-%m}:{state['number']}:{state['versions']}"
    return compute_once(key, list[tuple[str, str]], lambda: _names(month), NAMES_KEPT_SECONDS)


def _names(month: date) -> list[tuple[str, str]]:
    persons: set[int] = set()
    for event in events_of_month(month).iterator():
        for portion in games_of_event(event):
            persons.update(person for each in portion for person in (each.white, each.black))
    return sorted((pseudonym_of(person), name) for person, name in names(persons).items())


@dataclass(frozen=True, slots=True)
class _Records:
    """What was said and written of the games of a portion, by game."""

    claims: Mapping[int, Sequence[StatedResult]]
    newest: Mapping[int, Record]
    moves: Mapping[int, Sequence[MoveRow]]


class _KnownBefore:
    """What the list that counts the games of an event knew of its players before. Four queries."""

    def __init__(self, event: Event) -> None:
        self.pool: Pool | None = counting_pool(list_key(event), event.club) if event.rated else None
        lines = lines_of_event(event.scope) if self.pool is not None else {}
        self._lines: Mapping[int, Sequence[LedgerLine]] = lines.get(self.pool.pk, {}) if self.pool is not None else {}
        self._system: System | None = self.pool.rating_system if self.pool is not None else None

    @property
    def list_line(self) -> ListLine | None:
        """The list itself."""
        return ListLine("club" if self.pool.club_id else "server", self.pool.system) if self.pool is not None else None

    def seat(self, person: int, game: Game) -> SeatLine:
        """The player of a game; without numbers where the list did not rate them before, or does not rate the game."""
        line = self._line_of(person, game)
        if line is None or line.number == 1 or self._system is None:
            return SeatLine(pseudonym_of(person))
        known = self._system.known_before(line.change)
        return SeatLine(pseudonym_of(person), known.rating / _HUNDRED, known.deviation / _HUNDRED or None)

    def _line_of(self, person: int, game: Game) -> LedgerLine | None:
        lines = self._lines.get(person, ())
        if self.pool is None or not game.rated:
            return None
        day = (game.stands_on or game.rated_on) if self.pool.counts_at_once else None
        return next((line for line in lines if day in (None, line.rated_on)), None)


def _lines(event: Event, portion: Sequence[OpenGame], known: _KnownBefore) -> Iterator[GameLine]:
    read = _read_records([each.game for each in portion])
    for each in portion:
        game, day = each.game, each.game.played_on or event.ends_on
        ending, reason, text = _ending_and_record(each, read)
        yield GameLine(
            event=event.pk,
            club=event.club.slug,
            round=each.round,
            board=each.board,
            leg=each.leg,
            date=day.isoformat(),
            game=rules_for(game.rules).game,
            rules=game.rules,
            options=tuple(game.options),
            setup=game.setup,
            handicap=game.handicap,
            time_control=event.time_control if game.online else "",
            online=game.online,
            rated=game.rated,
            list=known.list_line if game.rated else None,
            white=known.seat(each.white, game),
            black=known.seat(each.black, game),
            result=game.result,
            ending=ending,
            reason=reason,
            record=text,
        )


def _read_records(games: Collection[Game]) -> _Records:
    """Three queries, and one for what is held back. Comments stay out: people are named in them."""
    newest = {record.game_id: record for record in shown_records().filter(game__in=games).order_by("number")}
    moves: defaultdict[int, list[MoveRow]] = defaultdict(list)
    rows = Move.objects.filter(record__in=newest.values(), ply__gt=0).order_by("record", "ply")
    for record, ply, token in rows.values_list("record", "ply", "token"):
        moves[record].append((ply, token, "", None))
    return _Records(stated_results_of(game.pk for game in games), newest, moves)


def _ending_and_record(each: OpenGame, read: _Records) -> tuple[str, str, str]:
    """How a game ended, by what rule where the moves prove it, and its record under pseudonyms; "" for none."""
    game, record = each.game, read.newest.get(each.game.pk)
    now = standing(read.claims[game.pk])
    if RESULTS[game.result].is_forfeit:
        return "forfeit", "", ""
    if record is None:
        return {ClaimState.AGREED: "agreed", ClaimState.DECIDED: "arbiter"}.get(now.state, ""), "", ""
    line = record_line(record, {}, game)
    line = replace(line, tags={name: line.tags[name] for name in _KEPT_TAGS if name in line.tags})
    page = GamePage(
        game=game,
        parent_scope=Label(""),
        white=Seat("white", None, pseudonym_of(each.white), ""),
        black=Seat("black", None, pseudonym_of(each.black), ""),
        standing=now,
        claims=(),
        records=(line,),
    )
    view = view_of(line, page.start, read.moves[record.pk])
    _result, termination = ending_of(page, view)
    return termination or BY_RULES, "" if termination else record.reason, record_text(page, view)
