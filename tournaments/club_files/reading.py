"""What is in the file of a club: read part by part, checked, and nothing of it stored."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.histories.history_file import is_for_two
from games.histories.moved import MovedHistory, MovedPastEvent, MovedPastGame
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from players.models import Club
from players.models.guardians import GuardianAnswer
from players.moving.values import MovedClub, MovedConsent, MovedPerson, Period
from players.names import NotAName, clean_name
from tournaments.club_files.archive import ClubArchive, ClubFileRefused, PartInfo
from tournaments.club_files.people import key_of_place
from tournaments.club_files.reading_events import MovedEvent, read_moved_event
from tournaments.club_files.reading_series import MovedSeries, SeriesReader
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.formats.json_reader import Reader, Wrong

OCCASION = "occasions/"
FIXED = ("club.json", "people.json", "lists.json", "templates.json", "series.json", "titles.json", "ratings.json")
MOST_PEOPLE = 100_000


@dataclass(frozen=True, slots=True)
class PastGamesFile:
    """A history of the file with its part: events and games are read from it one by one."""

    head: MovedHistory
    part: str


class ClubReading:
    """A file that is read: the club and its people at once, its events one at a time."""

    def __init__(self, archive: ClubArchive) -> None:
        self.archive = archive
        _check_names(archive.parts)
        self.occasions = sorted(name for name in archive.parts if name.startswith(OCCASION))
        with refusing():
            self.club = _read_club(archive.values("club.json"))
            people = archive.values("people.json").items(MOST_PEOPLE)
            self.people = {key_of_place(place): _read_person(each) for place, each in enumerate(people, 1)}
            self.server = archive.manifest["server"].text(300)
            self.slug = archive.manifest["club"]["slug"].text(40)
            self.left_out = [
                (each["what"].text(300), each["count"].number(2**31) or 0)
                for each in archive.manifest["left_out"].items(100)
            ]

    @property
    def events(self) -> int:
        """How many events there are."""
        return sum(name.endswith(".json") for name in self.occasions)

    def series(self) -> MovedSeries:
        """What holds the events together. Raises ClubFileRefused."""
        parts = [self.archive.values(f"{name}.json") for name in ("series", "titles", "templates", "lists")]
        with refusing():
            return SeriesReader(self.people, self.events).read(*parts)

    def read_occasions(self, club: Club) -> Iterator[MovedEvent | PastGamesFile]:
        """Events and past files in their order, for this club. Raises ClubFileRefused."""
        for name in self.occasions:
            with refusing():
                if name.endswith(".json"):
                    yield read_moved_event(self.archive.values(name), self.people, club)
                else:
                    yield self._past_games(name)

    def _past_games(self, name: str) -> PastGamesFile:
        for line in self.archive.lines(name):
            head = line["history"]
            rules = head["rules"].text(40)
            if not is_for_two(rules):
                raise Wrong(head["rules"].place, Message(_("this value is unknown")))
            digest = head["digest"].text(64)
            flags = {each: head[each].flag() for each in ("rated", "withdrawn")}
            return PastGamesFile(MovedHistory(rules=rules, digest=digest, **flags), name)
        raise Wrong(name, Message(_("this is missing")))

    def past_lines(self, file: PastGamesFile) -> Iterator[MovedPastEvent | MovedPastGame]:
        """The events and games of a past file, in its order. Raises ClubFileRefused."""
        with refusing():
            numbers, lines = 0, set[int]()
            for line in self.archive.lines(file.part):
                if line.at == 0:
                    continue
                if "event" in line.mapping():
                    event = _past_event(line["event"], numbers + 1)
                    numbers, lines = event.number, set()
                    yield event
                    continue
                game = self._past_game(line["game"])
                if not numbers or game.line in lines:
                    raise Wrong(line.place, Message(_("this line is listed twice, or before any event")))
                lines.add(game.line)
                yield game

    def _past_game(self, game: Reader) -> MovedPastGame:
        white, black = game["white"].text(12), game["black"].text(12)
        if white not in self.people or black not in self.people or white == black:
            raise Wrong(game.place, Message(_("a game has two people of the file")))
        line = game["line"].number(2**31 - 1, least=1)
        assert line is not None
        return MovedPastGame(
            line=line,
            round=game["round"].text(200),
            white=white,
            black=black,
            played_on=game["played_on"].day(optional=True),
            rated=game["rated"].flag(),
            result=game["result"].one_of(tuple(RESULTS)),
            rated_result=game["rated_result"].one_of(("", *(code for code in RESULTS if code != PENDING))),
            records=tuple(each.text(256 * 1024) for each in game["records"].items(20)),
        )


class refusing:  # noqa: N801  a context, as `suppress`
    """Turn what a reader finds into a refusal of the file."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Wrong):
            raise ClubFileRefused(error.message) from error
        if isinstance(error, FileRefused):
            raise ClubFileRefused(error.message) from error


def _check_names(parts: Mapping[str, PartInfo]) -> None:
    missing = [name for name in FIXED if name not in parts]
    strange = [name for name in parts if name not in FIXED and not name.startswith(OCCASION)]
    if missing:
        message = _("%(part)s is missing: the file is not complete. Export the club again.")
        raise ClubFileRefused(Message(message, {"part": missing[0]}))
    if strange:
        message = _("The file contains %(name)s, which is no part of a club.")
        raise ClubFileRefused(Message(message, {"name": strange[0]}))


def _read_club(part: Reader) -> MovedClub:
    names = ("name", "place", "time_zone", "open_licence", "colour")
    values: dict[str, Any] = {name: part[name].text(80) for name in names}
    values |= {name: part[name].flag() for name in ("takes_requests", "asks_guardians")}
    try:
        logo = b64decode(part["logo"].text(4 * 2**20), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Wrong(part["logo"].place, Message(_("this is not text"))) from error
    return MovedClub(**values, logo=logo)


def _read_person(person: Reader) -> MovedPerson:
    country = person["country"].text(2)
    if country and not (len(country) == 2 and country.isascii() and country.isupper()):
        raise Wrong(person["country"].place, Message(_("a country is two letters, as in NL or JP")))
    return MovedPerson(
        name=_name(person["name"]),
        country=country,
        looked_after=person["looked_after"].flag(),
        erased=person["erased"].flag(),
        periods=tuple(_read_periods(person["memberships"])),
        consents=tuple(_consent(each) for each in person["consents"].items(100)),
    )


def _name(value: Reader) -> str:
    try:
        return clean_name(value.text(80))
    except NotAName as error:
        raise Wrong(value.place, error.message) from error


def _read_periods(periods: Reader) -> Iterator[Period]:
    going_on = False
    for each in periods.items(200):
        since, until = each[0].day(), each[1].day(optional=True)
        assert since is not None
        if (until is not None and until < since) or (until is None and going_on):
            raise Wrong(each.place, Message(_("memberships have their days in order, and at most one has no end")))
        going_on = going_on or until is None
        yield since, until


def _consent(consent: Reader) -> MovedConsent:
    year = consent["birth_year"].number(2100, least=1900)
    assert year is not None
    known = GuardianAnswer.Answer.values
    return MovedConsent(
        birth_year=year,
        guardian=_name(consent["guardian"]) if consent["guardian"].value else "",
        asked_at=consent["asked_at"].moment(),
        answers=tuple((each[0].one_of(known), each[1].moment()) for each in consent["answers"].items(100)),
    )


def _past_event(event: Reader, least: int) -> MovedPastEvent:
    number = event["number"].number(2**31 - 1, least=least)
    starts_on, ends_on = event["starts_on"].day(), event["ends_on"].day()
    assert number is not None and starts_on is not None and ends_on is not None
    if ends_on < starts_on:
        raise Wrong(event["ends_on"].place, Message(_("the last day is before the first")))
    return MovedPastEvent(number=number, name=event["name"].text(200), starts_on=starts_on, ends_on=ends_on)
