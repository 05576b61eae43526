"""The reads of ratings: lists, one person's history with its sums, and what seeding asks for."""

from ratings.queries.dated_lists import (
    DatedList,
    ListDifference,
    compare_lists,
    dated_lists,
    find_list,
    list_rows,
)
from ratings.queries.details import Detail, decimals, details, listed_values
from ratings.queries.evidence import SystemEvidence, pool_evidence
from ratings.queries.explanations import ChangeExplanation, ExplainedTerm, explanations
from ratings.queries.history import PersonPool, RatedEvent, changes_of_event, chart, history, pools_of_person
from ratings.queries.lists import (
    SeedRating,
    current,
    get_seed_ratings,
    lists_state,
    pools_of_club,
    seed_ratings_on,
    server_pools,
    undecided_rules,
)
from ratings.queries.rating_list import ListFilter, ListRow, RatingList, countries_in, rating_list

__all__ = [
    "ChangeExplanation",
    "DatedList",
    "Detail",
    "ExplainedTerm",
    "ListDifference",
    "ListFilter",
    "ListRow",
    "PersonPool",
    "RatedEvent",
    "RatingList",
    "SeedRating",
    "SystemEvidence",
    "changes_of_event",
    "chart",
    "compare_lists",
    "countries_in",
    "current",
    "dated_lists",
    "decimals",
    "details",
    "explanations",
    "find_list",
    "get_seed_ratings",
    "history",
    "list_rows",
    "listed_values",
    "lists_state",
    "pool_evidence",
    "pools_of_club",
    "pools_of_person",
    "rating_list",
    "seed_ratings_on",
    "server_pools",
    "undecided_rules",
]
