"""The nodes of folded templates, and what is known of Django's: what is in them, and whether they are constant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.template import Context, NodeList
from django.template.base import FilterExpression, Node, TextNode, TokenType, Variable
from django.template.defaulttags import URLNode
from django.template.library import SimpleNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from gipfel.templatetags.block_text import text_of
from gipfel.templatetags.constant import ConstantNode, known_to_constants
from gipfel.templatetags.gipfel import first_styles
from gipfel.templatetags.pictures import game_icon, icon

PURE_TAGS = {icon, game_icon, first_styles}
"""What they print depends on their arguments alone."""
NAMES_SET = ("asvar", "target_var", "varname", "variable", "variable_name")
"""Attributes of nodes that put a value into the context."""


class QuickNodes(NodeList):
    """Nodes whose errors are not annotated with a line of the template."""

    def render(self, context: Context) -> SafeString:
        """What all of them print."""
        return SafeString("".join([node.render(context) for node in self]))


class Constant(Node):
    """Nodes beside each other that print the same for all who read one language."""

    child_nodelists = ()

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = tuple(nodes)
        self._rendered: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Their text, rendered once a language and process."""
        key = get_language(), context.autoescape
        try:
            return self._rendered[key]
        except KeyError:
            known = context.new(known_to_constants(key[0] or settings.LANGUAGE_CODE))
            text = self._rendered[key] = SafeString("".join(str(node.render(known)) for node in self.nodes))
            return text

    render_annotated = render


class Scope(Node):
    """The nodes of a block or of an included part: names that they set are gone after it, as `given` ones are."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList, given: dict[str, FilterExpression] | None = None) -> None:
        self.nodelist, self.given = nodelist, given or {}

    def render(self, context: Context) -> SafeString:
        """What they print."""
        given = self.given
        with context.push(**{name: value.resolve(context) for name, value in given.items()} if given else {}):
            return self.nodelist.render(context)

    render_annotated = render


class Isolated(Scope):
    """The nodes of a part that is included `only` with what is given to it."""

    def render(self, context: Context) -> SafeString:
        """What they print."""
        return self.nodelist.render(context.new({name: value.resolve(context) for name, value in self.given.items()}))

    render_annotated = render


class BlockText(Node):
    """The text of a block once more, for an attribute."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """No tags, white space single, escaped once."""
        return text_of(self.nodelist.render(context))

    render_annotated = render


class Texts(TextNode):
    """Texts beside each other."""

    def __init__(self, nodes: Sequence[TextNode]) -> None:
        super().__init__("".join(node.s for node in nodes))
        self.nodes = nodes


def child_lists(node: Node) -> Iterator[tuple[str, NodeList]]:
    if isinstance(node, ConstantNode):
        return
    for name in dict.fromkeys((*node.child_nodelists, "nodelist")):
        nodes = getattr(node, name, None)
        if isinstance(nodes, NodeList):
            yield name, nodes


def nodes_in(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes, with all that is in them."""
    for node in nodes:
        yield node
        for _name, children in child_lists(node):
            yield from nodes_in(children)


def is_constant(node: Node) -> bool:
    if isinstance(node, ConstantNode):
        return not node.values
    if isinstance(node, (TextNode, Constant)):
        return True
    if isinstance(node, BlockText):
        return all(map(is_constant, node.nodelist))
    if any(getattr(node, name, None) for name in NAMES_SET):
        return False
    values = _values(node)
    return values is not None and all(map(_is_fixed, values))


def _values(node: Node) -> Sequence[Any] | None:
    """The expressions on which alone depends what a node prints; None where there is more, or it is not known."""
    if isinstance(node, TranslateNode):
        return [node.filter_expression, node.message_context]
    if isinstance(node, BlockTranslateNode):
        is_plain = not node.extra_context and node.counter is None
        is_plain &= all(token.token_type == TokenType.TEXT for token in node.singular)
        return [node.message_context] if is_plain else None
    if isinstance(node, URLNode):
        return [node.view_name, *node.args, *node.kwargs.values()]
    if isinstance(node, StaticNode):
        return [node.path]
    if type(node) is SimpleNode and node.func in PURE_TAGS:
        return [*node.args, *node.kwargs.values()]
    return None


def _is_fixed(value: FilterExpression | Variable | None) -> bool:
    if value is None:
        return True
    if isinstance(value, FilterExpression):
        return not value.filters and (not value.is_var or _is_fixed(value.var))
    return isinstance(value, Variable) and value.lookups is None


def written_text(value: Any) -> str | None:
    """A text that is written in the template, or None."""
    return value.var if isinstance(value.var, str) and not value.filters else None
