"""How points are announced: record 162, JaVaFo's XXS and bbpPairings' BB records.

162 has the codes W (win, forfeit win, full-point bye), D (draw, half-point bye), L (loss), A (absence,
zero-point bye and forfeit loss; some programs write Z), P (pairing-allocated bye) and X (a result not
known yet), each in one column from 6 with its value in the four after it, every nine columns.
XXS names each case: WW BW WD BD WL BL ZPB HPB FPB PAB FW FL, and W, D, L for several at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import Scoring
from gipf_engine.tournament.trf.fixed_width import Findings, SourceLine, points_field, tenths

FIRST_COLUMN, STRIDE = 6, 9

RECORD_162: Mapping[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "Z": ("zero_bye", "forfeit_loss"),
    "P": ("pairing_bye",),
    "X": (),
}
RECORD_XXS: Mapping[str, tuple[str, ...]] = {
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss", "zero_bye", "forfeit_loss"),
}
RECORDS_BB: Mapping[str, tuple[str, ...]] = {
    "BBW": ("win", "forfeit_win", "full_bye"),
    "BBD": ("draw", "half_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}


BY_COLOUR = {f"{seat}{kind}": kind for kind in "WDL" for seat in "WB"}
"""XXS codes of one colour, and the result they are about."""


class PointsReader:
    """Collects what the lines say about points; `scoring` is the outcome."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._coarse: dict[str, tuple[int, str]] = {}  # field: tenths, record (162 or BB) that said so
        self._fine: dict[str, int] = {}  # field: tenths, said by XXS, which may correct the others
        self._colours: dict[str, tuple[int, SourceLine]] = {}  # XXS code of one colour: tenths, line

    def read_162(self, line: SourceLine) -> None:
        """Codes and values in their columns."""
        body = line.text.rstrip()
        for start in range(FIRST_COLUMN - 1, len(body), STRIDE):
            code, value = body[start : start + 1].upper(), body[start + 1 : start + STRIDE].strip()
            if code.strip() or value:
                self._take(line, code, value, RECORD_162)

    def read_xxs(self, line: SourceLine) -> None:
        """CODE=VALUE pairs; the last one for a case wins."""
        for part in line.rest.split():
            code, _equals, value = part.upper().partition("=")
            amount = self._take(line, code, value, RECORD_XXS)
            if amount is not None and code in BY_COLOUR:
                self._colours[code] = amount, line
            elif code in BY_COLOUR.values():
                self._colours = {seat: kept for seat, kept in self._colours.items() if BY_COLOUR[seat] != code}

    def read_bb(self, line: SourceLine) -> None:
        """One value of bbpPairings' own records."""
        self._take(line, line.code, line.rest, RECORDS_BB)

    def _take(self, line: SourceLine, code: str, value: str, known: Mapping[str, tuple[str, ...]]) -> int | None:
        if code not in known:
            self._findings.refuse(line, _("points are announced for an unknown case, “%(code)s”"), {"code": code})
            return None
        try:
            amount = tenths(value)
        except ValueError:
            self._findings.refuse(line, _("“%(value)s” is not a number of points in tenths"), {"value": value})
            return None
        if not known[code]:
            self._findings.repair(line, _("points of unknown results (X) were left out: they count when known"))
        if known is RECORD_XXS:
            self._fine.update(dict.fromkeys(known[code], amount))
        else:
            self._take_coarse(line, known[code], amount)
        return amount

    def _take_coarse(self, line: SourceLine, names: tuple[str, ...], amount: int) -> None:
        record = line.code[:2]
        for name in names:
            before, source = self._coarse.get(name, (amount, record))
            if before != amount and source != record:
                self._findings.refuse(line, _("these points contradict those of another record"))
            self._coarse[name] = amount, record

    def scoring(self) -> Scoring:
        """All points, FIDE's where nothing was said.

        With 162 and BB a pairing-allocated bye is worth a win unless said; with XXS it is not.
        """
        for kind in sorted(set(BY_COLOUR.values())):
            found = [self._colours[seat] for seat in self._colours if BY_COLOUR[seat] == kind]
            if len({amount for amount, _line in found}) > 1:
                self._findings.refuse(found[-1][1], _("points that depend on the colour cannot be kept"))
        values = {name: amount for name, (amount, _record) in self._coarse.items()}
        values.setdefault("pairing_bye", values.get("win", Scoring().win))
        return replace(Scoring(), **{**values, **self._fine})


def write_162(scoring: Scoring) -> list[str]:
    """Record 162 for what differs from 1, ½, 0 and a bye worth a win; no line where nothing does."""
    codes = [("W", scoring.win, 10), ("D", scoring.draw, 5), ("L", scoring.loss, 0), ("A", scoring.zero_bye, 0)]
    parts = [f"{code}{points_field(value)}" for code, value, usual in codes if value != usual]
    if scoring.pairing_bye != scoring.win:
        parts.append(f"P{points_field(scoring.pairing_bye)}")
    return ["162  " + "    ".join(parts)] if parts else []


def write_bb(scoring: Scoring) -> list[str]:
    """bbpPairings' own records, which it reads in place of XXS: for what differs from 1, ½, 0 and a bye worth a win."""
    usual = replace(Scoring(), pairing_bye=scoring.win)
    found = {code: (getattr(scoring, names[0]), getattr(usual, names[0])) for code, names in RECORDS_BB.items()}
    return [f"{code} {points_field(value)}" for code, (value, expected) in found.items() if value != expected]


def write_xxs(scoring: Scoring, *, everything: bool) -> list[str]:
    """XXS for the cases that record 162 cannot tell apart, or (`everything`) for all that is not usual.

    With `everything` it also corrects what the BB records, written beside it, cannot tell apart.
    """
    usual = Scoring() if everything else _scoring_implied_by_162(scoring)
    beside = _scoring_implied_by_bb(scoring) if everything else usual
    names = {"WW": "win", "WD": "draw", "WL": "loss", **{code: fields[0] for code, fields in _XXS_SINGLE.items()}}
    values, expected, default = asdict(scoring), asdict(usual), asdict(beside)
    parts: list[str] = []
    for code, name in names.items():
        if values[name] != expected[name] or values[name] != default[name]:
            codes = (code, "B" + code[1:]) if code in {"WW", "WD", "WL"} else (code,)
            parts.extend(f"{each}={points_field(values[name], 0)}" for each in codes)
    return ["XXS " + " ".join(parts)] if parts else []


_XXS_SINGLE = {code: RECORD_XXS[code] for code in ("ZPB", "HPB", "FPB", "PAB", "FW", "FL")}


def _scoring_implied_by_162(scoring: Scoring) -> Scoring:
    return replace(
        scoring,
        full_bye=scoring.win,
        forfeit_win=scoring.win,
        half_bye=scoring.draw,
        forfeit_loss=scoring.zero_bye,
    )


def _scoring_implied_by_bb(scoring: Scoring) -> Scoring:
    return replace(scoring, full_bye=scoring.win, forfeit_win=scoring.win, half_bye=scoring.draw)
