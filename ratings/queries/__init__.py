"""The reads of ratings: lists, one person's history with its sums, and what seeding asks for."""

from ratings.queries.details import Detail, decimals, details, listed_values
from ratings.queries.evidence import SystemEvidence, pool_evidence
from ratings.queries.explanations import ChangeExplanation, ExplainedTerm, explanations
from ratings.queries.history import PersonPool, RatedEvent, changes_of_event, chart, history, pools_of_person
from ratings.queries.lists import (
    ListRow,
    SeedRating,
    current,
    get_seed_ratings,
    lists_state,
    pools_of_club,
    rating_list,
    seed_ratings_on,
    server_pools,
    undecided_rules,
)

__all__ = [
    "ChangeExplanation",
    "Detail",
    "ExplainedTerm",
    "ListRow",
    "PersonPool",
    "RatedEvent",
    "SeedRating",
    "SystemEvidence",
    "changes_of_event",
    "chart",
    "current",
    "decimals",
    "details",
    "explanations",
    "get_seed_ratings",
    "history",
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
