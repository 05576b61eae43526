"""`{% constant %}`: parts of a page that are the same for everybody who reads one language.

`{% constant theme section %}`: of those for whom these values are alike too. Nothing else is known in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.conf import settings
from django.template import Context, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.template.loader_tags import BlockNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_bidi

from common import theme

register = template.Library()


MOST_KEPT = 200
"""Texts that a part keeps. What its values are may come from an address, and those have no end."""


class ConstantNode(template.Node):
    """Its content, rendered once a language and process, and for each of the `values` that it is given.

    It knows nothing of the request and of the page's other values.
    """

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression] | None = None) -> None:
        self.nodelist, self.values = nodelist, values or {}
        self._rendered: dict[object, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        given = {name: value.resolve(context) for name, value in self.values.items()}
        language = get_language() or settings.LANGUAGE_CODE
        key = language, context.autoescape, *given.values()
        kept = self._rendered.get(key)
        if kept is None:
            kept = self.nodelist.render(context.new(known_to_constants(language) | given))
            if len(self._rendered) < MOST_KEPT:
                self._rendered[key] = kept
        return kept


def known_to_constants(language: str) -> dict[str, object]:
    """All that a part of a page knows that is the same for all who read one language."""
    named = {"LANGUAGES": settings.LANGUAGES, "themes": theme.NAMES}
    return {"LANGUAGE_CODE": language, "LANGUAGE_BIDI": get_language_bidi(), **named}


@register.tag
def constant(parser: Parser, token: Token) -> ConstantNode:
    """`{% constant %}…{% endconstant %}`: addresses, texts and files, and nothing that a page or its reader changes.

    Behind the tag's name are those of values on which it depends: texts, numbers, yes and no. `bell.waits` is known as
    `waits` in it.
    """
    values = {name.rpartition(".")[2]: parser.compile_filter(name) for name in token.split_contents()[1:]}
    nodelist = parser.parse(("endconstant",))
    parser.delete_first_token()
    if nodelist.get_nodes_by_type(BlockNode):
        raise template.TemplateSyntaxError("A block differs from page to page: it cannot stand in {% constant %}.")
    return ConstantNode(nodelist, values)
