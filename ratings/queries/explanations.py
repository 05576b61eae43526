"""How each change came about, from the event's games and the changes of its other players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from engine.messages import Message
from engine.ratings import System, base
from engine.ratings.fide_tables import performance
from players.queries import names
from ratings.ledger import SCORES, LedgerLine, games_of
from ratings.models import Change, Pool
from ratings.queries.details import Detail, details


@dataclass(frozen=True, slots=True)
class ExplainedTerm:
    """One game of a change. `opponent_rating` is the one before the event, provisional or not; `score` in tenths.

    `details` are what the system tells of a game.
    """

    game_id: int
    opponent_id: int
    opponent: str
    opponent_rating: int
    opponent_provisional: bool
    score: int
    details: Sequence[Detail]
    note: Message | None


@dataclass(frozen=True, slots=True)
class ChangeExplanation:
    """A change explained. `current`: the games still say what the ledger says (else a recompute is under way)."""

    terms: tuple[ExplainedTerm, ...]
    term_values: tuple[base.Value, ...]
    formula: str
    steps: tuple[Message, ...]
    performance: int | None
    current: bool


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of the person: its id, the opponent's change in its event, and the own score in tenths."""

    id: int
    played: base.PlayedGame


def explanations(pool: Pool, person_id: int) -> dict[int, ChangeExplanation]:
    """For each event (id of its scope) how the person's change came about. Four queries, however many events."""
    mine = Change.objects.filter(pool=pool, person=person_id).order_by("number")
    lines = {line.occasion: line for line in _lines(mine.values_list(*LedgerLine._fields))}
    everybody = Change.objects.filter(pool=pool, occasion__in=list(lines)).order_by()
    changes = {(line.occasion, line.person): line.change for line in _lines(everybody.values_list(*LedgerLine._fields))}
    games = _games(pool, person_id, changes)
    called = names({game.played.opponent.person for played in games.values() for game in played})
    system = pool.rating_system
    return {occasion: _explain(system, line, games[occasion], called) for occasion, line in lines.items()}


def _lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[LedgerLine]:
    return (LedgerLine(*row) for row in rows)


def _games(
    pool: Pool, person_id: int, changes: Mapping[tuple[int, int], base.RatingChange]
) -> Mapping[int, list[_Game]]:
    """By event the person's games; without those whose opponent is not in the ledger yet."""
    mine = games_of(pool).filter(Q(white_person=person_id) | Q(black_person=person_id))
    found: dict[int, list[_Game]] = defaultdict(list)
    columns = ("occasion", "pk", "white_person", "black_person", "counted")
    for occasion, game, white, black, result in mine.values_list(*columns):
        score = SCORES[result]
        opponent, own = (black, score) if white == person_id else (white, base.WIN - score)
        if (occasion, opponent) in changes:
            found[occasion].append(_Game(game, base.PlayedGame(changes[occasion, opponent], own)))
    return found


def _explain(system: System, line: LedgerLine, games: Sequence[_Game], called: Mapping[int, str]) -> ChangeExplanation:
    told = system.explain_change(line.change, [game.played for game in games])
    terms = tuple(_explain_term(system, game, term, called) for game, term in zip(games, told.terms, strict=True))
    score = sum(term.score for term in terms)
    return ChangeExplanation(
        terms=terms,
        term_values=system.term_values,
        formula=told.formula,
        steps=told.steps,
        performance=performance([term.opponent_rating for term in terms], score) if terms else None,
        current=told.fits,
    )


def _explain_term(system: System, game: _Game, term: base.Term, called: Mapping[int, str]) -> ExplainedTerm:
    opponent = game.played.opponent
    return ExplainedTerm(
        game_id=game.id,
        opponent_id=opponent.person,
        opponent=called.get(opponent.person, ""),
        opponent_rating=opponent.before,
        opponent_provisional=system.is_provisional(opponent.games_total - opponent.games),
        score=term.score,
        details=details(system.term_values, term.details),
        note=term.note,
    )
