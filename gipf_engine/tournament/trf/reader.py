"""Reading TRF16, TRF26 and their extensions into a cross table and a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable, Entrant
from gipf_engine.tournament.teams.values import Adjustment
from gipf_engine.tournament.trf.abnormal_points import read_299, with_adjustments
from gipf_engine.tournament.trf.byes_and_forbidden import RequestReader, with_bye
from gipf_engine.tournament.trf.document import TrfFile
from gipf_engine.tournament.trf.fixed_width import (
    WHOLE_FILE,
    Findings,
    SourceLine,
    decode,
    explains_columns,
    is_number,
    pad,
    points_field,
    split,
)
from gipf_engine.tournament.trf.header import HeaderReader
from gipf_engine.tournament.trf.players import PlayerLine, read_player
from gipf_engine.tournament.trf.points import RECORDS_BB, PointsReader
from gipf_engine.tournament.trf.rounds import Rounds, assemble, duplicates, rounds_that_stand
from gipf_engine.tournament.trf.tournament_types import is_fixed
from gipf_engine.tournament.trf.unexplained_byes import read_from_points

COMMENT = "###"


def read(data: bytes | str) -> TrfFile:
    """The event that a file holds, with every repair listed.

    Raises `TrfError` with all lines that cannot be read, each quoted with its reason.
    """
    reading = _Reading()
    text = decode(data, reading.findings) if isinstance(data, bytes) else data
    lines, newline = split(text)
    for line in lines:
        reading.take(line)
    reading.findings.stop_if_refused()  # lines that do not go together are looked for among readable ones only
    found = reading.finish(newline)
    reading.findings.stop_if_refused()
    return replace(found, repairs=tuple(sorted(reading.findings.repairs, key=lambda note: note.number)))


class _Reading:
    """A file while it is read: lines go to the reader of their record."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.header = HeaderReader(self.findings)
        self.points = PointsReader(self.findings)
        self.requests = RequestReader(self.findings)
        self.players: list[PlayerLine] = []
        self.adjustments: list[tuple[SourceLine, Adjustment]] = []
        self._readers: Mapping[str, Callable[[SourceLine], None]] = {
            "001": self._player,
            "162": self.points.read_162,
            "XXS": self.points.read_xxs,
            **dict.fromkeys(RECORDS_BB, self.points.read_bb),
            "240": self.requests.read_240,
            "XXZ": self.requests.read_xxz,
            "250": self.requests.read_250,
            "XXA": self.requests.read_xxa,
            "260": self.requests.read_260,
            "XXP": self.requests.read_xxp,
            "299": self._abnormal_points,
            **self.header.readers,
        }

    def take(self, line: SourceLine) -> None:
        """Read one line."""
        if line.text.startswith(COMMENT[0]) and line.code != COMMENT:  # as other programs write comments
            line = replace(line, text=f"{COMMENT} {line.text.lstrip(' #')}")
        reader = self._readers.get(line.code.upper())
        if explains_columns(line.text):
            self.findings.repair(line, _("this line explains the columns: it was left out"))
        elif reader is None:
            self.header.keep_or_refuse(line)
        else:
            reader(line if line.code == COMMENT else self._printable(line))

    def _printable(self, line: SourceLine) -> SourceLine:
        """The line with blanks for control characters and the like, which no field can hold."""
        text = pad(line.text)
        if text != line.text:
            self.findings.repair(line, _("characters that cannot be printed were read as blanks"))
        return replace(line, text=text)

    def _abnormal_points(self, line: SourceLine) -> None:
        if line.columns(8, 11):
            template = _("record 299 gives match points to teams: events of teams are not read yet")
            self.findings.refuse(line, template)
            return
        found = read_299(line, self.findings)
        if found is not None:
            self.adjustments.append((line, found))

    def _player(self, line: SourceLine) -> None:
        player = read_player(line, self.findings)
        if player is not None:
            self.players.append(player)

    def finish(self, newline: str) -> TrfFile:
        """Everything together, once all lines are read."""
        players = duplicates(self.players, self.findings)
        if not players:
            self.findings.refuse(WHOLE_FILE, _("The file has no 001 line: there is no entrant."))
        document = replace(self.header.document(players), newline=newline)
        predetermined = is_fixed(document)
        players = self._with_byes(players)
        rounds = assemble(players, predetermined, self.findings)
        planned = self._resolve_planned_rounds(rounds)
        table = CrossTable(
            entrants=tuple(self._entrant(player, rounds) for player in players.values()),
            rounds_played=rounds.played,
            rounds_planned=planned,
            scoring=self.points.scoring(),
            first_colour=Colour(self.header.first_colour) if self.header.first_colour else None,
            colour_free=_is_colour_free(players),
            forbidden=self.requests.forbidden(players, planned),
            predetermined=predetermined,
        )
        if not predetermined:
            table = read_from_points(table, players, self.findings)
        for line, each in self.adjustments:
            self.requests.check_known(line, each.numbers, players)
        table = with_adjustments(table, [each for _line, each in self.adjustments])
        self._check_points(table, players)
        self.header.check_counts(len(players), sum(entrant.rating is not None for entrant in table.entrants))
        return TrfFile(table, document)

    def _with_byes(self, players: dict[int, PlayerLine]) -> dict[int, PlayerLine]:
        """The players with the byes of records 240 and XXZ among their rounds."""
        current = dict(players)
        coming = rounds_that_stand(players) + 1
        absent = [(line, "Z", coming, members) for line, members in self.requests.absent]
        for line, letter, round_number, members in [*self.requests.byes, *absent]:
            if line.code == "240" and self.header.has_teams:
                self.findings.refuse(line, _("record 240 has byes of teams: events of teams are not read yet"))
                continue
            if not self.requests.check_known(line, members, current):
                continue
            for number in members:
                entries = with_bye(current[number].entries, round_number, letter)
                if entries is None:
                    params = {"number": number, "round": round_number}
                    self.findings.refuse(line, _("%(number)d has something else in round %(round)d"), params)
                else:
                    current[number] = replace(current[number], entries=entries)
        return current

    def _resolve_planned_rounds(self, rounds: Rounds) -> int | None:
        planned = self.header.rounds
        if planned is not None and planned < rounds.played:
            params = {"played": rounds.played, "planned": planned}
            template = _("The file announces %(planned)d rounds but has %(played)d: the number was raised.")
            self.findings.repair(WHOLE_FILE, template, params)
            return rounds.played
        return planned

    def _entrant(self, player: PlayerLine, rounds: Rounds) -> Entrant:
        number = player.entrant.number
        extras = dict(player.entrant.extras)
        if not is_number(extras.get("rank", "1")):
            self.findings.repair(player.line, _("columns 86-89 hold no rank: it was left out"))
            del extras["rank"]
        return replace(
            player.entrant,
            cells=rounds.cells[number],
            accelerated=self.requests.virtual_points_of(number),
            extras=extras,
        )

    def _check_points(self, table: CrossTable, players: Mapping[int, PlayerLine]) -> None:
        """Points must be those of the results; those of a bye already announced may be in them."""
        for entrant in table.entrants:
            player = players[entrant.number]
            results = sum(table.cell_points(cell) for cell in entrant.cells[: table.rounds_played])
            coming = entrant.cell(table.rounds_played + 1)
            with_coming = results + (table.cell_points(coming) if coming is not None else 0)
            if player.points not in (None, results, with_coming):
                params = {"said": points_field(player.points or 0, 0), "results": points_field(results, 0)}
                template = _("the line has %(said)s points, its results give %(results)s: the results were used")
                self.findings.repair(player.line, template, params)


def _is_colour_free(players: Mapping[int, PlayerLine]) -> bool:
    """Games were played and none has a colour."""
    games = [entry for player in players.values() for entry in player.entries if entry.opponent]
    return bool(games) and not any(entry.colour for entry in games)
