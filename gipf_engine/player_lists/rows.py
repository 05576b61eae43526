"""Lines of a table as players, one after the other, and what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists import ratings, values
from gipf_engine.player_lists.beside_names import without_titles
from gipf_engine.player_lists.cancelled import cancelled
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.kana import without_reading
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.line_parts import LineParts
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    JOINED,
    NAME,
    PARTICLE,
    RATING,
    SURNAME,
    TITLE,
    Column,
    LeftOut,
    ListedPlayer,
    PlayerList,
    Problem,
)
from gipf_engine.player_lists.namesakes import MOST_COMPARED, are_alike, completed
from gipf_engine.player_lists.other_lines import IS_WITHDRAWN, NO_NAME, says_withdrawn, why_no_player
from gipf_engine.player_lists.plain_lines import has_address, take_apart
from gipf_engine.player_lists.side_by_side import people_in, values_of_one
from gipf_engine.player_lists.values import CountryOf
from gipf_engine.player_lists.words import DITTO, DITTO_SIGNS, GUESTS, NO_PERSON

_LETTERS_OF_A_FEDERATION = 3
_LONGEST_CLUB = 80
_LONGEST_SHOWN = 40
_LONGEST_LEFT_OUT = 120
_MORE_THAN_A_NAME = re.compile(
    r"\d{2}|^\s*\d{1,4}(?:[.)]|\s)|[*+†‡✓✔☑✗✘★☆♀♂\u2600-\u27bf\U0001f1e6-\U0001faff]"
    r"|\s[-–—]\s|[(\[<]|\s[\"“„«]\w+[\"”“»]\s|^(?:GM|IM|FM|CM|WGM|WIM|WFM|WCM)\s",
    re.ASCII,
)
_ARABIC = re.compile("[\u0600-\u06ff]")

CleanName = Callable[[str], str | Message]
"""A name as it is kept, or why it cannot be one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader of lists knows beside the list: the day, names of countries, what can be a name."""

    today: date
    clean_name: CleanName
    country_of: CountryOf = lambda _name: ""


def shown(cells: Sequence[str]) -> str:
    """A line as it is shown where it was left out."""
    return " · ".join(filter(None, cells))[:_LONGEST_LEFT_OUT]


@dataclass(slots=True)
class Rows:
    """Reads lines one after the other, and notes what is wrong in them."""

    meanings: Sequence[str]
    reading: Reading
    left_out: list[LeftOut]
    heads: Sequence[str] = ()
    ranks: Mapping[int, int] = field(default_factory=dict)
    """How good ratings of columns are, as it was answered."""
    players: list[ListedPlayer] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    line: int = 0
    is_plain: bool = False
    """Whether the lines are text: what stands beside a name has no head."""
    by_lines: bool = False
    """Whether players of one line stand together: those of a pair, not of lists side by side."""
    _by_name: dict[str, list[ListedPlayer]] = field(default_factory=dict)
    _above: dict[str, str] = field(default_factory=dict)
    """What the lines above say, for those that say “ditto”."""
    _head_of_rating: str = ""
    """The head of the column in which the rating of this line stands."""

    def result(self, columns: tuple[Column, ...]) -> PlayerList:
        left_out = {each.line: each for each in reversed(self.left_out)}
        in_lines = sorted(self.players, key=lambda player: player.line) if self.by_lines else self.players
        return PlayerList(
            columns, tuple(in_lines), tuple(self.problems), tuple(left_out[line] for line in sorted(left_out))
        )

    def read(self, number: int, cells: Sequence[str], *, is_whole: bool = False, why: Message | None = None) -> None:
        """One line. `is_whole`: it was taken apart already; `why`: a reason to leave it out that is known before."""
        self.line = number
        found = self._without_dittos(self._cells_by_meaning(cells))
        name = joined_name(found)
        why = why or (None if is_whole else why_no_player(cells, name))
        if why is None and (not name or _is_no_person(name)):
            why = NO_NAME
        if why is not None:
            self.left_out.append(LeftOut(number, shown(cells), why))
            return
        if not is_whole and _MORE_THAN_A_NAME.search(name):
            line = take_apart(name)
            if says_withdrawn([*line.more, line.found.get(CLUB, "")]):
                self.left_out.append(LeftOut(number, shown(cells), IS_WITHDRAWN))
                return
            name = self._take_apart(name, line, found)
            if _is_no_person(name):  # “TBA (junior)”
                self.left_out.append(LeftOut(number, shown(cells), NO_NAME))
                return
        name, kana = without_reading(name)
        self.tell_more(number, "", [kana] if kana else [])
        if not is_whole:
            name, titles = without_titles(name)
            self.tell_more(number, "", [" ".join(titles)] if titles else [])
        people = people_in(name)
        if len(people) == 1:
            self._keep(number, name, found)
            return
        for place, each in enumerate(people):
            shared, unclear = values_of_one(found, place, len(people))
            self._keep(number, each, shared)
            for text in unclear if place == 0 else ():
                self._complain(_("“%(text)s” was left out"), text=text[:_LONGEST_SHOWN])

    def take_off(self, sentences: Sequence[tuple[int, str]]) -> None:
        """Leave out the players whom sentences around the list take off."""
        gone = cancelled([text for _number, text in sentences], [player.name for player in self.players])
        lines = {self.players[place].line: self.players[place].name for place in gone}
        self.left_out += [LeftOut(line, name, IS_WITHDRAWN) for line, name in lines.items()]
        self.players = [player for place, player in enumerate(self.players) if place not in gone]

    def has_name(self, cells: Sequence[str]) -> bool:
        """Whether something stands in the columns of names."""
        return bool(joined_name(self._cells_by_meaning(cells)))

    def _without_dittos(self, found: dict[str, str]) -> dict[str, str]:
        """What a line says, with what stands above it where it says that it is the same there."""
        made = {
            meaning: self._above.get(meaning, "") if plain(text) in DITTO or text.strip(" -") in DITTO_SIGNS else text
            for meaning, text in found.items()
        }
        self._above |= {meaning: text for meaning, text in made.items() if text}
        return made

    def _keep(self, number: int, name: str, found: Mapping[str, str]) -> None:
        cleaned = self.reading.clean_name(name)
        if isinstance(cleaned, Message):
            self._complain(_("this name cannot be used: %(why)s"), why=cleaned)
            return
        fide = self._try(found, FIDE, values.read_fide, _("“%(text)s” is not a FIDE number: it was left out"))
        if self.is_plain and not found.get(COUNTRY) and (land := self.reading.country_of(found.get(CLUB, ""))):
            found = {**found, COUNTRY: land, CLUB: ""}
        country = self._try(
            found,
            COUNTRY,
            lambda text: values.read_country(text, self.reading.country_of),
            _("“%(text)s” is not a country: it was left out"),
        )
        is_country = len(country) < _LETTERS_OF_A_FEDERATION
        player = ListedPlayer(
            number,
            cleaned,
            self._rating(found),
            country if is_country else "",
            fide,
            values.read_club(found.get(CLUB, ""))[:_LONGEST_CLUB],
            self._try(
                found,
                BIRTH,
                lambda text: values.read_birth(text, self.reading.today.year),
                _("“%(text)s” is not a year of birth: it was left out"),
            ),
            "" if is_country else country,
            self._try(found, TITLE, values.read_title, _("“%(text)s” is not a title: it was left out")),
        )
        namesakes = self._by_name.setdefault(cleaned.casefold(), [])
        earlier = next((each for each in namesakes[:MOST_COMPARED] if are_alike(each, player)), None)
        if earlier is not None:
            self._complain(_("%(name)s is in line %(line)d already"), name=cleaned, line=earlier.line)
            whole = completed(earlier, player)
            namesakes[namesakes.index(earlier)] = whole
            self.players[self.players.index(earlier)] = whole
            return
        namesakes.append(player)
        self.players.append(player)

    def tell_more(self, number: int, text: str, more: Sequence[str]) -> None:
        """Complain about what stands in a line and is read as nothing."""
        self.line = number
        if has_address(text):
            self._complain(_("the e-mail address was left out"))
        for part in more:
            self._complain(_("“%(text)s” was left out"), text=part[:_LONGEST_SHOWN])

    def _cells_by_meaning(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells by what they hold."""
        found: dict[str, str] = {}
        self._head_of_rating = ""
        for place in ratings.in_order(self.meanings, self.heads or [""] * len(self.meanings), self.ranks):
            meaning = self.meanings[place]
            cell = cells[place] if place < len(cells) else ""
            if not meaning or not cell or (meaning in (CLUB, FIRST_NAME, PARTICLE) and cell in ("-", "–", "—")):
                continue
            is_first = meaning not in found
            if not is_first and meaning in JOINED:
                found[meaning] = f"{found[meaning]} {cell}"
            elif is_first or (values.is_no_rating if meaning == RATING else values.is_nothing)(found[meaning]):
                found[meaning] = cell
                if meaning == RATING and self.heads:
                    self._head_of_rating = self.heads[place]
        return found

    def _take_apart(self, name: str, line: LineParts, found: dict[str, str]) -> str:
        """A name with more beside it, as in "1. Name (1712)": what is missing in other columns is taken from it."""
        others = {column: text for column, text in line.found.items() if column != NAME and text}
        taken = {column for column, text in others.items() if values.is_nothing(found.get(column, ""))}
        found |= {column: others[column] for column in taken}
        more = [others[column] for column in others.keys() - taken if others[column] != found.get(column)]
        self.tell_more(self.line, name, [*sorted(more), *line.more])
        return line.found.get(NAME, "") or name

    def _complain(self, template: str, **params: str | int | Message) -> None:
        self.problems.append(Problem(self.line, Message(template, params)))

    def _try(self, found: Mapping[str, str], meaning: str, read: Callable[[str], str], wrong: str) -> str:
        text = found.get(meaning, "")
        try:
            return read(text)
        except ValueError:
            self._complain(wrong, text=text[:_LONGEST_SHOWN])
            return ""

    def _rating(self, found: Mapping[str, str]) -> int | None:
        text = found.get(RATING, "")
        try:
            rating, others = ratings.ratings_in(text, self._head_of_rating)
        except ValueError:
            self._complain(_("“%(text)s” is not a rating: it was left out"), text=text[:_LONGEST_SHOWN])
            return None
        if others:
            several = _("“%(text)s” has several ratings: %(rating)d was read")
            self._complain(several, text=text[:_LONGEST_SHOWN], rating=rating or 0)
        return rating


def _is_no_person(name: str) -> bool:
    """Whether what stands where a name would names no one: “TBA”, “guest of Alan”."""
    words = name.split()
    is_guest = len(words) > 1 and words[0].casefold() in GUESTS and words[1].islower()
    return is_guest or plain(name) in NO_PERSON


def joined_name(found: Mapping[str, str]) -> str:
    """The name of several columns: "Byron, Ada" as lists write it, "山田 太郎" and "لیلا رضایی" as those scripts do."""
    if NAME in found:
        return found[NAME]
    surname = " ".join(filter(None, [found.get(PARTICLE, ""), found.get(SURNAME, "")]))
    first = found.get(FIRST_NAME, "")
    if not surname or not first:
        return surname or first
    if EAST_ASIAN.search(surname):
        return f"{surname} {first}"
    if _ARABIC.search(surname):
        return f"{first} {surname}"
    return f"{surname}, {first}"
