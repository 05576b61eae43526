"""The two rule sets of LYNGK. "LYNGK 9" is an article of docs/game-rules.md."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from gipf_engine.games.lyngk import notation, refusals
from gipf_engine.games.lyngk.board import CLAIMED, COLOUR_NAMES, EQUIPMENT, INDEX, SPOTS, UNCLAIMED
from gipf_engine.games.lyngk.landings import (
    can_land,
    has_landing,
    landings,
    landings_by_claim,
    landings_from,
    may_land,
    may_move,
    way,
)
from gipf_engine.games.lyngk.laying import LyngkLaying
from gipf_engine.games.lyngk.manual import PORTRAIT, main_chapters, six_chapters
from gipf_engine.games.lyngk.notation import (
    CLAIM,
    CLAIMS,
    FROM,
    MOVES,
    PASS,
    PASSES,
    SOURCES,
    TARGETS,
    TO,
    TO_PASS,
    TURNS,
)
from gipf_engine.games.lyngk.position_text import read_position, read_setup, write_position
from gipf_engine.games.lyngk.score import (
    END_REASONS,
    MAIN_NAMES,
    SIX_NAMES,
    count_score,
    deciding_count,
    determine_outcome,
    explain_outcome,
    outcome_of,
)
from gipf_engine.games.lyngk.setups import CHANCE
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.kit.choices import Choice, Made, Moment
from gipf_engine.kit.effects import Captured, Effect, Handed, Moved
from gipf_engine.kit.game import Refusal
from gipf_engine.kit.rules import GameRules
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Move, Outcome, Position, TurnCount
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.registry import register
from gipf_engine.rules.score import Score

_LITERAL_TIE, _CLAIM_CAPTURES = "literal_tie", "claim_captures"
_ASK = Message(_("Choose the stack that moves."))
_ASK_OR_CLAIM = Message(_("Choose the stack that moves, or claim a colour first."))
_ASK_CLAIM = Message(_("You can move only after a claim: choose a colour."))
_ASK_PASS = Message(_("No turn is legal: you must pass."))
_DONE = Message(_("The turn is complete."))
_ASKS = {CLAIM: _ASK, FROM: Message(_("Choose where it lands."))}


def has_no_claim(position: Position, move: Move) -> int:
    """1 for a turn without a claim, else 0."""
    return int("," not in str(move))


class LyngkRules(GameRules[LyngkState]):
    """What both rule sets have in common; `limit` is the height of a complete stack."""

    game = "lyngk"
    game_name = _("LYNGK")
    alternating = True
    draws = True
    end_reasons = END_REASONS
    piece_names = COLOUR_NAMES
    counts: ClassVar = {"moves": TurnCount(_("only turns without a claim"), has_no_claim)}
    chance = CHANCE
    equipment = EQUIPMENT
    limit: ClassVar[int]

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        super().__init__(options)
        self._literal_tie = _LITERAL_TIE in options
        self._captures = _CLAIM_CAPTURES in options

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: LyngkState, made: Made) -> Iterable[Choice]:
        """See `Game`: a claim or none, the stack that moves, where it lands; a pass where nothing can (LYNGK 4, 11)."""
        kind = made[-1].kind if made else ""
        if kind == FROM:
            source = INDEX[made[-1].points[0]]
            return map(TARGETS[source].__getitem__, landings_from(state, source))
        if kind in (TO, PASS):
            return ()
        sources = [SOURCES[source] for source, targets in landings(state) if targets]
        return sources if kind else [*sources, *_claims(state)] or [TO_PASS]

    def choose(self, state: LyngkState, made: Made, text: str) -> Choice | None:
        """See `Game`. The stack that moves and where it lands may be told at once."""
        if text in MOVES and (not made or made[-1].kind == CLAIM):
            move = MOVES[text]
            return move if may_move(state, *_ends(move)) else None
        if made and made[-1].kind == FROM:
            source, target = INDEX[made[-1].points[0]], INDEX.get(text, -1)
            return TARGETS[source][target] if target >= 0 and may_land(state, source, target) else None
        source = INDEX.get(text[:-1], -1)
        if source >= 0:
            return SOURCES[source] if can_land(state, source) else None
        if not made and text[:-1] in CLAIMS:
            return CLAIMS[text[:-1]] if _may_claim(state, text[:-1]) else None
        return super().choose(state, made, text)

    def shows_going_on(self, state: LyngkState, token: str) -> bool:
        """See `Game`: where neither can move, no stack lands anywhere (LYNGK 12)."""
        return not state.won and token not in PASSES

    def turns(self, state: LyngkState) -> Iterator[str]:
        """See `Game`: first without a claim, then by claim."""
        is_stuck = True
        for claim, found in landings_by_claim(state):
            texts = TURNS[claim]
            listed = [texts[source][target] for source, targets in found for target in targets]
            is_stuck = is_stuck and not listed
            yield from listed
        if is_stuck:
            yield TO_PASS.text

    def after(self, state: LyngkState, choice: Choice) -> LyngkState:
        """See `Game`. The last choice hands the turn over."""
        if choice.kind == TO:
            return state.after_move(*_ends(choice))
        if choice.kind == CLAIM:
            return state.after_claim(choice.text[0])
        return state.other_to_move() if choice.kind == PASS else state

    def finish(self, state: LyngkState, made: Made) -> LyngkState:
        """See `Game`."""
        return state

    def effects(self, state: LyngkState, choice: Choice) -> Sequence[Effect]:
        """See `Game`: any shortest way over springboards is shown, and a six-stack stays where it is."""
        if choice.kind == CLAIM:
            colour = choice.text[0]
            columns = [Captured(SPOTS[spot], state.mover) for spot in state.columns_for(colour)]
            return [Handed(colour, UNCLAIMED, f"{CLAIMED}.{state.mover}"), *columns]
        if choice.kind != TO:
            return ()
        source, target = _ends(choice)
        stack = state.stacks[source]
        steps = [Moved(SPOTS[one], SPOTS[next_], stack) for one, next_ in pairwise(way(state, source, target))]
        if state.after_move(source, target).stacks[target]:
            return steps
        return [*steps, Captured(SPOTS[target], state.mover)]

    def ask(self, state: LyngkState, made: Made) -> Message:
        """See `Game`."""
        if made:
            return _ASKS.get(made[-1].kind, _DONE)
        can_claim = any(True for _claim in _claims(state))
        if has_landing(state):
            return _ASK_OR_CLAIM if can_claim else _ASK
        return _ASK_CLAIM if can_claim else _ASK_PASS

    def refuse(self, state: LyngkState, made: Made, part: str) -> Message:
        """See `Game`."""
        return refusals.refuse(state, made, [part])

    def refuse_turn(self, moment: Moment[LyngkState], parts: Sequence[str], token: str) -> Refusal:
        """See `Game`: what is written behind a stack tells why it may not go there."""
        if not parts:
            return super().refuse_turn(moment, parts, token)
        words = [word for part in parts for word in notation.words_of(part)]
        return Refusal(refusals.refuse(moment.state, moment.made, words))

    def split(self, state: LyngkState, token: str) -> list[str]:
        """See `Game`."""
        return list(notation.split(token))

    # --- positions -----------------------------------------------------------------------------------------

    def begin(self, setup: str, handicap: str) -> LyngkState:
        """43 pieces laid out, nothing claimed. Raises `BadSetup`; LYNGK has no handicap."""
        if handicap:
            raise BadSetup(Message(_("LYNGK has no handicap")))
        return LyngkState(read_setup(setup), ("", ""), ((), ()), 0, self.limit, self._captures)

    def read(self, text: str) -> LyngkState:
        """See `Game`."""
        return read_position(text, limit=self.limit, captures=self._captures)

    def text(self, state: LyngkState) -> str:
        """See `Game`."""
        return write_position(state)

    def key_text(self, state: LyngkState) -> str:
        """See `Game`. Of completed columns only the number tells positions apart."""
        return f"{state.mover} {state.claimed} {[len(columns) for columns in state.completed]}"

    def table(self, state: LyngkState) -> Table:
        """See `Game`."""
        return state.table

    def mover(self, state: LyngkState) -> int:
        """See `Game`."""
        return state.mover

    def other_to_move(self, state: LyngkState) -> LyngkState:
        """See `Game`."""
        return state.other_to_move()

    def laying(self) -> LyngkLaying:
        """See `Rules`."""
        return LyngkLaying(self, self.limit)

    # --- the end -------------------------------------------------------------------------------------------

    def end(self, state: LyngkState) -> Outcome | None:
        """See `Game` (LYNGK 12, 13)."""
        return determine_outcome(state, literal_tie=self._literal_tie)

    def score(self, position: Position) -> Score:
        """The completed columns and own stacks of both players, with the stacks themselves."""
        return count_score(self.read(position.text()), literal_tie=self._literal_tie)

    def explain_outcome(self, outcome: Outcome) -> Message:
        """The stacks that decided."""
        return explain_outcome(outcome, dict(self.score_names), literal_tie=self._literal_tie)

    def deciding_count(self, outcome: Outcome) -> str:
        """The stacks that decided; "" where the players are equal."""
        return deciding_count(outcome, dict(self.score_names), literal_tie=self._literal_tie)

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """Who has the better stacks by these counts. Raises `BadSetup`."""
        return outcome_of(counts, dict(self.score_names), literal_tie=self._literal_tie)

    @abstractmethod
    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures."""

    def explain(self) -> Sequence[Message]:
        """The rules told to players, with the options that are on."""
        return [paragraph for chapter in self.chapters() for paragraph in chapter.paragraphs]


@register
class LyngkMain(LyngkRules):
    """The main game: a complete column has five pieces and is taken off by the owner of its top colour (LYNGK 9)."""

    key = "lyngk-main"
    variant = "main"
    portrait = PORTRAIT
    name = _("LYNGK")
    help = _("The main game: the player who completes the most columns of five topped by their own colours wins.")
    limit = 5
    score_names = MAIN_NAMES
    option_help: ClassVar = {
        _CLAIM_CAPTURES: _(
            "Claiming a colour removes its completed neutral columns from the board; they count for the "
            "player who claims it."
        ),
        _LITERAL_TIE: _("Equal numbers of completed columns are a draw; the stacks left on the board do not count."),
    }

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return main_chapters(self.options)


@register
class LyngkSix(LyngkRules):
    """The six-stack game: the first complete six-stack under a colour of one's own wins at once (LYNGK 13)."""

    key = "lyngk-six"
    variant = "six"
    name = _("LYNGK: sudden death")
    help = _("The six-stack game: the first to complete a stack of six topped by a colour of their own wins.")
    limit = 6
    score_names = SIX_NAMES

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return six_chapters()


def _claims(state: LyngkState) -> Iterator[Choice]:
    return (CLAIMS[colour] for colour in state.claimable if _may_claim(state, colour))


def _may_claim(state: LyngkState, colour: str) -> bool:
    """Whether a stack can move after the claim."""
    return colour in state.claimable and has_landing(state.after_claim(colour))


def _ends(landing: Choice) -> tuple[int, int]:
    """Where a stack stood that lands, and where it does."""
    assert isinstance(landing.data, int)
    return landing.data, INDEX[landing.points[0]]
