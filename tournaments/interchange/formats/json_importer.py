"""An event file (JSON) as an imported event. Everything is checked; nothing is believed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.lots import Lots
from gipf_engine.tournament.medleys import MOST_GAMES
from gipf_engine.tournament.pairing.knock_out import KnockOut
from players.names import NotAName, clean_name
from tournaments.core.draws import parse_lots
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import MOST_CHOICE_MINUTES, EventConfig, validate
from tournaments.core.formats import groups_of_options, has_opponents, is_for_teams, splits
from tournaments.core.pairing_history import CODES
from tournaments.core.played_here import MOST_MINUTES
from tournaments.core.standard_rules import SETTINGS, is_account
from tournaments.core.team_extras import HEADER_OF_TEAMS, parse_extras, write_extras
from tournaments.interchange.formats.imported_event import (
    Apart,
    FileRefused,
    ImportedDraw,
    ImportedEntry,
    ImportedEvent,
    ImportedExit,
    ImportedGame,
    ImportedPairing,
    ImportedRound,
)
from tournaments.interchange.formats.imported_teams import ImportedTeam
from tournaments.interchange.formats.importers import Importer, ImportOptions, register
from tournaments.interchange.formats.json_deals import parse_attempts, parse_draw
from tournaments.interchange.formats.json_exporter import FORMAT, VERSION
from tournaments.interchange.formats.json_reader import Reader, Wrong, read_json
from tournaments.interchange.formats.json_teams import (
    check_requests,
    pairings_without,
    read_due,
    read_matches,
    read_teams,
    read_teams_apart,
    read_waiting,
)
from tournaments.models import ByeRequest, ForbiddenGroup, Pairing
from tournaments.rating_columns import RatingSource

Strength = ForbiddenGroup.Strength

DETAILS = ("title", "sex", "federation", "fide_number", "birth", "club")
HEADER_TEXTS = (
    *(
        "federation",
        "type_text",
        "chief_arbiter",
        "time_control",
        "rank_method",
        "coded_time_control",
        "kind",
        "newline",
    ),
)
HEADER_LISTS = ("deputies", "comments", "kept")
LONGEST_TEXT, MOST_NUMBER = 2000, 9999
NEWLINES = ("\r\n", "\n", "\r")


MOST_LEGS = 20
"""Games of a pairing with its tie-break games."""


@register
class EventFileImporter(Importer):
    """The event file, which says everything."""

    key = "json"
    name = _("event file (JSON)")
    is_complete = True

    def recognizes(self, data: bytes) -> bool:
        """An event file begins with a brace."""
        return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file, called as the options say. Raises FileRefused."""
        return parse(data, options.name)


def parse(data: bytes, name: str = "") -> ImportedEvent:
    """The event in a file, called `name` instead of what the file says where there is one.

    Raises FileRefused, which names the place in the file and says what is wrong there.
    """
    return parse_values(read_json(data), name)


def parse_values(document: Any, name: str = "", place: str = "") -> ImportedEvent:
    """The event in a document that was read; `place` is where it stands in a larger one. Raises FileRefused."""
    try:
        return _parse_document(name, Reader(place, document))
    except Wrong as wrong:
        raise FileRefused([wrong.message]) from wrong


def _parse_document(name: str, file: Reader) -> ImportedEvent:
    if file["format"].value != FORMAT:
        raise Wrong(file["format"].place, Message(_("this is not an event file of Gipfel")))
    if file["version"].value != VERSION:
        raise Wrong(
            file["version"].place, Message(_("this server reads only version %(version)d"), {"version": VERSION})
        )
    plan = _plan(file["event"], name)
    entries = tuple(_entry(each, plan) for each in file["entries"].items(MOST_NUMBER))
    _check_numbers(file["entries"], entries)
    refs = {entry.ref for entry in entries}
    teams = read_teams(file["teams"], refs) if is_for_teams(plan.format) else ()
    rounds = tuple(_read_rounds(file["rounds"], plan, refs, {team.ref: team for team in teams}))
    if rounds and any(entry.number is None for entry in entries):
        raise Wrong(file["entries"].place, Message(_("the event has rounds, but some players have no pairing number")))
    if {team.number is None for team in teams} - {entry.number is None for entry in entries}:
        raise Wrong(file["teams"].place, Message(_("teams have numbers if their players do")))
    if teams:
        check_requests(file["teams"], teams, len(rounds))
    without = {entry.ref for entry in entries if entry.no_half_byes}
    return ImportedEvent(
        plan=plan,
        entries=entries,
        rounds=rounds,
        byes=tuple(_byes(file["byes"], refs, len(rounds), without)),
        apart=() if teams else tuple(_parse_exclusions(file["kept_apart"], refs)),
        first_colour=file["first_colour"].one_of(("", "w", "b")),
        header=_header(file["header"]),
        exits=tuple(_exits(Reader("", {"left_rules": []} | dict(file.mapping()))["left_rules"])),
        lots=_lots(file["lots"], entries) if "lots" in file.mapping() else None,
        teams=teams,
        teams_apart=tuple(read_teams_apart(file["kept_apart"], {team.ref for team in teams})) if teams else (),
    )


# --- the plan ----------------------------------------------------------------------------------------


def _plan(event: Reader, name: str) -> EventConfig:
    names = {each.name for each in fields(EventConfig)}
    strange = sorted(event.mapping().keys() - names)
    if strange:
        raise Wrong(event.place, Message(_("%(name)s is unknown here"), {"name": strange[0][:40]}))
    texts = ("name", "place", "about", "time_zone", "rules", "format", "handicap", "setups")
    values: dict[str, Any] = {each: event[each].text(LONGEST_TEXT) for each in texts}
    values |= {each: event[each].day() for each in ("starts_on", "ends_on")}
    values |= {each: event[each].flag() for each in ("rated", "self_entry")}
    values["agreed_draws"] = (
        "agreed_draws" in event.mapping() and event["agreed_draws"].flag()
    )  # files of 0.1 have none
    values |= {each: tuple(code.text(40) for code in event[each].items(20)) for each in ("options", "tie_breaks")}
    values |= {each: event[each].mapping() for each in ("scoring", "format_options")}
    if "time_control" in event.mapping():  # files before 0.3 have none
        values["time_control"] = event["time_control"].text(40)
        values["no_show_minutes"] = event["no_show_minutes"].number(MOST_MINUTES, optional=True)
    if "rating_columns" in event.mapping():  # the first files have none
        values["rating_columns"] = tuple(key.text(40) for key in event["rating_columns"].items(20))
    values |= _medley(event)
    values["rounds_planned"] = event["rounds_planned"].number(MOST_NUMBER, optional=True)
    values["games_per_round"] = event["games_per_round"].number(2)
    values["name"] = name or values["name"]
    try:
        return validate(EventConfig(**values))
    except EventRefused as error:
        raise Wrong(event[error.field].place if error.field else event.place, error.message) from error


def _medley(event: Reader) -> dict[str, Any]:
    """What only an event of several games says of itself."""
    if "medley" not in event.mapping():
        return {}
    return {
        "medley": tuple(key.text(40) for key in event["medley"].items(MOST_GAMES)),
        "medley_order": event["medley_order"].text(40),
        "mixed_matches": event["mixed_matches"].flag(),
        "choice_minutes": event["choice_minutes"].number(MOST_CHOICE_MINUTES, optional=True),
        "seeding_list": event["seeding_list"].text(40),
    }


def _header(header: Reader) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in header.mapping():
        if name in HEADER_TEXTS:
            found[name] = header[name].one_of(NEWLINES) if name == "newline" else header[name].text(LONGEST_TEXT)
        elif name == HEADER_OF_TEAMS:
            found[name] = _team_extras(header[name])
        elif name in (*HEADER_LISTS, "teams"):
            found[name] = [each.text(LONGEST_TEXT) for each in header[name].items(1000)]
        else:
            raise Wrong(header[name].place, Message(_("this is unknown here")))
    return found


def _team_extras(extras: Reader) -> dict[str, Any]:
    try:
        return write_extras(parse_extras(extras.value))
    except ValueError as error:
        raise Wrong(extras.place, Message(_("these are no values of an event of teams"))) from error


def _exits(exits: Reader) -> Iterator[ImportedExit]:
    """By what the event left standard rules; files before 0.3 say nothing."""
    for each in exits.items(100):
        after_round = each["after_round"].number(MOST_NUMBER)
        assert after_round is not None
        setting, at = each["setting"].one_of(tuple(SETTINGS)), each["at"].moment()
        yield ImportedExit(setting, after_round, at, _account(each["by"]))


def _account(by: Reader) -> str:
    """An account by its number: a name could not be erased."""
    if not is_account(by.text(40)):
        raise Wrong(by.place, Message(_("this value is unknown")))
    return str(by.value)


def _lots(lots: Reader, entries: Iterable[ImportedEntry]) -> Lots:
    """The seed of the lots and everybody's key; an event that has not started has neither."""
    found = parse_lots(lots.value, [entry.number for entry in entries if entry.number is not None])
    if found is None:
        raise Wrong(lots.place, Message(_("lots need a seed, and one key per player with a pairing number")))
    return found


# --- the players -------------------------------------------------------------------------------------


ENTRY_DEFAULTS: Mapping[str, Any] = {
    "expelled": False,
    "no_half_byes": False,
    "rating_source": "",
    "rating_day": None,
}
"""What files of earlier releases do not say of an entry, or what is left out where it is as usual."""


def _entry(entry: Reader, plan: EventConfig) -> ImportedEntry:
    number = entry["number"].number(MOST_NUMBER, least=1, optional=True)
    details = {name: entry["details"][name].text(80) for name in entry["details"].mapping()}
    if not details.keys() <= set(DETAILS):
        raise Wrong(entry["details"].place, Message(_("this is unknown here")))
    most = groups_of_options(plan.format, plan.format_options) if splits(plan.format) else 0
    after, annulled = entry["withdrawn_after"].number(MOST_NUMBER, optional=True), entry["annulled"].flag()
    values = Reader(entry.place, {**ENTRY_DEFAULTS, **entry.mapping()})
    expelled = values["expelled"].flag()
    if expelled and (after is None or annulled):
        raise Wrong(
            values["expelled"].place,
            Message(_("only a player who has withdrawn can be expelled, and the results count")),
        )
    if annulled and after is None:
        raise Wrong(entry["annulled"].place, Message(_("only results of players who withdrew can be annulled")))
    return ImportedEntry(
        ref=number or entry.at + 1,
        number=number,
        name=_read_name(entry["name"]),
        country=_country(entry["country"]),
        rating=entry["rating"].number(MOST_NUMBER, optional=True),
        withdrawn_after=after,
        annulled=annulled,
        group=entry["group"].number(most, least=1, optional=not (most and number)),
        virtual_points=tuple(each.number(1000) or 0 for each in entry["virtual_points"].items(99)),
        expelled=expelled,
        no_half_byes=values["no_half_byes"].flag(),
        rating_source=values["rating_source"].one_of(tuple(RatingSource.values)),
        rating_day=values["rating_day"].day(optional=True),
        details=details,
    )


def _read_name(name: Reader) -> str:
    try:
        return clean_name(name.text(LONGEST_TEXT))
    except NotAName as error:
        raise Wrong(name.place, error.message) from error


def _country(country: Reader) -> str:
    code = country.text(2)
    if code and not (len(code) == 2 and code.isascii() and code.isupper()):
        raise Wrong(country.place, Message(_("a country is two letters, as in NL or JP")))
    return code


def _check_numbers(place: Reader, entries: Iterable[ImportedEntry]) -> None:
    numbers = [entry.number for entry in entries]
    if None in numbers and set(numbers) != {None}:
        raise Wrong(place.place, Message(_("some have a pairing number and some have none")))
    given = [number for number in numbers if number is not None]
    if given != sorted(set(given)):
        raise Wrong(place.place, Message(_("the pairing numbers must increase")))


# --- the rounds --------------------------------------------------------------------------------------


def _read_rounds(
    rounds: Reader, plan: EventConfig, refs: set[int], teams: Mapping[int, ImportedTeam]
) -> Iterator[ImportedRound]:
    last = 0  # the highest number that sat in a round so far
    before: list[ImportedRound] = []
    for round_ in rounds.items(99):
        seated: set[int] = set()
        draw = None if has_opponents(plan.format) else parse_draw(round_["draw"], plan)
        pairings = tuple(_pairing(each, plan, refs, seated, draw) for each in round_["pairings"].items(MOST_NUMBER))
        if not teams:
            _check_pairings(round_["pairings"], pairings)
        made = ImportedRound(
            pairings,
            round_["deadline"].day(optional=True),
            _parse_history(round_["known"], refs, before, last, teams),
            _parse_by_hand(
                Reader(round_.place, {"by_hand": None} | dict(round_.mapping()))["by_hand"], set(teams) or refs
            ),
            draw,
            read_matches(round_, plan, teams, pairings) if teams else (),
            read_due(round_) if teams else None,
        )
        yield made
        last = max(last, *seated, 0)
        before.append(made)


def _check_pairings(place: Reader, pairings: Sequence[ImportedPairing]) -> None:
    if not pairings:
        raise Wrong(place.place, Message(_("a round has at least one pairing")))
    kinds = [pairing.kind == Pairing.Kind.GAME for pairing in pairings]
    if kinds != sorted(kinds, reverse=True):
        raise Wrong(place.place, Message(_("byes follow the games")))


def _pairing(
    pairing: Reader, plan: EventConfig, refs: set[int], seated: set[int], draw: ImportedDraw | None
) -> ImportedPairing:
    if draw is not None:
        kind = pairing["kind"].one_of((Pairing.Kind.SOLO,))
        attempts = parse_attempts(pairing["attempts"], plan, draw)
        return ImportedPairing(kind, _ref(pairing["entry"], refs, seated), attempts=attempts)
    kind = pairing["kind"].one_of([kind for kind in Pairing.Kind.values if kind != Pairing.Kind.SOLO])
    if kind != Pairing.Kind.GAME:
        return ImportedPairing(kind, _ref(pairing["entry"], refs, seated))
    white, black = (_ref(pairing[side], refs, seated) for side in ("white", "black"))
    games = tuple(_read_game(each, plan, refs) for each in pairing["games"].items(MOST_LEGS))
    most = MOST_LEGS if plan.format == KnockOut.key else plan.games_per_round  # with tie-break games
    if not plan.games_per_round <= len(games) <= most:
        params = {"games": plan.games_per_round}
        raise Wrong(pairing["games"].place, Message(_("a pairing of this event has %(games)d games"), params))
    has_colours = Reader(pairing.place, {"has_colours": True} | dict(pairing.mapping()))["has_colours"].flag()
    return ImportedPairing(kind, white, black, games, has_colours=has_colours)


def _ref(ref: Reader, refs: set[int], seated: set[int] | None = None) -> int:
    number = ref.number(MOST_NUMBER)
    if number not in refs:
        raise Wrong(ref.place, Message(_("there is no player %(number)s"), {"number": str(number)}))
    if seated is not None:
        if number in seated:
            raise Wrong(ref.place, Message(_("this player is already in the round")))
        seated.add(number)
    return number


def _rules_of_game(rules: Reader, plan: EventConfig) -> str:
    """By which rules a game of a medley is played; "" where the event is of one game."""
    if plan.medley:
        return rules.one_of(plan.medley)
    return rules.one_of(("", plan.rules)) and ""


def _read_game(game: Reader, plan: EventConfig, refs: set[int]) -> ImportedGame:
    usual: dict[str, Any] = {"rated_result": "", "handicap": "", "setup": "", "records": [], "rules": ""}
    usual |= {"chooser": None, "chosen": False}
    more = Reader(game.place, usual | dict(game.mapping()))
    return ImportedGame(
        result=game["result"].one_of(tuple(RESULTS)),
        played_on=game["played_on"].day(optional=True),
        rated=game["rated"].flag(),
        rated_result=more["rated_result"].one_of(("", *(code for code in RESULTS if code != PENDING))),
        handicap=more["handicap"].text(10),
        setup=more["setup"].text(120),
        records=tuple(each.text(256 * 1024) for each in more["records"].items(20)),
        rules=_rules_of_game(more["rules"], plan),
        chooser=None if more["chooser"].value is None else _ref(more["chooser"], refs),
        chosen=more["chosen"].flag(),
    )


def _parse_history(
    known: Reader, refs: set[int], before: Sequence[ImportedRound], last: int, teams: Collection[int]
) -> Mapping[str, Any] | None:
    """What was known when the round was paired; it has to fit the rounds before, their games and highest number."""
    if known.value is None:
        return None
    letters = known["results"].text(10**6)
    waiting = read_waiting(known, before)
    games = sum(len(pairing.games) for pairing in pairings_without(before, waiting))
    if len(letters) != games or not set(letters) <= CODES.keys():
        raise Wrong(known["results"].place, Message(_("this does not match the earlier rounds")))
    moved = "numbers" in known.mapping()
    forbidden = [
        [
            [_ref(one, set(teams) or refs) for one in each[0].items(MOST_NUMBER)],
            each[1].number(99, least=1),
            each[2].number(99, least=1, optional=True),
            *(part.one_of((Strength.AVOID.value,)) for part in each.items(4) if part.at > 2),
        ]
        for each in known["forbidden"].items(200)
    ]
    found: dict[str, Any] = {
        "results": letters,
        "last_number": known["last_number"].number(MOST_NUMBER, least=0 if moved else last),
        "gone": [_ref(each, refs) for each in known["gone"].items(MOST_NUMBER)],
        "forbidden": forbidden,
    }
    if waiting:
        found["waiting"] = [list(each) for each in waiting]
    if moved:
        found["numbers"] = _parse_moved(known["numbers"], refs, Message(_("two players had the same number")))
    if "teams" in known.mapping():
        found["teams"] = _parse_moved(known["teams"], set(teams), Message(_("two teams had the same number")))
    return found


def _parse_moved(numbers: Reader, refs: set[int], twice: Message) -> list[list[int]]:
    """Pairs of a number, of a player or a team, and the one of when the round was paired: no one's twice."""
    seated: set[int] = set()
    found = [
        [_ref(each[0], refs, seated), each[1].number(MOST_NUMBER, least=1) or 0] for each in numbers.items(MOST_NUMBER)
    ]
    if len({then for _now, then in found}) != len(found):
        raise Wrong(numbers.place, twice)
    return sorted(found)


def _parse_by_hand(by_hand: Reader, refs: set[int]) -> Mapping[str, Any] | None:
    """What the format gave for a round that was paired by hand: null for a round that it could not pair."""
    if by_hand.value is None:
        return None
    engine = by_hand["engine"]
    if engine.value is None:
        return {"engine": None}
    seated: set[int] = set()
    pairs = [
        [_ref(each[0], refs, seated), _ref(each[1], refs, seated), each[2].flag()]
        for each in engine["pairs"].items(MOST_NUMBER)
    ]
    byes = [[_ref(each[0], refs, seated), each[1].one_of(tuple(ByeKind))] for each in engine["byes"].items(MOST_NUMBER)]
    return {"engine": {"pairs": pairs, "byes": byes}}


def _byes(byes: Reader, refs: set[int], paired: int, without: set[int]) -> Iterator[tuple[int, int, str]]:
    seen: set[tuple[int, int]] = set()
    for bye in byes.items(MOST_NUMBER):
        ref, number = _ref(bye["entry"], refs), bye["round"].number(99, least=paired + 1)
        assert number is not None
        if (ref, number) in seen:
            raise Wrong(bye.place, Message(_("this bye is listed twice")))
        seen.add((ref, number))
        kind = bye["kind"].one_of(tuple(ByeRequest.Kind.values))
        if kind == ByeRequest.Kind.HALF and ref in without:
            raise Wrong(bye.place, Message(_("half-point byes of this player are stopped")))
        yield ref, number, kind


def _parse_exclusions(groups: Reader, refs: set[int]) -> Iterator[Apart]:
    for group in groups.items(200):
        members = tuple(sorted({_ref(each, refs) for each in group["entries"].items(MOST_NUMBER)}))
        first = group["first_round"].number(99, least=1)
        assert first is not None
        last = group["last_round"].number(99, least=first, optional=True)
        strength = group["strength"].one_of(Strength.values) if "strength" in group.mapping() else Strength.NEVER.value
        yield members, first, last, strength
