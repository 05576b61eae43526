"""Knock-out: the loser of a match leaves, until one is left.

The first round seats pairing numbers (the seeds) so that the two best can meet in the final only,
the four best in the semifinals only, and so on: 1 - 16, 8 - 9, 5 - 12, … Where the field does not
fill the tree the best seeds have the free seats as opponents, that is, a bye. A match is one round:
one game, or two with colours swapped; who scores more goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Meeting
from gipf_engine.tournament.pairing.base import (
    ByeGiven,
    Option,
    Pair,
    PairingError,
    PairingSystem,
    RoundPairings,
    register,
)
from gipf_engine.tournament.pairing.steps import StepCounter

MINIMUM_ENTRANTS = 2
SEMIFINALS = 2

Seat = int | None
"""A seat of the tree: a pairing number, or no one."""
Match = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of the tree after its round. `winner` is None while it is `undecided`, and where both forfeited."""

    match: Match
    winner: Seat
    undecided: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """Where a knock-out stands.

    `matches` are those of the coming round (empty when it is over), from the top of the tree down;
    `third` are the losers of the semifinals while the final is to be paired; `undecided` are matches
    of the last round that no one has won.
    """

    matches: tuple[Match, ...]
    third: tuple[int, ...]
    undecided: tuple[Match, ...]


@register
class KnockOut(PairingSystem):
    """The loser of a match leaves.

    What is played after a drawn match is announced with the event (`event_options`). Its games decide who advances and
    are in no score (`Meeting.tie_breaks`). Where nothing was announced, an arbiter hands in the deciding result.
    """

    key = "knock-out"
    place = 40
    name = _("Knock-out")
    help = _("The loser of a match is out. The pairing numbers are the seeds; the best seeds get the byes.")
    ranked_by = ("KO",)
    usual_tie_breaks = ()
    options = (
        Option("third_place", _("Match for third place"), _("The losers of the semifinals meet too."), default=False),
    )
    event_options = (
        Option(
            "tie_games", _("Tie-break games"), _("Games with a faster clock after a drawn match."), default=0, most=6
        ),
        Option("tie_minutes", _("Minutes of a tie-break game"), _("For each player."), default=10, least=1, most=120),
        Option("tie_seconds", _("Seconds more after each turn"), _("In tie-break games."), default=5, most=60),
        Option(
            "sudden_death", _("Sudden death"), _("If players are still level, one last game decides."), default=False
        ),
        Option(
            "tie_rated",
            _("Rate the tie-break games"),
            _("They count in rating lists as the games of a match do."),
            default=False,
        ),
    )

    def __init__(self, third_place: bool = False) -> None:
        self.third_place = bool(third_place)

    def rounds(self, entrants: int) -> int | None:
        """As often as the field has to be halved."""
        return (entrants - 1).bit_length() if entrants >= MINIMUM_ENTRANTS else 0

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The next round of the tree, its matches from the top down.

        One who would meet no one, or a person who has withdrawn, has a pairing-allocated bye. Raises
        `PairingError` while a match is undecided, and when the winner is known.
        """
        if len(table.entrants) < MINIMUM_ENTRANTS:
            raise PairingError(Message(_("A knock-out needs at least two entrants.")))
        tree = standing_tree(table)
        if tree.undecided:
            raise PairingError(_undecided_message(table, tree.undecided[0]))
        if not tree.matches:
            raise PairingError(Message(_("The knock-out is over: its winner is known.")))
        coming = table.rounds_played + 1
        matches: list[Match] = [_without_withdrawn(table, match) for match in tree.matches]
        if self.third_place and len(tree.third) == SEMIFINALS:
            matches.append((tree.third[0], tree.third[1]))
        pairs = tuple(_seat_pair(table, board, *match) for board, match in enumerate(matches, 1) if _is_full(match))
        alone = [seat for match in matches if not _is_full(match) for seat in match if seat is not None]
        reasons = {number: (Message(_("Advances without a game: there is no opponent.")),) for number in alone}
        return RoundPairings(coming, pairs, tuple(ByeGiven(number, ByeKind.PAIRING) for number in alone), reasons)

    def leaves_first_move_open(self, *, colour_free: bool, first_colour: Colour | None) -> bool:
        """Between two who began equally often, unless a colour was drawn for number 1."""
        return first_colour is None

    def find_undecided(self, table: CrossTable) -> tuple[Message, ...]:
        """The matches of the last round that no one has won."""
        return tuple(_undecided_message(table, match) for match in undecided_matches(table))

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """In which round the tree brings the two together, if both get there."""
        seats = _first_seats(table)
        earliest = (seats.index(one) ^ seats.index(two)).bit_length()
        names = {"one": table.entrant(one).name, "two": table.entrant(two).name, "round": earliest}
        return Message(_("In the tree %(one)s and %(two)s can meet in round %(round)d, if both get there."), names)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("The winner of a match advances, the loser is out.")),
            Message(_("Seeds are placed so that the strongest players meet as late as possible.")),
            Message(_("If the field does not fill the bracket, the best seeds advance without a game.")),
            Message(
                _(
                    "The player who has moved first less often moves first."
                    " If they are even, it is drawn by a lot that anybody can check."
                )
            ),
            Message(_("A drawn match must be played off before the next round is paired.")),
        )


def seed_entrants(size: int) -> list[int]:
    """The seeds in the order of the tree for `size` seats, a power of two: 1, 8, 4, 5, 2, 7, 3, 6 for eight."""
    order = [1]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) + 1 - upper)]
    return order


def walk(table: CrossTable) -> Iterator[list[PlayedMatch]]:
    """The matches of each round that stands, from the top of the tree down."""
    seats = _first_seats(table)
    for round_number in range(1, table.rounds_played + 1):
        played = [_replay_match(table, match, round_number) for match in _matches(seats)]
        yield played
        seats = [each.winner for each in played]


def standing_tree(table: CrossTable) -> Tree:
    """The matches of the coming round, from the results of those before."""
    rounds = list(walk(table))
    if not rounds:
        return Tree(tuple(_matches(_first_seats(table))), (), ())
    last = rounds[-1]
    undecided = tuple(each.match for each in last if each.undecided)
    losers = [seat for each in last for seat in each.match if seat is not None and seat != each.winner]
    third = tuple(sorted(losers)) if len(last) == SEMIFINALS else ()
    return Tree(tuple(_matches([each.winner for each in last])), third, undecided)


def undecided_matches(table: CrossTable) -> tuple[Match, ...]:
    """The matches of the last round without a winner, that for third place included where it was drawn."""
    rounds = list(walk(table))
    if not rounds:
        return ()
    tree = [each.match for each in rounds[-1] if each.undecided]
    seated = {seat for each in rounds[-1] for seat in each.match}
    number = table.rounds_played
    others = [
        (entrant.number, cell.opponent)
        for entrant in table.entrants
        if isinstance(cell := entrant.cell(number), Meeting)
        and entrant.number not in seated
        and entrant.number < cell.opponent
        and _replay_match(table, (entrant.number, cell.opponent), number).undecided
    ]
    return (*tree, *others)


def needs_tie_breaks(table: CrossTable, one: int, other: int, number: int) -> int:
    """How many tie-break games the two play next after their match in round `number`: 0 where none is due.

    First as many as were announced; then, while they are level, the one of sudden death, or else as many again. None
    before all their games are over, and none where nothing was announced.
    """
    cell = table.entrant(one).cell(number)
    if not isinstance(cell, Meeting) or cell.opponent != other:
        return 0
    games = (*cell.games, *cell.tie_breaks)
    if any(side.outcome is None for side in games) or not _replay_match(table, (one, other), number).undecided:
        return 0
    batch, last = int(table.choices.get("tie_games", 0)), bool(table.choices.get("sudden_death", False))
    return 1 if last and len(cell.tie_breaks) >= batch else batch


def match_winner(table: CrossTable, one: int, other: int, number: int) -> Seat:
    """Who of the two won their match of round `number`; None while it is undecided, and where both forfeited."""
    return _replay_match(table, (one, other), number).winner


def _first_seats(table: CrossTable) -> list[Seat]:
    numbers = sorted(entrant.number for entrant in table.entrants)
    size = 1 << max((len(numbers) - 1).bit_length(), 1)
    return [numbers[seed - 1] if seed <= len(numbers) else None for seed in seed_entrants(size)]


def _matches(seats: Sequence[Seat]) -> Iterator[Match]:
    return zip(seats[::2], seats[1::2], strict=False)


def _replay_match(table: CrossTable, match: Match, round_number: int) -> PlayedMatch:
    first, second = match
    if first is None or second is None:
        return PlayedMatch(match, first if second is None else second, False)
    cells = {number: table.entrant(number).cell(round_number) for number in (first, second)}
    ours, theirs = cells[first], cells[second]
    if not (isinstance(ours, Meeting) and isinstance(theirs, Meeting)):
        present = [number for number, cell in cells.items() if isinstance(cell, Bye)]  # the other had withdrawn
        return PlayedMatch(match, present[0] if present else None, False)
    scores = {number: table.cell_points(cell) for number, cell in cells.items()}
    sides = [*ours.games, *theirs.games]
    if scores[first] == scores[second]:
        scores = {first: tie_break_points(table, ours), second: tie_break_points(table, theirs)}
        sides += [*ours.tie_breaks, *theirs.tie_breaks]
    level = scores[first] == scores[second]
    open_or_void = ours.is_void or any(side.outcome is None for side in sides)
    undecided = open_or_void or (level and any(side.played for side in sides))
    return PlayedMatch(match, None if level or undecided else max(scores, key=lambda number: scores[number]), undecided)


def tie_break_points(table: CrossTable, cell: Meeting) -> int:
    """Tenths of a point that an entrant has of the tie-break games of a match."""
    return sum(
        table.scoring.points(side.outcome, played=side.played) for side in cell.tie_breaks if side.outcome is not None
    )


def _without_withdrawn(table: CrossTable, match: Match) -> Match:
    first, second = (None if seat is None or table.entrant(seat).withdrawn else seat for seat in match)
    return first, second


def _is_full(match: Match) -> bool:
    return None not in match


def _seat_pair(table: CrossTable, board: int, first: Seat, second: Seat) -> Pair:
    """Who begins: who did so less often, else who did not last time.

    Where the two are even it is drawn by lot, board by board; where a colour was drawn for number 1, by turns down the
    boards.
    """
    assert first is not None and second is not None
    higher, lower = min(first, second), max(first, second)
    balances = {number: _colours(table, number) for number in (higher, lower)}
    even = balances[higher] == balances[lower]
    if not even:
        white = min(balances, key=lambda number: balances[number])
    else:
        drawn = table.first_colour or Colour.WHITE
        white = higher if (drawn is Colour.WHITE) == bool(board % 2) else lower
    return Pair(white, lower if white == higher else higher, by_lot=even and table.first_colour is None)


def _colours(table: CrossTable, number: int) -> tuple[int, int]:
    """Games as White less those as Black, and whether the last one was as White."""
    games = [
        side.colour
        for cell in table.entrant(number).cells[: table.rounds_played]
        if isinstance(cell, Meeting)
        for side in cell.games
        if side.played and side.colour is not None
    ]
    balance = games.count(Colour.WHITE) - games.count(Colour.BLACK)
    return balance, int(bool(games) and games[-1] is Colour.WHITE)


def _undecided_message(table: CrossTable, match: Match) -> Message:
    first, second = (table.entrant(number).name for number in match if number is not None)
    names = {"first": first, "second": second}
    games, last = table.choices.get("tie_games", 0), table.choices.get("sudden_death", False)
    if not games and not last:
        template = _(
            "The match of %(first)s and %(second)s has no winner: play it off and hand in the deciding result."
        )
        return Message(template, names)
    clock = {"minutes": table.choices["tie_minutes"], "seconds": table.choices["tie_seconds"]}
    if not games:
        sudden = _(
            "The match of %(first)s and %(second)s has no winner: one more game decides, with %(minutes)d min +"
            " %(seconds)d s."
        )
        return Message(sudden, {**names, **clock})
    template = _(
        "The match of %(first)s and %(second)s has no winner. Tie-break games: %(games)d, with %(minutes)d min +"
        " %(seconds)d s."
    )
    then = _(
        "The match of %(first)s and %(second)s has no winner. Tie-break games: %(games)d, with %(minutes)d min +"
        " %(seconds)d s; then one last game decides."
    )
    return Message(then if last else template, {**names, **clock, "games": games})
