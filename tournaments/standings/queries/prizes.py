"""Categories with their tables, and who gets which prize for what reason: all from the standings as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.categories import age_on, birth_year_of, is_within, ranks_within
from gipf_engine.tournament.prizes import Award, Prize, PrizeList, Ranked, Rules, Sharing, award_prizes
from gipf_engine.tournament.teams.board_scores import BoardScore, board_scores
from players.models import Membership
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.prize_plan import PrizePlan, money
from tournaments.core.team_tables import ranked_team_table
from tournaments.models import Category, CategoryMember, Entry, Event, PlacePrize, PrizeRules
from tournaments.standings.queries.standings import StandingRow, Standings

Kind = Category.Kind

SHARING: dict[str, str] = {
    Sharing.EQUAL: _("Players with equal points share: the amounts of their places are added up and divided equally."),
    Sharing.HORT: _(
        "Players with equal points share by the Hort system: half of each amount is paid by tie-breaks, the "
        "other halves are pooled and divided equally."
    ),
    Sharing.RANK: _("Tie-breaks decide; only players who are equal in everything share."),
}


# --- categories ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A member of a category: the rank within it (None: not ranked), and the row of the standings.

    `at_board`: what it is by in a category of a board.
    """

    rank: int | None
    row: StandingRow
    at_board: BoardScore | None = None

    @property
    def points(self) -> int:
        """Tenths of a point: in the event, or at the board."""
        return self.row.points if self.at_board is None else self.at_board.points

    @property
    def games(self) -> int | None:
        """How many games were played at the board; None in other categories."""
        return None if self.at_board is None else self.at_board.games

    @property
    def performance(self) -> int | None:
        """In the event, or at the board."""
        return self.row.performance if self.at_board is None else self.at_board.performance


@dataclass(frozen=True, slots=True)
class CategoryTable:
    """A category with its table. Before the start `rows` are none, and `entries` are its members by name."""

    category: Category
    description: Message
    rows: tuple[CategoryRow, ...]
    entries: tuple[EntryRow, ...]


def has_prizes(event: Event) -> bool:
    """Whether an event has categories or prizes."""
    return Event.objects.filter(Q(categories__isnull=False) | Q(prizes__isnull=False), pk=event.pk).exists()


def categories_of(event: Event) -> list[Category]:
    """The categories of an event, in the order in which they were made."""
    return list(Category.objects.filter(event=event).select_related("club").order_by("pk"))


def describe(category: Category) -> Message:
    """Who is in a category."""
    least, most = category.least, category.most
    if category.kind == Kind.CLUB:
        return Message(_("Members of %(club)s"), {"club": category.club.name if category.club else ""})
    if category.kind == Kind.HAND:
        return Message(_("Chosen by the organiser"))
    if category.kind == Kind.BOARD:
        params = {"board": category.board, "least": category.least or 1}
        return Message(_("Best at board %(board)s; games needed there: %(least)s"), params)
    values = {"least": least, "most": most, "day": category.on_day.isoformat() if category.on_day else ""}
    texts = _AGES if category.kind == Kind.AGE else _RATINGS
    return Message(texts[least is not None, most is not None], values)


_AGES = {
    (True, True): _("Aged %(least)s to %(most)s on %(day)s"),
    (True, False): _("Aged %(least)s or more on %(day)s"),
    (False, True): _("Aged %(most)s or less on %(day)s"),
}
_RATINGS = {
    (True, True): _("Rated %(least)s to %(most)s"),
    (True, False): _("Rated %(least)s or more"),
    (False, True): _("Rated %(most)s or less, and unrated players"),
}


def members_of(rows: EventData, categories: Sequence[Category]) -> dict[int, frozenset[int]]:
    """By category (id) the entries in it. One query for each kind that there is."""
    births = _births(rows) if any(each.kind == Kind.AGE for each in categories) else {}
    clubs = _clubs(rows) if any(each.kind == Kind.CLUB for each in categories) else {}
    by_hand: dict[int, set[int]] = {}
    for category, entry in CategoryMember.objects.filter(category__event=rows.event).values_list("category", "entry"):
        by_hand.setdefault(category, set()).add(entry)

    def is_in(category: Category, entry: EntryRow) -> bool:
        bounds = category.least, category.most
        if category.kind == Kind.AGE and category.on_day is not None:
            return is_within(age_on(births.get(entry.id, ""), category.on_day), *bounds)
        if category.kind == Kind.RATING:
            return is_within(entry.rating, *bounds, unknown=category.least is None)
        if category.kind == Kind.CLUB:
            return not entry.people.isdisjoint(clubs.get(category.club_id or 0, frozenset()))
        return entry.id in by_hand.get(category.pk, ())

    boards = {each.pk: frozenset(scores_at_board(rows, each)) for each in categories if each.kind == Kind.BOARD}
    others = [each for each in categories if each.pk not in boards]
    return boards | {each.pk: frozenset(entry.id for entry in rows.entries if is_in(each, entry)) for each in others}


def scores_at_board(rows: EventData, category: Category, *, with_left: bool = True) -> dict[int, BoardScore]:
    """By entry, best first, what a category of a board is ranked by; `with_left`: with players who withdrew."""
    left = () if with_left else [entry.number or 0 for entry in rows.entries if entry.withdrawn]
    found = board_scores(ranked_team_table(rows), category.board or 0, fewest_games=category.least or 1, left_out=left)
    return {rows.by_number[score.player].id: score for score in found}


def _births(rows: EventData) -> dict[int, str]:
    details = Entry.objects.filter(event=rows.event).exclude(details={}).values_list("pk", "details")
    return {pk: str(values.get("birth", "")) for pk, values in details}


def _clubs(rows: EventData) -> dict[int, set[int]]:
    """By club the persons (whichever record) who were members during the event."""
    event, people = rows.event, {person for entry in rows.entries for person in entry.people}
    during = Q(since__lte=event.ends_on) & (Q(until__isnull=True) | Q(until__gte=event.starts_on))
    found: dict[int, set[int]] = {}
    for club, person in Membership.objects.filter(during, person__in=people).values_list("club", "person"):
        found.setdefault(club, set()).add(person)
    return found


def category_tables(rows: EventData, table: Standings) -> list[CategoryTable]:
    """The table of each category: rows of the standings, with ranks among themselves."""
    categories = categories_of(rows.event)
    members = members_of(rows, categories)
    return [_category_table(rows, table, each, members[each.pk]) for each in categories]


def _category_table(rows: EventData, table: Standings, category: Category, members: frozenset[int]) -> CategoryTable:
    own = [row for row in table.rows if row.entry.id in members]
    if category.kind == Kind.BOARD:
        by_entry = {row.entry.id: row for row in own}
        scores = scores_at_board(rows, category)
        there = {entry: score for entry, score in scores.items() if entry in by_entry}
        lines = tuple(CategoryRow(score.rank, by_entry[entry], score) for entry, score in there.items())
    else:
        ranks = ranks_within([row.rank for row in own])
        lines = tuple(CategoryRow(rank, row) for rank, row in zip(ranks, own, strict=True))
    entries = sorted((entry for entry in rows.entries if entry.id in members), key=lambda each: (each.name, each.id))
    return CategoryTable(category, describe(category), lines, tuple(entries))


@dataclass(frozen=True, slots=True)
class BirthYear:
    """An entry with the birth year that is known of it (None: none), and one that another event of the club knows."""

    entry: EntryRow
    year: int | None
    proposed: int | None


def birth_years(rows: EventData) -> list[BirthYear]:
    """Everybody's birth year, for organisers alone; two queries."""
    births = _births(rows)
    elsewhere = Entry.objects.filter(event__club=rows.event.club_id).exclude(event=rows.event).exclude(details={})
    known: dict[int, int] = {}
    for person, details in elsewhere.order_by("pk").values_list("members__person", "details"):
        if (year := birth_year_of(str(details.get("birth", "")))) is not None:
            known[person] = year
    return [
        BirthYear(
            entry,
            birth_year_of(births.get(entry.id, "")),
            next((known[person] for person in sorted(entry.people) if person in known), None),
        )
        for entry in rows.entries
    ]


# --- prizes --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AwardRow:
    """What a player gets, ready to print: `names` are things, `why` the reason."""

    entry: EntryRow
    rank: int | None
    award: Award
    why: Message

    @property
    def amount(self) -> str:
        return money(self.award.amount) if self.award.amount else ""

    @property
    def names(self) -> str:
        return ", ".join(self.award.names)


@dataclass(frozen=True, slots=True)
class PrizeListRows:
    """The prizes of the event (`category` None) or of a category, and who gets them. Amounts are in cents."""

    category: Category | None
    prizes: tuple[Prize, ...]
    awards: tuple[AwardRow, ...]
    total: int
    left_over: int
    passed_on: tuple[EntryRow, ...]

    @property
    def printed(self) -> list[tuple[str, str]]:
        """The amount ("" for none) and the name of each prize, the first place first."""
        return [(money(prize.amount) if prize.amount else "", prize.name) for prize in self.prizes]

    @property
    def paid(self) -> str:
        return money(self.total - self.left_over)

    @property
    def kept(self) -> str:
        return money(self.left_over)


@dataclass(frozen=True)
class PrizePage:
    """Who gets what. `is_final`: the event is closed, and no result is missing."""

    rules: PrizeRules
    lists: tuple[PrizeListRows, ...]
    is_final: bool

    @cached_property
    def description(self) -> Message:
        return Message(SHARING[self.rules.sharing])

    @property
    def unit(self) -> str:
        return money(self.rules.unit)


def plan_of(event: Event) -> PrizePlan:
    """The prizes of an event as an organiser wrote them down."""
    rules, lists = rules_of(event), _lists(event)
    return PrizePlan(_rules(rules), rules.currency, {category: list(prizes) for category, prizes in lists.items()})


def rules_of(event: Event) -> PrizeRules:
    """How the event gives its prizes; the usual rules where it says nothing."""
    return PrizeRules.objects.filter(event=event).first() or PrizeRules(event=event)


def _rules(rules: PrizeRules) -> Rules:
    return Rules(Sharing(rules.sharing), rules.unit, rules.several)


def _lists(event: Event) -> dict[int | None, tuple[Prize, ...]]:
    found: dict[int | None, list[Prize]] = {}
    rows = PlacePrize.objects.filter(event=event).order_by("category", "place")
    for category, amount, name in rows.values_list("category", "amount", "name"):
        found.setdefault(category, []).append(Prize(amount, name))
    return {category: tuple(prizes) for category, prizes in found.items()}


def prize_page(rows: EventData, table: Standings) -> PrizePage:
    """Who would get what if the event ended as it stands; who gets it, once it is closed.

    Who withdrew, and the one who is not ranked, gets nothing.
    """
    rules, lists = rules_of(rows.event), _lists(rows.event)
    categories = [each for each in categories_of(rows.event) if each.pk in lists]
    members = members_of(rows, categories)
    shown: list[Category | None] = [None, *categories] if None in lists else [*categories]
    entered: list[PrizeList] = []
    for each in shown:
        own = None if each is None else members[each.pk]
        ranked = _ranked_at_board(rows, each) if each is not None and _is_of_board(each) else _ranked(table, own)
        entered.append(PrizeList(lists[None if each is None else each.pk], ranked))
    paid = award_prizes(entered, _rules(rules))
    found = []
    for number, (each, list_) in enumerate(zip(shown, entered, strict=True)):
        own_ranks = {ranked.player: ranked.rank for ranked in list_.players} if _is_of_board(each) else {}
        awards = tuple(
            _award_row(rows, table, award, rules, own_ranks) for award in paid.awards if award.list == number
        )
        passed = tuple(rows.by_number[player] for player in paid.passed_on[number])
        total = sum(prize.amount for prize in list_.prizes)
        found.append(PrizeListRows(each, list_.prizes, awards, total, paid.left_over[number], passed))
    return PrizePage(rules, tuple(found), rows.event.state == Event.State.CLOSED and table.is_final)


def _ranked(table: Standings, members: frozenset[int] | None) -> tuple[Ranked, ...]:
    """Who can win a prize, in the order of the standings. Where points come second, ranks alone say who is equal."""
    return tuple(
        Ranked(row.entry.number or 0, row.rank, row.points if table.ranked_by_points else -row.rank)
        for row in table.rows
        if row.rank is not None and not row.entry.withdrawn and (members is None or row.entry.id in members)
    )


def _is_of_board(category: Category | None) -> bool:
    return category is not None and category.kind == Kind.BOARD


def _ranked_at_board(rows: EventData, category: Category) -> tuple[Ranked, ...]:
    """Who can win a prize of a board, in the order there. Equal points share before performance parts them."""
    scores = scores_at_board(rows, category, with_left=False)
    return tuple(Ranked(each.player, each.rank, each.points) for each in scores.values())


def _award_row(
    rows: EventData, table: Standings, award: Award, rules: PrizeRules, own_ranks: Mapping[int, int]
) -> AwardRow:
    """An award with the rank in the standings, or in `own_ranks`, by pairing number."""
    entry = rows.by_number[award.player]
    overall = next(row.rank for row in table.rows if row.entry.id == entry.id)
    rank = own_ranks.get(award.player, overall)
    return AwardRow(entry, rank, award, _why(award, rules))


def _why(award: Award, rules: PrizeRules) -> Message:
    """The reason of an award: "places 2–4 share 60 + 40 + 20"."""
    values = {
        "first": award.first,
        "last": award.last,
        "amounts": " + ".join(money(each) for each in award.amounts),
        "sharers": award.sharers,
        "own": " + ".join(money(each) for each in award.own) or "0",
    }
    if award.sharers == 1:
        return Message(_("place %(first)s"), values)
    if rules.sharing == Sharing.HORT and award.amounts:
        if award.own_sharers > 1:
            template = _(
                "half of the share of %(own)s by tie-breaks, half from sharing places %(first)s–%(last)s: %(amounts)s"
            )
            return Message(template, values)
        return Message(
            _("half of %(own)s by tie-breaks, half from sharing places %(first)s–%(last)s: %(amounts)s"), values
        )
    if not award.amounts:
        return Message(_("places %(first)s–%(last)s, in the order of the standings"), values)
    return Message(_("places %(first)s–%(last)s share %(amounts)s"), values)
