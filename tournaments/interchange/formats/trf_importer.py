"""A TRF file as an imported event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, time
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Entrant, GameSide, Meeting
from gipf_engine.tournament.tie_break_guess import Guess, guess_tie_breaks, ranks_of
from gipf_engine.tournament.trf import Note, TrfError, TrfFile, read
from gipf_engine.tournament.trf.abnormal_points import has_adjustments
from gipf_engine.tournament.trf.dates import read_day
from gipf_engine.tournament.trf.federations import COUNTRY_OF
from gipf_engine.tournament.trf.teams import USUAL_LABELS
from gipf_engine.tournament.trf.tournament_types import SWISS_SYSTEMS, is_coded, read_type
from gipf_engine.tournament.trf_check import wrong_places
from players.names import NotAName, clean_name
from tournaments.core.draws import parse_lots
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig, tie_break_fits, validate
from tournaments.core.formats import (
    MOST_ROUNDS,
    avoids_pairs,
    groups_of_options,
    has_teams,
    is_predetermined,
    pairs_freely,
    splits,
    usual_tie_breaks,
)
from tournaments.core.standard_rules import CHOSEN, LINE
from tournaments.interchange.formats.imported_event import (
    Apart,
    FileRefused,
    ImportedEntry,
    ImportedEvent,
    ImportedExit,
    ImportedGame,
    ImportedPairing,
    ImportedRound,
    RankComparison,
)
from tournaments.interchange.formats.importers import FALLBACK, Importer, ImportOptions, register
from tournaments.interchange.formats.own_comment import is_count, parse_avoided, read_exit, text_or_empty
from tournaments.interchange.formats.trf_exporter import (
    EXTRAS,
    HEADER_LISTS,
    HEADER_TEXTS,
    NOT_FINAL,
    OWN_COMMENT,
    PAIRED,
    has_many_byes,
)
from tournaments.models import ForbiddenGroup, Pairing
from tournaments.rating_columns import RatingSource

Strength = ForbiddenGroup.Strength
USUAL_RULES, GIPF_STANDARD = "gipf-standard", all_rules()["gipf-standard"].name
UNNAMED = "Tournament"
"""What an event is called whose file does not say."""
PLAYED = {
    (result.white, result.black, result.played): code
    for code, result in RESULTS.items()
    if result.white is not None and result.black is not None
}


@register
class TrfImporter(Importer):
    """TRF16, TRF26 and JaVaFo's extensions, which do not say which game was played."""

    key = FALLBACK
    name = "TRF16, TRF26"

    def recognizes(self, data: bytes) -> bool:
        """A file of TRF begins as it likes; it is what every other file is read as."""
        return False

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file. Raises FileRefused with every line that cannot be taken, and why."""
        try:
            file = read(data)
        except TrfError as error:
            raise FileRefused([problem.as_message for problem in error.problems]) from error
        if has_adjustments(file.table):
            raise FileRefused([Message(_("abnormal points (299) cannot be kept: enter them as results"))])
        return event_of_trf(data, file, options)


def event_of_trf(data: bytes, file: TrfFile, options: ImportOptions) -> ImportedEvent:
    """The event of a file that was read from `data`. Raises FileRefused."""
    return TrfConversion(data, file, options).incoming()


class TrfConversion:
    """One file while it is taken in; events of teams change what is theirs (`team_trf_importer`)."""

    def __init__(self, data: bytes, file: TrfFile, wishes: ImportOptions) -> None:
        self.data, self.wishes = data, wishes
        self.table, self.document = file.table, file.document
        self.numbers = sorted(entrant.number for entrant in self.table.entrants)
        self.repairs: list[Message] = [note.as_message for note in file.repairs]
        self.own = self._own_comment()
        self.table = self._with_last_round()
        self.table = replace(self.table, lots=parse_lots(self.own.get("lots"), self.numbers))
        self.kind = read_type(self.document)
        self.teams = sorted(self.document.teams, key=lambda team: min(team.members))  # the order here
        guess = self._format_of_teams() or ("round-robin" if self.table.predetermined else "swiss-dutch")
        self.rules = self._rules()
        self.guess: Guess | None = None
        self.format = wishes.format or str(self.own.get("format", "")) or self.kind.system or guess

    def _format_of_teams(self) -> str:
        """The format of a match whose two teams the file names; "" without them."""
        double = "double-" if "DOUBLE" in self.document.kind else ""
        return f"{double}scheveningen" if self.teams else ""

    def incoming(self) -> ImportedEvent:
        plan = self._plan()
        return ImportedEvent(
            plan=plan,
            entries=tuple(self._entries(plan)),
            rounds=tuple(self._convert_rounds(plan)),
            byes=tuple(self._byes()),
            apart=self._exclusions(),
            first_colour=self.table.first_colour.value if self.table.first_colour else "",
            header=self._header(),
            repairs=(*filter(None, [self.kind.foreign]), *self.repairs),
            paired_otherwise=self.kind.foreign is not None,
            ranks=self._compare_ranks(plan),
            exits=tuple(self._exits()),
            lots=self.table.lots,
        )

    def repair(self, template: str, **params: object) -> None:
        self.repairs.append(Message(template, params))

    def _own_comment(self) -> Mapping[str, Any]:
        """What a server like this one wrote into a comment; the last such comment counts."""
        document: object = {}
        for comment in self.document.comments:
            if comment.startswith(OWN_COMMENT):
                try:
                    document = json.loads(comment.removeprefix(OWN_COMMENT))
                except ValueError:
                    self.repair(_("The comment “gipfel …” cannot be read: it was left out."))
        return document if isinstance(document, dict) else {}

    def _with_last_round(self) -> CrossTable:
        """The table, also where only the own comment tells that a last round in which no one meets is paired."""
        table, paired = self.table, self.own.get(PAIRED)
        longest = max((len(each.cells) for each in table.entrants), default=0)
        return replace(table, rounds_played=paired) if is_count(paired, longest, table.rounds_played) else table

    def _exits(self) -> Iterable[ImportedExit]:
        """By what the event left standard rules, as a server like this one wrote it; else as a line tells."""
        exits = self.own.get("left_rules")
        found = [exit_ for each in exits if (exit_ := read_exit(each))] if isinstance(exits, list) else []
        has_line = any(text.startswith(LINE) for text in self.document.comments)
        if has_line and not found:
            now = datetime.combine(self.wishes.today, time(), UTC)
            found = [ImportedExit(CHOSEN, self.table.rounds_played, now, "")]
        return found

    def _rules(self) -> str:
        """The game: as the one who brings the file says, else the file, else the most usual one."""
        if rules := self.wishes.rules or text_or_empty(self.own.get("rules")):
            return rules
        self.repair(_("The file names no game: %(game)s was assumed."), game=Message(GIPF_STANDARD))
        return USUAL_RULES

    # --- the plan ------------------------------------------------------------------------------------

    def _plan(self) -> EventConfig:
        first, last = self._event_days()
        plan = EventConfig(
            name=self._event_name(),
            place=self._place(),
            starts_on=first,
            ends_on=last,
            time_zone=text_or_empty(self.own.get("time_zone")) or self.wishes.time_zone,
            rules=self.rules,
            options=self._options(),
            format=self.format,
            format_options=self._format_options(),
            rounds_planned=self._rounds_planned(),
            scoring=asdict(self.table.scoring),
            tie_breaks=self._tie_breaks(),
            rated=self._is_rated(),
        )
        rules = all_rules().get(plan.rules)
        if rules is not None and rules.chance is not None and self.table.rounds_played:
            template = _("This game has random set-ups, which TRF lacks: use the event file.")
            raise FileRefused([Message(template)])
        try:
            return validate(plan)
        except EventRefused as error:
            raise FileRefused([error.message]) from error

    def _event_name(self) -> str:
        try:
            return clean_name(self.wishes.name or self.document.name)
        except NotAName as error:
            if self.wishes.name:
                raise FileRefused([error.message]) from error
            self.repair(_("The file has no usable name: “%(name)s” was used."), name=UNNAMED)
            return UNNAMED

    def _place(self) -> str:
        try:
            return clean_name(self.document.city) if self.document.city else ""
        except NotAName:
            self.repair(_("The city is not valid here: it was left out."))
            return ""

    def _event_days(self) -> tuple[date, date]:
        played = [day for day in map(read_day, self.document.round_dates) if day]
        first, last = read_day(self.document.first_day), read_day(self.document.last_day)
        known = [day for day in (first, *played, last) if day] or [self.wishes.today]
        if first is None:
            first = min(known)
            self.repair(_("The file has no first day: %(day)s was assumed."), day=first.isoformat())
        if last is None or last < first:
            last = max(first, *known)
            self.repair(_("The file has no last day: %(day)s was assumed."), day=last.isoformat())
        return first, last

    def _options(self) -> tuple[str, ...]:
        options = self.own.get("options")
        if self.own.get("rules") != self.rules or not isinstance(options, list):
            return ()
        return tuple(str(each) for each in options)

    def _format_options(self) -> dict[str, object]:
        own = self.own.get("format_options")
        options: dict[str, object] = {}
        if self.own.get("format") == self.format and isinstance(own, dict):
            options |= own
        if self.format == self.kind.system:
            options |= self.kind.options
        if self.format in SWISS_SYSTEMS:
            # Where no one met yet, or everybody won by forfeit, only the comment says that colours play no part.
            options |= {
                "baku": self.kind.baku,
                "colour_free": self.table.colour_free or options.get("colour_free", False),
            }
        return options

    def _rounds_planned(self) -> int | None:
        planned = self.table.rounds_planned
        if planned is None:
            planned = max(self.table.rounds_played, 1)
            if pairs_freely(self.format):
                self.repair(_("The file gives no number of rounds: %(rounds)d was assumed."), rounds=planned)
        if planned > MOST_ROUNDS:
            raise FileRefused([Message(_("An event has at most %(most)d rounds."), {"most": MOST_ROUNDS})])
        return planned

    def _tie_breaks(self) -> tuple[str, ...]:
        if self.wishes.tie_breaks is not None:
            return self.wishes.tie_breaks
        own = self.own.get("tie_breaks") if self.own.get("format") == self.format else None
        codes = [str(each) for each in own] if isinstance(own, list) else self._ranking()
        if not codes and not isinstance(own, list):
            return self._guessed_tie_breaks()
        fitting = [code for code in codes if tie_break_fits(code, self.format)]
        for code in codes:
            if code not in fitting:
                self.repair(_("The tie-break %(code)s is not possible here: it was left out."), code=code[:20])
        return tuple(fitting)

    def _guessed_tie_breaks(self) -> tuple[str, ...]:
        """Those that explain the ranks of the file; the usual ones where it has no ranks."""
        usual = usual_tie_breaks(self.format)
        self.guess = guess_tie_breaks(self.table, usual) if self._has_common_ranks() and self._is_played() else None
        if self.guess is None:
            return usual if self._is_played() else ()
        if self.guess.codes:
            params = {"codes": ", ".join(self.guess.codes), "right": self.guess.right, "ranked": self.guess.ranked}
            template = _(
                "The file names no tie-breaks. %(codes)s give %(right)d of its %(ranked)d ranks: they were taken."
            )
            self.repair(template, **params)
        return self.guess.codes

    def _is_played(self) -> bool:
        return self.table.rounds_played > 0

    def _has_common_ranks(self) -> bool:
        """Whether the whole field is ranked by points and tie-breaks, and by nothing else."""
        return (pairs_freely(self.format) or is_predetermined(self.format)) and not splits(self.format)

    def _compare_ranks(self, plan: EventConfig) -> RankComparison | None:
        """The ranks of the file beside those of the event."""
        ranked, codes = len(ranks_of(self.table)), plan.tie_breaks or ()
        if not ranked or not self._has_common_ranks() or not self._is_played():
            return None
        guessed = self.guess is not None and self.guess.codes == codes
        if self.guess is not None and guessed and self.guess.right == ranked:
            return RankComparison(codes, guessed, ranked, ())
        table = replace(self.table, predetermined=is_predetermined(self.format))
        return RankComparison(codes, guessed, ranked, tuple(wrong_places(table, list(codes))))

    def _ranking(self) -> list[str]:
        codes = list(self.document.ranking)
        return codes[1:] if codes[:1] == ["PTS"] else codes

    def _is_rated(self) -> bool:
        if self.wishes.rated is not None:
            return self.wishes.rated
        played = [side for side in self._sides() if side.played and side.outcome is not None]
        return not played or any(side.rated for side in played)

    def _sides(self) -> Iterable[GameSide]:
        for entrant in self.table.entrants:
            for cell in entrant.cells:
                if isinstance(cell, Meeting):
                    yield from cell.games

    def _header(self) -> dict[str, Any]:
        """What no column holds, and exported files say again."""
        document = self.document
        header: dict[str, Any] = {name: getattr(document, name) for name in (*HEADER_TEXTS, "kind")}
        header |= {name: list(getattr(document, name)) for name in HEADER_LISTS}
        header["comments"] = [text for text in document.comments if not text.startswith((OWN_COMMENT, NOT_FINAL, LINE))]
        header["type_text"] = "" if is_coded(document.type_text) else document.type_text
        header["newline"] = document.newline
        labels = tuple(each.label for each in self.teams)
        header["teams"] = [] if labels == USUAL_LABELS else list(labels)
        return {name: value for name, value in header.items() if value}

    # --- the players ---------------------------------------------------------------------------------

    def _entries(self, plan: EventConfig) -> Iterable[ImportedEntry]:
        groups, gone = self._groups(plan), self.own.get("withdrawn")
        problems: list[Message] = []
        found: list[ImportedEntry] = []
        for entrant in self.table.entrants:
            try:
                name = clean_name(entrant.name)
            except NotAName as error:
                problems.append(self._at_line(entrant.number, error.message))
                continue
            after = gone.get(str(entrant.number)) if isinstance(gone, dict) else None
            found.append(
                ImportedEntry(
                    ref=entrant.number,
                    number=entrant.number,
                    name=name,
                    country=COUNTRY_OF.get(entrant.federation, ""),
                    rating=entrant.rating,
                    rating_source=RatingSource.FILE if entrant.rating is not None else "",
                    withdrawn_after=after if is_count(after, self.table.rounds_played) else None,
                    group=groups.get(entrant.number),
                    virtual_points=entrant.accelerated,
                    expelled=self._is_flagged("expelled", entrant.number) and is_count(after, self.table.rounds_played),
                    no_half_byes=self._is_flagged("no_half_byes", entrant.number),
                    details=_details(entrant),
                )
            )
        if problems:
            raise FileRefused(problems)
        return found

    def _is_flagged(self, name: str, number: int) -> bool:
        """Whether the own comment says this of an entrant."""
        numbers = self.own.get(name)
        return isinstance(numbers, list) and number in numbers

    def _at_line(self, number: int, message: Message) -> Message:
        """What is wrong with an entrant, with the line of the file quoted."""
        lines = re.split(r"\r\n|\r|\n", self.data.decode("utf-8", errors="replace"))
        for at, line in enumerate(lines, 1):
            if line.startswith("001") and line[4:8].strip() == str(number):
                return Note(at, line[:80], message).as_message
        return message

    def _groups(self, plan: EventConfig) -> dict[int, int]:
        """Everybody's group, in formats that have some: the teams of a match, or what a server like this one said."""
        if not splits(plan.format):
            return {}
        groups = self.own.get("groups")
        most = groups_of_options(plan.format, plan.format_options)
        if not (
            isinstance(groups, list)
            and len(groups) == len(self.numbers)
            and all(is_count(each, most, 1) for each in groups)
        ):
            if self.teams and has_teams(plan.format):
                return {number: at for at, team in enumerate(self.teams, 1) for number in team.members}
            template = _("TRF has no groups or teams: use another format, or the event file.")
            raise FileRefused([Message(template)])
        return dict(zip(self.numbers, groups, strict=True))

    # --- the rounds ----------------------------------------------------------------------------------

    def _convert_rounds(self, plan: EventConfig) -> Iterable[ImportedRound]:
        for number in range(1, self.table.rounds_played + 1):
            pairings = [pairing for entrant in self.table.entrants for pairing in self._pairing(plan, entrant, number)]
            pairings.sort(key=lambda pairing: self._board_order(pairing, number))
            yield ImportedRound(tuple(pairings))

    def _pairing(self, plan: EventConfig, entrant: Entrant, number: int) -> Iterable[ImportedPairing]:
        """The pairing of an entrant in a round, once for the two of it."""
        cell = entrant.cell(number)
        if isinstance(cell, Bye):
            kind = self._bye_kind(cell.kind)
            if kind is not None:
                yield ImportedPairing(kind, entrant.number)
        elif isinstance(cell, Meeting) and entrant.number < cell.opponent:
            yield self._meeting(plan, entrant.number, cell, number)

    def _bye_kind(self, kind: ByeKind) -> str | None:
        """How the format calls such a round without an opponent; None where it is nothing."""
        if kind is ByeKind.FULL and has_many_byes(self.format):
            return ByeKind.PAIRING.value
        if kind not in (ByeKind.ZERO, ByeKind.REST):
            return kind.value
        if is_predetermined(self.format):
            return Pairing.Kind.REST.value
        return Pairing.Kind.ZERO_BYE.value if pairs_freely(self.format) else None

    def _meeting(self, plan: EventConfig, number: int, cell: Meeting, round_number: int) -> ImportedPairing:
        theirs = self.table.entrant(cell.opponent).cell(round_number)
        assert isinstance(theirs, Meeting)
        sides = [(number, cell.games[0]), (cell.opponent, theirs.games[0])]
        if sides[0][1].colour is Colour.BLACK:
            sides.reverse()
        (white, first), (black, second) = sides
        code = code_of_sides(first, second)
        counted = first.rated if RESULTS[code].rated else plan.rated
        day = read_day(self._round_date(round_number)) or plan.starts_on
        game = ImportedGame(code, played_on=day, rated=counted and plan.rated)
        has_colours = first.colour is not None or self.table.colour_free  # where none has any, the format says so
        return ImportedPairing(Pairing.Kind.GAME.value, white, black, (game,), has_colours=has_colours)

    def _round_date(self, number: int) -> str:
        dates = self.document.round_dates
        return dates[number - 1] if number <= len(dates) else ""

    def _board_order(self, pairing: ImportedPairing, number: int) -> tuple[bool, int, int, int]:
        """Byes last; boards by the better score before the round, the sum of both, and the better number."""
        numbers = [each for each in (pairing.white, pairing.black) if each is not None]
        scores = [self.table.points(each, through=number - 1) for each in numbers]
        return pairing.black is None, -max(scores), -sum(scores), min(numbers)

    def _byes(self) -> Iterable[tuple[int, int, str]]:
        """Byes announced for rounds to come, where the format has such byes."""
        gone = self.own.get("withdrawn")
        played = self.table.rounds_played
        for entrant in self.table.entrants if pairs_freely(self.format) else ():
            for number, cell in enumerate(entrant.cells[played:], played + 1):
                left = isinstance(gone, dict) and str(entrant.number) in gone
                if cell == Bye(ByeKind.HALF) and self._is_flagged("no_half_byes", entrant.number):
                    self.repair(
                        _("The half-point bye of number %(number)d is not possible: it was left out."),
                        number=entrant.number,
                    )
                elif isinstance(cell, Bye) and not (left and number == played + 1):
                    yield entrant.number, number, cell.kind.value

    def _exclusions(self) -> tuple[Apart, ...]:
        groups = self.table.forbidden
        if groups and not pairs_freely(self.format):
            self.repair(_("This format has no forbidden pairings: they were left out."))
            return ()
        apart = ((tuple(sorted(each.numbers)), each.first_round, each.last_round) for each in groups)
        return (*((*each, Strength.NEVER.value) for each in apart), *self._avoided())

    def _avoided(self) -> Iterable[Apart]:
        """Pairs that are only avoided, as a server like this one wrote them; what is wrong among them is left out."""
        found = parse_avoided(self.own.get("avoided"), self.numbers)
        return ((*each, Strength.AVOID.value) for each in found) if avoids_pairs(self.format) else ()


def code_of_sides(white: GameSide, black: GameSide) -> str:
    """The code of a result from both its sides."""
    if white.outcome is None or black.outcome is None:
        return PENDING
    return PLAYED[white.outcome, black.outcome, white.played]


def _details(entrant: Entrant) -> dict[str, str]:
    found = {name: entrant.extras.get(name, "") for name in EXTRAS}
    found |= {"title": entrant.title, "federation": entrant.federation}
    return {name: text for name, text in found.items() if text}
