"""How each change came about, from the event's games and the changes of its other players."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from gipf_engine.messages import Message
from gipf_engine.ratings import System, base
from gipf_engine.ratings.fide_tables import performance
from players.core.queries.records import names, record_ids
from ratings.core.ledger import SCORES, games_of, handicap_steps
from ratings.core.lines import LedgerLine, lines_of
from ratings.core.queries.details import Detail, details
from ratings.models import Pool


@dataclass(frozen=True, slots=True)
class ExplainedTerm:
    """One game of a change. `opponent_rating` is the one before the event, provisional or not; `score` in tenths.

    `expected` is the score that was to be expected before the event, from 0 to 1; `details` are what the system tells.
    """

    game_id: int
    opponent_id: int
    opponent: str
    opponent_rating: int
    opponent_provisional: bool
    is_white: bool
    score: int
    expected: float
    details: Sequence[Detail]
    note: Message | None


@dataclass(frozen=True, slots=True)
class ChangeExplanation:
    """A change explained. `current`: the games still say what the ledger says (else a recompute is under way)."""

    terms: tuple[ExplainedTerm, ...]
    formula: str
    steps: tuple[Message, ...]
    performance: int | None
    current: bool

    @property
    def expected(self) -> str:
        """The points that were to be expected of these games before the event, as they are printed: "1.61"."""
        return f"{math.fsum(term.expected for term in self.terms):.2f}"


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of the person: its id, the own colour, the opponent's change in its event, and the own score in tenths."""

    id: int
    is_white: bool
    played: base.PlayedGame


@dataclass(frozen=True, slots=True)
class _Event:
    """Games of one event that count from one day, an ordinal number."""

    day: int
    games: list[_Game]


_Place = tuple[int, date]
"""An event (id of its scope) and the day from which its games count; there are several days where they do at once."""


def explanations(pool: Pool, person_id: int) -> dict[int, ChangeExplanation]:
    """For each line, by its number, how the person's change came about. Six queries, however many events."""
    lines = {(line.parent_scope, line.rated_on): line for line in lines_of(pool, [person_id]).get(person_id, [])}
    games = _games_by_event(pool, person_id)
    behind = _games_behind(pool.rating_system, lines, games)
    called = names({game.played.opponent.person for played in behind.values() for game in played})
    return {line.number: _explain(pool.rating_system, line, behind[place], called) for place, line in lines.items()}


def _games_behind(
    system: System, lines: Mapping[_Place, LedgerLine], games: Mapping[_Place, _Event]
) -> dict[_Place, Sequence[_Game]]:
    """By event of a change the games that it rests on: its own, and what the system says of events without a change."""
    found: dict[_Place, Sequence[_Game]] = dict.fromkeys(lines, ())
    waiting: list[_Event] = []
    for at, event in games.items():
        counted = [game for game in event.games if system.counts_against(game.played.opponent)]
        waiting.append(_Event(event.day, counted))
        if line := lines.get(at):
            events = [(each.day, [game.played for game in each.games]) for each in waiting]
            places = system.events_behind(line.change, events)
            found[at] = [game for place in places for game in waiting[place].games]
            waiting = []
    return found


def _games_by_event(pool: Pool, person_id: int) -> Mapping[_Place, _Event]:
    """By event and day, in order, the person's games; without those whose opponent it gave no line."""
    records = record_ids(person_id)
    mine = games_of(pool).filter(Q(white__in=records) | Q(black__in=records))
    played: list[tuple[_Place, int, int, bool, int, int]] = []
    found: dict[_Place, _Event] = {}
    columns = ("counts_from", "parent_scope", "pk", "white_person", "black_person", "counted", "rules", "handicap")
    for day, parent_scope, game, white, black, result, *start in mine.values_list(*columns):
        found.setdefault((parent_scope, day), _Event(day.toordinal(), []))
        score = SCORES[result]
        opponent, own = (black, score) if white == person_id else (white, base.WIN - score)
        steps = handicap_steps(*start) * (1 if white == person_id else -1)
        played.append(((parent_scope, day), opponent, game, white == person_id, own, steps))
    changes = _changes(pool, {(place, opponent) for place, opponent, *_game in played})
    for place, opponent, game, is_white, own, steps in played:
        if change := changes.get((place, opponent)):
            found[place].games.append(_Game(game, is_white, base.PlayedGame(change, own, is_white, steps)))
    return found


def _changes(pool: Pool, wanted: Collection[tuple[_Place, int]]) -> dict[tuple[_Place, int], base.RatingChange]:
    """The changes of these persons in these events, each on its day."""
    lines = lines_of(pool, {person for _place, person in wanted})
    return {
        key: line.change
        for person, mine in lines.items()
        for line in mine
        if (key := ((line.parent_scope, line.rated_on), person)) in wanted
    }


def _explain(system: System, line: LedgerLine, games: Sequence[_Game], called: Mapping[int, str]) -> ChangeExplanation:
    explained = system.explain_change(line.change, [game.played for game in games])
    terms = tuple(
        _explain_term(system, line, game, term, called) for game, term in zip(games, explained.terms, strict=True)
    )
    score = sum(term.score for term in terms)
    return ChangeExplanation(
        terms=terms,
        formula=explained.formula,
        steps=explained.steps,
        performance=performance([term.opponent_rating for term in terms], score) if terms else None,
        current=explained.fits,
    )


def _explain_term(
    system: System, line: LedgerLine, game: _Game, term: base.Term, called: Mapping[int, str]
) -> ExplainedTerm:
    opponent = game.played.opponent
    known = (system.known_before(change) for change in (line.change, opponent))
    return ExplainedTerm(
        game_id=game.id,
        opponent_id=opponent.person,
        opponent=called.get(opponent.person, ""),
        opponent_rating=opponent.before,
        opponent_provisional=system.is_provisional(opponent.games_total - opponent.games),
        is_white=game.is_white,
        score=term.score,
        expected=system.expectation_in_game(*known, began=game.is_white, steps=game.played.steps).score,
        details=details(system.term_values, term.details),
        note=term.note,
    )
