"""The records of teams in TRF26 (013 of TRF16 too), one by one: 013, 300, 310, 320, 330, 352, 362, 240, 250, 299."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.teams.values import FORFEITS, Adjustment, LineUp, MatchPoints, Team
from gipf_engine.tournament.trf.abnormal_points import read_299
from gipf_engine.tournament.trf.fixed_width import (
    Findings,
    SourceLine,
    is_number,
    numbers,
    parse_number,
    signed_tenths,
    tenths,
)
from gipf_engine.tournament.trf.round_cells import BYE_KINDS

MOST_TEAM = 999
PLAYERS_310, PLAYERS_013, STRIDE = 74, 37, 5
MATCH_CODES = {"TW": "win", "TD": "draw", "TL": "loss"}
_MATCH_POINTS = re.compile(r"\b(T[WDL])\s*(\d{1,4}(?:[.,]\d)?)(?![\d.,])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team as its line has it, with the points that the line claims (None: it has none)."""

    line: SourceLine
    team: Team
    match: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points of a range of teams in a range of rounds (record 250)."""

    match: int
    game: int
    rounds: range
    numbers: range


@dataclass(slots=True)
class TeamRecords:
    """What the records of teams say, collected line by line.

    `line_ups` are by round and team, and so are the `opponents` that record 300 names; `pairing_byes` are by round,
    `forfeits` are (round, white, black, kind).
    """

    findings: Findings
    teams: list[TeamLine] = field(default_factory=list)
    line_ups: dict[tuple[int, int], LineUp] = field(default_factory=dict)
    opponents: dict[tuple[int, int], int] = field(default_factory=dict)
    pairing_byes: dict[int, int] = field(default_factory=dict)
    byes: dict[tuple[int, int], ByeKind] = field(default_factory=dict)
    forfeits: list[tuple[int, int, int, str]] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    accelerations: list[Acceleration] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    bye_match: int | None = None
    bye_games: int | None = None
    colours: str = ""

    @property
    def readers(self) -> Mapping[str, Callable[[SourceLine], None]]:
        """The reader of each record."""
        return {
            "013": self._read_013,
            "310": self._read_310,
            "300": self._read_300,
            "320": self._read_320,
            "330": self._read_330,
            "352": self._read_352,
            "362": self._read_362,
            "240": self._read_240,
            "250": self._read_250,
            "299": self._read_299,
        }

    def match_points(self) -> MatchPoints:
        """The match points of record 362, FIDE's where it says nothing; a match forfeited is a match lost."""
        usual = MatchPoints()
        loss = self.points.get("loss", usual.loss)
        return MatchPoints(self.points.get("win", usual.win), self.points.get("draw", usual.draw), loss, loss)

    def _read_013(self, line: SourceLine) -> None:
        members = self._numbers(line, PLAYERS_013)
        if members is not None:
            at = sum(each.line.code == "013" for each in self.teams) + 1
            self.teams.append(TeamLine(line, Team(at, line.columns(5, 36), members)))

    def _read_310(self, line: SourceLine) -> None:
        number, members = line.columns(5, 7), self._numbers(line, PLAYERS_310)
        if members is None:
            return
        if not is_number(number, MOST_TEAM) or parse_number(number) == 0:
            self.findings.refuse(line, _("columns 5-7 must hold the number of a team"))
            return
        strength, rank = line.columns(48, 53), line.columns(69, 71)
        team = Team(
            parse_number(number),
            line.columns(9, 40),
            members,
            nickname=line.columns(42, 46),
            strength=parse_number(strength, 999_999) if is_number(strength, 999_999) else None,
            extras={"rank": rank} if is_number(rank) else {},
        )
        self.teams.append(TeamLine(line, team, self._points(line, 55, 60), self._points(line, 62, 67)))

    def _read_300(self, line: SourceLine) -> None:
        fields, players = (
            [line.columns(5, 7), line.columns(9, 11), line.columns(13, 15)],
            self._numbers(line, 17, keep=True),
        )
        if players is None:
            return
        if not all(is_number(text) for text in fields):
            self.findings.refuse(line, _("columns 5-7 must hold a round, 9-11 and 13-15 the numbers of two teams"))
            return
        at, team, opponent = map(parse_number, fields)
        self.line_ups[at, team] = tuple(number or None for number in players)
        self.opponents[at, team], self.opponents[at, opponent] = opponent, team

    def _read_320(self, line: SourceLine) -> None:
        self.bye_match, self.bye_games = self._points(line, 5, 8), self._points(line, 10, 13)
        body = line.text[14:].rstrip()
        for at, start in enumerate(range(0, len(body), 4), 1):
            text = body[start : start + 4].strip()
            if text and not is_number(text, MOST_TEAM):
                self.findings.refuse(line, _("columns from 15 on must hold numbers of teams"))
                return
            if text and parse_number(text):
                self.pairing_byes[at] = parse_number(text)

    def _read_330(self, line: SourceLine) -> None:
        kind, fields = line.columns(5, 6), [line.columns(8, 10), line.columns(12, 14), line.columns(16, 18)]
        if kind not in FORFEITS or not all(is_number(text, MOST_TEAM) for text in fields):
            self.findings.refuse(line, _("a forfeited match is +-, -+ or --, a round, and the two teams"))
            return
        at, white, black = (parse_number(text) for text in fields)
        self.forfeits.append((at, white, black, kind))

    def _read_352(self, line: SourceLine) -> None:
        colours = line.rest.upper()
        if not colours or set(colours) - {"W", "B"}:
            self.findings.refuse(line, _("the colours of the boards must be W and B"))
        else:
            self.colours = colours

    def _read_362(self, line: SourceLine) -> None:
        """Codes and values: in columns 5-6 and 7-10, every nine, or parted by blanks as some programs write them."""
        found = _MATCH_POINTS.findall(line.rest)
        if _MATCH_POINTS.sub("", line.rest).strip():
            self.findings.refuse(line, _("match points are TW, TD and TL, each with its points"))
        else:
            self.points.update({MATCH_CODES[code.upper()]: tenths(value) for code, value in found})

    def _read_240(self, line: SourceLine) -> None:
        letter, at, members = line.columns(5, 5).upper() or "Z", line.columns(7, 9), self._numbers(line, 11)
        if members is None:
            return
        if letter not in BYE_KINDS or letter == "U":
            self.findings.refuse(line, _("column 5 must be F, H or Z"))
        elif not is_number(at) or not parse_number(at):
            self.findings.refuse(line, _("columns 7-9 must hold a round"))
        else:
            self.byes.update({(parse_number(at), team): BYE_KINDS[letter] for team in members})

    def _read_250(self, line: SourceLine) -> None:
        fields = [line.columns(15, 17), line.columns(19, 21), line.columns(23, 26), line.columns(28, 31)]
        if not all(is_number(text) for text in fields):
            self.findings.refuse(line, _("columns 15-31 must hold first and last round, first and last number"))
            return
        first, last, one, other = map(parse_number, fields)
        match, game = self._points(line, 5, 8) or 0, self._points(line, 10, 13) or 0
        self.accelerations.append(Acceleration(match, game, range(first, last + 1), range(one, other + 1)))

    def _read_299(self, line: SourceLine) -> None:
        found = read_299(line, self.findings)
        if found is not None:
            self.adjustments.append(found)

    def _points(self, line: SourceLine, first: int, last: int) -> int | None:
        text = line.columns(first, last)
        if not text:
            return None
        try:
            return signed_tenths(text)
        except ValueError:
            params = {"first": first, "last": last}
            self.findings.refuse(line, _("columns %(first)d-%(last)d must hold points or be blank"), params)
            return None

    def _numbers(self, line: SourceLine, first: int, *, keep: bool = False) -> tuple[int, ...] | None:
        """Numbers from a column on, every five; zeros are kept where they stand for an empty board."""
        try:
            return tuple(number for number in numbers(line, first, STRIDE) if number or keep)
        except ValueError:
            self.findings.refuse(line, _("these are not pairing numbers"))
            return None
