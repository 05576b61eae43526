"""The reads of games, shaped for pages and API."""

from games.queries.certificates import CertificateRow, certificate_of, certificates_of
from games.queries.lists import GameRow, games_in, games_of, newest, pieces_of_evidence
from games.queries.page import ClaimRow, GamePage, RecordView, Seat, Step, game_page, own_claim, record_view
from games.queries.proposals import Proposal, proposal_for
from games.queries.sheets import SheetRow, latest_sheets
from games.queries.texts import record_file_name, record_text

__all__ = [
    "CertificateRow",
    "ClaimRow",
    "GamePage",
    "GameRow",
    "Proposal",
    "RecordView",
    "Seat",
    "SheetRow",
    "Step",
    "certificate_of",
    "certificates_of",
    "game_page",
    "games_in",
    "games_of",
    "latest_sheets",
    "newest",
    "own_claim",
    "pieces_of_evidence",
    "proposal_for",
    "record_file_name",
    "record_text",
    "record_view",
]
