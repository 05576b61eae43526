"""Templates joined with what they extend and include, and what is the same on every page rendered once.

`{% extends %}` and `{% include %}` of a name are followed once a process: blocks are put where they belong, and parts
where they are included. What is left of texts, translations, fixed addresses and icons beside each other is one text a
language. It knows nothing of the request and of the page's values, so it shows no reader what is of another.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any

from django.template import NodeList, Template, TemplateDoesNotExist
from django.template.base import FilterExpression, Node, TextNode, VariableNode
from django.template.defaulttags import CommentNode, CycleNode, IfChangedNode, IfNode, LoadNode
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode

from gipfel.quick_templates.lookups import QuickValue
from gipfel.quick_templates.nodes import (
    NAMES_SET,
    BlockText,
    Constant,
    Isolated,
    QuickNodes,
    Scope,
    Texts,
    child_lists,
    is_constant,
    nodes_in,
    written_text,
)
from gipfel.templatetags.block_text import block_text

Blocks = dict[str, list[BlockNode]]
"""By name: what stands in a block, that of the page first, then those of what it extends."""
OF_A_TEMPLATE = (BlockNode, ExtendsNode, CycleNode, IfChangedNode)
"""Nodes that look at the template in which they stand: with one of them it is rendered by itself."""


class Folder:
    """Folds the templates that `find` finds as they are written, and keeps what several have in common."""

    def __init__(self, find: Callable[[str], Template]) -> None:
        self._find = find
        self._parts: dict[str, NodeList | None] = {}
        self._constants: dict[tuple[int, ...], Node] = {}
        self.free: dict[int, list[Node]] = {}
        """By the id of a node as it is written: what it becomes, where no block has to do with it."""

    def fold(self, template: Template) -> NodeList:
        """What is rendered in place of a template's nodes."""
        root, blocks = template, _blocks_of(template)
        while extends := _extends(root):
            name = written_text(extends.parent_name)
            if name is None:
                return template.nodelist  # which template it extends is known when it is rendered
            root = self._find(name)
            for block, several in _blocks_of(root).items():
                blocks.setdefault(block, []).extend(several)
        return _Fold(self, blocks).nodes_of(root.nodelist)

    def part(self, name: str) -> NodeList | None:
        """The nodes of a template that is included; None for one that is rendered by itself."""
        if name not in self._parts:
            self._parts[name] = None  # so that one which includes itself has an end
            with suppress(TemplateDoesNotExist):  # which is told where it is rendered
                nodes = self._find(name).nodelist
                if not any(isinstance(node, OF_A_TEMPLATE) for node in nodes_in(nodes)):
                    self._parts[name] = _Fold(self, {}).nodes_of(nodes)
        return self._parts[name]

    def joined(self, constants: Iterable[Node]) -> Node:
        """Constant nodes as one, which is shared by all pages on which the same ones are beside each other."""
        nodes = [part for node in constants for part in (node.nodes if isinstance(node, Constant) else (node,))]
        key = tuple(map(id, nodes))  # they live as long as what is made of them
        if key not in self._constants:
            texts = [node for node in nodes if isinstance(node, TextNode)]
            self._constants[key] = Texts(texts) if len(texts) == len(nodes) else Constant(nodes)
        return self._constants[key]


class _Fold:
    """Folds the nodes of one page: `blocks` are its own and those of what it extends, `within` is the present one."""

    def __init__(self, folder: Folder, blocks: Blocks, within: tuple[str, int] = ("", 0)) -> None:
        self._folder, self._blocks, self._within = folder, blocks, within

    def nodes_of(self, nodes: Iterable[Node]) -> QuickNodes:
        folded = [each for node in nodes for each in self._folded(node)]
        return QuickNodes(self._join_constants(folded))

    def _join_constants(self, nodes: Iterable[Node]) -> Iterator[Node]:
        for constant, several in groupby(nodes, is_constant):
            if constant:
                yield self._folder.joined(several)
            else:
                yield from several

    def _folded(self, node: Node) -> list[Node]:
        """What is rendered in place of a node: itself, others, or nothing."""
        if any(map(_is_of_a_block, nodes_in([node]))):
            return self._placed(node)
        free = self._folder.free
        if id(node) not in free:
            free[id(node)] = self._placed(node)
        return free[id(node)]

    def _placed(self, node: Any) -> list[Node]:
        if is_constant(node):
            return [node]
        if isinstance(node, (CommentNode, LoadNode)):
            return []
        if isinstance(node, BlockNode):
            return self._block(node.name, 0, node)
        if isinstance(node, VariableNode):
            return self._block(*self._within) if _is_super(node) else [QuickValue(node.filter_expression)]
        if _is_block_text(node):
            return [BlockText(QuickNodes(self._block(node.args[0].var, 0)))]
        if isinstance(node, IncludeNode):
            return self._included(node)
        return [self._copied(node)]

    def _block(self, name: str, place: int, written: BlockNode | None = None) -> list[Node]:
        """The nodes of a block: of the page's own, or at a later place of one that it replaces."""
        several = self._blocks.get(name) or [each for each in [written] if each]
        if place >= len(several):
            return []
        return _scoped(_Fold(self._folder, self._blocks, (name, place + 1)).nodes_of(several[place].nodelist))

    def _included(self, node: IncludeNode) -> list[Node]:
        name = written_text(node.template)
        nodes = self._folder.part(name) if name and not name.startswith(".") else None
        if nodes is None:
            return [node]
        if node.isolated_context:
            return [Isolated(nodes, node.extra_context)]
        return _scoped(nodes, node.extra_context)

    def _copied(self, node: Any) -> Any:
        """A node as it was, with its children folded."""
        twin = copy.copy(node)
        if isinstance(node, IfNode):
            twin.conditions_nodelists = [(asked, self.nodes_of(nodes)) for asked, nodes in node.conditions_nodelists]
            return twin
        for name, nodes in child_lists(node):
            setattr(twin, name, self.nodes_of(nodes))
        return twin


def _scoped(nodes: NodeList, given: dict[str, FilterExpression] | None = None) -> list[Node]:
    sets_names = any(getattr(node, name, None) for node in nodes_in(nodes) for name in NAMES_SET)
    return [Scope(nodes, given)] if given or sets_names else list(nodes)


def _extends(template: Template) -> ExtendsNode | None:
    """The first node that is no text, if it says what the template extends."""
    first = next((node for node in template.nodelist if not isinstance(node, TextNode)), None)
    return first if isinstance(first, ExtendsNode) else None


def _blocks_of(template: Template) -> Blocks:
    found: list[Any] = template.nodelist.get_nodes_by_type(BlockNode)
    return {node.name: [node] for node in found}


def _is_of_a_block(node: Node) -> bool:
    return isinstance(node, BlockNode) or _is_block_text(node) or (isinstance(node, VariableNode) and _is_super(node))


def _is_super(node: VariableNode) -> bool:
    return node.filter_expression.token == "block.super"  # noqa: S105  of a template


def _is_block_text(node: Node) -> bool:
    return isinstance(node, SimpleNode) and node.func is block_text
