"""A game with its variations as a tree of turns that can be walked, extended and written as a record again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import GameRecord, Note, number_turns, read_variation
from gipf_engine.rules.registry import rules_for

DEEPEST = 32
"""Variations inside variations that are read; what is deeper is kept as text."""


@dataclass(eq=False)
class Node:
    """The position after a turn, and the turns that were played or thought of there.

    The first of `children` goes on with the main line, the others are variations. `move` and `parent` are None for the
    root. `nags` are numbers of PGN's table. `unread` are variations in whose text some turn cannot be played here.
    """

    position: Position
    move: Move | None = None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @property
    def token(self) -> str:
        """The turn that led here in official notation, "" for the root."""
        return "" if self.parent is None else self.parent.position.notation(self.move)

    @property
    def mover(self) -> int:
        """The seat that played the turn that led here."""
        return 0 if self.parent is None else self.parent.position.turn or 0

    def add(self, token: str) -> Node:
        """The node after a turn in any notation of the game, made if it is not there. Raises `RuleError`."""
        move = self.position.parse(token)
        for child in self.children:
            if child.move == move:
                return child
        self.children.append(Node(self.position.play(move), move, self))
        return self.children[-1]

    def promote(self) -> None:
        """Make the turn that led here the main line at its place. Nothing to do for the root."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent.children.insert(0, self)

    def main_line(self) -> Iterator[Node]:
        """The nodes after this one along the first children."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def path(self) -> list[Node]:
        """The nodes from the first turn to this one."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


@dataclass(eq=False)
class GameTree:
    """A game: its tags, and the node before the first turn."""

    root: Node
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = ""

    @classmethod
    def read(cls, record: GameRecord) -> GameTree:
        """The tree of a record. Raises `RuleError` where its own turns, not those of variations, cannot be played."""
        rules = rules_for(record.key, record.options)
        root = Node(rules.start(record.tags.get("Setup", ""), record.tags.get("Handicap", "")))
        _grow(root, record, record.game)
        if record.fault is not None:
            raise record.fault
        return cls(root, dict(record.tags), record.result)

    def record(self) -> GameRecord:
        """The tree as a record: the main line, with comments, NAGs and variations behind its turns."""
        nodes = [self.root, *self.root.main_line()]
        notes = {place: tuple(_notes(node)) for place, node in enumerate(nodes)}
        return GameRecord(
            tags=dict(self.tags),
            tokens=tuple(node.token for node in nodes[1:]),
            notes={place: several for place, several in notes.items() if several},
            result=self.result,
        )


def _grow(node: Node, record: GameRecord, game: str, depth: int = 0) -> None:
    """Play the turns of `record` on from `node`, with its notes."""
    tokens, at = record.tokens, 0
    _annotate(node, record, range(1), game, depth)
    while at < len(tokens):
        move, used = node.position.read_turn(tokens, at)
        node = node.add(node.position.notation(move))
        _annotate(node, record, range(at + 1, at + used + 1), game, depth)
        at += used


def _annotate(node: Node, record: GameRecord, places: range, game: str, depth: int) -> None:
    for place in places:
        for note in record.notes.get(place, ()):
            if note.kind == "comment":
                node.comments.append(note.text)
            elif note.kind == "nag":
                node.nags.append(int(note.text))
            else:
                _branch(node, note.text, game, depth + 1)


def _branch(node: Node, text: str, game: str, depth: int) -> None:
    """A variation stands behind the turn that it replaces; before the first turn it begins the game."""
    origin = node.parent or node
    alone = Node(origin.position)
    try:
        variation = read_variation(text, game) if depth <= DEEPEST else None
        if variation is not None:
            _grow(alone, variation, game, depth)
    except RuleError:
        variation = None
    if variation is None or variation.fault is not None or not alone.children:
        node.unread.append(text)
        return
    for child in alone.children:
        child.parent = origin
        origin.children.append(child)


def _notes(node: Node) -> Iterator[Note]:
    """What stands behind a turn of a line: signs, comments, and the other turns at its place."""
    yield from (Note("nag", str(number)) for number in node.nags)
    yield from (Note("comment", text) for text in node.comments)
    yield from (Note("variation", text) for text in node.unread)
    if node.parent is not None and node.parent.children[0] is node:
        yield from (Note("variation", _variation_text(other)) for other in node.parent.children[1:])


def _variation_text(node: Node) -> str:
    """A variation from `node` on as text, numbered as the game is."""
    nodes = [node, *node.main_line()]
    before = [each.mover for each in node.path()[:-1]]
    numbers = list(number_turns([*before, *(each.mover for each in nodes)]))
    current = max((number for number in numbers[: len(before) + 1] if number), default=1)
    words: list[str] = []
    for place, (each, number) in enumerate(zip(nodes, numbers[len(before) :], strict=True)):
        if number or place == 0:
            words.append(f"{number or current}.{'..' if each.mover else ''}")
        words.append(each.token)
        if place:
            words += map(str, _notes(each))
        else:
            words += [str(Note("nag", str(nag))) for nag in each.nags] + [f"{{{text}}}" for text in each.comments]
    return " ".join(words)
