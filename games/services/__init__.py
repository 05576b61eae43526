"""The verbs of games: the only place that writes them. Each is one transaction under the lock of the occasion."""

from games.services.claiming import Claimed, claim_result
from games.services.handing_in import CheckedRecord, check_record, hand_in_record, keep_records
from games.services.inside import decide_game, lay_out, seat_players
from games.services.making import (
    NewGame,
    allow_agreed_draws,
    check_starts,
    create_game,
    create_games,
    delete_games,
    reopen_games,
    set_handicap,
    settle_games,
)
from games.services.rating import set_rated_result
from games.services.refusals import ClaimRefused, GameRefused, RecordRefused

__all__ = [
    "CheckedRecord",
    "ClaimRefused",
    "Claimed",
    "GameRefused",
    "NewGame",
    "RecordRefused",
    "allow_agreed_draws",
    "check_record",
    "check_starts",
    "claim_result",
    "create_game",
    "create_games",
    "decide_game",
    "delete_games",
    "hand_in_record",
    "keep_records",
    "lay_out",
    "reopen_games",
    "seat_players",
    "set_handicap",
    "set_rated_result",
    "settle_games",
]
