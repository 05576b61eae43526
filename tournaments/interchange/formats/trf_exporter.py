"""An event as a TRF file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any, ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import VOID
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable, Entrant, ForbiddenGroup
from gipf_engine.tournament.trf import Dialect, Document, TrfError, write
from gipf_engine.tournament.trf.dates import write_day, write_short_day
from gipf_engine.tournament.trf.federations import FEDERATION_OF
from gipf_engine.tournament.trf.teams import teams_of
from gipf_engine.tournament.trf.tournament_types import BERGER_DOUBLE, code_of, tournament_type_of
from gipf_engine.tournament.trf_pairing import EDITION
from tournaments.core.draws import lot_values
from tournaments.core.formats import (
    format_of,
    has_opponents,
    has_teams,
    is_by_clock,
    is_for_teams,
    is_predetermined,
    option,
    pairs_freely,
    ranking_of,
    splits,
)
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.mapping import cross_table
from tournaments.core.pairing_history import changed_lines, numbers_apart
from tournaments.core.queries.tables import act_lines
from tournaments.core.round_drafts import hand_lines
from tournaments.core.standard_rules import exit_lines, exit_values
from tournaments.interchange.formats.exporters import Exporter, register
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.formats.trf_of_teams import team_comment, write_teams
from tournaments.models import Entry, Event

OWN_COMMENT = "gipfel "
"""Begins the comment that says what TRF has no place for; a JSON object follows."""
NOT_FINAL = "Not final"
"""Begins the comment of an event that is not over."""
PROGRAM = "Gipfel"
EXTRAS = ("sex", "fide_number", "birth")
"""What `Entry.details` and `Entrant.extras` call alike."""
PAIRED = "rounds_paired"
"""In the own comment: how many rounds are paired, where no one meets in the last and it looks like one to come."""
ENTRY_FLAGS = ("expelled", "no_half_byes")
"""What only the own comment says of entries, by their numbers."""
HEADER_TEXTS = ("federation", "type_text", "chief_arbiter", "time_control", "rank_method", "coded_time_control")
HEADER_LISTS = ("deputies", "kept")


class TrfExporter(Exporter):
    """TRF in one of its dialects."""

    dialect: ClassVar[Dialect]

    def serialize(self, rows: EventData) -> bytes:
        """The event as a file. Raises FileRefused for what TRF has no place for."""
        problems = list(_what_has_no_place(rows))
        if problems:
            raise FileRefused(problems, writing=True)
        table, document = _detailed_table(rows), _document(rows)
        try:
            if is_for_teams(rows.event.format):
                return write_teams(rows, table, document, self.dialect)
            return write(table, document, self.dialect)
        except TrfError as error:
            raise FileRefused([problem.as_message for problem in error.problems], writing=True) from error


@register
class Trf26Exporter(TrfExporter):
    """The edition of 2025."""

    key = "trf26"
    name = "TRF26"
    help = _("For FIDE and other programs, in the format used since 2025.")
    file_name = "trf26.trf"
    dialect = Dialect.TRF26


@register
class Trf16Exporter(TrfExporter):
    """The edition of 2016."""

    key = "trf16"
    name = "TRF16"
    help = _("For older programs.")
    file_name = "trf16.trf"
    dialect = Dialect.TRF16


@register
class FinishedRoundsExporter(Trf16Exporter):
    """The rounds that are over: programs that pair refuse a game without a result."""

    key = "trf16-finished"
    name = _("TRF16, finished rounds")
    help = _("Without the round that is being played: programs that pair do not read games without a result.")
    file_name = "trf16-finished.trf"

    def serialize(self, rows: EventData) -> bytes:
        over = takewhile(lambda round_: not any(pairing.is_open for pairing in round_.pairings), rows.rounds)
        return super().serialize(replace(rows, rounds=tuple(over)))


def _what_has_no_place(rows: EventData) -> Iterable[Message]:
    if not has_opponents(rows.event.format):
        yield Message(_("TRF cannot express solitaire events: export the event file."))
    if is_by_clock(rows.event.format):
        yield Message(_("TRF cannot express arenas, which have no rounds: export the event file."))
    if not rows.by_number:
        yield Message(_("TRF needs pairing numbers: start the event first."))
    for entry in rows.entries:
        if entry.annulled:
            template = _("TRF cannot express that results of %(name)s do not count: export the event file.")
            yield Message(template, {"name": entry.name})
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            if any(game.code == VOID for game in pairing.games):
                params = {"board": pairing.board, "round": round_.number}
                template = _("TRF cannot express the void board %(board)d of round %(round)d: export the event file.")
                yield Message(template, params)


def _detailed_table(rows: EventData) -> CrossTable:
    """The cross table with what the entries' details say."""
    details = dict(Entry.objects.filter(event=rows.event).values_list("number", "details"))
    table = cross_table(rows)
    entrants = (_entrant(rows, each, rows.by_number[each.number], details[each.number]) for each in table.entrants)
    return replace(table, entrants=tuple(entrants), forbidden=tuple(_forbidden(table)))


def _forbidden(table: CrossTable) -> Iterable[ForbiddenGroup]:
    """Who is kept apart in rounds that there are: the organiser may have announced fewer since."""
    for each in table.forbidden:
        if table.rounds_planned is None or each.first_round <= table.rounds_planned:
            is_open = each.last_round is None or each.last_round >= (table.rounds_planned or each.last_round + 1)
            yield replace(each, last_round=None) if is_open else each


def _entrant(rows: EventData, entrant: Entrant, entry: EntryRow, details: dict[str, str]) -> Entrant:
    # One who has left gets none of the byes that were asked for.
    cells = entrant.cells[: len(rows.rounds)] if entry.withdrawn else entrant.cells
    return replace(
        entrant,
        cells=tuple(_as_full_bye(cell) for cell in cells) if has_many_byes(rows.event.format) else cells,
        title=details.get("title", ""),
        federation=details.get("federation") or FEDERATION_OF.get(entry.country, ""),
        extras={name: details[name] for name in EXTRAS if details.get(name)},
    )


def has_many_byes(key: str) -> bool:
    """Whether a round of the format can leave more than one without an opponent, as the free seats of a tree do."""
    return not pairs_freely(key) and not is_predetermined(key)


def _as_full_bye(cell: Cell) -> Cell:
    """TRF allows one pairing-allocated bye a round; a free seat of a tree is a full-point bye there."""
    is_free_seat = isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING
    return Bye(ByeKind.FULL) if is_free_seat else cell


def _document(rows: EventData) -> Document:
    event, header = rows.event, rows.event.file_header
    texts: dict[str, Any] = {name: header.get(name, "") for name in HEADER_TEXTS}
    lists: dict[str, Any] = {name: tuple(header.get(name, ())) for name in HEADER_LISTS}
    texts["type_text"] = texts["type_text"] or str(Message(format_of(event.format).name))
    return Document(
        **texts,
        **lists,
        name=event.name,
        city=event.place,
        first_day=write_day(event.starts_on),
        last_day=write_day(event.ends_on),
        round_dates=tuple(_round_dates(rows)),
        program=PROGRAM,
        kind=_kind(event),
        tie_breaks=ranking_of(event),
        comments=(
            *header.get("comments", ()),
            *hand_lines(rows),
            *changed_lines(rows),
            *act_lines(rows),
            *_game_lines(rows),
            *exit_lines(event),
            *_not_final(rows),
            _own_comment(rows),
        ),
        teams=teams_of(cross_table(rows), header.get("teams", ())) if has_teams(event.format) else (),
        newline=header.get("newline", "\r\n"),
    )


def _not_final(rows: EventData) -> Iterable[str]:
    """That ranks may still change."""
    places = [pairing for round_ in rows.rounds for pairing in round_.pairings]
    missing = sum(game.result.is_open for pairing in places for game in pairing.games)
    if rows.coming is not None or missing:
        paired = f"{len(rows.rounds)} of {rows.rounds_total} rounds paired"
        yield f"{NOT_FINAL}: {paired}, {missing} results missing"


def _round_dates(rows: EventData) -> Iterable[str]:
    """The first day on which each round was played."""
    for round_ in rows.rounds:
        days = [game.played_on for pairing in round_.pairings for game in pairing.games if game.played_on]
        yield write_short_day(min(days)) if days else ""


def _kind(event: Event) -> str:
    """The coded type: that of the file which the event came from, as long as it still says the same."""
    if is_for_teams(event.format):
        return ""  # the teams' own is written
    accelerated = bool(option(event, "baku"))
    brought = event.file_header.get("kind", "")
    known = tournament_type_of(brought)
    is_in_force = known.edition == EDITION  # it goes by several names; that which every reader knows is written
    if brought and known.system in ("", event.format) and known.baku == accelerated and not is_in_force:
        return str(brought)
    if event.format == "double-round-robin" and not option(event, "swapped"):
        return BERGER_DOUBLE
    return code_of(event.format, baku=accelerated)


def _game_lines(rows: EventData) -> Iterator[str]:
    """Which game was played on which board of a medley, since TRF knows one game an event."""
    if not rows.event.medley:
        return
    for round_ in rows.rounds:
        by_game: dict[str, list[str]] = {}
        for pairing in round_.pairings:
            for game in pairing.games:
                numbers = (rows.by_id[entry].number for entry in pairing.entries)
                by_game.setdefault(game.rules, []).append("-".join(map(str, numbers)))
        for rules, pairs in by_game.items():
            yield f"Game @ Round {round_.number}: {rules}: {' '.join(pairs)}"


def _own_comment(rows: EventData) -> str:
    """What TRF has no place for, so that the file brings it back into a server like this one."""
    event = rows.event
    values: dict[str, Any] = {
        "rules": event.rules,
        "options": event.options,
        "format": event.format,
        "format_options": event.format_options,
        "tie_breaks": event.tie_breaks,
        "time_zone": event.time_zone,
    }
    if rows.rounds and not any(pairing.games for pairing in rows.rounds[-1].pairings):
        values[PAIRED] = len(rows.rounds)
    numbers = sorted(rows.by_number)
    if splits(event.format):
        values["groups"] = [rows.by_number[number].group for number in numbers]
    gone = {
        str(number): rows.by_number[number].withdrawn_after for number in numbers if rows.by_number[number].withdrawn
    }
    if gone:
        values["withdrawn"] = gone
    flags = {name: [n for n in numbers if getattr(rows.by_number[n], name)] for name in ENTRY_FLAGS}
    values |= {name: found for name, found in flags.items() if found}
    if avoided := [group for group in rows.forbidden if group.is_soft]:
        values["avoided"] = [[numbers_apart(rows, each), each.first_round, each.last_round] for each in avoided]
    values |= team_comment(rows)
    exits = exit_values(event)
    if exits:
        values["left_rules"] = [list(each.values()) for each in exits]
    lots = lot_values(rows)
    if lots:
        values["lots"] = lots
    return OWN_COMMENT + json.dumps(values, ensure_ascii=False, separators=(",", ":"))
