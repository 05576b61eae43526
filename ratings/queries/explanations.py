"""Each change as the sum that it is, from the event's games and the ratings that its players had before it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from engine.ratings import base, system_for
from engine.ratings.fide_tables import FULL, performance
from players.queries import names
from ratings.ledger import SCORES, games_of
from ratings.models import Change, Pool


@dataclass(frozen=True, slots=True)
class ExplainedTerm:
    """One game of a sum. `opponent_rating` is the one before the event, provisional or not."""

    game_id: int
    opponent_id: int
    opponent: str
    opponent_rating: int
    opponent_provisional: bool
    term: base.Term

    @property
    def expected(self) -> str:
        """The expected score in hundredths, written out."""
        return f"{self.term.expected / FULL:.2f}"

    @property
    def is_capped(self) -> bool:
        """Whether less than the whole difference counts."""
        return self.term.counted != self.term.difference


@dataclass(frozen=True, slots=True)
class ChangeExplanation:
    """A change explained. `current`: the games still say what the ledger says (else a recompute is under way)."""

    terms: tuple[ExplainedTerm, ...]
    sum: base.Sum
    performance: int | None
    current: bool


@dataclass(frozen=True, slots=True)
class _Before:
    """What somebody brought to an event."""

    rating: int
    provisional: bool


def explanations(pool: Pool, person_id: int) -> dict[int, ChangeExplanation]:
    """For each event (id of its scope) the sum behind the person's change. Four queries, however many events."""
    changes = list(Change.objects.filter(pool=pool, person=person_id).order_by("number"))
    befores = _befores(pool, [change.occasion_id for change in changes])
    games = _games(pool, person_id)
    called = names({opponent for played in games.values() for _game, opponent, _score in played})
    return {
        change.occasion_id: _explain_term(pool, change, games[change.occasion_id], befores, called)
        for change in changes
    }


def _games(pool: Pool, person_id: int) -> Mapping[int, list[tuple[int, int, int]]]:
    """By event: game, opponent and the person's score in tenths."""
    mine = games_of(pool).filter(Q(white_person=person_id) | Q(black_person=person_id))
    played: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    columns = ("occasion", "pk", "white_person", "black_person", "counted")
    for occasion, game, white, black, result in mine.values_list(*columns):
        score = SCORES[result]
        seat = (black, score) if white == person_id else (white, base.WIN - score)
        played[occasion].append((game, *seat))
    return played


def _befores(pool: Pool, occasions: list[int]) -> dict[tuple[int, int], _Before]:
    system = system_for(pool.system, pool.parameters)
    rows = Change.objects.filter(pool=pool, occasion__in=occasions).order_by()
    return {
        (occasion, person): _Before(before, system.is_provisional(total - games))
        for occasion, person, before, total, games in rows.values_list(
            "occasion", "person", "before", "games_total", "games"
        )
    }


def _explain_term(
    pool: Pool,
    change: Change,
    games: list[tuple[int, int, int]],
    befores: Mapping[tuple[int, int], _Before],
    called: Mapping[int, str],
) -> ChangeExplanation:
    system = system_for(pool.system, pool.parameters)
    known = [game for game in games if (change.occasion_id, game[1]) in befores]
    before = {opponent: befores[change.occasion_id, opponent] for _game, opponent, _score in known}
    row = base.RatingChange(
        change.person_id,
        change.before,
        change.after,
        change.games,
        change.games_total,
        change.score,
        change.expected,
        change.k,
    )
    told = system.work_out(row, [(opponent, before[opponent].rating, score) for _game, opponent, score in known])
    terms = tuple(
        ExplainedTerm(
            game, opponent, called.get(opponent, ""), before[opponent].rating, before[opponent].provisional, term
        )
        for (game, opponent, _score), term in zip(known, told.terms, strict=True)
    )
    return ChangeExplanation(
        terms=terms,
        sum=told,
        performance=performance([term.opponent_rating for term in terms], told.score) if terms else None,
        current=(told.score, told.expected, len(terms)) == (change.score, change.expected, change.games),
    )
