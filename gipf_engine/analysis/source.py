"""The search as it is compiled for each game: `compiled_search` puts the game's functions in place of the kit's.

Alpha-beta with null windows, a table of positions met, late quiet turns looked at less deeply, and captures looked at
to their end. Scores are of the one who is to move. One beyond `PROVED` counts the turns to the end of the game, and is
proof: on the loser's side every turn was looked at to such an end, never fewer; a shallower look cannot invent one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.analysis.answer import PROVED, WIN
from gipf_engine.kit.kernel import (
    DRAWN,
    NAME,
    NAMES,
    NUMBER,
    ONE,
    PRIZE,
    TURN_WORDS,
    TWO,
    WON,
    evaluate,
    hash_position,
    judge,
    list_turns,
    must_capture,
    play_turn,
)

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

DEEPEST = 64
"""Plies below the root; deeper, a position is evaluated as it is."""
MOST_CAPTURES = 12
"""Plies of captures behind the last quiet turn."""

NODES, LIMIT, STOPPED, KILLERS = 0, 1, 2, 3
GOOD = KILLERS + 2 * (DEEPEST + 2)
"""In the memory: how good turns of each name were so far."""
LINE = GOOD + NAMES
"""Then, for each ply, the numbers of the turns of the best line from there, -1 behind the last."""
LINE_LENGTH = DEEPEST + 2
MEMORY_WORDS = LINE + LINE_LENGTH * LINE_LENGTH

KEY, DATA = 0, 1
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
_OFFSET, _MOST_NUMBER = 1 << 21, 0x3FFF
UNKNOWN = _OFFSET
BEST, CAPTURES, KILLER = 1 << 50, 1 << 40, 1 << 39
"""Where these stand in the order of turns."""
SHALLOW, NARROW, FULL = 0, 1, 2
"""How a turn is looked at: less deeply, whether it is better than the best so far, and by how much."""


def take_node(memory: Words) -> bool:
    """Count a position; whether it was one too many."""
    if memory[NODES] >= memory[LIMIT]:
        memory[STOPPED] = 1
        return True
    memory[NODES] += 1
    return False


def score_end(found: int, ply: int) -> int:
    """The score of a game that is over."""
    if found == DRAWN:
        return 0
    return WIN - ply if found == WON else ply - WIN


def bring_best(turns: Rows, at: int, end: int) -> None:
    """Put the turn with the highest prize at `at`."""
    best = at
    for number in range(at + 1, end):
        if turns[number, PRIZE] > turns[best, PRIZE]:
            best = number
    if best != at:
        for column in range(TURN_WORDS):
            turns[at, column], turns[best, column] = turns[best, column], turns[at, column]


def extend_line(memory: Words, ply: int, number: int) -> None:
    """The best line from `ply` is this turn and the best line after it."""
    here, below = LINE + ply * LINE_LENGTH, LINE + (ply + 1) * LINE_LENGTH
    memory[here] = number
    for step in range(LINE_LENGTH - 1):
        memory[here + step + 1] = memory[below + step]
        if memory[below + step] < 0:
            break


def look_at_captures(
    rows: Rows, ply: int, left: int, alpha: int, beta: int, turns: Rows, first: int, memory: Words, scratch: Words
) -> int:
    """The score of a position when only captures are still played, or nothing is."""
    memory[LINE + ply * LINE_LENGTH] = -1
    if take_node(memory):
        return 0
    found = judge(rows, ply, scratch)
    if found:
        return score_end(found, ply)
    best = evaluate(rows, ply)
    if left == 0 or ply >= DEEPEST:
        return best
    if must_capture(rows, ply):
        best = -WIN
    elif best >= beta:
        return best
    alpha = max(alpha, best)
    end = list_turns(rows, ply, turns, first, True, scratch)
    for at in range(first, end):
        bring_best(turns, at, end)
        play_turn(rows, ply, turns[at, ONE], turns[at, NAME], turns[at, TWO])
        score = -look_at_captures(rows, ply + 1, left - 1, -beta, -alpha, turns, end, memory, scratch)
        if memory[STOPPED]:
            return 0
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def recall(table: Rows, key: int, depth: int, ply: int, alpha: int, beta: int) -> int:
    """The score of a position met before, where what is kept of it is enough; else `UNKNOWN`."""
    place = key & (len(table) - 1)
    if table[place, KEY] != key:
        return UNKNOWN
    data = table[place, DATA]
    kind, known = data >> 14 & 3, data >> 16 & 0xFF
    score = (data >> 24) - _OFFSET
    if score > PROVED:
        score -= ply
    elif score < -PROVED:
        score += ply
    elif known < depth:
        return UNKNOWN
    if kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha):
        return score
    return UNKNOWN


def recall_turn(table: Rows, key: int) -> int:
    """The number of the turn that was best in a position met before; -1 for none."""
    place = key & (len(table) - 1)
    return (table[place, DATA] & _MOST_NUMBER) - 1 if table[place, KEY] == key else -1


def remember(table: Rows, key: int, depth: int, ply: int, score: int, kind: int, number: int) -> None:
    """Keep what was found of a position in place of what was kept there, and its best turn where its number fits."""
    if score > PROVED:
        score += ply
    elif score < -PROVED:
        score -= ply
    place = key & (len(table) - 1)
    table[place, KEY] = key
    kept = number + 1 if number < _MOST_NUMBER else 0
    table[place, DATA] = (score + _OFFSET) << 24 | depth << 16 | kind << 14 | kept


def put_in_order(turns: Rows, first: int, end: int, memory: Words, ply: int, known: int) -> None:
    """Turn prizes into an order: the turn known as good, captures, good ones beside this node, good ones elsewhere."""
    killers = KILLERS + 2 * ply
    for number in range(first, end):
        name, prize = turns[number, NAME], turns[number, PRIZE]
        if turns[number, NUMBER] == known:
            prize = BEST
        elif prize:
            prize += CAPTURES
        elif name == memory[killers] or name == memory[killers + 1]:
            prize = KILLER
        else:
            prize = memory[GOOD + name]
        turns[number, PRIZE] = prize


def kind_of(best: int, alpha: int, beta: int) -> int:
    """What the best score says."""
    if best >= beta:
        return AT_LEAST
    return EXACT if best > alpha else AT_MOST


def praise(memory: Words, ply: int, depth: int, name: int, prize: int) -> None:
    """A turn was good enough to end the search of a position: quiet ones are tried early beside it."""
    if prize >= CAPTURES:
        return
    killers = KILLERS + 2 * ply
    if memory[killers] != name:
        memory[killers + 1] = memory[killers]
        memory[killers] = name
    memory[GOOD + name] += depth * depth


def look_less(depth: int, late: int, prize: int) -> int:
    """By how many turns less the turn with this place in the order is looked at first."""
    if late < 4 or depth < 3 or prize >= KILLER:
        return 0
    return 2 if late > 12 and depth > 4 else 1


def look_up(rows: Rows, ply: int, depth: int, alpha: int, beta: int, table: Rows, memory: Words, scratch: Words) -> int:
    """The score of a position that need not be looked into: over, met before, or one too many; else `UNKNOWN`."""
    memory[LINE + ply * LINE_LENGTH] = -1
    if take_node(memory):
        return 0
    found = judge(rows, ply, scratch)
    if found:
        return score_end(found, ply)
    if beta - alpha > 1:
        return UNKNOWN
    return recall(table, hash_position(rows, ply), depth, ply, alpha, beta)


def begin_stage(is_first: bool, less: int) -> int:
    """How a turn is looked at first."""
    if is_first:
        return FULL
    return SHALLOW if less else NARROW


def is_shown(stage: int, score: int, alpha: int, beta: int, memory: Words) -> bool:
    """Whether nothing is left to ask of a turn that was looked at in this way."""
    return stage == FULL or score <= alpha or (stage == NARROW and score >= beta) or memory[STOPPED] != 0


def raise_alpha(memory: Words, ply: int, number: int, alpha: int, score: int) -> int:
    """The better of both; where it is the score, the best line begins with its turn."""
    if score <= alpha:
        return alpha
    extend_line(memory, ply, number)
    return score


def look(
    rows: Rows,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    turns: Rows,
    first: int,
    table: Rows,
    memory: Words,
    scratch: Words,
) -> int:
    """The score of `rows[ply]`, exact between `alpha` and `beta`, else a bound; 0 when `memory` says STOPPED."""
    if depth <= 0 or ply >= DEEPEST:
        return look_at_captures(rows, ply, MOST_CAPTURES, alpha, beta, turns, first, memory, scratch)
    known = look_up(rows, ply, depth, alpha, beta, table, memory, scratch)
    if known != UNKNOWN:
        return known
    end = list_turns(rows, ply, turns, first, False, scratch)
    if end == first:
        return evaluate(rows, ply)
    key = hash_position(rows, ply)
    put_in_order(turns, first, end, memory, ply, recall_turn(table, key))
    best, best_number, before = -WIN, -1, alpha
    for at in range(first, end):
        bring_best(turns, at, end)
        number, prize = turns[at, NUMBER], turns[at, PRIZE]
        play_turn(rows, ply, turns[at, ONE], turns[at, NAME], turns[at, TWO])
        less = look_less(depth, at - first, prize)
        stage = begin_stage(at == first, less)
        while True:
            top = beta if stage == FULL else alpha + 1
            below = depth - 1 - less * int(stage == SHALLOW)
            score = -look(rows, ply + 1, below, -top, -alpha, turns, end, table, memory, scratch)
            if is_shown(stage, score, alpha, beta, memory):
                break
            stage += 1
        if memory[STOPPED]:
            return 0
        if score > best:
            best, best_number = score, number
        alpha = raise_alpha(memory, ply, number, alpha, score)
        if score >= beta:
            praise(memory, ply, depth, turns[at, NAME], prize)
            break
    remember(table, key, depth, ply, best, kind_of(best, before, beta), best_number)
    return best


SOURCES = (
    take_node,
    score_end,
    bring_best,
    extend_line,
    look_at_captures,
    recall,
    recall_turn,
    remember,
    put_in_order,
    kind_of,
    praise,
    look_less,
    look_up,
    begin_stage,
    is_shown,
    raise_alpha,
    look,
)
"""What is compiled, in this order."""
