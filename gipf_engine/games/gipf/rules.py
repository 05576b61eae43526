"""GIPF: the basic, the standard and the tournament game. "GIPF 3" is an article of docs/game-rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import ClassVar, cast

from gipf_engine.games.gipf import manual, notation
from gipf_engine.games.gipf.bits import BESIDE, ENTRIES, WRITTEN, EntryBits, find_entry, has_four
from gipf_engine.games.gipf.board import BOARD, PIECES, RESERVE
from gipf_engine.games.gipf.notation import (
    AFTER,
    BEFORE,
    ENTER,
    SINGLE,
    kinds_after,
    mark_after,
    name_removal,
    stage_after,
)
from gipf_engine.games.gipf.options import AT_ONCE, BASIC_OPTIONS, OPTIONS, REMOVER_WINS
from gipf_engine.games.gipf.refusals import refuse_turn, write_touches
from gipf_engine.games.gipf.score import BASIC_NAMES, LINE_OF, NAMES, count_score, explain_outcome, outcome_of
from gipf_engine.games.gipf.setups import GipfSetups
from gipf_engine.games.gipf.state import GipfState
from gipf_engine.kit.choices import Choice, Made, Moment
from gipf_engine.kit.effects import Captured, Effect, Moved, Placed, Removed
from gipf_engine.kit.game import Refusal
from gipf_engine.kit.position import KitPosition
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Move, Outcome, Position, TurnCount
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.registry import register
from gipf_engine.rules.score import Score

_ASKS = {
    BEFORE: Message(_("Choose the row that comes off, or a GIPF-piece that should come off too.")),
    True: Message(_("Choose the dot where your GIPF-piece comes in.")),
    False: Message(_("Choose the dot where your piece comes in.")),
}
_ASK_WAY = Message(_("Choose the direction of the push."))
_ASK_LAST_ROW = Message(_("Take your row to end the game."))
_BRING_SINGLE = Choice(SINGLE, "", (), Message(_("Bring in a single piece instead")))
_ENTERING = {
    (mark, gipf, last): [
        Choice(ENTER, f"{mark}{'G' * gipf}{entry.name}", touches[0], None, last, (entry, gipf), touches[1:])
        for entry, _line in ENTRIES.values()
        for touches in (entry.touches,)
    ]
    for mark in ("", ";")
    for gipf in (False, True)
    for last in (False, True)
}
"""Every choice of a piece that comes in, by the number of its entry: made once, as most turns are no more."""


def count_dots(_position: Position, move: Move) -> int:
    """From how many dots the piece of a turn gets to its spot."""
    names = (part.removeprefix("G") for part in str(move).split(";"))
    return next((len(ENTRIES[name][0].touches) for name in names if name in ENTRIES), 1)


class Gipf(GipfSetups):
    """What may be chosen in all rule sets, and what it does."""

    game = "gipf"
    game_name = _("GIPF")
    alternating = True
    option_help: ClassVar[Mapping[str, str]] = OPTIONS
    styles = ("official", "gf1")
    end_reasons: ClassVar = {
        "reserve": _("a player had no piece left in the reserve"),
        "gipf": _("a player had no GIPF-piece left on the board"),
        "repetition": _("the same position came up for the third time"),
    }
    score_names: ClassVar[Mapping[str, str]] = NAMES
    counts: ClassVar = {
        "dots": TurnCount(_("each turn once for every dot from which the piece can come in"), count_dots)
    }
    usual_count = "dots"

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: GipfState, made: Made) -> Iterable[Choice]:
        """See `Game`: own rows off, a piece in, own rows off (GIPF 3)."""
        stage = stage_after(state, made)
        if stage == ENTER:
            return self._entries(state, made)
        removals = state.removals(self.crossing_row_may_stay) if stage else ()
        return (choice for taken in removals if (choice := self._removal(state, stage, taken)))

    def choose(self, state: GipfState, made: Made, text: str) -> Choice | None:
        """See `Game`. GF1 notation, the short `x` and lists without marks are read as well."""
        stage, part = stage_after(state, made), text.removeprefix(";")
        if stage == ENTER:
            return self._find_entry(state, made, part) if part else self._bring_single(state, made, text)
        if not stage or (part or text)[:1] not in ("", "x"):
            return None
        removals = state.removals(self.crossing_row_may_stay)
        if part == "x":
            some = (taken for taken in removals if taken)
            taken = next(some, 0)
            return self._removal(state, stage, taken) if taken and next(some, None) is None else None
        taken = notation.marked_spots(part[1:], state) if part else 0
        return self._removal(state, stage, taken) if bool(text) == bool(taken) and taken in removals else None

    def _removal(self, state: GipfState, stage: str, taken: int) -> Choice | None:
        """The choice to take off `taken`, which may come off; None where no piece is left to come in then."""
        if stage == AFTER:
            text = f";{name_removal(state, taken)}" if taken else ""
            return Choice(stage, text, tuple(BOARD.points(taken)), None, True, taken)
        middle = state.without(taken)
        ends = bool(taken) and self.has_gipfs and any(middle.lost_gipfs)
        if not ends and not middle.kinds:
            return None
        return Choice(stage, name_removal(state, taken), tuple(BOARD.points(taken)), None, ends, taken)

    def _entries(self, state: GipfState, made: Made) -> Iterator[Choice]:
        """A GIPF-piece or a single; where it may be either, GIPF-pieces unless the player says otherwise."""
        kinds = kinds_after(state, made)
        mark = mark_after(made)
        going_on, ending = (_ENTERING[mark, kinds[0], last] for last in (False, True))
        own, occupied = state.own.pieces, state.occupied
        for bit, at_once, lines in BESIDE:
            if not occupied & bit:
                yield (going_on if has_four(own | bit) else ending)[at_once.number]
                continue
            for spots, entries in lines:
                entry = entries.get(occupied & spots)
                if entry is not None:
                    yield (going_on if has_four(entry.shift(own) | bit) else ending)[entry.number]
        if len(kinds) > 1:
            yield _BRING_SINGLE

    def _find_entry(self, state: GipfState, made: Made, part: str) -> Choice | None:
        """The piece that comes in: official or GF1, perhaps with the letter of its colour before the dot."""
        gipf = part[0] == "G"
        name = part if part in WRITTEN else part.removeprefix("G").removeprefix("WK"[state.seat])
        own = state.own.pieces
        entry = find_entry(name, own | state.other.pieces)
        kinds = kinds_after(state, made)
        if entry is None or not kinds or gipf is not kinds[0]:
            return None
        last = not has_four((entry.shift(own) if own & entry.moved else own) | entry.first)
        return _ENTERING[mark_after(made) if made else "", gipf, last][entry.number]

    def _bring_single(self, state: GipfState, made: Made, text: str) -> Choice | None:
        return _BRING_SINGLE if not text and len(kinds_after(state, made)) > 1 else None

    # --- what a choice does --------------------------------------------------------------------------------

    def after(self, state: GipfState, choice: Choice) -> GipfState:
        """See `Game`."""
        if choice.kind == ENTER:
            return state.push(*cast("tuple[EntryBits, bool]", choice.data))
        return state.without(cast("int", choice.data)) if choice.data else state

    def effects(self, state: GipfState, choice: Choice) -> Sequence[Effect]:
        """See `Game`."""
        stacks, seat = state.stacks(), state.seat
        if choice.kind != ENTER:
            return [
                Removed(spot, f"{RESERVE}.{seat}") if stacks[spot][0] == PIECES[seat] else Captured(spot, seat)
                for spot in choice.points
                if choice.kind != SINGLE
            ]
        entry, gipf = _entered(choice)
        dot, *spots = entry.path
        pushed = [Moved(spot, beyond, stacks[spot]) for spot, beyond in pairwise(spots)]
        put = [Placed(dot, PIECES[seat], f"{RESERVE}.{seat}")] * (1 + gipf)
        return [*put, Moved(dot, spots[0], PIECES[seat] * (1 + gipf)), *pushed]

    def finish(self, state: GipfState, made: Made) -> GipfState:
        """See `Game`. Positions from before a capture cannot come up again."""
        if not self.draws:
            return state.turn_over()
        has_captured = any("*" in choice.text for choice in made)
        return (state.turn_over() if has_captured else state.turn_over(state.history)).seen_again()

    def end(self, state: GipfState) -> Outcome | None:
        """See `Game`: before the player of `state` can move."""
        own, other, _gipfs, seat, _history = state
        if self.has_gipfs:
            own_lost, other_lost = state.lost_gipfs
            if own_lost and other_lost:  # GIPF 10
                return _loss_of(seat if REMOVER_WINS in self.options else 1 - seat, "gipf")
            if own_lost or other_lost:
                return _loss_of(seat if own_lost else 1 - seat, "gipf")
        if other.reserve == 0 and AT_ONCE in self.options:
            return _loss_of(1 - seat, "reserve")
        if self.draws and state.times >= 3:
            return Outcome("1/2-1/2", "repetition")
        return _loss_of(seat, "reserve") if own.reserve == 0 and not state.has_row else None  # GIPF 6

    # --- in words ------------------------------------------------------------------------------------------

    def ask(self, state: GipfState, made: Made) -> Message:
        """See `Game`."""
        if stage_after(state, made) == ENTER:
            return _ASKS[kinds_after(state, made)[0]]
        first = list(islice(self.choices(state, made), 2))
        ends = len(first) == 1 and first[0].kind == BEFORE and first[0].last
        return _ASK_LAST_ROW if ends else _ASKS[BEFORE]

    def ask_more(self, state: GipfState, made: Made) -> Message:
        """See `Game`."""
        return _ASK_WAY if stage_after(state, made) == ENTER else _ASKS[BEFORE]

    def refuse(self, state: GipfState, made: Made, part: str) -> Message:
        """See `Game`."""
        return self.refuse_turn(Moment(self, state, made), [part], part).message

    def refuse_turn(self, moment: Moment[GipfState], parts: Sequence[str], token: str) -> Refusal:
        """See `Game`."""
        return refuse_turn(self, moment, parts, token)

    def write_touches(self, moment: Moment[GipfState], path: Sequence[str], key: str) -> Sequence[str]:
        """See `Game`."""
        return write_touches(self, moment, path, key)

    def split(self, state: GipfState, token: str) -> list[str]:
        """See `Game`."""
        return [token] if token in WRITTEN else notation.split_token(token)

    def join(self, state: GipfState, tokens: Sequence[str], at: int) -> tuple[str, int]:
        """See `Game`. Parts of a turn may stand apart."""
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if tokens[at][:1] != "x" and following[:1] != "x":
            return tokens[at], 1
        return notation.join_parts(tokens, at, lambda token: _is_turn(self, state, token))

    def write_in(self, state: GipfState, made: Made, style: str) -> str:
        """See `Game`: in GF1 notation a piece comes from a dot onto the first spot."""
        written = []
        for choice in made:
            names = _entered(choice)[0] if choice.kind == ENTER else None
            written.append(choice.text.replace(names.name, names.gf1) if names else choice.text)
        return "".join(written)

    # --- after a game ----------------------------------------------------------------------------------------

    def score(self, position: Position) -> Score:
        """What both players have in reserve, on the board and captured."""
        return count_score(position, self.score_names)

    def explain_outcome(self, outcome: Outcome) -> Message:
        """Who had nothing left, and of what."""
        return explain_outcome(outcome, self.end_reasons)

    def deciding_count(self, outcome: Outcome) -> str:
        """Of what the loser had nothing left."""
        return LINE_OF.get(outcome.reason, "")

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """Who has lost by these counts. Raises `BadSetup`."""
        return outcome_of(counts, self.score_names)

    def explain(self) -> Sequence[Message]:
        """See `Rules`. Options that are on come last."""
        return [paragraph for chapter in self.chapters() for paragraph in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return manual.chapters_of(self)


@register
class GipfBasic(Gipf):
    """Fifteen pieces each, three of them on the board; no GIPF-pieces (GIPF 9)."""

    key, variant = "gipf-basic", "basic"
    name = _("GIPF, basic game")
    help = _("Fifteen pieces each and no GIPF-pieces. A player with no piece left to bring in loses.")
    pieces = 15
    most_handicap = 3
    has_gipfs = False
    score_names = BASIC_NAMES
    option_help = BASIC_OPTIONS


@register
class GipfStandard(Gipf):
    """Eighteen pieces each; the three on the board are GIPF-pieces (GIPF 9)."""

    key, variant = "gipf-standard", "standard"
    name = _("GIPF, standard game")
    help = _(
        "Each player starts with three GIPF-pieces on the board; "
        "a player with none left, or with no piece to bring in, loses."
    )


@register
class GipfTournament(Gipf):
    """Eighteen pieces each and an empty board; the players bring in as many GIPF-pieces as they like (GIPF 11)."""

    key, variant = "gipf-tournament", "tournament"
    portrait = manual.PORTRAIT
    name = _("GIPF, tournament game")
    help = _("The board is empty: each player starts with GIPF-pieces and decides when to switch to singles.")
    has_opening = True


def _entered(choice: Choice) -> tuple[EntryBits, bool]:
    """What comes in by a choice of the kind `ENTER`, and whether it is a GIPF-piece."""
    return cast("tuple[EntryBits, bool]", choice.data)


def _loss_of(seat: int, reason: str) -> Outcome:
    return Outcome(("0-1", "1-0")[seat], reason)


def _is_turn(rules: Gipf, state: GipfState, token: str) -> bool:
    try:
        KitPosition(rules, state).parse(token)
    except RuleError:
        return False
    return True
