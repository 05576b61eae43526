"""Studies as pages show them: one with a chapter and a place in it, and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import Count, Q, QuerySet
from django.utils.safestring import SafeString

from common.journal import queries as journal
from games.core.board_state import render_game
from games.core.labels import rules_name
from games.core.replay import Frame, Reached, Replay, Start, reach, replay
from games.models import Game, Study, StudyChapter
from games.studies.access import Reader, is_owner
from games.studies.stored import line_to, start_of, tree_of
from gipf_engine.messages import Message
from gipf_engine.rules.record import number_turns
from gipf_engine.studies.chapter import Chapter, Turn
from gipf_engine.studies.text import movers_of
from players.identity import person_of
from players.models import Account, Club, Membership, Person

MOST_LISTED, MOST_OF_GAME, MOST_LESSONS = 500, 20, 50


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn in the list of moves: its number, and the variations that stand behind it, each a line of turns."""

    turn: Turn
    number: str
    query: str
    others: tuple[tuple[ShownTurn, ...], ...] = ()


@dataclass(frozen=True)
class StudyPage:
    """A study, one chapter of it, and the turn whose position is seen. `version` is that of the study's scope.

    `own`: the reader is its owner; `editing`: and at work on it.
    """

    study: Study
    chapters: Sequence[StudyChapter]
    row: StudyChapter
    tree: Chapter
    turn: Turn
    version: int
    own: bool
    flipped: bool = False
    editing: bool = False

    @cached_property
    def line(self) -> list[Turn]:
        """The turns that lead to the position."""
        return line_to(self.tree, self.turn.number)

    @property
    def start(self) -> Start:
        """What the chapter starts from."""
        return start_of(self.tree)

    @property
    def tokens(self) -> list[str]:
        """The turns of the line in official notation."""
        return [turn.token for turn in self.line]

    @cached_property
    def reached(self) -> Reached:
        """The position."""
        return reach(self.start, self.tokens)

    @property
    def frame(self) -> Frame:
        """The position as it is drawn, with its text."""
        return Frame(self.reached.position.view(), self.reached.effects, self.reached.position.text())

    @property
    def svg(self) -> SafeString:
        """The drawn board with its marks."""
        return render_game(self.frame, flipped=self.flipped, marks=self.turn.marks)

    @property
    def rules_name(self) -> Message:
        """What players call the rules of the chapter."""
        return rules_name(self.row.rules)

    @property
    def title(self) -> str:
        """The study, and its chapter where it has a name."""
        return f"{self.study.title}: {self.row.name}" if self.row.name else self.study.title

    @property
    def back(self) -> int | None:
        """The number of the turn before; None at the start."""
        return self.turn.parent

    @property
    def on(self) -> int | None:
        """The number of the turn that goes on; None at the end."""
        after = self.tree.children.get(self.turn.number, ())
        return after[0].number if after else None

    @property
    def last(self) -> int | None:
        """The number of the last turn of this line; None at its end."""
        rest = self.rest
        return rest[-1].number if rest else None

    @cached_property
    def rest(self) -> list[Turn]:
        """The turns that go on from here."""
        children, found, at = self.tree.children, list[Turn](), self.turn.number
        while children.get(at):
            found.append(children[at][0])
            at = found[-1].number
        return found

    @cached_property
    def whole_line(self) -> tuple[list[Turn], Replay]:
        """The line through this position to its end, played through."""
        turns = [*self.line, *self.rest]
        return turns, replay(self.start, [turn.token for turn in turns])

    @cached_property
    def moves(self) -> tuple[ShownTurn, ...]:
        """All turns of the chapter, the main line first."""
        return _Shown(self.tree, self.query).line(0)

    def query(self, number: int) -> str:
        """The part of an address that leads to another turn of the chapter, for a reader or an owner at work."""
        return self._query_of(number) + ("&edit=1" if self.editing else "")

    def _query_of(self, number: int) -> str:
        asked = {"chapter": self.row.number, "turn": number}
        return "?" + urlencode(asked | ({"flip": 1} if self.flipped else {}))

    @property
    def here_query(self) -> str:
        """To this very place, as readers see it."""
        return self._query_of(self.turn.number)

    @property
    def first_query(self) -> str:
        """To the start of the chapter."""
        return self.query(0)

    @property
    def back_query(self) -> str:
        """To the turn before."""
        return self.query(self.back or 0)

    @property
    def on_query(self) -> str:
        """To the turn that goes on."""
        return self.query(self.on or 0)

    @property
    def last_query(self) -> str:
        """To the end of the line."""
        return self.query(self.last or 0)


class _Shown:
    """Puts the turns of a tree into lines."""

    def __init__(self, tree: Chapter, query: Callable[[int], str]) -> None:
        self.children, self.movers, self.query = tree.children, movers_of(tree), query

    def line(self, parent: int) -> tuple[ShownTurn, ...]:
        """The line that goes on from a turn, with the variations beside each of its turns."""
        return tuple(self._go_on(parent, [], is_first=True))

    def _go_on(self, parent: int, seats: Sequence[int], *, is_first: bool) -> Iterator[ShownTurn]:
        while after := self.children.get(parent):
            main, *others = after
            lines = tuple(tuple(self._variation(other, seats)) for other in others)
            seats = [*seats, self.movers[main.number]]
            yield ShownTurn(main, _number_of(seats, is_first=is_first), self.query(main.number), lines)
            parent, is_first = main.number, bool(others)

    def _variation(self, turn: Turn, before: Sequence[int]) -> Iterator[ShownTurn]:
        seats = [*before, self.movers[turn.number]]
        yield ShownTurn(turn, _number_of(seats, is_first=True), self.query(turn.number))
        yield from self._go_on(turn.number, seats, is_first=False)


def _number_of(seats: Sequence[int], *, is_first: bool) -> str:
    """How the last of some turns is numbered: "3.", "3..." where a line goes on with Black; "" in the middle of one."""
    numbers = [number for number in number_turns(seats) if number is not None]
    begins = list(number_turns(seats))[-1] is not None
    if not begins and not is_first:
        return ""
    return f"{numbers[-1]}.{'..' if seats[-1] else ''}"


def study_page(
    study: Study, reader: Reader, *, chapter: int | None = None, turn: int = 0, flipped: bool = False
) -> StudyPage:
    """A study with one of its chapters, the first where none is named. Four queries.

    Raises `StudyChapter.DoesNotExist` where the study has no such chapter or turn.
    """
    chapters = list(study.chapters.order_by("place"))
    row = next((each for each in chapters if chapter in (None, each.number)), None)
    if row is None:
        raise StudyChapter.DoesNotExist
    version = journal.version(study.scope)
    tree = tree_of(row)
    found = next((each for each in tree.turns if each.number == turn), None)
    if found is None:
        raise StudyChapter.DoesNotExist
    return StudyPage(study, chapters, row, tree, found, version, is_owner(study, reader), flipped)


@dataclass(frozen=True, slots=True)
class StudyLine:
    """A study as a line of a list."""

    slug: str
    title: str
    owner_id: int | None
    owner: str
    visibility: str
    is_lesson: bool
    club: Club | None
    rules: str
    chapters: int
    changed_at: datetime

    @property
    def author(self) -> dict[str, object]:
        """The owner as the API tells it."""
        return {"person_id": self.owner_id, "name": self.owner}


def own_studies(account: Account) -> QuerySet[Study]:
    """The studies of an account's person, the last changed first."""
    person = person_of(account)
    return _listed(Q(pk=None) if person is None else _owned_by(person))


def club_studies(reader: Reader) -> QuerySet[Study]:
    """The studies for members of the reader's clubs."""
    return _listed(_in_clubs_of(reader) & Q(visibility__in=(Study.Visibility.CLUB, Study.Visibility.PUBLIC)))


def public_studies() -> QuerySet[Study]:
    """The studies that everybody may read and find."""
    return _listed(Q(visibility=Study.Visibility.PUBLIC))


def studies_of_game(game: Game, reader: Reader) -> list[StudyLine]:
    """The studies that began with a record of this game, and that the reader finds. Two queries, one for none."""
    person = person_of(reader) if isinstance(reader, Account) else None
    found = Q(visibility=Study.Visibility.PUBLIC)
    if person is not None:
        found |= _owned_by(person) | _in_clubs_of(reader) & Q(visibility=Study.Visibility.CLUB)
    return study_lines(_listed(Q(game=game) & found)[:MOST_OF_GAME])


def _owned_by(person: Person) -> Q:
    return Q(owner=person) | Q(owner__merged_into=person)


def _in_clubs_of(reader: Reader) -> Q:
    """Of clubs that the reader is a member of."""
    person = person_of(reader) if isinstance(reader, Account) else None
    if person is None:
        return Q(pk=None)
    now = Membership.objects.filter(Q(person=person) | Q(person__merged_into=person), until=None)
    return Q(club__in=now.values("club"))


def lessons_of(club: Club, reader: Reader) -> list[StudyLine]:
    """The lessons of a club that the reader may read, those changed last first."""
    found = Q(visibility=Study.Visibility.PUBLIC) | _in_clubs_of(reader) & Q(visibility=Study.Visibility.CLUB)
    return study_lines(_listed(Q(club=club, is_lesson=True) & found)[:MOST_LESSONS])


def _listed(which: Q) -> QuerySet[Study]:
    rows = Study.objects.filter(which).select_related("owner__merged_into", "club")
    return rows.annotate(count=Count("chapters")).order_by("-changed_at", "-pk")


def study_lines(studies: Iterable[Study]) -> list[StudyLine]:
    """Studies of one of these lists as lines. Two queries."""
    rows = list(studies)
    chapters = StudyChapter.objects.filter(study__in=[row.pk for row in rows]).order_by("study", "-place")
    rules = dict(chapters.values_list("study", "rules"))
    return [_line_of(row, rules.get(row.pk, "")) for row in rows]


def _line_of(row: Study, rules: str) -> StudyLine:
    owner = row.owner.merged_into or row.owner
    count: int = getattr(row, "count", 0)
    about = (row.visibility, row.is_lesson, row.club, rules, count, row.changed_at)
    return StudyLine(row.slug, row.title, owner.page_id, owner.shown_name, *about)
