"""The reads of games, shaped for pages and API."""

from games.queries.certificates import CertificateRow, certificate_of, certificates_of
from games.queries.claims import ClaimRow, own_claim
from games.queries.collection import (
    CollectionQuery,
    FoundGame,
    FoundGames,
    NextTurn,
    find_games,
    next_turns,
    read_position,
)
from games.queries.export import export_records
from games.queries.lists import GameRow, games_in, games_of, newest, pieces_of_evidence
from games.queries.opponents import Opponent, Score, games_between, opponents_in, score_of
from games.queries.own_report import OwnReport, own_report
from games.queries.page import (
    GamePage,
    RecordView,
    ResultPage,
    Seat,
    Step,
    game_page,
    has_record,
    record_view,
    result_page,
)
from games.queries.proposals import Proposal, proposal_for
from games.queries.record_files import FileReport, file_report, filed_rows
from games.queries.recordings import FinishedRecording, finished_since, numbered_turns
from games.queries.sheets import SheetRow, latest_sheets
from games.queries.texts import record_document, record_file_name, record_text

__all__ = [
    "CertificateRow",
    "ClaimRow",
    "CollectionQuery",
    "FileReport",
    "FinishedRecording",
    "FoundGame",
    "FoundGames",
    "GamePage",
    "GameRow",
    "NextTurn",
    "Opponent",
    "OwnReport",
    "Proposal",
    "RecordView",
    "ResultPage",
    "Score",
    "Seat",
    "SheetRow",
    "Step",
    "certificate_of",
    "certificates_of",
    "export_records",
    "file_report",
    "filed_rows",
    "find_games",
    "finished_since",
    "game_page",
    "games_between",
    "games_in",
    "games_of",
    "has_record",
    "latest_sheets",
    "newest",
    "next_turns",
    "numbered_turns",
    "opponents_in",
    "own_claim",
    "own_report",
    "pieces_of_evidence",
    "proposal_for",
    "read_position",
    "record_document",
    "record_file_name",
    "record_text",
    "record_view",
    "result_page",
    "score_of",
]
