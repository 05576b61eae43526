"""The records about the event itself, and the lines that are kept without being understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.trf.dates import in_order, read_days, write_day, write_short_day
from gipf_engine.tournament.trf.document import Dialect, Document
from gipf_engine.tournament.trf.fixed_width import MOST_ROUNDS, Findings, SourceLine, is_number, one_line, parse_number
from gipf_engine.tournament.trf.players import FIRST_ROUND_COLUMN, ROUND_WIDTH
from gipf_engine.tournament.trf.teams import MATCH, RECORD, read_teams
from gipf_engine.tournament.trf.tournament_types import ANY_ROUND_ROBIN, is_coded

TEXTS: Mapping[str, str] = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "first_day",
    "052": "last_day",
    "092": "type_text",
    "102": "chief_arbiter",
    "122": "time_control",
    "172": "rank_method",
    "182": "program",
    "192": "kind",
    "222": "coded_time_control",
}
"""Records of one text, and their field of `Document`."""

DAYS = ("first_day", "last_day")
LISTS: Mapping[str, str] = {"202": "tie_breaks", "212": "order"}
ONLY_TRF26 = ("172", "182", "192", "202", "212", "222")
KEPT = frozenset({"013", "082", "300", "310", "320", "330", "352", "362", "801", "802"})
"""Records of teams: they change nothing about the entrants, so they pass through."""

TEAM_RECORDS = frozenset({"310", "320", "330"})
"""Those that only events have in which teams are paired."""

NATIONAL = re.compile(r"[A-Z]{3} +\d{1,4}\b")
COLOURS = {"W": "w", "B": "b", "white1": "w", "black1": "b"}


class HeaderReader:
    """Collects the event's own records."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._texts: dict[str, str] = {}
        self._lists: dict[str, tuple[str, ...]] = {}
        self._deputies: list[str] = []
        self._comments: list[str] = []
        self._kept: list[SourceLine] = []
        self._dates: tuple[str, ...] = ()
        self._dates_at: SourceLine | None = None
        self._days_at: dict[str, SourceLine] = {}
        self._counts: dict[str, SourceLine] = {}
        self.rounds: int | None = None
        self.first_colour = ""
        self.readers: Mapping[str, Callable[[SourceLine], None]] = {
            **dict.fromkeys(TEXTS, self._text),
            **dict.fromkeys(LISTS, self._list),
            "062": self._note_count,
            "072": self._note_count,
            "112": lambda line: self._deputies.append(line.rest),
            "132": self._round_dates,
            "142": self._read_rounds,
            "XXR": self._read_rounds,
            "152": self._colour,
            "XXC": self._configuration,
            "###": lambda line: self._comments.append(line.rest),
        }

    @property
    def kind(self) -> str:
        """The coded type: record 192, or a code in 092, where some programs write it."""
        text = self._texts.get("type_text", "")
        return self._texts.get("kind", "") or (text if is_coded(text) else "")

    @property
    def has_teams(self) -> bool:
        """Whether teams are paired: there are lines of teams, and they are not the two of a match."""
        return MATCH not in self.kind and any(line.code in TEAM_RECORDS for line in self._kept)

    def document(self, field: Iterable[int]) -> Document:
        """All of it, except the line end. `field` are the pairing numbers, of which two teams may be made."""
        texts: dict[str, Any] = {**self._texts, **self._lists, **self._write_days(), "kind": self.kind}
        teams = read_teams([line for line in self._kept if line.code == RECORD], self.kind, field)
        kept = [line for line in self._kept if not (teams and line.code == RECORD)]
        for line in kept:
            self._findings.repair(line, _("kept as it is, without being checked"))
        return Document(
            **texts,
            deputies=tuple(self._deputies),
            comments=tuple(self._comments),
            kept=tuple(line.text.rstrip() for line in kept),
            teams=teams,
            round_dates=self._round_days(),
        )

    def _write_days(self) -> dict[str, str]:
        """The first and the last day, in the format's own form whatever form the file has them in."""
        lines = [self._days_at[name] for name in DAYS if name in self._days_at]
        found = read_days([line.rest for line in lines], in_order)
        return {
            TEXTS[line.code]: self._write_day(line, day) for line, day in zip(lines, found, strict=True) if line.rest
        }

    def _write_day(self, line: SourceLine, day: date | None) -> str:
        if day is None:
            self._findings.repair(line, _("this is not a day: it was left out"))
            return ""
        text = write_day(day)
        if text != line.rest:
            self._findings.repair(line, _("the day was read as %(day)s"), {"day": text})
        return text

    def _round_days(self) -> tuple[str, ...]:
        """The days of the rounds, likewise; blank where the file has none."""
        found = read_days(self._dates, in_order)
        texts = tuple(write_short_day(day) if day else "" for day in found)
        if texts != self._dates and self._dates_at is not None:
            params = {"days": ", ".join(text or "–" for text in texts)}
            self._findings.repair(self._dates_at, _("the days of the rounds were read as %(days)s"), params)
        return texts

    def keep_or_refuse(self, line: SourceLine) -> None:
        """A line without a reader: team and national records pass through, others are refused."""
        if line.code in KEPT or (NATIONAL.match(line.text) and not line.code.startswith(("XX", "BB"))):
            self._kept.append(line)
        else:
            self._findings.refuse(line, _("unknown record"))

    def check_counts(self, entrants: int, rated: int) -> None:
        """Records 062 and 072 against the lines themselves."""
        for code, number in (("062", entrants), ("072", rated)):
            line = self._counts.get(code)
            if line is not None and not re.match(rf"{number}\b", line.rest):
                self._findings.repair(line, _("the number was replaced: there are %(number)d"), {"number": number})

    def _text(self, line: SourceLine) -> None:
        name = TEXTS[line.code]
        if name in self._texts:
            self._findings.refuse(line, _("this record appears a second time"))
        self._texts[name] = line.rest
        if name in DAYS:
            self._days_at[name] = line

    def _list(self, line: SourceLine) -> None:
        self._lists[LISTS[line.code]] = tuple(code.strip() for code in line.rest.split(",") if code.strip())

    def _note_count(self, line: SourceLine) -> None:
        self._counts[line.code] = line

    def _round_dates(self, line: SourceLine) -> None:
        body = line.text[FIRST_ROUND_COLUMN - 1 :].rstrip()
        self._dates_at = line
        self._dates = tuple(body[start : start + ROUND_WIDTH].strip() for start in range(0, len(body), ROUND_WIDTH))
        if not self._dates and line.rest:
            self._findings.repair(line, _("columns 92 and up have no round dates: they were left out"))

    def _read_rounds(self, line: SourceLine) -> None:
        rounds = parse_number(line.rest, MOST_ROUNDS) if is_number(line.rest, MOST_ROUNDS) else 0
        if rounds == 0:
            self._findings.refuse(line, _("this is not a number of rounds"))
        elif self.rounds not in (None, rounds):
            self._findings.refuse(line, _("another record announces another number of rounds"))
        else:
            self.rounds = rounds

    def _colour(self, line: SourceLine) -> None:
        self._set_colour(line, line.rest.upper())

    def _configuration(self, line: SourceLine) -> None:
        for word in line.rest.split():
            if word.lower() in COLOURS:
                self._set_colour(line, word.lower())
            else:
                self._findings.refuse(line, _("“%(word)s” is not supported here"), {"word": word})

    def _set_colour(self, line: SourceLine, word: str) -> None:
        colour = COLOURS.get(word, "")
        if not colour:
            self._findings.refuse(line, _("the first colour must be W or B"))
        elif self.first_colour not in ("", colour):
            self._findings.refuse(line, _("another record has a different first colour"))
        else:
            self.first_colour = colour


def write_header(table: CrossTable, document: Document, dialect: Dialect) -> dict[str, list[str]]:
    """The event's own lines by code, without those about pairing and points."""
    kind = one_line(document.kind) or (ANY_ROUND_ROBIN if table.predetermined else "")
    texts = {code: one_line(getattr(document, name)) for code, name in TEXTS.items()}
    texts["192"] = kind
    texts["062"] = str(len(table.entrants))
    texts["072"] = str(sum(entrant.rating is not None for entrant in table.entrants))
    texts.update({code: ",".join(one_line(key) for key in getattr(document, name)) for code, name in LISTS.items()})
    dates = "  ".join(f"{one_line(date, ROUND_WIDTH - 2):8}" for date in document.round_dates)
    texts["132"] = (" " * (FIRST_ROUND_COLUMN - 5) + dates).rstrip()
    if dialect is Dialect.TRF16:
        texts["092"] = kind or texts["092"]
        texts = {code: text for code, text in texts.items() if code not in ONLY_TRF26}
    records = {code: [f"{code} {text}"] for code, text in texts.items() if text}
    records["112"] = [f"112 {one_line(name)}" for name in document.deputies]
    return records
