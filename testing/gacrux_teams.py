"""gacrux, FIDE TEC's checker (MIT), as a second opinion on events of teams. A development dependency only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam
from gacrux.tiebreak import tiebreak

from testing.gacrux_oracle import parsed

Pairs = list[tuple[int, int]]


def team_pairing(tournament: Any, number: int) -> Pairs | None:
    """Round `number` as gacrux pairs it: (white, black), (number, 0) for the bye, sorted; None where it finds none."""
    engine = pairing_fideteam(tournament, number, {"experimental": [], "verbose": 0, "check": True})
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        return None
    return sorted((pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket["pairs"])


def team_standings(text: str, codes: list[str]) -> dict[int, tuple[int, list[Fraction | None]]]:
    """Rank and values by number of team."""
    _reader, tournament = parsed(text)
    params = {
        "tiebreak": list(codes),
        "check": False,
        "swiss": True,
        "pre_determined": False,
        "unrated": None,
        "current_round": -1,
    }
    result = tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)
    return {
        row["cid"]: (row["rank"], [None if value is None else Fraction(value) for value in row["tiebreakScore"]])
        for row in result["competitors"]
    }
