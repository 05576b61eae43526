"""From the round columns of all entrants to the cells of a cross table, each game checked from both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, Meeting
from gipf_engine.tournament.trf.fixed_width import Findings
from gipf_engine.tournament.trf.players import PlayerLine
from gipf_engine.tournament.trf.round_cells import (
    BYE_KINDS,
    OLD_BYES,
    UNKNOWN,
    RoundCell,
    answering_cell,
    is_game,
    side,
)

NOTHING = RoundCell(0, "", "")


@dataclass(frozen=True, slots=True)
class Rounds:
    """The cells of each entrant by pairing number, and how many rounds stand."""

    cells: Mapping[int, tuple[Cell, ...]]
    played: int


def assemble(
    players: Mapping[int, PlayerLine], predetermined: bool, findings: Findings, *, of_teams: bool = False
) -> Rounds:
    """The rounds of all entrants.

    A round stands when a person was paired in it or got the pairing's bye; byes in later columns are
    announced. In a round that stands a blank is a zero-point bye; where pairings are made beforehand
    a zero-point bye is a rest round, since there absence is a forfeit. Where teams are paired (`of_teams`), all players
    of a team may have its bye, and a result without an opponent is that of a board without one.
    """
    width = max((len(player.entries) for player in players.values()), default=0)
    columns = [_column(players, number) for number in range(1, width + 1)]
    played = rounds_that_stand(players)
    cells: dict[int, list[Cell]] = {number: [] for number in players}
    for number, column in enumerate(columns, 1):
        reader = _RoundReader(number, column, players, findings, of_teams)
        if not of_teams:
            reader.check_pairing_byes()
        for entrant in players:
            cells[entrant].append(reader.cell(entrant, stands=number <= played, predetermined=predetermined))
    return Rounds({number: _trim(own, played) for number, own in cells.items()}, played)


def rounds_that_stand(players: Mapping[int, PlayerLine]) -> int:
    """The last round in which a person was paired or got the pairing-allocated bye; 0 before the first."""
    paired = (
        at
        for player in players.values()
        for at, entry in enumerate(player.entries, 1)
        if entry.opponent or entry.result == "U"
    )
    return max(paired, default=0)


def _column(players: Mapping[int, PlayerLine], number: int) -> dict[int, RoundCell]:
    return {
        entrant: player.entries[number - 1] if number <= len(player.entries) else NOTHING
        for entrant, player in players.items()
    }


def _trim(cells: Sequence[Cell], played: int) -> tuple[Cell, ...]:
    last = max((number for number, cell in enumerate(cells, 1) if cell is not None), default=0)
    return tuple(cells[: max(last, played)])


@dataclass(slots=True)
class _RoundReader:
    """One round while it is read."""

    number: int
    column: dict[int, RoundCell]
    players: Mapping[int, PlayerLine]
    findings: Findings
    of_teams: bool = False

    def check_pairing_byes(self) -> None:
        """At most one entrant has the pairing-allocated bye."""
        takers = [number for number, entry in self.column.items() if entry.result == "U"]
        for number in takers[1:]:
            self._refuse_cell(
                number, _("round %(round)d: a second pairing-allocated bye, after that of %(other)d"), takers[0]
            )

    def cell(self, number: int, *, stands: bool, predetermined: bool) -> Cell:
        """What the entrant had; None too where the entry is refused."""
        entry = self.column[number]
        if entry.opponent:
            return self._meeting(number, entry)
        if not entry.result:
            if not stands:
                return None
            return Bye(ByeKind.REST if predetermined else ByeKind.ZERO)
        if entry.result in BYE_KINDS:
            kind = BYE_KINDS[entry.result]
            return Bye(ByeKind.REST if predetermined and kind is ByeKind.ZERO else kind)
        return self._old_bye(number, entry)

    def _old_bye(self, number: int, entry: RoundCell) -> Cell:
        if entry.result not in OLD_BYES:
            self._refuse_cell(number, _("round %(round)d: this result needs an opponent"))
            return None
        if self.of_teams:
            return Bye(OLD_BYES[entry.result])
        read_as = {"round": self.number, "letter": entry.result}
        template = _("round %(round)d: “%(letter)s” without an opponent was read as a bye worth as much")
        self.findings.repair(self.players[number].line, template, read_as)
        return Bye(OLD_BYES[entry.result])

    def _meeting(self, number: int, entry: RoundCell) -> Cell:
        theirs = self.column.get(entry.opponent)
        if theirs is None or entry.opponent == number:
            self._refuse_cell(number, _("round %(round)d: there is no opponent %(other)d"), entry.opponent)
            return None
        if theirs.opponent != number:
            self._refuse_cell(number, _("round %(round)d: %(other)d has another opponent"), entry.opponent)
            return None
        colour = self._colour(number, entry, theirs)
        ours, answers = self._letters(number, entry, theirs)
        if ours in BYE_KINDS or not is_game(ours, answers):
            self._refuse_cell(
                number, _("round %(round)d: the result does not go with that of %(other)d"), entry.opponent
            )
            return None
        return Meeting(entry.opponent, (side(colour, ours, answers),))

    def _colour(self, number: int, entry: RoundCell, theirs: RoundCell) -> str:
        if entry.colour and entry.colour == theirs.colour:
            self._refuse_cell(
                number, _("round %(round)d: both this entrant and %(other)d have that colour"), entry.opponent
            )
        if entry.colour or not theirs.colour:
            return entry.colour
        self._repair(number, _("round %(round)d: the colour was taken from the line of %(other)d"), entry.opponent)
        return Colour(theirs.colour).other

    def _letters(self, number: int, entry: RoundCell, theirs: RoundCell) -> tuple[str, str]:
        """Both letters; a missing one is the answer to the other, and unknown where both are missing."""
        if entry.result or not theirs.result:
            ours = entry.result or UNKNOWN
            return ours, theirs.result or (answering_cell(ours) if ours not in BYE_KINDS else "")
        if theirs.result in BYE_KINDS:
            return "", theirs.result
        self._repair(number, _("round %(round)d: the result was taken from the line of %(other)d"), entry.opponent)
        return answering_cell(theirs.result), theirs.result

    def _refuse_cell(self, number: int, template: str, other: int = 0) -> None:
        self.findings.refuse(self.players[number].line, template, {"round": self.number, "other": other})

    def _repair(self, number: int, template: str, other: int) -> None:
        self.findings.repair(self.players[number].line, template, {"round": self.number, "other": other})


def duplicates(players: Sequence[PlayerLine], findings: Findings) -> dict[int, PlayerLine]:
    """The players by pairing number; a number that appears twice is refused."""
    counted = Counter(player.entrant.number for player in players)
    for player in players:
        if counted[player.entrant.number] > 1:
            findings.refuse(player.line, _("this pairing number appears more than once"))
    return {player.entrant.number: player for player in sorted(players, key=lambda each: each.entrant.number)}
