"""Records about pairings to come: byes (240, XXZ), acceleration (250, XXA), forbidden pairs (260, XXP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Entrant, ForbiddenGroup
from gipf_engine.tournament.trf.document import Dialect
from gipf_engine.tournament.trf.fixed_width import (
    Findings,
    SourceLine,
    is_number,
    numbers,
    parse_number,
    points_field,
    tenths,
)
from gipf_engine.tournament.trf.round_cells import BYE_KINDS, BYE_LETTERS, RoundCell

OPEN_END = 999
"""The last round of a group that stays forbidden in an event of unknown length."""


class RequestReader:
    """Collects these records; what they mean is worked out when all entrants are known."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.byes: list[tuple[SourceLine, str, int, tuple[int, ...]]] = []  # letter, round, numbers
        self.absent: list[tuple[SourceLine, tuple[int, ...]]] = []
        self._groups: list[tuple[SourceLine, ForbiddenGroup]] = []
        self._virtual: dict[int, dict[int, int]] = {}  # number, then round: tenths

    def read_240(self, line: SourceLine) -> None:
        """Byes of one kind in one round."""
        letter, found = line.columns(5, 5).upper() or "Z", self._numbers(line, 11, 5)
        if letter not in BYE_KINDS or letter == "U":
            self._findings.refuse(line, _("column 5 must be F, H or Z"))
        elif not is_number(line.columns(7, 9)):
            self._findings.refuse(line, _("columns 7-9 must hold a round"))
        elif (round_number := parse_number(line.columns(7, 9))) > 0:
            self.byes.append((line, letter, round_number, found))

    def read_xxz(self, line: SourceLine) -> None:
        """Those absent from the round that comes next."""
        self.absent.append((line, self._numbers(line, 4, 0)))

    def read_xxp(self, line: SourceLine) -> None:
        """A group of whom no two may meet."""
        self._groups.append((line, ForbiddenGroup(frozenset(self._numbers(line, 4, 0)))))

    def read_260(self, line: SourceLine) -> None:
        """A group of whom no two may meet in a range of rounds."""
        first, last = line.columns(5, 7) or "1", line.columns(9, 11) or str(OPEN_END)
        if not (is_number(first) and is_number(last)):
            self._findings.refuse(line, _("columns 5-7 and 9-11 must hold the first and the last round"))
            return
        members = frozenset(self._numbers(line, 13, 5))
        self._groups.append((line, ForbiddenGroup(members, max(parse_number(first), 1), parse_number(last))))

    def read_xxa(self, line: SourceLine) -> None:
        """The virtual points of one entrant, round by round."""
        number, body = line.columns(5, 8), line.text[9:].rstrip()
        if not is_number(number):
            self._findings.refuse(line, _("columns 5-8 must hold a pairing number"))
            return
        values = [body[start : start + 5].strip() for start in range(0, len(body), 5)]
        self._accelerate(line, (parse_number(number),), {r: text for r, text in enumerate(values, 1) if text})

    def read_250(self, line: SourceLine) -> None:
        """Virtual points for a range of rounds and entrants."""
        if line.columns(5, 8).strip("0. "):  # gacrux writes 0.0 for players, who have no match points
            self._findings.refuse(line, _("record 250 gives match points to teams: events of teams are not read yet"))
            return
        fields = [line.columns(15, 17), line.columns(19, 21), line.columns(23, 26), line.columns(28, 31)]
        if not all(is_number(text) for text in fields):
            self._findings.refuse(line, _("columns 15-31 must hold first and last round, first and last number"))
            return
        first_round, last_round, first, last = map(parse_number, fields)
        rounds = dict.fromkeys(range(first_round, last_round + 1), line.columns(10, 13))
        self._accelerate(line, tuple(range(first, last + 1)), rounds)

    def _accelerate(self, line: SourceLine, members: Sequence[int], rounds: Mapping[int, str]) -> None:
        try:
            values = {number: tenths(text) for number, text in rounds.items()}
        except ValueError:
            self._findings.refuse(line, _("the virtual points are not numbers in tenths"))
            return
        for member in members:
            known = self._virtual.setdefault(member, {})
            if any(known.get(number, value) != value for number, value in values.items()):
                self._findings.refuse(line, _("these virtual points contradict another line"))
                return
            known.update(values)

    def _numbers(self, line: SourceLine, first: int, stride: int) -> tuple[int, ...]:
        try:
            found = numbers(line, first, stride) if stride else map(parse_number, line.text[first - 1 :].split())
            return tuple(found)
        except ValueError:
            self._findings.refuse(line, _("these are not pairing numbers"))
            return ()

    def virtual_points_of(self, number: int) -> tuple[int, ...]:
        """The virtual points of an entrant by round, in tenths, without zeros at the end."""
        known = self._virtual.get(number, {})
        last = max((at for at, value in known.items() if value), default=0)
        return tuple(known.get(at, 0) for at in range(1, last + 1))

    def forbidden(self, entrants: Mapping[int, object], rounds: int | None) -> tuple[ForbiddenGroup, ...]:
        """The groups; one that lasts to the event's end is open."""
        groups = []
        for line, group in self._groups:
            self.check_known(line, sorted(group.numbers), entrants)
            last = group.last_round
            open_end = last is None or last >= (rounds or OPEN_END)
            groups.append(ForbiddenGroup(group.numbers, group.first_round, None if open_end else last))
        return tuple(groups)

    def check_known(self, line: SourceLine, members: Sequence[int], entrants: Mapping[int, object]) -> bool:
        """Refuse a line that names a person who is not there."""
        for number in members:
            if number not in entrants:
                self._findings.refuse(line, _("there is no entrant %(number)d"), {"number": number})
                return False
        return True


def with_bye(entries: Sequence[RoundCell], round_number: int, letter: str) -> tuple[RoundCell, ...] | None:
    """The entries with a bye in a round where nothing else stands; None where something does."""
    padded = [*entries, *[RoundCell(0, "", "")] * (round_number - len(entries))]
    there = padded[round_number - 1]
    if not there.is_blank and (there.opponent or there.result != letter):
        return None
    padded[round_number - 1] = RoundCell(0, "", letter)
    return tuple(padded)


def write_byes(table: CrossTable, after: int) -> list[str]:
    """Records 240 for the byes announced for rounds past `after`."""
    wanted: dict[tuple[int, str], list[int]] = {}
    for entrant in table.entrants:
        for number, cell in enumerate(entrant.cells[after:], after + 1):
            if isinstance(cell, Bye) and cell.kind is not ByeKind.PAIRING:
                wanted.setdefault((number, BYE_LETTERS[cell.kind]), []).append(entrant.number)
    return [
        f"240 {letter} {number:>3} " + " ".join(f"{each:>4}" for each in members)
        for (number, letter), members in sorted(wanted.items())
    ]


def write_forbidden(table: CrossTable, dialect: Dialect) -> list[str]:
    """Records 260, or XXP; ValueError where XXP cannot say that a group is limited to some rounds.

    Both forbid without exception: groups that are only avoided have no place in a file.
    """
    lines = []
    for group in table.forbidden:
        if group.is_soft:
            continue
        members = sorted(group.numbers)
        if dialect is Dialect.TRF26:
            last = group.last_round or table.rounds_planned or OPEN_END
            lines.append(f"260 {group.first_round:>3} {last:>3} " + " ".join(f"{each:>4}" for each in members))
        elif group.first_round == 1 and group.last_round is None:
            lines.append("XXP " + " ".join(map(str, members)))
        else:
            raise ValueError(group)
    return lines


def write_acceleration(table: CrossTable, dialect: Dialect) -> list[str]:
    """Records 250 by ranges of entrants and rounds, or XXA by entrant."""
    fast = [entrant for entrant in table.entrants if any(entrant.accelerated)]
    if dialect is Dialect.TRF16:
        return [
            f"XXA {entrant.number:>4} " + " ".join(points_field(value) for value in entrant.accelerated)
            for entrant in fast
        ]
    lines = []
    for virtual, members in groupby(table.entrants, key=lambda entrant: entrant.accelerated):
        lines.extend(_write_250(virtual, list(members)))
    return lines


def _write_250(virtual: tuple[int, ...], members: Sequence[Entrant]) -> list[str]:
    lines, first = [], 1
    for value, run in groupby(virtual):
        last = first + len(list(run)) - 1
        if value:
            span = f"{first:>3} {last:>3} {members[0].number:>4} {members[-1].number:>4}"
            lines.append(f"250 {'':4} {points_field(value)} {span}")
        first = last + 1
    return lines
