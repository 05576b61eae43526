"""The reads of ratings: lists, one person's history with its sums, and what seeding asks for."""

from ratings.queries.comparison import MOST_COMPARED, ComparedPlayer, Comparison, Meetings, compare
from ratings.queries.dated_lists import (
    DatedList,
    ListDifference,
    compare_lists,
    dated_lists,
    find_list,
    list_rows,
    lists_with_ids,
)
from ratings.queries.details import Detail, decimals, details, listed_values
from ratings.queries.distribution import Distribution, distribution
from ratings.queries.evidence import SystemEvidence, pool_evidence
from ratings.queries.explanations import ChangeExplanation, ExplainedTerm, explanations
from ratings.queries.hindsight import Hindsight, hindsight
from ratings.queries.history import (
    PersonPool,
    RatedEvent,
    changes_of_event,
    chart,
    effect_of_game,
    hindsight_chart,
    history,
    pools_of_person,
)
from ratings.queries.lists import (
    current,
    lists_state,
    pools_of_club,
    server_pools,
    undecided,
)
from ratings.queries.peaks import Peak, peaks
from ratings.queries.predictions import Prediction, counting_pool, counting_pools, predict, predict_games
from ratings.queries.rating_list import ListFilter, ListRow, RatingList, countries_in, rating_list, usual_filter
from ratings.queries.records import PlayerRecords, player_records
from ratings.queries.runs import runs_of
from ratings.queries.seeding import SeedRating, get_seed_ratings, lists_in_force, seed_ratings_on
from ratings.queries.side_by_side import RatingBeside, compare_in_others, others_of, ratings_in

__all__ = [
    "MOST_COMPARED",
    "ChangeExplanation",
    "ComparedPlayer",
    "Comparison",
    "DatedList",
    "Detail",
    "Distribution",
    "ExplainedTerm",
    "Hindsight",
    "ListDifference",
    "ListFilter",
    "ListRow",
    "Meetings",
    "Peak",
    "PersonPool",
    "PlayerRecords",
    "Prediction",
    "RatedEvent",
    "RatingBeside",
    "RatingList",
    "SeedRating",
    "SystemEvidence",
    "changes_of_event",
    "chart",
    "compare",
    "compare_in_others",
    "compare_lists",
    "counting_pool",
    "counting_pools",
    "countries_in",
    "current",
    "dated_lists",
    "decimals",
    "details",
    "distribution",
    "effect_of_game",
    "explanations",
    "find_list",
    "get_seed_ratings",
    "hindsight",
    "hindsight_chart",
    "history",
    "list_rows",
    "listed_values",
    "lists_in_force",
    "lists_state",
    "lists_with_ids",
    "others_of",
    "peaks",
    "player_records",
    "pool_evidence",
    "pools_of_club",
    "pools_of_person",
    "predict",
    "predict_games",
    "rating_list",
    "ratings_in",
    "runs_of",
    "seed_ratings_on",
    "server_pools",
    "undecided",
    "usual_filter",
]
