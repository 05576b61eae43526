"""The services of games: the only code that writes them. Each is one transaction under the lock of the occasion."""

from games.services.adjudicate import adjudicate, request_adjudication, request_all
from games.services.attempts import (
    NewAttempt,
    begin_attempt,
    create_attempts,
    delete_attempts,
    end_attempts,
    end_overdue,
    play_turn,
    publish_attempts,
    resign_attempt,
)
from games.services.create import (
    NewGame,
    allow_agreed_draws,
    announce_results,
    check_starts,
    create_game,
    create_games,
    delete_games,
    reopen_games,
    set_handicap,
    settle_games,
)
from games.services.errors import (
    AttemptRefused,
    ClaimRefused,
    GameRefused,
    RecordRefused,
    ScoreRefused,
    TurnRefused,
)
from games.services.internal import decide_games, lock_results, seat_players, set_setup
from games.services.rating import set_rated_result
from games.services.record_files import submit_records
from games.services.record_turns import Recorded, finish_recording, go_on_from, record_turns, take_back
from games.services.restore import SavedGame, count_claims_since, remove_games, restore_games, save_games
from games.services.results import ClaimOutcome, claim_result
from games.services.sign_certificate import sign_certificate
from games.services.submit_attempt import can_be_corrected, submit_attempt, submit_own_attempt, tokens_handed_in
from games.services.submit_record import CheckedRecord, check_record, keep_records, submit_record
from games.services.submit_score import submit_score
from games.services.undo_decision import undo_decision

__all__ = [
    "AttemptRefused",
    "CheckedRecord",
    "ClaimOutcome",
    "ClaimRefused",
    "GameRefused",
    "NewAttempt",
    "NewGame",
    "RecordRefused",
    "Recorded",
    "SavedGame",
    "ScoreRefused",
    "TurnRefused",
    "adjudicate",
    "allow_agreed_draws",
    "announce_results",
    "begin_attempt",
    "can_be_corrected",
    "check_record",
    "check_starts",
    "claim_result",
    "count_claims_since",
    "create_attempts",
    "create_game",
    "create_games",
    "decide_games",
    "delete_attempts",
    "delete_games",
    "end_attempts",
    "end_overdue",
    "finish_recording",
    "go_on_from",
    "keep_records",
    "lock_results",
    "play_turn",
    "publish_attempts",
    "record_turns",
    "remove_games",
    "reopen_games",
    "request_adjudication",
    "request_all",
    "resign_attempt",
    "restore_games",
    "save_games",
    "seat_players",
    "set_handicap",
    "set_rated_result",
    "set_setup",
    "settle_games",
    "sign_certificate",
    "submit_attempt",
    "submit_own_attempt",
    "submit_record",
    "submit_records",
    "submit_score",
    "take_back",
    "tokens_handed_in",
    "undo_decision",
]
