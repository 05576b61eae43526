"""gacrux, FIDE TEC's checker (MIT), as a second opinion on standings and pairings. A development dependency only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

REFUSED = 400
SWISS = [
    *("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "SB", "SB/C1", "SB/P", "SB/C1/P"),
    *("DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "STD", "AOB", "KS", "KS/L+1", "KS/L-2"),
    *("ARO", "ARO/C1", "ARO/M1", "TPR", "PTP", "APRO", "APPO", "FB", "FB/C1", "BH/F", "AOB/F"),
]
START = "2026/03/02"  # the tie-break rules of 1 March 2026 are in force


def parsed(text: str) -> tuple[Any, Any]:
    """The reader and the tournament that gacrux makes of a TRF text."""
    reader = trf2json()
    reader.parse_file(text, 0)
    status = reader.chessjson["status"]
    assert status["code"] <= REFUSED, status
    return reader, reader.get_tournament(1)


def standings(
    text: str, codes: list[str], *, predetermined: bool = False, rounds: int = -1
) -> dict[int, tuple[int, list[Fraction | None]]]:
    """Rank and values by pairing number, with direct encounter 0 where it parts no one."""
    _reader, tournament = parsed(text)
    params = {
        "tiebreak": list(codes),
        "check": False,
        "swiss": not predetermined,
        "pre_determined": predetermined,
        "unrated": None,
        "current_round": rounds,
    }
    result = tiebreak(tournament, rounds, params).compute_tiebreaks(tournament, params)
    return {
        row["cid"]: (row["rank"], [None if value is None else Fraction(value) for value in row["tiebreakScore"]])
        for row in result["competitors"]
    }


def pairing(tournament: Any, number: int) -> set[tuple[int, int]] | None:
    """Round `number` as gacrux pairs it: (white, black), and (number, 0) for the bye; None where it finds none.

    `tournament` is from `parsed`, of a finished event; what came in that round or later is not looked at,
    but for the byes announced for it.
    """
    engine = pairing_dutch(tournament, number, {"experimental": [], "verbose": 0, "check": True})
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        return None
    return {(pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket["pairs"]}
